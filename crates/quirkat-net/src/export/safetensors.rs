use super::error::ExportError;
use crate::network::Network;
use safetensors::{Dtype, tensor::TensorView};
use std::collections::HashMap;

/// The file form of [`Network::tensors`], with one entry `quirkat` of metadata. The same network gives the
/// same bytes.
///
/// # Errors
/// When the safetensors library refuses.
pub fn safetensors(network: &Network, metadata: &str) -> Result<Vec<u8>, ExportError> {
    let tensors = network.tensors();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::NetDevice;
    use crate::network::{Architecture, ResidualSize};
    use crate::train::{Trainer, TrainingConfig};
    use quirkat_forward::{PerceptronSize, PerceptronWeights};

    fn network(architecture: Architecture) -> Network {
        let config = TrainingConfig::default();
        Trainer::new(architecture, config, NetDevice::default(), [3; 32]).network()
    }

    const PERCEPTRON: PerceptronSize = PerceptronSize {
        width: 24,
        blocks: 2,
    };

    #[test]
    fn safetensors_read_back_and_are_the_same_bytes_each_time() {
        for architecture in [
            Architecture::Perceptron(PERCEPTRON),
            Architecture::Residual(ResidualSize::default()),
        ] {
            let network = network(architecture);
            let bytes = safetensors(&network, "notes").unwrap();
            assert_eq!(bytes, safetensors(&network, "notes").unwrap());
            let file = safetensors::SafeTensors::deserialize(&bytes).unwrap();
            let (_, header) = safetensors::SafeTensors::read_metadata(&bytes).unwrap();
            assert_eq!(header.metadata().as_ref().unwrap()["quirkat"], "notes");
            for tensor in network.tensors() {
                let view = file.tensor(&tensor.name).unwrap();
                let (chunks, rest) = view.data().as_chunks::<4>();
                let values: Vec<f32> = chunks.iter().map(|b| f32::from_le_bytes(*b)).collect();
                assert!(rest.is_empty());
                assert_eq!((view.shape(), values), (&tensor.shape[..], tensor.values));
            }
        }
    }

    #[test]
    fn an_exported_perceptron_is_read_without_burn() {
        let network = network(Architecture::Perceptron(PERCEPTRON));
        let bytes = safetensors(&network, "").unwrap();
        let weights = PerceptronWeights::from_safetensors(&bytes).unwrap();
        assert_eq!(weights.size(), PERCEPTRON);
        let named = network.tensors();
        assert_eq!(weights.blocks[1].bias, named[5].values);
        // One row for each input here, one for each output there.
        assert_eq!(weights.wdl.weights[3..4], named[8].values[1..2]);
    }
}
