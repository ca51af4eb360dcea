//! No bot knows more than its seat: what is hidden can be changed, and the answer stays.

mod common;

use common::Memories;
use eights::{Dice, Seat, Seed, Viewer};
use eights_bots::{BeliefModel, BotKind, Question};
use eights_table::Rules;

/// Asks a bot in a position and in other worlds behind the same view, both
/// times after it has seen what its seat saw: it must say the same.
fn stays<G: BeliefModel>(game: &G, n_seats: u8, kind: BotKind, games: u64) -> u64 {
    let mut asked = 0;
    for number in 0..games {
        let twins = || (0..2 * n_seats).map(|_| kind.build::<G>()).collect::<Vec<_>>();
        let mut bots = twins();
        common::walk(game, n_seats, number, |state, seat, options, events, luck| {
            asked += 1;
            for (index, bot) in bots.iter_mut().enumerate() {
                let viewer = Viewer::Seat(Seat::new(index / 2));
                let seen: Vec<G::Seen> = events.iter().map(|event| game.witness(event, viewer)).collect();
                bot.witness(&seen);
            }
            let view = game.view(state, Viewer::Seat(seat));
            let other = game.imagine(&view, Viewer::Seat(seat), luck);
            let mut say = |state: &G::State, twin: usize| {
                let mut dice = Dice::at(&Seed::from_number(number), asked);
                let bot = &mut bots[2 * seat.index() + twin];
                *bot.choose(Question::new(game, state, seat, &mut dice), options)
            };
            let (one, same) = (say(state, 0), say(&other, 1));
            assert_eq!(one, same, "{kind} with {n_seats} seats sees hidden cards: {view:?}");
            *luck.pick(options).expect("a question has an answer")
        });
    }
    asked
}

fn check(game: &str, name: &str, n_seats: u8) {
    let rules = common::rules(game, name, "");
    for (kind, games) in [("newcomer", 4), ("normal", 4), ("greedy", 4), ("search:24", 1), ("flat:3", 1)] {
        let kind = BotKind::named(kind).expect("there is such a bot");
        let asked = match &rules.rules {
            Rules::Classic(game) => stays(game.as_ref(), n_seats, kind, games),
            Rules::Crazier(game) => stays(game.as_ref(), n_seats, kind, games),
            Rules::Ball(game) => stays(game.as_ref(), n_seats, kind, games),
        };
        assert!(asked > 10, "{game}, {name}: {kind} was asked {asked} times");
    }
}

#[test]
fn hidden_cards_do_not_matter_in_crazy_eights() {
    for (name, n_seats) in [("openspiel", 2), ("score-race", 4), ("action-stacking", 3), ("pickup", 2)] {
        check("crazy-eights", name, n_seats);
    }
}

#[test]
fn hidden_cards_do_not_matter_in_crazier_eights() {
    check("crazier-eights", "standard", 2);
    check("crazier-eights", "standard", 4);
}

#[test]
fn hidden_cards_do_not_matter_in_crazy_8_ball() {
    check("crazy-8-ball", "standard", 2);
}

/// Beliefs agree with what is seen, whatever is remembered: every imagined
/// world shows the seat what it sees.
fn agrees<G: BeliefModel>(game: &G, n_seats: u8, name: &str) {
    for number in 0..4 {
        let mut memories = Memories::new(n_seats);
        common::walk(game, n_seats, number, |state, seat, options, events, luck| {
            memories.see(game, events);
            let view = game.view(state, Viewer::Seat(seat));
            let belief = game.believe(&view, seat, &memories.0[seat.index()]);
            let mut chain = G::Chain::default();
            for _ in 0..3 {
                let world = game.sample(&belief, &mut chain, luck);
                assert_eq!(game.view(&world, Viewer::Seat(seat)), view, "{name}");
            }
            *luck.pick(options).expect("a question has an answer")
        });
    }
}

#[test]
fn dreams_agree_with_the_view() {
    for (game, name, n_seats) in [
        ("crazy-eights", "openspiel", 2),
        ("crazy-eights", "action", 4),
        ("crazy-eights", "pickup", 3),
        ("crazy-eights", "score-race", 8),
        ("crazier-eights", "standard", 2),
        ("crazier-eights", "standard", 5),
        ("crazy-8-ball", "standard", 2),
    ] {
        match &common::rules(game, name, "").rules {
            Rules::Classic(game) => agrees(game.as_ref(), n_seats, name),
            Rules::Crazier(game) => agrees(game.as_ref(), n_seats, name),
            Rules::Ball(game) => agrees(game.as_ref(), n_seats, name),
        }
    }
}
