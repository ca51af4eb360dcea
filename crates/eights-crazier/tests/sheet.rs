//! Rule sheets: what is wrong is told at once, and where; what is right is played.

mod common;

use eights::Game;
use eights_crazier::{CardFile, Crazier};

fn problems(overrides: &str) -> String {
    match Crazier::read(&common::paper(overrides)) {
        Ok(_) => String::new(),
        Err(problems) => problems.iter().map(|it| format!("{it}\n")).collect(),
    }
}

#[test]
fn the_shipped_sheet_says_what_it_says() {
    let game = common::with("");
    assert_eq!(game.seats(), 2..=8);
    assert_eq!((game.cards().len(), game.pack(4).len(), game.pack(5).len()), (52, 52, 104));
    let same = common::with("title = \"Another name\"");
    let meaning = |game: &Crazier| serde_json::to_string(&game.meaning()).expect("a meaning can be written");
    assert_eq!(meaning(&game), meaning(&same));
    assert_ne!(meaning(&game), meaning(&common::with("deal.hand = 8")));
    assert_ne!(meaning(&game), meaning(&common::with(common::BOTH)));
}

#[test]
fn everything_wrong_is_told() {
    for (with, wanted) in [
        ("deck.cards = [\"orignal\"]", "did you mean \"original\""),
        ("deck.cards = [\"many-colours\"]", "no eight"),
        ("deck.cards = [\"original\", \"original\"]", "already the name of a card"),
        ("deck.cards = []", "no eight"),
        ("players.min = 5, players.max = 3", "nobody can play"),
        ("teams = pairs", "multiple of 2"),
        ("teams = threes, players.min = 6", "multiple of 3"),
        ("deal.hand = 20, players.min = 4", "need 85 cards"),
        ("deal.hand = 0", "deal.hand"),
        ("turn.early-discard = sometimes", "never, allowed"),
        ("fuel = 3", "fuel"),
        ("hands = 3", "unknown key"),
    ] {
        let found = problems(with);
        assert!(found.contains(wanted), "{with}: {found:?}");
    }
    let both = problems("deck.cards = [\"orignal\"], players.min = 5, players.max = 3");
    assert_eq!(both.lines().count(), 2, "{both}");
}

#[test]
fn small_decks_have_fewer_seats() {
    assert_eq!(common::with("deal.hand = 20").seats(), 2..=2);
    assert_eq!(common::with("deal.hand = 12").seats(), 2..=3);
}

#[test]
fn cards_by_name_and_by_file() {
    let paper = common::paper("");
    let fetch = |name: &str| (name == "mine.toml").then(|| eights_crazier::MANY_COLOURS.to_owned());
    let game = Crazier::read_cards(&paper, "original, mine.toml", &fetch).expect("a deck");
    assert_eq!(game.cards().len(), 67);
    let wrong = |_: &str| Some("title = 3".to_owned());
    let problems = Crazier::read_cards(&paper, "mine.toml", &wrong).expect_err("no card file");
    assert!(problems.len() > 1 && problems.iter().all(|it| it.file == "mine.toml"), "{problems:?}");
    assert!(Crazier::read_cards(&paper, "nowhere.toml", &|_| None).is_err());
    assert!(CardFile::read("mine.toml", "").is_err());
}
