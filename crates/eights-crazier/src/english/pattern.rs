//! Deeds as patterns: what happens, what would happen, and what can't happen.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded};

use super::kindred::{read_many, read_one, say_many, say_one};
use super::stream::{Read, Words, one_of, phrase, word_for};
use super::words::{PARTY, SIDE, WHOSE};
use crate::ability::{Blow, By, Edge, Fate, Forced, Moment, Party, Pattern, Watched};

/// Whether a deed happens or would happen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mood {
    /// "When it is destroyed".
    Does,
    /// "If it would be destroyed".
    Would,
}

const MAKES: &[(Forced, &str)] = &[
    (Forced::YouByOpponent, "an opponent makes you draw cards"),
    (Forced::YouByAny, "a card makes you draw cards"),
    (Forced::OpponentByYou, "you make an opponent draw cards"),
    (Forced::OpponentByAny, "a card makes an opponent draw cards"),
    (Forced::PlayerByAny, "a card makes a player draw cards"),
];

const WOULD_MAKE: &[(Forced, &str)] = &[
    (Forced::YouByOpponent, "an opponent would make you draw cards"),
    (Forced::YouByAny, "a card would make you draw cards"),
    (Forced::OpponentByYou, "you would make an opponent draw cards"),
    (Forced::OpponentByAny, "a card would make an opponent draw cards"),
    (Forced::PlayerByAny, "a card would make a player draw cards"),
];

/// The fates expressed in the passive.
const FATE: &[(Fate, &str)] = &[(Fate::Destroyed, "destroyed"), (Fate::Recalled, "taken into a hand")];

/// Who takes control: one of them, or all of them.
const TAKER: &[(By, &str)] = &[(By::Opponent, "an opponent"), (By::Anyone, "a player")];
const TAKERS: &[(By, &str)] = &[(By::Opponent, "opponents"), (By::Anyone, "players")];

const EDGE: &[(Edge, &str)] = &[(Edge::Beginning, "at the beginning of"), (Edge::End, "at the end of")];

pub(super) fn say_moment(moment: &Moment) -> String {
    match *moment {
        Moment::Turn { edge, whose } => format!("{} {}", word_for(EDGE, edge), word_for(WHOSE, whose)),
        Moment::Play(party, what) => {
            format!("when {} {} {}", word_for(PARTY, party), verb(party, "play", "plays"), say_one(what))
        }
        Moment::Discard(party, what) => {
            format!(
                "when {} {} {}",
                word_for(PARTY, party),
                verb(party, "discard", "discards"),
                say_one(what)
            )
        }
        Moment::Enter(what) => format!("when {} enters play", say_watched(what)),
        Moment::After(pattern) => format!("when {}", say_pattern(&pattern, Mood::Does)),
    }
}

