use quirkat_net::NetDevice;
use quirkat_play::AgentSpec;
use quirkat_rules::Preset;
use quirkat_tables::MovePolicy;
use quirkat_variant::{Variant, with_suggestion};
use std::path::Path;
use std::time::Duration;

/// What can be set: at the start by the command line, later by the protocols.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// The rule set as written, a name or a path.
    pub rules: String,
    /// The rule set.
    pub variant: Variant,
    /// Who thinks.
    pub agent: AgentSpec,
    /// Simulations per decision of a search without limits, of agents that name none.
    pub simulations: u32,
    /// Seed of the engine's choices.
    pub seed: u64,
    /// 0 plays the best action, more draws in proportion to visits^(1/temperature).
    pub temperature: f32,
    /// Time lost between the programs with each move.
    pub overhead: Duration,
    /// Where networks run.
    pub device: NetDevice,
}

/// Why an option was not set.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// No such option.
    #[error("{0}")]
    Unknown(String),
    /// A number out of range, or none.
    #[error("option `{name}`: `{value}` is not allowed; allowed are {allowed}")]
    Value {
        /// The option.
        name: &'static str,
        /// As given.
        value: String,
        /// In words.
        allowed: &'static str,
    },
    /// No such rule set, no such agent.
    #[error("option `{name}`: {reason}")]
    Refused {
        /// The option.
        name: &'static str,
        /// Why.
        reason: String,
    },
}

/// The values that an option may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Names(Vec<String>),
    Whole(u64, u64),
    Real(u32, u32),
}

/// An option as it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    pub(super) name: &'static str,
    pub(super) value: String,
    pub(super) kind: Kind,
}

const NAMES: [&str; 6] = [
    "rules",
    "agent",
    "simulations",
    "seed",
    "temperature",
    "overhead",
];

/// The largest overhead in milliseconds.
const MOST_OVERHEAD: u64 = 60_000;

impl EngineOptions {
    /// An engine for a rule set with the values that nobody has changed.
    ///
    /// # Errors
    /// When there is no such rule set.
    pub fn new(rules: &str) -> anyhow::Result<Self> {
        Ok(Self {
            rules: rules.to_owned(),
            variant: Variant::find(rules, Path::new("."))?,
            agent: AgentSpec::Rollout { simulations: None },
            simulations: 800,
            seed: 1,
            temperature: 0.0,
            overhead: Duration::from_millis(20),
            device: NetDevice::default(),
        })
    }

    /// Sets an option. What was set before stays when it is refused.
    ///
    /// # Errors
    /// No such option, or a value that it may not have.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let known = name.to_ascii_lowercase();
        match known.as_str() {
            "rules" | "variant" => {
                let refused = |error: quirkat_variant::VariantError| OptionError::Refused {
                    name: "rules",
                    reason: format!("{:#}", anyhow::Error::new(error)),
                };
                self.variant = Variant::find(value, Path::new(".")).map_err(refused)?;
                value.clone_into(&mut self.rules);
            }
            "agent" => {
                let refused = |reason| OptionError::Refused {
                    name: "agent",
                    reason,
                };
                let agent = value
                    .parse()
                    .map_err(|error: quirkat_play::AgentError| refused(error.to_string()))?;
                self.agent = playable(agent).map_err(refused)?;
            }
            "simulations" => {
                self.simulations =
                    number("simulations", value, "numbers from 1 to 1000000", |n| {
                        (1..=1_000_000).contains(n)
                    })?;
            }
            "seed" => self.seed = number("seed", value, "whole numbers from 0", |_| true)?,
            "temperature" => {
                self.temperature = number(
                    "temperature",
                    value,
                    "0 and numbers from 0.01 to 100",
                    |t| *t == 0.0 || (0.01..=100.0).contains(t),
                )?;
            }
            "overhead" => {
                let allowed = "milliseconds from 0 to 60000";
                let ms = number("overhead", value, allowed, |ms| *ms <= MOST_OVERHEAD)?;
                self.overhead = Duration::from_millis(ms);
            }
            _ => {
                let message = format!("unknown option `{name}`; options are {}", NAMES.join(", "));
                return Err(OptionError::Unknown(with_suggestion(
                    &message, &known, &NAMES,
                )));
            }
        }
        Ok(())
    }

    /// Every option with its present value.
    pub(super) fn declared(&self) -> Vec<Declared> {
        let mut rules: Vec<String> = Preset::ALL.map(|preset| preset.name().to_owned()).into();
        if !rules.contains(&self.rules) {
            rules.push(self.rules.clone());
        }
        let declared = |name, value, kind| Declared { name, value, kind };
        vec![
            declared("rules", self.rules.clone(), Kind::Names(rules)),
            declared("agent", self.agent.to_string(), Kind::Text),
            declared(
                "simulations",
                self.simulations.to_string(),
                Kind::Whole(1, 1_000_000),
            ),
            declared("seed", self.seed.to_string(), Kind::Text),
            declared(
                "temperature",
                self.temperature.to_string(),
                Kind::Real(0, 100),
            ),
            declared(
                "overhead",
                self.overhead.as_millis().to_string(),
                Kind::Whole(0, MOST_OVERHEAD),
            ),
        ]
    }

    /// The simulations of a search without limits.
    pub(super) fn default_nodes(&self) -> u32 {
        self.agent.simulations().unwrap_or(self.simulations)
    }

    pub(super) fn move_policy(&self) -> MovePolicy {
        if self.temperature > 0.0 {
            MovePolicy::Sampled {
                temperature: self.temperature,
                plies: None,
            }
        } else {
            MovePolicy::Greedy
        }
    }
}

