//! Checks source files: length, a first line that says what is in them, unfinished work, `unsafe`, referee access.

use super::{File, Problem, dependencies::manifests};
use crate::levels::{FOLDERS, Levels};

/// A longer file is usually about two things.
const MAX_LINES: usize = 500;

/// Marks of unfinished work, refused everywhere.
const UNFINISHED: [&str; 4] = ["todo!(", "unimplemented!(", "dbg!(", "#[ignore"];

/// Words that announce work; they must name an issue: `TODO(#12)`.
const ANNOUNCEMENTS: [&str; 2] = ["TODO", "FIXME"];

/// Gives access to every card, face down or not.
const TRUSTED: &str = "Referee::trusted(";

/// The paths, by prefix, that may use it beside the rules and the match: commands that must show everything.
const MAY_TRUST: &[&str] = &[
    "crates/eights-cli/src/commands/engine",
    "crates/eights-cli/src/commands/replay",
    "crates/eights-cli/src/commands/rulebook",
    "crates/eights-cli/src/commands/perft",
    "crates/eights-server/tests/all/secrecy",
];

/// Pure crates that may not use it: a bot must not be able to peek.
const MAY_NOT_TRUST: [&str; 3] = ["eights-bots", "eights-kit", "eights-wire"];

/// The checks contain the strings they look for, so they are not checked themselves.
pub(crate) fn is_check(path: &str) -> bool {
    path.starts_with("xtask/src/tidy/")
}

/// Refuses source files that are too long.
pub(crate) fn long_files(files: &[File]) -> Vec<Problem> {
    let sources =
        files.iter().filter(|file| ends_with(file, &[".rs", ".ts", ".svelte"]) && !is_generated(file));
    sources
        .map(|file| (file, file.text.lines().count()))
        .filter(|(_, lines)| *lines > MAX_LINES)
        .map(|(file, lines)| Problem::file(&file.path, format!("{lines} lines; at most {MAX_LINES}")))
        .collect()
}

/// Refuses a Rust file whose first line does not say what is in it.
pub(crate) fn first_lines(files: &[File]) -> Vec<Problem> {
    let sources = files.iter().filter(|file| source_of(&file.path).is_some() && ends_with(file, &[".rs"]));
    let undocumented = sources.filter(|file| !is_generated(file) && !has_first_line(&file.text));
    let message = "the first line must be a `//!` sentence that says what is in the file";
    undocumented.map(|file| Problem::line(&file.path, 0, message)).collect()
}

fn has_first_line(text: &str) -> bool {
    text.lines().next().and_then(|line| line.strip_prefix("//! ")).is_some_and(|text| !text.trim().is_empty())
}

/// Refuses unfinished work.
pub(crate) fn unfinished(files: &[File]) -> Vec<Problem> {
    each_line(files, &[".rs", ".ts", ".svelte", ".js", ".mjs", ".py", ".sh", "Makefile"], |line| {
        let mark = UNFINISHED
            .iter()
            .find(|mark| line.contains(**mark))
            .map(|mark| format!("`{mark}` is unfinished work"));
        let announcement = || {
            ANNOUNCEMENTS
                .iter()
                .find(|word| is_bare(line, word))
                .map(|word| format!("bare `{word}`; name the issue: `{word}(#1)`"))
        };
        mark.or_else(announcement)
    })
}

/// Refuses `unsafe` in the sources of the pure crates.
pub(crate) fn unsafe_code(files: &[File]) -> Vec<Problem> {
    let mut problems = each_line(files, &[".rs"], |line| {
        let code = line.split("//").next().unwrap_or_default();
        has_word(code, "unsafe").then(|| "`unsafe` below level 4".to_owned())
    });
    let levels = Levels::of(manifests(files));
    problems.retain(|problem| source_of(&problem.path).is_some_and(|name| levels.is_pure(name)));
    problems
}

/// Refuses referee access where it is not needed.
pub(crate) fn trusted_referees(files: &[File]) -> Vec<Problem> {
    let mut problems = each_line(files, &[".rs"], |line| {
        line.contains(TRUSTED).then(|| format!("`{TRUSTED}…)` may not be used here"))
    });
    let levels = Levels::of(manifests(files));
    let is_trusted = |path: &str| {
        MAY_TRUST.iter().any(|start| path.starts_with(start))
            || crate_of(path).is_some_and(|name| levels.is_pure(name) && !MAY_NOT_TRUST.contains(&name))
    };
    problems.retain(|problem| !is_trusted(&problem.path));
    problems
}

/// Applies a check to every line of the files with one of these extensions.
fn each_line(files: &[File], endings: &[&str], check: impl Fn(&str) -> Option<String>) -> Vec<Problem> {
    let checked = files.iter().filter(|file| ends_with(file, endings) && !is_check(&file.path));
    let mut problems = Vec::new();
    for file in checked {
        for (index, line) in file.text.lines().enumerate() {
            problems.extend(check(line).map(|message| Problem::line(&file.path, index, message)));
        }
    }
    problems
}

