//! Counts lines of play (perft) to compare rule implementations.

use crate::{
    dice::{Dice, Seed},
    event::Silent,
    game::{Game, Turn},
};

/// The number of lines of play of `depth` answers from this state. The dice depend only on the seed
/// and the remaining depth, so the count is reproducible on any machine.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, seed: &Seed) -> u64 {
    let Turn::Act(seat) = game.turn(state) else { return u64::from(depth == 0) };
    if depth == 0 {
        return 1;
    }
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    if depth == 1 {
        return legal.len() as u64;
    }
    legal
        .into_iter()
        .map(|action| {
            let mut next = state.clone();
            let mut dice = Dice::at(seed, u64::from(depth));
            game.apply(&mut next, seat, action, &mut dice, &mut Silent).expect("taken from the legal list");
            perft(game, &next, depth - 1, seed)
        })
        .sum()
}
