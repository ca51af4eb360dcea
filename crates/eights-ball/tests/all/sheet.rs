//! Tests of rule sheets: the shipped one, its schema, and every problem that a sheet can have.

use eights_ball::{Ball, STANDARD, Sheet, compile};
use eights_config::Document;

fn problems(text: &str) -> Vec<String> {
    let found = Document::toml("mine.toml", text).and_then(|document| Ball::read(&document));
    found.err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

#[test]
fn the_shipped_sheet_equals_the_default() {
    let mut shipped: Sheet = Document::toml("standard.toml", STANDARD).unwrap().typed().unwrap();
    assert!(!shipped.about.is_empty() && !shipped.source.is_empty());
    shipped.about.clear();
    shipped.source.clear();
    assert_eq!(shipped, Sheet::default());
    assert_eq!(problems(""), [""; 0]);
}

#[test]
fn every_problem_is_reported_at_once() {
    let text = "[deck]\nsticks = 3\ncorners = ['blue-red', 'red-red', 'pink-blue', 'red']\n\
                [stalemate]\nturn-cap = 0\n[match]\nbest-of = 0";
    let found = problems(text);
    assert_eq!(found.len(), 2, "the schema speaks first: {found:#?}");
    let text = "[deck]\ncorners = ['blue-red', 'red-red', 'pink-blue', 'red']";
    assert_eq!(
        problems(text),
        [
            "mine.toml:2:24: deck.corners[1]: \"red-red\" is the same colour twice",
            "mine.toml:2:35: deck.corners[2]: \"pink\" is not a colour",
            "mine.toml:2:48: deck.corners[3]: \"red\" is not two colours, such as blue-red",
        ]
    );
}

#[test]
fn a_sheet_built_in_code_is_checked_too() {
    let mut sheet = Sheet::default();
    sheet.deck.sticks = 2;
    sheet.deal.hand = 99;
    let flaws = compile(&sheet).err().unwrap();
    assert_eq!(flaws.iter().map(|flaw| flaw.path.as_str()).collect::<Vec<_>>(), ["deck.sticks", "deal.hand"]);
}

#[test]
fn an_unplayable_deck_is_refused() {
    // Seven sides are enough for the balls, but nothing is left for the 8-ball.
    assert_eq!(problems("[deck]\ncorners = []\nsides = 1").len(), 1);
    assert_eq!(problems("[deck]\ncorners = ['blue-red']\nsides = 1"), [""; 0]);
    assert_eq!(problems("[deck]\nsticks = 3\ncue-balls = 3\n[deal]\nhand = 8").len(), 1);
    assert_eq!(problems("[deck]\nsticks = 12\ncue-balls = 12").len(), 1, "more cards than a table holds");
    assert_eq!(problems("[deck]\nsides = 9").len(), 1, "more pockets than fit a word");
}

#[test]
fn every_key_of_the_schema_has_a_description() {
    let schema = serde_json::to_value(schemars::schema_for!(Sheet)).unwrap();
    let mut tables = vec![schema.clone()];
    tables.extend(schema["$defs"].as_object().unwrap().values().cloned());
    for table in tables {
        for (key, value) in table["properties"].as_object().into_iter().flatten() {
            assert!(value["description"].is_string(), "{key} has no description");
        }
    }
}
