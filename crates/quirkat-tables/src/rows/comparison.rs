/// What `comparisons.csv` has for the second variant where an advantage is compared with none: a score of
/// 50 %.
pub const EVEN: &str = "50%";
