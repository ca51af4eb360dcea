//! The binary `eights-host`, which `make play` runs: `eights serve` without the other commands.

use std::{io, process::ExitCode};

use clap::Parser;

#[derive(Parser)]
#[command(name = "eights-host", version, max_term_width = 100)]
struct Host {
    #[command(flatten)]
    args: eights_host::Args,
}

fn main() -> ExitCode {
    match eights_host::run(&Host::parse().args, None, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("eights-host: {error:#}");
            ExitCode::from(2)
        }
    }
}
