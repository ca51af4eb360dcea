//! The reminders: what players ask about a card, answered from its tree.

use crate::ability::*;
use crate::card::{Card, Kind};
use crate::need::needs;

/// The reminders of a card, each once, the most asked first.
pub(super) fn reminders(card: &Card) -> Vec<&'static str> {
    let mut all = Vec::new();
    if !needs(&card.abilities).is_empty() {
        all.push("It can be played only if there is a card to choose.");
    }
    for ability in &card.abilities {
        of_ability(ability, card, &mut all);
        let acts = ability.acts().flat_map(|act| of_act(act, card));
        all.extend(acts);
        all.extend(ability.steps().flat_map(of_step));
    }
    of_frame(card, &mut all);
    let mut once = Vec::new();
    for reminder in all {
        if !once.contains(&reminder) {
            once.push(reminder);
        }
    }
    once
}

fn of_frame(card: &Card, all: &mut Vec<&'static str>) {
    if card.is_eight() {
        all.push("It is an eight: as a discard it goes on anything, and you name the next colour.");
    }
    if card.colours.len() > 1 {
        all.push("It may be discarded on any of its colours, and on top it offers all of them.");
    }
    if card.rank.is_none() {
        all.push("It has no rank: it matches by colour only.");
    }
}

fn of_ability(ability: &Ability, card: &Card, all: &mut Vec<&'static str>) {
    match ability {
        Ability::Require(_) => all.push(match card.kind {
            Kind::Asset => "The requirement is for playing it; it may be put into play without.",
            Kind::Event => "The requirement is read while it is still in your hand.",
        }),
        Ability::Do(_) => {}
        Ability::When { moment, .. } => of_moment(moment, ability, all),
        Ability::Never { blow, .. } => all.push(match blow.fate {
            Fate::Destroyed => "It may still be chosen, taken, or put on the draw pile.",
            Fate::Captured | Fate::Recalled => "It may still be destroyed.",
        }),
        Ability::Less { draw, .. } => {
            all.push("Several of them add up; a draw never falls below nought.");
            all.extend(of_draw(*draw));
        }
        Ability::Instead { limit, deed, .. } => {
            if let Pattern::Draw(draw) = deed {
                all.extend(of_draw(*draw));
            }
            if limit.is_some() {
                all.push("The card counts how often; the count starts anew when it enters play again.");
            }
            if matches!(deed, Pattern::Blow(Blow { what: Watched::Some { what, .. }, .. }) if !what.other) {
                all.push("It works for this card too.");
            }
        }
        Ability::Allow { .. } => all.push("It counts only while this card is in play."),
        Ability::Check { .. } => {
            all.push("It is looked at after everything that happens, in anybody's turn.")
        }
    }
}

fn of_moment(moment: &Moment, ability: &Ability, all: &mut Vec<&'static str>) {
    match moment {
        Moment::Turn { edge: Edge::Beginning, .. } => {
            all.push("Not on the turn it is played: it must be in play when the turn begins.");
        }
        Moment::Turn { edge: Edge::End, .. } => {
            if ability.steps().any(|step| matches!(step, Step::Grant { .. })) {
                all.push("What may be done \"this turn\" is lost at its end.");
            }
        }
        Moment::Play(..) => all.push("It does not see itself being played."),
        Moment::After(Pattern::Draw(draw)) => all.extend(of_draw(*draw)),
        Moment::After(_) => all.push("It takes effect even if this card is gone by then."),
        Moment::Discard(..) | Moment::Enter(_) => {}
    }
}

fn of_draw(draw: Forced) -> Option<&'static str> {
    match draw {
        Forced::YouByOpponent => {
            Some("Your own draw phase and draws caused by yourself or an ally do not count.")
        }
        _ => Some("The draw of the draw phase does not count."),
    }
}

fn of_step(step: &Step) -> Vec<&'static str> {
    let mut all = Vec::new();
    match step {
        Step::Grant { extra: Extra::Discard, .. } => {
            all.push("Extra discards come on top of the usual one, one at a time, each matching the top card of that moment.");
        }
        Step::Grant { extra: Extra::Play, .. } => {
            all.push("The extra play may come before or after discards.")
        }
        _ => {}
    }
    match step.who() {
        Who::Player => all.push("You may choose yourself."),
        Who::EachPlayer => all.push("Clockwise from the player whose turn it is; you among them."),
        Who::EachOpponent => all.push("Clockwise from the player whose turn it is."),
        Who::You | Who::Opponent | Who::They => {}
    }
    all
}

fn of_act(act: &Act, card: &Card) -> Vec<&'static str> {
    let mut all = Vec::new();
    if let Some(pick) = act.pick() {
        all.extend(of_pick(pick, card));
    }
    match act {
        Act::Choose { place: Place::Discard, .. } => all.push(TOP),
        Act::Tuck { .. } => all.push("That is no destruction: a card that can't be destroyed goes too."),
        Act::Enter(_) => all.push("Putting a card into play is not playing it."),
        Act::Look(_) => all.push("Only the one who looks sees the cards; they stay where they are."),
        Act::Reveal(_) => all.push("Everybody sees the cards; those that nothing moves stay where they are."),
        Act::Search { .. } => all.push("You need not find anything; the draw pile is shuffled all the same."),
        Act::Exchange(_) => all.push(
            "You see that hand before you choose. As your last card it wins before anything is exchanged.",
        ),
        Act::Redeal(_) => all.push("No hand is empty in between, so nobody wins by it."),
        Act::Play(_) => all.push("It does not use up your play of the turn."),
        Act::PutBack { .. } => {
            all.push("You choose the cards. Putting back the last card of your hand wins.")
        }
        _ => {}
    }
    all
}

const TOP: &str =
    "The top card may be chosen; then the next discard follows the new top card, and a named colour is gone.";

fn of_pick(pick: &Pick, card: &Card) -> Option<&'static str> {
    let in_play = card.kind == Kind::Asset;
    match pick {
        Pick::Chosen { place: Place::Discard, .. } => Some(TOP),
        Pick::Chosen { what, place: Place::Play(owner), .. }
            if in_play && may_be_itself(what, *owner, card) =>
        {
            Some("It may be itself, and must be if there is nothing else.")
        }
        Pick::All { what, place: Place::Play(owner) } if in_play && may_be_itself(what, *owner, card) => {
            Some("This card is among them.")
        }
        _ => None,
    }
}

fn may_be_itself(what: &Kindred, owner: Owner, card: &Card) -> bool {
    let fits = match what.noun {
        Noun::Card | Noun::Asset => true,
        Noun::Event => false,
        Noun::Rank(rank) => card.rank == Some(rank),
    };
    let coloured = what.colour.is_none_or(|colour| card.colours.has(colour));
    !what.other && fits && coloured && matches!(owner, Owner::Anyone | Owner::You | Owner::They)
}
