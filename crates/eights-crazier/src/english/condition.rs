//! Conditions: "you control a queen", "an opponent has fewer cards in hand than you".

use winnow::Parser;
use winnow::combinator::{alt, preceded, terminated};

use super::kindred::{is_singular, read_card_range, read_many, read_one, read_plural_range, read_range};
use super::kindred::{say_card_range, say_many, say_one, say_range};
use super::stream::{Read, Words, one_of, phrase, word_for};
use super::words::{ACTOR, EXTRA_DONE, HEAP, RIVAL, SUBJECT};
use crate::ability::{Actor, Condition, Measure, Number, Range, Subject};

const TOP: &str = "the top card of the discard pile is";
const STOCK: &str = "the draw pile has";

pub(super) fn say_condition(condition: &Condition) -> String {
    match *condition {
        Condition::Control { who, range, what } => {
            let verb = if who == Subject::You { "control" } else { "controls" };
            format!("{} {verb} {}", word_for(SUBJECT, who), say_range(range, what))
        }
        Condition::Hand { who, range } => {
            format!(
                "{} {} {} in hand",
                word_for(SUBJECT, who),
                have(who == Subject::You),
                say_card_range(range)
            )
        }
        Condition::Compare { who, more, of } => {
            let (who, more) = (word_for(RIVAL, who), if more { "more" } else { "fewer" });
            match of {
                Measure::Hand => format!("{who} has {more} cards in hand than you"),
                Measure::Control(what) => format!("{who} controls {more} {} than you", say_many(what)),
            }
        }
        Condition::There { range, what, heap } => {
            let verb = if is_singular(range) { "is" } else { "are" };
            format!("there {verb} {} {}", say_range(range, what), word_for(HEAP, heap))
        }
        Condition::Stock(range) => format!("{STOCK} {}", say_card_range(range)),
        Condition::Tally { who, what, range } => {
            let (actor, have) = (word_for(ACTOR, who), have(who == Actor::You));
            format!("{actor} {have} {} {} this turn", word_for(EXTRA_DONE, what), say_card_range(range))
        }
        Condition::Top(what) => format!("{TOP} {}", say_one(what)),
        Condition::It(what) => format!("it is {}", say_one(what)),
    }
}

pub(super) fn read_condition(words: &mut Words<'_>) -> Read<Condition> {
    alt((
        read_control,
        read_hand,
        read_compare,
        read_there,
        preceded(phrase(STOCK), read_card_range).map(Condition::Stock),
        read_tally,
        preceded(phrase(TOP), read_one).map(Condition::Top),
        preceded(phrase("it is"), read_one).map(Condition::It),
    ))
    .parse_next(words)
}

fn read_control(words: &mut Words<'_>) -> Read<Condition> {
    let who = one_of(SUBJECT).parse_next(words)?;
    phrase(if who == Subject::You { "control" } else { "controls" }).parse_next(words)?;
    read_range.map(|(range, what)| Condition::Control { who, range, what }).parse_next(words)
}

fn read_hand(words: &mut Words<'_>) -> Read<Condition> {
    let who = one_of(SUBJECT).parse_next(words)?;
    phrase(have(who == Subject::You)).parse_next(words)?;
    let range = terminated(read_card_range, phrase("in hand")).parse_next(words)?;
    Ok(Condition::Hand { who, range })
}

fn read_compare(words: &mut Words<'_>) -> Read<Condition> {
    let who = one_of(RIVAL).parse_next(words)?;
    let more = |words: &mut Words<'_>| one_of(&[(true, "more"), (false, "fewer")]).parse_next(words);
    let hand =
        preceded(phrase("has"), terminated(more, phrase("cards in hand"))).map(|more| (more, Measure::Hand));
    let play = preceded(phrase("controls"), (more, read_many.map(Measure::Control)));
    let (more, of) = terminated(alt((hand, play)), phrase("than you")).parse_next(words)?;
    Ok(Condition::Compare { who, more, of })
}

fn read_there(words: &mut Words<'_>) -> Read<Condition> {
    let one = read_one.map(|what| (Range::AtLeast(Number::ONE), what));
    let cards = alt((preceded(phrase("there is"), one), preceded(phrase("there are"), read_plural_range)));
    (cards, one_of(HEAP))
        .map(|((range, what), heap)| Condition::There { range, what, heap })
        .parse_next(words)
}

fn read_tally(words: &mut Words<'_>) -> Read<Condition> {
    let who = one_of(ACTOR).parse_next(words)?;
    phrase(have(who == Actor::You)).parse_next(words)?;
    let (what, range, ()) = (one_of(EXTRA_DONE), read_card_range, phrase("this turn")).parse_next(words)?;
    Ok(Condition::Tally { who, what, range })
}

fn have(you: bool) -> &'static str {
    if you { "have" } else { "has" }
}
