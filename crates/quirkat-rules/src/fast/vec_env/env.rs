use super::hops::Tables;
use super::kernel::{self, Verdict};
use super::slots::{History, PLACES, Slots};
use crate::board::points::points;
#[cfg(target_arch = "x86_64")]
use crate::fast::simd::avx2::Avx2;
use crate::fast::simd::portable::Portable;
use crate::fast::simd::vector::{Simd, Task};
use crate::observation::planes::{Planes, write_state};
use crate::play::action::{Action, ActionMask};
use crate::play::outcome::{Outcome, Reason};
use crate::play::position::Position;
use crate::rules::geometry::Geometry;
use std::marker::PhantomData;
use std::sync::Arc;

/// Many games of one rule set stepped in lockstep, with buffers that the caller owns.
///
/// A finished game's mask is empty and stepping it does nothing, whatever the action; with
/// auto-reset it starts again within the same step, so that its mask is the start position's while
/// its reward and outcome are those of the game that ended. Stepping does not allocate while a game
/// has fewer than 512 plies since its last capture. Several games are stepped by one instruction
/// where the machine has AVX2; the result is the same on every machine.
///
/// ```
/// use quirkat_rules::{ActionMask, Geometry, Rules, StepBuffers, VecEnv};
/// use std::sync::Arc;
///
/// let mut env = VecEnv::new(Arc::new(Geometry::new(Rules::BELL)), 2, false);
/// let mut masks = [ActionMask::EMPTY; 2];
/// env.write_masks(&mut masks).unwrap();
/// let actions = masks.map(|mask| mask.nth(0).unwrap());
/// let (mut rewards, mut outcomes) = ([0; 2], [None; 2]);
/// env.step(
///     &actions,
///     StepBuffers { masks: &mut masks, rewards: &mut rewards, outcomes: &mut outcomes },
/// )
/// .unwrap();
/// assert_eq!(rewards, [0, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct VecEnv {
    geometry: Arc<Geometry>,
    tables: Tables,
    slots: Slots,
    history: History,
    pub(super) masks: Vec<ActionMask>,
    start: Position,
    start_mask: ActionMask,
    /// The pieces that could begin a capture in the start position.
    start_capturers: u32,
    auto_reset: bool,
}

/// Where [`VecEnv::step`] writes, one entry a game.
#[derive(Debug)]
pub struct StepBuffers<'a> {
    /// Legal actions after the step, seen from the side to move.
    pub masks: &'a mut [ActionMask],
    /// +1 when this step won the game for White, −1 for Black, else 0.
    pub rewards: &'a mut [i8],
    /// How the game ended, when this step ended it.
    pub outcomes: &'a mut [Option<Outcome>],
}

/// What a call of the environment can get wrong. Nothing is stepped then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VecEnvError {
    /// A buffer has the wrong length.
    #[error("a buffer holds {given} entries for {games} games")]
    Length {
        /// The buffer's length.
        given: usize,
        /// The number of games.
        games: usize,
    },
    /// An action is not legal in its game.
    #[error("game {game}: illegal action {action}")]
    Illegal {
        /// Which game.
        game: usize,
        /// The action given for it.
        action: Action,
    },
}

const HISTORY: usize = 512;

impl VecEnv {
    /// `count` games from the start position.
    pub fn new(geometry: Arc<Geometry>, count: usize, auto_reset: bool) -> Self {
        Self::from_position(geometry, count, auto_reset, Position::START)
    }

    /// `count` games from one position, to which resets return.
    pub fn from_position(
        geometry: Arc<Geometry>,
        count: usize,
        auto_reset: bool,
        start: Position,
    ) -> Self {
        let start_mask = start.legal_actions(&geometry);
        let mut env = Self {
            tables: Tables::new(&geometry),
            slots: Slots::new(&geometry, count),
            history: History::new(&geometry, count, HISTORY),
            masks: vec![start_mask; count],
            start_mask,
            start_capturers: start.capturers(&geometry),
            geometry,
            start,
            auto_reset,
        };
        env.reset_all();
        env
    }

    /// The number of games.
    pub const fn len(&self) -> usize {
        self.masks.len()
    }

    /// Whether there are no games.
    pub const fn is_empty(&self) -> bool {
        self.masks.is_empty()
    }

    /// The position of one game.
    ///
    /// # Panics
    /// When there is no such game.
    pub fn position(&self, game: usize) -> Position {
        assert!(game < self.len(), "there are {} games", self.len());
        self.slots.position(game)
    }

