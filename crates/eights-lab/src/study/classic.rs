//! Crazy Eights for the lab.

use eights::{CardEvent, CardId, CardSet, Glimpse, Seat, Sight, Viewer};
use eights_classic::{
    Classic, Event, Face, Pile, RANKS,
    sheet::{JumpIn, Noticed},
};

use super::{CardGroup, Study};
use crate::hand_stats::HandStats;

impl Study for Classic {
    const COMEBACK_DEFICIT: i16 = 4;
    const BEHIND_IN: &'static str = "cards";

    #[inline]
    fn note(&self, event: &Event<Glimpse>, hand_stats: &mut HandStats) {
        let Event::Card(event) = event else { return };
        match event {
            CardEvent::Moved { card, from: Pile::Stock, to: Pile::Hand(seat), .. } => {
                hand_stats.record_draw(*seat, seen(card, *seat));
                hand_stats.change_standing(*seat, 1);
            }
            CardEvent::Moved { card, from: Pile::Hand(seat), .. } => {
                hand_stats.record_play(*seat, seen(card, *seat));
                hand_stats.change_standing(*seat, -1);
            }
            CardEvent::Gathered { from: Pile::Discard, .. } => hand_stats.reshuffles += 1,
            CardEvent::Rotated { places } => {
                let seat = |place: &Pile| if let Pile::Hand(seat) = place { Some(*seat) } else { None };
                hand_stats.rotate_standings(&places.iter().filter_map(seat).collect::<Vec<_>>());
            }
            _ => (),
        }
    }

    /// The special cards: by rank where all four of the rank are, else card by card.
    fn card_groups(&self) -> Vec<CardGroup> {
        let counts = |face: &Face| self.is_special(*face) || self.is_wild(*face);
        let mut kinds = Vec::new();
        for (rank, name) in RANKS.iter().enumerate() {
            let faces: Vec<Face> = (0..4).map(|suit| Face::of(rank as u8, suit)).filter(counts).collect();
            match faces.len() {
                4 => kinds.push(self.kind(format!("{name}s"), &faces)),
                _ => kinds.extend(faces.iter().map(|face| self.kind(face.to_string(), &[*face]))),
            }
        }
        let jokers: Vec<Face> = (0..12).map(Face::joker).filter(counts).collect();
        if !jokers.is_empty() {
            kinds.push(self.kind("jokers".to_owned(), &jokers));
        }
        kinds
    }

    fn card_name(&self, card: CardId) -> String {
        Face::new((card.index() & 63) as u8).to_string()
    }

    fn allows_interrupts(&self) -> bool {
        let last = &self.sheet().last_card;
        self.sheet().jump_in != JumpIn::Off || (last.forgot > 0 && last.noticed == Noticed::WhenCaught)
    }
}

trait Named {
    fn kind(&self, name: String, faces: &[Face]) -> CardGroup;
}

impl Named for Classic {
    fn kind(&self, name: String, faces: &[Face]) -> CardGroup {
        let bits = faces.iter().fold(0, |all, face| all | face.bit());
        let (wild, special) = (self.is_wild(faces[0]), self.is_special(faces[0]));
        let about = match (wild, special) {
            (true, true) => "wild and special",
            (true, false) => "wild",
            _ => "special",
        };
        // The copies of a face lie 64 apart.
        CardGroup { name, about: about.to_owned(), cards: CardSet::from_words([bits; 3]) }
    }
}

/// The card, as the seat that moves it sees it.
#[inline]
fn seen(card: &Glimpse, seat: Seat) -> Option<CardId> {
    match card.sight(|card| card, Viewer::Seat(seat)) {
        Sight::Face(card) => Some(card),
        Sight::Back => None,
    }
}
