//! Refusals of other answers name the rule in one sentence.

use eights::{Dice, Game, Opening, Seat, Seed, Silent, option_said};
use eights_classic::State;

use crate::{
    common::with,
    words::table::{Table, race, with_rules},
};

#[test]
fn a_wild_starter_needs_a_name_first() {
    // The first deal of a match in which the dealer has to name a suit or rank.
    let starts = |overrides: &str| {
        let game = with("score-race", &format!("starter.wild = dealer-names, {overrides}"));
        let deal = |seed| {
            game.deal(&Opening::first(2, Seat::A), &mut Dice::at(&Seed::from_number(seed), 0), &mut Silent)
        };
        let names = |state: &State| {
            option_said(&game, state, Seat::A, "=D").or(option_said(&game, state, Seat::A, "=2"))
        };
        let state = (0..500).map(deal).find(|state| names(state).is_some()).expect("an eight turned up");
        Table { game, state }
    };
    let suit = starts("wild.same-suit = must-differ");
    let barred = ["=C", "=D", "=H", "=S"]
        .into_iter()
        .filter(|name| suit.why("A", name).contains("must be followed already"));
    assert_eq!(barred.count(), 1);
    suit.says("=D", "=D may be named.").says("=2", "Here a suit is named, not a rank.");
    assert!(
        suit.why("A", "draw").starts_with("First name a suit for the eight of "),
        "{}",
        suit.why("A", "draw")
    );
    assert!(suit.why("A", "8S=C").ends_with(", as in =C.") || suit.why("A", "8S=C").ends_with(", as in =D."));
    assert_eq!(suit.why("B", "=D"), "It is A's turn.");
    starts("wild.names = rank")
        .says("=8", "Eights cannot be named here.")
        .says("=H", "Here a rank is named, not a suit.")
        .says("=A", "=A may be named.");
}

#[test]
fn an_open_penalty_is_explained() {
    let lines = [("discard", "3S 2S"), ("turn", "A"), ("owes", "4")];
    let owed = "You owe 4 cards for the two of spades: only a two answers it, otherwise draw.";
    Table::new("score-race", "", "8H 5S 2H / 3C", &lines)
        .says("5S", owed)
        .says("8H=S", owed)
        .says("8H", owed)
        .says("2H", "2H may be played.")
        .says("draw", "You may draw the 4 cards you owe.")
        .says("pass", "You owe 4 cards: draw, or answer with a card.")
        .says("done", "No card here lets its player lay another, so there is nothing to say done to.");
    let ace = [("discard", "3S AS"), ("turn", "A"), ("owes", "10")];
    Table::new("pickup", "", "8H 5S AH / 3C", &ace)
        .says("8H", "You owe 10 cards for the ace of spades: only an ace answers it, otherwise draw.")
        .says("AH", "AH may be played.");
    let queen = [("discard", "QS"), ("turn", "A"), ("owes", "5")];
    Table::new("pickup", "", "8H 5S AH / 3C", &queen).says(
        "AH",
        "You owe 5 cards for the queen of spades: only the queen of spades answers it, otherwise draw.",
    );
    Table::new("pickup", "penalty.answer = any-draw-card", "8H 5S AH / 3C", &queen).says(
        "8H",
        "You owe 5 cards for the queen of spades: only a black ace, a two or the queen of spades answers it, otherwise draw.",
    );
}

#[test]
fn limits_after_drawing_are_explained() {
    let table = Table::new(
        "action",
        "",
        "5H 9D / 3C 4C",
        &[("discard", "7C"), ("turn", "A"), ("stock", "KC 6C ...")],
    );
    let table = table.play("draw");
    table
        .says("5H", "After drawing you may lay only the card just drawn, the king of clubs.")
        .says("KC", "KC may be played.")
        .says("draw", "A player who can play must play, and you can lay the king of clubs.")
        .says("pass", "You may pass.");
    let must = Table::new(
        "score-race",
        "turn.after-draw = must-play-drawn",
        "5H 9D / 3C 4C",
        &[("discard", "7C"), ("turn", "A"), ("stock", "KC ...")],
    );
    must.play("draw")
        .says("pass", "The card just drawn fits and must be played: you can lay the king of clubs.")
        .says(
            "draw",
            "The card just drawn fits, so no further card is drawn: you can lay the king of clubs.",
        );
}

#[test]
fn refused_draws_and_passes_are_explained() {
    race("5C 8S / 3C", "7C")
        .says(
            "draw",
            "A player who can play must play, and you can lay the five of clubs or the eight of spades.",
        )
        .says(
            "pass",
            "A player who can play may not pass, and you can lay the five of clubs or the eight of spades.",
        );
    race("5H / 3C", "7C")
        .says("draw", "You may draw.")
        .says("pass", "A player who can draw may not pass: draw a card first.");
    let five = Table::new(
        "openspiel",
        "turn.draw = { up-to = 1 }",
        "5C 9D / 3C",
        &[("discard", "7C"), ("turn", "A")],
    );
    five.says("pass", "A player who can draw may not pass: draw or play.");
    five.play("draw")
        .says("draw", "You have drawn the 1 card that a turn allows.")
        .says("pass", "You may pass.");
    let empty = [("discard", "7C"), ("turn", "A"), ("stock", "")];
    Table::new("basic", "", "5H / 3C", &empty)
        .says("draw", "There is nothing left to draw: the stock is used up and is not made anew.");
    Table::new("score-race", "", "5H / 3C", &empty)
        .says("draw", "There is nothing left to draw: the stock is used up, and so is the discard pile.")
        .says("pass", "You may pass.");
    let until = Table::new(
        "score-race",
        "turn.duty = may-draw, turn.draw = until-playable, turn.after-draw = may-play-any",
        "5H / 3C",
        &[("discard", "7C"), ("turn", "A"), ("stock", "KC ...")],
    );
    until.play("draw").says("draw", "Cards are drawn only until one fits: you can lay the king of clubs.");
}

