//! An interval estimate and the name of the method that made it.

use std::fmt;

/// A two-sided interval with its nominal level and method.
///
/// The unit of the ends is the unit of the quantity estimated: scores from 0 to 1, or percentage
/// points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Nominal coverage, such as 0.95.
    pub level: f64,
    /// How the interval was made.
    pub method: Method,
}

impl Interval {
    /// Half the distance between the ends. Intervals near a boundary are not symmetric about their
    /// estimate.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether `value` lies in the closed interval.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether both ends are one number: the data showed no spread at all, so the interval says
    /// nothing.
    pub fn is_degenerate(&self) -> bool {
        self.low >= self.high
    }

    /// The interval of `f` of the quantity; `f` must increase.
    pub fn map(&self, f: impl Fn(f64) -> f64) -> Interval {
        Interval {
            low: f(self.low),
            high: f(self.high),
            ..*self
        }
    }

    /// Both ends brought into `low..=high`. A t interval of scores may pass 0 or 1; the clamped one
    /// covers no less.
    pub fn clamp(&self, low: f64, high: f64) -> Interval {
        self.map(|end| end.max(low).min(high))
    }
}

/// How an interval was made. `Display` gives a short token that stays the same across versions, for
/// CSV columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Wilson's score interval of a proportion.
    Wilson,
    /// Score interval from win, draw and loss counts.
    TrinomialScore,
    /// Score interval from counts of game pairs.
    PairsScore,
    /// Student t on independent values, one per seed.
    StudentT,
    /// Welch's t of a difference of two independent means.
    WelchT,
    /// Student t on the differences within blocks.
    PairedT,
    /// Percentile bootstrap over seeds and then games.
    HierarchicalBootstrap,
    /// Difference of two independent estimates from their intervals.
    SquareAndAdd,
}

impl Method {
    /// The token that `Display` writes.
    pub fn token(self) -> &'static str {
        match self {
            Method::Wilson => "wilson",
            Method::TrinomialScore => "trinomial-score",
            Method::PairsScore => "pairs-score",
            Method::StudentT => "student-t",
            Method::WelchT => "welch-t",
            Method::PairedT => "paired-t",
            Method::HierarchicalBootstrap => "hierarchical-bootstrap",
            Method::SquareAndAdd => "square-and-add",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.token())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clamping_keeps_level_and_method() {
        let wide = Interval {
            low: -0.1,
            high: 1.2,
            level: 0.9,
            method: Method::StudentT,
        };
        assert_eq!(
            wide.clamp(0.0, 1.0),
            Interval {
                low: 0.0,
                high: 1.0,
                level: 0.9,
                method: Method::StudentT
            }
        );
        assert!((wide.half_width() - 0.65).abs() < 1e-15);
    }

    #[test]
    fn method_tokens_are_padded_like_text() {
        assert_eq!(format!("{:>10}", Method::Wilson), "    wilson");
        assert_eq!(Method::TrinomialScore.to_string(), "trinomial-score");
    }
}
