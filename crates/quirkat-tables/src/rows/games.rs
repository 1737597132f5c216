//! Rows of the files behind the tables: games, start positions, rules.

use crate::format::csv_row;
use crate::{EndReason, MovePolicy, RecordedResult, Setting, Side, StartSet, Table, TableError};
use quirkat_rules::Color;
use quirkat_stats::GameResult;
use quirkat_store::StoreFolder;
use serde::Deserialize;

csv_row! {
    /// A game.
    #[derive(Default, Deserialize)]
    GameRow of "games.csv" {
        /// The rule set's name.
        variant: String,
        /// Start set.
        start_set: StartSet,
        /// Move policy.
        move_policy: MovePolicy,
        /// Training seed.
        seed: u64,
        /// The network that played.
        checkpoint: String,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Its number among the games of its variant, setting and agent.
        game: u64 ["from 0"],
        /// The position it began from.
        opening: String,
        /// `w`, `b`, `d`; empty when cut.
        result: RecordedResult,
        /// `bare`, `blocked`, `repetition`, `no-capture`, `capped`.
        reason: EndReason,
        /// Its length, in moves of the notation.
        plies: usize ["plies"],
        /// Searches with a choice.
        decisions: u32 ["count"],
        /// The moves in the notation, a huff as `huff:c4`.
        moves: String,
    }
}

csv_row! {
    /// A game of the strength proxy.
    #[derive(Deserialize)]
    ProxyGameRow of "proxy_games.csv" {
        /// The rule set's name.
        variant: String,
        /// Training seed.
        seed: u64,
        /// The network that played.
        checkpoint: String,
        /// Its budget.
        simulations: u32 ["simulations"],
        /// Who it played.
        opponent: String,
        /// Its number.
        game: u64 ["from 0"],
        /// The colour of the agent: `w`, `b`.
        agent: Side,
        /// The position it began from.
        opening: String,
        /// `w`, `b`, `d`; empty when cut.
        result: RecordedResult,
        /// Why it ended.
        reason: EndReason,
        /// Its length.
        plies: usize ["plies"],
        /// The moves in the notation.
        moves: String,
    }
}

csv_row! {
    /// A start position of `openings` and `tempo`.
    #[derive(Deserialize)]
    OpeningRow of "openings.csv" {
        /// The rule set's name.
        variant: String,
        /// Names the rule switches.
        rules_hash: String ["16 hex digits"],
        /// Its number.
        opening: usize ["from 0"],
        /// The position in the notation.
        position: String,
        /// Plies of random play behind it.
        plies: u32 ["plies"],
        /// The seed of that play.
        seed: u64,
        /// How positions were chosen.
        generator: String,
    }
}

impl GameRow {
    /// The iteration of the checkpoint: `iter-0012` of `bell/iter-0012`.
    pub fn iteration(&self) -> &str {
        let checkpoint = &self.checkpoint;
        checkpoint
            .rsplit_once('/')
            .map_or(&**checkpoint, |(_, name)| name)
    }

    /// What is held fixed beside the agents.
    pub const fn setting(&self) -> Setting {
        Setting {
            start_set: self.start_set,
            move_policy: self.move_policy,
            simulations: self.simulations,
        }
    }

    /// Who moves first.
    pub fn first_mover(&self) -> Color {
        if self.opening.split(' ').nth(1) == Some("b") {
            Color::Black
        } else {
            Color::White
        }
    }

    /// The result of who moves first; `None` of a game that was cut.
    pub fn first_player_result(&self) -> Option<GameResult> {
        self.result.result_for(self.first_mover())
    }

    /// The first move in the notation; `None` of a game without one.
    pub fn first_move(&self) -> Option<&str> {
        self.moves.split_whitespace().next()
    }

    fn check(&self) -> Result<(), String> {
        let moves = self.moves.split_whitespace().count();
        if moves == self.plies {
            Ok(())
        } else {
            Err(format!("{} plies, but {moves} moves", self.plies))
        }
    }
}

/// The games of a run, each checked to be whole in itself.
///
/// # Errors
/// One line that names the file and the line.
pub fn read_games(folder: &StoreFolder) -> Result<Vec<GameRow>, TableError> {
    let Some(table) = Table::read(folder, "games.csv")? else {
        return Err(TableError::Malformed {
            path: folder.place().to_owned(),
            why: "there is no games.csv and no games.csv.gz".to_owned(),
        });
    };
    let games: Vec<GameRow> = table.values()?;
    for (game, row) in games.iter().zip(table.rows()) {
        game.check().map_err(|why| row.refused(why))?;
    }
    Ok(games)
}

impl ProxyGameRow {
    /// The agent's result; `None` when the game was cut.
    pub fn agent_result(&self) -> Option<GameResult> {
        self.result.result_for(self.agent.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_table;

    fn game(number: u64) -> GameRow {
        GameRow {
            variant: "standard".to_owned(),
            game: number,
            result: RecordedResult::White,
            plies: 2,
            moves: "d2-c3 b4-c3".to_owned(),
            ..GameRow::default()
        }
    }

    #[test]
    fn a_table_reads_back_plain_and_compressed_and_only_one_of_both_is_left() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = StoreFolder::local(temporary.path());
        let games = [game(0), game(1)];
        for compress in [true, false, true] {
            let name = write_table(&folder, "games.csv", &games, compress).unwrap();
            assert_eq!(name == "games.csv.gz", compress);
            assert_eq!(read_games(&folder).unwrap(), games);
            assert_eq!(folder.list().unwrap(), [name]);
        }
    }

    #[test]
    fn a_damaged_table_is_refused_with_its_line() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = StoreFolder::local(temporary.path());
        write_table(&folder, "games.csv", &[game(0), game(1)], false).unwrap();
        let whole = folder.get("games.csv").unwrap().unwrap();
        let whole = String::from_utf8(whole).unwrap();
        for (text, parts) in [
            (
                whole[..whole.len() - 20].to_owned(),
                &["line 3", "breaks off"][..],
            ),
            (
                whole[..whole.len() - 1].to_owned(),
                &["line 3", "breaks off"],
            ),
            (whole.replacen(",w,", ",x,", 1), &["line 2", "`x`"]),
            (
                whole.replacen(",2,", ",3,", 1),
                &["line 2", "3 plies", "2 moves"],
            ),
            (
                whole.replacen(",2,", ",two,", 1),
                &["line 2", "invalid digit"],
            ),
            (whole.replacen("moves", "move", 1), &["line 1", "`moves`"]),
            (String::new(), &["empty"]),
        ] {
            folder.put("games.csv", text.as_bytes()).unwrap();
            let error = read_games(&folder).unwrap_err().to_string();
            assert!(
                error.contains("games.csv") && !error.contains('\n'),
                "{error}"
            );
            for part in parts {
                assert!(error.contains(part), "`{part}` in {error}");
            }
        }
    }
}
