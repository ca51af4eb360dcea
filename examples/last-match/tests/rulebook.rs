//! Positions and answers, as the rules describe them.

use eights::{Fixture, GameFixture, Position, Seat};
use eights_config::Document;
use eights_kit::Playable;
use last_match::LastMatch;

fn position(hands: &[&str], discard: &str) -> GameFixture<LastMatch> {
    let game = LastMatch::compile(&Document::toml("sheet.toml", LastMatch::SHIPPED[0].1).unwrap()).unwrap();
    let hands = hands.iter().map(|hand| (*hand).to_owned()).collect();
    let lines = [("discard".to_owned(), discard.to_owned()), ("turn".to_owned(), "A".to_owned())].into();
    GameFixture::new(game, &Position { hands, lines, shuffle: None }).unwrap()
}

#[test]
fn only_the_suit_or_the_rank_of_the_top_card_fits() {
    let table = position(&["2C 7D 7H KH", "3S"], "7C");
    assert_eq!(table.options(Seat::A), ["2C", "7D", "7H"]);
}

#[test]
fn only_a_player_without_a_fitting_card_draws() {
    let mut table = position(&["2D KH", "3S"], "7C");
    assert_eq!(table.options(Seat::A), ["draw"]);
    assert!(table.act(Seat::A, "draw"));
    assert_eq!(table.asked(), Some(Seat::new(1)));
}

#[test]
fn matching_the_rank_gives_another_turn() {
    let mut table = position(&["7D 2S", "3S"], "7C");
    assert!(table.act(Seat::A, "7D"));
    assert_eq!(table.asked(), Some(Seat::A));
    let mut table = position(&["2C 2S", "3S"], "7C");
    assert!(table.act(Seat::A, "2C"));
    assert_eq!(table.asked(), Some(Seat::new(1)));
}

#[test]
fn the_last_card_wins_what_the_others_hold() {
    let mut table = position(&["2C", "3S 4S", "5S"], "7C");
    assert!(table.act(Seat::A, "2C"));
    let outcome = table.hand_over().expect("A has no cards left");
    assert!(outcome.winners.has(Seat::A));
    assert_eq!(outcome.points[Seat::A], 3);
}
