//! What rules the parts of the solver can serve.

use crate::error::{Error, SHORTEST_LIMIT};
use quirkat_rules::{Directions, Promotion, Rules, StepBack};

/// Whether no position can repeat under these rules, so that play always ends: along a row a piece
/// steps one way only, and it moves back only by capturing.
pub(crate) fn is_acyclic(rules: &Rules) -> bool {
    rules.no_step_back == StepBack::Forbidden
        && rules.step == Directions::ForwardSideways
        && rules.promotion == Promotion::None
}

/// Whether exact values mean something under the rules.
pub(crate) fn check_limit(rules: &Rules) -> Result<(), Error> {
    rules.check().map_err(Error::Rules)?;
    let limit = rules.no_capture_draw_plies;
    if limit > 0 && limit < SHORTEST_LIMIT {
        return Err(Error::ShortLimit { limit });
    }
    Ok(())
}

/// Whether tables can serve the rules.
pub(crate) fn check_tables(rules: &Rules) -> Result<(), Error> {
    check_limit(rules)?;
    if rules.no_step_back == StepBack::Forbidden {
        return Err(Error::Unsupported(
            "tables do not index the bans of no-step-back = true",
        ));
    }
    Ok(())
}
