use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// How a search's result becomes an action: the move policy.
///
/// Written `greedy` (the best action, ties at random) or `sampled:T:K`: in the first `K` plies,
/// every hop of them, actions are drawn in proportion to visits^(1/T), later the most visited one
/// is played, ties at random; `sampled:T:all` draws to the end.
///
/// `sampled` is defined by visits: an improved policy is nearly greedy and without ties, so that few
/// games would differ.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub enum MovePolicy {
    /// The best action.
    Greedy,
    /// Draws in the first plies.
    Sampled {
        /// 1 draws in proportion to visits, less prefers the most visited.
        temperature: f32,
        /// An even number of plies, `None` for all.
        plies: Option<u32>,
    },
    /// Games from elsewhere, which do not tell. It is in no configuration; who plays it plays `greedy`.
    Given,
}

// Temperatures are compared by their bits, so that a policy can be a key.
impl PartialEq for MovePolicy {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for MovePolicy {}

impl Hash for MovePolicy {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Default for MovePolicy {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl MovePolicy {
    /// `sampled:1:8`.
    pub const DEFAULT: Self = Self::Sampled {
        temperature: 1.0,
        plies: Some(8),
    };

    fn key(self) -> (u8, u32, Option<u32>) {
        match self {
            Self::Greedy => (0, 0, None),
            Self::Sampled { temperature, plies } => (1, temperature.to_bits(), plies),
            Self::Given => (2, 0, None),
        }
    }
}

impl fmt::Display for MovePolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Greedy => f.write_str("greedy"),
            Self::Given => f.write_str("given"),
            Self::Sampled {
                temperature,
                plies: Some(plies),
            } => write!(f, "sampled:{temperature}:{plies}"),
            Self::Sampled {
                temperature,
                plies: None,
            } => write!(f, "sampled:{temperature}:all"),
        }
    }
}

impl FromStr for MovePolicy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(':').collect();
        let (temperature, plies) = match parts[..] {
            ["greedy"] => return Ok(Self::Greedy),
            ["sampled", temperature, plies] => (temperature, plies),
            _ => {
                return Err(format!(
                    "unknown move policy `{text}`; allowed are greedy, sampled:T:K, sampled:T:all"
                ));
            }
        };
        let temperature: f32 = temperature
            .parse()
            .ok()
            .filter(|t| (0.01..=100.0).contains(t))
            .ok_or_else(|| {
                format!("move policy `{text}`: the temperature must be a number from 0.01 to 100")
            })?;
        let plies = match plies {
            "all" => None,
            plies => Some(plies.parse().ok().filter(|plies: &u32| plies.is_multiple_of(2)).ok_or_else(|| {
                format!(
                    "move policy `{text}`: the number of sampled plies must be even, so that both sides sample \
                     as many turns, or `all`"
                )
            })?),
        };
        Ok(Self::Sampled { temperature, plies })
    }
}

impl TryFrom<String> for MovePolicy {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<MovePolicy> for String {
    fn from(move_policy: MovePolicy) -> Self {
        move_policy.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_read_back_as_they_print_and_odd_counts_are_refused() {
        for text in ["greedy", "sampled:1:8", "sampled:0.5:all", "sampled:1.25:0"] {
            assert_eq!(text.parse::<MovePolicy>().unwrap().to_string(), text);
        }
        for text in [
            "sampled:1:7",
            "sampled:0:8",
            "sampled:x:8",
            "sampled:1",
            "softmax",
            "",
            "sampled:nan:8",
            "given",
        ] {
            assert!(text.parse::<MovePolicy>().is_err(), "{text}");
        }
    }
}