    /// Starts one game again.
    ///
    /// # Panics
    /// When there is no such game.
    pub fn reset(&mut self, game: usize) {
        self.masks[game] = self.start_mask;
        self.slots.set_position(game, &self.start);
        self.slots.capturers[game] = self.start_capturers;
        self.slots.quiet[game] = 0;
        self.slots.run[game] = 0;
        self.slots.over[game] = if self.start_mask.is_empty() {
            u32::MAX
        } else {
            0
        };
        self.history.note(&self.slots, game);
    }

    /// Starts all games again.
    pub fn reset_all(&mut self) {
        (0..self.len()).for_each(|game| self.reset(game));
    }

    /// Writes the legal actions of every game.
    ///
    /// # Errors
    /// [`VecEnvError::Length`].
    pub fn write_masks(&self, masks: &mut [ActionMask]) -> Result<(), VecEnvError> {
        self.check_length(masks.len())?;
        masks.copy_from_slice(&self.masks);
        Ok(())
    }

    /// Writes the bit planes of every game.
    ///
    /// # Errors
    /// [`VecEnvError::Length`].
    pub fn write_planes(&self, planes: &mut [Planes]) -> Result<(), VecEnvError> {
        self.check_length(planes.len())?;
        let rules = self.geometry.rules();
        for (game, planes) in planes.iter_mut().enumerate() {
            let repeated = if rules.repetition_draw > 0 {
                self.history.earlier_occurrences(&self.slots, game)
            } else {
                0
            };
            let position = self.slots.position(game);
            write_state(&position, rules, repeated, self.slots.quiet[game], planes);
        }
        Ok(())
    }

    /// Plays one action in every game that goes on.
    ///
    /// # Errors
    /// Nothing is stepped when a buffer has the wrong length or an action is illegal.
    pub fn step(
        &mut self,
        actions: &[Action],
        mut out: StepBuffers<'_>,
    ) -> Result<(), VecEnvError> {
        for length in [
            actions.len(),
            out.masks.len(),
            out.rewards.len(),
            out.outcomes.len(),
        ] {
            self.check_length(length)?;
        }
        for (game, (mask, &action)) in self.masks.iter().zip(actions).enumerate() {
            if !mask.contains(action) && !mask.is_empty() {
                return Err(VecEnvError::Illegal { game, action });
            }
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Avx2::detect() {
            self.step_with(machine, actions, &mut out);
            return Ok(());
        }
        self.step_with(Portable, actions, &mut out);
        Ok(())
    }

    fn step_with<M: Simd>(&mut self, machine: M, actions: &[Action], out: &mut StepBuffers<'_>) {
        machine.call::<Step>(self, actions, out);
    }

    #[inline(always)]
    fn step_all<M: Simd>(&mut self, machine: M, actions: &[Action], out: &mut StepBuffers<'_>) {
        let count = self.len();
        let mut base = 0;
        while base < count {
            let end = count.min(base + PLACES);
            let actions = &actions[base..end];
            let verdict = if self.geometry.flying {
                self.step_flying(base, actions)
            } else {
                let ended = kernel::advance(machine, &self.tables, &mut self.slots, base, actions);
                let masks = &mut self.masks[base..end];
                kernel::write_masks(machine, &self.tables, &mut self.slots, base, masks, ended)
            };
            if self.geometry.majority {
                for game in bits(verdict.capturing) {
                    let position = self.slots.position(base + game);
                    self.masks[base + game] = position.legal_actions(&self.geometry);
                }
            }
            out.rewards[base..end].fill(0);
            out.outcomes[base..end].fill(None);
            for game in base..end {
                self.history.note(&self.slots, game);
            }
            for game in bits(verdict.decided | verdict.no_capture | verdict.repeated) {
                if let Some(outcome) = self.judge(base, game, &verdict) {
                    self.end(base + game, outcome, out);
                }
            }
            out.masks[base..end].copy_from_slice(&self.masks[base..end]);
            base = end;
        }
    }

    /// The order of verdicts: bare, blocked, repetition, no-capture.
    #[cold]
    fn judge(&self, base: usize, game: usize, verdict: &Verdict) -> Option<Outcome> {
        if verdict.decided >> game & 1 == 1 {
            return self.slots.position(base + game).outcome(&self.geometry);
        }
        let draw = |reason| Outcome {
            winner: None,
            reason,
        };
        let often = u32::from(self.geometry.rules().repetition_draw);
        if verdict.repeated >> game & 1 == 1
            && self.history.earlier_occurrences(&self.slots, base + game) + 1 >= often
        {
            return Some(draw(Reason::Repetition));
        }
        (verdict.no_capture >> game & 1 == 1).then(|| draw(Reason::NoCapture))
    }

    #[cold]
    fn end(&mut self, game: usize, outcome: Outcome, out: &mut StepBuffers<'_>) {
        out.rewards[game] = outcome.white_reward();
        out.outcomes[game] = Some(outcome);
        if self.auto_reset {
            self.reset(game);
        } else {
            self.masks[game] = ActionMask::EMPTY;
            self.slots.over[game] = u32::MAX;
        }
    }

    /// Games with flying kings, one by one.
    #[cold]
    fn step_flying(&mut self, base: usize, actions: &[Action]) -> Verdict {
        let mut verdict = Verdict::default();
        for (place, &action) in actions.iter().enumerate() {
            let game = base + place;
            if self.slots.over[game] != 0 {
                continue;
            }
            let before = self.slots.position(game);
            let next = before.after_action(&self.geometry, action);
            self.slots.set_position(game, &next);
            self.masks[game] = next.legal_actions(&self.geometry);
            if next.is_capturing() {
                continue;
            }
            self.slots.capturers[game] = next.capturers(&self.geometry);
            let men = |position: &Position| position.own.count_ones() + position.opp.count_ones();
            let (quiet, run) = (&mut self.slots.quiet[game], &mut self.slots.run[game]);
            let captured = men(&next) != men(&before);
            *quiet = if captured { 0 } else { *quiet + 1 };
            *run = if captured { 0 } else { *run + 1 };
            let bit = 1 << place;
            verdict.ended |= bit;
            verdict.decided |= bit * u32::from(self.masks[game].is_empty());
            verdict.no_capture |= bit * u32::from(*quiet >= self.tables.no_capture_plies);
            verdict.repeated |= bit * u32::from(*run >= self.tables.repetition_run);
        }
        verdict
    }

    pub(super) fn check_length(&self, given: usize) -> Result<(), VecEnvError> {
        let games = self.len();
        if given == games {
            Ok(())
        } else {
            Err(VecEnvError::Length { given, games })
        }
    }
}

/// A step of all games, legal in each.
struct Step<'a, 'b>(PhantomData<(&'a (), &'b ())>);

impl<'a, 'b: 'a, M: Simd> Task<M> for Step<'a, 'b> {
    type A = &'a mut VecEnv;
    type B = &'a [Action];
    type C = &'a mut StepBuffers<'b>;
    type Output = ();

