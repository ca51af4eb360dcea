//! Calls the functions exported to the web page, as native code.

use std::{fs, path::Path};

use eights_wasm::{Example, LocalTable, examples, games, levels, rules_check, rules_diff, rules_show};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("every exported function returns JSON")
}

#[test]
fn games_rules_and_levels_are_listed() {
    let games = json(&games());
    assert_eq!(games.as_array().map(Vec::len), Some(3));
    assert_eq!(json(&levels()).as_array().map(Vec::len), Some(7));
    for game in games.as_array().into_iter().flatten() {
        let id = game["id"].as_str().unwrap_or_default();
        let shown = json(&rules_show(id, game["rules"][0]["name"].as_str().unwrap_or_default()));
        assert_eq!(shown["ok"], true);
        assert!(shown["topics"].as_array().is_some_and(|topics| !topics.is_empty()));
    }
}

#[test]
fn problems_have_a_path_and_differences_are_in_words() {
    let wrong = json(&rules_check("crazy-eights", r#"{"extends": "action", "turn": {"draw": "two"}}"#));
    assert_eq!(wrong["ok"], false);
    assert_eq!(wrong["problems"][0]["path"], "turn.draw");
    let sheet = r#"{"extends": "action", "turn": {"draw": "until-playable"}}"#;
    let diff = json(&rules_diff("crazy-eights", "action", sheet));
    assert!(diff["differences"].as_array().is_some_and(|list| !list.is_empty()));
}

#[test]
fn a_saved_table_can_be_loaded() {
    let open = r#"{"game": "crazy-eights", "rules": "basic", "seed": "7",
                   "chairs": [{"bot": {"level": "newcomer"}}, {"bot": {"level": "newcomer"}}]}"#;
    let Ok(mut table) = LocalTable::open(open) else { panic!("a table of two bots can be opened") };
    (0..3).for_each(|_| assert!(!table.tick().is_empty()));
    let Ok(again) = LocalTable::load(&table.save()) else { panic!("a saved table can be loaded") };
    assert_eq!((again.step(), again.journal()), (table.step(), table.journal()));
}

#[test]
fn every_example_of_the_rulebook_can_be_stepped_through() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebook");
    for game in ["crazy-eights", "crazier-eights", "crazy-8-ball"] {
        for entry in fs::read_dir(root.join(game)).expect("the rulebook has a folder per game").flatten() {
            let Ok(page) = fs::read_to_string(entry.path()) else { continue };
            for block in json(&examples(&page)).as_array().into_iter().flatten() {
                let line = block["line"].as_u64().unwrap_or_default() as u32;
                let Ok(example) = Example::open(game, &page, line) else {
                    panic!("{}:{line} cannot be set up", entry.path().display())
                };
                assert_eq!(json(&example.at(example.steps(), "A"))["game"], game);
                assert!(json(&example.lines()).is_array());
            }
        }
    }
}
