use crate::value::Value;
use std::fmt;

/// What is proven of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// It is at least this.
    pub least: Value,
    /// It is at most this.
    pub most: Value,
}

impl Bounds {
    /// Nothing is proven.
    pub const OPEN: Self = Self {
        least: Value::Loss,
        most: Value::Win,
    };

    /// The value, if the bounds meet.
    pub fn value(self) -> Option<Value> {
        (self.least == self.most).then_some(self.least)
    }
}

/// `win`, `draw`, `loss`, `at least draw`, `at most draw` or `unknown`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (least, most) if least == most => least.fmt(f),
            (Value::Draw, _) => f.write_str("at least draw"),
            (_, Value::Draw) => f.write_str("at most draw"),
            _ => f.write_str("unknown"),
        }
    }
}
