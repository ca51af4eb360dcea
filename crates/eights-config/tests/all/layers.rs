//! Merging of documents, and overrides on top.

use crate::common::{Draw, Sheet};
use eights_config::Document;
use serde_json::json;

const BASE: &str = r#"name = "standard"
[turn]
draw = { up-to = 3 }
plays = 7
[powers]
8 = "wild"
Q = ["skip", "skp"]
[hand]
2 = 7
"#;

const MINE: &str = r#"name = "mine"
hand = 5

[turn]
draw = "onne"
[powers]
A = "revers"
"#;

fn base() -> Document {
    Document::toml("standard.toml", BASE).unwrap()
}

#[test]
fn documents_merge_one_level_deep() {
    let merged = Document::toml("mine.toml", MINE).unwrap().over(base());
    assert_eq!(merged.name(), "mine.toml");
    assert_eq!(
        *merged.value(),
        json!({
            "name": "mine",
            "hand": 5,
            "turn": { "draw": "onne", "plays": 7 },
            "powers": { "8": "wild", "Q": ["skip", "skp"], "A": "revers" },
        })
    );
    let deep = Document::toml("a", "[a.b]\nx = 1")
        .unwrap()
        .over(Document::toml("b", "[a.b]\ny = 2\n[a.c]\nz = 3").unwrap());
    assert_eq!(*deep.value(), json!({ "a": { "b": { "x": 1 }, "c": { "z": 3 } } }));
    let plain = Document::toml("a", "a = { x = 1 }").unwrap().over(Document::toml("b", "a = 3").unwrap());
    assert_eq!(*plain.value(), json!({ "a": { "x": 1 } }));
}

#[test]
fn merging_keeps_positions() {
    let merged = Document::toml("mine.toml", MINE).unwrap().over(base());
    let problems = merged.typed::<Sheet>().unwrap_err();
    let places: Vec<_> = problems
        .iter()
        .map(|p| (p.file.as_str(), p.line.unwrap(), p.path.as_str(), p.suggestion.as_deref()))
        .collect();
    assert_eq!(
        places,
        [
            ("mine.toml", 5, "turn.draw", Some("one")),
            ("mine.toml", 7, "powers.A", Some("reverse")),
            ("standard.toml", 4, "turn.plays", None),
            ("standard.toml", 7, "powers.Q[1]", Some("skip")),
        ]
    );
    // A path that does not exist is reported at the table that would contain it.
    let absent = merged.problem("turn.nothing.at.all", "x");
    assert_eq!((absent.file.as_str(), absent.line), ("mine.toml", Some(4)));
}

#[test]
fn documents_without_lines_can_be_merged() {
    let top = Document::from_value("lobby", json!({ "turn": { "plays": 2 } })).unwrap();
    let merged = top.over(base());
    assert_eq!(merged.problem("turn.plays", "x").to_string(), "lobby: turn.plays: x");
    assert_eq!(merged.problem("turn.draw", "x").to_string(), "standard.toml:3:8: turn.draw: x");
}

#[test]
fn extends_can_be_taken_off() {
    let mut document = Document::toml("a", "extends = 'b'\nc = 1").unwrap();
    assert_eq!(document.take("extends"), Some(json!("b")));
    assert_eq!(document.take("extends"), None);
    assert_eq!(*document.value(), json!({ "c": 1 }));
}

#[test]
fn overrides_replace_values() {
    let mut document = base();
    document
        .overrides(r#" turn.draw = until-willing, turn.plays=2, powers."black A" = [skip, { draw = 1 }], powers.'a,b' = "x, = y",hand = 6,"#)
        .unwrap();
    assert_eq!(document.get("turn.draw"), Some(&json!("until-willing")));
    assert_eq!(document.get("turn.plays"), Some(&json!(2)));
    assert_eq!(document.get("powers.\"black A\""), Some(&json!(["skip", { "draw": 1 }])));
    assert_eq!(document.get("powers.\"a,b\""), Some(&json!("x, = y")));
    assert_eq!(document.get("hand"), Some(&json!(6)));
    document.set("powers.Q[1]", "reverse").unwrap();
    document.set("new.deep.key", "1").unwrap();
    assert_eq!(document.get("powers.Q[1]"), Some(&json!("reverse")));
    assert_eq!(document.get("new.deep.key"), Some(&json!(1)));
    assert!(document.overrides("").is_ok() && document.overrides(" , ").is_ok());
}

#[test]
fn overrides_can_fix_a_sheet() {
    let mut document = base();
    document.overrides("turn.draw = one, turn.plays = 1, powers.Q = skip").unwrap();
    assert_eq!(document.typed::<Sheet>().unwrap().turn.draw, Draw::One);
}

#[test]
fn problems_with_overrides_have_positions() {
    let mut document = base();
    let before = document.value().clone();
    let text = "turn, .x = 1, name.first = a b, turn.plays.x = 3, powers.Q[9] = skip, new[0] = 1";
    let problems = document.overrides(text).unwrap_err();
    let said: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 6, "{said:#?}");
    assert_eq!(said[0], "override:1:1: expected key = value, found turn");
    assert_eq!(said[1], "override:1:12: .x: a key is missing");
    assert!(said[2].starts_with("override:1:28: name.first: "), "{}", said[2]);
    assert_eq!(
        said[3],
        "override:1:48: turn.plays.x: turn.plays is 7, not a table; set turn.plays as a whole"
    );
    assert_eq!(said[4], "override:1:65: powers.Q[9]: there is no entry [9] to be replaced");
    assert_eq!(*document.value(), before, "nothing is half done");

    // A value that only the schema refuses is reported at the override's position.
    document.overrides("turn.plays = 2, turn.draw = onne").unwrap();
    document.set("powers.Q", "skipp").unwrap();
    let problems = document.typed::<Sheet>().unwrap_err();
    assert_eq!(problems.len(), 2, "{problems:#?}");
    assert!(problems[0].to_string().starts_with("override: powers.Q: \"skipp\" is not one of "));
    assert!(problems[1].to_string().starts_with("override:1:29: turn.draw: \"onne\" is not one of "));
}
