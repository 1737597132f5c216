/// 100 * (score - 0.5): a score from 0 to 1 in percentage points of advantage.
pub fn advantage_points(score: f64) -> f64 {
    100.0 * (score - 0.5)
}
