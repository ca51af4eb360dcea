//! The fast simulator of Crazy Eights plays the same game as the rules.

use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_classic::{BitHandSampler, Classic, FastRng, Memory, Pile, State};
use eights_match::Rules;

/// Calls `check` with a game, a number of seats and a deal, for every rule set that qualifies.
fn for_each_deal(mut check: impl FnMut(&Classic, u8, u64)) {
    for with in crate::bots::common::PLAIN {
        let rules = crate::bots::common::rules("crazy-eights", "openspiel", with);
        let Rules::Classic(game) = &rules.rules else { unreachable!("asked for Crazy Eights") };
        for (number, n_seats) in (0..12).flat_map(|number| (2..=5).map(move |n| (number, n))) {
            check(game, n_seats, number);
        }
    }
}

/// Plays a random game by the rules and in the simulator, and compares every
/// step: seat to act, options, heuristic answer, winners. Returns the number of steps.
fn compare_game(game: &Classic, n_seats: u8, number: u64) -> u32 {
    let seed = Seed::from_number(number);
    let mut rng = Dice::at(&seed, u64::MAX);
    let mut unused = FastRng::from_dice(&mut rng);
    let opening = Opening::first(n_seats, Seat::new(number as usize % n_seats as usize));
    let mut state = game.deal(&opening, &mut Dice::at(&seed, 0), &mut Silent);
    let mut bit_hand = game.bit_hand(&state).expect("these rules are plain");
    let (mut by_rules, mut simulated) = (Vec::new(), Vec::new());
    for step in 1.. {
        let seat = match (game.turn(&state), bit_hand.asked()) {
            (Turn::Act(seat), Ok(asked)) => {
                assert_eq!(seat, asked);
                seat
            }
            (Turn::Over(outcome), Err(shares)) => {
                let agrees = |seat: Seat| outcome.winners.has(seat) == (shares[seat.index()] > 0.0);
                assert!(Seat::first(n_seats).all(agrees), "{outcome:?}, {shares:?}");
                return step;
            }
            (turn, asked) => panic!("{turn:?}, {asked:?}"),
        };
        by_rules.clear();
        simulated.clear();
        game.legal(&state, seat, &mut by_rules);
        bit_hand.list(&mut simulated);
        assert_eq!(by_rules, simulated);
        assert_eq!(game.heuristic(game.seat_view(&state, seat), &mut rng), bit_hand.heuristic());
        let action = *rng.pick(&by_rules).expect("a question has an answer");
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step.into()), &mut Silent).expect("legal");
        bit_hand.act(action, &mut unused);
    }
    unreachable!("games end")
}

#[test]
fn the_simulator_agrees_with_the_rules_at_every_step() {
    let mut steps = 0;
    for_each_deal(|game, n_seats, number| steps += compare_game(game, n_seats, number));
    assert!(steps > 20_000, "only {steps} steps were compared");
}

/// Samples some worlds and checks that known cards are in their places and
/// that no card is in two hands.
fn check_samples(game: &Classic, state: &State, seat: Seat, rng: &mut Dice) {
    let view = game.view(state, Viewer::Seat(seat));
    let belief = game.believe(&view, seat, &Memory::default());
    let mut sampler = BitHandSampler::of(game, &belief).expect("these rules are plain");
    let mut fast_dice = FastRng::from_dice(rng);
    for _ in 0..3 {
        let world = sampler.sample(&mut fast_dice);
        assert_eq!(world.hand(seat), game.seat_view(state, seat).faces());
        let hands = Seat::first(view.public.seats).map(|seat| world.hand(seat));
        // For disjoint sets, and only for those, XOR and OR are the same.
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
fn sampled_worlds_agree_with_the_view() {
    let mut checked = 0;
    for_each_deal(|game, n_seats, number| {
        crate::bots::common::walk(game, n_seats, number, |state, seat, options, _, rng| {
            checked += 1;
            check_samples(game, state, seat, rng);
            *rng.pick(options).expect("a question has an answer")
        });
    });
    assert!(checked > 10_000, "only {checked} positions were checked");
}

/// Counts the cards of the other hand that samples get right, without and with
/// a memory of its actions, while both seats play the greedy baseline.
fn guessed_cards(game: &Classic, number: u64) -> [u32; 2] {
    let seed = Seed::from_number(number);
    let (me, other, mut rng) = (Seat::A, Seat::new(1), Dice::at(&seed, u64::MAX));
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
            let truth = game.bit_hand(&state).expect("these rules are plain").hand(other);
            for (right, memory) in right.iter_mut().zip([&Memory::default(), &memory]) {
                let belief = game.believe(&view, me, memory);
                let mut sampler = BitHandSampler::of(game, &belief).expect("these rules are plain");
                let mut fast_dice = FastRng::from_dice(&mut rng);
                for _ in 0..20 {
                    *right += (sampler.sample(&mut fast_dice).hand(other) & truth).count_ones();
                }
            }
        }
        let action = game.greedy(game.seat_view(&state, seat), &mut rng);
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut log).expect("legal");
    }
    right
}

#[test]
fn memory_makes_guesses_a_fifth_better() {
    let rules = crate::bots::common::rules("crazy-eights", "openspiel", "");
    let Rules::Classic(game) = &rules.rules else { unreachable!("asked for Crazy Eights") };
    let mut right = [0; 2];
    for number in 0..100 {
        for (total, guessed) in right.iter_mut().zip(guessed_cards(game, number)) {
            *total += guessed;
        }
    }
    assert!(right[1] * 10 > right[0] * 12, "cards guessed without and with a memory: {right:?}");
}
