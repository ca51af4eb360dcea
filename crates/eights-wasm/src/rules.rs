//! Rule sets: listed, shown in words, checked and compared.

use eights_bots::Level;
use eights_table::{Catalog, RuleSet, Shipped};
use serde_json::{Value, json};
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// Every game with its shipped rule sets, as `GET /api/games` tells it.
#[wasm_bindgen]
pub fn games() -> String {
    let catalog = Catalog::new(&Shipped);
    let brief = |rules: RuleSet| {
        json!({
            "name": rules.name, "title": rules.title, "about": rules.about, "source": rules.source,
            "hash": rules.hash, "seats": seats(&rules),
        })
    };
    let game = |game: &eights_table::GameInfo| {
        let sets: Vec<RuleSet> =
            Shipped::names(game.id).filter_map(|name| catalog.rules(game.id, name, "").ok()).collect();
        let least = sets.iter().map(|set| *set.seats().start()).min();
        let most = sets.iter().map(|set| *set.seats().end()).max();
        let rules: Vec<Value> = sets.into_iter().map(brief).collect();
        json!({ "id": game.id, "title": game.title, "seats": [least, most], "rules": rules })
    };
    Value::Array(Catalog::games().iter().map(game).collect()).to_string()
}

/// The levels of bots, weakest first.
#[wasm_bindgen]
pub fn levels() -> String {
    let level = |level: &Level| json!({ "name": level.to_string(), "about": level.about() });
    Value::Array(Level::ALL.iter().map(level).collect()).to_string()
}

/// The JSON Schema of a game's sheets.
///
/// # Errors
///
/// When there is no such game.
#[wasm_bindgen]
pub fn schema(game: &str) -> Result<String, JsError> {
    Ok(Catalog::schema(Catalog::game(game)?).to_string())
}

/// A rule set in words: a shipped name, or a sheet in TOML or JSON.
/// The answer says `ok`, and everything that is wrong when it is not.
#[wasm_bindgen(js_name = rulesShow)]
pub fn rules_show(game: &str, rules: &str) -> String {
    answer(found(game, rules))
}

/// Checks a sheet in TOML or JSON.
#[wasm_bindgen(js_name = rulesCheck)]
pub fn rules_check(game: &str, text: &str) -> String {
    answer(Catalog::new(&Shipped).text(game, "sheet", text))
}

/// What two rule sets do differently, in words.
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

type Found = Result<RuleSet, Vec<eights_paper::Problem>>;

/// A shipped name is one word; everything else is a sheet.
fn found(game: &str, rules: &str) -> Found {
    let catalog = Catalog::new(&Shipped);
    match rules.contains(['{', '=', '\n']) {
        true => catalog.text(game, "sheet", rules),
        false => catalog.rules(game, rules, ""),
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
