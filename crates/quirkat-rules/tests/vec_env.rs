//! The vectorised environment against single games, and its promise not to allocate.

#[path = "../../../tests/support/random_rules.rs"]
mod random_rules;

use proptest::prelude::*;
use quirkat_rules::{
    Action, ActionMask, Game, Geometry, PLANES, Position, Preset, Rules, StepBuffers, VecEnv,
    VecEnvError, write_planes,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use random_rules::random_rules;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the promises that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises that the system's allocator asks for.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the promises that the system's allocator asks for.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const COUNT: usize = 16;

struct Buffers {
    masks: Vec<ActionMask>,
    rewards: Vec<i8>,
    outcomes: Vec<Option<quirkat_rules::Outcome>>,
}

impl Buffers {
    fn of(env: &VecEnv) -> Self {
        let mut masks = vec![ActionMask::EMPTY; env.len()];
        env.write_masks(&mut masks).unwrap();
        Self {
            masks,
            rewards: vec![0; env.len()],
            outcomes: vec![None; env.len()],
        }
    }

    fn step(&mut self, env: &mut VecEnv, actions: &[Action]) -> Result<(), VecEnvError> {
        let out = StepBuffers {
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            outcomes: &mut self.outcomes,
        };
        env.step(actions, out)
    }

    fn draw(&self, rng: &mut Xoshiro256PlusPlus, actions: &mut [Action]) {
        for (action, mask) in actions.iter_mut().zip(&self.masks) {
            if !mask.is_empty() {
                *action = mask.nth(rng.random_range(0..mask.len())).unwrap();
            }
        }
    }
}

/// Plays single games beside an environment with auto-reset; returns how many games ended.
fn follow(rules: Rules, start: Position, seed: u64, steps: usize) -> usize {
    // Not a multiple of the number of games stepped at once.
    const GAMES: usize = COUNT + 3;
    let geometry = Arc::new(Geometry::new(rules));
    let mut env = VecEnv::from_position(Arc::clone(&geometry), GAMES, true, start);
    let mut games: Vec<Game> = (0..GAMES)
        .map(|_| Game::from_position(Arc::clone(&geometry), start))
        .collect();
    let mut buffers = Buffers::of(&env);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut actions = [Action::STOP; GAMES];
    let mut planes = [[0; PLANES]; GAMES];
    let mut ended = 0;
    if games[0].outcome().is_some() {
        assert!(buffers.masks[0].is_empty());
        return 0;
    }
    for _ in 0..steps {
        buffers.draw(&mut rng, &mut actions);
        buffers.step(&mut env, &actions).unwrap();
        env.write_planes(&mut planes).unwrap();
        for (slot, game) in games.iter_mut().enumerate() {
            game.play(actions[slot]).unwrap();
            assert_eq!(buffers.outcomes[slot], game.outcome());
            assert_eq!(
                buffers.rewards[slot],
                game.outcome()
                    .map_or(0, quirkat_rules::Outcome::white_reward)
            );
            if game.outcome().is_some() {
                ended += 1;
                game.restart(start);
            }
            assert_eq!(buffers.masks[slot], game.legal_actions());
            assert_eq!(env.position(slot), *game.position());
            let mut expected = [0; PLANES];
            write_planes(game, &mut expected);
            assert_eq!(planes[slot], expected);
        }
    }
    ended
}

#[test]
fn every_slot_plays_the_game_that_a_single_game_plays() {
    for preset in Preset::ALL {
        let ended = follow(preset.rules(), Position::START, 1, 400);
        assert!(ended > 20, "{preset}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_slot_plays_the_game_that_a_single_game_plays_over_random_rules(
        rules in random_rules(), seed: u64, into in 0usize..60
    ) {
        // From a position inside a random game, captures in progress included.
        let mut game = Game::new(Arc::new(Geometry::new(rules)));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..into {
            let legal = game.legal_actions();
            if legal.is_empty() {
                break;
            }
            game.play(legal.nth(rng.random_range(0..legal.len())).unwrap()).unwrap();
        }
        follow(rules, *game.position(), seed, 120);
    }
}

#[test]
fn a_finished_slot_has_an_empty_mask_and_steps_nowhere_until_it_is_reset() {
    let geometry = Arc::new(Geometry::new(Preset::Bell.rules()));
    let mut env = VecEnv::new(geometry, COUNT, false);
    let mut buffers = Buffers::of(&env);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut actions = [Action::STOP; COUNT];
    let mut rewarded = [0; COUNT];
    for _ in 0..200 {
        buffers.draw(&mut rng, &mut actions);
        buffers.step(&mut env, &actions).unwrap();
        for (sum, reward) in rewarded.iter_mut().zip(&buffers.rewards) {
            *sum += i32::from(*reward).abs();
        }
    }
    assert_eq!(
        rewarded, [1; COUNT],
        "each game of a set without draws is rewarded once"
    );
    assert!(buffers.masks.iter().all(ActionMask::is_empty));
    let before = env.position(3);
    buffers.step(&mut env, &[Action::STOP; COUNT]).unwrap();
    assert_eq!(env.position(3), before);
    env.reset(3);
    env.write_masks(&mut buffers.masks).unwrap();
    assert_eq!(buffers.masks[3].len(), 4);
    assert!(buffers.masks[2].is_empty());
    env.reset_all();
    env.write_masks(&mut buffers.masks).unwrap();
    assert!(buffers.masks.iter().all(|mask| mask.len() == 4));
}

#[test]
fn an_illegal_action_or_a_wrong_buffer_is_refused_and_nothing_is_stepped() {
    let geometry = Arc::new(Geometry::new(Preset::Standard.rules()));
    let mut env = VecEnv::new(geometry, 2, false);
    let mut buffers = Buffers::of(&env);
    let legal = buffers.masks[0].nth(0).unwrap();
    let error = buffers.step(&mut env, &[legal, Action::STOP]).unwrap_err();
    assert_eq!(
        error,
        VecEnvError::Illegal {
            game: 1,
            action: Action::STOP
        }
    );
    assert_eq!(env.position(0), Position::START);
    assert_eq!(
        buffers.step(&mut env, &[legal]).unwrap_err(),
        VecEnvError::Length { given: 1, games: 2 }
    );
    assert!(env.write_planes(&mut [[0; PLANES]]).is_err());
}

#[test]
fn stepping_does_not_allocate() {
    for preset in Preset::ALL {
        let geometry = Arc::new(Geometry::new(preset.rules()));
        let mut env = VecEnv::new(geometry, COUNT, true);
        let mut buffers = Buffers::of(&env);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut actions = [Action::STOP; COUNT];
        let mut planes = [[0; PLANES]; COUNT];
        let before = ALLOCATIONS.get();
        for _ in 0..500 {
            buffers.draw(&mut rng, &mut actions);
            buffers.step(&mut env, &actions).unwrap();
            env.write_planes(&mut planes).unwrap();
        }
        assert_eq!(ALLOCATIONS.get(), before, "{preset}");
    }
}
