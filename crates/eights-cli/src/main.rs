//! The binary `eights`.

use std::process::ExitCode;

/// The server allocates each step on one thread and frees it on another, thousands of times per
/// second. With this allocator they do not contend for a lock.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    eights_cli::main()
}
