//! The `quirkat` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    quirkat::cli::main()
}
