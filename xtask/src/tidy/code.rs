//! What source files may not hold: too many lines, no first word, unfinished marks, forbidden keys.

use super::{File, Problem};
use crate::levels::is_pure;

/// A file is about one thing; beyond this many lines it is about two.
const MOST_LINES: usize = 500;

/// Marks of unfinished work, refused wherever they stand.
const UNFINISHED: [&str; 4] = ["todo!(", "unimplemented!(", "dbg!(", "#[ignore"];

/// Words that promise work; they must name the issue that holds it: `TODO(#12)`.
const PROMISES: [&str; 2] = ["TODO", "FIXME"];

/// How the referee's eyes, which see every card, are opened.
const TRUSTED: &str = "Referee::trusted(";

/// Who may open them: the rules and the table, and the commands whose job is the whole truth.
/// A path belongs to the list when it begins with an entry.
const MAY_TRUST: &[&str] = &[
    "crates/eights/",
    "crates/eights-paper/",
    "crates/eights-classic/",
    "crates/eights-crazier/",
    "crates/eights-ball/",
    "crates/eights-table/",
    "crates/eights-cli/src/engine",
    "crates/eights-cli/src/replay",
    "crates/eights-cli/src/rulebook",
    "crates/eights-cli/src/perft",
    "crates/eights-server/tests/secrecy",
];

/// The checks spell out what they look for, and so are not looked at themselves.
pub(crate) fn spells_the_checks(path: &str) -> bool {
    path.starts_with("xtask/src/tidy/")
}

/// Refuses source files that have grown past their one job.
pub(crate) fn long_files(files: &[File]) -> Vec<Problem> {
    let sources =
        files.iter().filter(|file| ends_with(file, &[".rs", ".ts", ".svelte"]) && !is_generated(file));
    let counted = sources.map(|file| (file, file.text.lines().count()));
    counted
        .filter(|(_, lines)| *lines > MOST_LINES)
        .map(|(file, lines)| Problem::file(&file.path, format!("{lines} lines; at most {MOST_LINES}")))
        .collect()
}

/// Refuses a Rust file that does not say in its first line what it is about.
pub(crate) fn first_lines(files: &[File]) -> Vec<Problem> {
    let sources = files.iter().filter(|file| source_of(&file.path).is_some() && ends_with(file, &[".rs"]));
    let silent = sources.filter(|file| !is_generated(file) && !says_something(&file.text));
    let why = "the first line must be a `//!` sentence that says what the file is about";
    silent.map(|file| Problem::line(&file.path, 0, why)).collect()
}

fn says_something(text: &str) -> bool {
    text.lines().next().and_then(|line| line.strip_prefix("//! ")).is_some_and(|said| !said.trim().is_empty())
}

/// Refuses marks of unfinished work.
pub(crate) fn unfinished(files: &[File]) -> Vec<Problem> {
    each_line(files, &[".rs", ".ts", ".svelte", ".js", ".mjs", ".py", ".sh", "Makefile"], |line| {
        let mark = UNFINISHED
            .iter()
            .find(|mark| line.contains(**mark))
            .map(|mark| format!("`{mark}` is unfinished work"));
        let promise = || {
            PROMISES
                .iter()
                .find(|word| is_bare(line, word))
                .map(|word| format!("bare `{word}`; name the issue: `{word}(#1)`"))
        };
        mark.or_else(promise)
    })
}

/// Refuses `unsafe` in the sources of the pure crates.
pub(crate) fn unsafe_code(files: &[File]) -> Vec<Problem> {
    let mut problems = each_line(files, &[".rs"], |line| {
        let code = line.split("//").next().unwrap_or_default();
        has_word(code, "unsafe").then(|| "`unsafe` below level 3".to_owned())
    });
    problems.retain(|problem| source_of(&problem.path).is_some_and(is_pure));
    problems
}

/// Refuses the referee's eyes outside of the places that need them.
pub(crate) fn trusted_referees(files: &[File]) -> Vec<Problem> {
    let mut problems = each_line(files, &[".rs"], |line| {
        line.contains(TRUSTED).then(|| format!("`{TRUSTED}…)` may not be used here"))
    });
    problems.retain(|problem| !MAY_TRUST.iter().any(|start| problem.path.starts_with(start)));
    problems
}

/// Asks of each line of each file with one of these endings what is wrong with it.
fn each_line(files: &[File], endings: &[&str], why: impl Fn(&str) -> Option<String>) -> Vec<Problem> {
    let looked_at = files.iter().filter(|file| ends_with(file, endings) && !spells_the_checks(&file.path));
    let mut problems = Vec::new();
    for file in looked_at {
        let found = file.text.lines().enumerate().filter_map(|(index, line)| Some((index, why(line)?)));
        problems.extend(found.map(|(index, why)| Problem::line(&file.path, index, why)));
    }
    problems
}

/// The crate whose source this is: `eights` of `crates/eights/src/dice.rs`.
fn source_of(path: &str) -> Option<&str> {
    let (name, rest) = path.strip_prefix("crates/")?.split_once('/')?;
    rest.starts_with("src/").then_some(name)
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

/// Where a word stands by itself, not as a part of a longer name.
fn words_at<'a>(line: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let part_of_a_name = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = line[..*at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(part_of_a_name) && !after.is_some_and(part_of_a_name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    fn count(check: fn(&[File]) -> Vec<Problem>, path: &str, text: &str) -> usize {
        check(&[file(path, text)]).len()
    }

    #[test]
    fn a_long_file_is_refused_unless_it_is_generated() {
        let (fits, long) = ("x\n".repeat(500), "x\n".repeat(501));
        assert_eq!(count(long_files, "crates/eights/src/a.rs", &fits), 0);
        assert_eq!(long_files(&[file("web/src/a.svelte", &long)])[0].why, "501 lines; at most 500");
        assert_eq!(count(long_files, "web/src/a.ts", &long), 1);
        assert_eq!(count(long_files, "web/src/generated/a.ts", &long), 0);
        assert_eq!(count(long_files, "docs/a.md", &long), 0);
    }

    #[test]
    fn a_source_without_a_first_sentence_is_refused() {
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
    fn unsafe_is_refused_in_pure_sources_only() {
        assert_eq!(count(unsafe_code, "crates/eights-bots/src/a.rs", "    unsafe { x }"), 1);
        assert_eq!(
            count(unsafe_code, "crates/eights-bots/src/a.rs", "#![forbid(unsafe_code)] // unsafe no"),
            0
        );
        assert_eq!(count(unsafe_code, "crates/eights-bots/tests/a.rs", "unsafe impl X {}"), 0);
        assert_eq!(count(unsafe_code, "crates/eights-server/src/a.rs", "unsafe { x }"), 0);
    }

    #[test]
    fn the_referee_is_trusted_only_where_the_list_says() {
        let text = "let all = Referee::trusted();";
        for path in
            ["crates/eights-bots/src/a.rs", "crates/eights-cli/src/play.rs", "crates/eights-server/src/a.rs"]
        {
            assert_eq!(count(trusted_referees, path, text), 1, "{path}");
        }
        for path in
            ["crates/eights/src/a.rs", "crates/eights-table/src/a.rs", "crates/eights-cli/src/engine/a.rs"]
        {
            assert_eq!(count(trusted_referees, path, text), 0, "{path}");
        }
    }
}
