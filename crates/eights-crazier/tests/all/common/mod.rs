//! Helpers for tests: the shipped rule set read from its folder, and random play.
#![allow(dead_code)]

use std::{fs, path::PathBuf};

use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn};
use eights_config::Document;
use eights_crazier::{Action, Crazier, State};

/// A folder of the repository that belongs to this game.
pub(crate) fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name).join("crazier-eights")
}

/// The shipped sheet with overrides.
pub(crate) fn document(overrides: &str) -> Document {
    let text = fs::read_to_string(folder("rules").join("standard.toml")).expect("the shipped rule set");
    let mut document = Document::toml("standard.toml", &text).expect("a readable sheet");
    if !overrides.is_empty() {
        document.overrides(overrides).expect("readable overrides");
    }
    document
}

/// The shipped rules with overrides.
pub(crate) fn with(overrides: &str) -> Crazier {
    Crazier::read(&document(overrides)).unwrap_or_else(|problems| {
        panic!("{overrides}: {}", problems.iter().map(|problem| format!("\n{problem}")).collect::<String>())
    })
}

/// Both card sets.
pub(crate) const BOTH: &str = "deck.cards = [\"original\", \"many-colours\"]";

/// A fast generator (xorshift64) for tests and measurements; matches use the frozen one.
pub(crate) struct Luck(pub(crate) u64);

impl Luck {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

/// Deals a game.
pub(crate) fn deal(game: &Crazier, n_seats: u8, seed: &Seed) -> State {
    game.deal(&Opening::first(n_seats, Seat::new(n_seats as usize - 1)), &mut Dice::at(seed, 0), &mut Silent)
}

/// Plays at random until the end or for at most `limit` answers; returns how many were given.
pub(crate) fn play_randomly(
    game: &Crazier,
    state: &mut State,
    seed: &Seed,
    luck: &mut Luck,
    options: &mut Vec<Action>,
    limit: u64,
) -> u64 {
    let mut step = 0;
    while let Turn::Act(seat) = game.turn(state) {
        if step >= limit {
            break;
        }
        step += 1;
        options.clear();
        game.legal(state, seat, options);
        let action = options[luck.below(options.len())];
        game.apply(state, seat, action, &mut Dice::at(seed, step), &mut Silent)
            .expect("listed answers are legal");
    }
    step
}
