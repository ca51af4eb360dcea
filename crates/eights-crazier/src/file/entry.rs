//! Reads one card of a card file: five keys and nothing else.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{MAX_TEXT_CHARS, page::Page, too_long};
use crate::card::{Card, Colour, Colours, Kind, Rank};
use crate::english::{parse_all, print};
use crate::problem::{Problem, nearest};
use crate::sense::sense;

const KEYS: [&str; 5] = ["name", "rank", "colours", "kind", "text"];
const MAX_NAME_BYTES: usize = 40;

/// A card being read, and the list its problems go into.
pub(super) struct Entry<'a, 's> {
    pub(super) page: &'a Page<'s>,
    pub(super) table: &'a DeTable<'s>,
    pub(super) span: Range<usize>,
    pub(super) number: usize,
    pub(super) problems: &'a mut Vec<Problem>,
}

impl<'a, 's> Entry<'a, 's> {
    /// The name, if there is one, and the card, if it has no problems.
    pub(super) fn read(&mut self) -> (Option<String>, Option<Card>) {
        let before = self.problems.len();
        self.strange_keys();
        let name = self.name();
        let rank = self.rank();
        let colours = self.colours();
        let kind = self.kind();
        let text = self.text().map(str::to_owned);
        let abilities = text.as_deref().map(|text| self.abilities(text, kind)).unwrap_or_default();
        if self.problems.len() > before {
            return (name, None);
        }
        let card = name.clone().zip(kind).zip(text).map(|((name, kind), text)| Card {
            name,
            rank,
            colours,
            kind,
            text,
            abilities,
        });
        (name, card)
    }

    /// Records a problem with a key, at its value.
    pub(super) fn complain(&mut self, key: &str, message: impl Into<String>) {
        self.suggest(key, message, None);
    }

    fn suggest(&mut self, key: &str, message: impl Into<String>, meant: Option<&str>) {
        let span = self.value(key).map_or(self.span.clone(), Spanned::span);
        let problem = self.page.problem(Some(span), &self.path(key), message);
        self.problems.push(Problem { suggestion: meant.map(str::to_owned), ..problem });
    }

    fn path(&self, key: &str) -> String {
        format!("card[{}].{key}", self.number)
    }

    fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'s>>> {
        self.table.get(key)
    }

    /// A value that must be a string.
    fn string(&mut self, key: &str) -> Option<&'a str> {
        let Some(value) = self.value(key) else {
            self.complain(key, "is missing");
            return None;
        };
        let text = value.get_ref().as_str();
        if text.is_none() {
            let written = self.page.slice(value.span());
            self.suggest(
                key,
                "must be a text in quotes",
                Some(&format!("'{written}'")).filter(|_| written.len() < 20).map(String::as_str),
            );
        }
        text
    }

    fn strange_keys(&mut self) {
        let table = self.table;
        for key in table.keys().filter(|key| !KEYS.contains(&key.get_ref().as_ref())) {
            let meant = nearest(key.get_ref(), KEYS).map(str::to_owned);
            let path = self.path(key.get_ref());
            let problem = self.page.problem(Some(key.span()), &path, "is not a key of a card");
            self.problems.push(Problem { suggestion: meant, ..problem });
        }
    }

    fn name(&mut self) -> Option<String> {
        let name = self.string("name")?;
        let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '\'' | ',');
        let fits = name.len() <= MAX_NAME_BYTES
            && name.trim() == name
            && name.starts_with(|c: char| c.is_ascii_alphabetic());
        if !fits || !name.chars().all(letter) {
            let wanted = format!(
                "must begin with a letter from A to Z and have at most {MAX_NAME_BYTES} such letters, digits, spaces, commas, hyphens and apostrophes"
            );
            self.complain("name", wanted);
            return None;
        }
        Some(name.to_owned())
    }

    fn rank(&mut self) -> Option<Rank> {
        self.value("rank")?;
        let word = self.string("rank")?;
        let rank = Rank::ALL.into_iter().find(|rank| rank.symbol() == word);
        if rank.is_none() {
            let meant = Rank::ALL.into_iter().find(|rank| {
                let name = format!("{rank:?}");
                name.eq_ignore_ascii_case(word) || rank.symbol().eq_ignore_ascii_case(word)
            });
            self.suggest(
                "rank",
                format!("\"{word}\" is not a rank: use A, 2 to 10, J, Q or K, or leave the key out"),
                meant.map(Rank::symbol),
            );
        }
        rank
    }

    fn colours(&mut self) -> Colours {
        let mut colours = Colours::default();
        let Some(value) = self.value("colours") else {
            self.complain("colours", "is missing");
            return colours;
        };
        let Some(list) = value.get_ref().as_array().filter(|list| !list.is_empty()) else {
            self.suggest("colours", "must be a list of one colour or more", Some("[\"purple\"]"));
            return colours;
        };
        if list.len() > Colour::ALL.len() {
            self.complain("colours", format!("too many colours (at most {})", Colour::ALL.len()));
            return colours;
        }
        for (place, value) in list.iter().enumerate() {
            let word = value.get_ref().as_str().unwrap_or("");
            let path = format!("{}[{place}]", self.path("colours"));
            let colour = Colour::ALL.into_iter().find(|colour| colour.word() == word);
            let message = match colour {
                Some(colour) if !colours.has(colour) => {
                    colours = colours.with(colour);
                    continue;
                }
                Some(_) => format!("{word} is listed twice"),
                None => format!("\"{word}\" is not a colour: use purple, green, blue or orange"),
            };
            let meant = nearest(word, Colour::ALL.map(Colour::word)).filter(|_| colour.is_none());
            let problem = self.page.problem(Some(value.span()), &path, message);
            self.problems.push(Problem { suggestion: meant.map(str::to_owned), ..problem });
        }
        colours
    }

    fn kind(&mut self) -> Option<Kind> {
        let word = self.string("kind")?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        if kind.is_none() {
            let meant = nearest(word, Kind::ALL.map(Kind::word));
            self.suggest("kind", format!("\"{word}\" is not a kind: use asset or event"), meant);
        }
        kind
    }

    fn text(&mut self) -> Option<&'a str> {
        let text = self.string("text")?;
        if text.chars().count() > MAX_TEXT_CHARS {
            self.complain("text", too_long(MAX_TEXT_CHARS));
            return None;
        }
        Some(text)
    }

    fn abilities(&mut self, text: &str, kind: Option<Kind>) -> Vec<crate::ability::Ability> {
        match parse_all(text) {
            Ok(abilities) => {
                for ability in &abilities {
                    for wrong in kind.map(|kind| sense(kind, ability)).unwrap_or_default() {
                        let sentence = print(std::slice::from_ref(ability));
                        self.complain("text", format!("\"{sentence}\" makes no sense: {wrong}"));
                    }
                }
                abilities
            }
            Err(errors) => {
                for error in errors {
                    let place = self.place_in_text(text, error.at);
                    let problem = self.page.problem(Some(place), &self.path("text"), error.message());
                    self.problems.push(Problem { suggestion: Some(error.nearest), ..problem });
                }
                Vec::new()
            }
        }
    }

    /// The position in the file of a byte of the text, or the start of the text if it is written with
    /// escapes.
    fn place_in_text(&self, text: &str, at: usize) -> Range<usize> {
        let span = self.value("text").map_or(self.span.clone(), Spanned::span);
        let written = self.page.slice(span.clone());
        let plain = written.len() == text.len() + 2 && written.get(1..written.len() - 1) == Some(text);
        let start = if plain { span.start + 1 + at } else { span.start };
        start..span.end
    }
}
