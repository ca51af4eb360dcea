//! The binary `eights`.

use std::process::ExitCode;

fn main() -> ExitCode {
    eights_cli::main()
}
