use super::error::CheckpointError;
use super::info::{CheckpointInfo, FORMAT_VERSION, foreign_version};
use super::record::{in_fixed_order, not_finite, weights_from_bytes, weights_to_bytes};
use crate::BURN_VERSION;
use crate::device::NetDevice;
use crate::network::Network;
use crate::train::{Trainer, TrainingConfig, optimizer};
use burn::prelude::Device;
use burn::tensor::Bytes;
use quirkat_rules::{ACTIONS_VERSION, ENCODING_VERSION, RULES_VERSION};
use quirkat_store::StoreFolder;
use std::path::{Path, PathBuf};

const INFO: &str = "checkpoint.json";
const WEIGHTS: &str = "weights.bpk";
const OPTIMIZER: &str = "optimizer.bpk";

/// A checkpoint: `weights.bpk` and `optimizer.bpk` (burn records), files that belong to the same
/// moment, and `checkpoint.json` ([`CheckpointInfo`]). That one is written last, so that a checkpoint
/// that has it is whole.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    files: StoreFolder,
}

/// A file beside the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra<'a> {
    name: &'a str,
    content: &'a [u8],
    checked: bool,
}

impl<'a> Extra<'a> {
    /// A file whose hash `checkpoint.json` has.
    pub const fn checked(name: &'a str, content: &'a [u8]) -> Self {
        Self {
            name,
            content,
            checked: true,
        }
    }

    /// A file that is not the same each time, such as one with measured seconds. `checkpoint.json`
    /// does not know its hash, so that the same training gives the same `checkpoint.json`.
    pub const fn unchecked(name: &'a str, content: &'a [u8]) -> Self {
        Self {
            name,
            content,
            checked: false,
        }
    }
}

