//! Kinds of cards, and how many: "another blue queen", "two or more assets".

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded, terminated};

use super::stream::{Read, Words, insist, one_of, phrase, position, word_for};
use super::words::{COLOUR, NOUN, NOUNS, read_number, read_several, say_number};
use crate::ability::{Kindred, Number, Range};

/// The determiners for one card.
const ARTICLE: &[(&str, &str)] = &[("another", "another"), ("an", "an"), ("a", "a")];

/// "A card", "another blue queen".
pub(super) fn say_one(what: Kindred) -> String {
    format!("{} {}", article(what), say_single(what))
}

pub(super) fn read_one(words: &mut Words<'_>) -> Read<Kindred> {
    let at = position(words);
    let (said, mut what) = (one_of(ARTICLE), read_single).parse_next(words)?;
    what.other = said == "another";
    let right = article(what);
    if said == right { Ok(what) } else { insist(words, at, right) }
}

/// "Cards", "other blue queens".
pub(super) fn say_many(what: Kindred) -> String {
    format!("{}{}{}", other(what), colour(what), word_for(NOUNS, what.noun))
}

pub(super) fn read_many(words: &mut Words<'_>) -> Read<Kindred> {
    let (other, colour, noun) =
        (opt(phrase("other")), opt(one_of(COLOUR)), one_of(NOUNS)).parse_next(words)?;
    Ok(Kindred { other: other.is_some(), colour, noun })
}

/// "Each card", "each other blue queen".
pub(super) fn say_each(what: Kindred) -> String {
    format!("each {}", say_rest(what))
}

pub(super) fn read_each(words: &mut Words<'_>) -> Read<Kindred> {
    preceded(phrase("each"), read_rest).parse_next(words)
}

/// What follows "each" and "up to one": "card", "other blue queen".
pub(super) fn say_rest(what: Kindred) -> String {
    format!("{}{}", other(what), say_single(what))
}

pub(super) fn read_rest(words: &mut Words<'_>) -> Read<Kindred> {
    let (other, what) = (opt(phrase("other")), read_single).parse_next(words)?;
    Ok(Kindred { other: other.is_some(), ..what })
}

/// "A card", "two other cards".
pub(super) fn say_counted(number: Number, what: Kindred) -> String {
    match number {
        Number::ONE => say_one(what),
        _ => format!("{} {}", say_number(number), say_many(what)),
    }
}

pub(super) fn read_counted(words: &mut Words<'_>) -> Read<(Number, Kindred)> {
    alt(((read_several, read_many), read_one.map(|what| (Number::ONE, what)))).parse_next(words)
}

/// "A card", "two cards", without a filter.
pub(super) fn say_cards(number: Number) -> String {
    say_counted(number, Kindred::CARD)
}

pub(super) fn read_cards(words: &mut Words<'_>) -> Read<Number> {
    let several = terminated(read_several, phrase("cards"));
    alt((several, phrase("a card").value(Number::ONE))).parse_next(words)
}

/// "A queen", "two or more queens", "one or fewer queens", "no queens".
pub(super) fn say_range(range: Range, what: Kindred) -> String {
    match range {
        Range::None => format!("no {}", say_many(what)),
        Range::AtLeast(Number::ONE) => say_one(what),
        Range::AtLeast(number) => format!("{} or more {}", say_number(number), say_many(what)),
        Range::AtMost(number) => format!("{} or fewer {}", say_number(number), say_many(what)),
    }
}

pub(super) fn read_range(words: &mut Words<'_>) -> Read<(Range, Kindred)> {
    alt((read_plural_range, read_one.map(|what| (Range::AtLeast(Number::ONE), what)))).parse_next(words)
}

/// Parses a range that follows "are" rather than "is".
pub(super) fn read_plural_range(words: &mut Words<'_>) -> Read<(Range, Kindred)> {
    let more = terminated(read_several, phrase("or more")).map(Range::AtLeast);
    let fewer = terminated(read_number, phrase("or fewer")).map(Range::AtMost);
    let none = phrase("no").value(Range::None);
    (alt((none, more, fewer)), read_many).parse_next(words)
}

/// A range of cards without a filter: "two or more cards".
pub(super) fn say_card_range(range: Range) -> String {
    say_range(range, Kindred::CARD)
}

pub(super) fn read_card_range(words: &mut Words<'_>) -> Read<Range> {
    let more = terminated(read_several, phrase("or more cards")).map(Range::AtLeast);
    let fewer = terminated(read_number, phrase("or fewer cards")).map(Range::AtMost);
    let none = phrase("no cards").value(Range::None);
    let one = phrase("a card").value(Range::AtLeast(Number::ONE));
    alt((none, more, fewer, one)).parse_next(words)
}

/// "Two additional cards".
pub(super) fn say_additional(number: Number) -> String {
    match number {
        Number::ONE => "an additional card".to_owned(),
        _ => format!("{} additional cards", say_number(number)),
    }
}

pub(super) fn read_additional(words: &mut Words<'_>) -> Read<Number> {
    let several = terminated(read_several, phrase("additional cards"));
    alt((several, phrase("an additional card").value(Number::ONE))).parse_next(words)
}

/// "The top card", "the top two cards" of the draw pile.
pub(super) fn say_top(number: Number) -> String {
    match number {
        Number::ONE => "the top card of the draw pile".to_owned(),
        _ => format!("the top {} cards of the draw pile", say_number(number)),
    }
}

pub(super) fn read_top(words: &mut Words<'_>) -> Read<Number> {
    let several = terminated(read_several, phrase("cards"));
    let number = preceded(phrase("the top"), alt((several, phrase("card").value(Number::ONE))));
    terminated(number, phrase("of the draw pile")).parse_next(words)
}

/// "Card", "blue queen".
fn say_single(what: Kindred) -> String {
    format!("{}{}", colour(what), word_for(NOUN, what.noun))
}

fn read_single(words: &mut Words<'_>) -> Read<Kindred> {
    let (colour, noun) = (opt(one_of(COLOUR)), one_of(NOUN)).parse_next(words)?;
    Ok(Kindred { other: false, colour, noun })
}

/// The determiner for one card of this kind.
fn article(what: Kindred) -> &'static str {
    let vowel = say_single(what).starts_with(['a', 'e', 'o']);
    match (what.other, vowel) {
        (true, _) => "another",
        (false, true) => "an",
        (false, false) => "a",
    }
}

fn other(what: Kindred) -> &'static str {
    if what.other { "other " } else { "" }
}

fn colour(what: Kindred) -> String {
    what.colour.map(|colour| format!("{} ", word_for(COLOUR, colour))).unwrap_or_default()
}

/// Whether a range means one card: "there is a queen".
pub(super) fn is_singular(range: Range) -> bool {
    range == Range::AtLeast(Number::ONE)
}

/// "It" for one card, "them" for several.
pub(super) fn pronoun(number: Number) -> &'static str {
    if number == Number::ONE { "it" } else { "them" }
}
