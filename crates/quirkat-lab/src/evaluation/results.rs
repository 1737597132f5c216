//! What the games of one agent in one cell say.

use anyhow::{Result, bail};
use quirkat_stats::{GameResult, Interval, Pentanomial, Tally, pairs_score, trinomial_score};
use quirkat_tables::GameRow;
use std::collections::HashSet;

/// The start set whose unit is a pair of games.
const TEMPO: &str = "tempo";

/// Results in the units of the start set: games, or for `tempo` pairs of a position and its twin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Results {
    /// White's results.
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
            Some(game) if game.start_set == TEMPO => Self::of_pairs(games),
            _ => {
                let counts = Counts::of(games);
                Ok(Self::Games(counts.tally()?))
            }
        }
    }

    fn of_pairs(games: &[&GameRow]) -> Result<Self> {
        // A cut game is a win of White or of Black, whoever is the mover.
        let pairs = |cut: Option<char>| {
            let results = games.chunks_exact(2).filter_map(|pair| {
                Some((mover_result(pair[0], cut)?, mover_result(pair[1], cut)?))
            });
            Pentanomial::from_results(results)
        };
        Ok(Self::Pairs {
            ended: pairs(None)?,
            to_white: pairs(Some('w'))?,
            to_black: pairs(Some('b'))?,
        })
    }

    /// White's score (for `tempo` the mover's) over what ended, from 0 to 1.
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

    /// The score with all games that were cut given to Black, and to White.
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

    /// White's counts, where the unit is the game.
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

/// White's result by the letter of a CSV; `cut` is who gets a game that was cut.
fn mover_result(game: &GameRow, cut: Option<char>) -> Option<GameResult> {
    let white = match game.result.chars().next().or(cut)? {
        'w' => GameResult::Win,
        'b' => GameResult::Loss,
        _ => GameResult::Draw,
    };
    Some(if game.black_moves_first() {
        white.reversed()
    } else {
        white
    })
}

/// Counts of a set of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) white: u64,
    pub(crate) draws: u64,
    pub(crate) black: u64,
    pub(crate) capped: u64,
    pub(crate) plies: u64,
    pub(crate) decisions: u64,
    /// Different games: start and moves.
    pub(crate) unique: u64,
}

impl Counts {
    pub(crate) fn of(games: &[&GameRow]) -> Self {
        let mut counts = Self::default();
        let mut seen = HashSet::new();
        for game in games {
            match &*game.result {
                "w" => counts.white += 1,
                "b" => counts.black += 1,
                "d" => counts.draws += 1,
                _ => counts.capped += 1,
            }
            counts.plies += game.plies as u64;
            counts.decisions += u64::from(game.decisions);
            counts.unique += u64::from(seen.insert((&*game.opening, &*game.moves)));
        }
        counts
    }

    pub(crate) fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.capped
    }

    fn tally(&self) -> Result<Tally> {
        let ended = Tally::new(self.white, self.draws, self.black)?;
        Ok(ended.with_capped(self.capped)?)
    }

    /// Share of the games that ended which did not end drawn.
    pub(crate) fn decisive_share(&self) -> Option<f64> {
        ratio(self.white + self.black, self.games() - self.capped)
    }

    /// Share of the games that ended which ended drawn.
    pub(crate) fn draw_share(&self) -> Option<f64> {
        ratio(self.draws, self.games() - self.capped)
    }

    pub(crate) fn mean_plies(&self) -> Option<f64> {
        ratio(self.plies, self.games())
    }

    pub(crate) fn decisions_per_ply(&self) -> Option<f64> {
        ratio(self.decisions, self.plies)
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(start_set: &str, result: &str, turn: &str) -> GameRow {
        GameRow {
            start_set: start_set.to_owned(),
            result: result.to_owned(),
            opening: format!("5/5/5/5/5 {turn}"),
            ..GameRow::default()
        }
    }

    fn results(games: &[GameRow]) -> Results {
        Results::of(&games.iter().collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn cut_games_are_in_no_score_but_in_the_bounds() {
        let all = results(&["w", "d", "", "b"].map(|result| game("initial", result, "w")));
        assert_eq!(all.score(), Some(0.5));
        assert_eq!(all.bounds(), Some((0.375, 0.625)));
        assert_eq!(all.values(), [1.0, 0.5, 0.0]);
    }

    #[test]
    fn tempo_counts_whole_pairs_for_the_mover() {
        let pairs = [
            game("tempo", "w", "w"),
            game("tempo", "d", "w"),
            game("tempo", "b", "b"),
            game("tempo", "b", "b"),
            game("tempo", "w", "w"),
            game("tempo", "", "w"),
        ];
        let all = results(&pairs);
        assert_eq!(all.score(), Some(0.875));
        assert_eq!(all.bounds(), Some((2.25 / 3.0, 2.75 / 3.0)));
        assert_eq!(all.values(), [0.75, 1.0]);
        let twice = Results::merged(&[all, all]).unwrap().unwrap();
        assert_eq!(twice.score(), all.score());
    }
}
