//! Checks that every crate depends only on crates of a lower level, and that the pure ones are built for the browser.

use std::collections::{BTreeMap, BTreeSet};

use super::{File, Problem};
use crate::levels::{FOLDERS, Levels};
use toml::{Table, Value};

/// The engine of the page. What it depends on is built for the browser, where there are no files, sockets or clocks.
const ENGINE: &str = "eights-wasm";

/// Checks the manifest of every crate.
pub(crate) fn check(files: &[File]) -> Vec<Problem> {
    let shared =
        files.iter().find(|file| file.path == "Cargo.toml").and_then(|file| file.text.parse::<Table>().ok());
    let shared = shared.as_ref().and_then(|root| root.get("workspace")?.get("dependencies")?.as_table());
    let levels = Levels::of(manifests(files));
    let mut problems = Vec::new();
    let mut uses = BTreeMap::new();
    for file in files {
        if let Some(folder) = crate_folder(&file.path) {
            match file.text.parse::<Table>() {
                Ok(manifest) => {
                    check_manifest(file, folder, &manifest, shared, &levels, &mut problems);
                    let normal =
                        dependencies(&manifest, shared).into_iter().filter(|(kind, _)| *kind == NORMAL);
                    uses.insert(folder.to_owned(), (file, normal.map(|(_, to)| to).collect()));
                }
                Err(error) => {
                    problems.push(Problem::file(&file.path, format!("not TOML: {}", error.message())))
                }
            }
        }
    }
    problems.extend(outside_the_engine(&uses, &levels));
    problems
}

/// The pure crates that the engine of the page does not use, so that no build shows whether they are pure.
/// Examples are not part of it.
fn outside_the_engine(uses: &BTreeMap<String, (&File, Vec<String>)>, levels: &Levels) -> Vec<Problem> {
    let mut reached = BTreeSet::new();
    let mut next = vec![ENGINE];
    while let Some(name) = next.pop() {
        if let Some((_, to)) = uses.get(name)
            && reached.insert(name)
        {
            next.extend(to.iter().map(String::as_str));
        }
    }
    let pure =
        uses.iter().filter(|(name, (file, _))| file.path.starts_with("crates/") && levels.is_pure(name));
    pure.filter(|(name, _)| !reached.contains(name.as_str()))
        .map(|(name, (file, _))| {
            let message = format!(
                "`{name}` is pure, but `{ENGINE}` does not use it: nothing builds it for the browser"
            );
            Problem::file(&file.path, message)
        })
        .collect()
}

/// The manifests of all crates.
pub(crate) fn manifests(files: &[File]) -> impl Iterator<Item = &str> {
    files.iter().filter(|file| crate_folder(&file.path).is_some()).map(|file| file.text.as_str())
}

/// The folder name, `eights-match`, of `crates/eights-match/Cargo.toml`.
fn crate_folder(path: &str) -> Option<&str> {
    let (folder, name) = path.strip_suffix("/Cargo.toml")?.split_once('/')?;
    (FOLDERS.contains(&folder) && !name.contains('/')).then_some(name)
}

fn check_manifest(
    file: &File,
    folder: &str,
    manifest: &Table,
    shared: Option<&Table>,
    levels: &Levels,
    problems: &mut Vec<Problem>,
) {
    let name = manifest.get("package").and_then(|package| package.get("name")?.as_str()).unwrap_or_default();
    if name != folder {
        problems.push(Problem::file(&file.path, format!("package `{name}` is in the folder `{folder}`")));
    }
    let Some(level) = levels.get(name) else {
        let message = format!("crate `{name}` has no level; state it under [package.metadata.eights]");
        problems.push(Problem::file(&file.path, message));
        return;
    };
    for (kind, to) in dependencies(manifest, shared) {
        match levels.get(&to) {
            Some(other) if other >= level => {
                let direction = if other == level { "sideways" } else { "outward" };
                let message =
                    format!("{kind} on `{to}` (level {other}) points {direction} from level {level}");
                problems.push(Problem::file(&file.path, message));
            }
            None if to == "eights" || to.starts_with("eights-") => {
                problems.push(Problem::file(&file.path, format!("{kind} on `{to}`, which has no level")));
            }
            _ => {}
        }
    }
}

/// The kind of what is part of the program.
const NORMAL: &str = "dependency";

/// Every dependency of every target, as its kind and its package name.
fn dependencies(manifest: &Table, shared: Option<&Table>) -> Vec<(&'static str, String)> {
    const KINDS: [(&str, &str); 3] = [
        ("dependencies", NORMAL),
        ("build-dependencies", "build dependency"),
        ("dev-dependencies", "dev-dependency"),
    ];
    let targets = manifest.get("target").and_then(Value::as_table);
    let target_tables = targets.into_iter().flat_map(|table| table.values().filter_map(Value::as_table));
    let mut found = Vec::new();
    for table in std::iter::once(manifest).chain(target_tables) {
        for (key, kind) in KINDS {
            let listed = table.get(key).and_then(Value::as_table);
            found.extend(
                listed.into_iter().flatten().map(|(name, value)| (kind, package_name(name, value, shared))),
            );
        }
    }
    found
}

