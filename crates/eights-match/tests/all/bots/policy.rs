//! The policies give legal answers under every rule set, and the fast rollout
//! ends like the slow one.

use std::sync::Arc;

use eights::{Dice, Seat, Turn};
use eights_kit::{HeuristicPolicy, Playable};
use eights_match::{RuleSet, Rules, Visitor};

/// Checks all three policies at every position of some games and returns the number of positions.
fn check_policies<G: HeuristicPolicy>(game: &G, n_seats: u8, games: u64, name: &str) -> u64 {
    let mut positions = 0;
    for number in 0..games {
        crate::bots::common::walk(game, n_seats, number, |state, seat, options, _, rng| {
            positions += 1;
            let seat_view = game.seat_view(state, seat);
            let answers = [
                game.heuristic(seat_view, rng),
                game.greedy(seat_view, rng),
                game.random_slip(seat_view, rng),
            ];
            for action in answers {
                assert!(options.contains(&action), "{name}, {n_seats} seats: {action:?} of {options:?}");
            }
            // Sensible play reaches other positions than random play: do half of each.
            if number % 2 == 0 { *rng.pick(options).expect("a question has an answer") } else { answers[0] }
        });
    }
    positions
}

fn check_rules(rules: &RuleSet, games: u64) -> u64 {
    struct Check<'a>(u8, u64, &'a str);
    impl Visitor for Check<'_> {
        type Output = u64;
        fn visit<G: Playable>(self, game: &Arc<G>) -> u64 {
            check_policies(game.as_ref(), self.0, self.1, self.2)
        }
    }
    let (least, most) = rules.seats().into_inner();
    let mut positions = 0;
    for n_seats in least..=most {
        if rules.can_seat(n_seats) {
            positions += rules.rules.visit(Check(n_seats, games, &rules.name));
        }
    }
    positions
}

#[test]
fn policies_are_legal_under_every_shipped_rule_set() {
    for (game, least) in [("crazy-eights", 20_000), ("crazier-eights", 1_000), ("crazy-8-ball", 1_000)] {
        let positions: u64 =
            crate::bots::common::shipped(game).iter().map(|rules| check_rules(rules, 4)).sum();
        assert!(positions > least, "{game}: only {positions} positions were checked");
    }
}

#[test]
fn policies_are_legal_under_house_rules() {
    for with in [
        "last-card.forgot = 2, last-card.noticed = when-caught",
        "cards.7 = [{ swap-hands = chosen }], cards.10 = [rotate-hands]",
        "several.shape = same-rank",
        "wild.names = suit-or-rank, deck.jokers = 2, cards.joker = [wild, { draw = 4 }]",
        "match.end = { countdown = 3 }",
        "starter.wild = dealer-names",
        "turn.duty = must, turn.after-draw = may-play-drawn",
        "turn.draw = { up-to = 3 }, turn.after-draw = must-play-drawn",
    ] {
        assert!(
            check_rules(&crate::bots::common::rules("crazy-eights", "score-race", with), 3) > 500,
            "{with}"
        );
    }
}

/// Plays the heuristic policy to the end through the rules of the game.
fn winners<G: HeuristicPolicy>(game: &G, state: &G::State, dice: &mut Dice) -> Vec<Seat> {
    let mut state = state.clone();
    loop {
        match game.turn(&state) {
            Turn::Over(outcome) => return outcome.winners.iter().collect(),
            Turn::Act(seat) => {
                let action = game.heuristic(game.seat_view(&state, seat), dice);
                game.apply(&mut state, seat, action, dice, &mut eights::Silent).expect("legal");
            }
        }
    }
}

#[test]
fn the_fast_rollout_has_the_same_winners_as_the_rules() {
    let mut compared = 0;
    for with in crate::bots::common::PLAIN {
        let rules = crate::bots::common::rules("crazy-eights", "openspiel", with);
        let Rules::Classic(game) = &rules.rules else { unreachable!("asked for Crazy Eights") };
        for (number, n_seats) in (0..30).flat_map(|number| (2..=5).map(move |n_seats| (number, n_seats))) {
            crate::bots::common::walk(game.as_ref(), n_seats, number, |state, _, options, _, rng| {
                let fast = game.fast_rollout(state, rng).expect("these rules are plain");
                let winners = winners(game.as_ref(), state, rng);
                for seat in Seat::first(n_seats) {
                    let share = if winners.contains(&seat) { 1.0 / winners.len() as f32 } else { 0.0 };
                    assert_eq!(fast[seat.index()], share, "{with:?}, {n_seats} seats: {winners:?}");
                }
                compared += 1;
                *rng.pick(options).expect("a question has an answer")
            });
        }
    }
    assert!(compared > 10_000, "only {compared} positions were compared");
}
