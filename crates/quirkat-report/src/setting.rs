use super::ReportError;
use quirkat_tables::TableRow;
use std::fmt;

/// What is held fixed in a row. Rows that differ in any of it measure different things and are
/// never compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Setting {
    /// Start set.
    pub start_set: String,
    /// Move policy.
    pub move_policy: String,
    /// Simulations per decision.
    pub simulations: u64,
}

impl Setting {
    /// That of a row.
    ///
    /// # Errors
    /// When the budget is no whole number.
    pub(crate) fn of(row: &TableRow<'_>) -> Result<Self, ReportError> {
        let simulations = row.count("simulations")?;
        Ok(Self {
            start_set: row.text("start_set").to_owned(),
            move_policy: row.text("move_policy").to_owned(),
            simulations: simulations.ok_or_else(|| row.wrong("simulations", "a whole number"))?,
        })
    }

    /// Whether it plays each start once.
    pub fn is_greedy(&self) -> bool {
        self.move_policy == "greedy"
    }

    /// A name that is good for a file.
    pub fn slug(&self) -> String {
        slug(&format!(
            "{}-{}-{}",
            self.start_set, self.move_policy, self.simulations
        ))
    }

    /// The budget in words.
    pub(crate) fn budget(&self) -> String {
        match self.simulations {
            0 => "no search (the raw policy)".to_owned(),
            1 => "1 simulation a decision".to_owned(),
            count => format!("{count} simulations a decision"),
        }
    }

    /// The move policy in words.
    pub(crate) fn policy(&self) -> String {
        let parts: Vec<&str> = self.move_policy.split(':').collect();
        match parts.as_slice() {
            ["greedy"] => "always the best move".to_owned(),
            ["sampled", temperature, "all"] => format!(
                "every move drawn in proportion to its visits{}",
                tempered(temperature)
            ),
            ["sampled", temperature, plies] => format!(
                "the first {plies} plies drawn in proportion to visits{}, then the most visited move",
                tempered(temperature)
            ),
            _ => format!("the move policy {}", self.move_policy),
        }
    }
}

fn tempered(temperature: &str) -> String {
    if temperature == "1" {
        String::new()
    } else {
        format!("^(1/{temperature})")
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            start_set,
            move_policy,
            simulations,
        } = self;
        write!(f, "{start_set} · {move_policy} · {simulations} simulations")
    }
}

/// A text with nothing but small letters, digits and single hyphens.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_told_in_words() {
        let told = |move_policy: &str| {
            Setting {
                start_set: "initial".to_owned(),
                move_policy: move_policy.to_owned(),
                simulations: 8,
            }
            .policy()
        };
        assert_eq!(told("greedy"), "always the best move");
        assert!(
            told("sampled:1:8").starts_with("the first 8 plies drawn in proportion to visits,")
        );
        assert!(told("sampled:0.5:all").ends_with("visits^(1/0.5)"));
        assert_eq!(told("<x>"), "the move policy <x>");
    }

    #[test]
    fn slugs_are_safe_file_names() {
        assert_eq!(slug("initial-sampled:1:8-32"), "initial-sampled-1-8-32");
        assert_eq!(slug("../../etc/<x>"), "etc-x");
        assert!(slug(&"x".repeat(500)).len() <= 60);
    }
}