    #[inline(always)]
    fn run(machine: M, env: &mut VecEnv, actions: &[Action], out: &mut StepBuffers<'b>) {
        env.step_all(machine, actions, out);
    }
}

/// The numbers of the bits that are set.
#[inline]
fn bits(set: u32) -> impl Iterator<Item = usize> {
    points(set).map(usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset::Preset;

    #[test]
    fn games_stepped_one_at_a_time_are_those_stepped_together() {
        for preset in Preset::ALL {
            let mut together = VecEnv::new(Arc::new(Geometry::new(preset.rules())), 21, true);
            let mut single = together.clone();
            let mut actions = [Action::STOP; 21];
            let mut buffers =
                [(); 2].map(|()| ([ActionMask::EMPTY; 21], [0i8; 21], [None::<Outcome>; 21]));
            let mut word = 1u32;
            for _ in 0..300 {
                let words = [(); 21].map(|()| {
                    word = word.wrapping_mul(0x0019_660d).wrapping_add(0x3c6e_f35f);
                    word
                });
                together.choose(&words, &mut actions).unwrap();
                let [first, second] = &mut buffers;
                let out = |(masks, rewards, outcomes)| StepBuffers {
                    masks,
                    rewards,
                    outcomes,
                };
                let (masks, rewards, outcomes) = first;
                together
                    .step(&actions, out((masks, rewards, outcomes)))
                    .unwrap();
                let (masks, rewards, outcomes) = second;
                single.step_with(Portable, &actions, &mut out((masks, rewards, outcomes)));
                assert_eq!(buffers[0], buffers[1], "{preset}");
                for game in 0..21 {
                    assert_eq!(together.position(game), single.position(game));
                }
            }
        }
    }
}
