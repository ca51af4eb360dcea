//! No bot knows more than its seat: what is hidden can be changed, and the answer stays.

mod common;

use eights::{Dice, Seed, Viewer};
use eights_bots::{Ask, Believe, Brain};
use eights_table::Rules;

/// Asks a bot in a position and in other worlds behind the same view: it must say the same.
fn stays<G: Believe>(game: &G, n_seats: u8, brain: Brain, games: u64) -> u64 {
    let mut asked = 0;
    for number in 0..games {
        common::walk(game, n_seats, number, |state, seat, options, luck| {
            asked += 1;
            let view = game.view(state, Viewer::Seat(seat));
            let other = game.imagine(&view, Viewer::Seat(seat), luck);
            let say = |state: &G::State| {
                let mut dice = Dice::at(&Seed::from_number(number), asked);
                *brain.seat::<G>().choose(Ask::new(game, state, seat, &mut dice), options)
            };
            assert_eq!(say(state), say(&other), "{brain} with {n_seats} seats sees hidden cards: {view:?}");
            *luck.pick(options).expect("a question has an answer")
        });
    }
    asked
}

fn check(game: &str, name: &str, n_seats: u8) {
    let rules = common::rules(game, name, "");
    for (brain, games) in [("newcomer", 4), ("normal", 4), ("greedy", 4), ("search:24", 1), ("flat:3", 1)] {
        let brain = Brain::named(brain).expect("there is such a bot");
        let asked = match &rules.rules {
            Rules::Classic(game) => stays(game.as_ref(), n_seats, brain, games),
            Rules::Crazier(game) => stays(game.as_ref(), n_seats, brain, games),
            Rules::Ball(game) => stays(game.as_ref(), n_seats, brain, games),
        };
        assert!(asked > 10, "{game}, {name}: {brain} was asked {asked} times");
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

/// Beliefs agree with what is seen: every imagined world shows the seat what it sees.
#[test]
fn dreams_agree_with_the_view() {
    for (name, n_seats) in [("openspiel", 2), ("action", 4), ("pickup", 3), ("score-race", 8)] {
        let rules = common::rules("crazy-eights", name, "");
        let Rules::Classic(game) = &rules.rules else { unreachable!("asked for Crazy Eights") };
        for number in 0..4 {
            common::walk(game.as_ref(), n_seats, number, |state, seat, options, luck| {
                let view = eights::Game::view(game.as_ref(), state, Viewer::Seat(seat));
                let belief = Believe::believe(game.as_ref(), &view, seat, &Default::default());
                let world = Believe::dream(game.as_ref(), &belief, luck);
                assert_eq!(eights::Game::view(game.as_ref(), &world, Viewer::Seat(seat)), view, "{name}");
                *luck.pick(options).expect("a question has an answer")
            });
        }
    }
}