/// The crate, `eights`, of `crates/eights/src/dice.rs`.
fn source_of(path: &str) -> Option<&str> {
    crate_of(path).filter(|_| path.split('/').nth(2) == Some("src"))
}

/// The crate, `eights`, of any file in `crates/eights`. A crate is named like its folder.
fn crate_of(path: &str) -> Option<&str> {
    let mut parts = path.split('/');
    parts.next().filter(|folder| FOLDERS.contains(folder))?;
    parts.next()
}

fn ends_with(file: &File, endings: &[&str]) -> bool {
    endings.iter().any(|ending| file.path.ends_with(ending))
}

fn is_generated(file: &File) -> bool {
    file.path.split('/').rev().skip(1).any(|folder| folder == "generated")
}

fn is_bare(line: &str, word: &str) -> bool {
    words_at(line, word).any(|at| !line[at + word.len()..].starts_with("(#"))
}

fn has_word(line: &str, word: &str) -> bool {
    words_at(line, word).next().is_some()
}

/// Where a word occurs, except as part of a longer name.
fn words_at<'a>(line: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_name_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = line[..*at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(is_name_part) && !after.is_some_and(is_name_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    fn count(check: fn(&[File]) -> Vec<Problem>, path: &str, text: &str) -> usize {
        let manifest = |name: &str, level: u8| {
            let text = format!("[package]\nname = \"{name}\"\n[package.metadata.eights]\nlevel = {level}\n");
            file(&format!("crates/{name}/Cargo.toml"), &text)
        };
        let levels = [("eights", 0), ("eights-bots", 2), ("eights-match", 3), ("eights-server", 5)];
        let mut files: Vec<File> = levels.into_iter().map(|(name, level)| manifest(name, level)).collect();
        files.push(file(path, text));
        check(&files).len()
    }

    #[test]
    fn a_long_file_is_refused_unless_it_is_generated() {
        let (fits, long) = ("x\n".repeat(500), "x\n".repeat(501));
        assert_eq!(count(long_files, "crates/eights/src/a.rs", &fits), 0);
        assert_eq!(long_files(&[file("web/src/a.svelte", &long)])[0].message, "501 lines; at most 500");
        assert_eq!(count(long_files, "web/src/a.ts", &long), 1);
        assert_eq!(count(long_files, "web/src/generated/a.ts", &long), 0);
        assert_eq!(count(long_files, "docs/a.md", &long), 0);
    }

    #[test]
    fn a_source_without_a_first_line_is_refused() {
        assert_eq!(count(first_lines, "crates/eights/src/a.rs", "//! Seats.\nuse x;\n"), 0);
        for text in ["use x;\n//! Seats.\n", "", "//!\n", "// Seats.\n", "\n//! Seats.\n"] {
            assert_eq!(count(first_lines, "crates/eights/src/deep/a.rs", text), 1, "{text:?}");
        }
        assert_eq!(count(first_lines, "crates/eights/tests/a.rs", "use x;\n"), 0);
    }

    #[test]
    fn unfinished_marks_are_refused() {
        for text in [
            "todo!()",
            "unimplemented!(\"x\")",
            "dbg!(x)",
            "#[ignore = \"slow\"]",
            "// TODO later",
            "// FIXME",
        ] {
            assert_eq!(count(unfinished, "crates/eights/tests/a.rs", text), 1, "{text}");
        }
        assert_eq!(count(unfinished, "scripts/a.sh", "# TODO"), 1);
        assert_eq!(count(unfinished, "a.rs", "// TODO(#12): twos\nlet TODOS = 1;"), 0);
    }

    #[test]
    fn unsafe_is_refused_only_in_pure_crates() {
        assert_eq!(count(unsafe_code, "crates/eights-bots/src/a.rs", "    unsafe { x }"), 1);
        assert_eq!(
            count(unsafe_code, "crates/eights-bots/src/a.rs", "#![forbid(unsafe_code)] // unsafe no"),
            0
        );
        assert_eq!(count(unsafe_code, "crates/eights-bots/tests/a.rs", "unsafe impl X {}"), 0);
        assert_eq!(count(unsafe_code, "crates/eights-server/src/a.rs", "unsafe { x }"), 0);
    }

    #[test]
    fn referee_access_is_refused_outside_of_the_list() {
        let text = "let all = Referee::trusted();";
        for path in [
            "crates/eights-bots/src/a.rs",
            "crates/eights-cli/src/commands/play.rs",
            "crates/eights-server/src/a.rs",
        ] {
            assert_eq!(count(trusted_referees, path, text), 1, "{path}");
        }
        for path in [
            "crates/eights/src/a.rs",
            "crates/eights-match/src/a.rs",
            "crates/eights-cli/src/commands/engine/a.rs",
        ] {
            assert_eq!(count(trusted_referees, path, text), 0, "{path}");
        }
    }
}
