//! The fast lane is the same game: the same questions, answers and ends, and worlds that agree with the view.

mod common;

use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_classic::{Classic, Lanes, Luck, Memory, Pile, State};
use eights_table::Rules;

fn each(mut look: impl FnMut(&Classic, u8, u64)) {
    for with in common::PLAIN {
        let rules = common::rules("crazy-eights", "openspiel", with);
        let Rules::Classic(game) = &rules.rules else { unreachable!("asked for Crazy Eights") };
        for (number, n_seats) in (0..12).flat_map(|number| (2..=5).map(move |n| (number, n))) {
            look(game, n_seats, number);
        }
    }
}

/// Plays at random on the road and in the lane at once, from the same deal.
fn with_threads(game: &Classic, n_seats: u8, number: u64) -> u32 {
    let seed = Seed::from_number(number);
    let mut luck = Dice::at(&seed, u64::MAX);
    let mut unused = Luck::from_dice(&mut luck);
    let opening = Opening::first(n_seats, Seat::new(number as usize % n_seats as usize));
    let mut state = game.deal(&opening, &mut Dice::at(&seed, 0), &mut Silent);
    let mut lane = game.lane(&state).expect("these rules are plain");
    let (mut road, mut fast) = (Vec::new(), Vec::new());
    for step in 1.. {
        let seat = match (game.turn(&state), lane.asked()) {
            (Turn::Act(seat), Ok(asked)) => {
                assert_eq!(seat, asked);
                seat
            }
            (Turn::Over(outcome), Err(shares)) => {
                let won = |seat: Seat| outcome.winners.has(seat) == (shares[seat.index()] > 0.0);
                assert!(Seat::first(n_seats).all(won), "{outcome:?}, {shares:?}");
                return step;
            }
            (turn, asked) => panic!("{turn:?}, {asked:?}"),
        };
        road.clear();
        fast.clear();
        game.legal(&state, seat, &mut road);
        lane.list(&mut fast);
        assert_eq!(road, fast);
        assert_eq!(game.instinct(game.glance(&state, seat), &mut luck), lane.instinct());
        let action = *luck.pick(&road).expect("a question has an answer");
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step.into()), &mut Silent).expect("legal");
        lane.act(action, &mut unused);
    }
    unreachable!("games end")
}

#[test]
fn the_lane_asks_what_the_road_asks() {
    let mut steps = 0;
    each(|game, n_seats, number| steps += with_threads(game, n_seats, number));
    assert!(steps > 20_000, "only {steps} steps were compared");
}

/// Every world has the cards that are seen where they are seen, and every other card once.
fn agrees(game: &Classic, state: &State, seat: Seat, luck: &mut Dice) {
    let view = game.view(state, Viewer::Seat(seat));
    let belief = game.believe(&view, seat, &Memory::default());
    let mut lanes = Lanes::of(game, &belief).expect("these rules are plain");
    let mut cheap = Luck::from_dice(luck);
    for _ in 0..3 {
        let world = lanes.dream(&mut cheap);
        assert_eq!(world.hand(seat), game.glance(state, seat).faces());
        let hands = Seat::first(view.public.seats).map(|seat| world.hand(seat));
        assert_eq!(
            hands.clone().fold(0, |all, hand| all ^ hand),
            hands.clone().fold(0, |all, hand| all | hand)
        );
        for (seat, hand) in Seat::first(view.public.seats).zip(hands) {
            assert_eq!(hand.count_ones() as usize, view.table.pile(Pile::Hand(seat)).len());
        }
        assert_eq!(world.n_stock(), view.table.pile(Pile::Stock).len());
    }
}

#[test]
fn worlds_in_the_lane_agree_with_the_view() {
    let mut looked = 0;
    each(|game, n_seats, number| {
        common::walk(game, n_seats, number, |state, seat, options, _, luck| {
            looked += 1;
            agrees(game, state, seat, luck);
            *luck.pick(options).expect("a question has an answer")
        });
    });
    assert!(looked > 10_000, "only {looked} positions were looked at");
}

/// How many cards of the other hand are guessed right, without and with a memory, while both play plainly.
fn guessed(game: &Classic, number: u64) -> [u32; 2] {
    let seed = Seed::from_number(number);
    let (me, other, mut luck) = (Seat::A, Seat::new(1), Dice::at(&seed, u64::MAX));
    let mut log = Vec::new();
    let mut state = game.deal(&Opening::first(2, me), &mut Dice::at(&seed, 0), &mut log);
    let mut memory = Memory::default();
    let mut right = [0; 2];
    for step in 1.. {
        for event in log.drain(..) {
            game.remember(&mut memory, me, &game.witness(&event, Viewer::Seat(me)));
        }
        let Turn::Act(seat) = game.turn(&state) else { break };
        if seat == me {
            let view = game.view(&state, Viewer::Seat(me));
            let truth = game.lane(&state).expect("these rules are plain").hand(other);
            for (right, memory) in right.iter_mut().zip([&Memory::default(), &memory]) {
                let belief = game.believe(&view, me, memory);
                let mut lanes = Lanes::of(game, &belief).expect("these rules are plain");
                let mut cheap = Luck::from_dice(&mut luck);
                let alike = |_| (lanes.dream(&mut cheap).hand(other) & truth).count_ones();
                *right += (0..20).map(alike).sum::<u32>();
            }
        }
        let action = game.greedy(game.glance(&state, seat), &mut luck);
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut log).expect("legal");
    }
    right
}

/// What is remembered brings the guesses nearer to the truth.
#[test]
fn what_was_done_tells_what_is_held() {
    let rules = common::rules("crazy-eights", "openspiel", "");
    let Rules::Classic(game) = &rules.rules else { unreachable!("asked for Crazy Eights") };
    let mut right = [0; 2];
    for number in 0..100 {
        right.iter_mut().zip(guessed(game, number)).for_each(|(all, it)| *all += it);
    }
    assert!(right[1] * 10 > right[0] * 12, "at least a fifth more cards are guessed right: {right:?}");
}
