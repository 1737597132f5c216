use crate::BURN_VERSION;
use crate::network::Architecture;
use quirkat_rules::{ACTIONS_VERSION, ENCODING_VERSION, RULES_VERSION};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the layout of a checkpoint.
pub const FORMAT_VERSION: u32 = 3;

/// What a checkpoint says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CheckpointInfo {
    /// [`FORMAT_VERSION`] of the writer.
    pub format_version: u32,
    /// Of the rule switches.
    pub rules_version: u32,
    /// Of the bit planes.
    pub encoding_version: u32,
    /// Of the action table.
    pub actions_version: u32,
    /// Version of burn.
    pub burn_version: String,
    /// Which network.
    pub network: Architecture,
    /// The rule sets that it was trained for, by name.
    pub variants: Vec<String>,
    /// Iterations of training behind it.
    pub iteration: u32,
    /// Optimiser steps behind it.
    pub steps: u64,
    /// BLAKE3 of `weights.bpk`, in hex.
    pub weights_blake3: String,
    /// BLAKE3 of `optimizer.bpk`, in hex.
    pub optimizer_blake3: String,
    /// BLAKE3 of the [checked](super::Extra::checked) files beside them, in hex, by name.
    pub extra_blake3: BTreeMap<String, String>,
    /// BLAKE3 of all of the above, in hex, so that no bit of it changes unseen.
    pub info_blake3: String,
}

impl CheckpointInfo {
    /// What [`Self::info_blake3`] has to be.
    ///
    /// # Panics
    /// Never: plain data always has a JSON form.
    pub(super) fn own_hash(&self) -> String {
        let others = Self {
            info_blake3: String::new(),
            ..self.clone()
        };
        let json = serde_json::to_vec(&others).expect("plain data has a JSON form");
        blake3::hash(&json).to_hex().to_string()
    }
}

/// A version that is not this build's: its key, what was found, and what is known.
pub(super) type Foreign = (&'static str, String, String);

/// Looks at the versions before anything else, as another version may have other fields.
pub(super) fn foreign_version(json: &serde_json::Value) -> Option<Foreign> {
    let versions = [
        ("format-version", FORMAT_VERSION.to_string()),
        ("rules-version", RULES_VERSION.to_string()),
        ("encoding-version", ENCODING_VERSION.to_string()),
        ("actions-version", ACTIONS_VERSION.to_string()),
        ("burn-version", BURN_VERSION.to_owned()),
    ];
    versions.into_iter().find_map(|(what, known)| {
        let found = match &json[what] {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        (found != known).then_some((what, found, known))
    })
}
