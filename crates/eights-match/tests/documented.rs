//! Every field of a view and every kind of event is on the page docs/views.md.

use std::{collections::BTreeSet, fs, path::Path};

use eights::{Seat, Seed, Viewer};
use eights_match::{Catalog, Shipped};
use serde_json::Value;

/// How many answers of each rule set and number of seats are looked at.
const STEPS: usize = 400;

/// The part of the page about a game, and the part about all of them.
fn section(page: &str, title: &str) -> String {
    let parts = page.split("\n## ");
    let wanted = parts.filter(|part| part.starts_with("Common") || part.starts_with(title));
    wanted.collect()
}

/// Names of fields, and texts that stand for a kind of event or question. Seats, places and cards are
/// values, also where a map has them as keys.
fn words(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let is_name = key.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '_'));
                if is_name {
                    found.insert(key.clone());
                }
                if key == "event" || key == "question" || key == "phase" {
                    found.extend(value.as_str().map(str::to_owned));
                }
                if key != "table" || !value.is_object() {
                    words(value, found);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| words(value, found)),
        _ => (),
    }
}

#[test]
fn views_and_events_have_no_field_that_is_not_documented() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/views.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let catalog = Catalog::new(&Shipped);
    for game in Catalog::games() {
        let mut found = BTreeSet::new();
        for name in Shipped::names(game.id) {
            let rules = catalog.rules(game.id, name, "").expect("a shipped rule set");
            let (least, most) = rules.seats().into_inner();
            for seats in BTreeSet::from([least, most.min(4)]) {
                let mut table =
                    rules.start(seats, Seed::from_number(u64::from(seats))).expect("enough seats");
                for n in 0..STEPS {
                    for viewer in [Viewer::Public, Viewer::Seat(Seat::A)] {
                        words(&table.view(viewer), &mut found);
                        words(&table.events(viewer), &mut found);
                    }
                    let Some(seat) = table.asks() else { break };
                    let options = table.options(seat);
                    table.act(seat, &options[n % options.len()].say).expect("taken from the options");
                }
            }
        }
        let section = section(&page, game.title);
        let missing: Vec<&String> = found
            .iter()
            .filter(|word| {
                !section.contains(&format!("{word}`")) && !section.contains(&format!("\"{word}\""))
            })
            .collect();
        assert!(found.len() > 15, "{}: the games show something: {found:?}", game.id);
        assert!(missing.is_empty(), "{}: docs/views.md does not say what these are: {missing:?}", game.id);
    }
}
