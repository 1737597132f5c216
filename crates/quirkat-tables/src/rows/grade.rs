//! Rows of grades: how often agents keep exact values.

use crate::format::csv_row;
use crate::{Fixed, Preserved, ShareMethod, Shortest};

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
        simulations: Option<u32>,
        /// Positions.
        positions: usize,
        /// How often the value was kept: an expectation for `random`.
        preserved: Preserved,
        /// The share of that.
        share: Fixed<6>,
        /// Lower end of its interval.
        share_low: Option<Fixed<6>>,
        /// Upper end.
        share_high: Option<Fixed<6>>,
        /// Mean loss of value, where the values of all chosen moves are known.
        mean_value_error: Option<Fixed<6>>,
        /// Level of the interval.
        level: Option<Shortest>,
        /// How the interval was made; `expectation` for a share that nothing was drawn for.
        method: ShareMethod,
    }
}
