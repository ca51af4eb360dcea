//! Registers the game: its name and rule sets, its rules in words, and its events for the lab.

use eights::{CardEvent, CardId, Dice, Seat, Sight, Viewer};
use eights_config::{Document, Problem};
use eights_kit::{CardGroup, GameInfo, HandStats, Playable, Study, Topic};
use serde::Serialize;

use crate::{
    card::Face,
    rules::LastMatch,
    sheet::Sheet,
    state::{Event, Happening, Pile, State},
};

impl Playable for LastMatch {
    type Sheet = Sheet;

    const INFO: GameInfo =
        GameInfo { id: "last-match", title: "Last Match", engine: "last-match/1", listed: false };

    const SHIPPED: &'static [(&'static str, &'static str)] = &[("standard", include_str!("standard.toml"))];

    fn compile(document: &Document) -> Result<LastMatch, Vec<Problem>> {
        // The schema's ranges are checked here too.
        Ok(LastMatch { sheet: document.typed()? })
    }

    fn meaning(&self) -> impl Serialize {
        let Sheet { title: _, about: _, source: _, hand, again, target } = self.sheet;
        (hand, again, target)
    }

    fn topics(&self, _: Option<u8>) -> Vec<Topic> {
        let Sheet { hand, again, target, .. } = &self.sheet;
        let mut turn =
            "Play a card with the suit or the rank of the top card. If you have none, draw a card, \
                        which ends your turn."
                .to_owned();
        if *again {
            turn.push_str(" A card with the rank of the top card gives you another turn.");
        }
        vec![
            Topic::new("Players and cards", "Two to six players, a pack of 52 cards."),
            Topic::new("The deal", format!("Everybody gets {hand} cards, and one card is turned up.")),
            Topic::new("The turn", turn),
            Topic::new(
                "Scoring",
                format!(
                    "The first player without cards wins the hand and scores a point for each card that the \
                     others hold. The match is won with {target} points."
                ),
            ),
        ]
    }
}

impl Study for LastMatch {
    const COMEBACK_DEFICIT: i16 = 4;

    fn record(&self, event: &Event, stats: &mut HandStats) {
        let Happening::Card(event) = event else { return };
        match event {
            CardEvent::Moved { card, from: Pile::Stock, to: Pile::Hand(seat), .. } => {
                stats.record_draw(*seat, seen_by(*card, *seat));
                stats.change_standing(*seat, 1);
            }
            CardEvent::Moved { card, from: Pile::Hand(seat), .. } => {
                stats.record_play(*seat, seen_by(*card, *seat));
                stats.change_standing(*seat, -1);
            }
            CardEvent::Gathered { .. } => stats.reshuffles += 1,
            _ => (),
        }
    }

    fn reorder_stock(&self, state: &mut State, kept: usize, dice: &mut Dice) {
        state.cards.reorder_unseen(Pile::Stock, kept, dice);
    }

    fn card_groups(&self) -> Vec<CardGroup> {
        Vec::new()
    }

    fn card_name(&self, card: CardId) -> String {
        Face::of(card).to_string()
    }
}

/// The card, if the seat that moves it sees it.
fn seen_by(card: eights::Glimpse, seat: Seat) -> Option<CardId> {
    match card.sight(|card| card, Viewer::Seat(seat)) {
        Sight::Face(card) => Some(card),
        Sight::Back => None,
    }
}
