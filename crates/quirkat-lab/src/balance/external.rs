//! Games from elsewhere, by the same statistics.

use super::design::{BOOTSTRAP, Design};
use super::raw::RawData;
use super::repeated::Repeated;
use super::tables::BalanceTables;
use anyhow::{Context, Error, Result, bail, ensure};
use quirkat_play::twin;
use quirkat_record::{Format, RecordedGame, RuleBook, check_games, parse_games};
use quirkat_rules::{Geometry, Position, Preset};
use quirkat_tables::{
    EndReason, GameRow, MovePolicy, RecordedResult, RulesRow, StartSet, YesNo, read_unpacked,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

/// How games from elsewhere are read.
#[derive(Clone, Debug)]
pub struct ExternalGames<'a> {
    /// A CSV with a header, plain or `.gz`, with the columns `variant` and `result` and others as in
    /// `games.csv`; or a PDN file, whose tags become columns. Games with moves are replayed, and refused
    /// where they are not as their rules say.
    pub path: &'a Path,
    /// The rule sets beside the presets.
    pub rules: RuleBook,
    /// Games in which a column has another value are left out.
    pub only: &'a [(String, String)],
    /// Level of intervals.
    pub level: f64,
    /// Percentage points that do not matter.
    pub margin: f64,
}

/// The word for what a table does not tell.
const GIVEN: &str = "given";

/// Columns that say what is measured; games that differ in them are never compared.
const SETTING: [&str; 4] = ["start_set", "move_policy", "simulations", "checkpoint"];

/// A million long games are smaller.
const LARGEST_FILE: u64 = 256 << 20;

impl ExternalGames<'_> {
    /// The tables of these games.
    ///
    /// # Errors
    /// One line that names the file, and the line, the game or the column.
    pub fn tables(&self) -> Result<(BalanceTables, Design)> {
        let content = read_unpacked(self.path, LARGEST_FILE)?;
        let mut name = self.path.to_owned();
        if name.extension().is_some_and(|extension| extension == "gz") {
            name.set_extension("");
        }
        let pdn = name.extension();
        let pdn = pdn.is_some_and(|extension| {
            extension.eq_ignore_ascii_case("pdn") || extension.eq_ignore_ascii_case("pgn")
        });
        self.count(&content, if pdn { Format::Pdn } else { Format::Csv })
    }

    fn shown(&self) -> String {
        self.path.display().to_string()
    }

    fn count(&self, content: &[u8], format: Format) -> Result<(BalanceTables, Design)> {
        let mut recorded = parse_games(content, format, &self.shown())?;
        for (column, _) in self.only {
            ensure!(
                recorded.iter().any(|game| game.field(column).is_some()),
                "--where {column}: there is no such column, or it is empty"
            );
        }
        recorded.retain(|game| {
            let same = |(column, value): &(String, String)| {
                game.field(column).unwrap_or_default() == **value
            };
            self.only.iter().all(same)
        });
        ensure!(
            !recorded.is_empty(),
            "{}: no game is left by --where",
            self.shown()
        );
        let mut book = self.rules.clone();
        let mut games: Vec<GameRow> = Vec::new();
        let mut rules: BTreeMap<String, RuleSet> = BTreeMap::new();
        for game in &mut recorded {
            let place = game.place;
            let at = || format!("{}, {place}", self.shown());
            let hash = self.check(game, &mut book)?;
            let row = game_of(game).with_context(at)?;
            let start = row.opening.clone();
            let known = rules.entry(row.variant.clone()).or_insert_with(|| RuleSet {
                hash: hash.clone(),
                start: Some(start.clone()),
            });
            ensure!(
                known.hash == hash,
                "{}: `{}` was played under rules {hash}, before under {}; one name for two games",
                at(),
                row.variant,
                known.hash
            );
            if known.start.as_ref() != Some(&start) {
                known.start = None;
            }
            games.push(row);
        }
        one_setting(&games).with_context(|| self.shown())?;
        self.number(&recorded, &mut games)?;
        self.pairs(&recorded, &games)?;
        let repeated = Repeated::of(&games);
        let rules = rules.into_iter().map(|(variant, set)| RulesRow {
            variant,
            rules_hash: set.hash,
            trained: YesNo(true),
            // Games from several positions are about none.
            start: set.start.unwrap_or_default(),
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
            repeated,
        };
        let raw = RawData {
            games,
            ..RawData::default()
        };
        Ok((BalanceTables::of(&raw, &design)?, design))
    }

    /// Replays a game where its rules are known, and gives their hash. Results alone need no rules.
    fn check(&self, game: &mut RecordedGame, book: &mut RuleBook) -> Result<String> {
        let known = game.rules.is_some() || book.find(game).is_ok();
        let named = game.variant.clone().unwrap_or_default();
        if !known && game.moves.is_empty() && named.parse::<Preset>().is_err() {
            return Ok(game.field("rules_hash").unwrap_or_default().into_owned());
        }
        check_games(std::slice::from_mut(game), book, &self.shown())?;
        Ok(book.find(game)?.rules_hash())
    }

    /// Numbers the games of each agent: by their column `game`, or else in the order of the file.
    fn number(&self, recorded: &[RecordedGame], games: &mut [GameRow]) -> Result<()> {
        let named = recorded.iter().filter(|game| game.field("game").is_some());
        let named = named.count();
        ensure!(
            named == 0 || named == recorded.len(),
            "{}: some games have a number in the column `game` and some have none",
            self.shown()
        );
        let mut seen: HashMap<(String, u64, String), BTreeSet<u64>> = HashMap::new();
        for (row, game) in games.iter_mut().zip(recorded) {
            let of = (row.variant.clone(), row.seed, row.checkpoint.clone());
            let numbers = seen.entry(of).or_default();
            row.game = if named == 0 {
                numbers.len() as u64
            } else {
                number(game, "game")?
            };
            ensure!(
                numbers.insert(row.game),
                "{}, {}: game {} of `{}` is there twice",
                self.shown(),
                game.place,
                row.game,
                row.variant
            );
        }
        if self.only.is_empty() && named > 0 {
            games.sort_by(|a, b| {
                let key = |row: &GameRow| (row.variant.clone(), row.seed, row.game);
                key(a).cmp(&key(b))
            });
        }
        Ok(())
    }

    /// Games of `tempo` are pairs of a position and its twin, by their numbers.
    fn pairs(&self, recorded: &[RecordedGame], games: &[GameRow]) -> Result<()> {
        if games[0].start_set != StartSet::Tempo {
            return Ok(());
        }
        let mut openings: HashMap<(&str, u64, &str, u64), &str> = HashMap::new();
        for row in games {
            let key = (&*row.variant, row.seed, &*row.checkpoint, row.game);
            openings.insert(key, &row.opening);
        }
        let board = Geometry::new(Preset::ALL[0].rules());
        let same_board = |a: &str, b: &str| {
            let read = |text: &str| Position::parse(text, &board).ok();
            matches!((read(a), read(b)), (Some(a), Some(b)) if twin(&a) == b)
        };
        for row in games.iter().filter(|row| row.game.is_multiple_of(2)) {
            let other = (&*row.variant, row.seed, &*row.checkpoint, row.game + 1);
            let paired = openings.get(&other);
            ensure!(
                paired.is_some_and(|opening| same_board(&row.opening, opening)),
                "{}: games {} and {} of `{}` are no pair of a position and its twin, which the start set `tempo` needs                  ({} games)",
                self.shown(),
                row.game,
                row.game + 1,
                row.variant,
                recorded.len()
            );
        }
        Ok(())
    }
}

