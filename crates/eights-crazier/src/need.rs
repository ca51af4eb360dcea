//! What an event needs before it can be played: something for every card it tells somebody to choose.

use crate::ability::{Ability, Act, Chooser, Clause, Count, Kindred, Link, Owner, Pick, Place, Step, Who};

/// A card that must be there to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// A card in play.
    Play(Kindred, Owner),
    /// A card in the discard pile. The event itself does not count.
    Discard(Kindred),
    /// A card that can be looked at or revealed. Which card that is, nobody knows yet.
    Stock,
}

/// Everything an event needs, in the order of its text; nothing for an asset.
///
/// Only choices that are certain to come count: not those after "may", "if", "if you do" or "up to". Of cards
/// that are yet to be revealed there must be one. Where each player chooses, one of them must be able to.
/// The list of legal plays leaves out an event for which any need has no candidate.
pub fn needs(abilities: &[Ability]) -> Vec<Need> {
    let clauses = abilities.iter().filter_map(|ability| match ability {
        Ability::Do(clause) if clause.condition.is_none() => Some(clause),
        _ => None,
    });
    clauses.flat_map(certain).filter_map(of_step).collect()
}

/// The steps of a clause that are reached in any case.
fn certain(clause: &Clause) -> impl Iterator<Item = &Step> {
    let rest = clause.steps.rest.iter().take_while(|(link, _)| *link == Link::Then).map(|(_, step)| step);
    std::iter::once(&clause.steps.first).chain(rest)
}

fn of_step(step: &Step) -> Option<Need> {
    let Step::Do { who, may: false, act } = step else { return None };
    let (what, place) = match act {
        Act::Choose { what, place } if *who == Who::You => (*what, *place),
        act => match act.pick()? {
            Pick::Chosen { count: Count::Exactly(_), what, place, by: Chooser::You } => (*what, *place),
            Pick::Chosen { count: Count::Exactly(_), what, place, by: Chooser::They } if *who != Who::You => {
                (*what, *place)
            }
            _ => return None,
        },
    };
    match (place, who) {
        // Their own cards, whoever of them it will be.
        (Place::Play(Owner::They), Who::Player | Who::EachPlayer) => Some(Need::Play(what, Owner::Anyone)),
        (Place::Play(Owner::They), Who::Opponent | Who::EachOpponent) => {
            Some(Need::Play(what, Owner::Opponent))
        }
        (Place::Play(Owner::They), Who::You | Who::They) => None,
        (Place::Play(owner), _) => Some(Need::Play(what, owner)),
        (Place::Discard, _) => Some(Need::Discard(what)),
        (Place::Among, _) => Some(Need::Stock),
    }
}
