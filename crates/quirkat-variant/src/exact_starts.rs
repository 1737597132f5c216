//! Exact values of the start and of its first moves, where they are known. `quirkat exact verify` checks
//! the certificates behind them.

use quirkat_rules::Position;
use std::collections::HashMap;
use std::sync::OnceLock;

/// What was proved, by the hash of the rule switches.
const PUBLISHED: &str = include_str!("../data/exact_starts.csv");

/// The word for a value that nobody has proved.
pub const UNKNOWN: &str = "unknown";

/// Values of one rule set from the game's own start, for White.
#[derive(Clone, Debug, Default)]
struct Values {
    start: String,
    /// By the order of the table's columns.
    moves: Vec<(String, String)>,
}

/// White's result with best play from `start`: `win`, `draw`, `loss`, a bound, or `unknown`.
pub fn exact_start(rules_hash: &str, start: &str) -> &'static str {
    values(rules_hash, start).map_or(UNKNOWN, |values| &*values.start)
}

/// The same after a first move.
pub fn exact_move(rules_hash: &str, start: &str, played: &str) -> &'static str {
    let moves = exact_moves(rules_hash, start);
    let found = moves.iter().find(|(name, _)| name == played);
    found.map_or(UNKNOWN, |(_, value)| value)
}

/// The first moves with White's result after each; none where nobody asked.
pub fn exact_moves(rules_hash: &str, start: &str) -> &'static [(String, String)] {
    values(rules_hash, start).map_or(&[], |values| &values.moves)
}

fn values(rules_hash: &str, start: &str) -> Option<&'static Values> {
    static ALL: OnceLock<HashMap<String, Values>> = OnceLock::new();
    if start != Position::START.to_string() {
        return None;
    }
    ALL.get_or_init(|| read(PUBLISHED)).get(rules_hash)
}

/// Rows with a `rules_hash`; columns that are named by a move hold its value.
fn read(text: &str) -> HashMap<String, Values> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().cloned().unwrap_or_default();
    let mut all = HashMap::new();
    for record in reader.records().flatten() {
        let mut values = Values::default();
        let mut hash = String::new();
        for (column, field) in header.iter().zip(&record) {
            match column {
                "rules_hash" => field.clone_into(&mut hash),
                "value" => field.clone_into(&mut values.start),
                column if is_move(column) => {
                    values.moves.push((column.to_owned(), field.to_owned()));
                }
                _ => {}
            }
        }
        all.insert(hash, values);
    }
    all
}

/// `d2-c3`, `a1xc3`.
fn is_move(text: &str) -> bool {
    let point = |at: usize| {
        let bytes = text.as_bytes();
        matches!(bytes.get(at), Some(b'a'..=b'e')) && matches!(bytes.get(at + 1), Some(b'1'..=b'5'))
    };
    text.len() == 5 && point(0) && point(3) && matches!(text.as_bytes()[2], b'-' | b'x')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use quirkat_rules::Preset;

    #[test]
    fn every_named_rule_set_is_in_the_published_values_and_its_best_move_has_the_value_of_the_start()
     {
        let start = Position::START.to_string();
        let mut known = 0;
        for preset in Preset::ALL {
            let variant = Variant::new(preset.name(), preset.rules());
            let hash = variant.rules_hash();
            assert!(values(&hash, &start).is_some(), "{preset}");
            let value = exact_start(&hash, &start);
            let moves = Position::START.moves(&variant.geometry);
            let of_moves: Vec<&str> = moves
                .iter()
                .map(|(played, _)| exact_move(&hash, &start, &played.token()))
                .collect();
            if ["win", "draw", "loss"].contains(&value) {
                known += 1;
                assert!(of_moves.contains(&value), "{preset}: {value}, {of_moves:?}");
            }
        }
        assert!(known >= 6);
        assert_eq!(exact_start("0000000000000000", &start), UNKNOWN);
        let standard = Variant::new("standard", quirkat_rules::Rules::STANDARD).rules_hash();
        assert_eq!(exact_start(&standard, "5/5/5/5/wb3 w"), UNKNOWN);
    }
}
