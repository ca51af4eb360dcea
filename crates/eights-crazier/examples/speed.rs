//! How many random answers a second one core gives and plays, and how long imagining a world takes.
//!
//! `cargo run --release -p eights-crazier --example speed [games] [seats]`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use eights::{Dice, Game, Imagine, Seat, Seed, Viewer};

fn main() {
    let mut args = std::env::args().skip(1).map(|n| n.parse::<u64>().expect("a number"));
    let games = args.next().unwrap_or(20_000);
    let n_seats = args.next().unwrap_or(2) as u8;
    let game = common::with("");
    let mut luck = common::Luck(0x8ba1);
    let mut options = Vec::new();
    let (mut answers, mut unfinished) = (0, 0);
    let start = Instant::now();
    for number in 0..games {
        let seed = Seed::from_number(number);
        let mut state = common::deal(&game, n_seats, &seed);
        answers += common::play_randomly(&game, &mut state, &seed, &mut luck, &mut options, 100_000);
        unfinished += u64::from(!state.is_over());
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{games} games of {n_seats}, {answers} answers in {seconds:.2} s: {:.2} million answers a second, {:.0} games a second, {:.1} answers a game, {unfinished} unfinished",
        answers as f64 / seconds / 1e6,
        games as f64 / seconds,
        answers as f64 / games as f64,
    );
    let seed = Seed::from_number(1);
    let mut state = common::deal(&game, n_seats, &seed);
    common::play_randomly(&game, &mut state, &seed, &mut luck, &mut options, 20);
    let viewer = Viewer::Seat(Seat::A);
    let view = game.view(&state, viewer);
    let mut dice = Dice::at(&seed, 7);
    let rounds = 200_000;
    let start = Instant::now();
    let mut held = 0;
    for _ in 0..rounds {
        held += game.imagine(&view, viewer, &mut dice).is_over() as u64;
    }
    println!("imagine: {:.2} µs ({held})", start.elapsed().as_secs_f64() * 1e6 / f64::from(rounds));
    let start = Instant::now();
    for _ in 0..rounds {
        held += u64::from(game.view(&state, viewer).public.seats);
    }
    println!("view: {:.2} µs ({held})", start.elapsed().as_secs_f64() * 1e6 / f64::from(rounds));
    println!("state: {} bytes", std::mem::size_of_val(&state));
}
