//! Runs every page of the rulebook, checks that every clause and card is covered, and tests what no
//! position can show.

use std::{collections::BTreeSet, fmt::Write, fs, path::PathBuf};

use eights::{
    After, BySeat, Dice, Fixture, Game, GameFixture, Opening, Outcome, Position, PositionError, Seat, Seats,
    Seed, Silent, Viewer,
    rulebook::{Block, BlockError, FixtureSource, Heading, Line, read, run},
};
use eights_crazier::{Crazier, Pile, SHIPPED, shipped};

/// Opens the blocks of the rulebook with the shipped rule set and card sets.
struct Rulesets;

impl Rulesets {
    fn rules(heading: &Heading) -> Result<Crazier, String> {
        if heading.rules.as_deref().is_some_and(|rules| rules != "standard") {
            return Err(format!("there is no rule set {:?}", heading.rules));
        }
        let document = crate::common::document(heading.with.as_deref().unwrap_or_default());
        let told = |problems: Vec<eights_config::Problem>| {
            problems.iter().map(|problem| problem.to_string()).collect::<Vec<_>>().join("; ")
        };
        let Some(names) = &heading.cards else { return Crazier::read(&document).map_err(told) };
        let fetch = |name: &str| fs::read_to_string(crate::common::folder("rulebook").join(name)).ok();
        Crazier::read_cards(&document, names, &fetch).map_err(told)
    }
}

impl FixtureSource for Rulesets {
    fn open(&self, heading: &Heading, position: &Position) -> Result<Box<dyn Fixture>, PositionError> {
        Ok(Box::new(GameFixture::new(Rulesets::rules(heading)?, position)?))
    }
}

/// A page: its name, its text, and its blocks or the errors found while parsing them.
type Page = (String, String, Result<Vec<Block>, Vec<(usize, String)>>);

fn pages() -> Vec<Page> {
    let files = fs::read_dir(crate::common::folder("rulebook")).expect("the rulebook is beside the crates");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let page = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).expect("a readable page");
        let blocks = read(&text);
        (name, text, blocks)
    };
    paths.iter().map(page).collect()
}

#[test]
fn every_page_of_the_rulebook_holds() {
    let mut faults = String::new();
    let mut fault = |page: &str, line: usize, text: String| {
        writeln!(faults, "{page}:{line}: {text}").expect("writing to a string cannot fail")
    };
    for (page, _, blocks) in pages() {
        match blocks {
            Err(problems) => problems.into_iter().for_each(|(line, why)| fault(&page, line, why)),
            Ok(blocks) if blocks.is_empty() => fault(&page, 1, "the page has no block".into()),
            Ok(blocks) => {
                for block in &blocks {
                    match run(block, &Rulesets) {
                        Ok(()) => (),
                        Err(BlockError::Unplayable { line, why }) => fault(&page, line, why),
                        Err(BlockError::Differs { line, expected, happened }) => {
                            fault(&page, line, format!("expected: {expected}\n    happened: {happened}"));
                        }
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn every_clause_has_a_block_that_proves_it() {
    let list = fs::read_to_string(crate::common::folder("rulebook").join("clauses.toml"))
        .expect("the list of clauses");
    let id = |line: &str| Some(line.strip_prefix("id = \"")?.strip_suffix('"')?.to_owned());
    let clauses: BTreeSet<String> = list.lines().filter_map(id).collect();
    let blocks = pages().into_iter().filter_map(|(_, _, blocks)| blocks.ok()).flatten();
    let named: BTreeSet<String> = blocks.flat_map(|block| block.clauses).collect();
    assert!(!clauses.is_empty(), "the list names no clause");
    assert_eq!(
        clauses.difference(&named).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "no block proves these"
    );
    assert_eq!(
        named.difference(&clauses).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "no clause is called so"
    );
}

/// Every card has a page with its exact text, a block in which it does something, and one in which
/// something is refused or does not happen.
#[test]
fn every_card_has_a_page() {
    let pages = pages();
    let mut wrong = String::new();
    for card in SHIPPED.iter().flat_map(|(name, _)| shipped(name).expect("a shipped set").cards) {
        let name = format!("card-{}.md", card.id());
        match pages.iter().find(|(page, ..)| *page == name) {
            None => writeln!(wrong, "{name} is missing").expect("writing to a string cannot fail"),
            Some((_, text, blocks)) => {
                if !text.contains(&format!("> {}", card.text)) {
                    writeln!(wrong, "{name} does not quote the card")
                        .expect("writing to a string cannot fail");
                }
                let blocks = blocks.as_ref().map_or(&[][..], |blocks| blocks);
                let refused = blocks
                    .iter()
                    .flat_map(|block| &block.play)
                    .filter(|(_, line)| matches!(line, Line::Refused(..)));
                if blocks.len() < 2 && refused.count() == 0 {
                    writeln!(wrong, "{name} shows only one side of the card")
                        .expect("writing to a string cannot fail");
                }
            }
        }
    }
    for (page, ..) in pages.iter().filter(|(page, ..)| page.starts_with("card-")) {
        let id = page.trim_start_matches("card-").trim_end_matches(".md");
        let known = SHIPPED.iter().flat_map(|(name, _)| shipped(name).expect("a shipped set").cards);
        if !known.into_iter().any(|card| card.id() == id) {
            writeln!(wrong, "{page}: there is no such card").expect("writing to a string cannot fail");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Seven cards each, a discard, and two decks with five or more players. (XE-SET-1)
#[test]
fn the_deal_follows_the_rules() {
    for cards in ["", crate::common::BOTH] {
        let game = crate::common::with(cards);
        for n_seats in 2..=8u8 {
            for dealer in Seat::first(n_seats) {
                let state =
                    game.deal(&Opening::first(n_seats, dealer), &mut dice(u64::from(n_seats)), &mut Silent);
                let table = game.view(&state, Viewer::Public).table;
                assert_eq!(state.public().turn, dealer.left(n_seats), "the left of the dealer begins");
                let decks = if n_seats < 5 { 1 } else { 2 };
                assert_eq!(table.n_cards(), game.cards().len() * decks);
                assert_eq!(table.pile(Pile::Discard).len(), 1);
                for seat in Seat::first(n_seats) {
                    let drawn = usize::from(seat == dealer.left(n_seats));
                    assert_eq!(table.pile(Pile::Hand(seat)).len(), 7 + drawn);
                }
            }
        }
    }
}

/// The player with the most points begins, the fewest points win, and tied players share the win.
/// (XE-PTS-1)
#[test]
fn matches_for_points_follow_the_rules() {
    let game = crate::common::with("match.end = { games = 2 }");
    let mut points = BySeat::all(3, 0);
    (points[Seat::new(1)], points[Seat::new(2)]) = (3, 5);
    let outcome = Outcome { winners: Seats::first(1), points, blocked: false };
    let After::Deal(next) = game.after(&Opening::first(3, Seat::A), &outcome) else {
        panic!("one of two games")
    };
    assert_eq!((next.dealer, next.hand, next.scores.as_slice()), (Seat::new(1), 1, &[0, 3, 5][..]));
    (points[Seat::A], points[Seat::new(1)]) = (4, 1);
    let After::Over(end) = game.after(&next, &Outcome { points, ..outcome }) else {
        panic!("two of two games")
    };
    assert_eq!(end.points.as_slice(), [4, 4, 10]);
    assert_eq!(end.winners, Seats::first(2));
}

fn dice(seed: u64) -> Dice {
    Dice::at(&Seed::from_number(seed), 0)
}
