use serde::{Deserialize, Serialize};

/// Mean losses, in nats a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Cross-entropy of the policy over the legal actions.
    pub policy: f64,
    /// Cross-entropy of W/D/L.
    pub value: f64,
}

/// Why a training step cannot be taken. The network and the optimiser are then as before it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrainError {
    /// The loss is infinite or not a number.
    #[error("the loss is not finite (policy {}, value {})", .0.policy, .0.value)]
    Loss(Losses),
    /// A gradient has a value that is infinite or not a number.
    #[error("the gradient is not finite (loss: policy {}, value {})", .0.policy, .0.value)]
    Gradient(Losses),
}

impl Losses {
    /// Itself where both numbers are finite.
    pub(crate) fn finite(self) -> Result<Self, TrainError> {
        if self.policy.is_finite() && self.value.is_finite() {
            Ok(self)
        } else {
            Err(TrainError::Loss(self))
        }
    }
}
