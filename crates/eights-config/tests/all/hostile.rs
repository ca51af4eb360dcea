//! Hostile input yields problems and never panics.

use std::time::{Duration, Instant};

use crate::common::Sheet;
use eights_config::{Document, MAX_SHEET_BYTES};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Reads, checks, merges with itself and overrides; fails only on a panic or excessive work.
fn survive(text: &str) {
    let start = Instant::now();
    for name in ["x.toml", "x.json", "x"] {
        if let Ok(mut document) = Document::read(name, text) {
            let _ = document.typed::<Sheet>().map_err(|problems| assert!(problems.len() <= 101));
            let _ = document.set("turn.draw", text);
            let _ = document.clone().over(document).typed::<Sheet>();
        }
    }
    let mut document = Document::toml("x", "").unwrap();
    let _ = document.set("a", text);
    let _ = document.set(text, "1");
    let _ = document.overrides(text);
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
}

fn refused(name: &str, text: &str, why: &str) {
    let problems = Document::read(name, text).unwrap_err();
    assert!(problems.iter().any(|p| p.message.contains(why)), "{problems:?}");
}

#[test]
fn long_texts_are_refused() {
    let text = format!("a = \"{}\"", "x".repeat(MAX_SHEET_BYTES));
    refused("x.toml", &text, "too long");
    refused("x.json", &text, "too long");
    assert!(Document::toml("x", "").unwrap().overrides(&text).is_err());
    assert!(Document::toml("x", "").unwrap().set("a", &text).is_err());
}

#[test]
fn deep_nesting_is_refused() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(Document::toml("x", &format!("a = {}", nested(31))).is_ok());
    assert!(Document::json("x", &format!("{{\"a\": {}}}", nested(31))).is_ok());
    for depth in [32, 33, 100, 20_000] {
        let why = if depth < 50 { "too deep" } else { "" };
        refused("x.toml", &format!("a = {}", nested(depth)), why);
        refused("x.json", &format!("{{\"a\": {}}}", nested(depth)), "too deep");
        assert!(Document::toml("x", "").unwrap().set("a", &nested(depth)).is_err());
    }
    refused("x.toml", &format!("{}a = 1", "a.".repeat(40)), "too deep");
    refused("x.toml", &format!("[{}a]", "a.".repeat(10_000)), "");
    assert!(Document::toml("x", "").unwrap().set(&format!("{}a", "a.".repeat(40)), "1").is_err());
    let deep = (0..33).fold(json!(1), |inner, _| json!({ "a": inner }));
    assert!(Document::from_value("x", deep).is_err());
    assert!(Document::from_value("x", json!([1])).is_err());
}

#[test]
fn large_values_are_refused() {
    let refused = |root: Value, why: &str| {
        let found = Document::from_value("x", root).and_then(|document| document.typed::<Sheet>().map(drop));
        let messages: Vec<String> = found.unwrap_err().iter().map(ToString::to_string).collect();
        assert_eq!(messages, [why]);
    };
    refused(json!({ "cards": vec![1; 20_000] }), "x: cards: too many entries (at most 256)");
    refused(json!({ "name": "x".repeat(1 << 20) }), "x: name: too many characters (at most 4000)");
    refused(json!({ "x".repeat(1 << 20): 1 }), "x: too many characters in a key (at most 100)");
    // Overrides are limited too.
    let mut document = Document::toml("x", "").unwrap();
    document.overrides(&format!("cards = [{}]", "1, ".repeat(300))).unwrap();
    let problems = document.typed::<Sheet>().unwrap_err();
    assert_eq!(problems[0].to_string(), "override:1:9: cards: too many entries (at most 256)");
}

#[test]
fn repeated_pieces_are_survived() {
    for piece in
        ["[", "{", "[[a]]\n", "a=1\n", "a", "\"", "a = [\n", "x,", "=", "1,", "{a=", "é", "\u{0}", "'''", "#"]
    {
        survive(&piece.repeat(MAX_SHEET_BYTES / piece.len() - 8));
    }
    let list = |item: &str| item.repeat((MAX_SHEET_BYTES - 100) / item.len());
    survive(&format!("cards = [{}]", list("1,")));
    survive(&format!("powers = {{ a = [{}] }}", list("'revrse',")));
    survive(&format!("{{\"powers\": {{\"a\": [{}1]}}}}", list("{},")));
    let keys: String = (0..4_500).map(|n| format!("nam{n} = {n}\n")).collect();
    survive(&keys);
    survive(&format!("[powers]\n{keys}"));
    survive(&format!("{{{}\"a\": 1}}", list("\"a\": 1, ")));
}

/// Texts that resemble documents: random pieces of both notations and the sheet's own words.
fn documents() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "name",
        "turn",
        "draw",
        "powers",
        "hand",
        "end",
        "kind",
        "up-to",
        "one",
        "8S",
        " = ",
        "=",
        ".",
        ",",
        "\n",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'",
        "\"one\"",
        ":",
        "1",
        "-",
        "2.5",
        "1e9",
        "true",
        "null",
        "inf",
        "#",
        "\\",
        "♠",
        "[turn]\n",
        "[[cards]]\n",
        "draw = \"onne\"\n",
        "\"a\": 1",
        " ",
        "\u{feff}",
        "\u{202e}",
        "\r\n",
        "\\ud800",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

/// Trees of the sheet's own words, so that the check reaches deep into the schema.
fn trees() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        prop::sample::select(vec![json!(null), json!(true), json!(3), json!(-1), json!(2.5), json!(1e300)]),
        prop::sample::select(vec!["one", "skip", "hearts", "8S", "points", "onne", ""]).prop_map(Value::from),
    ];
    let keys = prop::sample::select(vec![
        "name", "turn", "draw", "plays", "powers", "hand", "by-seats", "colours", "end", "kind", "target",
        "pair", "cards", "up-to", "then", "at-most", "suit", "2", "hearts", "x",
    ]);
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(keys.clone(), inner, 0..6)
                .prop_map(|table| table.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #[test]
    fn random_strings_are_survived(text in any::<String>()) {
        survive(&text);
    }

    #[test]
    fn random_documents_are_survived(text in documents()) {
        survive(&text);
    }

    /// What passes the check also passes serde; the reverse holds except for ranges.
    #[test]
    fn the_check_and_serde_agree(tree in trees(), draw in trees(), powers in trees(), end in trees()) {
        for root in [tree, json!({ "name": "x", "turn": { "draw": draw }, "powers": powers, "end": end })] {
            let Ok(document) = Document::from_value("x", root.clone()) else { continue };
            let ours = document.typed::<Sheet>();
            let serdes = serde_json::from_value::<Sheet>(root);
            if ours.is_ok() {
                prop_assert!(serdes.is_ok(), "{:?}", serdes);
            }
            if let (Err(problems), Ok(sheet)) = (&ours, &serdes) {
                // Only the ranges of the schema are stricter than the type.
                let ranges = problems.iter().all(|p| p.message.contains("between") || p.message.contains("list has"));
                prop_assert!(ranges, "{:?} {:?}", problems, sheet);
            }
        }
    }

    #[test]
    fn the_two_notations_agree(tree in trees()) {
        let Value::Object(_) = &tree else { return Ok(()) };
        let json = Document::json("x", &tree.to_string()).unwrap();
        prop_assert_eq!(json.value(), &tree);
        if let Ok(text) = toml::to_string(&tree) {
            // TOML has no null and serde omits such keys, so compare only trees without null.
            if !tree.to_string().contains("null") {
                let toml = Document::toml("x", &text).unwrap();
                prop_assert_eq!(toml.value(), &tree);
            }
        }
    }
}
