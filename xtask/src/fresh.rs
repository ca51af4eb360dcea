//! `cargo xtask fresh`: checks that the generated files in the repository are up to date.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::typescript;

/// How a file is generated.
enum Source {
    /// The output of `eights` with these arguments.
    Eights(&'static [&'static str]),
    /// A JSON Schema that `eights` prints, without its words: what the engine of the page checks sheets against.
    BareSchema(&'static [&'static str]),
    /// The TypeScript types of the protocol.
    Wire,
    /// TypeScript types made from a JSON Schema or OpenAPI document that `eights` prints.
    Types(&'static [&'static str]),
    /// The same types as tables, between two markers of a document that people write.
    WireReference,
}

use Source::{BareSchema, Eights, Types, Wire, WireReference};

/// The markers around the generated part of a document.
const BEGIN: &str =
    "<!-- generated from crates/eights-wire by `cargo xtask fresh --write`: do not edit -->\n";
const END: &str = "<!-- end of the generated part -->\n";

/// The generated files that are checked in.
const GENERATED: &[(Source, &str)] = &[
    (Wire, "web/src/generated/wire.ts"),
    (Eights(&["schema", "http"]), "schema/openapi.json"),
    (Types(&["schema", "http"]), "web/src/generated/api.ts"),
    (Types(&["schema", "views"]), "web/src/generated/games/common.ts"),
    (Types(&["schema", "views", "--game", "crazy-eights"]), "web/src/generated/games/crazy-eights.ts"),
    (Types(&["schema", "views", "--game", "crazier-eights"]), "web/src/generated/games/crazier-eights.ts"),
    (Types(&["schema", "views", "--game", "crazy-8-ball"]), "web/src/generated/games/crazy-8-ball.ts"),
    (WireReference, "docs/protocol.md"),
    (Eights(&["rules", "list", "--json"]), "web/src/generated/games.jsonl"),
    (Eights(&["cards", "list", "--json"]), "web/src/generated/cards.json"),
    (Eights(&["rules", "schema", "--game", "crazy-eights"]), "schema/crazy-eights.schema.json"),
    (BareSchema(&["rules", "schema", "--game", "crazy-eights"]), "schema/bare/crazy-eights.json"),
    (Eights(&["rules", "schema", "--game", "crazier-eights"]), "schema/crazier-eights.schema.json"),
    (BareSchema(&["rules", "schema", "--game", "crazier-eights"]), "schema/bare/crazier-eights.json"),
    (Eights(&["rules", "schema", "--game", "crazy-8-ball"]), "schema/crazy-8-ball.schema.json"),
    (BareSchema(&["rules", "schema", "--game", "crazy-8-ball"]), "schema/bare/crazy-8-ball.json"),
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
        BareSchema(args) => Ok(bare(&parse(args, &run_eights(root, args)?)?)),
        Types(args) => types(args, &run_eights(root, args)?),
        Wire => Ok(eights_wire::typescript::module().into_bytes()),
        WireReference => {
            let text = fs::read_to_string(root.join(file))
                .map_err(|error| format!("fresh: cannot read {file}: {error}"))?;
            let filled = fill(&text, &eights_wire::reference::tables());
            filled.map(String::into_bytes).ok_or_else(|| format!("fresh: {file} has no markers"))
        }
    }
}

/// A module of TypeScript types.
fn types(args: &[&str], document: &[u8]) -> Result<Vec<u8>, String> {
    let command = args.join(" ");
    let document = parse(args, document)?;
    let types = match document.get("openapi") {
        Some(_) => typescript::from_openapi(&document),
        None => typescript::from_schema(&document),
    };
    let head = format!("// Generated from `eights {command}` by `cargo xtask fresh --write`.\n\n");
    Ok((head + types.trim_end() + "\n").into_bytes())
}

fn parse(args: &[&str], document: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(document)
        .map_err(|error| format!("fresh: `eights {}` printed no JSON: {error}", args.join(" ")))
}

/// A schema as one line, with what a sheet is checked by. Descriptions and defaults are more than half of it and are
/// for people, and what type a fixed value has can be seen.
fn bare(schema: &Value) -> Vec<u8> {
    fn strip(value: &Value, names: bool) -> Value {
        match value {
            Value::Array(items) => items.iter().map(|item| strip(item, false)).collect(),
            Value::Object(fields) => {
                let is_fixed = fields.contains_key("const") || fields.contains_key("enum");
                let is_needed = |key: &str| match key {
                    // These are the names of properties or types.
                    _ if names => true,
                    "description" | "default" | "title" | "$schema" => false,
                    "type" => !is_fixed,
                    _ => true,
                };
                let kept = fields.iter().filter(|(key, _)| is_needed(key));
                let stripped = |(key, value): (&String, &Value)| {
                    let names = !names && (key == "properties" || key == "$defs");
                    (key.clone(), strip(value, names))
                };
                kept.map(stripped).collect()
            }
            other => other.clone(),
        }
    }
    format!("{}\n", strip(schema, false)).into_bytes()
}

/// Replaces the text between the markers.
fn fill(text: &str, generated: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{generated}\n{END}{after}"))
}

/// The program that generates: the one that `EIGHTS` names, or the one in the target folder, built
/// first if it is out of date.
fn program(root: &Path) -> Result<PathBuf, String> {
    if let Some(program) = std::env::var_os("EIGHTS") {
        return Ok(program.into());
    }
    // With the features of the whole workspace, as the tests build it: `-p eights-cli` would compile
    // most dependencies again with fewer features.
    let build = Command::new("cargo")
        .current_dir(root)
        .args(["build", "--quiet", "--workspace", "--bin", "eights", "--features", "eights-server/openapi"])
        .status()
        .map_err(|error| format!("fresh: cannot start cargo: {error}"))?;
    if !build.success() {
        return Err("fresh: the program could not be built".into());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("debug/eights"))
}

fn run_eights(root: &Path, args: &[&str]) -> Result<Vec<u8>, String> {
    let command = args.join(" ");
    let program = program(root)?;
    let output = Command::new(&program)
        .current_dir(root)
        .args(args)
        .output()
        .map_err(|error| format!("fresh: cannot start {}: {error}", program.display()))?;
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
