//! Cards on which something else is printed than on French cards: frogs instead of jacks, acorns instead of clubs.
//! Notation stays as it is, on the wire and for what is typed; names take its place in what is shown.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{
    seen::{SYMBOLS, suit_of},
    shapes,
};

/// What is printed on ranks (`J`), suits (`C`) and jokers (`*1`), where it is not what French cards show.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct PrintedNames {
    #[serde(default)]
    names: BTreeMap<String, String>,
}

/// The words of the engine for suits and ranks, and whether there are several.
const WORDS: [(&str, &str, &str); 17] = [
    ("C", "club", "clubs"),
    ("D", "diamond", "diamonds"),
    ("S", "spade", "spades"),
    ("H", "heart", "hearts"),
    ("A", "ace", "aces"),
    ("2", "two", "twos"),
    ("3", "three", "threes"),
    ("4", "four", "fours"),
    ("5", "five", "fives"),
    ("6", "six", "sixes"),
    ("7", "seven", "sevens"),
    ("8", "eight", "eights"),
    ("9", "nine", "nines"),
    ("10", "ten", "tens"),
    ("J", "jack", "jacks"),
    ("Q", "queen", "queens"),
    ("K", "king", "kings"),
];

impl PrintedNames {
    /// The names in a view of any game; none if it has none.
    pub(crate) fn in_view(view: &str) -> PrintedNames {
        serde_json::from_str(view).unwrap_or_default()
    }

    /// What is printed on a card in place of its rank, or on a joker.
    pub(crate) fn on(&self, card: &str) -> Option<&str> {
        self.names.get(rank_of(card)).map(String::as_str)
    }

    /// What stands in the corner of a card: a short name, or the first letter of a longer one, and the symbol of the
    /// suit. All of the name of a joker, which has no suit.
    pub(crate) fn corner(&self, card: &str) -> Option<String> {
        let name = self.on(card)?;
        let Some(suit) = suit_of(card) else { return Some(name.to_owned()) };
        let sign = match name.chars().count() {
            ..=2 => name.to_owned(),
            _ => name.chars().take(1).flat_map(char::to_uppercase).collect(),
        };
        Some(format!("{sign}{}", SYMBOLS[suit]))
    }

    /// The name of a card in a sentence: `frog♣`, `Unter of acorns`, `peacock`.
    pub(crate) fn card(&self, card: &str) -> Option<String> {
        let name = self.on(card);
        let Some(suit) = suit_of(card) else { return name.map(str::to_owned) };
        let rank = name.unwrap_or(rank_of(card));
        match card.chars().last().and_then(|of| self.names.get(&shapes::letters(&of.to_string()))) {
            Some(of) => Some(format!("{rank} of {of}")),
            None => name.map(|name| format!("{name}{}", SYMBOLS[suit])),
        }
    }

    /// A rank or suit that is named: `frog`, `acorns`.
    pub(crate) fn named(&self, name: &str) -> Option<&str> {
        self.names.get(name).map(String::as_str)
    }

    /// The name for the word at the start of some words of the engine, and how many of them it replaces:
    /// `jacks`, `an ace`, `two of hearts`, `joker 3`.
    pub(crate) fn spoken(&self, words: &[&str]) -> Option<(String, usize)> {
        if self.names.is_empty() {
            return None;
        }
        let word = words.first()?;
        if *word == "joker" {
            let number = words.get(1)?.trim_end_matches(ENDS);
            let name = self.names.get(&format!("*{number}"))?;
            return Some((format!("{name}{}", &words[1][number.len()..]), 2));
        }
        let article = matches!(*word, "a" | "an");
        let (word, next) = (words.get(usize::from(article))?, words.get(usize::from(article) + 1));
        let bare = word.trim_end_matches(ENDS);
        let (of, one, several) = WORDS.iter().find(|(_, one, several)| [*one, *several].contains(&bare))?;
        let name = self.names.get(*of)?;
        // Two may be a number of cards.
        let is_number = bare == *one && of.parse::<u8>().is_ok();
        if is_number && next != Some(&"of") {
            return None;
        }
        let is_suit = "CDSH".contains(of);
        let name = match bare == *several {
            true if is_suit || name.ends_with('s') => name.clone(),
            true => format!("{name}s"),
            false if is_suit => name.strip_suffix('s').unwrap_or(name).to_owned(),
            false => name.clone(),
        };
        let a = match name.starts_with(['a', 'e', 'i', 'o', 'u', '8']) {
            _ if !article => "",
            true => "an ",
            false => "a ",
        };
        Some((format!("{a}{name}{}", &word[bare.len()..]), 1 + usize::from(article)))
    }
}

/// What may follow a word in a sentence.
const ENDS: [char; 4] = ['.', ',', ';', ':'];

/// The rank of a card with a suit; all of any other text.
fn rank_of(card: &str) -> &str {
    let suit = suit_of(card).and_then(|_| card.char_indices().last());
    suit.map_or(card, |(at, _)| &card[..at])
}
