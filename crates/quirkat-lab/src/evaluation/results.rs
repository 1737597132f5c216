//! What the games of one agent in one setting say.

use anyhow::{Result, bail};
use quirkat_rules::Color;
use quirkat_stats::{GameResult, Interval, Pentanomial, Tally, pairs_score, trinomial_score};
use quirkat_tables::{GameRow, RecordedResult, StartSet};

/// Results in the units of the start set: games, or for `tempo` pairs of a position and its twin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Results {
    /// The first player's results.
    Games(Tally),
    /// The mover's results; a pair with a game that was cut has none.
    Pairs {
        ended: Pentanomial,
        /// All pairs, the games that were cut given to White.
        to_white: Pentanomial,
        /// All pairs, the games that were cut given to Black.
        to_black: Pentanomial,
    },
}

impl Results {
    /// Of games in the order of their numbers.
    pub(crate) fn of(games: &[&GameRow]) -> Result<Self> {
        match games.first() {
            Some(game) if game.start_set == StartSet::Tempo => Self::of_pairs(games),
            _ => {
                let (mut results, mut capped) = ([0; 3], 0);
                for game in games {
                    match game.first_player_result() {
                        Some(GameResult::Win) => results[0] += 1,
                        Some(GameResult::Draw) => results[1] += 1,
                        Some(GameResult::Loss) => results[2] += 1,
                        None => capped += 1,
                    }
                }
                let [wins, draws, losses] = results;
                let ended = Tally::new(wins, draws, losses)?;
                Ok(Self::Games(ended.with_capped(capped)?))
            }
        }
    }

    fn of_pairs(games: &[&GameRow]) -> Result<Self> {
        // A cut game is a win of White or of Black, whoever is the mover.
        let pairs = |cut: Option<Color>| {
            let results = games.chunks_exact(2).filter_map(|pair| {
                Some((mover_result(pair[0], cut)?, mover_result(pair[1], cut)?))
            });
            Pentanomial::from_results(results)
        };
        Ok(Self::Pairs {
            ended: pairs(None)?,
            to_white: pairs(Some(Color::White))?,
            to_black: pairs(Some(Color::Black))?,
        })
    }

    /// The score of who moves first in the start of each game, over what ended, from 0 to 1.
    pub(crate) fn score(&self) -> Option<f64> {
        match self {
            Self::Games(tally) => tally.score(),
            Self::Pairs { ended, .. } => ended.score(),
        }
    }

    /// The score with its interval over repeated games of this agent, `None` when nothing ended.
    pub(crate) fn interval(&self, level: f64) -> Result<Option<(f64, Interval)>> {
        let Some(score) = self.score() else {
            return Ok(None);
        };
        let interval = match self {
            Self::Games(tally) => trinomial_score(tally, level)?,
            Self::Pairs { ended, .. } => pairs_score(ended, level)?,
        };
        Ok(Some((score, interval)))
    }

    /// The score with all games that were cut given to the second player, and to the first; for pairs, to
    /// Black and to White.
    pub(crate) fn bounds(&self) -> Option<(f64, f64)> {
        match self {
            Self::Games(tally) => tally.score_bounds(),
            Self::Pairs {
                to_white, to_black, ..
            } => Some((to_black.score()?, to_white.score()?)),
        }
    }

    /// The units of several agents together.
    pub(crate) fn merged(all: &[Self]) -> Result<Option<Self>> {
        let Some((first, rest)) = all.split_first() else {
            return Ok(None);
        };
        let mut sum = *first;
        for results in rest {
            sum = match (sum, results) {
                (Self::Games(a), Self::Games(b)) => Self::Games(a.merged(b)?),
                (
                    Self::Pairs {
                        ended,
                        to_white,
                        to_black,
                    },
                    Self::Pairs {
                        ended: e,
                        to_white: w,
                        to_black: b,
                    },
                ) => Self::Pairs {
                    ended: add(ended, *e)?,
                    to_white: add(to_white, *w)?,
                    to_black: add(to_black, *b)?,
                },
                _ => bail!("pairs and single games cannot be counted together"),
            };
        }
        Ok(Some(sum))
    }

    /// The first player's counts, where the unit is the game.
    pub(crate) fn tally(&self) -> Option<Tally> {
        match self {
            Self::Games(tally) => Some(*tally),
            Self::Pairs { .. } => None,
        }
    }

    /// The score of each unit.
    pub(crate) fn values(&self) -> Vec<f64> {
        let repeated = |value: f64, count: u64| std::iter::repeat_n(value, count as usize);
        match self {
            Self::Games(tally) => repeated(1.0, tally.wins())
                .chain(repeated(0.5, tally.draws()))
                .chain(repeated(0.0, tally.losses()))
                .collect(),
            Self::Pairs { ended, .. } => (0u8..)
                .zip(ended.counts())
                .flat_map(|(quarters, count)| repeated(f64::from(quarters) / 4.0, count))
                .collect(),
        }
    }
}

fn add(a: Pentanomial, b: Pentanomial) -> Result<Pentanomial> {
    let (a, b) = (a.counts(), b.counts());
    Ok(Pentanomial::new(std::array::from_fn(|i| a[i] + b[i]))?)
}

/// The result of who moves first; `cut` is who gets a game that was cut.
fn mover_result(game: &GameRow, cut: Option<Color>) -> Option<GameResult> {
    let result = match (game.result, cut) {
        (RecordedResult::Cut, Some(winner)) => RecordedResult::of_winner(Some(winner)),
        (result, _) => result,
    };
    result.result_for(game.first_mover())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(start_set: StartSet, result: &str, turn: &str) -> GameRow {
        GameRow {
            start_set,
            result: result.parse().unwrap(),
            opening: format!("5/5/5/5/5 {turn}"),
            ..GameRow::default()
        }
    }

    fn results(games: &[GameRow]) -> Results {
        Results::of(&games.iter().collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn cut_games_are_in_no_score_but_in_the_bounds() {
        let all = results(&["w", "d", "", "b"].map(|result| game(StartSet::Initial, result, "w")));
        assert_eq!(all.score(), Some(0.5));
        assert_eq!(all.bounds(), Some((0.375, 0.625)));
        assert_eq!(all.values(), [1.0, 0.5, 0.0]);
    }

    #[test]
    fn the_first_player_is_who_moves_first_in_the_start() {
        let game = |result, turn| game(StartSet::Given, result, turn);
        let all = results(&[
            game("w", "b"),
            game("b", "b"),
            game("b", "b"),
            game("w", "w"),
        ]);
        assert_eq!(all.score(), Some(0.75));
    }

    #[test]
    fn tempo_counts_whole_pairs_for_the_mover() {
        let pairs = [
            game(StartSet::Tempo, "w", "w"),
            game(StartSet::Tempo, "d", "w"),
            game(StartSet::Tempo, "b", "b"),
            game(StartSet::Tempo, "b", "b"),
            game(StartSet::Tempo, "w", "w"),
            game(StartSet::Tempo, "", "w"),
        ];
        let all = results(&pairs);
        assert_eq!(all.score(), Some(0.875));
        assert_eq!(all.bounds(), Some((2.25 / 3.0, 2.75 / 3.0)));
        assert_eq!(all.values(), [0.75, 1.0]);
        let twice = Results::merged(&[all, all]).unwrap().unwrap();
        assert_eq!(twice.score(), all.score());
    }
}
