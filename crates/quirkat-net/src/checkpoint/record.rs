use crate::network::{Architecture, Init, Network, is_finite};
use burn::module::Module;
use burn::prelude::Device;
use burn::store::ModuleRecord;
use burn::tensor::Bytes;
use burn_pack::{DType, Reader, Writer};

/// The parameters as a burn record.
pub(super) fn weights_to_bytes(network: Network) -> Result<Bytes, String> {
    network
        .into_record()
        .into_bytes()
        .map_err(|error| error.to_string())
}

/// The network of an architecture with the parameters of a burn record. The record is looked at
/// before anything of the architecture's size is made.
pub(super) fn weights_from_bytes(
    bytes: Vec<u8>,
    architecture: Architecture,
    device: &Device,
) -> Result<Network, String> {
    architecture.check()?;
    let reader = Reader::from_bytes(Bytes::from_bytes_vec(bytes.clone()));
    let tensors = reader.and_then(Reader::into_tensors);
    let tensors = tensors.map_err(|error| error.to_string())?;
    let mut found = 0;
    for tensor in &tensors {
        if tensor.dtype != DType::F32 {
            return Err(format!("{} is of type {:?}", tensor.name, tensor.dtype));
        }
        found += tensor.byte_len() as u64 / 4;
    }
    let expected = architecture.parameters();
    if found != expected {
        return Err(format!(
            "{found} parameters, while `{architecture}` has {expected}"
        ));
    }
    let record = ModuleRecord::from_bytes(Bytes::from_bytes_vec(bytes));
    let network = record
        .and_then(|record| {
            Network::init(architecture, &mut Init::zeros(device)).with_record(record)
        })
        .map_err(|error| error.to_string().replace('\n', " "))?;
    match not_finite(&network) {
        Some(name) => Err(format!("{name} has a value that is not finite")),
        None => Ok(network),
    }
}

/// The name of a tensor with a value that is infinite or not a number.
pub(super) fn not_finite(network: &Network) -> Option<String> {
    let tensors = network.valid().tensors();
    let wrong = tensors
        .into_iter()
        .find(|tensor| !is_finite(&tensor.values));
    wrong.map(|tensor| tensor.name)
}

/// burn writes the optimiser's tensors in the order of a hash map; sorted by name, the same state
/// gives the same bytes.
pub(super) fn in_fixed_order(record: Bytes) -> Result<Bytes, burn_pack::Error> {
    let reader = Reader::from_bytes(record)?;
    let (metadata, scalars) = (reader.metadata().clone(), reader.scalars().clone());
    let mut tensors = reader.into_tensors()?;
    tensors.sort_by(|a, b| a.name.cmp(&b.name));
    let mut writer = Writer::new(tensors);
    for (key, value) in &metadata {
        writer = writer.with_metadata(key, value);
    }
    for (key, value) in scalars {
        writer = writer.with_scalar(&key, value);
    }
    writer.into_bytes()
}
