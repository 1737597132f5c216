use super::block::{Counters, GameBlock, PlannedGame};
use super::lockstep::play_part;
use crate::error::PlayError;
use crate::played::PlayedGame;
use crate::stop::{Halt, Stopped};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Plays blocks on the threads of rayon's pool at hand, the first ones first, and hands over the
/// games of each as soon as they are played, with the block's index, on the thread that played them.
/// A break ends the work; what is still in play is dropped.
///
/// # Errors
/// The error of the first block, in their order, that fails or whose games `hand_over` refuses: the
/// blocks behind it are dropped, those before it are played to their end, so that no race decides.
/// (A failing external engine ends everything at once.) [`PlayError::Stopped`] when `stop` is raised.
pub fn play_blocks<E: From<PlayError> + Send>(
    blocks: &[GameBlock<'_>],
    counters: &Counters,
    stop: &AtomicBool,
    hand_over: impl Fn(usize, Vec<PlayedGame>) -> Result<ControlFlow<()>, E> + Sync,
) -> Result<(), E> {
    // Blocks from this index on are not needed.
    let end = AtomicUsize::new(usize::MAX);
    let (broken, stopped) = (AtomicBool::new(false), AtomicBool::new(false));
    let failure: Mutex<Option<(usize, E)>> = Mutex::new(None);
    let fail = |index: usize, error: E| {
        let mut first = failure.lock().unwrap_or_else(PoisonError::into_inner);
        if first.as_ref().is_none_or(|(other, _)| index < *other) {
            *first = Some((index, error));
        }
    };
    let play = |index: usize, block: &GameBlock<'_>| {
        let halt = Halt::part(stop, index, &end);
        if halt.raised() {
            stopped.store(true, Ordering::Relaxed);
            return;
        }
        match play_part(block, counters, &halt) {
            Ok(games) => match hand_over(index, games) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => {
                    broken.store(true, Ordering::Relaxed);
                    end.store(0, Ordering::Relaxed);
                }
                Err(error) => {
                    end.fetch_min(index, Ordering::Relaxed);
                    fail(index, error);
                }
            },
            Err(error) if error.is_stop() => stopped.store(true, Ordering::Relaxed),
            Err(error) => {
                let at_once = matches!(error, PlayError::External(_));
                end.fetch_min(if at_once { 0 } else { index }, Ordering::Relaxed);
                fail(index, error.into());
            }
        }
    };
    // First in, first out: what is read in order comes early, and a run that is killed has whole
    // blocks of its beginning.
    rayon::scope_fifo(|scope| {
        for (index, block) in blocks.iter().enumerate() {
            let play = &play;
            scope.spawn_fifo(move |_| play(index, block));
        }
    });
    if broken.into_inner() {
        return Ok(());
    }
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    match failure {
        Some((_, error)) => Err(error),
        None if stopped.into_inner() => Err(PlayError::Stopped(Stopped).into()),
        None => Ok(()),
    }
}

/// Plays the games of a plan in blocks of at most `per_block` on the threads of rayon's pool at hand
/// and returns them in order. Neither threads nor their number change the result, external engines
/// excepted.
///
/// # Errors
/// As for [`play_blocks`].
pub fn play_games(
    plan: &GameBlock<'_>,
    per_block: usize,
    counters: &Counters,
    stop: &AtomicBool,
) -> Result<Vec<PlayedGame>, PlayError> {
    play_until(plan, per_block, counters, stop, |_| false)
}

/// Plays the games of a plan until there are enough: `enough` sees the games of one block after the
/// other, in the order of the plan, and none after it has returned `true`. Returns the games that it
/// has seen, so that neither threads nor their number change where play ends.
///
/// # Errors
/// As for [`play_blocks`].
pub fn play_until(
    plan: &GameBlock<'_>,
    per_block: usize,
    counters: &Counters,
    stop: &AtomicBool,
    enough: impl FnMut(&[PlayedGame]) -> bool + Send,
) -> Result<Vec<PlayedGame>, PlayError> {
    let blocks: Vec<GameBlock<'_>> = plan
        .games
        .chunks(per_block.max(1))
        .map(|games: &[PlannedGame]| GameBlock { games, ..*plan })
        .collect();
    let in_order = Mutex::new(InOrder {
        waiting: blocks.iter().map(|_| None).collect(),
        next: 0,
        games: Vec::with_capacity(plan.games.len()),
        enough,
    });
    play_blocks(&blocks, counters, stop, |index, games| {
        let mut in_order = in_order.lock().unwrap_or_else(PoisonError::into_inner);
        Ok::<_, PlayError>(in_order.add(index, games))
    })?;
    let in_order = in_order.into_inner();
    Ok(in_order.unwrap_or_else(PoisonError::into_inner).games)
}

/// Brings the games of blocks into the order of their plan.
struct InOrder<F> {
    /// Blocks that others before them keep waiting.
    waiting: Vec<Option<Vec<PlayedGame>>>,
    next: usize,
    games: Vec<PlayedGame>,
    enough: F,
}

