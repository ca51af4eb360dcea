//! Maintenance commands of the workspace: `cargo xtask tidy`, `fresh` and `new-game`.

mod fresh;
mod levels;
mod new_game;
mod tidy;
mod typescript;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <command>

  tidy            check the style rules that tools like clippy do not know
  fresh           check that the generated files are up to date
  fresh --write   regenerate them
  new-game NAME   write the crate of a new game and register it";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args[..] {
        ["tidy"] => tidy::run(&root()),
        ["fresh"] => fresh::check(&root()),
        ["fresh", "--write"] => fresh::write(&root()),
        ["new-game", name] => new_game::run(&root(), name),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace: the folder above this crate.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is inside the workspace").to_owned()
}