#[test]
fn limits_on_one_more_card_are_explained() {
    let jack = Table::new("pickup", "", "JC 5H 9C / 3C", &[("discard", "7C"), ("turn", "A")]).play("JC");
    jack.says(
        "5H",
        "After the jack of clubs only one more card of its suit (clubs) may follow; otherwise say done.",
    )
    .says("9C", "9C may be played.")
    .says("draw", "This is not the time to draw: lay one more card or say done.")
    .says("pass", "Say done to lay no further card.")
    .says("done", "You may say done and lay no further card.");
    Table::new("pickup", "", "JC 5H 9C / 3C", &[("discard", "7C"), ("turn", "A")])
        .says("done", "There is no further card to lay now: that comes only after a jack.");
    with_rules("cards.6 = [{ again = \"fitting\" }]", "6C 5H 9C / 3C", "7C").play("6C").says(
        "5H",
        "After the six of clubs one more card may follow only if it fits: the five of hearts fits neither the suit (clubs) nor the rank (six) of the top card; clubs, sixes and eights would.",
    );
}

#[test]
fn refused_catches_are_explained() {
    race("5C 6C / 3C", "7C")
        .says("catch B", "Nobody has to call the last card here, so nobody can be caught.");
    with_rules("last-card.forgot = 2", "5C 6C / 3C", "7C")
        .says("catch B", "A player who forgets to call draws 2 cards at once: nobody needs to be caught.");
    let rules = "last-card.forgot = 2, last-card.noticed = when-caught";
    let caught = with_rules(rules, "5C 6C / 3C 4C / 9D 9C", "7C").play("5C");
    assert_eq!(caught.why("B", "catch A"), "You may catch A.");
    assert_eq!(caught.why("B", "catch C"), "C has not forgotten to call; it was A.");
    caught
        .says("catch A", "Nobody can catch themselves.")
        .says("catch B", "B has not forgotten to call; it was you.")
        .says("catch D", "There is no seat D at this table.")
        .says("catch Z", "\"Z\" is not a seat at this table.");
    with_rules(rules, "5C 6C / 3C 4C", "7C")
        .says("catch B", "B has not forgotten to call the last card, or the next player has already moved.");
}

#[test]
fn playing_out_of_turn_is_explained() {
    let race = race("5H 8S / 3C 7D", "7C");
    assert_eq!(race.why("B", "3C"), "It is A's turn.");
    assert_eq!(race.why("B", "draw"), "It is A's turn.");
    assert_eq!(race.why("B", "8S=H"), "It is A's turn.");
    assert_eq!(race.why("F", "3C"), "There is no seat F at this table.");
    let jump = with_rules("jump-in = identical, deck.packs = 2", "5H 8S / 7C 3C / 4D 9D", "7C");
    assert_eq!(jump.why("B", "7C"), "7C may be played.");
    assert_eq!(
        jump.why("B", "3C"),
        "It is A's turn; out of turn you may only lay the same card as the one on top, the seven of clubs."
    );
    assert_eq!(jump.why("B", "3C+3D"), "It is A's turn; out of turn only one card is laid.");
    assert_eq!(jump.why("C", "7C"), "You do not hold the seven of clubs.");
    assert_eq!(jump.why("B", "7C=H"), "The seven of clubs is not wild: nothing is named with it.");
}

#[test]
fn the_end_of_the_hand_is_explained() {
    let over = race("5C / 3C 4C", "7C").play("5C");
    assert_eq!(over.why("A", "5C"), "The hand is over: you went out.");
    assert_eq!(over.why("B", "3C"), "The hand is over: A went out.");
    let out = with_rules("hand.ends = play-on", "5C / 3C 4C / 9D JD", "7C").play("5C");
    assert_eq!(out.why("A", "draw"), "You are out of this hand.");
    let stuck = Table::new("basic", "", "5H / 3D", &[("discard", "7C"), ("turn", "A"), ("stock", "")]);
    assert_eq!(stuck.play("pass").play("pass").why("A", "5H"), "The hand is over: nobody could go on.");
}

#[test]
fn nonsense_is_explained() {
    race("5C / 3C", "7C")
        .says("foo", "\"foo\" is neither a card nor an answer.")
        .says("", "\"\" is neither a card nor an answer.")
        .says("a\nb", "\"a b\" is neither a card nor an answer.")
        .says(&"ä".repeat(99), &format!("\"{}…\" is neither a card nor an answer.", "ä".repeat(40)));
}
