//! Property tests of the card language: every printed text parses, and only texts that print back parse.

use eights_crazier::ability::Ability;
use eights_crazier::english::{FORMS, MAX_TEXT_BYTES};
use eights_crazier::{parse, parse_all, print};
use proptest::prelude::*;

use crate::trees;

/// Four generated sentences may be too long for a card.
fn fits(abilities: &[Ability]) -> bool {
    print(abilities).len() <= MAX_TEXT_BYTES
}

/// A configuration with this many cases that leaves no files behind.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn every_tree_parses_back_from_its_text(ability in trees::ability()) {
        let abilities = vec![ability];
        prop_assume!(fits(&abilities));
        let text = print(&abilities);
        match parse(&text) {
            Ok(read) => prop_assert_eq!(read, abilities),
            Err(error) => prop_assert!(false, "{}\n{}", text, error),
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn several_sentences_parse_back(mut abilities in prop::collection::vec(trees::ability(), 1..=4)) {
        while abilities.len() > 1 && !fits(&abilities) {
            abilities.pop();
        }
        prop_assume!(fits(&abilities));
        prop_assert_eq!(parse(&print(&abilities)), Ok(abilities));
    }

    /// The language is exact: a changed text either does not parse or still prints back exactly.
    #[test]
    fn changed_texts_that_parse_print_back_exactly(
        ability in trees::ability(),
        at in any::<prop::sample::Index>(),
        letter in "[a-z ,.A-Z']|",
        cut in 0usize..8,
    ) {
        let text = print(&[ability]);
        let at = at.index(text.len());
        let end = (at + cut).min(text.len());
        let changed = format!("{}{letter}{}", &text[..at], &text[end..]);
        if let Ok(read) = parse(&changed) {
            prop_assert_eq!(print(&read), changed);
        }
    }

    /// The same with whole words from elsewhere in the language.
    #[test]
    fn mixed_texts_that_parse_print_back_exactly(
        left in trees::ability(),
        right in trees::ability(),
        at in any::<prop::sample::Index>(),
        on in any::<prop::sample::Index>(),
    ) {
        let (left, right) = (print(&[left]), print(&[right]));
        let (left, right): (Vec<&str>, Vec<&str>) = (left.split(' ').collect(), right.split(' ').collect());
        let (at, on) = (at.index(left.len()), on.index(right.len()));
        let mixed = [&left[..at], &right[on..]].concat().join(" ");
        if let Ok(read) = parse(&mixed) {
            prop_assert_eq!(print(&read), mixed);
        }
    }

    #[test]
    fn random_text_never_panics(text in ".*") {
        let _ = parse_all(&text);
    }

}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn random_words_never_panic(words in prop::collection::vec(word(), 0..60)) {
        for text in [words.join(" "), words.concat(), words.join(". ")] {
            if let Err(errors) = parse_all(&text) {
                for error in errors {
                    prop_assert!(text.is_char_boundary(error.at));
                    prop_assert!(parse(&error.nearest).is_ok(), "{}", error.nearest);
                }
            }
        }
    }
}

/// Words of the language, and a few others.
fn word() -> impl Strategy<Value = &'static str> {
    let words: Vec<&str> = FORMS.iter().flat_map(|form| form.example.split(' ')).collect();
    prop_oneof![9 => prop::sample::select(words), 1 => prop::sample::select(vec!["", " ", "é", ",,", "..", "\n", "Zz"])]
}

#[test]
fn the_example_of_every_form_parses_and_prints_back() {
    for form in FORMS {
        match parse(form.example) {
            Ok(abilities) => assert_eq!(print(&abilities), form.example),
            Err(error) => panic!("{}\n{error}\n{}", form.example, error.nearest),
        }
    }
}

#[test]
fn very_long_and_very_nested_texts_are_refused() {
    let nested = "if you control a queen, ".repeat(100_000);
    let long = "x".repeat(10_000_000);
    let steps = format!("Draw a card{}.", ", then draw a card".repeat(5));
    let sentences = "Draw a card. ".repeat(40);
    let dots = ".".repeat(500);
    for text in [nested.as_str(), &long, &steps, &sentences, &dots, "(((((((", "", " ", ".", ",", "é."] {
        let error = parse(text).expect_err("no text of a card");
        assert!(parse(&error.nearest).is_ok());
    }
}

/// Every sentence quoted in the manual for card designers parses, and no form is missing from it.
#[test]
fn the_manual_covers_every_form_with_valid_sentences() {
    let manual = include_str!("../../../../docs/card-language.md");
    let quoted: Vec<&str> = manual.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    for sentence in &quoted {
        match parse(sentence) {
            Ok(abilities) => assert_eq!(&print(&abilities), sentence),
            Err(error) => panic!("{sentence}\n{error}\n{}", error.nearest),
        }
    }
    for form in FORMS {
        assert!(quoted.contains(&form.example), "the manual lacks: {}", form.example);
    }
}
