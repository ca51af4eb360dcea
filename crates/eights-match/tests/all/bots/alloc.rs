//! Simulated games do not allocate: a search ten times as large needs hardly more memory.

use std::sync::Arc;

use allocation_counter::measure;
use eights::{Dice, Opening, Seat, Seed, Turn, Viewer};
use eights_bots::{Bot, Question, Search, SearchConfig};
use eights_kit::{BeliefModel, Playable};
use eights_match::Visitor;

/// Counts the allocations of one answer by a bot that has witnessed the game
/// so far and has already searched once, so that its buffers have grown.
fn allocations<G: BeliefModel>(game: &G, n_seats: u8, games: u32) -> u64 {
    let seed = Seed::from_number(3);
    let mut log = Vec::new();
    let mut state = game.deal(&Opening::first(n_seats, Seat::A), &mut Dice::at(&seed, 0), &mut log);
    let mut options = Vec::new();
    let mut step = 2;
    let seat = loop {
        let Turn::Act(seat) = game.turn(&state) else { panic!("the game has just begun") };
        options.clear();
        game.legal(&state, seat, &mut options);
        if step > 8 && options.len() > 1 {
            break seat;
        }
        let action = game.heuristic(game.seat_view(&state, seat), &mut Dice::at(&seed, 100 + step));
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut log).expect("legal");
        step += 1;
    };
    let mut bot = Search::<G>::new(SearchConfig::tree(games));
    let seen: Vec<G::Seen> = log.iter().map(|event| game.witness(event, Viewer::Seat(seat))).collect();
    bot.witness(&seen);
    let mut answer = || {
        let mut dice = Dice::at(&seed, 1);
        *bot.choose(Question::new(game, &state, seat, &mut dice), &options)
    };
    let before = answer();
    let used = measure(|| assert_eq!(answer(), before));
    used.count_total
}

#[test]
fn simulated_games_do_not_allocate() {
    struct Count(u8, u32);
    impl Visitor for Count {
        type Output = u64;
        fn visit<G: Playable>(self, game: &Arc<G>) -> u64 {
            allocations(game.as_ref(), self.0, self.1)
        }
    }
    for (game, name, n_seats) in [
        ("crazy-eights", "openspiel", 2),
        ("crazy-eights", "openspiel", 4),
        ("crazy-eights", "action", 4),
        ("crazy-eights", "score-race", 6),
        ("crazier-eights", "standard", 2),
        ("crazy-8-ball", "standard", 2),
    ] {
        let rules = crate::bots::common::rules(game, name, "");
        let [few, many] = [200, 2_000].map(|games| rules.rules.visit(Count(n_seats, games)));
        assert!(
            many <= few + 8,
            "{game}, {name} with {n_seats} seats: {few} with 200 games, {many} with 2,000"
        );
    }
}