pub(super) fn read_moment(words: &mut Words<'_>) -> Read<Moment> {
    let turn = (one_of(EDGE), one_of(WHOSE)).map(|(edge, whose)| Moment::Turn { edge, whose });
    let enter = (read_watched, phrase("enters play")).map(|(what, ())| Moment::Enter(what));
    let after = (|words: &mut Words<'_>| read_pattern(words, Mood::Does)).map(Moment::After);
    alt((turn, preceded(phrase("when"), alt((read_deed_of_hand, enter, after))))).parse_next(words)
}

/// "You play an asset", "an opponent discards an eight".
fn read_deed_of_hand(words: &mut Words<'_>) -> Read<Moment> {
    let party = one_of(PARTY).parse_next(words)?;
    let play = preceded(phrase(verb(party, "play", "plays")), read_one);
    let discard = preceded(phrase(verb(party, "discard", "discards")), read_one);
    alt((play.map(|what| Moment::Play(party, what)), discard.map(|what| Moment::Discard(party, what))))
        .parse_next(words)
}

pub(super) fn say_pattern(pattern: &Pattern, mood: Mood) -> String {
    match *pattern {
        Pattern::Draw(draw) => say_forced(draw, mood).to_owned(),
        Pattern::Blow(blow) => say_blow(blow, mood),
        Pattern::Lose(party) => format!("{} {} the game", word_for(PARTY, party), loses(party, mood)),
    }
}

pub(super) fn read_pattern(words: &mut Words<'_>, mood: Mood) -> Read<Pattern> {
    let draw = (|words: &mut Words<'_>| read_forced(words, mood)).map(Pattern::Draw);
    let blow = (|words: &mut Words<'_>| read_blow(words, mood)).map(Pattern::Blow);
    let lose = (|words: &mut Words<'_>| read_lose(words, mood)).map(Pattern::Lose);
    alt((draw, blow, lose)).parse_next(words)
}

pub(super) fn say_forced(draw: Forced, mood: Mood) -> &'static str {
    word_for(if mood == Mood::Would { WOULD_MAKE } else { MAKES }, draw)
}

pub(super) fn read_forced(words: &mut Words<'_>, mood: Mood) -> Read<Forced> {
    one_of(if mood == Mood::Would { WOULD_MAKE } else { MAKES }).parse_next(words)
}

fn say_blow(blow: Blow, mood: Mood) -> String {
    let what = say_watched(blow.what);
    if blow.fate == Fate::Captured {
        return format!("{} {} {what}", word_for(TAKER, blow.by), takes(mood));
    }
    let by = if blow.by == By::Opponent { " by an opponent" } else { "" };
    format!("{what} {} {}{by}", is(mood), word_for(FATE, blow.fate))
}

fn read_blow(words: &mut Words<'_>, mood: Mood) -> Read<Blow> {
    let captured = (one_of(TAKER), preceded(phrase(takes(mood)), read_watched)).map(|(by, what)| Blow {
        fate: Fate::Captured,
        what,
        by,
    });
    let passive = (read_watched, preceded(phrase(is(mood)), one_of(FATE)), opt(phrase("by an opponent")))
        .map(|(what, fate, by)| Blow { fate, what, by: by_opponent(by) });
    alt((captured, passive)).parse_next(words)
}

/// "Cards that you control can't be destroyed".
pub(super) fn say_never(blow: &Blow) -> String {
    let what = match blow.what {
        Watched::This => "this card".to_owned(),
        Watched::Some { what, side } => format!("{} {}", say_many(what), word_for(SIDE, side)),
    };
    if blow.fate == Fate::Captured {
        return format!("{} can't take control of {what}", word_for(TAKERS, blow.by));
    }
    let by = if blow.by == By::Opponent { " by opponents" } else { "" };
    format!("{what} can't be {}{by}", word_for(FATE, blow.fate))
}

pub(super) fn read_never(words: &mut Words<'_>) -> Read<Blow> {
    let captured = (one_of(TAKERS), preceded(phrase("can't take control of"), read_all_watched))
        .map(|(by, what)| Blow { fate: Fate::Captured, what, by });
    let passive = (read_all_watched, preceded(phrase("can't be"), one_of(FATE)), opt(phrase("by opponents")))
        .map(|(what, fate, by)| Blow { fate, what, by: by_opponent(by) });
    alt((captured, passive)).parse_next(words)
}

fn say_watched(what: Watched) -> String {
    match what {
        Watched::This => "this card".to_owned(),
        Watched::Some { what, side } => format!("{} {}", say_one(what), word_for(SIDE, side)),
    }
}

fn read_watched(words: &mut Words<'_>) -> Read<Watched> {
    let some = (read_one, one_of(SIDE)).map(|(what, side)| Watched::Some { what, side });
    alt((phrase("this card").value(Watched::This), some)).parse_next(words)
}

fn read_all_watched(words: &mut Words<'_>) -> Read<Watched> {
    let some = (read_many, one_of(SIDE)).map(|(what, side)| Watched::Some { what, side });
    alt((phrase("this card").value(Watched::This), some)).parse_next(words)
}

fn read_lose(words: &mut Words<'_>, mood: Mood) -> Read<Party> {
    let party = one_of(PARTY).parse_next(words)?;
    (phrase(loses(party, mood)), phrase("the game")).value(party).parse_next(words)
}

fn by_opponent(by: Option<()>) -> By {
    if by.is_some() { By::Opponent } else { By::Anyone }
}

fn verb(party: Party, bare: &'static str, third: &'static str) -> &'static str {
    if party == Party::You { bare } else { third }
}

fn loses(party: Party, mood: Mood) -> &'static str {
    if mood == Mood::Would { "would lose" } else { verb(party, "lose", "loses") }
}

fn takes(mood: Mood) -> &'static str {
    if mood == Mood::Would { "would take control of" } else { "takes control of" }
}

fn is(mood: Mood) -> &'static str {
    if mood == Mood::Would { "would be" } else { "is" }
}
