//! Six small games solved exactly, with the values that an independent program found.

use std::sync::atomic::AtomicBool;

use eights_bots::BotKind;
use eights_lab::{Deals, Exploit, Runner, SmallGame, Solution, Solve, policy_of};

fn with_runner<T>(work: impl FnOnce(&Runner) -> T) -> T {
    let stop = AtomicBool::new(false);
    work(&Runner { threads: 1, stop: &stop, progress: &|_| () })
}

fn solve(game: &str, passes: u32, bots: &[BotKind], respond: Option<u32>) -> Solution {
    let game: SmallGame = game.parse().unwrap();
    let solve = Solve { game, passes, bots: bots.to_vec(), questions: 1, respond, seed: 1 };
    with_runner(|runner| solve.run(runner)).unwrap()
}

/// The numbers of positions, information sets and choices, the share that the first player wins, and what
/// a best response wins against random play beyond one half, in percent.
struct Known {
    counts: [u64; 3],
    first_wins: f64,
    random: f64,
}

fn check(game: &str, passes: u32, known: &Known) {
    let solution = solve(game, passes, &[BotKind::Random], None);
    assert_eq!([solution.positions, solution.information_sets, solution.choices], known.counts);
    let [low, high] = solution.first_wins.map(|share| 100.0 * share);
    assert!(low - 0.05 < known.first_wins && known.first_wins < high + 0.05, "{low} to {high}");
    assert!(high - low < 0.3, "{low} to {high}");
    let random = &solution.bots[0];
    assert!((100.0 * random.exploitability - known.random).abs() < 0.06, "{}", random.exploitability);
    // Against the solution nobody wins more than half, but for what is left to solve.
    assert!(random.against_solution < 0.5 + solution.exploitability);
}

#[test]
fn two_suits_of_four_where_one_must_play() {
    let known = Known { counts: [4_668, 9_176, 1_442], first_wins: 68.10, random: 11.2 };
    check("2x4-2-must", 128, &known);
}

#[test]
fn two_suits_of_four_where_one_may_draw() {
    let known = Known { counts: [36_584, 88_279, 24_019], first_wins: 67.46, random: 33.0 };
    check("2x4-2-may", 64, &known);
}

#[test]
fn two_suits_of_four_where_one_may_draw_five() {
    let known = Known { counts: [137_783, 350_857, 247_878], first_wins: 69.5, random: 34.7 };
    check("2x4-2-five", 64, &known);
}

#[test]
fn three_suits_of_three() {
    let known = Known { counts: [183_503, 340_997, 50_517], first_wins: 63.07, random: 16.8 };
    check("3x3-2-must", 32, &known);
}

#[test]
fn two_suits_of_five() {
    let known = Known { counts: [175_082, 369_191, 75_050], first_wins: 68.6, random: 8.69 };
    check("2x5-2-must", 32, &known);
}

#[test]
fn two_suits_of_five_and_three_cards_each() {
    let known = Known { counts: [193_337, 411_092, 66_723], first_wins: 65.3, random: 17.5 };
    check("2x5-3-must", 32, &known);
}

/// What a search finds against a known policy is no more than the exact best response wins, and most of it. In deals
/// that are played, it wins what it does by its policy.
#[test]
fn a_best_response_by_search_finds_most_of_the_exploitability() {
    let bots = ["greedy", "normal"].map(|name| BotKind::named(name).unwrap());
    let solution = solve("2x4-2-must", 2, &bots, Some(1_000));
    for bot in &solution.bots {
        let found = bot.responses.expect("both policies can be known");
        for wins in [found.local, found.search] {
            assert!(wins < bot.exploitability + 1e-6, "{bot:?}");
            assert!(wins > 0.9 * bot.exploitability, "{bot:?}");
        }
        let target = policy_of(bot.bot).unwrap();
        let exploit =
            Exploit { target, deals: Deals { seed: 1 }, max_deals: 2_000, worlds: 100, games: 1_000 };
        let played = with_runner(|runner| exploit.run(&solution.game.rules().unwrap(), runner)).unwrap();
        for (found, played) in [(found.local, played.local), (found.search, played.search)] {
            let spread = played.high - played.low;
            assert!((played.value - 0.5 - found).abs() < spread, "{found} and {played:?}");
            assert!(played.low > 0.5, "{played:?}");
        }
    }
}
