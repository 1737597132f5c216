use anyhow::{Context, Result, bail, ensure};
use quirkat_rules::{Move, Position};
use quirkat_solver::Value;
use quirkat_tables::{CsvRow, csv_text};
use quirkat_variant::Variant;
use serde::Serialize;
use std::collections::HashMap;

/// The strata by men and kings on the board.
pub const STRATA: [&str; 3] = ["3-5", "6-8", "9-24"];

/// The stratum of a number of men and kings.
pub const fn stratum_of(men: u32) -> &'static str {
    match men {
        ..=5 => STRATA[0],
        6..=8 => STRATA[1],
        _ => STRATA[2],
    }
}

/// A position whose exact value is known, and which of its moves keep it.
#[derive(Clone, Debug, PartialEq)]
pub struct GradedPosition {
    /// The position.
    pub position: Position,
    /// Its value for the side to move.
    pub value: Value,
    /// Every legal move with its value for the side that makes it; `None` is less than the
    /// position's value, but not known how much.
    pub moves: Vec<(Move, Option<Value>)>,
    /// The stratum that it counts in.
    pub stratum: String,
}

impl GradedPosition {
    /// From the values of all moves.
    pub fn of(position: Position, values: &[(Move, Value)]) -> Option<Self> {
        let (own, opp) = position.counts();
        Some(Self {
            position,
            value: values.iter().map(|(_, value)| *value).max()?,
            moves: values
                .iter()
                .map(|(played, value)| (*played, Some(*value)))
                .collect(),
            stratum: stratum_of(own + opp).to_owned(),
        })
    }

    /// Whether the choice matters: there is something to keep, and a move that gives it away.
    pub fn matters(&self) -> bool {
        self.value != Value::Loss
            && self
                .moves
                .iter()
                .any(|(_, value)| *value != Some(self.value))
    }

    /// Fills in the values of moves that are not known, where `look` knows them.
    ///
    /// # Errors
    /// When it contradicts what is known.
    pub fn complete(
        &mut self,
        look: impl FnOnce(&Position) -> Option<Vec<(Move, Value)>>,
    ) -> Result<()> {
        if self.moves.iter().all(|(_, value)| value.is_some()) {
            return Ok(());
        }
        let Some(values) = look(&self.position) else {
            return Ok(());
        };
        for ((played, known), (_, value)) in self.moves.iter_mut().zip(values) {
            let agrees = match *known {
                Some(known) => known == value,
                None => value < self.value,
            };
            ensure!(
                agrees,
                "`{played}` in `{}` is a {value}, which is not what the file of positions says",
                self.position
            );
            *known = Some(value);
        }
        Ok(())
    }

    /// What a move loses: 1 from win to loss, half as much for one step. `None` when its value is
    /// not known.
    pub fn loss(&self, value: Option<Value>) -> Option<f64> {
        let points = |value| match value {
            Value::Win => 1.0,
            Value::Draw => 0.5,
            Value::Loss => 0.0,
        };
        Some(points(self.value) - points(value?))
    }
}

#[derive(Serialize)]
struct PositionRow {
    ruleset: String,
    fen: String,
    men: u32,
    value: Value,
    best: String,
    stratum: String,
    moves: String,
}

impl CsvRow for PositionRow {
    const COLUMNS: &'static [&'static str] =
        &["ruleset", "fen", "men", "value", "best", "stratum", "moves"];
}

/// The positions as CSV: `best` has the moves that keep the value, `moves` the others with theirs,
/// as `a1-a2:loss`.
///
/// # Errors
/// Only when memory fails.
pub fn write_positions(ruleset: &str, positions: &[GradedPosition]) -> Result<Vec<u8>> {
    let rows: Vec<PositionRow> = positions
        .iter()
        .map(|graded| {
            let (own, opp) = graded.position.counts();
            let mut best = Vec::new();
            let mut others = Vec::new();
            for (played, value) in &graded.moves {
                match value {
                    Some(value) if *value == graded.value => best.push(played.token()),
                    Some(value) => others.push(format!("{}:{value}", played.token())),
                    None => {}
                }
            }
            best.sort_unstable();
            others.sort_unstable();
            PositionRow {
                ruleset: ruleset.to_owned(),
                fen: graded.position.to_string(),
                men: own + opp,
                value: graded.value,
                best: best.join(" "),
                stratum: graded.stratum.clone(),
                moves: others.join(" "),
            }
        })
        .collect();
    Ok(csv_text(&rows)?)
}

