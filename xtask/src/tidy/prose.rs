//! Text that means something on one machine only: paths out of the project.

use super::{File, Problem, code::spells_the_checks};

/// Places that a clone elsewhere does not have.
const FOREIGN: [&str; 4] = ["/work/", "/home/", "/root/", "/Users/"];

/// A folder beside the project, which a clone elsewhere does not have.
const BESIDE: &str = "../shared";

/// Refuses paths that leave the project, in every text file.
pub(crate) fn foreign_paths(files: &[File]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in files.iter().filter(|file| !spells_the_checks(&file.path)) {
        for (index, line) in file.text.lines().enumerate() {
            if line.contains(BESIDE) {
                problems.push(Problem::line(
                    &file.path,
                    index,
                    format!("`{BESIDE}` is no part of the project"),
                ));
            }
            for start in FOREIGN.iter().filter(|start| names_a_path(line, start)) {
                problems.push(Problem::line(&file.path, index, format!("absolute path `{start}…`")));
            }
        }
    }
    problems
}

/// Whether `start` begins a path in this line, rather than lying inside of an address or a longer path.
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

    fn whys(text: &str) -> Vec<String> {
        foreign_paths(&[file("docs/page.md", text)]).into_iter().map(|problem| problem.why).collect()
    }

    #[test]
    fn a_folder_beside_the_project_is_refused() {
        assert_eq!(whys("see ../shared/notes"), ["`../shared` is no part of the project"]);
    }

    #[test]
    fn absolute_paths_are_refused() {
        assert_eq!(whys("cd /work/here"), ["absolute path `/work/…`"]);
        assert_eq!(whys("path = \"/home/me/x\""), ["absolute path `/home/…`"]);
        assert_eq!(whys("(/root/x)"), ["absolute path `/root/…`"]);
        assert_eq!(whys("file:///Users/me"), ["absolute path `/Users/…`"]);
    }

    #[test]
    fn longer_paths_and_addresses_are_not() {
        assert!(whys("https://example.org/work/1 and target/work/ and ./home/x").is_empty());
    }
}
