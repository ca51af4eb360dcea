//! Compiles a sheet and card files into rules, reporting every problem at once.

use std::sync::OnceLock;

use eights::MAX_CARDS;
use eights_config::{Document, Problem};

use crate::card::Card;
use crate::deck::Deck;
use crate::file::CardFile;
use crate::play::place::Names;
use crate::rules::{Crazier, Tables};
use crate::sheet::{Sheet, Teams};

/// The maximum number of card files in a deck.
const MAX_FILES: usize = 8;

impl Crazier {
    /// Compiles the rule set on a document whose `extends` is already resolved. Uses the shipped card sets
    /// that the sheet names.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, and where.
    pub fn read(document: &Document) -> Result<Crazier, Vec<Problem>> {
        let sheet: Sheet = document.typed()?;
        let mut problems = Vec::new();
        let mut files = Vec::new();
        for (number, name) in sheet.deck.cards.iter().enumerate() {
            let path = format!("deck.cards[{number}]");
            if sheet.deck.cards[..number].contains(name) {
                problems.push(document.problem(path, format!("{name:?} is listed twice")));
                continue;
            }
            match crate::shipped(name) {
                Ok(file) => files.push(file),
                Err(found) => problems.extend(found.into_iter().map(|problem| Problem {
                    suggestion: problem.suggestion,
                    ..document.problem(path.as_str(), format!("{name:?}: {}", problem.message))
                })),
            }
        }
        finish(document, sheet, files, problems)
    }

    /// Compiles a rule set with named card sets: shipped sets and card files, separated by commas or
    /// spaces. `fetch` returns the text of a file.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with sheet, cards or deck.
    pub fn read_cards(
        document: &Document,
        cards: &str,
        fetch: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Crazier, Vec<Problem>> {
        let mut files = Vec::new();
        let mut problems = Vec::new();
        let names: Vec<&str> = cards.split([',', ' ']).filter(|name| !name.is_empty()).collect();
        if names.len() > MAX_FILES {
            return Err(vec![Problem::of_file("cards", format!("too many card sets (at most {MAX_FILES})"))]);
        }
        for (number, name) in names.iter().enumerate() {
            if names[..number].contains(name) {
                problems.push(Problem::of_file(*name, "this card set is named twice"));
                continue;
            }
            let read = match fetch(name) {
                Some(text) => CardFile::read(name, &text),
                None => crate::shipped(name),
            };
            match read {
                Ok(file) => files.push(file),
                Err(found) => problems.extend(found.into_iter().map(of_paper)),
            }
        }
        if problems.is_empty() { Crazier::read_with(document, files) } else { Err(problems) }
    }

    /// Compiles a rule set with the given card files instead of those that the sheet names.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with sheet or deck.
    pub fn read_with(document: &Document, files: Vec<CardFile>) -> Result<Crazier, Vec<Problem>> {
        finish(document, document.typed()?, files, Vec::new())
    }
}

/// Converts a problem of a card file to a problem of a document.
fn of_paper(problem: crate::Problem) -> Problem {
    let crate::Problem { file, line, column, path, message, suggestion } = problem;
    let small = |number: Option<usize>| number.and_then(|number| u32::try_from(number).ok());
    Problem { file, line: small(line), column: small(column), path, message, suggestion }
}

fn finish(
    document: &Document,
    sheet: Sheet,
    files: Vec<CardFile>,
    mut problems: Vec<Problem>,
) -> Result<Crazier, Vec<Problem>> {
    let (min, max) = (sheet.players.min, sheet.players.max);
    if min > max {
        problems
            .push(document.problem("players", format!("at least {min} and at most {max}: nobody can play")));
    }
    let size = sheet.teams.size();
    let fits = |n: u8| n.is_multiple_of(size) && n >= 2 * size;
    if sheet.teams != Teams::None && !(fits(min) && fits(max)) {
        let message = format!(
            "teams of {size} need a multiple of {size} players from {}, not {min} to {max}",
            2 * size
        );
        problems.push(document.problem("teams", message));
    }
    let cards: Vec<Card> = files.iter().flat_map(|file| file.cards.iter().cloned()).collect();
    let mut most = max;
    if problems.is_empty() {
        most = check_deck(document, &sheet, &files, cards.len(), &mut problems);
    }
    if !problems.is_empty() {
        Problem::sort(&mut problems);
        return Err(problems);
    }
    let names = Names::new(cards.iter().map(Card::id).collect());
    let tables = Tables::new(&cards);
    Ok(Crazier { seats: (min, most), sheet, cards, names, tables, value_network: OnceLock::new() })
}

/// Checks that there are enough cards for the fewest players and not too many for a game. Returns the
/// largest number of players for whom the cards suffice.
fn check_deck(
    document: &Document,
    sheet: &Sheet,
    files: &[CardFile],
    n_cards: usize,
    problems: &mut Vec<Problem>,
) -> u8 {
    let refs: Vec<&CardFile> = files.iter().collect();
    // Names and eights do not depend on seats. Sizes are checked below, with the hand size of the sheet.
    if let Err(found) = Deck::new(&refs, 2) {
        for problem in found.into_iter().filter(|problem| !problem.message.starts_with("too ")) {
            problems.push(document.problem("deck.cards", format!("{}: {}", problem.file, problem.message)));
        }
    }
    let (min, max) = (sheet.players.min, sheet.players.max);
    if n_cards * 2 > MAX_CARDS {
        let message = format!("{} cards in two decks, but a table holds {MAX_CARDS}", n_cards * 2);
        problems.push(document.problem("deck.cards", message));
    }
    let there = |n: u8| n_cards * if n >= sheet.deck.two_decks_from { 2 } else { 1 };
    let each = usize::from(sheet.deal.hand);
    let needed = |n: u8| usize::from(n) * (each + 1) + 1;
    let size = sheet.teams.size();
    if there(min) < needed(min) {
        let message = format!(
            "{min} players with {each} cards each, a discard and a first round need {} cards, but there are {}",
            needed(min),
            there(min)
        );
        problems.push(document.problem("deal.hand", message));
    }
    let mut most = min;
    while most + size <= max && there(most + size) >= needed(most + size) {
        most += size;
    }
    most
}
