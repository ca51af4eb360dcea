//! Compiles the special cards of a sheet into a table with one entry per face.

use std::collections::BTreeMap;

use crate::{
    compile::reading::{Reading, path_of},
    face::{Face, Printed},
    rules::{AnotherTurn, CardEffect},
    sheet::{Binds, Draw, Effect, Form, Names, Sheet, Whom, WildCard, Word},
};

/// The powers of each face.
pub(crate) fn effects_of(sheet: &Sheet, reading: &mut Reading) -> [CardEffect; 64] {
    let written = reading.selected("cards", &mut sheet.cards.keys());
    let mut families = BTreeMap::new();
    let mut effects_of = [CardEffect::default(); 64];
    for (key, effects) in &sheet.cards {
        let own: u64 =
            (0..64).filter(|i| written[*i].is_some_and(|other| other == key)).fold(0, |all, i| all | 1 << i);
        let path = path_of("cards", key);
        let effect_of = effect_of(&path, effects, reading);
        for face in reading.printed.faces(own) {
            effects_of[face.index()] = effect_of;
            if effect_of.draw > 0 {
                let family = family(effects).map_or_else(|| kin(face), str::to_owned);
                let lowest = families.entry(family).or_insert(face.index() as u16);
                *lowest = (*lowest).min(face.index() as u16);
            }
        }
    }
    name_families(sheet, &written, &families, &mut effects_of, reading);
    effects_of
}

/// The family named in the sheet for a penalty.
fn family(effects: &[Effect]) -> Option<&str> {
    effects.iter().find_map(|effect| match effect {
        Effect::Form(Form::Draw(Draw::Form(form))) => form.family.as_deref(),
        _ => None,
    })
}

/// The default family of a card: its rank.
fn kin(face: Face) -> String {
    if face.is_joker() { "joker".into() } else { face.printed().rank_names()[face.rank() as usize].into() }
}

/// Sets the family of each penalty card and resolves `cancel` and `answer`. A family is identified by its lowest
/// face, so that its name has no influence on the compiled rules.
fn name_families(
    sheet: &Sheet,
    written: &[Option<&str>; 64],
    families: &BTreeMap<String, u16>,
    effects_of: &mut [CardEffect; 64],
    reading: &mut Reading,
) {
    for face in reading.printed.faces(u64::MAX) {
        let Some(effects) = written[face.index()].and_then(|key| sheet.cards.get(key)) else { continue };
        let effect_of = &mut effects_of[face.index()];
        if effect_of.draw > 0 {
            effect_of.family = families
                .get(&family(effects).map_or_else(|| kin(face), str::to_owned))
                .map_or(0, |face| *face as u8);
        }
    }
    for (key, effects) in &sheet.cards {
        for effect in effects {
            let what = match effect {
                Effect::Form(Form::Cancel(what)) => what,
                Effect::Form(Form::Answer(form)) => &form.to,
                _ => continue,
            };
            let ended = match families.iter().find(|(name, _)| name.eq_ignore_ascii_case(what)) {
                _ if what == "all" => families.values().fold(0, |all, family| all | 1u64 << family),
                Some((_, family)) => 1 << family,
                None => {
                    let known: Vec<&str> = families.keys().map(String::as_str).chain(["all"]).collect();
                    let message = format!(
                        "no card here makes anybody draw for {what:?}; there is {}",
                        known.join(", ")
                    );
                    reading.wrong(&path_of("cards", key), message);
                    0
                }
            };
            for i in (0..64).filter(|i| written[*i].is_some_and(|other| other == key)) {
                match effect {
                    Effect::Form(Form::Answer(_)) => effects_of[i].answers |= ended,
                    _ => effects_of[i].cancels |= ended,
                }
            }
        }
    }
}

/// The ranks of a list, as bits.
fn ranks(path: &str, list: &[String], reading: &mut Reading) -> u16 {
    list.iter().fold(0, |all, text| all | one_rank(path, text, reading).map_or(0, |rank| 1 << rank))
}

fn one_rank(path: &str, text: &str, reading: &mut Reading) -> Option<u8> {
    let rank = reading.printed.rank_named(text);
    if rank.is_none() {
        let ranks = match reading.printed {
            Printed::French => "A, 2 to 10, J, Q or K",
            Printed::Shapes => "1 to 14",
        };
        reading.wrong(path, format!("{text:?} is not a rank: {ranks}"));
    }
    rank
}