impl Checkpoint {
    /// The checkpoint in a folder, which may not exist yet.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self::of(StoreFolder::local(folder))
    }

    /// The checkpoint in a folder of a store, which may not exist yet.
    pub const fn of(files: StoreFolder) -> Self {
        Self { files }
    }

    /// Where it is, for messages.
    pub fn folder(&self) -> &Path {
        self.files.place()
    }

    /// Whether it was written to the end.
    pub fn exists(&self) -> bool {
        self.files.contains(INFO).unwrap_or(false)
    }

    /// Writes it, in place of an earlier one, which is gone from then on even if this fails.
    ///
    /// # Errors
    /// When the store refuses, or the network has a value that is not finite: nothing is then
    /// written.
    ///
    /// # Panics
    /// Never: [`CheckpointInfo`] always has a JSON form.
    pub fn write(
        &self,
        trainer: &Trainer,
        variants: &[String],
        iteration: u32,
        steps: u64,
        extra: &[Extra<'_>],
    ) -> Result<CheckpointInfo, CheckpointError> {
        let unwritable = |name: &str| {
            let path = self.files.place_of(name);
            move |reason: String| CheckpointError::Unwritable { path, reason }
        };
        if let Some(name) = not_finite(&trainer.network) {
            let reason = format!("{name} has a value that is not finite");
            return Err(unwritable(WEIGHTS)(reason));
        }
        let weights = weights_to_bytes(trainer.network.clone()).map_err(unwritable(WEIGHTS))?;
        let optimizer = trainer.optimizer.into_bytes();
        let optimizer = optimizer.map_err(|error| unwritable(OPTIMIZER)(error.to_string()))?;
        let optimizer =
            in_fixed_order(optimizer).map_err(|error| unwritable(OPTIMIZER)(error.to_string()))?;
        let checked = extra.iter().filter(|file| file.checked);
        let mut info = CheckpointInfo {
            format_version: FORMAT_VERSION,
            rules_version: RULES_VERSION,
            encoding_version: ENCODING_VERSION,
            actions_version: ACTIONS_VERSION,
            burn_version: BURN_VERSION.to_owned(),
            network: trainer.architecture,
            variants: variants.to_vec(),
            iteration,
            steps,
            weights_blake3: hash(&weights),
            optimizer_blake3: hash(&optimizer),
            extra_blake3: checked
                .map(|file| (file.name.to_owned(), hash(file.content)))
                .collect(),
            info_blake3: String::new(),
        };
        info.info_blake3 = info.own_hash();
        let mut json = serde_json::to_vec_pretty(&info).expect("plain data has a JSON form");
        json.push(b'\n');
        self.files.remove(INFO)?;
        self.files.put(WEIGHTS, &weights)?;
        self.files.put(OPTIMIZER, &optimizer)?;
        for file in extra {
            self.files.put(file.name, file.content)?;
        }
        self.files.put(INFO, &json)?;
        Ok(info)
    }

    /// Reads what it says of itself, refusing other versions.
    ///
    /// # Errors
    /// Missing, damaged, or of another version.
    pub fn info(&self) -> Result<CheckpointInfo, CheckpointError> {
        let text = self.get(INFO)?;
        let damaged = |error: serde_json::Error| self.damaged(INFO, error.to_string());
        let json: serde_json::Value = serde_json::from_slice(&text).map_err(damaged)?;
        if let Some((what, found, known)) = foreign_version(&json) {
            return Err(CheckpointError::Version {
                path: self.files.place_of(INFO),
                what,
                found,
                known,
            });
        }
        let info: CheckpointInfo = serde_json::from_value(json).map_err(damaged)?;
        let wrong = if info.info_blake3 != info.own_hash() {
            Some("its content does not have the hash that it names".to_owned())
        } else if let Err(reason) = info.network.check() {
            Some(reason)
        } else {
            let place = self.iteration_of_place();
            place
                .filter(|&iteration| iteration != info.iteration)
                .map(|_| format!("it is of iteration {}", info.iteration))
        };
        match wrong {
            Some(reason) => Err(self.damaged(INFO, reason)),
            None => Ok(info),
        }
    }

    /// The iteration that its folder is named by, as runs name theirs: 3 of `iter-0003`.
    fn iteration_of_place(&self) -> Option<u32> {
        let name = self.files.place().file_name()?.to_str()?;
        name.strip_prefix("iter-")?.parse().ok()
    }

    /// Whether all its files are as they were written; nothing is loaded.
    ///
    /// # Errors
    /// Missing, truncated, damaged, or of another version.
    pub fn verify(&self) -> Result<CheckpointInfo, CheckpointError> {
        let info = self.info()?;
        self.get_checked(WEIGHTS, &info.weights_blake3)?;
        self.get_checked(OPTIMIZER, &info.optimizer_blake3)?;
        for (name, hash) in &info.extra_blake3 {
            self.get_checked(name, hash)?;
        }
        Ok(info)
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
        let bytes = self.get_checked(OPTIMIZER, &info.optimizer_blake3)?;
        let optimizer = optimizer(info.network, config, device)
            .from_bytes(Bytes::from_bytes_vec(bytes))
            .map_err(|error| self.damaged(OPTIMIZER, error.to_string()))?;
        Ok((
            Trainer::from_parts(network, optimizer, info.network, config, device),
            info,
        ))
    }

    /// A file that was written with it; one that is [checked](Extra::checked) must have its hash.
    ///
    /// # Errors
    /// Missing or damaged.
    pub fn extra(&self, info: &CheckpointInfo, name: &str) -> Result<Vec<u8>, CheckpointError> {
        match info.extra_blake3.get(name) {
            Some(hash) => self.get_checked(name, hash),
            None => self.get(name),
        }
    }

    fn read_network(
        &self,
        info: &CheckpointInfo,
        device: &Device,
    ) -> Result<Network, CheckpointError> {
        let bytes = self.get_checked(WEIGHTS, &info.weights_blake3)?;
        // Before as much memory is taken as a forged size asks for.
        let needed = info.network.parameters().saturating_mul(4);
        if needed > bytes.len() as u64 {
            let found = bytes.len();
            let reason = format!("{found} bytes are too few for {}", info.network);
            return Err(self.damaged(WEIGHTS, reason));
        }
        weights_from_bytes(bytes, info.network, device)
            .map_err(|reason| self.damaged(WEIGHTS, reason))
    }

    /// A file whose content has the hash that was noted when it was written.
    fn get_checked(&self, name: &str, expected: &str) -> Result<Vec<u8>, CheckpointError> {
        let content = self.get(name)?;
        if hash(&content) == expected {
            return Ok(content);
        }
        let bytes = content.len();
        let reason = format!("its content ({bytes} bytes) does not have the recorded hash");
        Err(self.damaged(name, reason))
    }

    fn get(&self, name: &str) -> Result<Vec<u8>, CheckpointError> {
        let content = self.files.get(name)?;
        content.ok_or_else(|| CheckpointError::Missing {
            path: self.files.place_of(name),
        })
    }

    fn damaged(&self, name: &str, reason: String) -> CheckpointError {
        CheckpointError::Damaged {
            path: self.files.place_of(name),
            reason,
        }
    }
}

fn hash(content: &[u8]) -> String {
    blake3::hash(content).to_hex().to_string()
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
