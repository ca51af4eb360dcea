//! Lists, explains, checks and compares rule sets.

use eights_bots::Level;
use eights_match::{Catalog, RuleSet, Shipped};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// Every game with its shipped rule sets, in the format of `GET /api/games`.
#[wasm_bindgen]
pub fn games() -> String {
    let catalog = Catalog::new(&Shipped);
    let brief = |rules: RuleSet| {
        json!({
            "name": rules.name, "title": rules.title, "about": rules.about, "source": rules.source,
            "hash": rules.hash, "seats": seats(&rules),
        })
    };
    let game = |game: eights_match::GameInfo| {
        let sets: Vec<RuleSet> =
            Shipped::names(game.id).filter_map(|name| catalog.rules(game.id, name, "").ok()).collect();
        let least = sets.iter().map(|set| *set.seats().start()).min();
        let most = sets.iter().map(|set| *set.seats().end()).max();
        let rules: Vec<Value> = sets.into_iter().map(brief).collect();
        json!({ "id": game.id, "title": game.title, "seats": [least, most], "rules": rules })
    };
    Value::Array(Catalog::games().map(game).collect()).to_string()
}

/// The levels of bots, weakest first.
#[wasm_bindgen]
pub fn levels() -> String {
    let level = |level: &Level| json!({ "name": level.to_string(), "about": level.about() });
    Value::Array(Level::ALL.iter().map(level).collect()).to_string()
}

/// A rule set in words. `rules` is the name of a shipped rule set, or a sheet in TOML or JSON.
/// The result has `ok`, and `problems` with everything that is wrong if it is false.
#[wasm_bindgen(js_name = rulesShow)]
pub fn rules_show(game: &str, rules: &str) -> String {
    answer(found(game, rules))
}

/// Checks a sheet in TOML or JSON. The result is the same as that of `rulesShow`.
#[wasm_bindgen(js_name = rulesCheck)]
pub fn rules_check(game: &str, text: &str) -> String {
    answer(Catalog::new(&Shipped).text(game, "sheet", text))
}

/// The differences between two rule sets, in words.
#[wasm_bindgen(js_name = rulesDiff)]
pub fn rules_diff(game: &str, left: &str, right: &str) -> String {
    match (found(game, left), found(game, right)) {
        (Ok(left), Ok(right)) => json!({ "ok": true, "differences": left.differences(&right) }).to_string(),
        (left, right) => {
            let problems: Vec<_> = [left.err(), right.err()].into_iter().flatten().flatten().collect();
            json!({ "ok": false, "problems": problems }).to_string()
        }
    }
}

type Found = Result<RuleSet, Vec<eights_config::Problem>>;

/// Loads a shipped rule set by name, or compiles a sheet. A text is taken for a sheet if it
/// contains a character that no name has.
fn found(game: &str, rules: &str) -> Found {
    let catalog = Catalog::new(&Shipped);
    if rules.contains(['{', '=', '\n']) {
        catalog.text(game, "sheet", rules)
    } else {
        catalog.rules(game, rules, "")
    }
}

fn answer(found: Found) -> String {
    let rules = match found {
        Ok(rules) => rules,
        Err(problems) => return json!({ "ok": false, "problems": problems }).to_string(),
    };
    json!({
        "ok": true, "game": rules.game.id, "name": rules.name, "title": rules.title, "about": rules.about,
        "source": rules.source, "hash": rules.hash, "seats": seats(&rules), "sheet": rules.sheet,
        "topics": rules.topics(None), "warnings": rules.warnings(),
    })
    .to_string()
}

fn seats(rules: &RuleSet) -> [u8; 2] {
    let (least, most) = rules.seats().into_inner();
    [least, most]
}
