//! Checks that a rulebook block proves every clause, and that blocks name only clauses that exist.
//!
//! A game is checked once its folder in `rulebook/` has a block that runs; prose alone proves nothing.

use super::{File, Problem};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The file `rulebook/<game>/clauses.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClauseList {
    clause: Vec<Clause>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clause {
    id: String,
    text: String,
    /// Whether it fills a gap in the source. Only readers of the rulebook need it.
    #[serde(rename = "ruling")]
    _ruling: bool,
    /// What a rule set may choose instead.
    #[serde(rename = "options", default)]
    _options: Vec<String>,
}

/// A clause that a block claims to prove.
struct Claim<'a> {
    path: &'a str,
    index: usize,
    id: &'a str,
}

/// Compares the clause lists with the claims of the pages.
pub(crate) fn check(files: &[File]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut list_of: BTreeMap<String, &str> = BTreeMap::new();
    for file in
        files.iter().filter(|file| game_of(&file.path).is_some() && file.path.ends_with("/clauses.toml"))
    {
        match toml::from_str::<ClauseList>(&file.text) {
            Ok(list) => add_clauses(file, list, &mut list_of, &mut problems),
            Err(error) => problems
                .push(Problem::file(&file.path, format!("not a list of clauses: {}", error.message()))),
        }
    }
    let pages = || files.iter().filter(|file| game_of(&file.path).is_some() && file.path.ends_with(".md"));
    let checked: BTreeSet<&str> =
        pages().filter(|page| has_block(page)).filter_map(|page| game_of(&page.path)).collect();
    let claims: Vec<Claim<'_>> = pages().flat_map(claims).collect();
    for claim in claims.iter().filter(|claim| !list_of.contains_key(claim.id)) {
        problems.push(Problem::line(claim.path, claim.index, format!("there is no clause `{}`", claim.id)));
    }
    let proven: BTreeSet<&str> = claims.iter().map(|claim| claim.id).collect();
    for (id, path) in &list_of {
        if game_of(path).is_some_and(|game| checked.contains(game)) && !proven.contains(id.as_str()) {
            problems.push(Problem::file(path, format!("no rulebook block proves `{id}`")));
        }
    }
    problems
}

/// Records which list each clause is in.
fn add_clauses<'a>(
    file: &'a File,
    list: ClauseList,
    list_of: &mut BTreeMap<String, &'a str>,
    problems: &mut Vec<Problem>,
) {
    for clause in list.clause {
        if clause.text.trim().is_empty() {
            problems.push(Problem::file(&file.path, format!("`{}` has no text", clause.id)));
        }
        if list_of.insert(clause.id.clone(), &file.path).is_some() {
            problems.push(Problem::file(&file.path, format!("`{}` is listed twice", clause.id)));
        }
    }
}

/// The game, `crazy-eights`, of `rulebook/crazy-eights/turn.md`.
fn game_of(path: &str) -> Option<&str> {
    path.strip_prefix("rulebook/")?.split_once('/').map(|(game, _)| game)
}

fn has_block(page: &File) -> bool {
    page.text.lines().any(|line| line.trim_end() == "```play")
}

/// The clauses named in the `play` blocks of a page. A block inside a longer fence is quoted and does not count.
fn claims(page: &File) -> Vec<Claim<'_>> {
    let mut found = Vec::new();
    let mut open: Option<(usize, bool)> = None;
    for (index, line) in page.text.lines().enumerate() {
        let ticks = line.chars().take_while(|c| *c == '`').count();
        let info = line[ticks..].trim();
        match open {
            None if ticks >= 3 => open = Some((ticks, info == "play")),
            Some((length, _)) if ticks >= length && info.is_empty() => open = None,
            Some((_, true)) => {
                let ids = line.trim().strip_prefix("clauses:").into_iter().flat_map(|ids| ids.split(','));
                let ids =
                    ids.map(|id| id.split('#').next().unwrap_or_default().trim()).filter(|id| !id.is_empty());
                found.extend(ids.map(|id| Claim { path: &page.path, index, id }));
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::file;

    const LIST: &str = "[[clause]]\nid = \"CE-A-1\"\ntext = \"One.\"\nruling = false\n\n\
                        [[clause]]\nid = \"CE-A-2\"\ntext = \"Two.\"\nruling = true\noptions = [\"once\"]\n";

    fn messages(list: &str, page: &str) -> Vec<String> {
        let mut files = vec![file("rulebook/crazy-eights/clauses.toml", list)];
        if !page.is_empty() {
            files.push(file("rulebook/crazy-eights/turn.md", page));
        }
        check(&files).iter().map(Problem::to_string).collect()
    }

    #[test]
    fn proven_clauses_are_accepted() {
        assert!(messages(LIST, "# Turn\n```play\nclauses: CE-A-1, CE-A-2 # both\n```\n").is_empty());
    }

    #[test]
    fn a_game_without_blocks_is_not_checked() {
        assert!(messages(LIST, "").is_empty());
        assert!(messages(LIST, "# Timing\n\nProse.\n").is_empty());
    }

    #[test]
    fn a_clause_without_a_block_is_refused() {
        let found =
            messages(LIST, "```play\nclauses: CE-A-1\n```\nclauses: CE-A-2\n```toml\nclauses: CE-A-2\n```\n");
        assert_eq!(found, ["rulebook/crazy-eights/clauses.toml: no rulebook block proves `CE-A-2`"]);
    }

    #[test]
    fn a_quoted_block_proves_nothing() {
        assert_eq!(messages(LIST, "````\n```play\nclauses: CE-A-1, CE-A-2\n```\n````\n").len(), 2);
    }

    #[test]
    fn an_unknown_clause_is_refused() {
        let found = messages(LIST, "```play\nclauses: CE-A-1, CE-A-2\nclauses: CE-A-9\n```\n");
        assert_eq!(found, ["rulebook/crazy-eights/turn.md:3: there is no clause `CE-A-9`"]);
    }

    #[test]
    fn an_invalid_list_is_refused() {
        assert!(messages("[[clause]]\nid = 4\n", "")[0].contains("not a list of clauses"));
        assert!(
            messages("[[clause]]\nid = \"X\"\ntext = \"\"\nruling = false\n", "")[0]
                .ends_with("`X` has no text")
        );
        assert!(messages(&format!("{LIST}{LIST}"), "")[0].ends_with("`CE-A-1` is listed twice"));
    }
}
