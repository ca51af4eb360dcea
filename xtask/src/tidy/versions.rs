//! Checks that everything that names the version of the project, or of the compiler, names the same.

use super::{File, Problem};

/// Compares the other files with `Cargo.toml`.
pub(crate) fn check(files: &[File]) -> Vec<Problem> {
    let text = |path: &str| files.iter().find(|file| file.path == path).map(|file| file.text.as_str());
    let Some(manifest) = text("Cargo.toml") else { return Vec::new() };
    let value = |key: &str| manifest.lines().find_map(|line| quoted(line, key));
    let (Some(version), Some(compiler)) = (value("version = "), value("rust-version = ")) else {
        return vec![Problem::file("Cargo.toml", "names no version of the project or of the compiler")];
    };
    let mut problems = Vec::new();
    let mut expect = |path: &str, found: bool, what: &str| {
        if text(path).is_some() && !found {
            problems.push(Problem::file(path, format!("{what}, as in Cargo.toml")));
        }
    };
    let has = |path: &str, line: &str| {
        text(path).is_some_and(|text| text.lines().any(|other| other.trim().starts_with(line)))
    };
    for path in ["web/package.json", "web/package-lock.json"] {
        let found = has(path, &format!("\"version\": \"{version}\""));
        expect(path, found, &format!("the version must be {version}"));
    }
    let path = "CHANGELOG.md";
    let found = has(path, &format!("## {version} – 20"));
    expect(path, found, &format!("the heading `## {version} – DATE` is missing for the version"));
    let path = "rust-toolchain.toml";
    let found = has(path, &format!("channel = \"{compiler}."));
    expect(path, found, &format!("the compiler must be a release of {compiler}"));
    problems
}

/// The text in quotation marks after a key at the beginning of a line.
fn quoted<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.strip_prefix(key)?.trim().strip_prefix('"')?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    fn problems(package: &str, changelog: &str, toolchain: &str) -> Vec<String> {
        let files = [
            file("Cargo.toml", "[workspace.package]\nversion = \"1.2.3\"\nrust-version = \"1.95\"\n"),
            file("web/package.json", package),
            file("CHANGELOG.md", changelog),
            file("rust-toolchain.toml", toolchain),
        ];
        check(&files).into_iter().map(|problem| problem.to_string()).collect()
    }

    #[test]
    fn the_same_version_everywhere_is_fine() {
        let package = "{\n  \"version\": \"1.2.3\",\n";
        assert_eq!(problems(package, "## 1.2.3 – 2026-11-17\n", "channel = \"1.95.0\"\n"), [""; 0]);
    }

    #[test]
    fn another_version_is_named_with_its_file() {
        let package = "{\n  \"version\": \"1.2.2\",\n";
        let expected = [
            "web/package.json: the version must be 1.2.3, as in Cargo.toml",
            "CHANGELOG.md: the heading `## 1.2.3 – DATE` is missing for the version, as in Cargo.toml",
            "rust-toolchain.toml: the compiler must be a release of 1.95, as in Cargo.toml",
        ];
        assert_eq!(problems(package, "## Unreleased\n", "channel = \"1.96.0\"\n"), expected);
    }
}
