//! How many random answers a second one core gives and plays.
//!
//! `cargo run --release -p eights-ball --example speed [games]`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use eights::Seed;

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let ball = common::standard();
    let mut luck = common::Luck(0x8ba1);
    let mut options = Vec::new();
    let mut answers = 0;
    let start = Instant::now();
    for number in 0..games {
        let seed = Seed::from_number(number);
        let mut state = common::deal(&ball, &seed);
        answers += common::play_randomly(&ball, &mut state, &seed, &mut luck, &mut options);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{games} games, {answers} answers in {seconds:.2} s: {:.2} million answers a second, {:.0} games a second",
        answers as f64 / seconds / 1e6,
        games as f64 / seconds
    );
}
