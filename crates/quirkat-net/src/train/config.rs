use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Constants of the optimiser (`AdamW`: Loshchilov and Hutter 2019).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TrainingConfig {
    /// Positions a step.
    pub batch_size: usize,
    /// Step size at the first iteration.
    pub learning_rate: f64,
    /// After this many iterations the step size is half of the first: rate / (1 + iteration / this).
    pub learning_rate_half_life: f64,
    /// Decoupled weight decay.
    pub weight_decay: f32,
    /// Weight of the value loss beside the policy loss.
    pub value_weight: f32,
    /// The gradient of each weight matrix and each bias is scaled down to this norm.
    pub gradient_norm: f32,
}

impl Default for TrainingConfig {
    fn default() -> Self {
        Self {
            batch_size: 256,
            learning_rate: 2e-3,
            learning_rate_half_life: 10.0,
            weight_decay: 1e-4,
            value_weight: 1.0,
            gradient_norm: 2.0,
        }
    }
}
