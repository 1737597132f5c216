use quirkat_mcts::{Wdl, WhiteWdl};
use quirkat_net::Sample;
use quirkat_play::PlayedGame;
use quirkat_rules::{Game, PLANES, write_planes};
use quirkat_variant::Variant;
use std::collections::VecDeque;
use std::sync::Arc;

/// The positions of the last iterations, to learn from.
#[derive(Debug, Default)]
pub(crate) struct Window {
    /// Iterations with their positions, oldest first.
    iterations: VecDeque<(u32, Vec<Sample>)>,
}

impl Window {
    pub(crate) fn holds(&self, iteration: u32) -> bool {
        self.iterations.iter().any(|&(held, _)| held == iteration)
    }

    /// Adds the positions of an iteration, newer than all held.
    pub(crate) fn push(&mut self, iteration: u32, samples: Vec<Sample>) {
        self.iterations.push_back((iteration, samples));
    }

    pub(crate) fn drop_before(&mut self, iteration: u32) {
        while self
            .iterations
            .front()
            .is_some_and(|&(held, _)| held < iteration)
        {
            self.iterations.pop_front();
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.iterations
            .iter()
            .map(|(_, samples)| samples.len())
            .sum()
    }

    pub(crate) fn newest(&self) -> usize {
        self.iterations
            .back()
            .map_or(0, |(_, samples)| samples.len())
    }

    /// The position with this index, counted from the oldest.
    pub(crate) fn get(&self, mut index: usize) -> &Sample {
        for (_, samples) in &self.iterations {
            if index < samples.len() {
                return &samples[index];
            }
            index -= samples.len();
        }
        panic!("the window is shorter")
    }
}

/// The positions of games that were kept to learn from. The value target mixes the game's result
/// with the search's own value; a game without a result counts with the latter alone.
pub(crate) fn samples(
    variant: &Variant,
    games: &[PlayedGame],
    search_value_share: f32,
) -> Vec<Sample> {
    let mut samples = Vec::new();
    for played in games {
        let mut game = Game::from_position(Arc::clone(&variant.geometry), played.start);
        let mut targets = played.targets.iter().peekable();
        for (at, &action) in played.actions.iter().enumerate() {
            if let Some(target) = targets.next_if(|target| target.at as usize == at) {
                let mut planes = [0; PLANES];
                write_planes(&game, &mut planes);
                let wdl = match played.outcome {
                    Some(outcome) => {
                        let result = WhiteWdl::from(outcome).for_mover(game.turn());
                        mix(result, target.value, search_value_share)
                    }
                    None => target.value,
                };
                samples.push(Sample {
                    planes,
                    policy: target.policy.clone(),
                    wdl,
                });
            }
            game.play_legal(action);
        }
    }
    samples
}

fn mix(result: Wdl, searched: Wdl, share: f32) -> Wdl {
    let blend = |a: f32, b: f32| (1.0 - share) * a + share * b;
    Wdl {
        win: blend(result.win, searched.win),
        draw: blend(result.draw, searched.draw),
        loss: blend(result.loss, searched.loss),
    }
}
