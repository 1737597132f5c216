//! What can be wrong with the input of a statistic.

/// Every way in which a statistic of this crate can refuse its input.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Fewer observations than the method needs.
    #[error("{what}: {needed} or more are needed, {got} given")]
    TooFew {
        /// What was counted, in the plural.
        what: &'static str,
        /// The least number that the method accepts.
        needed: u64,
        /// The number given.
        got: u64,
    },
    /// A number outside the range where the method is defined.
    #[error("{what} is {value}, expected {expected}")]
    OutOfRange {
        /// The name of the argument.
        what: &'static str,
        /// The number given.
        value: f64,
        /// The range in words.
        expected: &'static str,
    },
    /// Counts whose sum does not fit 64 bits.
    #[error("the counts of {0} add up to more than 64 bits hold")]
    Overflow(&'static str),
    /// Two lists that belong together have different lengths.
    #[error("{what}: {left} against {right}")]
    Mismatch {
        /// What the lists hold.
        what: &'static str,
        /// Length of the first list.
        left: usize,
        /// Length of the second list.
        right: usize,
    },
    /// The data do not determine the parameters asked for.
    #[error("not identified: {0}")]
    NotIdentified(String),
    /// An iteration did not settle.
    #[error("{what} did not converge in {iterations} iterations")]
    NoConvergence {
        /// The computation.
        what: &'static str,
        /// Iterations done.
        iterations: usize,
    },
    /// A design table with a hole, a repetition or rows of unequal length.
    #[error("design: {0}")]
    Design(String),
}

/// The result of a statistic.
pub type Result<T> = std::result::Result<T, Error>;

/// Accepts `value` when it is finite.
pub(crate) fn finite(what: &'static str, value: f64) -> Result<f64> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(Error::OutOfRange {
            what,
            value,
            expected: "a finite number",
        })
    }
}

/// Accepts a `value` between 0 and 1 and not within 1e-9 of them, where quantiles lose their
/// meaning.
pub(crate) fn open_unit(what: &'static str, value: f64) -> Result<f64> {
    const LEAST: f64 = 1e-9;
    if (LEAST..=1.0 - LEAST).contains(&value) {
        Ok(value)
    } else {
        Err(Error::OutOfRange {
            what,
            value,
            expected: "a number between 0 and 1, 1e-9 or more from both",
        })
    }
}

/// Accepts `value` from 0 to 1, ends included.
pub(crate) fn unit(what: &'static str, value: f64) -> Result<f64> {
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err(Error::OutOfRange {
            what,
            value,
            expected: "a number from 0 to 1",
        })
    }
}

/// Accepts a finite `value` above 0.
pub(crate) fn positive(what: &'static str, value: f64) -> Result<f64> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(Error::OutOfRange {
            what,
            value,
            expected: "a finite number above 0",
        })
    }
}

/// Accepts a finite `value` of 0 or more.
pub(crate) fn not_negative(what: &'static str, value: f64) -> Result<f64> {
    if value.is_finite() && value >= 0.0 {
        Ok(value)
    } else {
        Err(Error::OutOfRange {
            what,
            value,
            expected: "a finite number of 0 or more",
        })
    }
}

/// Accepts a list of at least `needed` finite numbers.
pub(crate) fn sample(what: &'static str, values: &[f64], needed: usize) -> Result<()> {
    if values.len() < needed {
        return Err(Error::TooFew {
            what,
            needed: needed as u64,
            got: values.len() as u64,
        });
    }
    for &value in values {
        finite(what, value)?;
    }
    Ok(())
}
