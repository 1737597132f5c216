use super::env::{VecEnv, VecEnvError};
#[cfg(target_arch = "x86_64")]
use crate::fast::simd::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use crate::fast::simd::vector::{Simd, Task};
use crate::play::action::{Action, ActionMask};
#[cfg(target_arch = "x86_64")]
use std::marker::PhantomData;

impl VecEnv {
    /// Writes for each game the legal action at the fraction `word / 2³²` of its list, counted by
    /// ascending id: uniformly random words give uniformly random actions (the chances differ by
    /// less than one in 2³²). [`Action::STOP`] for a game that is over, where any action will do.
    ///
    /// # Errors
    /// [`VecEnvError::Length`].
    pub fn choose(&self, words: &[u32], actions: &mut [Action]) -> Result<(), VecEnvError> {
        self.check_length(words.len())?;
        self.check_length(actions.len())?;
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Avx2::detect() {
            machine.call::<Choose>(&self.masks, words, actions);
            return Ok(());
        }
        for ((mask, &word), action) in self.masks.iter().zip(words).zip(actions) {
            *action = choose_one(mask, word);
        }
        Ok(())
    }
}

fn choose_one(mask: &ActionMask, word: u32) -> Action {
    let nth = (u64::from(word) * mask.len() as u64) >> 32;
    mask.nth(nth as usize).unwrap_or(Action::STOP)
}

/// [`choose_one`] for all without branches: the bit of rank `n` by depositing bit `n` into the word.
#[cfg(target_arch = "x86_64")]
struct Choose<'a>(PhantomData<&'a ()>);

#[cfg(target_arch = "x86_64")]
impl<'a> Task<Avx2> for Choose<'a> {
    type A = &'a [ActionMask];
    type B = &'a [u32];
    type C = &'a mut [Action];
    type Output = ();

    #[inline(always)]
    fn run(machine: Avx2, masks: &[ActionMask], words: &[u32], actions: &mut [Action]) {
        for ((mask, &word), action) in masks.iter().zip(words).zip(actions) {
            // The number of actions below each word of the mask.
            let mut below = [0; 5];
            let mut count = 0;
            for (before, bits) in below.iter_mut().zip(mask.0) {
                *before = count;
                count += bits.count_ones();
            }
            let nth = ((u64::from(word) * u64::from(count)) >> 32) as u32;
            let later = below[1..].iter().filter(|&&before| before <= nth);
            let index = later.count();
            let bit = machine.deposit(1 << (nth - below[index]), mask.0[index]);
            let id = index as u16 * 64 + bit.trailing_zeros() as u16;
            // With no action at all the bit is none of them.
            *action = Action::new(id).unwrap_or(Action::STOP);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::vec_env::env::StepBuffers;
    use crate::rules::geometry::Geometry;
    use crate::rules::switches::Rules;
    use std::sync::Arc;

    #[test]
    fn a_choice_is_the_action_at_its_fraction_of_the_list() {
        let geometry = Arc::new(Geometry::new(Rules::HUFFING));
        let mut env = VecEnv::new(geometry, 40, false);
        let mut masks = vec![ActionMask::EMPTY; 40];
        let mut actions = vec![Action::STOP; 40];
        let (mut rewards, mut outcomes) = (vec![0; 40], vec![None; 40]);
        let mut word = 1u32;
        for step in 0..300 {
            let words: Vec<u32> = (0..40)
                .map(|game| match game {
                    0 => 0,
                    1 => u32::MAX,
                    _ => {
                        word = word.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
                        word
                    }
                })
                .collect();
            env.write_masks(&mut masks).unwrap();
            env.choose(&words, &mut actions).unwrap();
            for ((mask, &word), action) in masks.iter().zip(&words).zip(&actions) {
                assert_eq!(*action, choose_one(mask, word), "step {step}");
                assert!(mask.contains(*action) || mask.is_empty());
            }
            let out = StepBuffers {
                masks: &mut masks,
                rewards: &mut rewards,
                outcomes: &mut outcomes,
            };
            env.step(&actions, out).unwrap();
        }
        assert!(masks.iter().any(ActionMask::is_empty));
        assert!(env.choose(&[0], &mut actions).is_err());
    }
}
