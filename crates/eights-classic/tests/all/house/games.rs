//! Every shipped rule set ends its hands, for every number of players.

use eights::{Dice, Opening, Seat, Seed};

use crate::{
    common::{SHIPPED, with},
    house::endless::play_hand,
};

/// The number of random hands of each rule set. `scripts/check-all.sh` asks for 10,000, which takes a few
/// minutes without optimisation.
fn n_hands() -> u64 {
    std::env::var("EIGHTS_HANDS").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
}

#[test]
fn every_shipped_rule_set_ends_its_hands() {
    for name in SHIPPED {
        let game = with(name, "");
        let seats: Vec<u8> = eights::Game::seats(&game).collect();
        for number in 0..n_hands() {
            let seed = Seed::from_number(number);
            let n_seats = seats[number as usize % seats.len()];
            let opening = Opening::first(n_seats, Seat::new(number as usize % usize::from(n_seats)));
            let outcome = play_hand(&game, &opening, &seed, &mut Dice::at(&seed, u64::MAX));
            assert!(outcome.is_some(), "{name}: hand {number} of {n_seats} players does not end");
        }
    }
}
