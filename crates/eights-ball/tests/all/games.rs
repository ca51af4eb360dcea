//! Plays many whole games: greedy games end without the turn cap, and random games lose no card.

use eights::{Game, Referee, Seat, Seed, Viewer};
use eights_ball::{Ending, Step, View, rate};

/// The results of greedy games: wins of the first and the second player, stalemates, turn caps, and the
/// turns of each game.
struct Run {
    won: [u32; 2],
    stalemates: u32,
    caps: u32,
    turns: Vec<u16>,
}

fn greedy(numbers: std::ops::Range<u64>) -> Run {
    let ball = crate::common::standard();
    let mut run = Run { won: [0; 2], stalemates: 0, caps: 0, turns: Vec::new() };
    for number in numbers {
        let seed = Seed::from_number(number);
        let mut luck = crate::common::Luck(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut state = crate::common::deal(&ball, &seed);
        crate::common::play_greedily(&ball, &mut state, &seed, &mut luck, rate);
        let public = ball.view(&state, Viewer::Public).public;
        run.turns.push(public.turns);
        match public.step {
            Step::Over(Ending::Eight(seat)) => run.won[seat.index()] += 1,
            Step::Over(Ending::Stalemate) => run.stalemates += 1,
            _ => run.caps += 1,
        }
    }
    run
}

/// Checks one of four runs of 5,000 games, which the test runner can play in parallel.
fn greedy_games_end(part: u64) {
    let mut run = greedy(part * 5_000..(part + 1) * 5_000);
    run.turns.sort_unstable();
    let median = run.turns[run.turns.len() / 2];
    let [first, second] = run.won;
    println!("won {first} and {second}, {} stalemates, median {median} turns", run.stalemates);
    assert_eq!(run.caps, 0, "a game reached the turn cap");
    assert_eq!(first + second + run.stalemates, 5_000);
    let share = f64::from(first) / f64::from(first + second);
    // Four standard deviations of an even game.
    assert!((share - 0.5).abs() < 0.03, "the first player wins {share}");
    assert!((90..140).contains(&median), "median {median}");
}

#[test]
fn greedy_games_end_first_part() {
    greedy_games_end(0);
}

#[test]
fn greedy_games_end_second_part() {
    greedy_games_end(1);
}

#[test]
fn greedy_games_end_third_part() {
    greedy_games_end(2);
}

#[test]
fn greedy_games_end_fourth_part() {
    greedy_games_end(3);
}

fn n_cards(view: &View) -> usize {
    view.table.n_cards()
}

#[test]
fn random_games_end_and_lose_no_card() {
    let ball = crate::common::standard();
    let mut options = Vec::new();
    let mut luck = crate::common::Luck(77);
    for number in 0..5_000 {
        let seed = Seed::from_number(number);
        let mut state = crate::common::deal(&ball, &seed);
        let steps = crate::common::play_randomly(&ball, &mut state, &seed, &mut luck, &mut options);
        let view = ball.view(&state, Viewer::Referee(Referee::trusted()));
        assert!(steps < 2_000, "300 turns have at most five answers each");
        assert_eq!(n_cards(&view), 99);
        let hands = [Seat::A, Seat::new(1)].map(|seat| view.hand(seat).count());
        assert!(
            matches!(view.public.step, Step::Over(Ending::Eight(_) | Ending::Stalemate)) || hands == [4, 4]
        );
    }
}
