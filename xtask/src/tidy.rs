//! `cargo xtask tidy`: checks the style rules that clippy and rustfmt do not know, and lists all problems.
//!
//! Each check is a pure function from files to problems; only this module reads the disk.

mod circles;
mod clauses;
mod code;
mod dependencies;
mod paths;
mod versions;

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A text file of the project; the path is relative to the root, with `/`.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A violation and its place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) path: String,
    /// Counted from 1; 0 for the whole file.
    pub(crate) line: usize,
    pub(crate) message: String,
}

impl Problem {
    /// A problem with a whole file.
    pub(crate) fn file(path: &str, message: impl Into<String>) -> Problem {
        Problem { path: path.to_owned(), line: 0, message: message.into() }
    }

    /// A problem with one line, given by its index from 0.
    pub(crate) fn line(path: &str, index: usize, message: impl Into<String>) -> Problem {
        Problem { path: path.to_owned(), line: index + 1, message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// Pure, so that tests can show each check failing.
type Check = fn(&[File]) -> Vec<Problem>;

/// All checks, in the order in which problems are listed.
const CHECKS: &[Check] = &[
    dependencies::check,
    circles::check,
    code::long_files,
    code::first_lines,
    code::unfinished,
    code::unsafe_code,
    code::trusted_referees,
    paths::foreign_paths,
    clauses::check,
    versions::check,
];

/// Runs every check over the files that git tracks or would track.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let files = files(root)?;
    let problems: Vec<String> =
        CHECKS.iter().flat_map(|check| check(&files)).map(|problem| problem.to_string()).collect();
    if problems.is_empty() {
        println!("tidy: {} files, no problems", files.len());
        return Ok(());
    }
    Err(format!("{}\ntidy: {} problems", problems.join("\n"), problems.len()))
}

/// The text files of the project; files that are not UTF-8 are skipped.
fn files(root: &Path) -> Result<Vec<File>, String> {
    // In containers the clone often belongs to another user, which git refuses by default.
    let output = Command::new("git")
        .current_dir(root)
        .args(["-c", "safe.directory=*", "ls-files", "-z", "-co", "--exclude-standard"])
        .output()
        .map_err(|error| format!("tidy: cannot start git: {error}"))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("tidy: git cannot list the files: {}", stderr.trim()));
    }
    let names = String::from_utf8_lossy(&output.stdout);
    let mut paths: Vec<&str> = names.split('\0').filter(|path| !path.is_empty()).collect();
    paths.sort_unstable();
    paths.dedup();
    let read =
        |path: &str| Some(File { path: path.to_owned(), text: fs::read_to_string(root.join(path)).ok()? });
    Ok(paths.into_iter().filter_map(read).collect())
}

#[cfg(test)]
pub(crate) fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}
