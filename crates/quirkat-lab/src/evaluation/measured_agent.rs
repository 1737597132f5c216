use super::starts::Starts;
use quirkat_net::Network;
use quirkat_play::Seed;
use quirkat_store::StoreFolder;
use quirkat_variant::Variant;

/// An agent that is measured on one variant.
#[derive(Debug)]
pub(crate) struct MeasuredAgent<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) network: Network,
    /// Hash of its weights.
    pub(crate) weights: String,
    /// As the CSVs name it: `bell/iter-0012`.
    pub(crate) checkpoint: String,
    /// The training seed.
    pub(crate) run_seed: u64,
    pub(crate) starts: &'a Starts,
    /// The place of its games' random streams.
    pub(crate) seed: Seed,
    /// Where its games are kept.
    pub(crate) folder: StoreFolder,
}
