//! The laws hold for every shipped rule set and for many combinations of options.

use eights::{Game, Opening, Seat, Seed, laws};

use crate::common;

/// Checks the laws in random games of one rule set, with varying numbers of seats.
fn keeps_the_laws(name: &str, overrides: &str, games: u64) {
    let game = common::with(name, overrides);
    let (least, most) = game.seats().into_inner();
    let mut over = 0;
    for i in 0..games {
        let n_seats = least + (i % u64::from(most - least + 1)) as u8;
        let opening = Opening::first(n_seats, Seat::new(i as usize % n_seats as usize));
        let course = laws::check(&game, &opening, &Seed::from_number(i), 600);
        over += u64::from(course.over);
    }
    assert!(over > 0, "{name} with {overrides}: no game of {games} came to an end");
}

#[test]
fn shipped_rule_sets_keep_the_laws() {
    for name in common::SHIPPED {
        keeps_the_laws(name, "", 40);
    }
}

#[test]
fn starter_options_keep_the_laws() {
    for wild in ["own-suit", "anything-follows", "dealer-names", "first-player-names", "reshuffle"] {
        keeps_the_laws("score-race", &format!("starter.wild = {wild}"), 16);
    }
    for special in ["as-dealer-play", "redraw"] {
        keeps_the_laws("score-race", &format!("starter.special = {special}"), 16);
        keeps_the_laws("action", &format!("starter.special = {special}"), 16);
    }
}

#[test]
fn drawing_options_keep_the_laws() {
    for duty in ["must", "may-draw", "may-draw-never-pass"] {
        for draw in ["one", "{ up-to = 3 }", "until-playable"] {
            for after in ["may-play-drawn", "must-play-drawn", "may-play-any"] {
                let with = format!(
                    "turn.duty = {duty}, turn.draw = {draw}, turn.after-draw = {after}, stock.circling = 150"
                );
                keeps_the_laws("score-race", &with, 8);
            }
        }
    }
}

