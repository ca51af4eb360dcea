//! `cargo xtask fresh`: checks that the generated files in the repository are up to date.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How a file is generated.
enum Source {
    /// The output of `eights` with these arguments.
    Eights(&'static [&'static str]),
    /// The TypeScript types of the protocol.
    Wire,
}

use Source::{Eights, Wire};

/// The generated files that are checked in.
const GENERATED: &[(Source, &str)] = &[
    (Wire, "web/src/lib/wire.ts"),
    (Eights(&["rules", "list", "--json"]), "web/src/lib/games.jsonl"),
    (Eights(&["cards", "list", "--json"]), "web/src/lib/table/cards.json"),
    (Eights(&["rules", "schema", "--game", "crazy-eights"]), "schema/crazy-eights.schema.json"),
    (Eights(&["rules", "schema", "--game", "crazier-eights"]), "schema/crazier-eights.schema.json"),
    (Eights(&["rules", "schema", "--game", "crazy-8-ball"]), "schema/crazy-8-ball.schema.json"),
    (Eights(&["rules", "keys", "--game", "crazy-eights"]), "docs/rule-keys.md"),
];

/// Generates every file into `target/fresh` and compares it with the checked-in one.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let scratch = root.join("target/fresh");
    let mut stale = Vec::new();
    for (source, file) in GENERATED {
        let now = generate(root, source)?;
        write_file(&scratch.join(file), &now)?;
        if let Some(state) = compare(fs::read(root.join(file)).ok().as_deref(), &now) {
            stale.push(format!("{file}: {state} (expected: target/fresh/{file}); run make schema"));
        }
    }
    if stale.is_empty() {
        println!("fresh: {} generated files up to date", GENERATED.len());
        return Ok(());
    }
    Err(stale.join("\n"))
}

/// Regenerates every file in place.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    for (source, file) in GENERATED {
        write_file(&root.join(file), &generate(root, source)?)?;
        println!("fresh: wrote {file}");
    }
    Ok(())
}

/// What is wrong with a checked-in file, if anything.
fn compare(checked_in: Option<&[u8]>, now: &[u8]) -> Option<&'static str> {
    match checked_in {
        None => Some("missing"),
        Some(bytes) if bytes != now => Some("stale"),
        Some(_) => None,
    }
}

fn generate(root: &Path, source: &Source) -> Result<Vec<u8>, String> {
    match source {
        Eights(args) => run_eights(root, args),
        Wire => Ok(eights_wire::typescript::module().into_bytes()),
    }
}

fn run_eights(root: &Path, args: &[&str]) -> Result<Vec<u8>, String> {
    let command = args.join(" ");
    // `EIGHTS` can name a program that is already built, since building it takes minutes.
    let (program, cargo_args): (String, &[&str]) = match std::env::var("EIGHTS") {
        Ok(program) => (program, &[]),
        Err(_) => ("cargo".into(), &["run", "-q", "-p", "eights-cli", "--"]),
    };
    let output = Command::new(&program)
        .current_dir(root)
        .args(cargo_args)
        .args(args)
        .output()
        .map_err(|error| format!("fresh: cannot start {program}: {error}"))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("fresh: `eights {command}` failed: {}", stderr.trim()));
    }
    if output.stdout.is_empty() {
        return Err(format!("fresh: `eights {command}` printed nothing"));
    }
    Ok(output.stdout)
}

fn write_file(path: &PathBuf, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().expect("generated files are inside the workspace");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("fresh: cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_changed_files_are_reported() {
        assert_eq!(compare(None, b"{}"), Some("missing"));
        assert_eq!(compare(Some(b"{ }"), b"{}"), Some("stale"));
        assert_eq!(compare(Some(b"{}"), b"{}"), None);
    }
}