/// Resolves a renamed dependency, in this manifest or in the workspace's.
fn package_name(name: &str, value: &Value, shared: Option<&Table>) -> String {
    let renamed = |value: &Value| value.get("package").and_then(Value::as_str).map(str::to_owned);
    renamed(value).or_else(|| renamed(shared?.get(name)?)).unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    fn manifest(name: &str, level: u8) -> File {
        let text = format!("[package]\nname = \"{name}\"\n[package.metadata.eights]\nlevel = {level}\n");
        file(&format!("crates/{name}/Cargo.toml"), &text)
    }

    fn engine(uses: &[&str]) -> File {
        let mut engine = manifest(ENGINE, 9);
        engine.text.push_str("[dependencies]\n");
        engine.text.extend(uses.iter().map(|name| format!("{name}.workspace = true\n")));
        engine
    }

    /// The problems of a crate with this level and these dependencies, among some others.
    fn messages(name: &str, level: u8, rest: &str) -> Vec<String> {
        let root =
            "[workspace.dependencies]\nplay = { package = \"eights-cli\", path = \"crates/eights-cli\" }\n";
        let mut checked = manifest(name, level);
        checked.text.push_str(rest);
        let others = [("eights-low", 0), ("eights-mid", 2), ("eights-cli", 6)];
        let mut files = vec![file("Cargo.toml", root), checked];
        files.extend(others.map(|(name, level)| manifest(name, level)));
        files.push(engine(&[name, "eights-low", "eights-mid"]));
        check(&files).into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn lower_levels_are_allowed() {
        let rest = "[dependencies]\neights-low.workspace = true\nserde = \"1\"\n";
        assert!(messages("eights-match", 3, rest).is_empty());
    }

    #[test]
    fn the_same_level_is_refused() {
        let found = messages("eights-classic", 2, "[dependencies]\neights-mid.workspace = true\n");
        assert_eq!(found, ["dependency on `eights-mid` (level 2) points sideways from level 2"]);
    }

    #[test]
    fn higher_levels_are_refused_in_every_kind_and_target() {
        let found = messages(
            "eights",
            0,
            "[build-dependencies]\neights-mid = \"1\"\n[dev-dependencies]\neights-cli = \"1\"\n\
             [target.'cfg(unix)'.dependencies]\neights-mid = \"1\"\n",
        );
        assert_eq!(
            found,
            [
                "build dependency on `eights-mid` (level 2) points outward from level 0",
                "dev-dependency on `eights-cli` (level 6) points outward from level 0",
                "dependency on `eights-mid` (level 2) points outward from level 0",
            ]
        );
    }

    #[test]
    fn pure_crates_must_be_part_of_the_engine() {
        let mut through = manifest("eights-match", 3);
        through.text.push_str("[dependencies]\neights-low.workspace = true\n");
        let mut files =
            vec![manifest("eights-low", 0), through, manifest("eights-mid", 2), manifest("eights-cli", 6)];
        files.push(engine(&["eights-match"]));
        let found: Vec<String> = check(&files).into_iter().map(|problem| problem.message).collect();
        let message =
            "`eights-mid` is pure, but `eights-wasm` does not use it: nothing builds it for the browser";
        assert_eq!(found, [message]);
    }

    #[test]
    fn renamed_dependencies_are_resolved() {
        let here = "[dependencies]\nt = { package = \"eights-mid\", version = \"1\" }\n";
        assert_eq!(
            messages("eights-wire", 2, here),
            ["dependency on `eights-mid` (level 2) points sideways from level 2"]
        );
        let there = "[dependencies]\nplay.workspace = true\n";
        assert_eq!(
            messages("eights-bots", 2, there),
            ["dependency on `eights-cli` (level 6) points outward from level 2"]
        );
    }

    #[test]
    fn a_crate_without_a_level_is_refused() {
        let files = [file("crates/eights-new/Cargo.toml", "[package]\nname = \"eights-new\"\n")];
        let message = "crate `eights-new` has no level; state it under [package.metadata.eights]";
        assert_eq!(check(&files)[0].message, message);
        assert_eq!(
            messages("eights-cli", 6, "[dependencies]\neights-new = \"1\"\n"),
            ["dependency on `eights-new`, which has no level"]
        );
    }

    #[test]
    fn a_package_must_be_named_like_its_folder() {
        let files = [file("crates/table/Cargo.toml", "[package]\nname = \"eights-match\"\n")];
        assert_eq!(check(&files)[0].message, "package `eights-match` is in the folder `table`");
    }

    #[test]
    fn an_invalid_manifest_is_reported() {
        let files = [file("crates/eights/Cargo.toml", "[package\n")];
        assert!(check(&files)[0].message.starts_with("not TOML"));
    }
}