#[test]
fn house_rules_keep_the_laws() {
    for (name, with) in [
        ("score-race", "wild.names = rank"),
        ("score-race", "wild.names = suit-or-rank, wild.same-suit = must-differ"),
        ("score-race", "wild.when = not-on-wild"),
        ("score-race", "wild.when = must-match"),
        ("score-race", "wild.names = own-suit"),
        ("score-race", "deck.jokers = 2, cards.joker = [\"wild\", { draw = 4 }]"),
        ("score-race", "penalty.answer = any-draw-card, penalty.sum = double, penalty.after = may-play"),
        ("pickup", "penalty.answer = equal-or-higher"),
        ("pickup", "deck.packs = 2, cards.8 = [\"wild\", \"skip\"]"),
        ("action-stacking", "several.matching = first, players.max = 5"),
        ("action-stacking", "several.matching = any, several.effects = once, players.max = 5"),
        ("action", "jump-in = identical, deck.packs = 2"),
        ("score-race", "last-card.forgot = 2"),
        ("score-race", "last-card.forgot = 2, last-card.noticed = when-caught"),
        ("score-race", "finish.ban = special"),
        ("score-race", "finish.ban = wild, finish.breach = { draws = 3 }"),
        ("score-race", "finish.effect = apply-before-scoring, finish.doubles-on-wild = true"),
        ("score-race", "hand.ends = play-on, score.mode = places"),
        ("score-race", "hand.limit = 9"),
        ("score-race", "teams = pairs, players.min = 4, players.max = 6"),
        ("score-race", "cards.7 = [{ swap-hands = \"chosen\" }]"),
        ("score-race", "cards.7 = [{ swap-hands = \"next\" }], cards.10 = [\"rotate-hands\"]"),
        ("score-race", "cards.5 = [{ draw = { cards = 1, who = \"others\" } }]"),
        ("score-race", "cards.5 = [{ draw = { cards = 1, who = \"chosen\" } }]"),
        ("score-race", "cards.5 = [{ draw = { cards = 1, who = \"previous\" } }]"),
        ("score-race", "cards.5 = [{ draw = { cards = 1, who = \"self\" } }]"),
        ("score-race", "cards.5 = [{ skip = 3 }], reverse.two-players = nothing"),
        ("score-race", "cards.5 = [{ again = \"fitting\" }], cards.6 = [{ again = \"any\" }]"),
        (
            "score-race",
            "cards.5 = [\"another-turn\"], cards.6 = [\"cover\"], finish.another-turn = must-go-on",
        ),
        ("score-race", "skip.answer = pass-on, hand.ends = play-on"),
        ("action-stacking", "skip.answer = pass-on, starter.special = as-dealer-play, players.max = 5"),
        ("score-race", "last-card.forgot = 2, last-card.forgot-last = 4, turn.direction = counter-clockwise"),
        ("action-stacking", "last-card.price = no-going-out, finish.ban-cards = [\"Q\"], players.max = 5"),
        ("pickup", "finish.effect = answered, penalty.answer = any-draw-card"),
        ("score-race", "finish.effect = waits-a-round, penalty.first-drawn = may-answer, hand.limit = 9"),
        (
            "action-stacking",
            "finish.effect = waits-a-round, several.price = previous-draws, cards.5 = [{ draw = 1 }], \
             penalty.answer = any-draw-card, penalty.first-drawn = may-answer, players.max = 5",
        ),
        (
            "score-race",
            "cards.8 = [\"wild\", { cancel = \"all\" }], penalty.ending = wild-anywhere, penalty.sum = stays, \
             penalty.first-drawn = may-answer, penalty.after = may-play",
        ),
        ("score-race", "several.shape = run, last-card.forgot = 2, hand.limit = 9"),
        (
            "pickup",
            "several.shape = run, finish.effect = answered, cards.5 = [{ draw = { cards = 1, who = \"others\" } }], \
             cards.6 = [{ again = \"any\" }], cards.7 = [\"another-turn\"], stock.when = at-once",
        ),
        (
            "score-race",
            "several.shape = run, skip.answer = add-up, starter.special = as-dealer-play, deck.jokers = 2, \
             cards.joker = [{ wild = \"card-below\" }], finish.effect = waits-a-round",
        ),
        ("action-stacking", "skip.answer = add-up, hand.ends = play-on, players.max = 5"),
        (
            "score-race",
            "cards.7 = [{ wild = \"rank\" }], wild.while-named = same-kind, finish.ban-for = { 8 = \"2-3\" }",
        ),
        (
            "action-stacking",
            "cards.J = [{ wild = { names = \"rank\", must-fit = true, ranks = [\"4\", \"5\"], binds = \"everybody-once\" } }], \
             cards.4 = [\"skip\"], cards.5 = [{ draw = 2 }], cards.6 = [\"another-turn\"], hand.ends = play-on, \
             penalty.answer = any-draw-card, penalty.other-rank = same-suit, penalty.after = may-play, players.max = 5",
        ),
        (
            "score-race",
            "cards.5 = [{ draw = { cards = 2, who = \"previous-asked\" } }], penalty.answer = any-draw-card, \
             penalty.first-drawn = may-answer, penalty.nothing-to-draw = lapses, skip.answer = add-up, \
             finish.effect = waits-a-round, last-card.forgot = 2, last-card.price = next-turn",
        ),
        (
            "score-race",
            "cards.5 = [{ draw = { cards = 2, who = \"previous-asked\" } }], penalty.answer = any-draw-card, \
             finish.effect = apply-before-scoring, hand.limit = 9, several.shape = run",
        ),
        (
            "score-race",
            "cards.5 = [{ again = \"open-run\" }], cards.6 = [\"another-turn\"], deck.jokers = 3, \
             cards.\"*1\" = [{ counts-as = \"5\" }], cards.\"*2\" = [{ wild = \"anything\" }, { again = \"any\" }, \
             { cancel = \"all\" }], cards.\"*3\" = [{ wild = \"card-below\" }], penalty.ending = wild-anywhere, \
             last-card.forgot = 2, last-card.noticed = when-caught, finish.another-turn = must-go-on",
        ),
        (
            "pickup",
            "cards.5 = [{ again = \"open-run\" }], cards.6 = [{ wild = \"own-suit\" }], hand.ends = play-on, \
             hand.limit = 20, stock.when = at-once, last-card.forgot = 2, starter.special = as-dealer-play, \
             jump-in = identical, deck.packs = 2, turn.draw = one, turn.after-draw = may-play-drawn",
        ),
        (
            "score-race",
            "cards.5 = [{ again = \"open-run\" }], deck.jokers = 2, cards.joker = [{ counts-as = \"8\" }], \
             finish.effect = waits-a-round, skip.answer = add-up, turn.follow = suit, wild.names = rank",
        ),
        ("pesten", "deck.packs = 3, stock.keeps = special, cards.5 = [{ wild = \"own-suit\" }]"),
        ("score-race", "deck.jokers = 2, cards.joker = [{ wild = \"card-below\" }], hand.ends = play-on"),
        ("action-stacking", "last-card.forgot = 1, last-card.false-call = 2, players.max = 5"),
        ("score-race", "last-card.forgot = 2, last-card.price = next-turn, wild.names = anything"),
        ("score-race", "starter.exchange = dealer-may, deck.jokers = 3, deal.cards = 1"),
        ("score-race", "starter.opening = hearts, hand.limit = 9, deal.cards = 2"),
        ("coloured", "jump-in = identical, hand.limit = 12, starter.back-cards = []"),
        ("score-race", "cards.3 = [{ answer = { to = \"2\", adds = 3 } }], penalty.sum = double"),
        ("score-race", "cards.5 = [{ draw = { cards = 2, at-once = true } }]"),
        ("action-scored", "stock.pressure = 5, stock.when = at-once, match.end = { elimination = 60 }"),
        ("score-race", "score.mode = hand-won, match.end = { target = 2 }"),
        ("score-race", "match.end = { countdown = 8 }"),
        ("score-race", "stock.empty = ends-hand, stock.when = at-once"),
        ("score-race", "deck.kind = short-32, players.max = 4, deck.packs = 1"),
        ("score-race", "deck.kind = short-36, turn.follow = suit, players.max = 5, deck.packs = 1"),
        (
            "score-race",
            "deck.kind = coloured-108, deck.packs = 1, turn.follow = rank, cards.joker = [\"wild\"]",
        ),
        ("score-race", "deal.schedule = [8, 7, 6], deck.packs = 2"),
        (
            "openspiel",
            "cards.2 = [{ draw = 2 }], cards.Q = [\"skip\"], cards.A = [\"reverse\"], stock.empty = reshuffle",
        ),
    ] {
        keeps_the_laws(name, with, 16);
    }
}
