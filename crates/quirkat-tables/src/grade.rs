//! Rows of grades: how often agents keep exact values.

use crate::row::csv_row;

csv_row! {
    /// How an agent did in a stratum of graded positions.
    GradeRow of "grade.csv" {
        /// The agent, without its simulations.
        agent: String,
        /// The rule set.
        ruleset: String,
        /// The stratum, or `all`.
        stratum: String,
        /// Simulations per decision; empty for agents that make none.
        simulations: String,
        /// Positions.
        positions: usize,
        /// How often the value was kept: an expectation for `random`.
        preserved: String,
        /// The share of that.
        share: String,
        /// Lower end of its interval.
        share_low: String,
        /// Upper end.
        share_high: String,
        /// Mean loss of value, where the values of all chosen moves are known.
        mean_value_error: String,
        /// Level of the interval.
        level: String,
        /// How the interval was made; `expectation` for a share that nothing was drawn for.
        method: String,
    }
}
