//! Icons for the common effects, derived from the ability tree so that they cannot disagree with it.

use eights::sort;
use serde::Serialize;

use crate::ability::{Ability, Act, Extra, Pick, Step};

/// An icon that a client may show beside the text of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Icon {
    /// A player draws cards.
    Draw,
    /// Cards in play are destroyed.
    Destroy,
    /// More cards may be discarded.
    ExtraDiscard,
    /// Cards change their owner: taken into a hand, captured or exchanged.
    Take,
    /// Something is prevented, reduced or replaced.
    Protect,
}

/// The icons of a card, without duplicates, in their fixed order.
pub fn icons(abilities: &[Ability]) -> Vec<Icon> {
    let mut icons: Vec<Icon> = abilities
        .iter()
        .flat_map(|ability| standing(ability).into_iter().chain(ability.steps().filter_map(of_step)))
        .collect();
    sort(&mut icons);
    icons.dedup();
    icons
}

/// The icon of an ability that applies while the card is in play.
fn standing(ability: &Ability) -> Option<Icon> {
    match ability {
        Ability::Never { .. } | Ability::Less { .. } | Ability::Instead { .. } => Some(Icon::Protect),
        Ability::Allow { extra: Extra::Discard, .. } => Some(Icon::ExtraDiscard),
        _ => None,
    }
}

fn of_step(step: &Step) -> Option<Icon> {
    match step {
        Step::Grant { extra: Extra::Discard, .. } => Some(Icon::ExtraDiscard),
        Step::Do { act, .. } => match act {
            Act::Draw(_) => Some(Icon::Draw),
            Act::Destroy(pick) if *pick != Pick::This => Some(Icon::Destroy),
            Act::Take(_) | Act::Control(_) | Act::Exchange(_) => Some(Icon::Take),
            _ => None,
        },
        _ => None,
    }
}
