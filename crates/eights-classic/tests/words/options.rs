//! Every option that a sheet can choose shows in the prose.

use std::collections::BTreeSet;

use eights_classic::{Topic, sheet::Sheet};
use serde_json::Value;

use crate::{common::with, prose::reads_well};

/// An option: which rule set, what else must hold for it to matter, its key, and its values.
const OPTIONS: &[(&str, &str, &str, &[&str])] = &[
    ("score-race", "", "players.min", &["2", "3"]),
    ("score-race", "", "players.max", &["6", "7"]),
    (
        "score-race",
        "deck.packs = 1, players.max = 3",
        "deck.kind",
        &["french-52", "short-36", "short-32", "coloured-108"],
    ),
    ("score-race", "", "deck.jokers", &["0", "1", "2"]),
    ("score-race", "", "deck.packs", &["1", "2", "3", "{ \"2-5\" = 1, other = 2 }"]),
    ("action", "deck.packs = 2", "deck.packs-for", &["{ 2 = \"2-10\" }", "{ 2 = \"4-10\" }"]),
    ("score-race", "", "deal.cards", &["5", "6", "{ 2 = 7, other = 5 }"]),
    ("score-race", "", "deal.with-more-packs", &["6", "7"]),
    ("score-race", "deck.packs = 2", "deal.schedule", &["[]", "[7]", "[8, 7]"]),
    ("score-race", "", "dealer.next", &["left", "winner", "same"]),
    (
        "score-race",
        "",
        "starter.wild",
        &["bury", "own-suit", "anything-follows", "dealer-names", "first-player-names", "reshuffle"],
    ),
    ("score-race", "", "starter.special", &["no-effect", "as-dealer-play", "redraw"]),
    ("pickup", "", "starter.special", &["no-effect", "as-dealer-play", "redraw"]),
    ("score-race", "", "turn.follow", &["suit-or-rank", "suit", "rank"]),
    ("score-race", "turn.draw = { up-to = 3 }, turn.after-draw = may-play-any", "turn.duty", DUTIES),
    ("score-race", "turn.draw = until-playable, turn.after-draw = may-play-drawn", "turn.duty", DUTIES),
    ("score-race", "turn.draw = one, turn.after-draw = must-play-drawn", "turn.duty", DUTIES),
    ("score-race", "turn.draw = one, turn.after-draw = turn-ends", "turn.duty", DUTIES),
    (
        "score-race",
        "turn.duty = must, turn.after-draw = may-play-drawn",
        "turn.draw",
        &["one", "{ up-to = 3 }", "until-playable"],
    ),
    (
        "score-race",
        "turn.duty = may-draw, turn.after-draw = may-play-any",
        "turn.draw",
        &["one", "{ up-to = 3 }", "{ up-to = 4 }", "until-playable", "until-willing"],
    ),
    ("score-race", "turn.duty = must", "turn.after-draw", AFTERS),
    (
        "score-race",
        "turn.duty = may-draw, turn.draw = { up-to = 2 }",
        "turn.after-draw",
        &["may-play-drawn", "must-play-drawn", "may-play-any"],
    ),
    ("score-race", "turn.duty = may-draw-never-pass", "turn.after-draw", AFTERS),
    ("score-race", "", "wild.when", &["always", "must-match", "not-on-wild"]),
    ("score-race", "", "wild.names", &["suit", "rank", "suit-or-rank", "own-suit"]),
    ("score-race", "", "wild.same-suit", &["allowed", "must-differ"]),
    ("score-race", "", "cards.8", &["[\"wild\"]", "[]", "[\"wild\", \"skip\"]", "[\"skip\"]"]),
    (
        "score-race",
        "",
        "cards.5",
        &[
            "[]",
            "[\"wild\"]",
            "[\"skip\"]",
            "[{ skip = 2 }]",
            "[\"reverse\"]",
            "[\"rotate-hands\"]",
            "[{ draw = 2 }]",
            "[{ draw = 3 }]",
            "[{ draw = { cards = 3, family = \"threes\" } }, { cancel = \"2\" }]",
            "[{ draw = { cards = 3, who = \"previous\" } }]",
            "[{ draw = { cards = 3, who = \"others\" } }]",
            "[{ draw = { cards = 3, who = \"chosen\" } }]",
            "[{ draw = { cards = 3, who = \"self\" } }]",
            "[{ cancel = \"2\" }]",
            "[{ again = \"same-suit\" }]",
            "[{ again = \"fitting\" }]",
            "[{ again = \"any\" }]",
            "[{ swap-hands = \"next\" }]",
            "[{ swap-hands = \"chosen\" }]",
            "[\"skip\", { draw = 2 }]",
            "[\"reverse\", { draw = 2 }]",
        ],
    ),
    (
        "pickup",
        "",
        "cards.\"red A\"",
        &["[{ cancel = \"A\" }]", "[{ cancel = \"all\" }]", "[{ cancel = \"2\" }]"],
    ),
    (
        "score-race",
        "cards.3 = [{ draw = 3 }]",
        "penalty.answer",
        &["none", "same-family", "any-draw-card", "equal-or-higher"],
    ),
    ("score-race", "", "penalty.sum", &["add", "double"]),
    ("score-race", "", "penalty.after", &["turn-lost", "may-play"]),
    ("score-race", "", "penalty.nothing-to-draw", &["still-owed", "lapses"]),
    ("score-race", "", "reverse.two-players", &["skip", "nothing"]),
    ("score-race", "", "several.shape", &["single", "same-rank"]),
    ("action-stacking", "", "several.matching", &["top", "first", "any"]),
    ("action-stacking", "", "several.effects", &["each", "once"]),
    ("action", "", "jump-in", &["off", "identical"]),
    ("score-race", "", "last-card.forgot", &["0", "1", "2"]),
    ("score-race", "last-card.forgot = 2", "last-card.noticed", &["at-once", "when-caught"]),
    ("score-race", "", "finish.ban", &["none", "wild", "draw", "special"]),
    ("score-race", "finish.ban = wild", "finish.breach", &["refused", "{ draws = 2 }", "{ draws = 3 }"]),
    ("score-race", "", "finish.effect", &["ignored", "apply-before-scoring"]),
    ("score-race", "", "finish.doubles-on-wild", &["false", "true"]),
    ("score-race", "", "stock.empty", &["reshuffle", "pass", "ends-hand"]),
    ("score-race", "", "stock.when", &["on-need", "at-once"]),
    ("score-race", "", "stock.circling", &["1000", "500"]),
    ("score-race", "", "hand.ends", &["first-out", "play-on"]),
    ("score-race", "", "hand.limit", &["12", "20"]),
    ("score-race", "", "hand.blocked", &["lowest-difference", "lowest-points", "fewest-cards", "nobody"]),
    (
        "score-race",
        "match.end = single-hand",
        "score.mode",
        &["winner-collects", "own-cards", "winner-average", "below-highest", "places", "none"],
    ),
    ("score-race", "", "values.8", &["8", "40", "50", "0"]),
    ("score-race", "", "values.QS", &["10", "13"]),
    (
        "score-race",
        "",
        "match.end",
        &[
            "single-hand",
            "{ target = 100 }",
            "{ target = { per-player = 50 } }",
            "{ hands = 10 }",
            "{ minutes = 45 }",
            "{ countdown = 7 }",
            "{ countdown = 8 }",
        ],
    ),
    ("action-scored", "", "match.end", &["{ limit = 500 }", "{ limit = 300 }", "{ hands = 1 }"]),
    ("score-race", "", "match.tie", &["extra-hand", "shared"]),
    ("action", "", "match.tie", &["extra-hand", "shared"]),
    ("score-race", "players.min = 4, players.max = 6", "teams", &["none", "pairs"]),
];

