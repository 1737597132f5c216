//! `pairs.csv`: agents of two training seeds against each other.

use crate::evaluation::LEAST_SEEDS;
use anyhow::{Result, ensure};
use quirkat_rules::Color;
use quirkat_stats::{GameResult, Interval, Pentanomial, pairs_score, student_t};
use quirkat_tables::{Fixed, Inference, MovePolicy, PairGameRow, PairRow, SeedChoice, Shortest};

/// The games between two agents, in their order.
struct Meeting<'a> {
    games: Vec<&'a PairGameRow>,
    /// White's points in each pair whose games both ended: the first player's advantage.
    sum: Pentanomial,
    /// The points of `seed_a`: strength.
    difference: Pentanomial,
    cut: u64,
}

/// A row for each two agents that met, and one over all of them for each variant.
pub(crate) fn rows(games: &[PairGameRow], level: f64) -> Result<Vec<PairRow>> {
    let mut meetings: Vec<Meeting<'_>> = Vec::new();
    let mut lists: Vec<Vec<&PairGameRow>> = Vec::new();
    for game in games {
        let same = |list: &&mut Vec<&PairGameRow>| key(list[0]) == key(game);
        match lists.iter_mut().find(same) {
            Some(list) => list.push(game),
            None => lists.push(vec![game]),
        }
    }
    for list in lists {
        meetings.push(Meeting::of(list)?);
    }
    let mut rows = Vec::new();
    let mut rest = &meetings[..];
    while let Some(first) = rest.first() {
        let variant = |meeting: &Meeting<'_>| shared(meeting.games[0]) == shared(first.games[0]);
        let count = rest.iter().take_while(|meeting| variant(meeting)).count();
        let (here, after) = rest.split_at(count);
        for meeting in here {
            rows.push(meeting.row(level)?);
        }
        rows.push(over_all(here, level)?);
        rest = after;
    }
    Ok(rows)
}

fn shared(game: &PairGameRow) -> (&str, MovePolicy, u32) {
    (&game.variant, game.move_policy, game.simulations)
}

fn key(game: &PairGameRow) -> ((&str, MovePolicy, u32), u64, u64) {
    (shared(game), game.seed_a, game.seed_b)
}

impl<'a> Meeting<'a> {
    fn of(games: Vec<&'a PairGameRow>) -> Result<Self> {
        for (number, game) in (0u64..).zip(&games) {
            ensure!(
                game.game == number,
                "pair_games.csv: {}, seeds {} and {}: game {number} is missing (found {})",
                game.variant,
                game.seed_a,
                game.seed_b,
                game.game
            );
        }
        let pairs = games.chunks_exact(2);
        let count = pairs.len() as u64;
        let whole: Vec<[(GameResult, &PairGameRow); 2]> = pairs
            .filter_map(|pair| {
                let result =
                    |game: &'a PairGameRow| Some((game.result.result_for(Color::White)?, game));
                Some([result(pair[0])?, result(pair[1])?])
            })
            .collect();
        let of_a = |(result, game): (GameResult, &PairGameRow)| {
            if game.white == game.seed_a {
                result
            } else {
                result.reversed()
            }
        };
        let sum = Pentanomial::from_results(whole.iter().map(|pair| (pair[0].0, pair[1].0)))?;
        let difference =
            Pentanomial::from_results(whole.iter().map(|pair| (of_a(pair[0]), of_a(pair[1]))))?;
        Ok(Self {
            cut: count - sum.pairs(),
            games,
            sum,
            difference,
        })
    }

    fn row(&self, level: f64) -> Result<PairRow> {
        let game = self.games[0];
        let advantage = scored(&self.sum, level)?;
        let strength = scored(&self.difference, level)?;
        Ok(PairRow {
            seed_a: SeedChoice::One(game.seed_a),
            seed_b: SeedChoice::One(game.seed_b),
            pairs: self.sum.pairs(),
            cut_pairs: self.cut,
            advantage_pp: advantage.map(|(points, _)| Fixed::new(points)),
            low: advantage.map(|(_, interval)| Fixed::new(interval.low)),
            high: advantage.map(|(_, interval)| Fixed::new(interval.high)),
            strength_pp: strength.map(|(points, _)| Fixed::new(points)),
            strength_low: strength.map(|(_, interval)| Fixed::new(interval.low)),
            strength_high: strength.map(|(_, interval)| Fixed::new(interval.high)),
            method: advantage.map(|(_, interval)| interval.method.into()),
            inference: Inference::Agents,
            ..blank(game, level)
        })
    }
}

