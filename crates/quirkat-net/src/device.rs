use burn::prelude::Device;
use std::fmt;
use std::str::FromStr;

/// Where the network runs.
///
/// | device | feature | state |
/// |---|---|---|
/// | `cpu` | – | burn's flex back-end, one thread an evaluator: the default, tested |
/// | `wgpu` | `wgpu` | compiles where the feature is on; not tested |
/// | `cuda` | `cuda` | compiles where the feature is on (its build downloads LLVM); not tested |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NetDevice {
    /// The CPU.
    #[default]
    Cpu,
    /// The default GPU through wgpu.
    #[cfg(feature = "wgpu")]
    Wgpu,
    /// The first CUDA device.
    #[cfg(feature = "cuda")]
    Cuda,
}

/// A device that this build does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown device `{0}`; this build has {names}", names = NetDevice::NAMES.join(", "))]
pub struct UnknownDevice(pub String);

impl NetDevice {
    /// The names of the devices of this build.
    pub const NAMES: &[&str] = &[
        "cpu",
        #[cfg(feature = "wgpu")]
        "wgpu",
        #[cfg(feature = "cuda")]
        "cuda",
    ];

    pub(crate) fn burn(self) -> Device {
        match self {
            Self::Cpu => Device::flex(),
            #[cfg(feature = "wgpu")]
            Self::Wgpu => Device::wgpu(burn::tensor::DeviceKind::DefaultDevice),
            #[cfg(feature = "cuda")]
            Self::Cuda => Device::cuda(0usize),
        }
    }
}

impl FromStr for NetDevice {
    type Err = UnknownDevice;

    fn from_str(text: &str) -> Result<Self, UnknownDevice> {
        match text {
            "cpu" => Ok(Self::Cpu),
            #[cfg(feature = "wgpu")]
            "wgpu" => Ok(Self::Wgpu),
            #[cfg(feature = "cuda")]
            "cuda" => Ok(Self::Cuda),
            _ => Err(UnknownDevice(text.to_owned())),
        }
    }
}

impl fmt::Display for NetDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu => "cpu",
            #[cfg(feature = "wgpu")]
            Self::Wgpu => "wgpu",
            #[cfg(feature = "cuda")]
            Self::Cuda => "cuda",
        })
    }
}
