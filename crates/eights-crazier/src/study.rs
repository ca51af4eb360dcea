//! Tells the lab what the game's events mean.

use crate::{Crazier, Event, Pile, State};
use eights::{CardEvent, CardId, Dice, Glimpse, Seat, Sight, Viewer};

use eights_kit::{CardGroup, HandStats, Study};

impl Study for Crazier {
    const COMEBACK_DEFICIT: i16 = 4;

    #[inline]
    fn record(&self, event: &Event<Glimpse>, stats: &mut HandStats) {
        match event {
            Event::Card(event) => record_card(event, stats),
            Event::Played { seat, card } => stats.record_play(*seat, self.cards_of(*card).first()),
            Event::Endless => stats.fuel_spent = true,
            Event::Impossible => stats.nothing_left = true,
            _ => (),
        }
    }

    /// One group per card; with two decks its copies count together.
    fn reorder_stock(&self, state: &mut State, kept: usize, dice: &mut Dice) {
        state.cards.reorder_unseen(Pile::Stock, kept, dice);
    }

    fn card_groups(&self) -> Vec<CardGroup> {
        self.faces()
            .map(|face| {
                let card = self.card(face);
                CardGroup { name: card.id(), about: card.text.clone(), cards: self.cards_of(face) }
            })
            .collect()
    }

    fn card_name(&self, card: CardId) -> String {
        self.card(self.face_of(card)).id()
    }
}

fn record_card(event: &CardEvent<Pile, Glimpse>, stats: &mut HandStats) {
    match event {
        CardEvent::Moved { card, from, to, .. } => {
            if let Pile::Hand(seat) = from {
                stats.change_standing(*seat, -1);
            }
            if let Pile::Hand(seat) = to {
                stats.change_standing(*seat, 1);
                if *from == Pile::Stock {
                    stats.record_draw(*seat, seen_by(card, *seat));
                }
            }
        }
        CardEvent::Gathered { from: Pile::Discard, .. } => stats.reshuffles += 1,
        CardEvent::Rotated { places } => {
            let seat = |place: &Pile| if let Pile::Hand(seat) = place { Some(*seat) } else { None };
            stats.rotate_standings(&places.iter().filter_map(seat).collect::<Vec<_>>());
        }
        _ => (),
    }
}

/// The card, if the seat that moves it sees it.
fn seen_by(card: &Glimpse, seat: Seat) -> Option<CardId> {
    match card.sight(|card| card, Viewer::Seat(seat)) {
        Sight::Face(card) => Some(card),
        Sight::Back => None,
    }
}
