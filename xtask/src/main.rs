//! Chores of the workspace: `cargo xtask tidy`, `wasm` and `fresh`.

mod fresh;
mod levels;
mod tidy;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <command>

  tidy            refuse what the house style refuses, all of it at once
  wasm            check that the crates below level 3 build for the browser
  fresh           check that the generated files are up to date
  fresh --write   generate them again";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["tidy"] => tidy::run(&root()),
        ["wasm"] => wasm::run(&root()),
        ["fresh"] => fresh::check(&root()),
        ["fresh", "--write"] => fresh::write(&root()),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace: the folder above this crate.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies inside the workspace").to_owned()
}
