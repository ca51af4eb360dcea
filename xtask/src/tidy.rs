//! `cargo xtask tidy`: everything the house style refuses, listed at once.
//!
//! Each check is a pure function from names and contents to problems; only this file touches the disk.

mod arrows;
mod clauses;
mod code;
mod prose;

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A file of the project: its path from the root, with `/`, and its text.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// What is wrong, and where.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) path: String,
    /// Counted from 1; 0 when the whole file is meant.
    pub(crate) line: usize,
    pub(crate) why: String,
}

impl Problem {
    /// A problem of a whole file.
    pub(crate) fn file(path: &str, why: impl Into<String>) -> Problem {
        Problem { path: path.to_owned(), line: 0, why: why.into() }
    }

    /// A problem of one line, given by its index from 0.
    pub(crate) fn line(path: &str, index: usize, why: impl Into<String>) -> Problem {
        Problem { path: path.to_owned(), line: index + 1, why: why.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.why),
            line => write!(f, "{}:{line}: {}", self.path, self.why),
        }
    }
}

/// A check: pure, so that its tests can show it failing.
type Check = fn(&[File]) -> Vec<Problem>;

/// Every check, in the order in which its problems are listed.
const CHECKS: &[Check] = &[
    arrows::check,
    code::long_files,
    code::first_lines,
    code::unfinished,
    code::unsafe_code,
    code::trusted_referees,
    prose::foreign_paths,
    clauses::check,
];

/// Runs every check over the files that git tracks or would track.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let files = files(root)?;
    let problems: Vec<String> =
        CHECKS.iter().flat_map(|check| check(&files)).map(|problem| problem.to_string()).collect();
    if problems.is_empty() {
        println!("tidy: {} files, nothing to complain about", files.len());
        return Ok(());
    }
    Err(format!("{}\ntidy: {} problem(s)", problems.join("\n"), problems.len()))
}

/// The text files of the project; what is not UTF-8 is no text.
fn files(root: &Path) -> Result<Vec<File>, String> {
    // The clone may belong to another user than the one who runs this; git must not refuse for that.
    let listed = Command::new("git")
        .current_dir(root)
        .args(["-c", "safe.directory=*", "ls-files", "-z", "-co", "--exclude-standard"])
        .output()
        .map_err(|error| format!("tidy: git does not start: {error}"))?;
    if !listed.status.success() {
        let said = String::from_utf8_lossy(&listed.stderr);
        return Err(format!("tidy: git cannot list the files: {}", said.trim()));
    }
    let names = String::from_utf8_lossy(&listed.stdout);
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