/// Reads positions of one rule set: columns `ruleset`, `fen`, `value`, `best`, and, where there
/// are such, `stratum` and `moves`.
///
/// # Errors
/// One line that names the row and what is wrong with it.
pub fn read_positions(text: &str, variant: &Variant) -> Result<Vec<GradedPosition>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().context("no header")?.clone();
    for needed in ["ruleset", "fen", "value", "best"] {
        ensure!(
            header.iter().any(|column| column == needed),
            "no column `{needed}`"
        );
    }
    let mut positions = Vec::new();
    for (number, record) in reader.records().enumerate() {
        let row = || format!("line {}", number + 2);
        let record = record.with_context(row)?;
        let field = |name: &str| {
            let at = header.iter().position(|column| column == name)?;
            record.get(at)
        };
        let ruleset = field("ruleset").unwrap_or_default();
        ensure!(
            ruleset == variant.name,
            "{}: rule set `{ruleset}`, asked for is `{}`",
            row(),
            variant.name
        );
        positions.push(read_row(variant, &field).with_context(row)?);
    }
    Ok(positions)
}

fn read_row<'a>(
    variant: &Variant,
    field: &impl Fn(&str) -> Option<&'a str>,
) -> Result<GradedPosition> {
    let text = field("fen").unwrap_or_default();
    let position = Position::parse(text, &variant.geometry).context("fen")?;
    let value = value_of(field("value").unwrap_or_default()).context("value")?;
    let mut known: HashMap<&str, Value> = HashMap::new();
    for word in field("best").unwrap_or_default().split_whitespace() {
        known.insert(word, value);
    }
    for word in field("moves").unwrap_or_default().split_whitespace() {
        let (played, worth) = word
            .rsplit_once(':')
            .with_context(|| format!("moves: `{word}` is not MOVE:VALUE"))?;
        known.insert(played, value_of(worth).context("moves")?);
    }
    let mut moves = Vec::new();
    for (played, _) in position.moves(&variant.geometry) {
        moves.push((played, known.remove(&*played.token())));
    }
    if let Some(word) = known.keys().min() {
        bail!("`{word}` is no legal move of `{position}`");
    }
    ensure!(
        moves.iter().any(|(_, worth)| *worth == Some(value)),
        "no move of `{position}` keeps its value"
    );
    let (own, opp) = position.counts();
    let stratum = field("stratum").filter(|stratum| !stratum.is_empty());
    Ok(GradedPosition {
        position,
        value,
        moves,
        stratum: stratum.unwrap_or(stratum_of(own + opp)).to_owned(),
    })
}

fn value_of(word: &str) -> Result<Value> {
    Ok(match word {
        "win" => Value::Win,
        "draw" => Value::Draw,
        "loss" => Value::Loss,
        _ => bail!("`{word}` is no value; allowed are win, draw, loss"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::Rules;

    const TEXT: &str = "ruleset,fen,men,value,best,stratum,moves
standard,5/b4/1w1b1/5/5 b,3,win,a4-a3 d3-d2,3-5,d3-e3:draw
";

    fn read(text: &str) -> Result<Vec<GradedPosition>> {
        read_positions(text, &Variant::new("standard", Rules::STANDARD))
    }

    #[test]
    fn positions_are_read_with_what_is_known_of_their_moves() {
        let [graded] = &read(TEXT).unwrap()[..] else {
            panic!("one position");
        };
        assert_eq!((graded.value, &*graded.stratum), (Value::Win, "3-5"));
        assert!(graded.matters());
        let worth = |token: &str| {
            let found = graded
                .moves
                .iter()
                .find(|(played, _)| played.token() == token);
            found.unwrap().1
        };
        assert_eq!(worth("a4-a3"), Some(Value::Win));
        assert_eq!(graded.loss(worth("d3-e3")), Some(0.5));
        assert_eq!(graded.loss(worth("d3-c3")), None);
        let written = write_positions("standard", std::slice::from_ref(graded)).unwrap();
        assert_eq!(
            read(std::str::from_utf8(&written).unwrap()).unwrap()[0],
            *graded
        );
    }

    #[test]
    fn bad_rows_are_refused_by_line_and_field() {
        for (from, to, parts) in [
            ("win", "won", &["line 2", "`won`"][..]),
            ("a4-a3", "a4-a5", &["line 2", "`a4-a5`"]),
            ("standard", "bell", &["line 2", "`bell`"]),
            ("5/b4", "6/b4", &["line 2", "fen"]),
            ("best", "worst", &["`best`"]),
            (":draw", "-draw", &["line 2", "moves"]),
        ] {
            let error = read(&TEXT.replacen(from, to, 1)).unwrap_err();
            let error = format!("{error:#}");
            for part in parts {
                assert!(error.contains(part), "{error}");
            }
        }
    }
}
