//! The card language of Crazier Eights: single sentences and whole card files.

use eights_crazier::{CardFile, explain, icons, needs, parse, print};

/// A text that parses prints back to itself; one that does not gets an error with its place.
pub fn survive(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match parse(text) {
        Ok(abilities) => {
            assert_eq!(print(&abilities), text, "a sentence that parses prints back");
            let _ = (icons(&abilities), needs(&abilities));
        }
        Err(error) => {
            assert!(parse(&error.nearest).is_ok(), "the nearest sentence does not parse: {error}");
        }
    }
    match CardFile::read("fuzz.toml", text) {
        Ok(file) => file.cards.iter().for_each(|card| drop(explain(card).to_string())),
        Err(problems) => assert!(!problems.is_empty()),
    }
}
