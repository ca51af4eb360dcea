//! Answering and taking penalties, in words.

use super::{
    english::{and, capital, sentences},
    kinds::{Kind, all, any, kinds},
    telling::Telling,
};
use crate::{
    face::{Face, faces},
    sheet::{AnswerWith, Missed, NothingToDraw, Sum},
};

pub(super) fn answers(telling: &Telling) -> Option<String> {
    if telling.draws() == 0 {
        return None;
    }
    let draw = "card that makes the next player draw";
    let with = match telling.choices.answer {
        AnswerWith::None => return Some("Cards that make the next player draw cannot be answered.".to_owned()),
        AnswerWith::SameFamily => by_family(telling),
        AnswerWith::AnyDrawCard => format!("A {draw} may be answered with any other that does, and with nothing else."),
        AnswerWith::EqualOrHigher => format!("A {draw} may be answered with any other that makes them draw at least as many, and with nothing else."),
    };
    let grows = match telling.choices.sum {
        Sum::Add => "The cards to be drawn add up, and the next player faces them all.",
        Sum::Double => "Each answer doubles the cards to be drawn, and the next player faces them all.",
    };
    sentences([Some(with), Some(grows.to_owned())])
}

/// Which cards answer each other.
fn by_family(telling: &Telling) -> String {
    let mut families: Vec<(u8, u64)> = Vec::new();
    for face in faces(telling.draws()) {
        let family = telling.rules.power(face).family;
        match families.iter_mut().find(|(same, _)| *same == family) {
            Some((_, bits)) => *bits |= face.bit(),
            None => families.push((family, face.bit())),
        }
    }
    let each: Vec<String> = families.iter().map(|(_, bits)| answers_itself(telling, *bits)).collect();
    let ends = |face: &Face| families.iter().any(|(family, _)| telling.rules.power(*face).cancels >> family & 1 != 0);
    let enders = faces(telling.special()).filter(ends).fold(0, |all, face| all | face.bit()) & !telling.draws();
    let apart = match enders {
        0 => "Nothing else".to_owned(),
        enders => format!("Apart from {} nothing else", all(enders, telling.pack)),
    };
    let them = if families.len() > 1 { "them" } else { "it" };
    let not_even = match telling.wild() & !telling.draws() & !enders {
        0 => String::new(),
        wild => format!(", not even {}", any(wild, telling.pack)),
    };
    let each = capital(&and(&each)).replacen(" with", " may be answered with", 1);
    format!("{each}. {apart} answers {them}{not_even}.")
}

/// "a two with another two".
fn answers_itself(telling: &Telling, family: u64) -> String {
    let single_pack = telling.runs(|n| telling.pack_for(n).words()[1] != 0).iter().all(|(_, _, more)| !more);
    match &kinds(family, telling.pack)[..] {
        [Kind { any, single: true, .. }] if single_pack => format!("{any} with nothing"),
        [Kind { any, single: true, .. }] => format!("{any} with a second one"),
        [Kind { any, .. }] => format!("{any} with {}", any.replacen("an ", "another ", 1).replacen("a ", "another ", 1)),
        _ => format!("{} with another of these", any(family, telling.pack)),
    }
}

pub(super) fn taking(telling: &Telling) -> Option<String> {
    if telling.draws() == 0 {
        return None;
    }
    let then = match telling.choices.missed {
        Missed::TurnLost => "loses the turn",
        Missed::MayPlay => "may then still play",
    };
    let answer = telling.choices.answer != AnswerWith::None;
    let who = if answer { "A player who does not answer" } else { "The next player" };
    let take = if answer { "draws all the cards at once" } else { "draws the cards at once" };
    let nothing = match telling.choices.nothing_to_draw {
        NothingToDraw::StillOwed => "When there are too few, as many are drawn as there are.",
        NothingToDraw::Lapses => {
            "When there are too few, as many are drawn as there are; when there are none at all, the card has no effect."
        }
    };
    sentences([Some(format!("{who} {take} and {then}.")), Some(nothing.to_owned())])
}
