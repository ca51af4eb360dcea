//! Reminders: answers to the questions that players ask about a card, derived from its abilities.

use crate::ability::*;
use crate::card::{Card, Kind};
use crate::need::needs;

/// The reminders for a card, without duplicates, most frequently asked first.
pub(super) fn reminders(card: &Card) -> Vec<&'static str> {
    let mut all = Vec::new();
    if !needs(&card.abilities).is_empty() {
        all.push("It can be played only if there is a card to choose.");
    }
    for ability in &card.abilities {
        of_ability(ability, card, &mut all);
        all.extend(of_found(ability));
        all.extend(ability.steps().flat_map(|step| of_acts(step, ability, card)));
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
            Kind::Asset => "The requirement is for playing it: another card can put it into play without.",
            Kind::Event => "The requirement is checked while the card is still in your hand.",
        }),
        Ability::Do(_) => {}
        Ability::When { moment, .. } => of_moment(moment, ability, card, all),
        Ability::Never { blow, .. } => all.push(of_never(blow)),
        Ability::Less { draw, .. } => {
            all.push("Several of these add up, but a draw is never smaller than no card.");
            all.extend(of_draw(*draw));
        }
        Ability::Instead { limit, deed, .. } => {
            if let Pattern::Draw(draw) = deed {
                all.extend(of_draw(*draw));
            }
            if limit.is_some() {
                all.push("The count starts again when the card leaves play and comes back.");
            }
            if let Pattern::Blow(Blow { what: Watched::Some { what, side }, .. }) = deed
                && *side != Side::Opponent
                && is_one_of(what, card)
            {
                all.push("This card counts too.");
            }
        }
        Ability::Allow { .. } => all.push("It counts only while this card is in play."),
        Ability::Check { .. } => {
            all.push("This is checked after everything that happens, in every player's turn.")
        }
    }
}

/// What can still happen to a card with a "can't" ability.
fn of_never(blow: &Blow) -> &'static str {
    match (blow.fate, blow.what) {
        (Fate::Destroyed, Watched::This) => {
            "It can still be chosen, taken control of, taken into a hand or put on the draw pile."
        }
        (Fate::Destroyed, Watched::Some { .. }) => {
            "They can still be chosen, taken control of, taken into a hand or put on the draw pile."
        }
        (Fate::Captured, _) => {
            "This only prevents a change of control: cards can be destroyed or put on the draw pile unless another text forbids it."
        }
        (Fate::Recalled, _) => "This does not keep a card from being destroyed or taken control of.",
    }
}

fn of_moment(moment: &Moment, ability: &Ability, card: &Card, all: &mut Vec<&'static str>) {
    match moment {
        Moment::Turn { edge: Edge::Beginning, .. } => {
            all.push("Not on the turn it is played: it must be in play when the turn begins.");
        }
        Moment::Turn { edge: Edge::End, .. } => {
            if ability.steps().any(|step| matches!(step, Step::Grant { .. })) {
                all.push("What may be done \"this turn\" is lost when the turn ends.");
            }
        }
        Moment::Play(party, what) => {
            if *party != Party::Opponent && is_one_of(what, card) {
                all.push("Playing this card itself does not count.");
            }
        }
        Moment::After(Pattern::Draw(draw)) => all.extend(of_draw(*draw)),
        Moment::After(_) => all.push("It takes effect even if this card has left play by then."),
        Moment::Discard(..) | Moment::Enter(_) => {}
    }
}

fn of_draw(draw: Forced) -> Option<&'static str> {
    match draw {
        Forced::YouByOpponent => Some("Your own draw phase and draws caused by you or an ally do not count."),
        _ => Some("Cards drawn in the draw phase do not count."),
    }
}

/// The reminder for a text that says "that player" of one among several. (XE-PLAY-4)
fn of_found(ability: &Ability) -> Option<&'static str> {
    let (Ability::Do(clause) | Ability::When { clause, .. }) = ability else { return None };
    let condition = clause.condition.as_ref().filter(|condition| condition.singles_out())?;
    let speaks_of_them = clause.steps.iter().next().is_some_and(|step| match step {
        Step::Do { who, act, .. } => *who == Who::They || act.reads_focus(),
        step => step.who() == Who::They,
    });
    let opponents = condition.subject() == Some(Subject::Opponent);
    speaks_of_them.then_some(if opponents {
        "If this is true of several opponents, you choose one of them."
    } else {
        "If this is true of several players, you choose one of them."
    })
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
        Who::EachPlayer => {
            all.push("This goes clockwise from the player whose turn it is, and includes you.")
        }
        Who::EachOpponent => all.push("This goes clockwise from the player whose turn it is."),
        Who::You | Who::Opponent | Who::They => {}
    }
    all
}

