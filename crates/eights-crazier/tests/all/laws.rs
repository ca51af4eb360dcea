//! Checks the laws of all games for 2 to 8 seats, alone and in teams, with both card sets.
//! `LAWS_TIMES=20` plays twenty times as many games.

use eights::{Opening, Seat, Seed, laws};

/// Checks random games of one rule set, for every possible number of seats.
fn keeps_the_laws(overrides: &str, games: u64, limit: u64) {
    let game = crate::common::with(overrides);
    let (least, most) = eights::Game::seats(&game).into_inner();
    let size = game.sheet().teams.size();
    let seats: Vec<u8> = (least..=most).filter(|n| n % size == 0).collect();
    let mut over = 0;
    let times = std::env::var("LAWS_TIMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    for i in 0..games * times {
        let n_seats = seats[i as usize % seats.len()];
        let opening = Opening::first(n_seats, Seat::new(i as usize % n_seats as usize));
        over += u64::from(laws::check(&game, &opening, &Seed::from_number(i), limit).over);
    }
    assert!(over > 0, "{overrides}: no game of {games} came to an end");
}

#[test]
fn the_main_deck_keeps_the_laws() {
    keeps_the_laws("", 42, 500);
}

#[test]
fn both_sets_keep_the_laws() {
    keeps_the_laws(crate::common::BOTH, 42, 500);
}

#[test]
fn games_of_two_keep_the_laws() {
    keeps_the_laws(&format!("{}, players.max = 2", crate::common::BOTH), 60, 900);
}

#[test]
fn teams_keep_the_laws() {
    keeps_the_laws("teams = pairs, players.min = 4", 18, 500);
    keeps_the_laws(
        &format!("teams = threes, players.min = 6, players.max = 6, {}", crate::common::BOTH),
        6,
        500,
    );
}

#[test]
fn options_keep_the_laws() {
    keeps_the_laws("turn.early-discard = allowed, players.max = 4", 12, 400);
    keeps_the_laws("deal.hand = 1, players.max = 4", 12, 400);
    keeps_the_laws("deck.two-decks-from = 2, players.max = 3, deal.hand = 12", 9, 400);
    keeps_the_laws("match.end = { games = 3 }, players.max = 3", 6, 400);
}
