//! Describes events and illegal answers in English.

use eights::{CardEvent, Seat, Sight};

use crate::{
    card::Face,
    state::{Happening, Pile, Seen, View},
};

/// An event as a sentence for the player at `you`.
pub(crate) fn tell(seen: &Seen, you: Option<Seat>) -> Option<String> {
    let who = |seat: &Seat, does: &str, do_: &str| {
        if you == Some(*seat) { format!("You {do_}") } else { format!("{seat} {does}") }
    };
    Some(match seen {
        Happening::Card(CardEvent::Moved { card, from: Pile::Stock, to: Pile::Hand(seat), .. }) => match card
        {
            Sight::Face(face) => format!("{} the {face}.", who(seat, "draws", "draw")),
            Sight::Back => format!("{} a card.", who(seat, "draws", "draw")),
        },
        Happening::Card(CardEvent::Moved { card: Sight::Face(face), from, to: Pile::Discard, .. }) => {
            match from {
                Pile::Hand(seat) => format!("{} the {face}.", who(seat, "plays", "play")),
                _ => format!("The {face} is turned up."),
            }
        }
        Happening::Card(CardEvent::Gathered { .. }) => "The discard pile becomes the stock.".into(),
        Happening::Card(_) => return None,
        Happening::Again { seat } => format!("{} another turn.", who(seat, "has", "have")),
        Happening::Passed { seat } => format!("{}.", who(seat, "passes", "pass")),
        Happening::WentOut { seat } => format!("{} out.", who(seat, "goes", "go")),
        Happening::Blocked => "Nobody can play or draw: the hand is over.".into(),
    })
}

/// Explains why a seat may not give this answer now.
pub(crate) fn why_not(view: &View, seat: Seat, said: &str) -> String {
    let top = match view.table.top(Pile::Discard) {
        Some(Sight::Face(top)) => Some(top),
        _ => None,
    };
    let hand = view.table.pile(Pile::Hand(seat));
    match (Face::parse(said.trim()), top) {
        _ if view.public.turn != seat => format!("It is {}'s turn.", view.public.turn),
        (Some(face), _) if !hand.contains(&Sight::Face(face)) => format!("You do not hold the {face}."),
        (Some(face), Some(top)) if !face.fits(top) => {
            format!("The {face} has neither the suit nor the rank of the {top}.")
        }
        (Some(face), _) => format!("You may play the {face}."),
        (None, _) => "Play a card that fits; only if you have none, draw.".into(),
    }
}
