//! Bots do not use hidden information: changing what a seat cannot see does
//! not change its bot's answer.

use std::sync::Arc;

use crate::bots::common::Memories;
use eights::{Dice, Seat, Seed, Viewer};
use eights_bots::{BotKind, Question};
use eights_kit::{BeliefModel, Playable};
use eights_match::Visitor;

/// Asks two copies of a bot with the same memory, one in the true state and
/// one in another state behind the same view; they must answer the same.
/// Returns the number of questions.
fn check_bot<G: BeliefModel>(game: &G, n_seats: u8, kind: BotKind, games: u64) -> u64 {
    let mut asked = 0;
    for number in 0..games {
        // Two bots per seat, since choosing may change a bot.
        let mut bots: Vec<_> = (0..2 * n_seats).map(|_| kind.build::<G>()).collect();
        crate::bots::common::walk(game, n_seats, number, |state, seat, options, events, rng| {
            asked += 1;
            for (index, bot) in bots.iter_mut().enumerate() {
                let viewer = Viewer::Seat(Seat::new(index / 2));
                let seen: Vec<G::Seen> = events.iter().map(|event| game.witness(event, viewer)).collect();
                bot.witness(&seen);
            }
            let view = game.view(state, Viewer::Seat(seat));
            let other = game.imagine(&view, Viewer::Seat(seat), rng);
            let mut choose = |state: &G::State, copy: usize| {
                let mut dice = Dice::at(&Seed::from_number(number), asked);
                let bot = &mut bots[2 * seat.index() + copy];
                *bot.choose(Question::new(game, state, seat, &mut dice), options)
            };
            let answers = [choose(state, 0), choose(&other, 1)];
            assert_eq!(answers[0], answers[1], "{kind} with {n_seats} seats sees hidden cards: {view:?}");
            *rng.pick(options).expect("a question has an answer")
        });
    }
    asked
}

fn check_rules(game: &str, name: &str, n_seats: u8) {
    struct Check(u8, BotKind, u64);
    impl Visitor for Check {
        type Output = u64;
        fn visit<G: Playable>(self, game: &Arc<G>) -> u64 {
            check_bot(game.as_ref(), self.0, self.1, self.2)
        }
    }
    let rules = crate::bots::common::rules(game, name, "");
    for (kind, games) in
        [("newcomer", 4), ("normal", 4), ("greedy", 4), ("network", 4), ("search:24", 1), ("flat:3", 1)]
    {
        let kind = BotKind::named(kind).expect("a known bot");
        let asked = rules.rules.visit(Check(n_seats, kind, games));
        assert!(asked > 10, "{game}, {name}: {kind} was asked only {asked} times");
    }
}

#[test]
fn hidden_cards_do_not_matter_in_crazy_eights() {
    for (name, n_seats) in [("openspiel", 2), ("score-race", 4), ("action-stacking", 3), ("pickup", 2)] {
        check_rules("crazy-eights", name, n_seats);
    }
}

#[test]
fn hidden_cards_do_not_matter_in_crazier_eights() {
    check_rules("crazier-eights", "standard", 2);
    check_rules("crazier-eights", "standard", 4);
}

#[test]
fn hidden_cards_do_not_matter_in_crazy_8_ball() {
    check_rules("crazy-8-ball", "standard", 2);
}

/// The levels value sampled worlds by a network that knows all cards of those, but none of the true one.
#[test]
fn hidden_cards_do_not_matter_to_a_network_that_values_positions() {
    struct Check;
    impl Visitor for Check {
        type Output = u64;
        fn visit<G: Playable>(self, game: &Arc<G>) -> u64 {
            assert!(game.values_positions());
            check_bot(game.as_ref(), 2, BotKind::named("expert").expect("a level"), 1)
        }
    }
    for (game, rules) in
        [("crazy-8-ball", "standard"), ("crazier-eights", "standard"), ("crazy-eights", "market")]
    {
        assert!(crate::bots::common::rules(game, rules, "").rules.visit(Check) > 10, "{game}");
    }
}

/// Whatever a seat remembers, every sampled world shows it what it sees.
fn check_samples<G: BeliefModel>(game: &G, n_seats: u8, name: &str) {
    for number in 0..4 {
        let mut memories = Memories::new(n_seats);
        crate::bots::common::walk(game, n_seats, number, |state, seat, options, events, rng| {
            memories.see(game, events);
            let view = game.view(state, Viewer::Seat(seat));
            let belief = game.believe(&view, seat, &memories.0[seat.index()]);
            let mut chain = G::Chain::default();
            for _ in 0..3 {
                let world = game.sample(&belief, &mut chain, rng);
                assert_eq!(game.view(&world, Viewer::Seat(seat)), view, "{name}");
            }
            *rng.pick(options).expect("a question has an answer")
        });
    }
}

#[test]
fn sampled_worlds_agree_with_the_view() {
    struct Check<'a>(u8, &'a str);
    impl Visitor for Check<'_> {
        type Output = ();
        fn visit<G: Playable>(self, game: &Arc<G>) {
            check_samples(game.as_ref(), self.0, self.1);
        }
    }
    for (game, name, n_seats) in [
        ("crazy-eights", "openspiel", 2),
        ("crazy-eights", "action", 4),
        ("crazy-eights", "pickup", 3),
        ("crazy-eights", "score-race", 8),
        ("crazier-eights", "standard", 2),
        ("crazier-eights", "standard", 5),
        ("crazy-8-ball", "standard", 2),
    ] {
        crate::bots::common::rules(game, name, "").rules.visit(Check(n_seats, name));
    }
}
