//! Crazier Eights for the lab.

use eights::{CardEvent, CardId, Glimpse, Seat, Sight, Viewer};
use eights_crazier::{Crazier, Event, Face, Pile};

use super::{Kind, Study};
use crate::notes::Notes;

impl Study for Crazier {
    const FAR_BEHIND: i16 = 4;
    const BEHIND_IN: &'static str = "cards";

    #[inline]
    fn note(&self, event: &Event<Glimpse>, notes: &mut Notes) {
        match event {
            Event::Card(event) => note_card(event, notes),
            Event::Played { seat, card } => notes.plays(*seat, self.cards_of(*card).first()),
            Event::Endless => notes.spent = true,
            Event::Impossible => notes.nothing_left = true,
            _ => (),
        }
    }

    /// Every card of the deck; its two copies count together.
    fn kinds(&self) -> Vec<Kind> {
        let kind = |face: Face| {
            let card = self.card(face);
            Kind { name: card.id(), about: card.text.clone(), cards: self.cards_of(face) }
        };
        self.faces().map(kind).collect()
    }

    fn card_name(&self, card: CardId) -> String {
        self.card(self.face_of(card)).id()
    }
}

fn note_card(event: &CardEvent<Pile, Glimpse>, notes: &mut Notes) {
    match event {
        CardEvent::Moved { card, from, to, .. } => {
            if let Pile::Hand(seat) = from {
                notes.moves(*seat, -1);
            }
            if let Pile::Hand(seat) = to {
                notes.moves(*seat, 1);
                if *from == Pile::Stock {
                    notes.takes(*seat, seen(card, *seat));
                }
            }
        }
        CardEvent::Gathered { from: Pile::Discard, .. } => notes.turned_over += 1,
        CardEvent::Rotated { places } => {
            let seat = |place: &Pile| if let Pile::Hand(seat) = place { Some(*seat) } else { None };
            notes.passes_on(&places.iter().filter_map(seat).collect::<Vec<_>>());
        }
        _ => (),
    }
}

fn seen(card: &Glimpse, seat: Seat) -> Option<CardId> {
    match card.sight(|card| card, Viewer::Seat(seat)) {
        Sight::Face(card) => Some(card),
        Sight::Back => None,
    }
}
