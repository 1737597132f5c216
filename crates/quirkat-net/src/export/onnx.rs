use super::batch::{BATCHES, free_batch};
use super::error::ExportError;
use crate::device::NetDevice;
use crate::network::Network;
use burn::prelude::*;
use burn_onnx::export::OnnxExporter;
use onnx_ir::{GraphProto, Message, ModelProto};
use quirkat_forward::FEATURES;
use quirkat_rules::Action;
use std::collections::HashMap;

/// The network as an ONNX model (operator set 18) with the input `features` `[N, 507]` and the
/// outputs `policy_logits` `[N, 290]` and `wdl_logits` `[N, 3]`, `N` free. `metadata` becomes the
/// model's `metadata_props`. The same network gives the same bytes.
///
/// # Errors
/// When the exporter of burn meets an operation that it does not know.
pub fn onnx(
    network: &Network,
    device: NetDevice,
    metadata: &[(&str, String)],
) -> Result<Vec<u8>, ExportError> {
    let device = device.burn();
    let capture = |rows: usize| {
        let features = Tensor::<2>::zeros([rows, FEATURES], &device);
        let model = OnnxExporter::new()
            .export(network, features, Network::forward)
            .map_err(|error| ExportError::Onnx(error.to_string()))?;
        ModelProto::parse_from_bytes(model.as_bytes())
            .map_err(|error| ExportError::Onnx(error.to_string()))
    };
    let [model, other] = BATCHES.map(capture);
    let (mut model, other) = (model?, other?);
    let graph = model
        .graph
        .as_mut()
        .ok_or_else(|| ExportError::Onnx("the exporter gave no graph".to_owned()))?;
    free_batch(graph, &other.graph)?;
    rename(graph)?;
    "quirkat".clone_into(&mut model.producer_name);
    env!("CARGO_PKG_VERSION").clone_into(&mut model.producer_version);
    model.metadata_props.clear();
    // The type of an entry has no public name.
    model
        .metadata_props
        .resize_with(metadata.len(), Default::default);
    for (entry, (key, value)) in model.metadata_props.iter_mut().zip(metadata) {
        (*key).clone_into(&mut entry.key);
        entry.value.clone_from(value);
    }
    model
        .write_to_bytes()
        .map_err(|error| ExportError::Onnx(error.to_string()))
}

/// Names for input and outputs, and numbers in the order of the graph for what lies between: the
/// exporter counts tensors over the whole life of the process.
fn rename(graph: &mut GraphProto) -> Result<(), ExportError> {
    let mut names: HashMap<String, String> = HashMap::new();
    let refused = |what: &str| ExportError::Onnx(format!("the exporter gave {what}"));
    let [input] = &graph.input[..] else {
        return Err(refused("more inputs than the features"));
    };
    names.insert(input.name.clone(), "features".to_owned());
    for output in &graph.output {
        let dims = &output.type_.tensor_type().shape.dim;
        let name = match dims.last().map(|dim| dim.dim_value() as usize) {
            Some(Action::COUNT) => "policy_logits",
            Some(3) => "wdl_logits",
            _ => return Err(refused("an output of another width")),
        };
        names.insert(output.name.clone(), name.to_owned());
    }
    // The heads in their documented order.
    graph
        .output
        .sort_by_key(|output| names[&output.name].clone());
    let initializers: Vec<String> = graph.initializer.iter().map(|t| t.name.clone()).collect();
    for name in &initializers {
        names.insert(name.clone(), parameter_name(name).to_owned());
    }
    for tensor in &mut graph.initializer {
        tensor.name = names[&tensor.name].clone();
    }
    for (index, node) in graph.node.iter_mut().enumerate() {
        node.name = format!("{}_{index}", node.op_type.to_lowercase());
        for (place, output) in node.output.iter().enumerate() {
            let fresh = format!("{}_{place}", node.name);
            names.entry(output.clone()).or_insert(fresh);
        }
    }
    let renamed = |name: &mut String| {
        if let Some(new) = names.get(name) {
            name.clone_from(new);
        }
    };
    for node in &mut graph.node {
        node.input.iter_mut().for_each(&renamed);
        node.output.iter_mut().for_each(&renamed);
    }
    for value in graph
        .input
        .iter_mut()
        .chain(&mut graph.output)
        .chain(&mut graph.value_info)
    {
        renamed(&mut value.name);
    }
    "quirkat".clone_into(&mut graph.name);
    Ok(())
}

/// Without the variant of [`Network`], which burn puts before the names of the fields.
fn parameter_name(name: &str) -> &str {
    match name.split_once('.') {
        Some((variant, field)) if variant.starts_with(char::is_uppercase) => field,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Architecture, ResidualSize};
    use crate::train::{Trainer, TrainingConfig};
    use quirkat_forward::PerceptronSize;

    #[test]
    fn the_model_has_the_documented_names_shapes_and_metadata_and_the_same_bytes_each_time() {
        let perceptron = Architecture::Perceptron(PerceptronSize {
            width: 16,
            blocks: 3,
        });
        let residual = Architecture::Residual(ResidualSize {
            channels: 4,
            blocks: 3,
        });
        check(
            perceptron,
            &["input.weight", "blocks.2.bias", "policy.weight", "wdl.bias"],
        );
        check(
            residual,
            &[
                "planes.weight",
                "switches.bias",
                "blocks.2.second.weight",
                "wdl.bias",
            ],
        );
    }

    fn check(size: Architecture, expected: &[&str]) {
        let device = NetDevice::default();
        let network = Trainer::new(size, TrainingConfig::default(), device, [4; 32]).network();
        let metadata = [("rules-version", "1".to_owned())];
        let bytes = onnx(&network, device, &metadata).unwrap();
        assert_eq!(bytes, onnx(&network, device, &metadata).unwrap());
        let model = ModelProto::parse_from_bytes(&bytes).unwrap();
        let graph = &model.graph;
        let shape = |value: &onnx_ir::ValueInfoProto| {
            let dims = &value.type_.tensor_type().shape.dim;
            let dim = |i: usize| (dims[i].dim_param().to_owned(), dims[i].dim_value());
            assert_eq!(dims.len(), 2);
            (value.name.clone(), dim(0).0, dim(1).1)
        };
        let row = |name: &str, width| (name.to_owned(), "N".to_owned(), width);
        let inputs: Vec<_> = graph.input.iter().map(shape).collect();
        let outputs: Vec<_> = graph.output.iter().map(shape).collect();
        assert_eq!(inputs, [row("features", 507)]);
        assert_eq!(outputs, [row("policy_logits", 290), row("wdl_logits", 3)]);
        assert_eq!(model.metadata_props[0].key, "rules-version");
        assert_eq!(model.metadata_props[0].value, "1");
        let names: Vec<&str> = graph.initializer.iter().map(|t| t.name.as_str()).collect();
        for name in expected {
            assert!(names.contains(name), "{name} in {names:?}");
        }
    }
}
