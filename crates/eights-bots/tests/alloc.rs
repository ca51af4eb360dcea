//! Imagined games allocate nothing: ten times as many need no more than a few.

mod common;

use allocation_counter::measure;
use eights::{Dice, Opening, Seat, Seed, Silent, Turn};
use eights_bots::{Ask, Believe, Bot, Plan, Search};
use eights_table::Rules;

/// The allocations of one answer found with so many imagined games, by a bot
/// that has thought as long before.
fn allocations<G: Believe>(game: &G, n_seats: u8, games: u32) -> u64 {
    let seed = Seed::from_number(3);
    let state = game.deal(&Opening::first(n_seats, Seat::A), &mut Dice::at(&seed, 0), &mut Silent);
    let Turn::Act(seat) = game.turn(&state) else { panic!("the game has just begun") };
    let mut options = Vec::new();
    game.legal(&state, seat, &mut options);
    assert!(options.len() > 1, "there is something to think about");
    let mut bot = Search::<G>::new(Plan::tree(games));
    let mut answer = || {
        let mut dice = Dice::at(&seed, 1);
        *bot.choose(Ask::new(game, &state, seat, &mut dice), &options)
    };
    let before = answer();
    let used = measure(|| assert_eq!(answer(), before));
    used.count_total
}

#[test]
fn imagined_games_allocate_nothing() {
    for (name, n_seats) in [("openspiel", 2), ("openspiel", 4), ("action", 4), ("score-race", 6)] {
        let rules = common::rules("crazy-eights", name, "");
        let Rules::Classic(game) = &rules.rules else { unreachable!("asked for Crazy Eights") };
        let [few, many] = [200, 2_000].map(|games| allocations(game.as_ref(), n_seats, games));
        assert!(many <= few + 8, "{name} with {n_seats} seats: {few} with 200 games, {many} with 2,000");
    }
}
