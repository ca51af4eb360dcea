//! Runs every page in `rulebook/crazy-8-ball` and checks that together they cover every clause.

use std::{collections::BTreeSet, fs, path::PathBuf};

use eights::{
    Fixture, GameFixture, Position, PositionError,
    rulebook::{FixtureSource, Heading, read, run},
};
use eights_ball::{Ball, STANDARD};
use eights_config::{Document, Problem};

/// Opens the blocks of the rulebook with the one shipped sheet.
struct Setup;

impl FixtureSource for Setup {
    fn open(&self, heading: &Heading, position: &Position) -> Result<Box<dyn Fixture>, PositionError> {
        if let Some(other) = heading.game.as_ref().filter(|game| *game != "crazy-8-ball") {
            return Err(format!("{other} is another game").into());
        }
        if let Some(rules) = heading.rules.as_ref().filter(|rules| *rules != "standard") {
            return Err(format!("no rule set is called {rules}").into());
        }
        let told =
            |problems: Vec<Problem>| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        let mut document = Document::toml("standard.toml", STANDARD).map_err(told)?;
        if let Some(with) = &heading.with {
            document.overrides(with).map_err(told)?;
        }
        let ball = Ball::read(&document).map_err(told)?;
        Ok(Box::new(GameFixture::new(ball, position)?))
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rulebook/crazy-8-ball")
}

fn pages() -> Vec<(String, String)> {
    let entries = fs::read_dir(folder()).expect("the rulebook is there");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let pages = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let mut pages: Vec<(String, String)> = pages
        .map(|path| (path.file_name().unwrap().to_string_lossy().into(), fs::read_to_string(&path).unwrap()))
        .collect();
    pages.sort();
    pages
}

#[test]
fn every_page_of_the_rulebook_holds() {
    let mut faults = Vec::new();
    for (name, text) in pages() {
        let blocks = read(&text).unwrap_or_else(|problems| panic!("{name}: {problems:#?}"));
        assert!(!blocks.is_empty(), "{name} has no block");
        for block in &blocks {
            // The first hand teaches, it proves nothing.
            let needs_clauses = name != "first-hand.md";
            assert!(
                !needs_clauses || !block.clauses.is_empty(),
                "{name}:{}: a block names its clauses",
                block.line
            );
            if let Err(fault) = run(block, &Setup) {
                faults.push(format!("{name}: {fault:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_clause_has_a_block_that_proves_it() {
    let list = fs::read_to_string(folder().join("clauses.toml")).expect("a list of clauses");
    let ids = list.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'));
    let wanted: BTreeSet<String> = ids.map(str::to_owned).collect();
    let blocks = pages().into_iter().flat_map(|(_, text)| read(&text).expect("readable pages"));
    let proven: BTreeSet<String> = blocks.flat_map(|block| block.clauses).collect();
    assert!(wanted.len() >= 19, "{wanted:?}");
    assert_eq!(proven, wanted);
}
