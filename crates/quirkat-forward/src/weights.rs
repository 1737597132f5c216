use crate::features::FEATURES;
use crate::layer::{Layer, transposed};
use quirkat_rules::Action;
use safetensors::{Dtype, SafeTensors};
use serde::{Deserialize, Serialize};

/// Size of the perceptron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PerceptronSize {
    /// Width of every hidden layer.
    pub width: usize,
    /// Residual blocks of one layer each after the input layer.
    pub blocks: usize,
}

impl Default for PerceptronSize {
    fn default() -> Self {
        Self {
            width: 192,
            blocks: 2,
        }
    }
}

/// One number for every parameter of the perceptron: its weights, or their gradients.
///
/// ```text
/// features [FEATURES] -> input layer, ReLU -> blocks: h + ReLU(W h + b) -> policy logits [290]
///                                                                       -> W/D/L logits [3]
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PerceptronWeights {
    /// From the features to the width.
    pub input: Layer,
    /// From the width to itself.
    pub blocks: Vec<Layer>,
    /// From the width to one logit an action.
    pub policy: Layer,
    /// From the width to win, draw and loss.
    pub wdl: Layer,
}

/// Why bytes are not the weights of a perceptron.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// Not a safetensors file, or a damaged one.
    #[error("not a safetensors file: {0}")]
    Format(#[from] safetensors::SafeTensorError),
    /// A tensor has another shape or type of number than the perceptron's.
    #[error("tensor {name} is {found}, expected f32 {expected:?}")]
    Shape {
        /// Which tensor.
        name: String,
        /// Its type of number and its shape.
        found: String,
        /// The shape that fits the other tensors.
        expected: Vec<usize>,
    },
    /// A tensor that the perceptron does not have.
    #[error("tensor {0} is none of the perceptron's")]
    Unknown(String),
    /// A value that is not finite.
    #[error("tensor {0} has a value that is not finite")]
    NotFinite(String),
}

impl PerceptronWeights {
    /// The sizes that the layers have.
    pub fn size(&self) -> PerceptronSize {
        PerceptronSize {
            width: self.input.outputs,
            blocks: self.blocks.len(),
        }
    }

    /// Reads what `quirkat export --format safetensors` writes of a perceptron.
    ///
    /// # Errors
    /// When the bytes are no safetensors file, or not the weights of a perceptron.
    pub fn from_safetensors(bytes: &[u8]) -> Result<Self, WeightsError> {
        let file = SafeTensors::deserialize(bytes)?;
        let width = file.tensor("input.bias")?.shape().first().copied();
        let width = width.unwrap_or(0);
        let mut blocks = Vec::new();
        while file
            .tensor(&format!("blocks.{}.weight", blocks.len()))
            .is_ok()
        {
            let name = format!("blocks.{}", blocks.len());
            blocks.push(layer(&file, &name, width, width)?);
        }
        let weights = Self {
            input: layer(&file, "input", FEATURES, width)?,
            policy: layer(&file, "policy", width, Action::COUNT)?,
            wdl: layer(&file, "wdl", width, 3)?,
            blocks,
        };
        let known = |name: &str| {
            let layer = name.rsplit_once('.').map_or(name, |(layer, _)| layer);
            let block = layer.strip_prefix("blocks.").map(str::parse::<usize>);
            matches!(layer, "input" | "policy" | "wdl")
                || matches!(block, Some(Ok(number)) if number < weights.blocks.len())
        };
        match file.names().into_iter().find(|name| !known(name)) {
            Some(name) => Err(WeightsError::Unknown((*name).to_owned())),
            None => Ok(weights),
        }
    }
}

/// A layer from `NAME.weight` `[outputs, inputs]` and `NAME.bias` `[outputs]`.
fn layer(
    file: &SafeTensors<'_>,
    name: &str,
    inputs: usize,
    outputs: usize,
) -> Result<Layer, WeightsError> {
    let weights = floats(file, &format!("{name}.weight"), &[outputs, inputs])?;
    Ok(Layer {
        inputs,
        outputs,
        weights: transposed(&weights, outputs, inputs),
        bias: floats(file, &format!("{name}.bias"), &[outputs])?,
    })
}

