//! Tables of fixed words, shared by parsers and printers.

use winnow::Parser;

use super::stream::{Read, Words, one_of, word_for};
use crate::ability::{Actor, Chooser, End, Extra, Number, Other, Party, Rival, Side, Subject, Who, Whose};
use crate::ability::{Heap, Noun};
use crate::card::{Colour, Rank};

/// The players who can do a step, as its subject.
pub(super) const WHO: &[(Who, &str)] = &[
    (Who::You, "you"),
    (Who::Player, "a player of your choice"),
    (Who::Opponent, "an opponent of your choice"),
    (Who::EachPlayer, "each player"),
    (Who::EachOpponent, "each opponent"),
    (Who::They, "that player"),
];

pub(super) const WHOSE: &[(Whose, &str)] = &[
    (Whose::Yours, "your turn"),
    (Whose::EachPlayers, "each player's turn"),
    (Whose::EachOpponents, "each opponent's turn"),
];

/// The players in a pattern.
pub(super) const PARTY: &[(Party, &str)] =
    &[(Party::You, "you"), (Party::Opponent, "an opponent"), (Party::Player, "a player")];

/// The players in a condition.
pub(super) const SUBJECT: &[(Subject, &str)] = &[
    (Subject::You, "you"),
    (Subject::Opponent, "an opponent"),
    (Subject::Player, "a player"),
    (Subject::They, "that player"),
];

pub(super) const RIVAL: &[(Rival, &str)] = &[(Rival::Opponent, "an opponent"), (Rival::They, "that player")];

/// You, or the player in focus.
pub(super) const ACTOR: &[(Actor, &str)] = &[(Actor::You, "you"), (Actor::They, "that player")];

/// Whose hand is looked at or exchanged with.
pub(super) const OTHER: &[(Other, &str)] = &[
    (Other::Player, "another player of your choice"),
    (Other::Opponent, "an opponent of your choice"),
    (Other::They, "that player"),
];

/// Who controls the watched cards.
pub(super) const SIDE: &[(Side, &str)] = &[
    (Side::Anyone, "in play"),
    (Side::You, "that you control"),
    (Side::Opponent, "that an opponent controls"),
];

pub(super) const CHOOSER: &[(Chooser, &str)] =
    &[(Chooser::You, "of your choice"), (Chooser::They, "of their choice")];

/// The ends of the draw pile.
pub(super) const END: &[(End, &str)] =
    &[(End::Top, "on top of the draw pile"), (End::Bottom, "on the bottom of the draw pile")];

pub(super) const HEAP: &[(Heap, &str)] = &[(Heap::Play, "in play"), (Heap::Discard, "in the discard pile")];

/// What a player may do more often.
pub(super) const EXTRA: &[(Extra, &str)] = &[(Extra::Discard, "discard"), (Extra::Play, "play")];

/// The same in the past tense.
pub(super) const EXTRA_DONE: &[(Extra, &str)] = &[(Extra::Discard, "discarded"), (Extra::Play, "played")];

pub(super) const COLOUR: &[(Colour, &str)] = &[
    (Colour::Purple, "purple"),
    (Colour::Green, "green"),
    (Colour::Blue, "blue"),
    (Colour::Orange, "orange"),
];

/// Nouns in the singular.
pub(super) const NOUN: &[(Noun, &str)] = &[
    (Noun::Card, "card"),
    (Noun::Asset, "asset"),
    (Noun::Event, "event"),
    (Noun::Rank(Rank::Ace), "ace"),
    (Noun::Rank(Rank::Two), "two"),
    (Noun::Rank(Rank::Three), "three"),
    (Noun::Rank(Rank::Four), "four"),
    (Noun::Rank(Rank::Five), "five"),
    (Noun::Rank(Rank::Six), "six"),
    (Noun::Rank(Rank::Seven), "seven"),
    (Noun::Rank(Rank::Eight), "eight"),
    (Noun::Rank(Rank::Nine), "nine"),
    (Noun::Rank(Rank::Ten), "ten"),
    (Noun::Rank(Rank::Jack), "jack"),
    (Noun::Rank(Rank::Queen), "queen"),
    (Noun::Rank(Rank::King), "king"),
];

/// Nouns in the plural.
pub(super) const NOUNS: &[(Noun, &str)] = &[
    (Noun::Card, "cards"),
    (Noun::Asset, "assets"),
    (Noun::Event, "events"),
    (Noun::Rank(Rank::Ace), "aces"),
    (Noun::Rank(Rank::Two), "twos"),
    (Noun::Rank(Rank::Three), "threes"),
    (Noun::Rank(Rank::Four), "fours"),
    (Noun::Rank(Rank::Five), "fives"),
    (Noun::Rank(Rank::Six), "sixes"),
    (Noun::Rank(Rank::Seven), "sevens"),
    (Noun::Rank(Rank::Eight), "eights"),
    (Noun::Rank(Rank::Nine), "nines"),
    (Noun::Rank(Rank::Ten), "tens"),
    (Noun::Rank(Rank::Jack), "jacks"),
    (Noun::Rank(Rank::Queen), "queens"),
    (Noun::Rank(Rank::King), "kings"),
];

const NUMBER: &[(u8, &str)] = &[
    (1, "one"),
    (2, "two"),
    (3, "three"),
    (4, "four"),
    (5, "five"),
    (6, "six"),
    (7, "seven"),
    (8, "eight"),
    (9, "nine"),
    (10, "ten"),
    (11, "eleven"),
    (12, "twelve"),
    (13, "thirteen"),
    (14, "fourteen"),
    (15, "fifteen"),
    (16, "sixteen"),
    (17, "seventeen"),
    (18, "eighteen"),
    (19, "nineteen"),
    (20, "twenty"),
];

pub(super) fn say_number(number: Number) -> &'static str {
    word_for(NUMBER, number.get())
}

/// Parses a number from one up.
pub(super) fn read_number(words: &mut Words<'_>) -> Read<Number> {
    one_of(NUMBER).verify_map(Number::new).parse_next(words)
}

/// Parses a number from two up, where "one" is expressed in another form.
pub(super) fn read_several(words: &mut Words<'_>) -> Read<Number> {
    one_of(&NUMBER[1..]).verify_map(Number::new).parse_next(words)
}

/// The person and verb form of a step: "you draw from your hand", "that player draws from their hand".
#[derive(Clone, Copy)]
pub(super) struct Voice {
    /// Whether the doer is you.
    pub(super) you: bool,
    /// Whether the verb has its base form: "draw", not "draws".
    pub(super) bare: bool,
}

impl Voice {
    pub(super) fn verb(self, bare: &'static str, third: &'static str) -> &'static str {
        if self.bare { bare } else { third }
    }

    /// The possessive of the doer: "your" or "their".
    pub(super) fn own(self) -> &'static str {
        if self.you { "your" } else { "their" }
    }
}
