//! The network that values positions.

use std::cell::RefCell;

use eights::{Dice, Game, Opening, Seat, Seats, Seed, Silent, Turn, Viewer};
use eights_config::Document;
use eights_crazier::{Action, Crazier, NETWORK_SHAPE, Pile, State, load_network};
use eights_kit::{CardValueNetwork, HeuristicPolicy};

/// The weights that ship.
const WEIGHTS: &[u8] = include_bytes!("../../src/bot/network.bin");

fn rules(with: &str) -> Crazier {
    Crazier::read(&Document::toml("test", with).unwrap()).unwrap()
}

/// Shows every position of some hands that the policy plays, and says who won each.
fn watch_hands(game: &Crazier, n_seats: u8, n: u64, mut see: impl FnMut(&State), mut end: impl FnMut(Seats)) {
    for number in 0..n {
        let seed = Seed::from_number(3_000 + number);
        let mut dice = Dice::at(&seed, 1);
        let opening = Opening::first(n_seats, Seat::A);
        let mut state = game.deal(&opening, &mut Dice::at(&seed, 0), &mut Silent);
        loop {
            match Game::turn(game, &state) {
                Turn::Over(outcome) => break end(outcome.winners),
                Turn::Act(seat) => {
                    see(&state);
                    let action = HeuristicPolicy::heuristic(game, game.seat_view(&state, seat), &mut dice);
                    game.apply(&mut state, seat, action, &mut dice, &mut Silent).unwrap();
                }
            }
        }
    }
}

#[test]
fn the_weights_can_be_read_and_are_small() {
    CardValueNetwork::parse(WEIGHTS, NETWORK_SHAPE).unwrap();
    assert!(WEIGHTS.len() <= 250_000, "{} bytes", WEIGHTS.len());
    assert!(!load_network(&WEIGHTS[1..]), "others are refused");
}

#[test]
fn all_rows_of_a_position_exist() {
    for n_seats in [2, 3, 6] {
        let game = rules("");
        let n_rows = NETWORK_SHAPE.facts + game.cards().len() * NETWORK_SHAPE.roles;
        let see = |state: &State| {
            for seat in Seat::first(n_seats) {
                let mut n = 0;
                game.network_rows(state, seat, &mut |row| {
                    assert!(row < n_rows);
                    n += 1;
                });
                assert!(n > 20, "{n} rows");
            }
        };
        watch_hands(&game, n_seats, 3, see, |_| ());
    }
}

#[test]
fn shares_add_up_to_one() {
    let game = rules("");
    for n_seats in [2, 5] {
        let see = |state: &State| {
            let shares = game.value(state).unwrap();
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            assert!(Seat::first(n_seats).all(|seat| (0.0..=1.0).contains(&shares[seat.index()])));
        };
        watch_hands(&game, n_seats, 2, see, |_| ());
    }
}

/// On average the network is right about who wins; a coin would be off by 0.25.
#[test]
fn values_foretell_the_winner() {
    let game = rules("");
    let (guesses, errors) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
    watch_hands(
        &game,
        2,
        150,
        |state| guesses.borrow_mut().push(game.value(state).unwrap()[0]),
        |winners| {
            let won = f32::from(u8::from(winners.has(Seat::A)));
            errors.borrow_mut().extend(guesses.borrow_mut().drain(..).map(|guess| (guess - won).powi(2)));
        },
    );
    let errors = errors.into_inner();
    let error = errors.iter().sum::<f32>() / errors.len() as f32;
    assert!(error < 0.22, "squared error {error}");
}

/// The same bits everywhere. When the weights or the rows change, so does this number.
#[test]
fn values_are_the_same_on_every_machine() {
    let game = rules("");
    let mut digest = 0u64;
    let see = |state: &State| {
        let share = game.value(state).unwrap()[0];
        digest = (digest ^ u64::from(share.to_bits())).wrapping_mul(0x0100_0000_01b3);
    };
    watch_hands(&game, 2, 3, see, |_| ());
    assert_eq!(digest, 0xbbab_e103_89a4_05aa, "{digest:#x}");
}

/// Two players who keep some cards come to a hand that is too long for the network.
#[test]
fn long_hands_are_played_on() {
    let game = rules("");
    let seed = Seed::from_number(1);
    let mut state = game.deal(&Opening::first(2, Seat::A), &mut Dice::at(&seed, 0), &mut Silent);
    let cost = |state: &State| HeuristicPolicy::rollout_cost(&game, game.seat_view(state, Seat::A));
    let valued = |state: &State| game.values_from(game.seat_view(state, Seat::A));
    assert!(game.value(&state).is_some() && valued(&state));
    let early = cost(&state);
    let mut step = 0;
    while game.view(&state, Viewer::Public).public.turns <= 80 {
        let Turn::Act(seat) = Game::turn(&game, &state) else { panic!("the hand is over too early") };
        let mut options = Vec::new();
        Game::legal(&game, &state, seat, &mut options);
        step += 1;
        let many = game.seat_view(&state, seat).count(Pile::Hand(seat)) > 3;
        let waits = |option: &&Action| match option {
            Action::Discard(_) => many,
            Action::End | Action::Done | Action::No => !many,
            _ => false,
        };
        let action = *options.iter().find(waits).unwrap_or(&options[0]);
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut Silent).unwrap();
    }
    assert!(game.value(&state).is_none() && !valued(&state));
    assert!(cost(&state) > early, "playing on takes longer than asking the network");
}

#[test]
fn teams_are_left_to_the_policy() {
    assert!(rules("").values_positions());
    assert!(!rules("teams = \"pairs\"\nplayers.min = 4").values_positions());
    assert!(!rules("turn.early-discard = \"allowed\"").values_positions());
}
