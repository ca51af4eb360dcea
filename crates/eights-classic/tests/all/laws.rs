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
    for (name, with) in common::house_rules() {
        keeps_the_laws(name, with, 16);
    }
}
