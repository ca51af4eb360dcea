//! Every option of a sheet shows in the rules in words.

use std::collections::BTreeSet;

use eights_classic::{
    house_rules::{OPTIONS, written},
    sheet::Sheet,
};
use eights_kit::Topic;
use serde_json::Value;

use crate::{common::with, words::prose::reads_well};

fn topics(name: &str, matters: &str, key: &str, value: &str) -> Vec<Topic> {
    let set = format!("{key} = {}", written(value));
    let overrides = if matters.is_empty() { set } else { format!("{matters}, {set}") };
    let game = with(name, &overrides);
    reads_well(&game, &format!("{name} with {overrides}"));
    game.topics(None)
}

#[test]
fn every_value_of_an_option_reads_differently() {
    for (name, matters, key, values) in OPTIONS {
        let texts: Vec<Vec<Topic>> = values.iter().map(|value| topics(name, matters, key, value)).collect();
        for (i, one) in texts.iter().enumerate() {
            for (j, other) in texts.iter().enumerate().skip(i + 1) {
                assert_ne!(one, other, "{name} with {matters}: {key} = {} or {}", values[i], values[j]);
            }
        }
    }
}

/// Collects the words that a sheet can contain from its schema.
fn words(schema: &Value, all: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                match (key.as_str(), value) {
                    ("const", Value::String(word)) => drop(all.insert(word.clone())),
                    ("enum", Value::Array(words)) => {
                        all.extend(words.iter().filter_map(|word| word.as_str()).map(str::to_owned));
                    }
                    ("properties", Value::Object(fields)) => {
                        all.extend(fields.keys().cloned());
                        fields.values().for_each(|field| words(field, all));
                    }
                    _ => words(value, all),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| words(item, all)),
        _ => (),
    }
}

#[test]
fn every_option_of_the_schema_is_listed() {
    let mut all = BTreeSet::new();
    words(&serde_json::to_value(schemars::schema_for!(Sheet)).expect("a schema"), &mut all);
    let of_one = |(_, matters, key, values): &(&str, &str, &str, &[&str])| {
        format!("{matters} {key} {} ", values.join(" "))
    };
    let listed: String = OPTIONS.iter().map(of_one).collect();
    let tried = |word: &str| {
        let edges = |c: char| !(c.is_alphanumeric() || c == '-');
        listed.split(edges).any(|listed| listed == word)
    };
    // These keys do not affect play.
    let texts = ["extends", "title", "about", "source", "names", "place", "kin"];
    let missing: Vec<&String> =
        all.iter().filter(|word| !texts.contains(&word.as_str()) && !tried(word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
