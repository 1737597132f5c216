use crate::trainer::optimizer;
use crate::{BURN_VERSION, NetDevice, Network, NetworkConfig, Trainer, TrainingConfig};
use burn::module::Module;
use burn::store::ModuleRecord;
use burn::tensor::Bytes;
use quirkat_rules::{ACTIONS_VERSION, ENCODING_VERSION, RULES_VERSION};
use rand::SeedableRng;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Version of the layout of a checkpoint folder.
pub const FORMAT_VERSION: u32 = 1;

const INFO: &str = "checkpoint.json";
const WEIGHTS: &str = "weights.bpk";
const OPTIMIZER: &str = "optimizer.bpk";

/// A folder with `checkpoint.json` ([`CheckpointInfo`]), `weights.bpk` and `optimizer.bpk` (burn
/// records). It is written under a temporary name and renamed, so it is there whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    folder: PathBuf,
}

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
    /// Size of the network.
    pub network: NetworkConfig,
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
}

/// Why a checkpoint cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file system refused.
    #[error("{path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Not a checkpoint, or a damaged one.
    #[error("{path}: damaged checkpoint: {reason}")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Written by another version.
    #[error("{path}: {what} is {found}, this build reads {known}")]
    Version {
        /// Which file.
        path: PathBuf,
        /// Which version number.
        what: &'static str,
        /// In the file.
        found: String,
        /// In this build.
        known: String,
    },
}

impl Checkpoint {
    /// The checkpoint in a folder, which may not exist yet.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether it was written. A folder that exists is whole.
    pub fn exists(&self) -> bool {
        self.folder.join(INFO).is_file()
    }

    /// Writes it. `extra` files (name, content) go into the same folder, so that what belongs to the
    /// same moment appears with it.
    ///
    /// # Errors
    /// When the file system refuses; an older checkpoint of the same name is then untouched.
    ///
    /// # Panics
    /// Never: [`CheckpointInfo`] always has a JSON form.
    pub fn write(
        &self,
        trainer: &Trainer,
        variants: &[String],
        iteration: u32,
        steps: u64,
        extra: &[(&str, Vec<u8>)],
    ) -> Result<CheckpointInfo, CheckpointError> {
        let unwritable = |name: &str, reason: String| CheckpointError::Damaged {
            path: self.folder.join(name),
            reason: format!("cannot encode: {reason}"),
        };
        let weights = trainer.network.clone().into_record().into_bytes();
        let weights = weights.map_err(|error| unwritable(WEIGHTS, error.to_string()))?;
        let optimizer = trainer.optimizer.into_bytes();
        let optimizer = optimizer.map_err(|error| unwritable(OPTIMIZER, error.to_string()))?;
        let optimizer =
            in_fixed_order(optimizer).map_err(|error| unwritable(OPTIMIZER, error.to_string()))?;
        let info = CheckpointInfo {
            format_version: FORMAT_VERSION,
            rules_version: RULES_VERSION,
            encoding_version: ENCODING_VERSION,
            actions_version: ACTIONS_VERSION,
            burn_version: BURN_VERSION.to_owned(),
            network: trainer.size,
            variants: variants.to_vec(),
            iteration,
            steps,
            weights_blake3: blake3::hash(&weights).to_hex().to_string(),
            optimizer_blake3: blake3::hash(&optimizer).to_hex().to_string(),
        };
        let mut json = serde_json::to_vec_pretty(&info).expect("plain data has a JSON form");
        json.push(b'\n');
        let mut files: Vec<(&str, &[u8])> =
            vec![(WEIGHTS, &weights), (OPTIMIZER, &optimizer), (INFO, &json)];
        files.extend(extra.iter().map(|(name, content)| (*name, &content[..])));
        self.write_folder(&files)?;
        Ok(info)
    }

