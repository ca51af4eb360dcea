//! `cargo xtask fresh`: files that a command of ours generates are checked in and never stale.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where a generated file comes from.
enum From {
    /// What `eights` answers to these words.
    Eights(&'static [&'static str]),
    /// The types of the messages, for the page.
    Wire,
}

use From::{Eights, Wire};

/// What each checked-in file is generated from.
const GENERATED: &[(From, &str)] = &[
    (Wire, "web/src/lib/wire.ts"),
    (Eights(&["rules", "list", "--json"]), "web/src/lib/games.jsonl"),
    (Eights(&["cards", "list", "--json"]), "web/src/lib/table/cards.json"),
    (Eights(&["rules", "schema", "--game", "crazy-eights"]), "schema/crazy-eights.schema.json"),
    (Eights(&["rules", "schema", "--game", "crazier-eights"]), "schema/crazier-eights.schema.json"),
    (Eights(&["rules", "schema", "--game", "crazy-8-ball"]), "schema/crazy-8-ball.schema.json"),
    (Eights(&["rules", "keys", "--game", "crazy-eights"]), "docs/rule-keys.md"),
];

/// Generates every file below `target/fresh` and compares it with the checked-in one.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let aside = root.join("target/fresh");
    let mut stale = Vec::new();
    for (from, file) in GENERATED {
        let now = generate(root, from)?;
        put(&aside.join(file), &now)?;
        if let Some(why) = differs(fs::read(root.join(file)).ok().as_deref(), &now) {
            stale.push(format!("{file}: {why} (now: target/fresh/{file}); run make schema"));
        }
    }
    if stale.is_empty() {
        println!("fresh: {} generated file(s) up to date", GENERATED.len());
        return Ok(());
    }
    Err(stale.join("\n"))
}

/// Writes every generated file where it is checked in.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    for (from, file) in GENERATED {
        put(&root.join(file), &generate(root, from)?)?;
        println!("fresh: wrote {file}");
    }
    Ok(())
}

/// Says how a checked-in file differs from what its generator gives now.
fn differs(checked_in: Option<&[u8]>, now: &[u8]) -> Option<&'static str> {
    match checked_in {
        None => Some("missing"),
        Some(bytes) if bytes != now => Some("stale"),
        Some(_) => None,
    }
}

fn generate(root: &Path, from: &From) -> Result<Vec<u8>, String> {
    match from {
        Eights(words) => answer(root, words),
        Wire => Ok(eights_wire::typescript::module().into_bytes()),
    }
}

fn answer(root: &Path, words: &[&str]) -> Result<Vec<u8>, String> {
    let asked = words.join(" ");
    // A program that is built already may be named, since building it alone takes minutes.
    let (program, first): (String, &[&str]) = match std::env::var("EIGHTS") {
        Ok(program) => (program, &[]),
        Err(_) => ("cargo".into(), &["run", "-q", "-p", "eights-cli", "--"]),
    };
    let answer = Command::new(&program)
        .current_dir(root)
        .args(first)
        .args(words)
        .output()
        .map_err(|error| format!("fresh: {program} does not start: {error}"))?;
    if !answer.status.success() {
        let said = String::from_utf8_lossy(&answer.stderr);
        return Err(format!("fresh: `eights {asked}` failed: {}", said.trim()));
    }
    if answer.stdout.is_empty() {
        return Err(format!("fresh: `eights {asked}` printed nothing"));
    }
    Ok(answer.stdout)
}

fn put(path: &PathBuf, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().expect("a generated file lies in a folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("fresh: cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_or_changed_file_is_told_from_a_fresh_one() {
        assert_eq!(differs(None, b"{}"), Some("missing"));
        assert_eq!(differs(Some(b"{ }"), b"{}"), Some("stale"));
        assert_eq!(differs(Some(b"{}"), b"{}"), None);
    }
}
