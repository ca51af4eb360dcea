//! Answers and their notation.

use eights::Seat;

use super::place::{Face, Names};
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
    /// Choose a card.
    Card(Face),
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
            Action::Card(face) => format!("choose {}", names.of(face)),
            Action::Seat(seat) => format!("choose {seat}"),
            Action::Done => "done".into(),
            Action::Yes => "yes".into(),
            Action::No => "no".into(),
            Action::Draw => "draw".into(),
            Action::End => "end".into(),
        }
    }

    /// The card it is about.
    pub fn card(self) -> Option<Face> {
        match self {
            Action::Play(face) | Action::Discard(face) | Action::Name(face, _) | Action::Card(face) => {
                Some(face)
            }
            _ => None,
        }
    }
}
