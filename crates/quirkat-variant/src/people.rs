//! Results of people, where somebody counted them.

use crate::Variant;
use quirkat_rules::{Preset, Rules};
use serde::Deserialize;
use std::sync::OnceLock;

/// A row of the data file: games of people under one rule set.
const PUBLISHED: &str = include_str!("../data/people.csv");

/// Games that people played under a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct People {
    /// The preset whose rules they played by.
    pub ruleset: String,
    /// Where.
    pub place: String,
    /// Won by White.
    pub white_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black_wins: u64,
    /// What keeps the counts from being an experiment.
    pub caveat: String,
}

impl People {
    /// The results of people under these rules.
    pub fn of(rules: &Rules) -> Option<&'static Self> {
        let rules_of = |people: &&Self| people.ruleset.parse().map(Preset::rules);
        all()
            .iter()
            .find(|people| rules_of(people).is_ok_and(|own| own == *rules))
    }

    /// The same for a variant known by its name and the hash of its rules, as tables have it. A name
    /// alone is not enough: a rule set may change and keep it.
    pub fn of_named(name: &str, rules_hash: &str) -> Option<&'static Self> {
        let preset: Preset = name.parse().ok()?;
        let variant = Variant::preset(preset);
        (variant.rules_hash() == rules_hash).then(|| Self::of(variant.rules()))?
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins
    }
}

fn all() -> &'static [People] {
    static ALL: OnceLock<Vec<People>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut reader = csv::Reader::from_reader(PUBLISHED.as_bytes());
        reader.deserialize().flatten().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_data_is_read_and_names_a_preset() {
        assert_eq!(all().len(), PUBLISHED.lines().count() - 1);
        for people in all() {
            let preset: Preset = people.ruleset.parse().unwrap();
            let hash = Variant::preset(preset).rules_hash();
            assert_eq!(People::of(&preset.rules()), Some(people));
            assert_eq!(People::of_named(&people.ruleset, &hash), Some(people));
            assert_eq!(People::of_named(&people.ruleset, "0000000000000000"), None);
        }
    }

    #[test]
    fn people_score_57_8_percent_with_white_by_the_rules_of_brainking() {
        let people = People::of(&Preset::Brainking.rules()).unwrap();
        let score = (people.white_wins as f64 + people.draws as f64 / 2.0) / people.games() as f64;
        assert_eq!(people.games(), 8426);
        assert!((score - 0.5782).abs() < 1e-4);
    }
}
