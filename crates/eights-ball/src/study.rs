//! Tells the lab what the game's events mean. Cards are identified by their face, since its events do.

use crate::{Ball, Event, Face, Happening, Kind, Place, State};
use eights::{CardEvent, CardId, CardSet, Dice, Game, Seat, Sight, Viewer};

use eights_kit::{CardGroup, HandStats, Study};

impl Study for Ball {
    const COMEBACK_DEFICIT: i16 = 3;

    fn record(&self, event: &Event, stats: &mut HandStats) {
        match event {
            Happening::Card(CardEvent::Moved { from: Place::Stock, to: Place::Hand(seat), .. }) => {
                stats.record_draw(*seat, moved_face(self, event, *seat));
            }
            Happening::Card(CardEvent::Moved { from: Place::Hand(seat), to: Place::Table(_), .. }) => {
                stats.record_play(*seat, moved_face(self, event, *seat));
            }
            Happening::Card(CardEvent::Gathered { from: Place::Discard, .. }) => stats.reshuffles += 1,
            Happening::Ball { seat, .. } | Happening::Eight { seat, .. } => stats.change_standing(*seat, -1),
            _ => (),
        }
    }

    fn reorder_stock(&self, state: &mut State, kept: usize, dice: &mut Dice) {
        state.cards.reorder_unseen(Place::Stock, kept, dice);
    }

    fn card_groups(&self) -> Vec<CardGroup> {
        let names = ["cue stick", "cue ball", "block", "wild block", "side pocket", "corner pocket"];
        let group_of = |face: Face| match face.kind() {
            Kind::Stick(_) => 0,
            Kind::Cue(_) => 1,
            Kind::Block(_) => 2,
            Kind::WildBlock => 3,
            Kind::Side(_) => 4,
            Kind::Corner(..) => 5,
        };
        let group = |(index, name): (usize, &&str)| CardGroup {
            name: (*name).to_owned(),
            about: String::new(),
            cards: Face::all().filter(|face| group_of(*face) == index).map(face_id).collect::<CardSet>(),
        };
        names.iter().enumerate().map(group).collect()
    }

    fn card_name(&self, card: CardId) -> String {
        Face::all().nth(card.index()).map_or_else(String::new, |face| face.to_string())
    }
}

/// The face of the moved card as the seat sees it.
fn moved_face(game: &Ball, event: &Event, seat: Seat) -> Option<CardId> {
    match game.witness(event, Viewer::Seat(seat)) {
        Happening::Card(CardEvent::Moved { card: Sight::Face(face), .. }) => Some(face_id(face)),
        _ => None,
    }
}

/// A face's index in place of a card's: all copies of a face then count together.
fn face_id(face: Face) -> CardId {
    CardId::new(face.index())
}
