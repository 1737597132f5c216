//! What the columns of all tables mean: the one place that says it.

mod raw;
mod results;

use raw::RAW;
use results::RESULTS;

/// A table that a run writes.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// What a row is.
    pub about: &'static str,
    /// Its columns, in order: name, meaning, unit.
    pub columns: &'static [(&'static str, &'static str, &'static str)],
}

/// All tables of training and balance runs: results first, then what they follow from.
pub fn dictionary() -> impl Iterator<Item = &'static File> {
    RESULTS.iter().chain(RAW)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_tables::{
        AdvantageRow, AgentGradeRow, ComparisonRow, CsvRow, CurveRow, EffectRow, FirstMoveRow,
        GameRow, MetricsRow, PairGameRow, PairRow, ProxyGameRow, TimingsRow, VariantRow,
    };

    #[test]
    fn every_column_that_is_written_is_explained() {
        let written: [(&str, &[&str]); 13] = [
            ("advantage.csv", AdvantageRow::COLUMNS),
            ("comparisons.csv", ComparisonRow::COLUMNS),
            ("games.csv", GameRow::COLUMNS),
            ("proxy_games.csv", ProxyGameRow::COLUMNS),
            ("metrics.csv", MetricsRow::COLUMNS),
            ("timings.csv", TimingsRow::COLUMNS),
            ("variants.csv", VariantRow::COLUMNS),
            ("curve.csv", CurveRow::COLUMNS),
            ("pairs.csv", PairRow::COLUMNS),
            ("first_moves.csv", FirstMoveRow::COLUMNS),
            ("effects.csv", EffectRow::COLUMNS),
            ("pair_games.csv", PairGameRow::COLUMNS),
            ("grades.csv", AgentGradeRow::COLUMNS),
        ];
        for (name, columns) in written {
            let file = dictionary().find(|file| file.name == name).unwrap();
            for column in columns {
                assert!(
                    file.columns
                        .iter()
                        .any(|(explained, ..)| explained == column),
                    "{column} of {name}"
                );
            }
        }
    }

    #[test]
    fn no_column_is_explained_twice_or_without_words() {
        for file in dictionary() {
            for (index, (name, meaning, _)) in file.columns.iter().enumerate() {
                assert!(!meaning.is_empty(), "{name}");
                let before = &file.columns[..index];
                assert!(
                    before.iter().all(|(other, ..)| other != name),
                    "{name} of {}",
                    file.name
                );
            }
        }
    }
}