const DUTIES: &[&str] = &["must", "may-draw", "may-draw-never-pass"];
const AFTERS: &[&str] = &["turn-ends", "may-play-drawn", "must-play-drawn", "may-play-any"];

/// A value as an override; words are quoted whatever they begin with.
fn written(value: &str) -> String {
    let plain =
        value.starts_with(['[', '{', '"']) || value.parse::<u32>().is_ok() || value.parse::<bool>().is_ok();
    if plain { value.to_owned() } else { format!("\"{value}\"") }
}

fn topics(name: &str, matters: &str, key: &str, value: &str) -> Vec<Topic> {
    let set = format!("{key} = {}", written(value));
    let overrides = if matters.is_empty() { set } else { format!("{matters}, {set}") };
    let game = with(name, &overrides);
    reads_well(&game, &format!("{name} with {overrides}"));
    game.topics(None)
}

#[test]
fn every_value_of_an_option_is_told_apart() {
    for (name, matters, key, values) in OPTIONS {
        let told: Vec<Vec<Topic>> = values.iter().map(|value| topics(name, matters, key, value)).collect();
        for (i, one) in told.iter().enumerate() {
            for (j, other) in told.iter().enumerate().skip(i + 1) {
                assert_ne!(one, other, "{name} with {matters}: {key} = {} or {}", values[i], values[j]);
            }
        }
    }
}

/// The words a sheet can say, wherever they stand in its schema.
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
fn no_option_is_left_out() {
    let mut all = BTreeSet::new();
    words(&serde_json::to_value(schemars::schema_for!(Sheet)).expect("a schema"), &mut all);
    let of_one = |(_, matters, key, values): &(&str, &str, &str, &[&str])| {
        format!("{matters} {key} {} ", values.join(" "))
    };
    let listed: String = OPTIONS.iter().map(of_one).collect();
    let tried = |word: &str| {
        let edges = |c: char| !(c.is_alphanumeric() || c == '-');
        listed.split(edges).any(|it| it == word)
    };
    // These are not played by.
    let texts = ["extends", "title", "about", "source"];
    let missing: Vec<&String> =
        all.iter().filter(|word| !texts.contains(&word.as_str()) && !tried(word)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