/// No two rows share a seed, so each is one independent value.
fn over_all(meetings: &[Meeting<'_>], level: f64) -> Result<PairRow> {
    let game = meetings[0].games[0];
    let points: Vec<f64> = meetings
        .iter()
        .filter_map(|meeting| meeting.sum.score())
        .map(|score| 100.0 * (score - 0.5))
        .collect();
    let pairs: u64 = meetings.iter().map(|meeting| meeting.sum.pairs()).sum();
    let row = PairRow {
        seed_a: SeedChoice::All,
        seed_b: SeedChoice::All,
        pairs,
        cut_pairs: meetings.iter().map(|meeting| meeting.cut).sum(),
        ..blank(game, level)
    };
    let over_seeds = if points.len() >= LEAST_SEEDS {
        let estimate = student_t(&points, 0.0, level)?;
        (estimate.standard_error > 0.0).then_some(estimate)
    } else {
        None
    };
    let (inference, found) = if let Some(estimate) = over_seeds {
        let interval = estimate.interval.clamp(-50.0, 50.0);
        (Inference::Variants, Some((estimate.value, interval)))
    } else {
        let mut counts = [0u64; 5];
        for meeting in meetings {
            for (sum, count) in counts.iter_mut().zip(meeting.sum.counts()) {
                *sum += count;
            }
        }
        (
            Inference::Agents,
            scored(&Pentanomial::new(counts)?, level)?,
        )
    };
    Ok(PairRow {
        advantage_pp: found.map(|(points, _)| Fixed::new(points)),
        low: found.map(|(_, interval)| Fixed::new(interval.low)),
        high: found.map(|(_, interval)| Fixed::new(interval.high)),
        method: found.map(|(_, interval)| interval.method.into()),
        inference,
        ..row
    })
}

fn blank(game: &PairGameRow, level: f64) -> PairRow {
    PairRow {
        variant: game.variant.clone(),
        move_policy: game.move_policy,
        simulations: game.simulations,
        level: Shortest(level),
        ..PairRow::default()
    }
}

/// Percentage points above one half, with the interval over pairs.
fn scored(pairs: &Pentanomial, level: f64) -> Result<Option<(f64, Interval)>> {
    let Some(score) = pairs.score() else {
        return Ok(None);
    };
    let points = |score: f64| 100.0 * (score - 0.5);
    Ok(Some((
        points(score),
        pairs_score(pairs, level)?.map(points),
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of games in which White wins with a probability, whoever has it, and seed 1 always
    /// wins otherwise.
    fn games(white: &str, black: &str) -> Vec<PairGameRow> {
        (0..40u64)
            .map(|game| PairGameRow {
                variant: "standard".to_owned(),
                seed_a: 1,
                seed_b: 2,
                game,
                white: 1 + game % 2,
                result: if game % 2 == 0 { white } else { black }.parse().unwrap(),
                ..PairGameRow::default()
            })
            .collect()
    }

    #[test]
    fn the_sum_of_a_pair_measures_the_first_player_and_the_difference_strength() {
        // White always wins: all advantage, no strength.
        let first = &rows(&games("w", "w"), 0.95).unwrap()[0];
        assert_eq!(
            (first.advantage_pp, first.strength_pp),
            (Some(Fixed::new(50.0)), Some(Fixed::new(0.0)))
        );
        // Seed 1 always wins: no advantage, all strength.
        let strong = &rows(&games("w", "b"), 0.95).unwrap();
        assert_eq!(
            (strong[0].advantage_pp, strong[0].strength_pp),
            (Some(Fixed::new(0.0)), Some(Fixed::new(50.0)))
        );
        assert_eq!(
            (strong[1].seed_a, strong[1].strength_pp),
            (SeedChoice::All, None)
        );
        // A pair with a game that was cut has no result.
        let cut = &rows(&games("w", ""), 0.95).unwrap()[0];
        assert_eq!((cut.pairs, cut.cut_pairs, cut.advantage_pp), (0, 20, None));
    }

    #[test]
    fn a_missing_game_is_refused() {
        let mut some = games("w", "w");
        some.remove(7);
        let error = rows(&some, 0.95).unwrap_err().to_string();
        assert!(error.contains("game 7 is missing"), "{error}");
    }
}
