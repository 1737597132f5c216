//! The network in forms that other programs read.

use crate::layer::Layer;
use crate::{FEATURES, NetDevice, Network, write_features};
use burn::prelude::*;
use quirkat_rules::{Action, Planes};
use safetensors::{Dtype, tensor::TensorView};
use std::collections::HashMap;

/// A tensor under the name that it has in a `PyTorch` module of `torch.nn.Linear` layers `input`,
/// `blocks` (a `ModuleList`), `policy` and `wdl`.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedTensor {
    /// `input.weight`, `input.bias`, `blocks.0.weight`, …
    pub name: String,
    /// Weights `[outputs, inputs]`, biases `[outputs]`: `PyTorch`'s layout.
    pub shape: Vec<usize>,
    /// Row by row.
    pub values: Vec<f32>,
}

/// What the network answers before any softmax, for every action, legal or not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Logits {
    /// `[N, 290]`, row by row.
    pub policy: Vec<f32>,
    /// `[N, 3]`: win, draw, loss of the side to move.
    pub wdl: Vec<f32>,
}

/// Why a network cannot be written in another program's form.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The safetensors library refused.
    #[error("cannot write safetensors: {0}")]
    Safetensors(#[from] safetensors::SafeTensorError),
    /// The ONNX exporter refused.
    #[cfg(feature = "onnx")]
    #[error("cannot write ONNX: {0}")]
    Onnx(String),
}

/// All weights and biases, from the input to the heads.
pub fn tensors(network: &Network) -> Vec<NamedTensor> {
    let (input, blocks, policy, wdl) = network.layers();
    let mut all = both("input", &input).to_vec();
    for (index, block) in blocks.iter().enumerate() {
        all.extend(both(&format!("blocks.{index}"), block));
    }
    all.extend(both("policy", &policy));
    all.extend(both("wdl", &wdl));
    all
}

fn both(name: &str, layer: &Layer) -> [NamedTensor; 2] {
    let transposed = (0..layer.outputs).flat_map(|column| {
        (0..layer.inputs).map(move |row| layer.weights[row * layer.outputs + column])
    });
    [
        NamedTensor {
            name: format!("{name}.weight"),
            shape: vec![layer.outputs, layer.inputs],
            values: transposed.collect(),
        },
        NamedTensor {
            name: format!("{name}.bias"),
            shape: vec![layer.outputs],
            values: layer.bias.clone(),
        },
    ]
}

/// The file form of [`tensors`], with one entry `quirkat` of metadata. The same network gives the
/// same bytes.
///
/// # Errors
/// When the safetensors library refuses.
pub fn safetensors(network: &Network, metadata: &str) -> Result<Vec<u8>, ExportError> {
    let tensors = tensors(network);
    let bytes: Vec<Vec<u8>> = tensors
        .iter()
        .map(|tensor| tensor.values.iter().flat_map(|v| v.to_le_bytes()).collect())
        .collect();
    let views = tensors
        .iter()
        .zip(&bytes)
        .map(|(tensor, bytes)| {
            let view = TensorView::new(Dtype::F32, tensor.shape.clone(), bytes)?;
            Ok((tensor.name.clone(), view))
        })
        .collect::<Result<Vec<_>, safetensors::SafeTensorError>>()?;
    // A single entry: the library writes several in the order of a hash map.
    let metadata = HashMap::from([("quirkat".to_owned(), metadata.to_owned())]);
    Ok(safetensors::serialize(views, Some(metadata))?)
}

/// burn's own forward pass, [`Network::forward`], on positions: what every exported form must give.
///
/// # Panics
/// When the network is on another device.
pub fn burn_logits(network: &Network, device: NetDevice, positions: &[Planes]) -> Logits {
    /// Rows a pass, so that memory stays small.
    const ROWS: usize = 256;
    let device = device.burn();
    let mut logits = Logits::default();
    for batch in positions.chunks(ROWS) {
        let mut features = vec![0.0; batch.len() * FEATURES];
        for (planes, row) in batch.iter().zip(features.chunks_exact_mut(FEATURES)) {
            write_features(planes, row);
        }
        let input = TensorData::new(features, [batch.len(), FEATURES]);
        let (policy, wdl) = network.forward(Tensor::from_data(input, &device));
        logits.policy.extend(floats(policy));
        logits.wdl.extend(floats(wdl));
    }
    debug_assert_eq!(logits.policy.len(), positions.len() * Action::COUNT);
    logits
}

