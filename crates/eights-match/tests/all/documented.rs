//! Views and events have the form that their JSON Schemas describe, and every field and kind of event
//! is on the page docs/views.md.

use std::{collections::BTreeSet, fs, path::Path};

use eights::{Seat, Seed, Viewer};
use eights_match::{AnyMatch, Catalog, GameInfo, Shipped};
use serde_json::{Value, json};

/// The number of answers to play for each rule set and number of seats.
const STEPS: usize = 400;

/// The part of the page about a game, and the part about all of them.
fn section(page: &str, title: &str) -> String {
    let parts = page.split("\n## ");
    let wanted = parts.filter(|part| part.starts_with("Common") || part.starts_with(title));
    wanted.collect()
}

/// Collects the names of fields, and the words for kinds of events and questions. Seats, places and cards are
/// values, even as the keys of a map.
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

/// Plays every shipped rule set of a game with few and with many players.
fn play(game: GameInfo, mut look: impl FnMut(&dyn AnyMatch)) {
    let catalog = Catalog::new(&Shipped);
    for name in Shipped::names(game.id) {
        let rules = catalog.rules(game.id, name, "").expect("a shipped rule set");
        let (least, most) = rules.seats().into_inner();
        for seats in BTreeSet::from([least, most.min(4)]) {
            let mut table = rules.start(seats, Seed::from_number(u64::from(seats))).expect("enough seats");
            for n in 0..STEPS {
                look(&*table);
                let Some(seat) = table.asks() else { break };
                let options = table.options(seat);
                table.act(seat, &options[n % options.len()].say).expect("taken from the options");
            }
        }
    }
}

#[test]
fn views_and_events_have_no_field_that_is_not_documented() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/views.md");
    let page = fs::read_to_string(page).expect("the page is there");
    for game in Catalog::games() {
        let mut found = BTreeSet::new();
        play(game, |table| {
            for viewer in [Viewer::Public, Viewer::Seat(Seat::A)] {
                words(&table.view(viewer), &mut found);
                words(&table.events(viewer), &mut found);
            }
        });
        let section = section(&page, game.title);
        let missing: Vec<&String> = found
            .iter()
            .filter(|word| {
                !section.contains(&format!("{word}`")) && !section.contains(&format!("\"{word}\""))
            })
            .collect();
        assert!(found.len() > 15, "{}: too few fields were seen: {found:?}", game.id);
        assert!(missing.is_empty(), "{}: docs/views.md does not say what these are: {missing:?}", game.id);
    }
}

/// A validator for one of the types in a schema. Objects may not have fields that the schema does not list.
fn validator(mut schema: Value, name: &str) -> jsonschema::Validator {
    close(&mut schema);
    schema["$ref"] = json!(format!("#/$defs/{name}"));
    jsonschema::validator_for(&schema).expect("a JSON Schema")
}

/// Forbids unlisted fields in every object that lists any.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") && fields.get("type").is_some_and(|kind| kind == "object") {
                fields.entry("additionalProperties").or_insert(json!(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(values) => values.iter_mut().for_each(close),
        _ => (),
    }
}

/// The card event inside an event, which some games wrap.
fn card_event(event: &Value) -> Option<&Value> {
    event.get("card").filter(|inner| inner.is_object()).or(event.get("event").is_none().then_some(event))
}

#[test]
fn views_and_events_have_the_form_that_their_schemas_describe() {
    let (table_form, card_event_form) = (
        validator(Catalog::common_view_schema(), "Table"),
        validator(Catalog::common_view_schema(), "CardEvent"),
    );
    for game in Catalog::games().chain(Catalog::game("last-match").ok()) {
        let schema = Catalog::view_schema(game);
        let (view_form, event_form) = (validator(schema.clone(), "View"), validator(schema, "Event"));
        let (mut n_events, mut n_card_events) = (0, 0);
        let check = |form: &jsonschema::Validator, value: &Value| {
            let errors: Vec<String> = form.iter_errors(value).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{}: {value}: {errors:#?}", game.id);
        };
        play(game, |table| {
            for viewer in [Viewer::Public, Viewer::Seat(Seat::A)] {
                let view = table.view(viewer);
                check(&view_form, &view);
                check(&table_form, &view["table"]);
                for event in table.events(viewer).as_array().expect("a list") {
                    check(&event_form, event);
                    n_events += 1;
                    if card_event(event).is_some_and(|event| card_event_form.is_valid(event)) {
                        n_card_events += 1;
                    }
                }
            }
        });
        assert!(n_events > 500 && n_card_events > 300, "{}: {n_events} events were checked", game.id);
    }
}

#[test]
fn a_value_of_another_form_does_not_fit_the_schema() {
    for game in Catalog::games() {
        let schema = Catalog::view_schema(game);
        let form = validator(schema, "View");
        let rules = Catalog::new(&Shipped).rules(game.id, "", "").expect("the usual rules");
        let table = rules.start(2, Seed::from_number(1)).expect("two can play");
        let view = table.view(Viewer::Public);
        assert!(form.is_valid(&view));
        for (key, wrong) in [("surplus", json!(1)), ("turn", json!("Z")), ("table", json!({"stock": "x"}))] {
            let mut changed = view.clone();
            changed[key] = wrong;
            assert!(!form.is_valid(&changed), "{}: {key}", game.id);
        }
        let mut changed = view;
        changed.as_object_mut().expect("an object").remove("turn");
        assert!(!form.is_valid(&changed), "{}: without a turn", game.id);
    }
}
