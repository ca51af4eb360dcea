//! What an event needs before it can be played: a candidate for every card that a player must choose.

use crate::ability::{Ability, Act, Chooser, Clause, Count, Kindred, Link, Owner, Pick, Place, Step, Who};

/// A card that must exist so that it can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// A card in play.
    Play(Kindred, Owner),
    /// A card in the discard pile. The event itself does not count.
    Discard(Kindred),
    /// A card to look at or reveal; nobody knows yet which card that is.
    Stock,
}

/// Everything an event needs, in text order; empty for an asset.
///
/// Only unconditional choices count, not those after "may", "if", "if you do" or "up to". For a choice
/// among cards still to be revealed, one such card must exist. Where each player chooses, at least one
/// of them must be able to. An event with a need that has no candidate is not a legal play.
pub fn needs(abilities: &[Ability]) -> Vec<Need> {
    let clauses = abilities.iter().filter_map(|ability| match ability {
        Ability::Do(clause) if clause.condition.is_none() => Some(clause),
        _ => None,
    });
    clauses.flat_map(certain).filter_map(of_step).collect()
}

/// The steps of a clause that are always reached.
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
        // The doer is not known yet, so cards of any possible doer will do.
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
