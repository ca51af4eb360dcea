//! From a sheet and card files to rules as played, with everything that is wrong told at once.

use eights::MAX_CARDS;
use eights_paper::{Paper, Problem};

use super::place::Names;
use super::rules::{Crazier, Tables};
use super::sheet::{Sheet, Teams};
use crate::card::Card;
use crate::deck::Deck;
use crate::file::CardFile;

/// The most card files that make a deck; a sheet may list as many.
const MOST_FILES: usize = 8;

impl Crazier {
    /// Compiles the rule set on a paper on which nothing is left to extend; the card sets it names
    /// are the shipped ones.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, and where it stands.
    pub fn read(paper: &Paper) -> Result<Crazier, Vec<Problem>> {
        let sheet: Sheet = paper.typed()?;
        let mut problems = Vec::new();
        let mut files = Vec::new();
        for (number, name) in sheet.deck.cards.iter().enumerate() {
            let path = format!("deck.cards[{number}]");
            if sheet.deck.cards[..number].contains(name) {
                problems.push(paper.problem(path, format!("{name:?} is listed twice")));
                continue;
            }
            match crate::shipped(name) {
                Ok(file) => files.push(file),
                Err(found) => problems.extend(found.into_iter().map(|it| Problem {
                    suggestion: it.suggestion,
                    ..paper.problem(path.as_str(), format!("{name:?}: {}", it.message))
                })),
            }
        }
        finish(paper, sheet, files, problems)
    }

    /// Compiles a rule set with the cards that a page or a command names: shipped sets and card files,
    /// separated by commas or spaces. `fetch` brings the text of a file.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with sheet, cards or deck.
    pub fn read_cards(
        paper: &Paper,
        cards: &str,
        fetch: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Crazier, Vec<Problem>> {
        let mut files = Vec::new();
        let mut problems = Vec::new();
        let names: Vec<&str> = cards.split([',', ' ']).filter(|name| !name.is_empty()).collect();
        if names.len() > MOST_FILES {
            return Err(vec![Problem::of_file(
                "cards",
                format!("too many card sets (at most {MOST_FILES})"),
            )]);
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
        if problems.is_empty() { Crazier::read_with(paper, files) } else { Err(problems) }
    }

    /// Compiles a rule set with card files of one's own in place of those the sheet names.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with sheet or deck.
    pub fn read_with(paper: &Paper, files: Vec<CardFile>) -> Result<Crazier, Vec<Problem>> {
        finish(paper, paper.typed()?, files, Vec::new())
    }
}

/// The same problem as papers tell it.
fn of_paper(problem: crate::Problem) -> Problem {
    let crate::Problem { file, line, column, path, message, suggestion } = problem;
    let small = |number: Option<usize>| number.and_then(|number| u32::try_from(number).ok());
    Problem { file, line: small(line), column: small(column), path, message, suggestion }
}

fn finish(
    paper: &Paper,
    sheet: Sheet,
    files: Vec<CardFile>,
    mut problems: Vec<Problem>,
) -> Result<Crazier, Vec<Problem>> {
    let (min, max) = (sheet.players.min, sheet.players.max);
    if min > max {
        problems.push(paper.problem("players", format!("at least {min} and at most {max}: nobody can play")));
    }
    let size = sheet.teams.size();
    let fits = |n: u8| n.is_multiple_of(size) && n >= 2 * size;
    if sheet.teams != Teams::None && !(fits(min) && fits(max)) {
        let message = format!(
            "teams of {size} need a multiple of {size} players from {}, not {min} to {max}",
            2 * size
        );
        problems.push(paper.problem("teams", message));
    }
    let cards: Vec<Card> = files.iter().flat_map(|file| file.cards.iter().cloned()).collect();
    let mut most = max;
    if problems.is_empty() {
        most = check_deck(paper, &sheet, &files, cards.len(), &mut problems);
    }
    if !problems.is_empty() {
        problems.sort();
        return Err(problems);
    }
    let names = Names::new(cards.iter().map(Card::id).collect());
    let tables = Tables::new(&cards);
    Ok(Crazier { seats: (min, most), sheet, cards, names, tables })
}

/// Whether the cards are enough for the fewest players, and no more than a table holds; says for how
/// many they are enough.
fn check_deck(
    paper: &Paper,
    sheet: &Sheet,
    files: &[CardFile],
    n_cards: usize,
    problems: &mut Vec<Problem>,
) -> u8 {
    let refs: Vec<&CardFile> = files.iter().collect();
    // Names and eights do not depend on seats; sizes are looked at below, with the hands of the sheet.
    if let Err(found) = Deck::new(&refs, 2) {
        for it in found.into_iter().filter(|it| !it.message.starts_with("too ")) {
            problems.push(paper.problem("deck.cards", format!("{}: {}", it.file, it.message)));
        }
    }
    let (min, max) = (sheet.players.min, sheet.players.max);
    if n_cards * 2 > MAX_CARDS {
        let message = format!("{} cards in two decks, but a table holds {MAX_CARDS}", n_cards * 2);
        problems.push(paper.problem("deck.cards", message));
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
        problems.push(paper.problem("deal.hand", message));
    }
    let mut most = min;
    while most + size <= max && there(most + size) >= needed(most + size) {
        most += size;
    }
    most
}
