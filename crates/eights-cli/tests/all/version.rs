//! `eights --version`, and what the build script finds out for it in a clone, a package and a tarball.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::commands::{run, said};

const NUMBER: &str = env!("CARGO_PKG_VERSION");

#[test]
fn the_version_begins_with_its_number() {
    for args in [&["--version"][..], &["serve", "--version"]] {
        let (code, out, _) = said(&run(args));
        let rest = out.trim_end().rsplit_once(NUMBER).expect(&out).1;
        assert_eq!(code, 0);
        assert!(rest.is_empty() || (rest.starts_with(" (") && rest.ends_with(')')), "{out}");
    }
}

/// The build script, compiled, in a copy of the project's folders.
struct Sources {
    script: PathBuf,
    package: PathBuf,
    folder: TempDir,
}

impl Sources {
    fn new() -> Sources {
        let folder = tempfile::tempdir().unwrap();
        let (script, package) = (folder.path().join("script"), folder.path().join("clone/crates/eights-cli"));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/build.rs");
        let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
        let compiled = rustc.args(["--edition", "2024", source, "-o"]).arg(&script).status().unwrap();
        assert!(compiled.success());
        fs::create_dir_all(&package).unwrap();
        fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/commit.txt"), package.join("commit.txt")).unwrap();
        Sources { script, package, folder }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("clone")
    }

    /// The version that a release build gets with these variables.
    fn version(&self, variables: &[(&str, &str)]) -> String {
        let text = self.output(&[("PROFILE", "release")], variables);
        let line = text.lines().find_map(|line| line.strip_prefix("cargo::rustc-env=VERSION_WITH_COMMIT="));
        line.expect("a version").to_owned()
    }

    fn output(&self, profile: &[(&str, &str)], variables: &[(&str, &str)]) -> String {
        let mut script = Command::new(&self.script);
        script.current_dir(&self.package).env("CARGO_PKG_VERSION", NUMBER);
        for name in ["EIGHTS_COMMIT", "EIGHTS_DATE", "SOURCE_DATE_EPOCH", "GIT_DIR"] {
            script.env_remove(name);
        }
        let output = script.envs(profile.iter().chain(variables).copied()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

/// Makes a repository with one commit of a known date, and returns its short name.
fn commit(root: &Path, date: &str) -> String {
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(root).args(["-c", "user.name=Ada", "-c", "user.email=ada@cards.example"]).args(args);
        let output = git.env("GIT_COMMITTER_DATE", date).env_remove("GIT_DIR").output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "--allow-empty", "-m", "first"]);
    git(&["rev-parse", "--short=9", "HEAD"])
}

#[test]
fn a_tarball_without_git_knows_only_its_number() {
    assert_eq!(Sources::new().version(&[]), NUMBER);
}

#[test]
fn a_clone_names_its_commit_and_watches_for_the_next() {
    let sources = Sources::new();
    let name = commit(&sources.root(), "2026-11-17T12:00:00Z");
    assert_eq!(sources.version(&[]), format!("{NUMBER} ({name} 2026-11-17)"));
    let text = sources.output(&[("PROFILE", "release")], &[]);
    assert!(text.contains("cargo::rerun-if-changed=") && text.contains("logs/HEAD"), "{text}");
}

#[test]
fn a_debug_build_does_not_ask_git() {
    let sources = Sources::new();
    commit(&sources.root(), "2026-11-17T12:00:00Z");
    let text = sources.output(&[("PROFILE", "debug")], &[]);
    assert!(text.contains(&format!("VERSION_WITH_COMMIT={NUMBER}\n")) && !text.contains("HEAD"), "{text}");
}

#[test]
fn a_repository_around_the_sources_is_not_theirs() {
    let sources = Sources::new();
    commit(sources.folder.path(), "2026-11-17T12:00:00Z");
    assert_eq!(sources.version(&[]), NUMBER);
}

#[test]
fn a_tarball_from_git_archive_names_the_commit_in_it() {
    let sources = Sources::new();
    fs::write(sources.package.join("commit.txt"), "0123abcd 2026-11-17\n").unwrap();
    assert_eq!(sources.version(&[]), format!("{NUMBER} (0123abcd 2026-11-17)"));
}

#[test]
fn variables_override_the_clone() {
    let sources = Sources::new();
    let name = commit(&sources.root(), "2026-11-17T12:00:00Z");
    let given = [("EIGHTS_COMMIT", "deb-7"), ("EIGHTS_DATE", "2027-01-02")];
    assert_eq!(sources.version(&given), format!("{NUMBER} (deb-7 2027-01-02)"));
    assert_eq!(sources.version(&given[..1]), format!("{NUMBER} (deb-7)"));
    for (seconds, day) in [
        ("0", "1970-01-01"),
        ("951782400", "2000-02-29"),
        ("1709164799", "2024-02-28"),
        ("4107542400", "2100-03-01"),
    ] {
        let expected = format!("{NUMBER} ({name} {day})");
        assert_eq!(sources.version(&[("SOURCE_DATE_EPOCH", seconds)]), expected);
    }
}
