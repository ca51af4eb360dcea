//! Picks of cards: "a card in play of your choice", "all other cards in play", "it".

use winnow::Parser;
use winnow::combinator::{alt, delimited, preceded};

use super::kindred::{read_cards, read_counted, read_each, read_many, read_one, read_rest};
use super::kindred::{say_cards, say_counted, say_each, say_many, say_one, say_rest};
use super::stream::{Read, Words, one_of, phrase, word_for};
use super::words::{CHOOSER, read_number, read_several, say_number};
use crate::ability::{Amount, Chooser, Count, Kindred, Number, Owner, Pick, Place};

/// The owners expressed in fixed words.
const OWNER: &[(Owner, &str)] = &[
    (Owner::Anyone, "in play"),
    (Owner::You, "that you control"),
    (Owner::Opponent, "that an opponent controls"),
    (Owner::They, "that they control"),
];

/// The places that do not depend on an owner.
const HEAP: &[(Place, &str)] =
    &[(Place::Discard, "from the discard pile"), (Place::Among, "from among them")];

pub(super) fn say_owner(owner: Owner) -> String {
    match owner {
        Owner::OpponentWith(number) => {
            format!("that an opponent with {} or more assets controls", say_number(number))
        }
        owner => word_for(OWNER, owner).to_owned(),
    }
}

pub(super) fn read_owner(words: &mut Words<'_>) -> Read<Owner> {
    let rich = delimited(phrase("that an opponent with"), read_number, phrase("or more assets controls"));
    alt((rich.map(Owner::OpponentWith), one_of(OWNER))).parse_next(words)
}

pub(super) fn say_place(place: Place) -> String {
    match place {
        Place::Play(owner) => say_owner(owner),
        heap => word_for(HEAP, heap).to_owned(),
    }
}

pub(super) fn read_place(words: &mut Words<'_>) -> Read<Place> {
    alt((read_owner.map(Place::Play), one_of(HEAP))).parse_next(words)
}

pub(super) fn say_pick(pick: &Pick) -> String {
    match *pick {
        Pick::This => "this card".to_owned(),
        Pick::It => "it".to_owned(),
        Pick::Them => "them".to_owned(),
        Pick::All { what, place } => format!("all {} {}", say_many(what), say_place(place)),
        Pick::Chosen { count, what, place, by } => {
            let (cards, choice, place_words) =
                (say_count(count, what), word_for(CHOOSER, by), say_place(place));
            match place {
                Place::Play(Owner::Anyone) => format!("{cards} {place_words} {choice}"),
                _ => format!("{cards} {choice} {place_words}"),
            }
        }
    }
}

pub(super) fn read_pick(words: &mut Words<'_>) -> Read<Pick> {
    let all = preceded(phrase("all"), (read_many, read_place)).map(|(what, place)| Pick::All { what, place });
    alt((
        phrase("this card").value(Pick::This),
        phrase("it").value(Pick::It),
        phrase("them").value(Pick::Them),
        all,
        read_chosen,
    ))
    .parse_next(words)
}

fn read_chosen(words: &mut Words<'_>) -> Read<Pick> {
    let ((count, what), (place, by)) = (read_count, read_choice).parse_next(words)?;
    Ok(Pick::Chosen { count, what, place, by })
}

/// Parses "in play of your choice", but "of your choice from the discard pile".
fn read_choice(words: &mut Words<'_>) -> Read<(Place, Chooser)> {
    let anyone = (phrase("in play").value(Place::Play(Owner::Anyone)), one_of(CHOOSER));
    let elsewhere = read_place.verify(|place| *place != Place::Play(Owner::Anyone));
    let other = (one_of(CHOOSER), elsewhere).map(|(by, place)| (place, by));
    alt((anyone, other)).parse_next(words)
}

fn say_count(count: Count, what: Kindred) -> String {
    match count {
        Count::Exactly(number) => say_counted(number, what),
        Count::UpTo(Number::ONE) => format!("up to one {}", say_rest(what)),
        Count::UpTo(number) => format!("up to {}", say_counted(number, what)),
    }
}

fn read_count(words: &mut Words<'_>) -> Read<(Count, Kindred)> {
    let one = preceded(phrase("up to one"), read_rest).map(|what| (Count::UpTo(Number::ONE), what));
    let several = preceded(phrase("up to"), (read_several, read_many));
    let up_to = several.map(|(number, what)| (Count::UpTo(number), what));
    let exactly = read_counted.map(|(number, what)| (Count::Exactly(number), what));
    alt((one, up_to, exactly)).parse_next(words)
}

/// The amount of a draw: "two cards", "a card for each asset that you control", "that many cards".
pub(super) fn say_amount(amount: Amount) -> String {
    match amount {
        Amount::ThatMany => "that many cards".to_owned(),
        Amount::Fixed(number) => say_cards(number),
        Amount::Each { number, what, owner } => {
            format!("{} for {} {}", say_cards(number), say_each(what), say_owner(owner))
        }
    }
}

pub(super) fn read_amount(words: &mut Words<'_>) -> Read<Amount> {
    let each = (read_cards, preceded(phrase("for"), (read_each, read_owner)))
        .map(|(number, (what, owner))| Amount::Each { number, what, owner });
    alt((phrase("that many cards").value(Amount::ThatMany), each, read_cards.map(Amount::Fixed)))
        .parse_next(words)
}

/// "A card in play", as the object of "choose".
pub(super) fn say_choice(what: Kindred, place: Place) -> String {
    format!("{} {}", say_one(what), say_place(place))
}

pub(super) fn read_choosable(words: &mut Words<'_>) -> Read<(Kindred, Place)> {
    (read_one, read_place).parse_next(words)
}
