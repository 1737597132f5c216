use crate::external::ExternalError;
use crate::stop::Stopped;
use quirkat_rules::Position;

/// Why games were not played to their end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// They were stopped.
    #[error("stopped")]
    Stopped(#[source] Stopped),
    /// A perfect player without a fallback met a position that it does not know.
    #[error(
        "the perfect player knows nothing exact about `{0}`: let another agent move there, \
         perfect=TABLES+AGENT, or name a folder with larger tables, distances or certificates"
    )]
    Undefined(Position),
    /// A move was asked for where there is none.
    #[error("there is no legal move in `{0}`")]
    NoMove(Position),
    /// An external engine failed.
    #[error(transparent)]
    External(ExternalError),
}

impl From<ExternalError> for PlayError {
    fn from(error: ExternalError) -> Self {
        match error {
            ExternalError::Stopped => Self::Stopped(Stopped),
            error @ ExternalError::Failed { .. } => Self::External(error),
        }
    }
}

impl PlayError {
    /// Whether it is no failure but a stop.
    pub(crate) const fn is_stop(&self) -> bool {
        matches!(self, Self::Stopped(_))
    }
}
