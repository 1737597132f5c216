use super::Architecture;
use super::model::ReadSize;
use serde::de::{DeserializeOwned, Error};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::fmt;

/// The key that says which architecture it is.
const ARCHITECTURE: &str = "architecture";

impl Architecture {
    /// Refuses sizes out of their range.
    ///
    /// # Errors
    /// One line with the key and the allowed values.
    pub fn check(self) -> Result<(), String> {
        let wrong = self
            .sizes()
            .into_iter()
            .find(|size| !size.allowed.contains(&size.value));
        match wrong {
            Some(size) => Err(format!(
                "{}: {} is out of range; allowed are {:?}",
                size.name, size.value, size.allowed
            )),
            None => Ok(()),
        }
    }
}

/// The first of the list with its default sizes.
impl Default for Architecture {
    fn default() -> Self {
        let first = Self::read(Self::NAMES[0], Defaults);
        let Some(Ok(first)) = first else {
            unreachable!("the first name is one of the names");
        };
        first
    }
}

struct Defaults;

impl ReadSize<std::convert::Infallible> for Defaults {
    fn size<S: Default + DeserializeOwned>(self) -> Result<S, std::convert::Infallible> {
        Ok(S::default())
    }
}

/// The name with the sizes, such as `perceptron, width 192, blocks 2`.
impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        for size in self.sizes() {
            write!(f, ", {} {}", size.name, size.value)?;
        }
        Ok(())
    }
}

impl Serialize for Architecture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sizes = self.sizes();
        let mut map = serializer.serialize_map(Some(1 + sizes.len()))?;
        map.serialize_entry(ARCHITECTURE, self.name())?;
        for size in sizes {
            map.serialize_entry(size.name, &size.value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Architecture {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut keys = Map::deserialize(deserializer)?;
        let name = match keys.remove(ARCHITECTURE) {
            None => Self::NAMES[0].to_owned(),
            Some(Value::String(name)) => name,
            Some(other) => {
                let message = format!(
                    "{ARCHITECTURE}: {other} is no name; allowed are {}",
                    Self::NAMES.join(", ")
                );
                return Err(D::Error::custom(message));
            }
        };
        let sizes = Sizes { name: &name, keys };
        Self::read(&name, sizes)
            .ok_or_else(|| D::Error::unknown_variant(&name, Self::NAMES))?
            .map_err(D::Error::custom)
    }
}

/// The sizes in a table without the architecture's name.
struct Sizes<'a> {
    name: &'a str,
    keys: Map<String, Value>,
}

impl ReadSize<String> for Sizes<'_> {
    fn size<S: Default + DeserializeOwned>(self) -> Result<S, String> {
        serde_path_to_error::deserialize(Value::Object(self.keys)).map_err(|error| {
            let key = error.path().to_string();
            let message = error.into_inner().to_string();
            if message.starts_with("unknown field") {
                format!("{message} (architecture {})", self.name)
            } else {
                format!("{key}: {message}")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Init, Network};
    use burn::module::Module;
    use burn::prelude::Device;
    use serde_json::json;

    fn read(value: Value) -> Result<Architecture, String> {
        serde_json::from_value(value).map_err(|error| error.to_string())
    }

    #[test]
    fn every_architecture_reads_back_as_it_is_written_and_counts_its_parameters() {
        for name in Architecture::NAMES {
            let architecture = read(json!({ "architecture": name })).unwrap();
            assert_eq!(architecture.name(), *name);
            architecture.check().unwrap();
            let written = serde_json::to_value(architecture).unwrap();
            assert_eq!(read(written.clone()), Ok(architecture));
            assert_eq!(
                written.as_object().unwrap().len(),
                1 + architecture.sizes().len()
            );
            let device = Device::flex();
            let network = Network::init(architecture, &mut Init::zeros(&device));
            assert_eq!(network.num_params() as u64, architecture.parameters());
        }
        assert_eq!(read(json!({})), Ok(Architecture::default()));
    }

    #[test]
    fn keys_of_another_architecture_and_values_that_are_no_sizes_are_refused_in_one_line() {
        let refused = |value: Value| {
            let message = read(value).unwrap_err();
            assert!(!message.contains('\n'));
            message
        };
        let message = refused(json!({ "architecture": "residual", "width": 64 }));
        for part in ["`width`", "`channels`", "`blocks`", "residual"] {
            assert!(message.contains(part), "{message}");
        }
        assert!(refused(json!({ "channels": 64 })).contains("perceptron"));
        assert!(refused(json!({ "architecture": "residul" })).contains("`residual`"));
        assert!(refused(json!({ "architecture": 3 })).contains("allowed are perceptron"));
        assert!(refused(json!({ "width": "wide" })).starts_with("width: "));
        assert!(refused(json!({ "width": -1 })).starts_with("width: "));
        let wide = read(json!({ "width": 9000 })).unwrap();
        assert_eq!(
            wide.check().unwrap_err(),
            "width: 9000 is out of range; allowed are 1..=8192"
        );
    }

    #[test]
    fn tensors_have_the_names_of_fields_and_the_layout_of_pytorch() {
        let device = Device::flex();
        let names = |architecture: Value| -> Vec<(String, Vec<usize>)> {
            let network = Network::init(read(architecture).unwrap(), &mut Init::zeros(&device));
            let tensors = network.tensors().into_iter();
            tensors.map(|tensor| (tensor.name, tensor.shape)).collect()
        };
        let perceptron = names(json!({ "width": 4, "blocks": 1 }));
        assert_eq!(perceptron[0], ("input.weight".to_owned(), vec![4, 507]));
        assert_eq!(perceptron[3], ("blocks.0.bias".to_owned(), vec![4]));
        assert_eq!(perceptron[7], ("wdl.bias".to_owned(), vec![3]));
        let residual = names(json!({ "architecture": "residual", "channels": 4, "blocks": 1 }));
        assert_eq!(residual[0], ("planes.weight".to_owned(), vec![4, 19, 3, 3]));
        assert_eq!(residual[2], ("switches.weight".to_owned(), vec![4, 32]));
        assert_eq!(
            residual[6],
            ("blocks.0.second.weight".to_owned(), vec![4, 4, 3, 3])
        );
        assert_eq!(residual[8], ("policy.weight".to_owned(), vec![290, 100]));
    }
}
