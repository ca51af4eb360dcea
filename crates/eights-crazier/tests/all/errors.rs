//! Tests the error messages for wrong sentences and card files.

use eights_crazier::{CardFile, Deck, Kind, parse, parse_all, sense, shipped};
use proptest::prelude::*;

/// Each wrong sentence with its message and the sentence that was probably meant.
#[test]
fn wrong_sentences_get_a_message_and_a_suggestion() {
    let wrong = [
        "Destory a card in play of your choice.",
        "Destroy a card of your choice.",
        "At the begining of your turn, draw one card.",
        "at the beginning of your turn, draw a card.",
        "Draw two card.",
        "Draw 3 cards.",
        "Each opponent draw two cards.",
        "You may discard a additional card this turn.",
        "Whenever an opponent plays an asset, that player draws a card.",
        "Cards you control can't be destroyed.",
        "If an opponent would make you draw cards, draw one less.",
        "If you control a queen draw a card.",
        "Take control of an opponent's asset.",
        "Destroy a asset of your choice that you control.",
        "Draw a card",
        "Draw a card.Draw a card.",
        "Draw  a card.",
        "Draw a card ,then draw a card.",
        "Draw a card,then draw a card.",
        "Draw a card. ",
        " Draw a card.",
        "Counter target spell.",
        "Draw a card, then draw a card, then draw a card, then draw a card, then draw a card.",
        "",
        "Zieh zwei Kärten.",
    ];
    let lines = wrong.map(|text| {
        let error = parse(text).expect_err(text);
        assert!(text.is_char_boundary(error.at));
        assert_eq!(text[..error.at].chars().count() + 1, error.column);
        assert!(parse(&error.nearest).is_ok());
        let form = error.form.map(|form| format!("\n  form: {form}")).unwrap_or_default();
        format!("{text:?}\n  {error}\n  nearest: {}{form}\n", error.nearest)
    });
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn every_wrong_sentence_of_a_text_is_reported() {
    let errors = parse_all("Draw a cart. Draw a card. Destroy it now.").expect_err("two are wrong");
    assert_eq!(errors.iter().map(|error| error.column).collect::<Vec<_>>(), [8, 38]);
}

#[test]
fn senseless_sentences_are_found() {
    let said = |kind, text: &str| sense(kind, &parse(text).expect("a sentence")[0]);
    let fine = Vec::<String>::new();
    assert_eq!(said(Kind::Event, "Draw a card."), fine);
    assert_eq!(said(Kind::Asset, "When you play an asset, destroy it."), fine);
    assert_eq!(
        said(Kind::Event, "Reveal the top two cards of the draw pile, then put them back in any order."),
        fine
    );
    for (kind, text) in [
        (Kind::Asset, "Draw a card."),
        (Kind::Event, "At the beginning of your turn, draw a card."),
        (Kind::Event, "Destroy this card."),
        (Kind::Event, "That player draws a card."),
        (Kind::Event, "Destroy it."),
        (Kind::Event, "Put them back in any order."),
        (Kind::Event, "Draw that many cards."),
        (Kind::Event, "Destroy a card of your choice that they control."),
        (Kind::Event, "Destroy a card in play of their choice."),
        (Kind::Event, "Destroy an event in play of your choice."),
        (Kind::Event, "Draw a card for each event in play."),
        (Kind::Event, "Each opponent looks at the hand of that player."),
        (
            Kind::Event,
            "Search the draw pile for an event, put it into play under your control and shuffle the draw pile.",
        ),
        (Kind::Event, "Take a card of your choice from among them into your hand."),
        (Kind::Event, "If it is a green card, draw a card."),
        (Kind::Asset, "As soon as you have a card in hand, that player loses the game."),
        (Kind::Asset, "While that player controls a queen, this card can't be destroyed."),
    ] {
        assert_eq!(said(kind, text).len(), 1, "{text} {:?}", said(kind, text));
    }
}

const BAD: &str = r#"
titel = "A set"
about = 7

[[card]]
name = "Castle"
rank = "4"
colours = ["orange"]
kind = "asset"
text = "If an opponent would make you draw cards, draw one fewer."

[[card]]
name = "castle"
rank = "jack"
colours = ["organe", "blue", "blue"]
kind = "assets"
text = "Destory this card. Draw a card when you like."
power = 3

[[card]]
rank = 7
colours = []
kind = "event"
text = "At the beginning of your turn, draw a card."

[[card]]
name = "§"
colours = "purple"
txet = "Draw a card."
"#;

#[test]
fn every_problem_of_a_file_is_reported_at_once() {
    let problems = CardFile::read("bad.toml", BAD).expect_err("nothing of it is right");
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn malformed_files_are_refused() {
    let files = [
        "",
        "card = 3",
        "[[card]",
        "title = \"a\"\ntitle = \"b\"",
        "card = [1, 2]",
        "[card]\nname = \"x\"",
        "\u{feff}x = [[[[",
    ];
    for source in files {
        assert!(!CardFile::read("bad.toml", source).expect_err(source).is_empty());
    }
    let deep = format!("x = {}", "[".repeat(100_000));
    assert!(CardFile::read("deep.toml", &deep).is_err());
    let many = format!("title='a'\nabout='b'\ncredit='c'\n{}", "[[card]]\n".repeat(5000));
    assert_eq!(CardFile::read("many.toml", &many).expect_err("too many").len(), 1);
}

#[test]
fn invalid_decks_are_refused() {
    let (original, many) = (shipped("original").expect("shipped"), shipped("many-colours").expect("shipped"));
    let wrong = |files: &[&CardFile], seats| {
        let problems = Deck::new(files, seats).expect_err("no deck");
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let said = [
        wrong(&[], 2),
        wrong(&[&many], 2),
        wrong(&[&original], 1),
        wrong(&[&original], 9),
        wrong(&[&many, &many], 3),
    ];
    insta::assert_snapshot!(said.join("\n\n"));
    assert_eq!(shipped("orginal").expect_err("no such file")[0].suggestion.as_deref(), Some("original"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// A shipped file with one piece cut out and another put in is either read completely or refused.
    #[test]
    fn damaged_files_never_panic(
        at in any::<prop::sample::Index>(),
        cut in 0usize..60,
        piece in "[ -~\n]{0,20}|.{0,5}",
    ) {
        let source = eights_crazier::ORIGINAL;
        let at = at.index(source.len());
        let end = (at + cut).min(source.len());
        let damaged = format!("{}{piece}{}", &source[..at], &source[end..]);
        match CardFile::read("damaged.toml", &damaged) {
            Ok(file) => prop_assert_eq!(file.cards.len(), file.lines.len()),
            Err(problems) => {
                prop_assert!(!problems.is_empty());
                for problem in problems {
                    prop_assert_eq!(problem.to_string().lines().count(), 1);
                }
            }
        }
    }
}