fn of_acts(step: &Step, ability: &Ability, card: &Card) -> Vec<&'static str> {
    let Step::Do { who, act, .. } = step else { return Vec::new() };
    let mut all: Vec<&'static str> =
        act.pick().and_then(|pick| of_pick(pick, *who, ability, card)).into_iter().collect();
    match act {
        Act::Choose { place: Place::Discard, .. } => all.push(TOP),
        Act::Tuck { .. } => all.push("This is not destruction: a card that can't be destroyed goes too."),
        Act::Enter(_) => all.push("Putting a card into play is not playing it."),
        Act::Look(_) => all.push("Only the player who looks sees the cards, and they stay where they are."),
        Act::Reveal(_) => all.push("Everybody sees the cards; those that are not moved stay where they are."),
        Act::Search { number: Number::ONE, .. } => {
            all.push("If there is one, you must take it. The draw pile is shuffled in any case.")
        }
        Act::Search { .. } => all.push("You may take fewer. The draw pile is shuffled in any case."),
        Act::Exchange(_) => all.push(
            "You see that hand before you choose. As your last card it wins before anything is exchanged.",
        ),
        Act::Redeal(_) => all.push("No hand counts as empty in between, so nobody wins by it."),
        Act::Play(_) => all.push("It does not use up your play of the turn."),
        Act::PutBack { .. } if *who == Who::You => {
            all.push("You choose the cards. Putting back the last card of your hand wins.")
        }
        Act::PutBack { .. } => {
            all.push("The player who puts cards back chooses them, and wins by putting back the last one.")
        }
        _ => {}
    }
    all
}

const TOP: &str =
    "The top card may be chosen; then the next discard follows the new top card, and a named colour is gone.";

fn of_pick(pick: &Pick, who: Who, ability: &Ability, card: &Card) -> Option<&'static str> {
    if let Pick::Chosen { place: Place::Discard, .. } = pick {
        return Some(TOP);
    }
    let (Pick::Chosen { what, place: Place::Play(owner), .. }
    | Pick::All { what, place: Place::Play(owner) }) = pick
    else {
        return None;
    };
    if card.kind != Kind::Asset || !is_one_of(what, card) {
        return None;
    }
    let always = matches!(owner, Owner::Anyone | Owner::You);
    match pick {
        Pick::All { .. } if always => Some("This card is among them."),
        Pick::Chosen { count: Count::Exactly(Number::ONE), .. } if always && is_certain(ability) => {
            Some("You may choose this card, and must if there is nothing else to choose.")
        }
        Pick::Chosen { .. } if always => Some("You may choose this card too."),
        Pick::Chosen { .. } if *owner == Owner::They && may_be_you(who, ability) => {
            Some("In your own turn you may choose this card too.")
        }
        _ => None,
    }
}

/// Whether a card matches a kind in its own text.
fn is_one_of(what: &Kindred, card: &Card) -> bool {
    let fits = match what.noun {
        Noun::Card => true,
        Noun::Asset => card.kind == Kind::Asset,
        Noun::Event => card.kind == Kind::Event,
        Noun::Rank(rank) => card.rank == Some(rank),
    };
    !what.other && fits && what.colour.is_none_or(|colour| card.colours.has(colour))
}

/// Whether the ability always takes effect once its moment comes.
fn is_certain(ability: &Ability) -> bool {
    match ability {
        Ability::Do(clause) | Ability::When { clause, .. } => clause.condition.is_none(),
        _ => false,
    }
}

/// Whether "that player" can be the controller of the card.
fn may_be_you(who: Who, ability: &Ability) -> bool {
    let each_turn =
        matches!(ability, Ability::When { moment: Moment::Turn { whose: Whose::EachPlayers, .. }, .. });
    who == Who::They && each_turn
}
