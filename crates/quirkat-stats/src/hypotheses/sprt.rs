//! A sequential test of strength on pairs of games.

use crate::counts::pentanomial::Pentanomial;
use crate::error::{Error, Result, finite, open_unit};
use crate::numerics::constrained::{with_mean, with_t_value};
use crate::scales::elo::logistic;

/// Points of a pair per game, from 0 to 1.
const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Count put in place of 0, so that an outcome not yet seen stays possible; the value that Fishtest
/// uses.
const UNSEEN: f64 = 1e-3;

/// What an Elo difference means in a [`Sprt`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EloScale {
    /// The expected score is 1 / (1 + 10^(-elo / 400)).
    Logistic,
    /// Normalised Elo: 800 / ln 10 times (score - 1/2) / sd, with the standard deviation of one
    /// game (for pairs, of a pair's score per game times the square root of 2). It measures how
    /// many games a difference needs to show and depends little on the draw rate.
    Normalised,
}

/// The state of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The evidence favours the lower Elo bound.
    AcceptH0,
    /// The evidence favours the upper Elo bound.
    AcceptH1,
    /// Neither bound is reached.
    Continue,
}

/// A generalised sequential probability ratio test of Elo `elo0` against `elo1` on pentanomial
/// counts.
///
/// The log likelihood ratio is the sum over outcomes of count * ln(p1 / p0), where p0 and p1 are
/// the most likely probabilities whose Elo is `elo0` and `elo1`. Sources: X. Li, J. Liu, Z. Ying,
/// *Generalized sequential probability ratio test for separate families of hypotheses*, Sequential
/// Analysis 33 (2014); M. Van den Bergh, `hardy.uhasselt.be/Fishtest/normalized_elo_practical.pdf`,
/// as used by Fishtest. Bounds are Wald's; the overshoot at a decision is not corrected.
///
/// It is for the strength of two agents only. Stopping on it biases the score, so the games of a
/// decided test must not be reused to estimate a first-player advantage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    scale: EloScale,
}

impl Sprt {
    /// A test of `elo0` against `elo1`, with probability `alpha` of accepting H1 under `elo0` and
    /// `beta` of accepting H0 under `elo1`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless `elo0` < `elo1`, both within 1000 of 0, and `alpha` and `beta`
    /// in (0, 0.5).
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, scale: EloScale) -> Result<Sprt> {
        for (what, value) in [("elo0", elo0), ("elo1", elo1)] {
            if finite(what, value)?.abs() > 1000.0 {
                return Err(Error::OutOfRange {
                    what,
                    value,
                    expected: "a number from -1000 to 1000",
                });
            }
        }
        if elo0 >= elo1 {
            return Err(Error::OutOfRange {
                what: "elo0",
                value: elo0,
                expected: "a number below elo1",
            });
        }
        for (what, value) in [("alpha", alpha), ("beta", beta)] {
            if open_unit(what, value)? >= 0.5 {
                return Err(Error::OutOfRange {
                    what,
                    value,
                    expected: "a number below 0.5",
                });
            }
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            scale,
        })
    }

    /// The log likelihood ratio at which H0 and H1 are accepted: ln(beta / (1 - alpha)) and ln((1 -
    /// beta) / alpha).
    ///
    /// Source: A. Wald, *Sequential tests of statistical hypotheses*, Annals of Mathematical
    /// Statistics 16 (1945).
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log likelihood ratio of H1 over H0; 0 without pairs.
    ///
    /// # Errors
    /// [`Error::NoConvergence`] when no probabilities with the asked normalised Elo are found,
    /// which needs Elo bounds far beyond the few points that such tests are about.
    pub fn llr(&self, pairs: &Pentanomial) -> Result<f64> {
        if pairs.pairs() == 0 {
            return Ok(0.0);
        }
        let counts = pairs
            .counts()
            .map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let p0 = self.most_likely(&counts, self.elo0)?;
        let p1 = self.most_likely(&counts, self.elo1)?;
        Ok(counts
            .iter()
            .zip(p1.iter().zip(p0))
            .map(|(count, (p1, p0))| count * (p1 / p0).ln())
            .sum())
    }

    /// Compares the log likelihood ratio with the bounds.
    ///
    /// # Errors
    /// As for [`Sprt::llr`].
    pub fn decide(&self, pairs: &Pentanomial) -> Result<Decision> {
        let llr = self.llr(pairs)?;
        let (lower, upper) = self.bounds();
        Ok(if llr >= upper {
            Decision::AcceptH1
        } else if llr <= lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        })
    }

    fn most_likely(&self, counts: &[f64; 5], elo: f64) -> Result<[f64; 5]> {
        match self.scale {
            EloScale::Logistic => Ok(with_mean(&VALUES, counts, logistic(elo))),
            EloScale::Normalised => {
                let t = elo * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2;
                with_t_value(&VALUES, counts, 0.5, t).ok_or(Error::NoConvergence {
                    what: "the normalised Elo constraint",
                    iterations: 200,
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(scale: EloScale) -> Sprt {
        Sprt::new(0.0, 10.0, 0.05, 0.05, scale).unwrap()
    }

    fn pairs(counts: [u64; 5]) -> Pentanomial {
        Pentanomial::new(counts).unwrap()
    }

    #[test]
    fn clear_evidence_decides_and_little_continues() {
        for scale in [EloScale::Logistic, EloScale::Normalised] {
            let decide = |counts| test(scale).decide(&pairs(counts)).unwrap();
            assert_eq!(decide([0, 0, 0, 0, 0]), Decision::Continue);
            assert_eq!(decide([1, 2, 4, 2, 2]), Decision::Continue);
            assert_eq!(decide([100, 400, 1000, 600, 200]), Decision::AcceptH1);
            assert_eq!(decide([200, 600, 1000, 400, 100]), Decision::AcceptH0);
        }
    }

    #[test]
    fn outcomes_not_yet_seen_are_no_obstacle() {
        for scale in [EloScale::Logistic, EloScale::Normalised] {
            for counts in [
                [0, 0, 9, 0, 0],
                [0, 0, 0, 0, 9],
                [9, 0, 0, 0, 0],
                [0, 0, 50, 50, 0],
            ] {
                assert!(
                    test(scale).llr(&pairs(counts)).unwrap().is_finite(),
                    "{scale:?} {counts:?}"
                );
            }
        }
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = test(EloScale::Logistic).bounds();
        assert!((upper - 19.0_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
    }

    #[test]
    fn mirrored_evidence_has_the_opposite_ratio() {
        for scale in [EloScale::Logistic, EloScale::Normalised] {
            let even = Sprt::new(-5.0, 5.0, 0.05, 0.05, scale).unwrap();
            let counts = pairs([10, 40, 100, 60, 20]);
            let sum = even.llr(&counts).unwrap() + even.llr(&counts.reversed()).unwrap();
            assert!(sum.abs() < 1e-9, "{scale:?} {sum}");
        }
    }

    #[test]
    fn hypotheses_out_of_order_are_refused() {
        assert!(Sprt::new(5.0, 5.0, 0.05, 0.05, EloScale::Logistic).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.5, 0.05, EloScale::Logistic).is_err());
        assert!(Sprt::new(0.0, f64::NAN, 0.05, 0.05, EloScale::Logistic).is_err());
    }
}