fn floats(tensor: Tensor<2>) -> Vec<f32> {
    tensor
        .into_data()
        .try_into_vec::<f32>()
        .expect("the network computes in f32")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NetworkConfig, Trainer, TrainingConfig};
    use quirkat_rules::{Game, Geometry, PLANES, Rules, write_planes};
    use std::sync::Arc;

    fn network() -> Network {
        let size = NetworkConfig {
            width: 24,
            blocks: 2,
        };
        Trainer::new(
            size,
            TrainingConfig::default(),
            NetDevice::default(),
            [3; 32],
        )
        .network()
    }

    fn start(rules: Rules) -> Planes {
        let mut planes = [0; PLANES];
        write_planes(&Game::new(Arc::new(Geometry::new(rules))), &mut planes);
        planes
    }

    /// `y = W x + b` as `PyTorch` writes it.
    fn linear(weight: &NamedTensor, bias: &NamedTensor, x: &[f32]) -> Vec<f32> {
        let rows = weight.values.chunks_exact(weight.shape[1]);
        rows.zip(&bias.values)
            .map(|(row, b)| b + row.iter().zip(x).map(|(w, x)| w * x).sum::<f32>())
            .collect()
    }

    #[test]
    fn the_named_tensors_computed_as_documented_give_burns_logits() {
        let network = network();
        let planes = start(Rules::HUFFING);
        let mut x = vec![0.0; FEATURES];
        write_features(&planes, &mut x);
        let all = tensors(&network);
        let names: Vec<&str> = all.iter().map(|tensor| tensor.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "input.weight",
                "input.bias",
                "blocks.0.weight",
                "blocks.0.bias",
                "blocks.1.weight",
                "blocks.1.bias",
                "policy.weight",
                "policy.bias",
                "wdl.weight",
                "wdl.bias"
            ]
        );
        let relu = |x: Vec<f32>| -> Vec<f32> { x.into_iter().map(|x| x.max(0.0)).collect() };
        let mut h = relu(linear(&all[0], &all[1], &x));
        for block in all[2..6].chunks_exact(2) {
            let added = relu(linear(&block[0], &block[1], &h));
            h = h.iter().zip(added).map(|(h, a)| h + a).collect();
        }
        let burn = burn_logits(&network, NetDevice::default(), &[planes]);
        let expected = [linear(&all[6], &all[7], &h), linear(&all[8], &all[9], &h)];
        assert!(burn.policy.iter().any(|x| x.abs() > 1e-3), "not all zero");
        for (a, b) in expected
            .concat()
            .iter()
            .zip([burn.policy, burn.wdl].concat())
        {
            assert!((a - b).abs() < 1e-5, "{a} {b}");
        }
    }

    #[test]
    fn safetensors_read_back_and_are_the_same_bytes_each_time() {
        let network = network();
        let bytes = safetensors(&network, "notes").unwrap();
        assert_eq!(bytes, safetensors(&network, "notes").unwrap());
        let file = safetensors::SafeTensors::deserialize(&bytes).unwrap();
        let (_, header) = safetensors::SafeTensors::read_metadata(&bytes).unwrap();
        assert_eq!(header.metadata().as_ref().unwrap()["quirkat"], "notes");
        for tensor in tensors(&network) {
            let view = file.tensor(&tensor.name).unwrap();
            let (chunks, rest) = view.data().as_chunks::<4>();
            let values: Vec<f32> = chunks.iter().map(|b| f32::from_le_bytes(*b)).collect();
            assert!(rest.is_empty());
            assert_eq!((view.shape(), values), (&tensor.shape[..], tensor.values));
        }
    }

    #[test]
    fn a_positions_logits_do_not_depend_on_the_batch() {
        let network = network();
        let positions = [Rules::BELL, Rules::STANDARD, Rules::HUFFING].map(start);
        let many: Vec<Planes> = positions.iter().copied().cycle().take(300).collect();
        let all = burn_logits(&network, NetDevice::default(), &many);
        let one = burn_logits(&network, NetDevice::default(), &many[299..]);
        for (a, b) in one.policy.iter().zip(&all.policy[299 * Action::COUNT..]) {
            assert!((a - b).abs() < 1e-5);
        }
        assert_eq!(all.wdl.len(), 900);
    }
}
