use std::f64::consts::LN_10;

/// Elo points in one unit of natural log odds.
pub(super) const ELO: f64 = 400.0 / LN_10;

/// Win, draw and loss in proportion to exp(t / 2), `tie` and exp(-t / 2).
pub(super) fn probabilities(t: f64, tie: f64) -> [f64; 3] {
    let (win, loss) = ((t / 2.0).exp(), (-t / 2.0).exp());
    let total = win + tie + loss;
    [win / total, tie / total, loss / total]
}
