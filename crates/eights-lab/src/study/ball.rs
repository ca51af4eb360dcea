//! Crazy 8-Ball for the lab.

use eights::{CardEvent, CardId, CardSet, Game, Seat, Sight, Viewer};
use eights_ball::{Ball, Event, Face, Happening, Kind as Printed, Place};

use super::{CardGroup, Study};
use crate::hand_stats::HandStats;

impl Study for Ball {
    const COMEBACK_DEFICIT: i16 = 3;
    const BEHIND_IN: &'static str = "balls";

    /// Cards are counted by what is printed on them.
    fn note(&self, event: &Event, hand_stats: &mut HandStats) {
        match event {
            Happening::Card(CardEvent::Moved { from: Place::Stock, to: Place::Hand(seat), .. }) => {
                hand_stats.record_draw(*seat, self.printed(event, *seat));
            }
            Happening::Card(CardEvent::Moved { from: Place::Hand(seat), to: Place::Table(_), .. }) => {
                hand_stats.record_play(*seat, self.printed(event, *seat));
            }
            Happening::Card(CardEvent::Gathered { from: Place::Discard, .. }) => hand_stats.reshuffles += 1,
            Happening::Ball { seat, .. } | Happening::Eight { seat, .. } => {
                hand_stats.change_standing(*seat, -1)
            }
            _ => (),
        }
    }

    fn card_groups(&self) -> Vec<CardGroup> {
        let words = ["cue stick", "cue ball", "block", "wild block", "side pocket", "corner pocket"];
        let of = |face: Face| match face.kind() {
            Printed::Stick(_) => 0,
            Printed::Cue(_) => 1,
            Printed::Block(_) => 2,
            Printed::WildBlock => 3,
            Printed::Side(_) => 4,
            Printed::Corner(..) => 5,
        };
        let kind = |(index, name): (usize, &&str)| CardGroup {
            name: (*name).to_owned(),
            about: String::new(),
            cards: Face::all().filter(|face| of(*face) == index).map(mark).collect::<CardSet>(),
        };
        words.iter().enumerate().map(kind).collect()
    }

    /// Cards are counted by what is printed on them, so that the number is that of a face.
    fn card_name(&self, card: CardId) -> String {
        Face::all().nth(card.index()).map_or_else(String::new, |face| face.to_string())
    }
}

trait PrintedCard {
    fn printed(&self, event: &Event, seat: Seat) -> Option<CardId>;
}

impl PrintedCard for Ball {
    /// What is printed on the card of an event, as a number.
    fn printed(&self, event: &Event, seat: Seat) -> Option<CardId> {
        match self.witness(event, Viewer::Seat(seat)) {
            Happening::Card(CardEvent::Moved { card: Sight::Face(face), .. }) => Some(mark(face)),
            _ => None,
        }
    }
}

fn mark(face: Face) -> CardId {
    CardId::new(face.index())
}
