//! Tests of rule sheets: every problem is reported with its place, and valid sheets compile to the
//! right rules.

use eights::Game;
use eights_config::Document;
use eights_crazier::{CardFile, Crazier};

fn problems(overrides: &str) -> String {
    match Crazier::read(&crate::common::document(overrides)) {
        Ok(_) => String::new(),
        Err(problems) => problems.iter().map(|problem| format!("{problem}\n")).collect(),
    }
}

#[test]
fn the_shipped_sheet_compiles_to_the_expected_rules() {
    let game = crate::common::with("");
    assert_eq!(game.seats(), 2..=8);
    assert_eq!((game.cards().len(), game.pack(4).len(), game.pack(5).len()), (52, 52, 104));
    let same = crate::common::with("title = \"Another name\"");
    let meaning = |game: &Crazier| serde_json::to_string(&game.meaning()).expect("a meaning can be written");
    assert_eq!(meaning(&game), meaning(&same));
    assert_ne!(meaning(&game), meaning(&crate::common::with("deal.hand = 8")));
    assert_ne!(meaning(&game), meaning(&crate::common::with(crate::common::BOTH)));
}

#[test]
fn every_problem_of_a_sheet_is_reported() {
    for (with, wanted) in [
        ("deck.cards = [\"orignal\"]", "did you mean \"original\""),
        ("deck.cards = [\"many-colours\"]", "no eight"),
        ("deck.cards = [\"original\", \"original\"]", "deck.cards[1]: \"original\" is listed twice"),
        ("deck.cards = [a, b, c, d, e, f, g, h, i]", "the list has 9 entries, it may have at most 8"),
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
fn small_decks_allow_fewer_seats() {
    assert_eq!(crate::common::with("deal.hand = 20").seats(), 2..=2);
    assert_eq!(crate::common::with("deal.hand = 12").seats(), 2..=3);
}

#[test]
fn card_sets_are_found_by_name_and_by_file() {
    let document = crate::common::document("");
    let fetch = |name: &str| (name == "mine.toml").then(|| eights_crazier::MANY_COLOURS.to_owned());
    let game = Crazier::read_cards(&document, "original, mine.toml", &fetch).expect("a deck");
    assert_eq!(game.cards().len(), 67);
    let wrong = |_: &str| Some("title = 3".to_owned());
    let problems = Crazier::read_cards(&document, "mine.toml", &wrong).expect_err("no card file");
    assert!(problems.len() > 1 && problems.iter().all(|problem| problem.file == "mine.toml"), "{problems:?}");
    assert!(Crazier::read_cards(&document, "nowhere.toml", &|_| None).is_err());
    assert!(CardFile::read("mine.toml", "").is_err());
}

#[test]
fn a_deck_of_too_many_sets_is_refused_before_any_is_read() {
    let sheet = serde_json::json!({ "deck": { "cards": vec!["original"; 20_000] } });
    let document = Document::from_value("sheet", sheet).expect("a table");
    let start = std::time::Instant::now();
    let problems = Crazier::read(&document).expect_err("too many");
    assert!(start.elapsed() < std::time::Duration::from_millis(500), "{:?}", start.elapsed());
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["sheet: deck.cards: too many entries (at most 256)"]);
    let many = ["original"; 9].join(",");
    let problems = Crazier::read_cards(&crate::common::document(""), &many, &|_| None).expect_err("too many");
    assert_eq!(problems[0].to_string(), "cards: too many card sets (at most 8)");
    let problems = Crazier::read_cards(&crate::common::document(""), "original, original", &|_| None)
        .expect_err("twice");
    assert_eq!(problems[0].to_string(), "original: this card set is named twice");
}

#[test]
fn oversized_card_files_are_refused() {
    let head = |title: &str| format!("title = '{title}'\nabout = 'b'\ncredit = 'c'\n");
    let card = |name: &str, colours: &str, text: &str| {
        format!("[[card]]\nname = '{name}'\ncolours = [{colours}]\nkind = 'event'\ntext = '{text}'\n")
    };
    let told = |source: &str| {
        let start = std::time::Instant::now();
        let problems = CardFile::read("x.toml", source).err().unwrap_or_default();
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
        assert!(problems.len() <= 101);
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let plain = card("Ox", "'blue'", "Draw a card.");
    assert_eq!(told(&(head("Mine") + &plain)), "");
    assert!(told(&"x".repeat(1 << 20)).contains("the file is too long (at most 64 KiB)"));
    assert!(told(&(head(&"t".repeat(81)) + &plain)).contains("title: is too long (at most 80 characters)"));
    let long = head("Mine") + &card("Ox", "'blue'", &"Draw a card. ".repeat(60));
    assert!(told(&long).contains("card[0].text: is too long (at most 600 characters)"));
    let colours = head("Mine") + &card("Ox", &"'blue', ".repeat(2_000), "Draw a card.");
    assert!(told(&colours).contains("card[0].colours: too many colours (at most 4)"));
    // The most expensive file within the limits: every text is long and every sentence is wrong.
    let wrong: String =
        (0..90).map(|n| card(&format!("Ox {n}"), "'blue'", &"Draw a crad. ".repeat(40))).collect();
    assert!(told(&(head("Mine") + &wrong)).contains("there are more problems"));
    assert!(told(&"[".repeat(60_000)).contains("x.toml:1:"));
}