impl<F: FnMut(&[PlayedGame]) -> bool> InOrder<F> {
    fn add(&mut self, index: usize, games: Vec<PlayedGame>) -> ControlFlow<()> {
        self.waiting[index] = Some(games);
        while let Some(games) = self.waiting.get_mut(self.next).and_then(Option::take) {
            let enough = (self.enough)(&games);
            self.games.extend(games);
            self.next += 1;
            if enough {
                // Nothing follows: a block that comes later finds its place beyond all others.
                self.next = self.waiting.len();
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Agent;
    use crate::seed::Seed;
    use crate::threads::on_threads;
    use quirkat_rules::{Geometry, Position, Preset};
    use quirkat_solver::ExactSource;
    use std::sync::Arc;

    fn planned(count: u64) -> Vec<PlannedGame> {
        let game = |number| PlannedGame {
            number,
            start: Position::START,
            seats: [0, 0],
        };
        (0..count).map(game).collect()
    }

    /// Random games, of which those with these numbers begin with a player who knows nothing.
    fn with_plan<T>(count: u64, failing: &[u64], work: impl FnOnce(&GameBlock<'_>) -> T) -> T {
        let rules = Preset::Standard.rules();
        let lost = Agent::Perfect {
            source: Arc::new(ExactSource::new(&rules, None, Vec::new())),
            fallback: None,
        };
        let mut games = planned(count);
        for &number in failing {
            games[number as usize].seats = [1, 0];
        }
        work(&GameBlock {
            geometry: &Arc::new(Geometry::new(rules)),
            agents: &[Agent::Random, lost],
            games: &games,
            max_plies: 60,
            in_play: 4,
            keep_targets: false,
            seed: &Seed::new(5),
        })
    }

    #[test]
    fn neither_threads_nor_blocks_change_the_games_or_their_order() {
        with_plan(50, &[], |plan| {
            let play = |threads, per_block| {
                let (counters, stop) = (Counters::default(), AtomicBool::new(false));
                let games = on_threads(threads, || play_games(plan, per_block, &counters, &stop));
                assert_eq!(counters.games.into_inner(), 50);
                games.unwrap().unwrap()
            };
            let expected = play(1, 50);
            let numbers: Vec<u64> = expected.iter().map(|game| game.number).collect();
            assert_eq!(numbers, (0..50).collect::<Vec<_>>());
            for (threads, per_block) in [(1, 7), (2, 7), (3, 1), (2, 0)] {
                assert_eq!(play(threads, per_block), expected, "{threads} {per_block}");
            }
        });
    }

    #[test]
    fn play_ends_behind_the_same_block_with_any_threads() {
        with_plan(60, &[], |plan| {
            let play = |threads| {
                let (counters, stop) = (Counters::default(), AtomicBool::new(false));
                let mut plies = 0;
                let mut enough = |games: &[PlayedGame]| {
                    plies += games.iter().map(|game| game.moves.len()).sum::<usize>();
                    plies > 500
                };
                on_threads(threads, || {
                    play_until(plan, 4, &counters, &stop, &mut enough)
                })
                .unwrap()
                .unwrap()
            };
            let expected = play(1);
            assert!((4..60).contains(&expected.len()), "{}", expected.len());
            assert_eq!(expected.len() % 4, 0);
            for threads in [2, 3, 4] {
                assert_eq!(play(threads), expected);
            }
        });
    }

    #[test]
    fn the_first_block_that_fails_is_told_and_none_behind_the_end_can_fail() {
        with_plan(40, &[23, 37], |plan| {
            for threads in [1, 3] {
                let (counters, stop) = (Counters::default(), AtomicBool::new(false));
                let mut seen = 0;
                let mut count = |games: &[PlayedGame]| {
                    seen += games.len();
                    false
                };
                let played = on_threads(threads, || {
                    play_until(plan, 4, &counters, &stop, &mut count)
                });
                let error = played.unwrap().unwrap_err();
                assert_eq!(error, PlayError::Undefined(Position::START));
                // The blocks before it are whole.
                assert_eq!(seen, 20);
                let mut seen = 0;
                let mut enough = |games: &[PlayedGame]| {
                    seen += games.len();
                    seen >= 16
                };
                let played = on_threads(threads, || {
                    play_until(plan, 4, &counters, &stop, &mut enough)
                });
                assert_eq!(played.unwrap().unwrap().len(), 16);
            }
        });
    }

    #[test]
    fn what_takes_the_games_can_refuse_them() {
        #[derive(Debug, PartialEq)]
        enum Refusal {
            Play(PlayError),
            Block(usize),
        }
        impl From<PlayError> for Refusal {
            fn from(error: PlayError) -> Self {
                Self::Play(error)
            }
        }
        with_plan(12, &[], |plan| {
            let blocks: Vec<GameBlock<'_>> = plan
                .games
                .chunks(3)
                .map(|games| GameBlock { games, ..*plan })
                .collect();
            let (counters, stop) = (Counters::default(), AtomicBool::new(false));
            let refused = play_blocks(&blocks, &counters, &stop, |index, games| {
                assert_eq!(games[0].number, 3 * index as u64);
                if index >= 2 {
                    Err(Refusal::Block(index))
                } else {
                    Ok(ControlFlow::Continue(()))
                }
            });
            assert_eq!(refused, Err(Refusal::Block(2)));
            stop.store(true, Ordering::Relaxed);
            let stopped = play_blocks(&blocks, &counters, &stop, |index, _| {
                Err(Refusal::Block(index))
            });
            assert_eq!(stopped, Err(Refusal::Play(PlayError::Stopped(Stopped))));
        });
    }
}
