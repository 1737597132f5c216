use burn::module::{Module, ModuleVisitor, Param};
use burn::prelude::*;
use quirkat_forward::transposed;

/// A tensor under the name and in the layout that it has in a `PyTorch` module whose fields have the
/// same names.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedTensor {
    /// The path of fields: `input.weight`, `blocks.0.bias`, …
    pub name: String,
    /// Linear weights `[outputs, inputs]`, convolutions `[outputs, inputs, rank, file]`, biases
    /// `[outputs]`.
    pub shape: Vec<usize>,
    /// Row by row.
    pub values: Vec<f32>,
}

/// All parameters of a module, in the order of its fields.
pub(super) fn named_tensors(module: &impl Module) -> Vec<NamedTensor> {
    let mut collector = Collector::default();
    module.visit(&mut collector);
    collector.tensors
}

#[derive(Default)]
struct Collector {
    /// Names of the fields on the way, each with the kind of what holds it.
    path: Vec<(String, String)>,
    tensors: Vec<NamedTensor>,
}

impl ModuleVisitor for Collector {
    fn enter_module(&mut self, name: &str, container: &str) {
        self.path.push((name.to_owned(), container.to_owned()));
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, parameter: &Param<Tensor<D>>) {
        let names: Vec<&str> = self.path.iter().map(|(name, _)| &**name).collect();
        let in_linear = self
            .path
            .last()
            .is_some_and(|(_, container)| container == "Struct:Linear");
        let mut shape = parameter.dims().to_vec();
        let mut values = floats(parameter.val());
        if in_linear && let [inputs, outputs] = shape[..] {
            values = transposed(&values, inputs, outputs);
            shape = vec![outputs, inputs];
        }
        self.tensors.push(NamedTensor {
            name: names.join("."),
            shape,
            values,
        });
    }
}

/// The numbers of a tensor, row by row.
///
/// # Panics
/// When it is not of type f32.
pub(crate) fn floats<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor
        .into_data()
        .try_into_vec()
        .expect("networks compute in f32")
}

/// Whether no value is infinite or not a number. It asks for the exponent's bits, which compiles to
/// vector instructions.
pub(crate) fn is_finite(values: &[f32]) -> bool {
    const EXPONENT: u32 = 0x7f80_0000;
    let found = values.iter().fold(0, |found, value| {
        found | u32::from(value.to_bits() & EXPONENT == EXPONENT)
    });
    found == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinities_and_nans_are_found() {
        let mut values = vec![f32::MAX, -0.0, f32::MIN_POSITIVE / 2.0, 1.5];
        assert!(is_finite(&values));
        for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            values[2] = wrong;
            assert!(!is_finite(&values));
        }
    }
}
