//! The binary `eights`.

use std::process::ExitCode;

/// A step is made by one thread and let go by another, thousands of times a second: this allocator
/// does not make them wait for each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    eights_cli::main()
}