fn floats(
    file: &SafeTensors<'_>,
    name: &str,
    expected: &[usize],
) -> Result<Vec<f32>, WeightsError> {
    let tensor = file.tensor(name)?;
    if tensor.dtype() != Dtype::F32 || tensor.shape() != expected {
        return Err(WeightsError::Shape {
            name: name.to_owned(),
            found: format!("{:?} {:?}", tensor.dtype(), tensor.shape()),
            expected: expected.to_vec(),
        });
    }
    let (values, _) = tensor.data().as_chunks::<4>();
    let values: Vec<f32> = values
        .iter()
        .map(|&value| f32::from_le_bytes(value))
        .collect();
    if values.iter().all(|value| value.is_finite()) {
        Ok(values)
    } else {
        Err(WeightsError::NotFinite(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use safetensors::tensor::TensorView;

    /// A file with the tensors of a perceptron of width 2 with one block; `change` may alter them.
    fn file(change: impl FnOnce(&mut Vec<(&'static str, Vec<usize>, Vec<f32>)>)) -> Vec<u8> {
        let mut tensors = vec![
            ("input.weight", vec![2, FEATURES], vec![0.5; 2 * FEATURES]),
            ("input.bias", vec![2], vec![1.0, 2.0]),
            ("blocks.0.weight", vec![2, 2], vec![1.0, 2.0, 3.0, 4.0]),
            ("blocks.0.bias", vec![2], vec![5.0, 6.0]),
            ("policy.weight", vec![Action::COUNT, 2], vec![0.0; 580]),
            ("policy.bias", vec![Action::COUNT], vec![0.0; 290]),
            ("wdl.weight", vec![3, 2], vec![0.0; 6]),
            ("wdl.bias", vec![3], vec![7.0, 8.0, 9.0]),
        ];
        change(&mut tensors);
        let bytes: Vec<Vec<u8>> = tensors
            .iter()
            .map(|(_, _, values)| values.iter().flat_map(|v| v.to_le_bytes()).collect())
            .collect();
        let views = tensors.iter().zip(&bytes).map(|((name, shape, _), bytes)| {
            (
                *name,
                TensorView::new(Dtype::F32, shape.clone(), bytes).unwrap(),
            )
        });
        safetensors::serialize(views, None).unwrap()
    }

    #[test]
    fn weights_are_read_with_one_row_for_each_input() {
        let weights = PerceptronWeights::from_safetensors(&file(|_| {})).unwrap();
        assert_eq!(
            weights.size(),
            PerceptronSize {
                width: 2,
                blocks: 1
            }
        );
        assert_eq!(weights.blocks[0].weights, [1.0, 3.0, 2.0, 4.0]);
        assert_eq!(weights.blocks[0].bias, [5.0, 6.0]);
        assert_eq!(weights.wdl.bias, [7.0, 8.0, 9.0]);
    }

    #[test]
    fn other_files_are_refused() {
        let read = |bytes: &[u8]| PerceptronWeights::from_safetensors(bytes);
        let whole = file(|_| {});
        assert!(matches!(read(&whole[..900]), Err(WeightsError::Format(_))));
        assert!(matches!(read(b""), Err(WeightsError::Format(_))));
        let refused = |bytes: Vec<u8>| read(&bytes).unwrap_err().to_string();
        let without = file(|tensors| drop(tensors.remove(4)));
        assert!(refused(without).contains("policy.weight"));
        let narrow = file(|tensors| tensors[2] = ("blocks.0.weight", vec![2, 1], vec![1.0; 2]));
        assert!(refused(narrow).contains("blocks.0.weight"));
        let infinite = file(|tensors| tensors[7].2[1] = f32::INFINITY);
        assert!(refused(infinite).contains("not finite"));
        let more = file(|tensors| tensors.push(("blocks.2.bias", vec![2], vec![1.0; 2])));
        assert!(refused(more).contains("blocks.2.bias"));
    }
}
