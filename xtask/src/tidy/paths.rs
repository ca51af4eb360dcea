//! Checks that no file contains a path that exists on one machine only.

use super::{File, Problem, code::is_check};

/// Absolute paths that other clones do not have.
const ABSOLUTE: [&str; 4] = ["/work/", "/home/", "/root/", "/Users/"];

/// A folder beside the project that other clones do not have.
const OUTSIDE: &str = "../shared";

/// Refuses paths that lead out of the project, in every text file.
pub(crate) fn foreign_paths(files: &[File]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| !is_check(&file.path)) {
        for (index, line) in file.text.lines().enumerate() {
            if line.contains(OUTSIDE) {
                problems.push(Problem::line(
                    &file.path,
                    index,
                    format!("`{OUTSIDE}` is outside of the project"),
                ));
            }
            for start in ABSOLUTE.iter().filter(|start| names_a_path(line, start)) {
                problems.push(Problem::line(&file.path, index, format!("absolute path `{start}…`")));
            }
        }
    }
    problems
}

/// Whether `start` begins a path in this line, and is not the middle of a URL or a longer path.
fn names_a_path(line: &str, start: &str) -> bool {
    line.match_indices(start).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !"._-}~".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    fn messages(text: &str) -> Vec<String> {
        foreign_paths(&[file("docs/page.md", text)]).into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn a_folder_beside_the_project_is_refused() {
        assert_eq!(messages("see ../shared/notes"), ["`../shared` is outside of the project"]);
    }

    #[test]
    fn absolute_paths_are_refused() {
        assert_eq!(messages("cd /work/here"), ["absolute path `/work/…`"]);
        assert_eq!(messages("path = \"/home/me/x\""), ["absolute path `/home/…`"]);
        assert_eq!(messages("(/root/x)"), ["absolute path `/root/…`"]);
        assert_eq!(messages("file:///Users/me"), ["absolute path `/Users/…`"]);
    }

    #[test]
    fn urls_and_relative_paths_are_allowed() {
        assert!(messages("https://example.org/work/1 and target/work/ and ./home/x").is_empty());
    }
}
