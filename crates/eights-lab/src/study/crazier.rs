//! Crazier Eights for the lab.

use eights::{CardEvent, CardId, Glimpse, Seat, Sight, Viewer};
use eights_crazier::{Crazier, Event, Face, Pile};

use super::{CardGroup, Study};
use crate::hand_stats::HandStats;

impl Study for Crazier {
    const COMEBACK_DEFICIT: i16 = 4;
    const BEHIND_IN: &'static str = "cards";

    #[inline]
    fn note(&self, event: &Event<Glimpse>, hand_stats: &mut HandStats) {
        match event {
            Event::Card(event) => note_card(event, hand_stats),
            Event::Played { seat, card } => hand_stats.record_play(*seat, self.cards_of(*card).first()),
            Event::Endless => hand_stats.fuel_spent = true,
            Event::Impossible => hand_stats.nothing_left = true,
            _ => (),
        }
    }

    /// Every card of the deck; its two copies count together.
    fn card_groups(&self) -> Vec<CardGroup> {
        let kind = |face: Face| {
            let card = self.card(face);
            CardGroup { name: card.id(), about: card.text.clone(), cards: self.cards_of(face) }
        };
        self.faces().map(kind).collect()
    }

    fn card_name(&self, card: CardId) -> String {
        self.card(self.face_of(card)).id()
    }
}

fn note_card(event: &CardEvent<Pile, Glimpse>, hand_stats: &mut HandStats) {
    match event {
        CardEvent::Moved { card, from, to, .. } => {
            if let Pile::Hand(seat) = from {
                hand_stats.change_standing(*seat, -1);
            }
            if let Pile::Hand(seat) = to {
                hand_stats.change_standing(*seat, 1);
                if *from == Pile::Stock {
                    hand_stats.record_draw(*seat, seen(card, *seat));
                }
            }
        }
        CardEvent::Gathered { from: Pile::Discard, .. } => hand_stats.reshuffles += 1,
        CardEvent::Rotated { places } => {
            let seat = |place: &Pile| if let Pile::Hand(seat) = place { Some(*seat) } else { None };
            hand_stats.rotate_standings(&places.iter().filter_map(seat).collect::<Vec<_>>());
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