/// An engine must have a move in every position.
///
/// # Errors
/// The reason why this agent has not.
pub(super) fn playable(agent: AgentSpec) -> Result<AgentSpec, String> {
    match agent {
        AgentSpec::Perfect { fallback: None, .. } => Err(format!(
            "agent `{agent}`: an engine must have a move in every position; \
             name who moves where the tables end, {agent}+AGENT"
        )),
        AgentSpec::External(_) => Err(format!(
            "agent `{agent}`: external engines play in `match` only"
        )),
        agent => Ok(agent),
    }
}

fn number<T: std::str::FromStr>(
    name: &'static str,
    value: &str,
    allowed: &'static str,
    fits: impl Fn(&T) -> bool,
) -> Result<T, OptionError> {
    let refused = || OptionError::Value {
        name,
        value: value.to_owned(),
        allowed,
    };
    value.parse().ok().filter(fits).ok_or_else(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declared_option_can_be_set_to_its_own_value() {
        let mut options = EngineOptions::new("bell").unwrap();
        options.set("Seed", "18446744073709551615").unwrap();
        options.set("temperature", "0.5").unwrap();
        for option in options.declared() {
            options.set(option.name, &option.value).unwrap();
            assert!(options.declared().contains(&option), "{option:?}");
        }
        assert_eq!(options.declared().len(), NAMES.len());
    }

    #[test]
    fn refused_options_change_nothing_and_say_what_is_allowed() {
        let mut options = EngineOptions::new("bell").unwrap();
        let before = options.declared();
        for (name, value, parts) in [
            ("rule", "bell", &["`rule`", "did you mean `rules`"][..]),
            ("hash", "64", &["`hash`", "temperature"]),
            ("rules", "bel", &["did you mean `bell`"]),
            ("rules", "no/such.toml", &["no/such.toml"]),
            ("agent", "stockfish", &["stockfish", "rollout@SIMS"]),
            ("agent", "perfect=tables", &["+AGENT"]),
            ("agent", "ugi=engine", &["ugi=engine"]),
            ("simulations", "0", &["1 to 1000000"]),
            ("simulations", "many", &["many"]),
            ("seed", "-1", &["-1"]),
            ("temperature", "nan", &["0.01 to 100"]),
            ("temperature", "0.001", &["0.01 to 100"]),
            ("overhead", "99999999", &["60000"]),
            ("", "", &["unknown option"]),
        ] {
            let error = options.set(name, value).unwrap_err().to_string();
            for part in parts {
                assert!(error.contains(part), "{part} in {error}");
            }
            assert!(!error.contains('\n'), "{error}");
        }
        assert_eq!(options.declared(), before);
    }
}
