use burn::prelude::Device;
use quirkat_forward::Kernel;
use std::fmt;
use std::str::FromStr;

/// Where networks are trained and evaluated. Every architecture runs on every device.
///
/// | device | feature | what computes |
/// |---|---|---|
/// | `cpu` | – | the perceptron by passes written by hand, any other architecture as on `flex`; one thread a task; the default |
/// | `flex` | – | burn's CPU back-end with its automatic differentiation; one thread a task |
/// | `wgpu` | `wgpu` | the default GPU; compiles, never run on a GPU by the project |
/// | `cuda` | `cuda` | the first CUDA device; never compiled by the project (its build downloads LLVM), nor run |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetDevice {
    /// The CPU, with the kernel of the hand-written passes.
    Cpu(Kernel),
    /// The CPU by burn.
    Flex,
    /// The default GPU through wgpu.
    #[cfg(feature = "wgpu")]
    Wgpu,
    /// The first CUDA device.
    #[cfg(feature = "cuda")]
    Cuda,
}

/// A device that this build does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown device `{0}`; this build has {names}{more}", names = NetDevice::NAMES.join(", "), more = NetDevice::missing(.0))]
pub struct UnknownDevice(pub String);

impl NetDevice {
    /// The names of the devices of this build.
    pub const NAMES: &[&str] = &[
        "cpu",
        "flex",
        #[cfg(feature = "wgpu")]
        "wgpu",
        #[cfg(feature = "cuda")]
        "cuda",
    ];

    /// Devices of builds with a feature of the same name.
    const FEATURES: &[&str] = &["wgpu", "cuda"];

    /// How to get devices that this build does not have: of the one asked for, else of all.
    fn missing(asked: &str) -> String {
        let missing = Self::FEATURES
            .iter()
            .filter(|name| !Self::NAMES.contains(name));
        let (exact, all): (Vec<&str>, Vec<&str>) = missing.partition(|name| **name == asked);
        let names = if exact.is_empty() { all } else { exact };
        if names.is_empty() {
            return String::new();
        }
        let builds: Vec<String> = names
            .into_iter()
            .map(|name| format!("{name} with `cargo build --release --features {name}`"))
            .collect();
        format!("; build {}", builds.join(", "))
    }

    /// The same device; on `cpu` with this kernel.
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        match self {
            Self::Cpu(_) => Self::Cpu(kernel),
            Self::Flex => self,
            #[cfg(any(feature = "wgpu", feature = "cuda"))]
            other => other,
        }
    }

    /// The kernel of the hand-written passes, where they are used.
    pub fn kernel(self) -> Option<Kernel> {
        if let Self::Cpu(kernel) = self {
            Some(kernel)
        } else {
            None
        }
    }

    /// Whether networks are computed on the CPU.
    pub fn is_cpu(self) -> bool {
        matches!(self, Self::Cpu(_) | Self::Flex)
    }

    /// The class of numerics here: equal classes give equal bits. On `cpu` evaluation and gradients
    /// depend on the class of the kernel; what burn's flex back-end computes depends on the vector
    /// instructions that it finds.
    pub fn numerics(self) -> String {
        match self {
            Self::Cpu(kernel) => {
                format!(
                    "evaluation and gradients {}, clipping flex with {}",
                    kernel.class(),
                    Kernel::best()
                )
            }
            Self::Flex => format!("flex with {}", Kernel::best()),
            #[cfg(any(feature = "wgpu", feature = "cuda"))]
            other => other.to_string(),
        }
    }

    pub(crate) fn burn(self) -> Device {
        match self {
            Self::Cpu(_) | Self::Flex => Device::flex(),
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
            "flex" => Ok(Self::Flex),
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
            Self::Flex => "flex",
            #[cfg(feature = "wgpu")]
            Self::Wgpu => "wgpu",
            #[cfg(feature = "cuda")]
            Self::Cuda => "cuda",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_read_back_as_they_print_and_an_unknown_one_is_told_what_there_is() {
        for name in NetDevice::NAMES {
            assert_eq!(name.parse::<NetDevice>().unwrap().to_string(), *name);
        }
        let message = "gpu".parse::<NetDevice>().unwrap_err().to_string();
        assert!(message.contains("cpu, flex"), "{message}");
        if !cfg!(feature = "wgpu") {
            let message = "wgpu".parse::<NetDevice>().unwrap_err().to_string();
            assert!(message.ends_with("build wgpu with `cargo build --release --features wgpu`"));
        }
    }
}
