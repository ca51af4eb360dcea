//! Answers and their notation.

use eights::Seat;

use super::place::{Face, Names, SECOND};
use crate::card::Colour;

/// One answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Play a card for its effect.
    Play(Face),
    /// Discard a card.
    Discard(Face),
    /// Discard an eight and name a colour.
    Name(Face, Colour),
    /// Choose a card. Of two equal cards that lie open, `second` says which.
    Card {
        /// Which card.
        face: Face,
        /// Whether an equal one comes before it: in play from seat A on, then in the discard pile
        /// from the bottom.
        second: bool,
    },
    /// Choose a player.
    Seat(Seat),
    /// Choose no more.
    Done,
    /// Do what may be done.
    Yes,
    /// Leave it.
    No,
    /// Go on to the draw, where one may discard before it.
    Draw,
    /// End the main phase.
    End,
}

impl Action {
    /// The answer as text.
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

    /// The name of the card it is about, as views write it.
    pub fn card(self, names: &Names) -> Option<String> {
        match self {
            Action::Play(face) | Action::Discard(face) | Action::Name(face, _) => {
                Some(names.of(face).to_owned())
            }
            Action::Card { face, second } => {
                Some(format!("{}{}", names.of(face), if second { SECOND } else { "" }))
            }
            _ => None,
        }
    }
}
