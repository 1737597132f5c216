use super::error::clipped;
use super::switches::read_switches;
use super::tag::{is_unknown, snake, tag};
use super::{Place, RecordFault, RecordedGame, RecordedMove, RecordedResult};
use std::collections::HashSet;

type Fault = (Place, RecordFault);

/// What a column holds.
enum Column {
    Variant,
    Rules,
    Start,
    Result,
    Reason,
    Moves,
    Nothing,
    Tag(String),
}

/// The games of a CSV, a row each. `fen`, `ruleset` and `termination` are other names of
/// `opening`, `variant` and `reason`.
pub(super) fn read_table(content: &[u8]) -> Result<Vec<RecordedGame>, Fault> {
    let mut reader = csv::Reader::from_reader(content);
    let header = reader.headers().map_err(|error| broken(&error, 0))?;
    let top = Place {
        line: 1,
        ..Place::default()
    };
    let columns = columns(header).map_err(|fault| (top, fault))?;
    let mut games = Vec::new();
    for record in reader.records() {
        let number = games.len() + 1;
        let record = record.map_err(|error| broken(&error, number))?;
        let place = Place {
            line: record.position().map_or(0, csv::Position::line),
            game: number,
            ply: None,
        };
        let mut game = RecordedGame {
            place,
            ..RecordedGame::default()
        };
        for (column, cell) in columns.iter().zip(&record) {
            game.fill(column, cell).map_err(|fault| (place, fault))?;
        }
        game.settle_plies().map_err(|fault| (place, fault))?;
        games.push(game);
    }
    Ok(games)
}

fn columns(header: &csv::StringRecord) -> Result<Vec<Column>, RecordFault> {
    let mut seen = HashSet::new();
    let mut columns = Vec::new();
    for (i, name) in header.iter().enumerate() {
        let mut key = snake(name);
        if key.is_empty() {
            key = format!("column{}", i + 1);
        }
        let (canonical, column) = match key.as_str() {
            "variant" | "ruleset" => ("variant", Column::Variant),
            "rules" => ("rules", Column::Rules),
            "opening" | "fen" => ("opening", Column::Start),
            "result" => ("result", Column::Result),
            "reason" | "termination" => ("reason", Column::Reason),
            "moves" => ("moves", Column::Moves),
            "set_up" => ("set_up", Column::Nothing),
            other => (other, Column::Tag(tag(other))),
        };
        if !seen.insert(canonical.to_owned()) {
            return Err(RecordFault::Twice(clipped(name)));
        }
        columns.push(column);
    }
    if !seen.contains("result") && !seen.contains("moves") {
        let whole = header.get(0).filter(|_| header.len() == 1);
        let separated = |by: char| whole.is_some_and(|whole| whole.contains(by));
        return Err(if separated(';') {
            RecordFault::Separator("`;`")
        } else if separated('\t') {
            RecordFault::Separator("tabs")
        } else {
            RecordFault::NoGames
        });
    }
    Ok(columns)
}

impl RecordedGame {
    fn fill(&mut self, column: &Column, cell: &str) -> Result<(), RecordFault> {
        if cell.is_empty() {
            return Ok(());
        }
        match column {
            Column::Nothing => {}
            Column::Variant => self.variant = Some(cell.to_owned()),
            Column::Rules => self.rules = Some(read_switches(cell)?),
            Column::Start => {
                let start = quirkat_rules::Position::START.to_string();
                self.start = (cell != start).then(|| cell.to_owned());
            }
            Column::Reason => self.reason = Some(cell.to_owned()),
            Column::Result => self.result = result(cell)?,
            Column::Moves => {
                for word in cell.split_whitespace() {
                    self.moves.push(RecordedMove::read(word)?);
                }
            }
            Column::Tag(name) if is_unknown(&snake(name), cell) => {}
            Column::Tag(name) => self.tags.push((name.clone(), cell.to_owned())),
        }
        Ok(())
    }
}

fn result(text: &str) -> Result<Option<RecordedResult>, RecordFault> {
    Ok(Some(match text {
        "w" => RecordedResult::White,
        "b" => RecordedResult::Black,
        "d" => RecordedResult::Draw,
        _ => return RecordedResult::read(text),
    }))
}

/// The table itself is malformed.
fn broken(error: &csv::Error, game: usize) -> Fault {
    let position = match error.kind() {
        csv::ErrorKind::Utf8 { pos, .. } | csv::ErrorKind::UnequalLengths { pos, .. } => {
            pos.as_ref()
        }
        _ => error.position(),
    };
    let place = Place {
        line: position.map_or(1, csv::Position::line),
        game,
        ply: None,
    };
    let fault = match error.kind() {
        csv::ErrorKind::Utf8 { .. } => RecordFault::NotUtf8,
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => RecordFault::Table(format!("{len} fields, but the header has {expected_len}")),
        _ => RecordFault::Table(error.to_string().replace('\n', " ")),
    };
    (place, fault)
}