/// What the games of a name have in common.
struct RuleSet {
    /// Empty where nothing tells it.
    hash: String,
    /// Where all begin.
    start: Option<String>,
}

fn number(game: &RecordedGame, name: &str) -> Result<u64> {
    match game.field(name).unwrap_or_default().trim() {
        "" => Ok(0),
        digits => digits
            .parse()
            .with_context(|| format!("{name}: `{}` is no number", clipped(digits))),
    }
}

/// Enough of a text to find it.
fn clipped(text: &str) -> String {
    text.chars().take(40).collect()
}

fn game_of(game: &RecordedGame) -> Result<GameRow> {
    let text = |name: &str| {
        let field = game.field(name).unwrap_or_default();
        field.trim().to_owned()
    };
    let start_set = match &*text("start_set") {
        "" | GIVEN => StartSet::Given,
        named => named.parse().map_err(Error::msg)?,
    };
    let move_policy = match &*text("move_policy") {
        "" | GIVEN => MovePolicy::Given,
        named => named.parse().map_err(Error::msg)?,
    };
    let result = match game.result {
        Some(quirkat_record::RecordedResult::White) => RecordedResult::White,
        Some(quirkat_record::RecordedResult::Draw) => RecordedResult::Draw,
        Some(quirkat_record::RecordedResult::Black) => RecordedResult::Black,
        None => RecordedResult::Cut,
    };
    let variant = text("variant");
    ensure!(!variant.is_empty(), "variant: empty");
    let whole = |name: &str| -> Result<u32> {
        u32::try_from(number(game, name)?).with_context(|| format!("{name}: too large"))
    };
    let moves: Vec<String> = game
        .moves
        .iter()
        .map(|recorded| recorded.played.token())
        .collect();
    let start = game.start.clone();
    Ok(GameRow {
        variant,
        start_set,
        move_policy,
        seed: number(game, "seed")?,
        checkpoint: text("checkpoint"),
        simulations: whole("simulations")?,
        game: 0,
        opening: start.unwrap_or_else(|| Position::START.to_string()),
        result,
        reason: EndReason::Unknown,
        plies: number(game, "plies")? as usize,
        decisions: whole("decisions")?,
        moves: moves.join(" "),
    })
}

/// Refuses games that measure different things.
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
#[path = "external_tests.rs"]
mod tests;
