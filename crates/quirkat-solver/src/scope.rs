//! What rules the parts of the solver can serve.

use crate::error::Error;
use quirkat_rules::{Directions, Promotion, Rules, StepBack};

/// Whether play under these rules always ends by itself, so that no position can repeat: a row
/// is only ever walked one way, and nothing moves back but by capture.
pub(crate) fn is_acyclic(rules: &Rules) -> bool {
    rules.no_step_back == StepBack::Forbidden
        && rules.step == Directions::ForwardSideways
        && rules.promotion == Promotion::None
}

/// Whether tables can serve the rules.
pub(crate) fn check_tables(rules: &Rules) -> Result<(), Error> {
    rules.check().map_err(Error::Rules)?;
    if rules.no_step_back == StepBack::Forbidden {
        return Err(Error::Unsupported(
            "tables do not index the bans of no-step-back = true",
        ));
    }
    Ok(())
}
