use crate::config::{NetworkScope, TrainConfig};
use quirkat_variant::Variant;

/// A network of the run and the variants that it learns.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The variant's name, or `shared`.
    pub name: String,
    /// Its variants, in the order of the configuration.
    pub variants: Vec<Variant>,
}

impl Scope {
    /// The networks of a run.
    pub fn all(config: &TrainConfig, variants: &[Variant]) -> Vec<Self> {
        match config.network_scope {
            NetworkScope::PerVariant => variants
                .iter()
                .map(|variant| Self {
                    name: variant.name.clone(),
                    variants: vec![variant.clone()],
                })
                .collect(),
            NetworkScope::Shared => vec![Self {
                name: "shared".to_owned(),
                variants: variants.to_vec(),
            }],
        }
    }
}
