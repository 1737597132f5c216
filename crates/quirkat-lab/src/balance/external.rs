//! Games from elsewhere, by the same statistics.

use super::design::{BOOTSTRAP, Design};
use super::raw::RawData;
use super::tables::BalanceTables;
use anyhow::{Context, Error, Result, bail, ensure};
use quirkat_record::{Format, write_games};
use quirkat_tables::{
    EndReason, GameRow, MovePolicy, RecordedResult, RulesRow, StartSet, Table, YesNo,
};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// How games from elsewhere are read.
#[derive(Clone, Debug)]
pub struct ExternalGames<'a> {
    /// A CSV with a header, plain or `.gz`, with the columns `variant` and `result` and others as in
    /// `games.csv`; or a PDN file, whose tags become columns. Moves are not checked: `quirkat convert`
    /// does that.
    pub path: &'a Path,
    /// Rows in which a column has another value are left out.
    pub only: &'a [(String, String)],
    /// Level of intervals.
    pub level: f64,
    /// Percentage points that do not matter.
    pub margin: f64,
}

/// The word for what a table does not tell.
const GIVEN: &str = "given";

/// Columns that say what is measured; rows that differ in them are never compared.
const SETTING: [&str; 4] = ["start_set", "move_policy", "simulations", "checkpoint"];

impl ExternalGames<'_> {
    /// The tables of these games.
    ///
    /// # Errors
    /// One line that names the file and the line or the column.
    pub fn tables(&self) -> Result<(BalanceTables, Design)> {
        let pdn = self.path.extension();
        let table = if pdn.is_some_and(|extension| extension.eq_ignore_ascii_case("pdn")) {
            let games = quirkat_record::read_games(self.path)?;
            let text = write_games(&games, Format::Csv);
            Table::parse_foreign(self.path, text.as_bytes())?
        } else {
            Table::read_foreign(self.path)?
        };
        self.count(&table)
    }

    fn count(&self, table: &Table) -> Result<(BalanceTables, Design)> {
        for needed in ["variant", "result"] {
            ensure!(
                table.has(needed),
                "{}: line 1: there is no column `{needed}`; needed are variant and result, known are {}",
                self.path.display(),
                KNOWN.join(", ")
            );
        }
        for (column, _) in self.only {
            ensure!(
                table.has(column),
                "--where {column}: there is no such column"
            );
        }
        let mut games: Vec<GameRow> = Vec::new();
        let mut hashes: BTreeMap<String, String> = BTreeMap::new();
        let mut numbers: HashMap<(String, u64), u64> = HashMap::new();
        for row in table.rows() {
            let left_out = |(column, value): &(String, String)| row.text(column) != value;
            if self.only.iter().any(left_out) {
                continue;
            }
            let field = |name: &str| table.has(name).then(|| row.text(name));
            let mut game = game_of(&field).map_err(|error| row.refused(format!("{error:#}")))?;
            let number = numbers
                .entry((game.variant.clone(), game.seed))
                .or_default();
            game.game = *number;
            *number += 1;
            let hash = row.text("rules_hash");
            let known = hashes
                .entry(game.variant.clone())
                .or_insert_with(|| hash.to_owned());
            if known != hash {
                return Err(row
                    .refused(format!(
                        "`{}` was played under rules {hash}, before under {known}; one name for two games",
                        game.variant
                    ))
                    .into());
            }
            games.push(game);
        }
        ensure!(!games.is_empty(), "{}: no games", self.path.display());
        one_setting(&games).with_context(|| self.path.display().to_string())?;
        let rules = hashes.into_iter().map(|(variant, rules_hash)| RulesRow {
            variant,
            rules_hash,
            trained: YesNo(true),
            start: quirkat_rules::Position::START.to_string(),
            ..RulesRow::default()
        });
        let first = &games[0];
        let design = Design {
            level: self.level,
            margin: self.margin,
            primary: first.setting(),
            shared: false,
            last: first.iteration().to_owned(),
            proxy_opponent: String::new(),
            complete: false,
            bootstrap: BOOTSTRAP,
            seed: 1,
            rules: rules.collect(),
        };
        let raw = RawData {
            games,
            ..RawData::default()
        };
        Ok((BalanceTables::of(&raw, &design)?, design))
    }
}

/// Columns with a meaning.
const KNOWN: [&str; 12] = [
    "variant",
    "result",
    "seed",
    "start_set",
    "move_policy",
    "simulations",
    "checkpoint",
    "opening",
    "plies",
    "decisions",
    "moves",
    "rules_hash",
];

fn game_of<'r>(field: &impl Fn(&str) -> Option<&'r str>) -> Result<GameRow> {
    let text = |name: &str| field(name).unwrap_or_default().trim().to_owned();
    let number = |name: &str| -> Result<u64> {
        match field(name).unwrap_or_default().trim() {
            "" => Ok(0),
            digits => digits
                .parse()
                .with_context(|| format!("{name}: `{digits}` is no number")),
        }
    };
    let start_set = match &*text("start_set") {
        "" | GIVEN => StartSet::Given,
        named => named.parse().map_err(Error::msg)?,
    };
    let move_policy = match &*text("move_policy") {
        "" | GIVEN => MovePolicy::Given,
        named => named.parse().map_err(Error::msg)?,
    };
    let result = match &*text("result") {
        "1-0" | "W" | "white" => RecordedResult::White,
        "0-1" | "B" | "black" => RecordedResult::Black,
        "1/2-1/2" | "D" | "draw" => RecordedResult::Draw,
        "*" => RecordedResult::Cut,
        letter => letter.parse().map_err(Error::msg)?,
    };
    let variant = text("variant");
    ensure!(!variant.is_empty(), "variant: empty");
    let moves = text("moves");
    let counted = moves.split_whitespace().count();
    let plies = match field("plies") {
        Some(_) => number("plies")? as usize,
        None => counted,
    };
    if field("moves").is_some() && field("plies").is_some() {
        ensure!(plies == counted, "{plies} plies, but {counted} moves");
    }
    Ok(GameRow {
        variant,
        start_set,
        move_policy,
        seed: number("seed")?,
        checkpoint: text("checkpoint"),
        simulations: u32::try_from(number("simulations")?).context("simulations")?,
        game: 0,
        opening: text("opening"),
        result,
        reason: EndReason::Unknown,
        plies,
        decisions: u32::try_from(number("decisions")?).context("decisions")?,
        moves,
    })
}

