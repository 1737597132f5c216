use super::error::ExportError;
use onnx_ir::{GraphProto, TensorProto};

/// Sizes of the two captures that show what follows from the batch.
pub(super) const BATCHES: [usize; 2] = [2, 5];

/// ONNX's number for tensors of i64.
const INT64: i32 = 7;

/// Frees the first axis of a graph that was captured with the first of [`BATCHES`]: numbers in shapes
/// and bounds that are others in the capture with the second are those of the batch.
///
/// burn-onnx's own free axes do not cover networks on the board: it cannot tell the axes of a reshape to
/// `[N, c, 5, 5]` apart, nor the bounds of a slice.
pub(super) fn free_batch(graph: &mut GraphProto, other: &GraphProto) -> Result<(), ExportError> {
    let refused = |what: String| {
        Err(ExportError::Onnx(format!(
            "the batch cannot be freed: {what}"
        )))
    };
    let kinds = |graph: &GraphProto| -> Vec<String> {
        graph.node.iter().map(|node| node.op_type.clone()).collect()
    };
    if kinds(graph) != kinds(other) || graph.initializer.len() != other.initializer.len() {
        return refused("two captures have different operations".to_owned());
    }
    for (index, second) in other.initializer.iter().enumerate() {
        let first = &graph.initializer[index];
        let (mut values, others) = (integers(first), integers(second));
        let differing: Vec<usize> = (0..values.len().max(others.len()))
            .filter(|&at| values.get(at) != others.get(at))
            .collect();
        let Some(&at) = differing.first() else {
            continue;
        };
        let Some((kind, place)) = user(graph, &first.name) else {
            return refused(format!("{} has no user", first.name));
        };
        let is_batch = values.len() == others.len()
            && differing.len() == 1
            && [values[at], others[at]] == BATCHES.map(|batch| batch as i64);
        values[at] = match (&*kind, place) {
            // -1 is what is left for it.
            ("Reshape", 1) if differing.len() == 1 && values.len() == others.len() => -1,
            // Ends beyond the axis are its end.
            ("Slice", 2) if is_batch => i64::MAX,
            // 1 goes with whatever is there.
            ("Expand", 1) if is_batch => 1,
            _ => return refused(format!("input {place} of {kind} depends on it")),
        };
        set_integers(&mut graph.initializer[index], &values);
    }
    graph.value_info.clear();
    for value in graph.input.iter_mut().chain(&mut graph.output) {
        let dims = &mut value.type_.mut_or_insert_default().mut_tensor_type().shape;
        match dims.mut_or_insert_default().dim.first_mut() {
            Some(dim) => dim.set_dim_param("N".to_owned()),
            None => return refused(format!("{} has no axis", value.name)),
        }
    }
    Ok(())
}

/// The kind of the first operation that reads a tensor, and as which of its inputs.
fn user(graph: &GraphProto, name: &str) -> Option<(String, usize)> {
    graph.node.iter().find_map(|node| {
        let place = node.input.iter().position(|input| input == name)?;
        Some((node.op_type.clone(), place))
    })
}

/// The values of a tensor of i64; none of another.
fn integers(tensor: &TensorProto) -> Vec<i64> {
    if tensor.data_type != INT64 {
        return Vec::new();
    }
    let (values, _) = tensor.raw_data.as_chunks::<8>();
    let raw = values.iter().map(|&value| i64::from_le_bytes(value));
    raw.chain(tensor.int64_data.iter().copied()).collect()
}

fn set_integers(tensor: &mut TensorProto, values: &[i64]) {
    let bytes: Vec<u8> = values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    tensor.int64_data.clear();
    tensor.raw_data = bytes.into();
}
