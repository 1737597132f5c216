//! Where and how work is done: arguments that several commands share and that change no result.

use clap::Args;
use quirkat_net::{Kernel, NetDevice};

/// Where networks run.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct DeviceArguments {
    /// Where networks run
    #[arg(long, value_name = "DEVICE", default_value_t = NetDevice::default())]
    device: NetDevice,
    /// Kernel of network evaluation on the CPU: portable, fma8, fma16 [default: the fastest here]
    #[arg(long, value_name = "KERNEL")]
    kernel: Option<Kernel>,
}

impl DeviceArguments {
    pub(super) fn device(self) -> NetDevice {
        match self.kernel {
            Some(kernel) => self.device.with_kernel(kernel),
            None => self.device,
        }
    }
}

/// How a long job is done.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct JobArguments {
    /// Threads; 0 for as many as there are cores. Changes no result
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = crate::cli::place::parse_threads)]
    pub(super) threads: usize,
    #[command(flatten)]
    pub(super) place: DeviceArguments,
    /// Show no progress
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// More threads than any machine of today has cores help nobody.
const MOST_THREADS: usize = 1024;

/// Reads a number of threads.
pub(super) fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count <= MOST_THREADS => Ok(count),
        _ => Err(format!("allowed are 0 to {MOST_THREADS}")),
    }
}