    fn write_folder(&self, files: &[(&str, &[u8])]) -> Result<(), CheckpointError> {
        let parent = self.folder.parent().unwrap_or(Path::new("."));
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source| CheckpointError::Io { path, source }
        };
        fs::create_dir_all(parent).map_err(io(parent))?;
        let temporary = tempfile::Builder::new()
            .prefix(".writing-")
            .tempdir_in(parent)
            .map_err(io(parent))?;
        for (name, content) in files {
            let path = temporary.path().join(name);
            let mut file = File::create(&path).map_err(io(&path))?;
            file.write_all(content)
                .and_then(|()| file.sync_all())
                .map_err(io(&path))?;
        }
        if self.folder.exists() {
            fs::remove_dir_all(&self.folder).map_err(io(&self.folder))?;
        }
        fs::rename(temporary.path(), &self.folder).map_err(io(&self.folder))
    }

    /// Reads what it says of itself, refusing other versions.
    ///
    /// # Errors
    /// Missing, damaged, or of another version.
    pub fn info(&self) -> Result<CheckpointInfo, CheckpointError> {
        let path = self.folder.join(INFO);
        let text = fs::read(&path).map_err(|source| CheckpointError::Io {
            path: path.clone(),
            source,
        })?;
        let damaged = |reason: String| CheckpointError::Damaged {
            path: path.clone(),
            reason,
        };
        let value: serde_json::Value =
            serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        // Versions first: another version may have other fields.
        let versions = [
            ("format-version", FORMAT_VERSION.to_string()),
            ("rules-version", RULES_VERSION.to_string()),
            ("encoding-version", ENCODING_VERSION.to_string()),
            ("actions-version", ACTIONS_VERSION.to_string()),
            ("burn-version", BURN_VERSION.to_owned()),
        ];
        for (what, known) in versions {
            let found = match &value[what] {
                serde_json::Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            if found != known {
                return Err(CheckpointError::Version {
                    path,
                    what,
                    found,
                    known,
                });
            }
        }
        serde_json::from_value(value).map_err(|error| damaged(error.to_string()))
    }

    /// The network for evaluation.
    ///
    /// # Errors
    /// Missing, truncated, damaged, or of another version.
    pub fn network(&self, device: NetDevice) -> Result<(Network, CheckpointInfo), CheckpointError> {
        let info = self.info()?;
        let network = self.read_network(&info, &device.burn())?;
        Ok((network, info))
    }

    /// The network in training with its optimiser, to go on from here.
    ///
    /// # Errors
    /// Missing, truncated, damaged, or of another version.
    pub fn trainer(
        &self,
        config: TrainingConfig,
        device: NetDevice,
    ) -> Result<(Trainer, CheckpointInfo), CheckpointError> {
        let info = self.info()?;
        let network = self.read_network(&info, &device.burn().autodiff())?;
        let (path, bytes) = self.read(OPTIMIZER, &info.optimizer_blake3)?;
        let optimizer = optimizer(config, device)
            .from_bytes(bytes)
            .map_err(|error| CheckpointError::Damaged {
                path,
                reason: error.to_string(),
            })?;
        Ok((
            Trainer::from_parts(network, optimizer, info.network, config, device),
            info,
        ))
    }

    fn read_network(
        &self,
        info: &CheckpointInfo,
        device: &burn::prelude::Device,
    ) -> Result<Network, CheckpointError> {
        let (path, bytes) = self.read(WEIGHTS, &info.weights_blake3)?;
        let record = ModuleRecord::from_bytes(bytes).map_err(|error| CheckpointError::Damaged {
            path,
            reason: error.to_string(),
        })?;
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::from_seed([0; 32]);
        Ok(Network::random(info.network, device, &mut rng).load_record(record))
    }

    /// A file whose content has the hash that was noted when it was written.
    fn read(&self, name: &str, hash: &str) -> Result<(PathBuf, Bytes), CheckpointError> {
        let path = self.folder.join(name);
        let bytes = fs::read(&path).map_err(|source| CheckpointError::Io {
            path: path.clone(),
            source,
        })?;
        if blake3::hash(&bytes).to_hex().as_str() != hash {
            let reason = format!(
                "its content ({} bytes) does not have the recorded hash",
                bytes.len()
            );
            return Err(CheckpointError::Damaged { path, reason });
        }
        Ok((path, Bytes::from_bytes_vec(bytes)))
    }
}

/// burn writes the optimiser's tensors in the order of a hash map; sorted by name, the same state
/// gives the same bytes.
fn in_fixed_order(record: Bytes) -> Result<Bytes, burn_pack::Error> {
    let reader = burn_pack::Reader::from_bytes(record)?;
    let (metadata, scalars) = (reader.metadata().clone(), reader.scalars().clone());
    let mut tensors = reader.into_tensors()?;
    tensors.sort_by(|a, b| a.name.cmp(&b.name));
    let mut writer = burn_pack::Writer::new(tensors);
    for (key, value) in &metadata {
        writer = writer.with_metadata(key, value);
    }
    for (key, value) in scalars {
        writer = writer.with_scalar(&key, value);
    }
    writer.into_bytes()
}

/// The network of a checkpoint folder: see [`Checkpoint::network`].
///
/// # Errors
/// Missing, truncated, damaged, or of another version.
pub fn load_network(
    folder: &Path,
    device: NetDevice,
) -> Result<(Network, CheckpointInfo), CheckpointError> {
    Checkpoint::at(folder).network(device)
}
