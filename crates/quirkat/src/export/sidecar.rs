//! The sidecar: one JSON file with all that a player needs beside the weights.

use super::board::{Actions, Board, actions, board};
use super::layout::{Layout, layout};
use super::prose;
use super::shallow;
use super::source::{Grade, Source};
use super::vectors::{Vector, vectors};
use anyhow::{Context, Result};
use quirkat_net::{BURN_VERSION, NetDevice};
use quirkat_rules::{ACTIONS_VERSION, ENCODING_VERSION, Game, RULES_VERSION};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Version of the sidecar's layout.
pub const SIDECAR_VERSION: u32 = 2;

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Sidecar {
    format: &'static str,
    format_version: u32,
    quirkat: &'static str,
    licence: &'static str,
    rules_version: u32,
    encoding_version: u32,
    actions_version: u32,
    rules: RulesPart,
    geometry: Board,
    features: Layout,
    actions: Actions,
    network: NetworkPart,
    outputs: Value,
    training: Training,
    test_vectors: Vec<Vector>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct RulesPart {
    name: String,
    hash: String,
    /// Whether the network was trained for these rules.
    trained_for: bool,
    switches: Value,
    meaning: BTreeMap<&'static str, String>,
    play: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct NetworkPart {
    architecture: &'static str,
    kind: String,
    sizes: BTreeMap<&'static str, usize>,
    parameters: usize,
    layers: &'static str,
    input: Value,
    forward: Vec<String>,
    tensors: Vec<TensorPart>,
    weights_blake3: String,
}

#[derive(Debug, Serialize)]
struct TensorPart {
    name: String,
    shape: Vec<usize>,
    dtype: &'static str,
}

/// `null` stands for what is not known, never for zero.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Training {
    variants: Vec<String>,
    iteration: u32,
    steps: u64,
    burn: &'static str,
    seed: Option<i64>,
    commit: Option<String>,
    self_play_games: Option<u64>,
    policy_loss: Option<f64>,
    value_loss: Option<f64>,
    config: Option<Value>,
    measured: Value,
    grade: Option<Vec<Grade>>,
}

/// The sidecar's text.
///
/// # Errors
/// When the run's configuration has no JSON form.
pub fn sidecar(source: &Source, grade: Option<&[Grade]>, device: NetDevice) -> Result<String> {
    let rules = source.variant.rules();
    let start = Game::new(Arc::clone(&source.variant.geometry));
    let sidecar = Sidecar {
        format: "quirkat-network",
        format_version: SIDECAR_VERSION,
        quirkat: env!("CARGO_PKG_VERSION"),
        licence: env!("CARGO_PKG_LICENSE"),
        rules_version: RULES_VERSION,
        encoding_version: ENCODING_VERSION,
        actions_version: ACTIONS_VERSION,
        rules: RulesPart {
            name: source.variant.name.clone(),
            hash: source.variant.rules_hash(),
            trained_for: source.trained_for,
            switches: serde_json::to_value(rules)?,
            meaning: prose::switches(rules).into_iter().collect(),
            play: prose::PLAY.to_vec(),
        },
        geometry: board(),
        features: layout(&start),
        actions: actions(),
        network: network(source),
        outputs: json!([
            {
                "name": "policy_logits", "shape": ["N", 290],
                "meaning": "one logit an action; softmax over the legal actions gives the policy, the others mean nothing",
            },
            {
                "name": "wdl_logits", "shape": ["N", 3], "order": ["win", "draw", "loss"],
                "meaning": "softmax gives the chances of the side to move",
            },
        ]),
        training: training(source, grade)?,
        test_vectors: vectors(&source.variant, &source.network, device),
    };
    shallow::text(&sidecar).context("the sidecar has no JSON form")
}

/// How the lines of `forward` are to be read.
const LAYERS: &str = "a layer NAME is y = weight · x + bias with its two tensors: with weight [outputs, inputs] a linear \
    layer, with weight [outputs, inputs, 3, 3] a convolution of the board [N, inputs, rank, file] with zeros beyond the \
    edge; relu(x) = max(x, 0); x[a:b] are the columns a to b - 1; board(x, c) makes [N, c, 5, 5] of [N, c * 25], \
    points(x) the reverse; a sum of [N, c, 5, 5] and [N, c] adds the second to every point";

fn network(source: &Source) -> NetworkPart {
    let architecture = source.info.network;
    let tensors = source.network.tensors();
    let sizes = architecture.sizes().into_iter();
    NetworkPart {
        architecture: architecture.name(),
        kind: architecture.words().to_owned(),
        sizes: sizes.map(|size| (size.name, size.value)).collect(),
        parameters: tensors.iter().map(|tensor| tensor.values.len()).sum(),
        layers: LAYERS,
        input: json!({ "name": "features", "shape": ["N", quirkat_net::FEATURES], "dtype": "float32" }),
        forward: architecture.formulas(),
        tensors: tensors
            .into_iter()
            .map(|tensor| TensorPart {
                name: tensor.name,
                shape: tensor.shape,
                dtype: "float32",
            })
            .collect(),
        weights_blake3: source.info.weights_blake3.clone(),
    }
}

fn training(source: &Source, grade: Option<&[Grade]>) -> Result<Training> {
    let run = source.run.as_ref();
    Ok(Training {
        variants: source.info.variants.clone(),
        iteration: source.info.iteration,
        steps: source.info.steps,
        burn: BURN_VERSION,
        seed: run.and_then(|run| run.seed),
        commit: run.and_then(|run| run.commit.clone()),
        self_play_games: run.and_then(|run| run.self_play_games),
        policy_loss: run.and_then(|run| run.policy_loss),
        value_loss: run.and_then(|run| run.value_loss),
        config: run
            .map(|run| serde_json::to_value(&run.config))
            .transpose()
            .context("the run's configuration")?,
        measured: match run {
            Some(run) if !run.measured.is_empty() => serde_json::to_value(&run.measured)?,
            _ => Value::Null,
        },
        grade: grade.map(<[Grade]>::to_vec),
    })
}
