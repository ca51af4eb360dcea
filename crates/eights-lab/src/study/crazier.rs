//! Crazier Eights for the lab.

use eights::{CardEvent, CardId, CardSet, Glimpse, Seat, Sight, Viewer};
use eights_crazier::{Crazier, Event, Pile};

use super::{Kind, Study};
use crate::notes::Notes;

impl Study for Crazier {
    const FAR_BEHIND: i16 = 4;
    const BEHIND_IN: &'static str = "cards";

    #[inline]
    fn note(&self, event: &Event<Glimpse>, notes: &mut Notes) {
        match event {
            Event::Card(event) => note_card(event, notes),
            Event::Played { seat, card } => notes.plays(*seat, Some(CardId::new(card.number()))),
            Event::Endless => notes.spent = true,
            Event::Impossible => notes.nothing_left = true,
            _ => (),
        }
    }

    /// Every card of the deck; its two copies count together.
    fn kinds(&self) -> Vec<Kind> {
        let n = self.cards().len();
        let kind = |(number, card): (usize, &eights_crazier::Card)| Kind {
            name: card.id(),
            about: card.text.clone(),
            cards: [number, number + n]
                .into_iter()
                .filter(|it| *it < 192)
                .map(CardId::new)
                .collect::<CardSet>(),
        };
        self.cards().iter().enumerate().map(kind).collect()
    }

    fn card_name(&self, card: CardId) -> String {
        let n = self.cards().len().max(1);
        self.cards().get(card.index() % n).map_or_else(String::new, eights_crazier::Card::id)
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
