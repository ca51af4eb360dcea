//! The other forms of shipped games that docs/family.md lists: each can be read, changes the rules and ends.

use std::{fs, path::Path};

use eights::{Dice, Game, Opening, Seat, Seed};
use eights_classic::Classic;

use crate::{common::with, house::endless::play_hand};

#[test]
fn every_listed_form_of_a_game_changes_it_and_ends_its_hands() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/family.md");
    let text = fs::read_to_string(page).expect("the page is there");
    let (_, table) = text.split_once("## Other forms of these games").expect("the heading is there");
    let mut n_forms = 0;
    for line in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", name, _, change, ""] = cells[..] else { panic!("three cells: {line}") };
        let (name, change) = (name.trim_matches('`'), change.trim_matches('`'));
        let game = with(name, change);
        assert_ne!(meaning(&game), meaning(&with(name, "")), "{name} with {change} means the same");
        let seats: Vec<u8> = game.seats().collect();
        for number in 0..40 {
            let seed = Seed::from_number(number);
            let n_seats = seats[number as usize % seats.len()];
            let opening = Opening::first(n_seats, Seat::new(number as usize % usize::from(n_seats)));
            let outcome = play_hand(&game, &opening, &seed, &mut Dice::at(&seed, u64::MAX));
            assert!(
                outcome.is_some(),
                "{name} with {change}: hand {number} of {n_seats} players does not end"
            );
        }
        n_forms += 1;
    }
    assert!(n_forms >= 50, "only {n_forms} forms were found in the table");
}

fn meaning(game: &Classic) -> String {
    serde_json::to_string(&game.meaning()).expect("rules are JSON")
}
