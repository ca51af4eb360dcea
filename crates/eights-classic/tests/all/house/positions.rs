//! Positions that cannot arise in play are refused, with the line that is wrong.

use eights::{Position, Setup};

fn placed(name: &str, overrides: &str, hands: &str, lines: &[(&str, &str)]) -> Result<(), String> {
    let position = Position {
        hands: hands.split('/').map(|hand| hand.trim().to_owned()).collect(),
        lines: lines.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
        shuffle: None,
    };
    crate::common::with(name, overrides).set_up(&position).map(drop).map_err(|why| why.to_string())
}

#[track_caller]
fn refuses(name: &str, overrides: &str, lines: &[(&str, &str)], message: &str) {
    assert_eq!(placed(name, overrides, "KS 3D / 7C 6C", lines), Err(message.to_owned()));
}

#[track_caller]
fn accepts(name: &str, overrides: &str, lines: &[(&str, &str)]) {
    assert_eq!(placed(name, overrides, "KS 3D / 7C 6C", lines), Ok(()));
}

#[test]
fn scores_of_a_finished_match_are_refused() {
    let race = |score| [("discard", "4H"), ("score", score)];
    refuses("score-race", "", &race("A -1"), "score: A has -1 points, but nobody falls below 0");
    refuses("score-race", "", &race("A 5, B 100"), "score: the match is over already, since it ends at 100");
    refuses("score-race", "", &race("A 5, A 6"), "score: A is named twice");
    refuses("score-race", "", &race("A 5, C 6"), "score: there is no seat C");
    accepts("score-race", "", &race("A 99, B 99"));
    // Another hand breaks a tie for the lead.
    accepts("score-race", "", &race("A 120, B 120"));
    refuses(
        "score-race",
        "match.tie = shared",
        &race("A 120, B 120"),
        "score: the match is over already, since it ends at 100",
    );
    refuses(
        "action-scored",
        "",
        &race("A 5, B 500"),
        "score: the match is over already, since it ends at 500",
    );
    accepts("score-race", "match.end = { hands = 3 }", &race("A 5, B 1000"));
}

#[test]
fn only_a_wild_card_names_something() {
    let naming = |top, name| [("discard", top), ("naming", name)];
    refuses(
        "score-race",
        "",
        &naming("4H", "S"),
        "naming: S is impossible: 4H on the discard pile is not wild",
    );
    refuses("score-race", "", &naming("8H", "5"), "naming: 5 is impossible: only a suit can be named");
    refuses(
        "score-race",
        "wild.names = rank",
        &naming("8H", "S"),
        "naming: S is impossible: only a rank can be named",
    );
    refuses(
        "score-race",
        "wild.names = rank",
        &naming("8H", "8"),
        "naming: 8 is impossible: 8H cannot name its own rank",
    );
    refuses(
        "score-race",
        "wild.names = own-suit",
        &naming("8H", "S"),
        "naming: S is impossible: 8H can only name its own suit, hearts",
    );
    accepts("score-race", "", &naming("8H", "S"));
    accepts("score-race", "wild.names = own-suit", &naming("8H", "H"));
    // At level five, fives are wild.
    let countdown = [("discard", "5H"), ("naming", "S"), ("score", "A 3")];
    accepts("score-race", "match.end = { countdown = 8 }", &countdown);
    refuses(
        "score-race",
        "match.end = { countdown = 8 }",
        &naming("5H", "S"),
        "naming: S is impossible: 5H on the discard pile is not wild",
    );
}

#[test]
fn only_penalty_cards_can_be_owed() {
    let owes = |top, owed| [("discard", top), ("owes", owed)];
    refuses(
        "score-race",
        "",
        &owes("5H", "2"),
        "owes: 2 is impossible: 5H on the discard pile makes nobody draw",
    );
    refuses(
        "score-race",
        "",
        &owes("2H", "0"),
        "owes: 0 is impossible: penalties that end with 2H never come to 0",
    );
    refuses(
        "score-race",
        "",
        &owes("2H", "3"),
        "owes: 3 is impossible: penalties that end with 2H never come to 3",
    );
    refuses(
        "score-race",
        "",
        &owes("2H", "10"),
        "owes: 10 is impossible: penalties that end with 2H never come to 10",
    );
    refuses("score-race", "", &owes("2H", "many"), "owes: \"many\" is not a number of cards");
    refuses(
        "action",
        "",
        &owes("2H", "2"),
        "owes: 2 is impossible: penalties are drawn at once, and nobody owes anything",
    );
    for owed in ["2", "4", "6", "8"] {
        accepts("score-race", "", &owes("2H", owed));
    }
    accepts("score-race", "deck.packs = 2", &owes("2H", "16"));
    accepts("pickup", "", &owes("AS", "20"));
    refuses(
        "pickup",
        "",
        &owes("AS", "12"),
        "owes: 12 is impossible: penalties that end with AS never come to 12",
    );
    accepts("pickup", "penalty.answer = any-draw-card", &owes("AS", "12"));
    accepts("score-race", "penalty.sum = double", &owes("2H", "16"));
    refuses(
        "score-race",
        "penalty.sum = double",
        &owes("2H", "6"),
        "owes: 6 is impossible: penalties that end with 2H never come to 6",
    );
}
