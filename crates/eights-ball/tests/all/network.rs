//! The network that values positions.

use eights::{Dice, Game, Opening, Position, Seat, Seed, Setup, Silent, Turn};
use eights_ball::{Ball, Color, Face, N_ROWS, Sheet, State, compile};
use eights_kit::{HeuristicPolicy, MOST_ROWS, ValueNetwork};

use crate::common::standard;

/// The weights that ship.
const WEIGHTS: &[u8] = include_bytes!("../../src/bot/network.bin");

fn rows(game: &Ball, state: &State) -> Vec<usize> {
    let mut rows = Vec::new();
    game.network_rows(state, |row| rows.push(row));
    rows.sort_unstable();
    rows
}

/// Shows every position of some hands that the policy plays, with a slip now and then.
fn watch_hands(game: &Ball, n: u64, mut see: impl FnMut(&State)) {
    for number in 0..n {
        let seed = Seed::from_number(number);
        let mut dice = Dice::at(&seed, 1);
        let mut state = game.deal(&Opening::first(2, Seat::A), &mut Dice::at(&seed, 0), &mut Silent);
        while let Turn::Act(seat) = game.turn(&state) {
            see(&state);
            let seat_view = game.seat_view(&state, seat);
            let action = match dice.below(8) {
                0 => game.random_slip(seat_view, &mut dice),
                _ => game.heuristic(seat_view, &mut dice),
            };
            game.apply(&mut state, seat, action, &mut dice, &mut Silent).unwrap();
        }
    }
}

#[test]
fn the_weights_can_be_read_and_are_small() {
    ValueNetwork::parse(WEIGHTS, N_ROWS).unwrap();
    assert!(WEIGHTS.len() <= 250_000, "{} bytes", WEIGHTS.len());
    ValueNetwork::parse(WEIGHTS, N_ROWS + 1).unwrap_err();
}

/// The rows of a position with three colours on three positions of the table.
fn rows_with([a, b, c]: [&str; 3], [corner, other_corner, side]: [&str; 3], pocketed: &str) -> Vec<usize> {
    let game = standard();
    let pair = |one: &str, two: &str| {
        let [one, two] = [one, two].map(|name| Color::from_name(name).unwrap());
        Face::corner(one, two).unwrap()
    };
    let hands = vec![
        format!("stick-{a} cue-{b} block-{c} {}", pair(a, c)),
        format!("stick-{b} stick-{a} cue-{a} pocket-{c}"),
    ];
    let pockets = [(corner, pair(a, b)), (other_corner, pair(b, c))];
    let pockets = pockets.map(|(spot, pocket)| format!("{spot} {}", pocket.pocket_name()));
    let lines = [
        ("table", format!("{}, {side} {a}", pockets.join(", "))),
        ("discard", format!("cue-{c}")),
        ("pocketed A", pocketed.to_owned()),
        ("turn", "A".to_owned()),
    ];
    let lines = lines.map(|(key, value)| (key.to_owned(), value)).into();
    let (_, state) = game.set_up(&Position { hands, lines, shuffle: None }).unwrap();
    rows(&game, &state)
}

#[test]
fn colors_and_positions_are_interchangeable() {
    let first = rows_with(["red", "blue", "green"], ["NW", "SE", "N"], "blue");
    assert_eq!(first, rows_with(["maroon", "yellow", "purple"], ["SW", "NE", "S"], "yellow"));
    assert_ne!(first, rows_with(["red", "blue", "green"], ["NW", "SE", "N"], "red"));
}

#[test]
fn positions_have_few_rows_and_all_of_them_exist() {
    let game = standard();
    let (mut most, mut highest) = (0, 0);
    watch_hands(&game, 60, |state| {
        let rows = rows(&game, state);
        most = most.max(rows.len());
        highest = highest.max(rows[rows.len() - 1]);
    });
    // The last rows are 18 for shots.
    assert!(most <= MOST_ROWS && most > 36, "{most} rows");
    assert!((N_ROWS - 18..N_ROWS).contains(&highest), "row {highest}");
}

/// The same bits everywhere. When the weights or the rows change, so does this number.
#[test]
fn values_are_the_same_on_every_machine() {
    let game = standard();
    let mut digest = 0u64;
    watch_hands(&game, 3, |state| {
        let shares = game.value(state).unwrap();
        assert_eq!(shares[0] + shares[1], 1.0);
        digest = (digest ^ u64::from(shares[0].to_bits())).wrapping_mul(0x0100_0000_01b3);
    });
    assert_eq!(digest, 0xc430_9878_cca1_cf1e, "{digest:#x}");
}

/// On average the network is right about who wins; a coin would be off by 0.25.
#[test]
fn values_foretell_the_winner() {
    let game = standard();
    let (mut error, mut n) = (0.0, 0);
    for number in 0..200 {
        let seed = Seed::from_number(1_000 + number);
        let mut dice = Dice::at(&seed, 1);
        let mut state = game.deal(&Opening::first(2, Seat::A), &mut Dice::at(&seed, 0), &mut Silent);
        let mut guesses = Vec::new();
        let outcome = loop {
            match game.turn(&state) {
                Turn::Over(outcome) => break outcome,
                Turn::Act(seat) => {
                    guesses.push(game.value(&state).unwrap()[0]);
                    let action = game.heuristic(game.seat_view(&state, seat), &mut dice);
                    game.apply(&mut state, seat, action, &mut dice, &mut Silent).unwrap();
                }
            }
        };
        if outcome.winners.len() == 1 {
            let won = f32::from(u8::from(outcome.winners.has(Seat::A)));
            error += guesses.iter().map(|guess| (guess - won).powi(2)).sum::<f32>();
            n += guesses.len();
        }
    }
    let error = error / n as f32;
    assert!(error < 0.215, "squared error {error}");
}

#[test]
fn other_decks_and_hands_are_left_to_the_policy() {
    let mut sheet = Sheet::default();
    sheet.deal.hand = 5;
    assert!(!compile(&sheet).unwrap().values_positions());
    let mut sheet = Sheet::default();
    sheet.deck.corners.pop();
    assert!(!compile(&sheet).unwrap().values_positions());
    assert!(standard().values_positions());
}
