//! Actions and their notation.

use eights::{Offer, Seat, Verb};

use crate::card::Colour;
use crate::play::place::{Face, Names, SECOND};

/// One answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Play a card for its effect.
    Play(Face),
    /// Discard a card.
    Discard(Face),
    /// Discard an eight and name a colour.
    Name(Face, Colour),
    /// Choose a card. `second` distinguishes two equal cards that are face up.
    Card {
        /// The card by its face.
        face: Face,
        /// Whether an equal card comes before it: in play from seat A on, then in the discard pile from
        /// the bottom.
        second: bool,
    },
    /// Choose a player.
    Seat(Seat),
    /// Choose no more cards.
    Done,
    /// Accept an optional effect.
    Yes,
    /// Decline an optional effect.
    No,
    /// Go on to the draw, in variants that allow discards before it.
    Draw,
    /// End the main phase.
    End,
}

impl Action {
    /// The action in notation.
    pub fn say(self, names: &Names) -> String {
        match self {
            Action::Play(face) => format!("play {}", names.of(face)),
            Action::Discard(face) => format!("discard {}", names.of(face)),
            Action::Name(face, colour) => format!("discard {}={colour}", names.of(face)),
            Action::Card { face, second } => {
                format!("choose {}{}", names.of(face), if second { SECOND } else { "" })
            }
            Action::Seat(seat) => format!("choose {seat}"),
            Action::Done => "done".into(),
            Action::Yes => "yes".into(),
            Action::No => "no".into(),
            Action::Draw => "draw".into(),
            Action::End => "end".into(),
        }
    }

    /// The answer in parts, for clients.
    pub(crate) fn offer(self, names: &Names) -> Offer {
        let say = self.say(names);
        let card = |face: Face| vec![names.of(face).to_owned().into()];
        match self {
            Action::Play(face) => {
                Offer { cards: card(face), places: vec!["play".into()], ..Offer::new(say, Verb::Play) }
            }
            Action::Discard(face) => {
                Offer { cards: card(face), places: vec!["discard".into()], ..Offer::new(say, Verb::Discard) }
            }
            Action::Name(face, colour) => Offer {
                cards: card(face),
                places: vec!["discard".into()],
                names: vec![colour.word().into()],
                ..Offer::new(say, Verb::Discard)
            },
            Action::Card { face, second } => {
                let card = format!("{}{}", names.of(face), if second { SECOND } else { "" });
                Offer { cards: vec![card.into()], ..Offer::new(say, Verb::Choose) }
            }
            Action::Seat(seat) => Offer { whom: Some(seat), ..Offer::new(say, Verb::Choose) },
            Action::Done => Offer::new(say, Verb::Done),
            Action::Yes => Offer::new(say, Verb::Yes),
            Action::No => Offer::new(say, Verb::No),
            Action::Draw => Offer::new(say, Verb::Draw),
            Action::End => Offer::new(say, Verb::End),
        }
    }
}
