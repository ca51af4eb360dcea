//! Plays random hands and checks the laws that hold for every game.

use eights::{Opening, Seat, Seed, laws};
use eights_config::Document;
use eights_kit::Playable;
use last_match::LastMatch;

fn compiled(sheet: &str) -> LastMatch {
    LastMatch::compile(&Document::toml("sheet.toml", sheet).unwrap()).unwrap()
}

#[test]
fn random_hands_keep_the_laws() {
    for sheet in [LastMatch::SHIPPED[0].1, "again = false\nhand = 3", "hand = 8"] {
        let game = compiled(sheet);
        for number in 0..40 {
            let n_seats = 2 + (number % 5) as u8;
            let opening = Opening::first(n_seats, Seat::new(number as usize % usize::from(n_seats)));
            let course = laws::check(&game, &opening, &Seed::from_number(number), 100_000);
            assert!(course.over, "hand {number} with {n_seats} seats did not end");
        }
    }
}

#[test]
fn a_hand_of_nine_is_refused_with_its_place() {
    let document = Document::toml("sheet.toml", "title = 'Too many'\nhand = 9").unwrap();
    let problems = LastMatch::compile(&document).err().expect("nine cards for six players are too many");
    assert_eq!(problems[0].line, Some(2), "{problems:?}");
}
