//! Dependencies point inward: no crate knows one of its own level or of a higher one.

use super::{File, Problem};
use crate::levels::{EXCEPTIONS, level_of};
use toml::{Table, Value};

/// Checks the manifest of every crate below `crates/`.
pub(crate) fn check(files: &[File]) -> Vec<Problem> {
    let shared =
        files.iter().find(|file| file.path == "Cargo.toml").and_then(|file| file.text.parse::<Table>().ok());
    let shared = shared.as_ref().and_then(|root| root.get("workspace")?.get("dependencies")?.as_table());
    let mut problems = Vec::new();
    for file in files {
        if let Some(folder) = crate_folder(&file.path) {
            match file.text.parse::<Table>() {
                Ok(manifest) => of_manifest(file, folder, &manifest, shared, &mut problems),
                Err(error) => {
                    problems.push(Problem::file(&file.path, format!("not TOML: {}", error.message())))
                }
            }
        }
    }
    problems
}

/// `eights-table` of `crates/eights-table/Cargo.toml`.
fn crate_folder(path: &str) -> Option<&str> {
    let folder = path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
    (!folder.contains('/')).then_some(folder)
}

fn of_manifest(
    file: &File,
    folder: &str,
    manifest: &Table,
    shared: Option<&Table>,
    problems: &mut Vec<Problem>,
) {
    let name = manifest.get("package").and_then(|package| package.get("name")?.as_str()).unwrap_or_default();
    if name != folder {
        problems.push(Problem::file(&file.path, format!("package `{name}` lies in the folder `{folder}`")));
    }
    let Some(level) = level_of(name) else {
        let why = format!("crate `{name}` has no level; give it one in xtask/src/levels.rs");
        problems.push(Problem::file(&file.path, why));
        return;
    };
    for (kind, to) in dependencies(manifest, shared) {
        let excused = EXCEPTIONS.iter().any(|(from, known, _)| *from == name && *known == to);
        match level_of(&to) {
            Some(other) if other >= level && !excused => {
                let way = if other == level { "sideways" } else { "outward" };
                let why = format!("{kind} on `{to}` (level {other}) points {way} from level {level}");
                problems.push(Problem::file(&file.path, why));
            }
            None if to == "eights" || to.starts_with("eights-") => {
                problems.push(Problem::file(&file.path, format!("{kind} on `{to}`, which has no level")));
            }
            _ => {}
        }
    }
}

/// Every dependency with its kind, under its real name, of every target.
fn dependencies(manifest: &Table, shared: Option<&Table>) -> Vec<(&'static str, String)> {
    const KINDS: [(&str, &str); 3] = [
        ("dependencies", "dependency"),
        ("build-dependencies", "build dependency"),
        ("dev-dependencies", "dev-dependency"),
    ];
    let targets = manifest.get("target").and_then(Value::as_table);
    let of_targets = targets.into_iter().flat_map(|table| table.values().filter_map(Value::as_table));
    let mut found = Vec::new();
    for table in std::iter::once(manifest).chain(of_targets) {
        for (key, kind) in KINDS {
            let listed = table.get(key).and_then(Value::as_table);
            found.extend(
                listed.into_iter().flatten().map(|(name, value)| (kind, real_name(name, value, shared))),
            );
        }
    }
    found
}

/// A dependency may go by another name, here or in the workspace's list.
fn real_name(name: &str, value: &Value, shared: Option<&Table>) -> String {
    let renamed = |value: &Value| value.get("package").and_then(Value::as_str).map(str::to_owned);
    renamed(value).or_else(|| renamed(shared?.get(name)?)).unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    fn whys(name: &str, rest: &str) -> Vec<String> {
        let manifest = format!("[package]\nname = \"{name}\"\n{rest}");
        let root =
            "[workspace.dependencies]\nplay = { package = \"eights-cli\", path = \"crates/eights-cli\" }\n";
        let files = [file("Cargo.toml", root), file(&format!("crates/{name}/Cargo.toml"), &manifest)];
        check(&files).into_iter().map(|problem| problem.why).collect()
    }

    #[test]
    fn inward_is_allowed() {
        assert!(
            whys(
                "eights-table",
                "[dependencies]\neights.workspace = true\neights-classic.workspace = true\nserde = \"1\"\n"
            )
            .is_empty()
        );
    }

    #[test]
    fn sideways_is_refused() {
        let found = whys("eights-classic", "[dependencies]\neights-ball.workspace = true\n");
        assert_eq!(found, ["dependency on `eights-ball` (level 1) points sideways from level 1"]);
    }

    #[test]
    fn outward_is_refused_in_every_kind_and_target() {
        let found = whys(
            "eights",
            "[build-dependencies]\neights-table = \"1\"\n[dev-dependencies]\neights-classic = \"1\"\n\
             [target.'cfg(unix)'.dependencies]\neights-wire = \"1\"\n",
        );
        assert_eq!(
            found,
            [
                "build dependency on `eights-table` (level 2) points outward from level 0",
                "dev-dependency on `eights-classic` (level 1) points outward from level 0",
                "dependency on `eights-wire` (level 2) points outward from level 0",
            ]
        );
    }

    #[test]
    fn a_named_exception_is_allowed_one_way_only() {
        assert!(whys("eights-bots", "[dependencies]\neights-table = \"1\"\n").is_empty());
        assert!(!whys("eights-table", "[dependencies]\neights-bots = \"1\"\n").is_empty());
    }

    #[test]
    fn another_name_hides_nothing() {
        let here =
            whys("eights-wire", "[dependencies]\nt = { package = \"eights-table\", version = \"1\" }\n");
        assert_eq!(here, ["dependency on `eights-table` (level 2) points sideways from level 2"]);
        let there = whys("eights-bots", "[dependencies]\nplay.workspace = true\n");
        assert_eq!(there, ["dependency on `eights-cli` (level 5) points outward from level 2"]);
    }

    #[test]
    fn a_crate_without_a_level_is_refused() {
        assert_eq!(
            whys("eights-new", ""),
            ["crate `eights-new` has no level; give it one in xtask/src/levels.rs"]
        );
        assert_eq!(
            whys("eights-cli", "[dependencies]\neights-new = \"1\"\n"),
            ["dependency on `eights-new`, which has no level"]
        );
    }

    #[test]
    fn a_crate_is_called_like_its_folder() {
        let files = [file("crates/table/Cargo.toml", "[package]\nname = \"eights-table\"\n")];
        assert_eq!(check(&files)[0].why, "package `eights-table` lies in the folder `table`");
    }

    #[test]
    fn a_broken_manifest_is_told() {
        let files = [file("crates/eights/Cargo.toml", "[package\n")];
        assert!(check(&files)[0].why.starts_with("not TOML"));
    }
}
