//! The difference of two independent estimates from their intervals.

use crate::error::Result;
use crate::error::{self, Error};
use crate::intervals::interval::{Interval, Method};

/// Interval of `left` - `right`, each an estimate with its own interval of the same level, by square and add: the
/// distances to the nearer ends are combined as if they were standard errors.
///
/// Source: R. G. Newcombe (1998), *Interval estimation for the difference between independent proportions*, Statistics
/// in Medicine 17, method 10; for any pair of intervals: G. Y. Zou and A. Donner (2008), *Construction of confidence
/// limits about effect measures*, Statistics in Medicine 27 (MOVER). Unlike a Wald interval it keeps a width when one
/// side won all its games.
///
/// # Errors
/// [`Error::Mismatch`] when the levels differ.
pub fn square_and_add(left: (f64, &Interval), right: (f64, &Interval)) -> Result<Interval> {
    let ((a, a_interval), (b, b_interval)) = (left, right);
    if (a_interval.level - b_interval.level).abs() > 1e-12 {
        let percent = |level: f64| (level * 100.0).round() as usize;
        let (left, right) = (percent(a_interval.level), percent(b_interval.level));
        return Err(Error::Mismatch {
            what: "interval levels in percent",
            left,
            right,
        });
    }
    let level = error::open_unit("level", a_interval.level)?;
    let down = (a - a_interval.low).hypot(b_interval.high - b);
    let up = (a_interval.high - a).hypot(b - b_interval.low);
    Ok(Interval {
        low: a - b - down,
        high: a - b + up,
        level,
        method: Method::SquareAndAdd,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wilson;

    #[test]
    fn newcombes_example_comes_out_as_printed() {
        // Table II of the paper, example (a): 56/70 against 48/80, method 10: 0.0524 to 0.3339.
        let (a, b) = (wilson(56, 70, 0.95).unwrap(), wilson(48, 80, 0.95).unwrap());
        let difference = square_and_add((0.8, &a), (0.6, &b)).unwrap();
        assert!(
            (difference.low - 0.0524).abs() < 5e-5 && (difference.high - 0.3339).abs() < 5e-5,
            "{difference:?}"
        );
    }

    #[test]
    fn different_levels_are_refused() {
        let (a, b) = (wilson(5, 7, 0.95).unwrap(), wilson(4, 8, 0.9).unwrap());
        assert!(square_and_add((5.0 / 7.0, &a), (0.5, &b)).is_err());
    }
}
