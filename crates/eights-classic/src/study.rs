//! Tells the lab what the game's events mean.

use crate::{
    Classic, Event, Face, Pile, State,
    sheet::{JumpIn, Noticed},
};
use eights::{CardEvent, CardId, CardSet, Dice, Glimpse, Seat, Sight, Viewer};

use eights_kit::{CardGroup, HandStats, Study};

impl Study for Classic {
    const COMEBACK_DEFICIT: i16 = 4;

    #[inline]
    fn record(&self, event: &Event<Glimpse>, stats: &mut HandStats) {
        let Event::Card(event) = event else { return };
        match event {
            CardEvent::Moved { card, from: Pile::Stock, to: Pile::Hand(seat), .. } => {
                stats.record_draw(*seat, seen_by(card, *seat));
                stats.change_standing(*seat, 1);
            }
            CardEvent::Moved { from: Pile::Discard, to: Pile::Hand(seat), .. } => {
                stats.change_standing(*seat, 1);
            }
            CardEvent::Moved { card, from: Pile::Hand(seat), .. } => {
                stats.record_play(*seat, seen_by(card, *seat));
                stats.change_standing(*seat, -1);
            }
            CardEvent::Gathered { from: Pile::Discard, .. } => stats.reshuffles += 1,
            CardEvent::Rotated { places } => {
                let seat = |place: &Pile| if let Pile::Hand(seat) = place { Some(*seat) } else { None };
                stats.rotate_standings(&places.iter().filter_map(seat).collect::<Vec<_>>());
            }
            _ => (),
        }
    }

    /// The special cards: one group per rank if all its cards are special,
    /// otherwise one per card.
    fn reorder_stock(&self, state: &mut State, kept: usize, dice: &mut Dice) {
        state.cards.reorder_unseen(Pile::Stock, kept, dice);
    }

    fn card_groups(&self) -> Vec<CardGroup> {
        let is_special = |face: &Face| self.is_special(*face) || self.is_wild(*face);
        let mut groups = Vec::new();
        let printed = self.rules.choices.printed;
        for (rank, name) in printed.rank_names().iter().enumerate() {
            let all = printed.of_rank(rank as u8);
            let faces: Vec<Face> = printed.faces(all).filter(is_special).collect();
            match faces.len() {
                n if n > 1 && n == all.count_ones() as usize => {
                    groups.push(group(self, format!("{name}s"), &faces))
                }
                _ => groups.extend(faces.iter().map(|face| group(self, face.to_string(), &[*face]))),
            }
        }
        let jokers: Vec<Face> = (0..12).map(|n| printed.joker(n)).filter(is_special).collect();
        if !jokers.is_empty() {
            groups.push(group(self, "jokers".to_owned(), &jokers));
        }
        groups
    }

    fn card_name(&self, card: CardId) -> String {
        self.rules.choices.printed.at(card.index() as u8).to_string()
    }

    fn allows_interrupts(&self) -> bool {
        let last = &self.sheet().last_card;
        self.sheet().jump_in != JumpIn::Off || (last.forgot > 0 && last.noticed == Noticed::WhenCaught)
    }
}

fn group(game: &Classic, name: String, faces: &[Face]) -> CardGroup {
    let bits = faces.iter().fold(0, |all, face| all | face.bit());
    let about = match (game.is_wild(faces[0]), game.is_special(faces[0])) {
        (true, true) => "wild and special",
        (true, false) => "wild",
        _ => "special",
    };
    // Copies of a face are 64 cards apart, so the same bits repeat in every word.
    CardGroup { name, about: about.to_owned(), cards: CardSet::from_words([bits; 3]) }
}

/// The card, if the seat that moves it sees it.
#[inline]
fn seen_by(card: &Glimpse, seat: Seat) -> Option<CardId> {
    match card.sight(|card| card, Viewer::Seat(seat)) {
        Sight::Face(card) => Some(card),
        Sight::Back => None,
    }
}
