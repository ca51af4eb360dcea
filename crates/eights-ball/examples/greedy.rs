//! Plays many games between two greedy players and reports how they end.
//!
//! `cargo run --release -p eights-ball --example greedy [games]`

#[path = "../tests/all/common/mod.rs"]
mod common;

use eights::{Seat, Seed, Viewer};
use eights_ball::{Ending, Step, rate};

use eights::Game;

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let ball = common::standard();
    let (mut first, mut second, mut stalemates, mut caps) = (0u64, 0u64, 0u64, 0u64);
    let mut turns: Vec<u16> = Vec::new();
    let start = std::time::Instant::now();
    for number in 0..games {
        let seed = Seed::from_number(number);
        let mut state = common::deal(&ball, &seed);
        let mut luck = common::Luck(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        common::play_greedily(&ball, &mut state, &seed, &mut luck, rate);
        let public = ball.view(&state, Viewer::Public).public;
        turns.push(public.turns);
        match public.step {
            Step::Over(Ending::Eight(Seat::A)) => first += 1,
            Step::Over(Ending::Eight(_)) => second += 1,
            Step::Over(Ending::Stalemate) => stalemates += 1,
            _ => caps += 1,
        }
    }
    turns.sort_unstable();
    let won = (first + second).max(1) as f64;
    let share = first as f64 / won;
    let margin = 1.96 * (share * (1.0 - share) / won).sqrt();
    println!("{games} games in {:.1} s", start.elapsed().as_secs_f64());
    println!("won {} | proven stalemates {stalemates} | turn cap {caps}", first + second);
    println!("first player wins {:.1} ± {:.1} %", 100.0 * share, 100.0 * margin);
    let at = |share: f64| turns.get((share * turns.len() as f64) as usize).copied().unwrap_or(0);
    println!(
        "turns: median {}, 5 % {}, 95 % {}, most {}",
        at(0.5),
        at(0.05),
        at(0.95),
        turns.last().unwrap_or(&0)
    );
}