fn effect_of(path: &str, effects: &[Effect], reading: &mut Reading) -> CardEffect {
    let mut effect_of = CardEffect::default();
    let mut answers = false;
    for effect in effects {
        let twice = match effect {
            Effect::Word(Word::Wild) => std::mem::replace(&mut effect_of.wild, true),
            Effect::Word(Word::Skip) => std::mem::replace(&mut effect_of.skip, 1) > 0,
            Effect::Word(Word::Reverse) => std::mem::replace(&mut effect_of.reverse, true),
            Effect::Word(Word::RotateHands) => std::mem::replace(&mut effect_of.rotate, true),
            Effect::Word(Word::AnotherTurn) => effect_of.another.replace(AnotherTurn::Usual).is_some(),
            Effect::Word(Word::Cover) => effect_of.another.replace(AnotherTurn::Cover).is_some(),
            Effect::Form(Form::Wild(wild)) => {
                match wild {
                    WildCard::Names(names) => effect_of.names = Some(*names),
                    WildCard::Form(form) => {
                        effect_of.names = Some(form.names);
                        effect_of.must_fit = form.must_fit;
                        effect_of.binds_all = form.binds == Binds::EverybodyOnce;
                        effect_of.ranks = ranks(path, &form.ranks, reading);
                    }
                }
                std::mem::replace(&mut effect_of.wild, true)
            }
            Effect::Form(Form::Skip(n)) => std::mem::replace(&mut effect_of.skip, *n) > 0,
            Effect::Form(Form::Draw(draw)) => {
                let (cards, whom) = match draw {
                    Draw::Cards(n) => (*n, Whom::Next),
                    Draw::Form(form) => {
                        (effect_of.challenge, effect_of.at_once) = (form.challenge, form.at_once);
                        effect_of.sum = form.sum;
                        (form.cards, form.who)
                    }
                };
                effect_of.whom = whom;
                std::mem::replace(&mut effect_of.draw, cards) > 0
            }
            Effect::Form(Form::Cancel(_)) => false,
            Effect::Form(Form::Answer(form)) => {
                effect_of.adds = form.adds;
                std::mem::replace(&mut answers, true)
            }
            Effect::Form(Form::Again(again)) => effect_of.again.replace(*again).is_some(),
            Effect::Form(Form::CountsAs(rank)) => {
                effect_of.wild = true;
                effect_of.counts_as = one_rank(path, rank, reading);
                false
            }
            Effect::Form(Form::SwapHands(swap)) => effect_of.swap.replace(*swap).is_some(),
            Effect::Word(Word::ChooseNext) => std::mem::replace(&mut effect_of.chooses_next, true),
            Effect::Form(Form::FollowedBy(cards)) => {
                let cards = reading.listed(path, cards);
                std::mem::replace(&mut effect_of.followed_by, cards) != 0
            }
        };
        if twice {
            reading.wrong(path, "the same effect is named twice");
        }
    }
    let asks = effect_of.draw > 0 && effect_of.whom.is_asked();
    let passes_on = effect_of.skip > 0 || asks;
    if effect_of.another.is_some() && effect_of.again.is_some() {
        reading.wrong(path, "a card gives its player either one more card or another turn, not both");
    }
    if (effect_of.again.is_some() || effect_of.another.is_some()) && passes_on {
        reading.wrong(path, "a card that lets its player lay another cannot act on the next player as well");
    }
    let draws_next = effect_of.draw > 0 && effect_of.whom == Whom::Next;
    if answers && asks {
        reading.wrong(path, "a card that makes the next player draw already answers as penalty.answer says");
    }
    if effect_of.challenge > 0 && !(effect_of.wild && draws_next) {
        reading.wrong(path, "only a wild card that makes the next player draw can be doubted");
    }
    if effect_of.whom == Whom::PreviousAsked && (effect_of.skip > 0 || effect_of.reverse) {
        reading.wrong(path, "a card that asks the player before cannot skip or reverse as well");
    }
    if effect_of.whom == Whom::PreviousAsked && effect_of.at_once {
        reading.wrong(path, "cards that the player before draws at once are written who = \"previous\"");
    }
    let names_rank = matches!(effect_of.names, Some(Names::Rank | Names::SuitOrRank));
    if (effect_of.ranks != 0 || effect_of.binds_all) && !names_rank {
        reading.wrong(path, "ranks and binds go with a wild card that names a rank");
    }
    if effect_of.names == Some(Names::CardBelow)
        && (effect_of != CardEffect { wild: true, names: effect_of.names, ..CardEffect::default() }
            || answers)
    {
        reading.wrong(path, "a card that counts as the one below it has no effect of its own");
    }
    if effect_of.counts_as.is_some() && !effect_of.only_names() {
        reading.wrong(path, "a card that counts as another has no effect of its own");
    }
    let only_opens = CardEffect { again: effect_of.again, ..CardEffect::default() };
    if effect_of.opens_run() && (effect_of != only_opens || effects.len() > 1) {
        reading.wrong(path, "a card that opens a run does nothing else");
    }
    let asks_before = effect_of.whom == Whom::PreviousAsked;
    let goes_on = effect_of.again.is_some() || effect_of.another.is_some() || asks_before;
    if effect_of.chooses_next && (effect_of.skip > 0 || effect_of.reverse || goes_on) {
        reading
            .wrong(path, "a card whose player chooses the next one does nothing else to the order of turns");
    }
    if effect_of.followed_by != 0 && effect_of.wild {
        reading.wrong(path, "what may follow a wild card is what its player names");
    }
    if effect_of.rotate && effect_of.swap.is_some() {
        reading.wrong(path, "hands are either exchanged or passed round, not both");
    }
    effect_of
}
