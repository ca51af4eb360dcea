//! Plays many random games, checks that none hangs or loses a card, and reports how they end.
//!
//! `cargo run --release -p eights-ball --example random [games]`

#[path = "../tests/all/common/mod.rs"]
mod common;

use eights::{Game, Referee, Seed, Viewer};
use eights_ball::{Ending, Step};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let ball = common::standard();
    let mut luck = common::Luck(0x8ba1);
    let mut options = Vec::new();
    let (mut won, mut stalemates, mut caps, mut answers, mut most) = (0u64, 0u64, 0u64, 0u64, 0u64);
    for number in 0..games {
        let seed = Seed::from_number(number);
        let mut state = common::deal(&ball, &seed);
        let n = common::play_randomly(&ball, &mut state, &seed, &mut luck, &mut options);
        answers += n;
        most = most.max(n);
        let view = ball.view(&state, Viewer::Referee(Referee::trusted()));
        assert_eq!(view.table.n_cards(), 99, "game {number} lost or doubled a card");
        match view.public.step {
            Step::Over(Ending::Eight(_)) => won += 1,
            Step::Over(Ending::Stalemate) => stalemates += 1,
            Step::Over(Ending::TurnCap) => caps += 1,
            _ => unreachable!("the game was played to its end"),
        }
    }
    println!("{games} games, {answers} answers, at most {most} in a game");
    println!("won {won} | proven stalemates {stalemates} | turn cap {caps}");
}
