use crate::{GameRow, RecordedResult};
use std::collections::HashSet;
use std::hash::Hash;

/// Counts of a set of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
    /// Cut by the length limit.
    pub capped: u64,
    /// Moves of the notation.
    pub plies: u64,
    /// Searches with a choice.
    pub decisions: u64,
    /// Different games: start and moves.
    pub unique: u64,
}

/// A game as it is counted; `line` is its start and moves.
#[derive(Clone, Copy, Debug)]
pub struct CountedGame<L> {
    /// How it ended.
    pub result: RecordedResult,
    /// Moves of the notation.
    pub plies: usize,
    /// Searches with a choice.
    pub decisions: u32,
    /// What makes it a different game.
    pub line: L,
}

impl GameCounts {
    /// Of these games.
    pub fn of<L: Hash + Eq>(games: impl IntoIterator<Item = CountedGame<L>>) -> Self {
        let mut counts = Self::default();
        let mut seen = HashSet::new();
        for game in games {
            match game.result {
                RecordedResult::White => counts.white += 1,
                RecordedResult::Black => counts.black += 1,
                RecordedResult::Draw => counts.draws += 1,
                RecordedResult::Cut => counts.capped += 1,
            }
            counts.plies += game.plies as u64;
            counts.decisions += u64::from(game.decisions);
            counts.unique += u64::from(seen.insert(game.line));
        }
        counts
    }

    /// Of rows of `games.csv`.
    pub fn of_rows(games: &[&GameRow]) -> Self {
        Self::of(games.iter().map(|game| CountedGame {
            result: game.result,
            plies: game.plies,
            decisions: game.decisions,
            line: (&*game.opening, &*game.moves),
        }))
    }

    /// All of them.
    pub const fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.capped
    }

    /// Those that were not cut.
    pub const fn ended(&self) -> u64 {
        self.white + self.draws + self.black
    }

    /// White's score in the games that ended, from 0 to 1; `None` when none did.
    pub fn score(&self) -> Option<f64> {
        let ended = self.ended();
        (ended > 0).then(|| (self.white as f64 + self.draws as f64 / 2.0) / ended as f64)
    }

    /// Share of the games that ended which had a winner.
    pub fn decisive_share(&self) -> Option<f64> {
        ratio(self.white + self.black, self.ended())
    }

    /// Share of the games that ended which were drawn.
    pub fn draw_share(&self) -> Option<f64> {
        ratio(self.draws, self.ended())
    }

    /// Moves of the notation a game.
    pub fn mean_plies(&self) -> Option<f64> {
        ratio(self.plies, self.games())
    }

    /// Searches with a choice a ply.
    pub fn decisions_per_ply(&self) -> Option<f64> {
        ratio(self.decisions, self.plies)
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_games_are_in_no_score_and_equal_games_count_once() {
        let game = |result: RecordedResult, line: u8| CountedGame {
            result,
            plies: 10,
            decisions: 4,
            line,
        };
        let counts = GameCounts::of([
            game(RecordedResult::White, 1),
            game(RecordedResult::White, 1),
            game(RecordedResult::Draw, 2),
            game(RecordedResult::Cut, 3),
        ]);
        assert_eq!((counts.games(), counts.ended(), counts.unique), (4, 3, 3));
        assert_eq!(counts.score(), Some(2.5 / 3.0));
        assert_eq!(counts.decisive_share(), Some(2.0 / 3.0));
        assert_eq!(counts.decisions_per_ply(), Some(0.4));
        assert_eq!(GameCounts::default().score(), None);
    }
}
