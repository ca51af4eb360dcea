//! Checks that every crate depends only on crates of a lower level.

use super::{File, Problem};
use crate::levels::{EXCEPTIONS, level_of};
use toml::{Table, Value};

/// Checks the manifest of every crate in `crates/`.
pub(crate) fn check(files: &[File]) -> Vec<Problem> {
    let shared =
        files.iter().find(|file| file.path == "Cargo.toml").and_then(|file| file.text.parse::<Table>().ok());
    let shared = shared.as_ref().and_then(|root| root.get("workspace")?.get("dependencies")?.as_table());
    let mut problems = Vec::new();
    for file in files {
        if let Some(folder) = crate_folder(&file.path) {
            match file.text.parse::<Table>() {
                Ok(manifest) => check_manifest(file, folder, &manifest, shared, &mut problems),
                Err(error) => {
                    problems.push(Problem::file(&file.path, format!("not TOML: {}", error.message())))
                }
            }
        }
    }
    problems
}

/// The folder name, `eights-match`, of `crates/eights-match/Cargo.toml`.
fn crate_folder(path: &str) -> Option<&str> {
    let folder = path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
    (!folder.contains('/')).then_some(folder)
}

fn check_manifest(
    file: &File,
    folder: &str,
    manifest: &Table,
    shared: Option<&Table>,
    problems: &mut Vec<Problem>,
) {
    let name = manifest.get("package").and_then(|package| package.get("name")?.as_str()).unwrap_or_default();
    if name != folder {
        problems.push(Problem::file(&file.path, format!("package `{name}` is in the folder `{folder}`")));
    }
    let Some(level) = level_of(name) else {
        let message = format!("crate `{name}` has no level; add it to xtask/src/levels.rs");
        problems.push(Problem::file(&file.path, message));
        return;
    };
    for (kind, to) in dependencies(manifest, shared) {
        let is_exception = EXCEPTIONS.iter().any(|(from, known, _)| *from == name && *known == to);
        match level_of(&to) {
            Some(other) if other >= level && !is_exception => {
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

/// Every dependency of every target, as its kind and its package name.
fn dependencies(manifest: &Table, shared: Option<&Table>) -> Vec<(&'static str, String)> {
    const KINDS: [(&str, &str); 3] = [
        ("dependencies", "dependency"),
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

    fn messages(name: &str, rest: &str) -> Vec<String> {
        let manifest = format!("[package]\nname = \"{name}\"\n{rest}");
        let root =
            "[workspace.dependencies]\nplay = { package = \"eights-cli\", path = \"crates/eights-cli\" }\n";
        let files = [file("Cargo.toml", root), file(&format!("crates/{name}/Cargo.toml"), &manifest)];
        check(&files).into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn lower_levels_are_allowed() {
        assert!(
            messages(
                "eights-match",
                "[dependencies]\neights.workspace = true\neights-classic.workspace = true\nserde = \"1\"\n"
            )
            .is_empty()
        );
    }

    #[test]
    fn the_same_level_is_refused() {
        let found = messages("eights-classic", "[dependencies]\neights-ball.workspace = true\n");
        assert_eq!(found, ["dependency on `eights-ball` (level 1) points sideways from level 1"]);
    }

    #[test]
    fn higher_levels_are_refused_in_every_kind_and_target() {
        let found = messages(
            "eights",
            "[build-dependencies]\neights-match = \"1\"\n[dev-dependencies]\neights-classic = \"1\"\n\
             [target.'cfg(unix)'.dependencies]\neights-wire = \"1\"\n",
        );
        assert_eq!(
            found,
            [
                "build dependency on `eights-match` (level 2) points outward from level 0",
                "dev-dependency on `eights-classic` (level 1) points outward from level 0",
                "dependency on `eights-wire` (level 2) points outward from level 0",
            ]
        );
    }

    #[test]
    fn an_exception_is_allowed_in_one_direction_only() {
        assert!(messages("eights-bots", "[dependencies]\neights-match = \"1\"\n").is_empty());
        assert!(!messages("eights-match", "[dependencies]\neights-bots = \"1\"\n").is_empty());
    }

    #[test]
    fn renamed_dependencies_are_resolved() {
        let here =
            messages("eights-wire", "[dependencies]\nt = { package = \"eights-match\", version = \"1\" }\n");
        assert_eq!(here, ["dependency on `eights-match` (level 2) points sideways from level 2"]);
        let there = messages("eights-bots", "[dependencies]\nplay.workspace = true\n");
        assert_eq!(there, ["dependency on `eights-cli` (level 5) points outward from level 2"]);
    }

    #[test]
    fn a_crate_without_a_level_is_refused() {
        assert_eq!(
            messages("eights-new", ""),
            ["crate `eights-new` has no level; add it to xtask/src/levels.rs"]
        );
        assert_eq!(
            messages("eights-cli", "[dependencies]\neights-new = \"1\"\n"),
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
