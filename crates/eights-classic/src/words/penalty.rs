//! Describes answering and taking penalties.

use super::{
    context::RulesContext,
    english::{always, and, capital, sentences},
    kinds::Kind,
};
use crate::{
    face::Face,
    sheet::{AnswerWith, FirstDrawn, Missed, NothingToDraw, OtherRank, Sum},
};

pub(super) fn answers(telling: &RulesContext) -> Option<String> {
    if telling.draws() == 0 {
        return None;
    }
    let card = "A card that makes the next player draw may be answered with any other that";
    let with = match telling.choices.answer {
        AnswerWith::None => return always("Cards that make the next player draw cannot be answered."),
        AnswerWith::SameFamily => by_family(telling),
        AnswerWith::AnyDrawCard => format!("{card} does."),
        AnswerWith::EqualOrHigher => format!("{card} makes them draw at least as many."),
    };
    let grows = match telling.choices.sum {
        Sum::Add => "The cards to be drawn add up, and the next player faces them all.",
        Sum::Double => "Each answer doubles the cards to be drawn, and the next player faces them all.",
        Sum::Stays => "The number of cards to be drawn stays the same, and the next player faces them.",
    };
    sentences([Some(with), Some(nothing_else(telling)), always(grows)])
}

pub(super) fn other_rank(telling: &RulesContext) -> Option<String> {
    (telling.choices.other_rank == OtherRank::SameSuit)
        .then(|| "A card of another rank answers only on a card of its own suit.".to_owned())
}

/// The families of penalties, with the cards in each.
fn families(telling: &RulesContext) -> Vec<(u8, u64)> {
    let mut families: Vec<(u8, u64)> = Vec::new();
    for face in telling.printed().faces(telling.draws() & telling.rules.answerable) {
        let family = telling.rules.effect_of(face).family;
        match families.iter_mut().find(|(same, _)| *same == family) {
            Some((_, bits)) => *bits |= face.bit(),
            None => families.push((family, face.bit())),
        }
    }
    families
}

/// Which cards answer each other.
fn by_family(telling: &RulesContext) -> String {
    let each: Vec<String> =
        families(telling).iter().map(|(_, bits)| answers_itself(telling, *bits)).collect();
    format!("{}.", capital(&and(&each)).replacen(" with", " may be answered with", 1))
}

/// States that no other card answers, apart from those that cancel a penalty.
fn nothing_else(telling: &RulesContext) -> String {
    let families = families(telling);
    let ends = |face: &Face| {
        let effect_of = telling.rules.effect_of(*face);
        families.iter().any(|(family, _)| (effect_of.cancels | effect_of.answers) >> family & 1 != 0)
    };
    let enders = telling.printed().filter(telling.special(), &ends) & !telling.draws();
    let apart = match enders {
        0 => "Nothing else".to_owned(),
        enders => format!("Apart from {} nothing else", telling.all(enders)),
    };
    let several = families.len() > 1 && telling.choices.answer == AnswerWith::SameFamily;
    let not_even = match telling.wild() & !telling.draws() & !enders {
        0 => String::new(),
        wild => format!(", not even {}", telling.any(wild)),
    };
    format!("{apart} answers {}{not_even}.", if several { "them" } else { "it" })
}

/// Which cards answer a family: "a two with another two".
fn answers_itself(telling: &RulesContext, family: u64) -> String {
    let single_pack = telling.runs(|n| telling.pack_for(n).words()[1] != 0).iter().all(|(_, _, more)| !more);
    match &telling.kinds(family)[..] {
        [Kind { any, single: true, .. }] if single_pack => format!("{any} with nothing"),
        [Kind { any, single: true, .. }] => format!("{any} with a second one"),
        [Kind { any, .. }] => {
            let bare =
                ["an ", "a ", "one "].iter().find_map(|article| any.strip_prefix(article)).unwrap_or(any);
            format!("{any} with another {bare}")
        }
        _ => format!("{} with another of these", telling.any(family)),
    }
}

pub(super) fn taking(telling: &RulesContext) -> Option<String> {
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
    let first = (telling.choices.first_drawn == FirstDrawn::MayAnswer).then(|| {
        "The first of them is drawn alone: if it passes the penalty on, it may be laid at once.".to_owned()
    });
    sentences([Some(format!("{who} {take} and {then}.")), first, Some(nothing.to_owned())])
}
