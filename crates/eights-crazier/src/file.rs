//! Reads card files: TOML in, cards out, or every problem at once.

mod entry;
mod page;

use std::collections::HashMap;

use toml::de::{DeTable, DeValue};

use crate::card::{Card, id_of};
use crate::problem::{MAX_PROBLEMS, Problem, in_order, nearest};
use entry::Entry;
use page::Page;

/// The maximum number of cards in a file, so that two copies of each fit into a game.
const MAX_FILE_CARDS: usize = 96;

/// The maximum length of a title, and of the text under any other key.
const MAX_TITLE_CHARS: usize = 80;
const MAX_TEXT_CHARS: usize = 600;

/// A valid card file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFile {
    /// The name of the file, for messages.
    pub file: String,
    /// The name of the card set.
    pub title: String,
    /// A short description.
    pub about: String,
    /// Credits.
    pub credit: String,
    /// The cards, in file order.
    pub cards: Vec<Card>,
    /// The line where each card begins.
    pub lines: Vec<usize>,
}

impl CardFile {
    /// Reads a card file. `file` is only used in messages.
    ///
    /// # Errors
    /// Everything that is wrong with it, in reading order; the list is never empty.
    pub fn read(file: &str, source: &str) -> Result<Self, Vec<Problem>> {
        if source.len() > eights_config::MAX_SHEET_BYTES {
            let most = eights_config::MAX_SHEET_BYTES / 1024;
            return Err(vec![Problem::of_file(file, format!("the file is too long (at most {most} KiB)"))]);
        }
        let page = Page::new(file, source);
        let (table, errors) = DeTable::parse_recoverable(source);
        if !errors.is_empty() {
            let problems = errors.iter().map(|error| page.problem(error.span(), "", error.message()));
            return Err(in_order(problems.take(MAX_PROBLEMS + 1).collect()));
        }
        let mut problems = Vec::new();
        let table = table.get_ref();
        let mut head = |key: &str| read_head(&page, table, key, &mut problems);
        let (title, about, credit) = (head("title"), head("about"), head("credit"));
        for key in table.keys() {
            let known = ["title", "about", "credit", "card"];
            if !known.contains(&key.get_ref().as_ref()) {
                let problem = page.problem(Some(key.span()), key.get_ref(), "unknown key");
                problems.push(Problem {
                    suggestion: nearest(key.get_ref(), known).map(str::to_owned),
                    ..problem
                });
            }
        }
        let (cards, lines) = read_cards(&page, table, &mut problems);
        if problems.is_empty() {
            return Ok(CardFile { file: file.to_owned(), title, about, credit, cards, lines });
        }
        Err(in_order(problems))
    }
}

fn read_head(page: &Page<'_>, table: &DeTable<'_>, key: &str, problems: &mut Vec<Problem>) -> String {
    let Some(value) = table.get(key) else {
        problems.push(page.problem(None, key, "is missing"));
        return String::new();
    };
    let most = if key == "title" { MAX_TITLE_CHARS } else { MAX_TEXT_CHARS };
    match value.get_ref().as_str() {
        Some(text) if text.chars().count() > most => {
            problems.push(page.problem(Some(value.span()), key, too_long(most)));
            String::new()
        }
        Some(text) if !text.trim().is_empty() => text.to_owned(),
        _ => {
            problems.push(page.problem(Some(value.span()), key, "must be a text in quotes, and not empty"));
            String::new()
        }
    }
}

fn too_long(most: usize) -> String {
    format!("is too long (at most {most} characters)")
}

fn read_cards(page: &Page<'_>, table: &DeTable<'_>, problems: &mut Vec<Problem>) -> (Vec<Card>, Vec<usize>) {
    let Some(value) = table.get("card") else {
        problems.push(page.problem(None, "card", "is missing: a card begins with [[card]]"));
        return (Vec::new(), Vec::new());
    };
    let Some(list) =
        value.get_ref().as_array().filter(|list| list.iter().all(|one| one.get_ref().is_table()))
    else {
        problems.push(page.problem(
            Some(value.span()),
            "card",
            "must be a list of cards, each under [[card]]",
        ));
        return (Vec::new(), Vec::new());
    };
    if list.len() > MAX_FILE_CARDS {
        problems.push(page.problem(None, "card", format!("a file holds at most {MAX_FILE_CARDS} cards")));
        return (Vec::new(), Vec::new());
    }
    let mut cards = Vec::new();
    let mut lines = Vec::new();
    let mut names: HashMap<String, usize> = HashMap::new();
    for (number, value) in list.iter().enumerate() {
        let DeValue::Table(table) = value.get_ref() else { continue };
        let mut entry = Entry { page, table, span: value.span(), number, problems };
        let (name, card) = entry.read();
        let line = page.line(value.span().start);
        if let Some(name) = name {
            let first = *names.entry(id_of(&name)).or_insert(line);
            if first != line {
                entry.complain("name", format!("\"{name}\" is already the name of the card on line {first}"));
            }
        }
        cards.extend(card);
        lines.push(line);
    }
    (cards, lines)
}
