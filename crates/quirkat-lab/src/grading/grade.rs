use super::position::{GradedPosition, STRATA};
use anyhow::{Context, Result};
use quirkat_play::{Agent, Block, Counters, PlannedGame, Seed, play_block};
use quirkat_rules::Move;
use quirkat_stats::wilson;
use quirkat_tables::{Fixed, GradeRow, MovePolicy, Preserved, ShareMethod, Shortest};
use quirkat_variant::Variant;
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// Positions and how agents are asked about them.
pub struct Grader<'a> {
    /// The rule set.
    pub variant: &'a Variant,
    /// Positions in which the choice matters.
    pub positions: &'a [GradedPosition],
    /// Level of intervals.
    pub level: f64,
    /// The place of the random streams.
    pub seed: Seed,
}

/// Positions that one thread asks about in lockstep.
const PER_BLOCK: usize = 32;

/// One position's result.
struct Mark {
    kept: f64,
    loss: Option<f64>,
}

impl Grader<'_> {
    /// Grades an agent by one whole move in every position, chosen greedily, with no history. A
    /// random mover needs no draw: its marks are expectations.
    ///
    /// # Errors
    /// When stopped, or when a perfect player does not know a position.
    pub fn grade(
        &self,
        agent: &str,
        simulations: Option<u32>,
        mind: &Agent,
        stop: &AtomicBool,
    ) -> Result<Vec<GradeRow>> {
        let expected = matches!(mind, Agent::Random);
        let marks = if expected {
            self.positions.iter().map(expectation).collect()
        } else {
            self.ask(agent, simulations, mind, stop)?
        };
        let mut rows = Vec::new();
        for stratum in self.strata() {
            let inside = self.positions.iter().zip(&marks);
            let marks: Vec<&Mark> = inside
                .filter(|(graded, _)| stratum == "all" || graded.stratum == stratum)
                .map(|(_, mark)| mark)
                .collect();
            let count = marks.len();
            let kept: f64 = marks.iter().map(|mark| mark.kept).sum();
            let losses: Option<f64> = marks.iter().map(|mark| mark.loss).sum();
            let interval = if expected || count == 0 {
                None
            } else {
                Some(wilson(kept as u64, count as u64, self.level)?)
            };
            rows.push(GradeRow {
                agent: agent.to_owned(),
                ruleset: self.variant.name.clone(),
                stratum,
                simulations,
                positions: count,
                preserved: if expected {
                    Preserved::Expected(Fixed::new(kept))
                } else {
                    Preserved::Counted(kept as u64)
                },
                share: Fixed::new(kept / count.max(1) as f64),
                share_low: interval.map(|interval| Fixed::new(interval.low)),
                share_high: interval.map(|interval| Fixed::new(interval.high)),
                mean_value_error: losses.map(|sum| Fixed::new(sum / count.max(1) as f64)),
                level: interval.map(|_| Shortest(self.level)),
                method: interval.map_or(ShareMethod::Expectation, |interval| {
                    ShareMethod::Interval(interval.method)
                }),
            });
        }
        Ok(rows)
    }

    /// The share of all positions whose value a searching agent keeps.
    ///
    /// # Errors
    /// As [`Self::grade`].
    pub fn share(
        &self,
        agent: &str,
        simulations: Option<u32>,
        mind: &Agent,
        stop: &AtomicBool,
    ) -> Result<f64> {
        let kept = self.count(agent, simulations, mind, stop)?;
        Ok(kept as f64 / self.positions.len().max(1) as f64)
    }

    /// The number of all positions whose value a searching agent keeps.
    ///
    /// # Errors
    /// As [`Self::grade`].
    pub fn count(
        &self,
        agent: &str,
        simulations: Option<u32>,
        mind: &Agent,
        stop: &AtomicBool,
    ) -> Result<u64> {
        let marks = self.ask(agent, simulations, mind, stop)?;
        Ok(marks.iter().filter(|mark| mark.kept > 0.0).count() as u64)
    }

    /// The strata that have positions, the named ones first, and all together.
    fn strata(&self) -> Vec<String> {
        let mut strata: Vec<String> = STRATA.map(str::to_owned).to_vec();
        for graded in self.positions {
            if !strata.contains(&graded.stratum) {
                strata.push(graded.stratum.clone());
            }
        }
        strata.retain(|stratum| {
            self.positions
                .iter()
                .any(|graded| graded.stratum == *stratum)
        });
        if strata.len() > 1 {
            strata.push("all".to_owned());
        }
        strata
    }

    fn ask(
        &self,
        agent: &str,
        simulations: Option<u32>,
        mind: &Agent,
        stop: &AtomicBool,
    ) -> Result<Vec<Mark>> {
        let minds = std::slice::from_ref(mind);
        let seed = self
            .seed
            .named(agent)
            .numbered(u64::from(simulations.unwrap_or(0)));
        let jobs: Vec<PlannedGame> = self
            .positions
            .iter()
            .zip(0..)
            .map(|(graded, number)| PlannedGame {
                number,
                start: graded.position,
                seats: [0, 0],
            })
            .collect();
        let blocks: Vec<Vec<Option<Move>>> = jobs
            .par_chunks(PER_BLOCK)
            .map(|jobs| {
                let block = Block {
                    geometry: &self.variant.geometry,
                    minds,
                    jobs,
                    move_policy: MovePolicy::Greedy,
                    // One whole move.
                    max_plies: 1,
                    in_play: PER_BLOCK,
                    keep_targets: false,
                    seed: &seed,
                };
                let games = play_block(&block, &Counters::default(), stop)?;
                Ok(games
                    .iter()
                    .map(|game| game.moves.first().copied())
                    .collect())
            })
            .collect::<Result<_>>()?;
        let chosen = blocks.into_iter().flatten();
        let marked = self.positions.iter().zip(chosen).map(|(graded, chosen)| {
            let chosen = chosen.with_context(|| format!("no move in `{}`", graded.position))?;
            let found = graded.moves.iter().find(|(played, _)| *played == chosen);
            let (_, value) = found
                .with_context(|| format!("`{chosen}` in `{}` is not listed", graded.position))?;
            Ok(Mark {
                kept: f64::from(u8::from(*value == Some(graded.value))),
                loss: graded.loss(*value),
            })
        });
        marked.collect()
    }
}

/// What a move drawn uniformly keeps and loses on the average.
fn expectation(graded: &GradedPosition) -> Mark {
    let count = graded.moves.len() as f64;
    let kept = graded
        .moves
        .iter()
        .filter(|(_, value)| *value == Some(graded.value));
    let losses: Option<f64> = graded
        .moves
        .iter()
        .map(|(_, value)| graded.loss(*value))
        .sum();
    Mark {
        kept: kept.count() as f64 / count,
        loss: losses.map(|sum| sum / count),
    }
}
