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
    /// The same types as tables, between two markers of a document that people write.
    WireReference,
}

use Source::{Eights, Wire, WireReference};

/// The markers around the generated part of a document.
const BEGIN: &str =
    "<!-- generated from crates/eights-wire by `cargo xtask fresh --write`: do not edit -->\n";
const END: &str = "<!-- end of the generated part -->\n";

/// The generated files that are checked in.
const GENERATED: &[(Source, &str)] = &[
    (Wire, "web/src/lib/wire.ts"),
    (WireReference, "docs/protocol.md"),
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
        let now = generate(root, source, file)?;
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
        write_file(&root.join(file), &generate(root, source, file)?)?;
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

fn generate(root: &Path, source: &Source, file: &str) -> Result<Vec<u8>, String> {
    match source {
        Eights(args) => run_eights(root, args),
        Wire => Ok(eights_wire::typescript::module().into_bytes()),
        WireReference => {
            let text = fs::read_to_string(root.join(file))
                .map_err(|error| format!("fresh: cannot read {file}: {error}"))?;
            let filled = fill(&text, &eights_wire::reference::tables());
            filled.map(String::into_bytes).ok_or_else(|| format!("fresh: {file} has no markers"))
        }
    }
}

/// Replaces the text between the markers.
fn fill(text: &str, generated: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{generated}\n{END}{after}"))
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
    fn only_the_text_between_the_markers_is_replaced() {
        let text = format!("before\n{BEGIN}old\n{END}after\n");
        let filled = fill(&text, "new\n").unwrap();
        assert_eq!(filled, format!("before\n{BEGIN}\nnew\n\n{END}after\n"));
        assert_eq!(fill(&filled, "new\n"), Some(filled.clone()));
        assert_eq!(fill("no markers", "new"), None);
    }

    #[test]
    fn missing_and_changed_files_are_reported() {
        assert_eq!(compare(None, b"{}"), Some("missing"));
        assert_eq!(compare(Some(b"{ }"), b"{}"), Some("stale"));
        assert_eq!(compare(Some(b"{}"), b"{}"), None);
    }
}
