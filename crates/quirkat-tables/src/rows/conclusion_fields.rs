//! What a field of a conclusion can say.

use crate::Fixed;
use quirkat_stats::{Method, Verdict};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// What an interval or a test speaks about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Inference {
    /// The variant: the interval is over training seeds.
    Variants,
    /// These agents only: the interval is over their games.
    #[default]
    Agents,
}

/// A truth as `yes` or `no`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Answer", into = "Answer")]
pub struct YesNo(pub bool);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Yes,
    No,
}

impl From<Answer> for YesNo {
    fn from(answer: Answer) -> Self {
        Self(matches!(answer, Answer::Yes))
    }
}

impl From<YesNo> for Answer {
    fn from(YesNo(yes): YesNo) -> Self {
        if yes { Self::Yes } else { Self::No }
    }
}

/// One training seed, or all of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeedChoice {
    /// This one.
    One(u64),
    /// `all`.
    #[default]
    All,
}

impl Serialize for SeedChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(seed) => serializer.serialize_u64(*seed),
            Self::All => serializer.serialize_str("all"),
        }
    }
}

/// The way an interval was made, by its [token](Method::token).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodField(pub Method);

impl Serialize for MethodField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.token())
    }
}

impl From<Method> for MethodField {
    fn from(method: Method) -> Self {
        Self(method)
    }
}

/// A verdict in words, as it prints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VerdictField(pub Verdict);

impl Serialize for VerdictField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl fmt::Display for VerdictField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How often an exact value was kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preserved {
    /// So often.
    Counted(u64),
    /// So often on the average, of a mover that draws at random.
    Expected(Fixed<2>),
}

impl Serialize for Preserved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Counted(count) => serializer.serialize_u64(*count),
            Self::Expected(mean) => mean.serialize(serializer),
        }
    }
}

/// What the share of a grade rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareMethod {
    /// On positions that were asked; its interval was made so.
    Interval(Method),
    /// Nothing was drawn: `expectation`.
    Expectation,
}

impl Serialize for ShareMethod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Interval(method) => method.token(),
            Self::Expectation => "expectation",
        })
    }
}
