//! Small signs for the common effects, derived from the tree so that they cannot disagree with it.

use serde::Serialize;

use crate::ability::{Ability, Act, Extra, Pick, Step};

/// A sign that a client may show beside the text of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Icon {
    /// Somebody draws cards.
    Draw,
    /// Cards in play are destroyed.
    Destroy,
    /// More cards may be discarded.
    ExtraDiscard,
    /// Cards change hands: taken into a hand, taken control of, exchanged.
    Take,
    /// Something is prevented, made smaller or replaced.
    Protect,
}

/// The signs of a card, each once, in their fixed order.
pub fn icons(abilities: &[Ability]) -> Vec<Icon> {
    let mut icons: Vec<Icon> = abilities
        .iter()
        .flat_map(|ability| standing(ability).into_iter().chain(ability.steps().filter_map(of_step)))
        .collect();
    icons.sort_unstable();
    icons.dedup();
    icons
}

/// The sign of what holds while the card is in play.
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