/// Refuses rows that measure different things.
fn one_setting(games: &[GameRow]) -> Result<()> {
    let values = |column: &str| -> Vec<String> {
        let mut values: Vec<String> = games
            .iter()
            .map(|game| match column {
                "start_set" => game.start_set.to_string(),
                "move_policy" => game.move_policy.to_string(),
                "checkpoint" => game.iteration().to_owned(),
                _ => game.simulations.to_string(),
            })
            .collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    for column in SETTING {
        let found = values(column);
        if found.len() > 1 {
            bail!(
                "rows differ in `{column}` ({}); they measure different things and are never compared; choose one with \
                 --where {column}={}",
                found.join(", "),
                found[0]
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_stats::Verdict;
    use quirkat_tables::{Inference, VerdictField};

    fn tables(text: &str, only: &[(String, String)]) -> Result<(BalanceTables, Design)> {
        let path = Path::new("mine.csv");
        let games = ExternalGames {
            path,
            only,
            level: 0.95,
            margin: 2.0,
        };
        games.count(&Table::parse_foreign(path, text.as_bytes())?)
    }

    #[test]
    fn two_columns_are_enough_and_people_need_no_seed() {
        // White 4781, draws 182, Black 3463: people on BrainKing.
        let mut text = String::from("\u{feff}variant,result\n");
        for (result, count) in [("1-0", 4781), ("1/2-1/2", 182), ("b", 3463)] {
            text.push_str(&format!("people,{result}\n").repeat(count));
        }
        let (tables, _) = tables(&text, &[]).unwrap();
        let row = &tables.variants[0];
        assert_eq!((row.games, row.seeds), (8426, 1));
        assert_eq!(row.inference, Inference::Agents);
        assert_eq!(
            (row.start_set, row.move_policy),
            (StartSet::Given, MovePolicy::Given)
        );
        assert!((row.advantage_pp.unwrap().value() - 7.82).abs() < 0.01);
        assert_eq!(row.verdict, VerdictField(Verdict::FirstPlayerFavoured));
    }

    #[test]
    fn games_of_a_pdn_file_count_like_those_of_a_table() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.pdn");
        let game = |result: &str| {
            format!("[Variant \"standard\"]\n[Result \"{result}\"]\n\n1. c2-c3 {result}\n\n")
        };
        std::fs::write(&path, game("1-0").repeat(3) + &game("0-1") + &game("*")).unwrap();
        let outside = ExternalGames {
            path: &path,
            only: &[],
            level: 0.95,
            margin: 2.0,
        };
        let row = &outside.tables().unwrap().0.variants[0];
        assert_eq!((row.white_wins, row.black_wins, row.capped), (3, 1, 1));
    }

    #[test]
    fn rows_that_measure_different_things_are_refused_unless_one_is_chosen() {
        let text = "variant,move_policy,result\nx,greedy,w\nx,sampled:1:8,b\n";
        let error = format!("{:#}", tables(text, &[]).unwrap_err());
        for part in [
            "`move_policy`",
            "greedy, sampled:1:8",
            "--where move_policy=greedy",
        ] {
            assert!(error.contains(part), "{error}");
        }
        let only = [("move_policy".to_owned(), "greedy".to_owned())];
        assert_eq!(tables(text, &only).unwrap().0.variants[0].games, 1);
    }

    #[test]
    fn bad_rows_are_refused_by_line_and_column() {
        for (text, parts) in [
            ("", &["mine.csv", "empty"][..]),
            ("variant\nx\n", &["`result`"]),
            ("variant,result\n", &["no games"]),
            ("variant,result\nx,w\nx,y\n", &["line 3", "`y`"]),
            (
                "variant,result\nx,w\nx\n",
                &["line 3", "1 fields where the header has 2"],
            ),
            (
                "variant,result,seed\nx,w,one\n",
                &["line 2", "seed", "`one`"],
            ),
            ("variant,result\n,w\n", &["line 2", "variant"]),
            (
                "variant,result,start_set\nx,w,middle\n",
                &["line 2", "`middle`", "initial, openings, tempo"],
            ),
            (
                "variant,result,rules_hash\nx,w,1\nx,w,2\n",
                &["line 3", "rules 2", "under 1"],
            ),
            (
                "variant,result,plies,moves\nx,w,2,d2-c3\n",
                &["line 2", "2 plies", "1 moves"],
            ),
        ] {
            let error = format!("{:#}", tables(text, &[]).unwrap_err());
            for part in parts {
                assert!(error.contains(part), "`{part}` in {error}");
            }
        }
    }
}
