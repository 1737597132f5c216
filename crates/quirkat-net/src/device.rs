use crate::Kernel;
use burn::prelude::Device;
use std::fmt;
use std::str::FromStr;

/// Where the network runs.
///
/// | device | feature | state |
/// |---|---|---|
/// | `cpu` | – | evaluation by the hand-written [`Forward`](crate::Forward), training by a hand-written step on burn's parameters (flex back-end), one thread each: the default, tested |
/// | `wgpu` | `wgpu` | compiles; never run on a GPU by the project |
/// | `cuda` | `cuda` | never compiled by the project (its build downloads LLVM), nor run |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetDevice {
    /// The CPU, with the kernel of the hand-written forward pass.
    Cpu(Kernel),
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

    /// The same device; on the CPU with this kernel.
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        match self {
            Self::Cpu(_) => Self::Cpu(kernel),
            #[cfg(any(feature = "wgpu", feature = "cuda"))]
            other => other,
        }
    }

    /// The class of numerics here: equal classes give equal bits. Evaluation and gradients depend on
    /// the class of the kernel, clipping on the vector instructions that burn's flex back-end finds.
    pub fn numerics(self) -> String {
        match self {
            Self::Cpu(kernel) => {
                format!(
                    "evaluation and gradients {}, clipping flex with {}",
                    kernel.class(),
                    Kernel::best()
                )
            }
            #[cfg(any(feature = "wgpu", feature = "cuda"))]
            other => other.to_string(),
        }
    }

    pub(crate) fn burn(self) -> Device {
        match self {
            Self::Cpu(_) => Device::flex(),
            #[cfg(feature = "wgpu")]
            Self::Wgpu => Device::wgpu(burn::tensor::DeviceKind::DefaultDevice),
            #[cfg(feature = "cuda")]
            Self::Cuda => Device::cuda(0usize),
        }
    }
}

impl Default for NetDevice {
    fn default() -> Self {
        Self::Cpu(Kernel::best())
    }
}

impl FromStr for NetDevice {
    type Err = UnknownDevice;

    fn from_str(text: &str) -> Result<Self, UnknownDevice> {
        match text {
            "cpu" => Ok(Self::default()),
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
            Self::Cpu(_) => "cpu",
            #[cfg(feature = "wgpu")]
            Self::Wgpu => "wgpu",
            #[cfg(feature = "cuda")]
            Self::Cuda => "cuda",
        })
    }
}
