//! The effects a card can have, one variant each.
//!
//! Each act becomes one deed or several. Acts marked *gated* pass the gates can't and would; the others
//! happen unconditionally, but can still trigger abilities.

use serde::Serialize;

use super::number::Number;
use super::player::{Chooser, Other, Owner};
use super::select::{Amount, Kindred, Pick, Place};

/// What the doer of a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// "Draw two cards": one gated deed with an amount.
    Draw(Amount),
    /// "Put two cards from your hand on top of the draw pile": the doer is asked `choose <card>` for
    /// each. The card put back last ends up topmost (on the bottom: lowest). At most as many cards as
    /// the hand holds.
    PutBack {
        /// How many cards.
        number: Number,
        /// Which end of the draw pile.
        end: End,
    },
    /// "Destroy …": one gated deed per card. The card goes to the bottom of the discard pile.
    Destroy(Pick),
    /// "Take … into your hand": moves the cards to the doer's hand. Gated if the card is in play.
    Take(Pick),
    /// "Take control of …": one gated deed per card, which moves to the doer's side. Nothing happens to
    /// a card that the doer already controls.
    Control(Pick),
    /// "Put … on the bottom of the draw pile": not a destruction even from play, so nothing can stop it.
    Tuck {
        /// Which cards.
        pick: Pick,
        /// Which end of the draw pile.
        end: End,
    },
    /// "Put … into play under your control": from the discard pile or from among them. This is not a
    /// play, so requirements do not matter. A card that is not an asset stays where it is.
    Enter(Pick),
    /// "Choose a card in play": the doer is asked `choose <card>`, and the chosen card becomes *it*.
    Choose {
        /// Which kind of card.
        what: Kindred,
        /// Where to choose it.
        place: Place,
    },
    /// "Look at the top two cards of the draw pile": shown to the doer alone. They become *them*, and a
    /// single one also becomes *it*. If the draw pile is too small, the discard pile without its top
    /// card is first shuffled and put under it.
    Look(Number),
    /// "Reveal the top two cards of the draw pile": the same, shown to everybody.
    Reveal(Number),
    /// "Put them back in any order": the doer is asked `choose <card>` until one is left; the card
    /// chosen first becomes the top card.
    Reorder,
    /// "Search the draw pile for …": the draw pile is shown to the doer alone, who is asked `choose
    /// <card>` for each card and may answer `done` where the text says "up to two". The cards found are
    /// shown to everybody and moved, and then the draw pile is shuffled.
    Search {
        /// Maximum number of cards.
        number: Number,
        /// Which kind of card.
        what: Kindred,
        /// Where they go.
        to: Destination,
    },
    /// "Look at the hand of …": shown to the doer alone.
    LookAtHand(Other),
    /// "Exchange a card from your hand with a card from the hand of …": the doer sees that hand and is
    /// asked `choose <card>` twice, first for their own card. One deed: neither hand counts as empty in
    /// between.
    Exchange(Other),
    /// "Shuffle all hands together and deal …": one deed; no hand counts as empty in between.
    Redeal(Redeal),
    /// "Play a card from your hand": does not use up the turn's play.
    Play(Source),
}

impl Act {
    /// The cards that the act affects, if it picks any.
    pub fn pick(&self) -> Option<&Pick> {
        match self {
            Act::Destroy(pick) | Act::Take(pick) | Act::Control(pick) | Act::Enter(pick) => Some(pick),
            Act::Tuck { pick, .. } => Some(pick),
            _ => None,
        }
    }

    /// Whether the act refers to the player in focus.
    pub fn reads_focus(&self) -> bool {
        self.owner() == Some(Owner::They)
            || matches!(self, Act::LookAtHand(Other::They) | Act::Exchange(Other::They))
            || matches!(self.pick(), Some(Pick::Chosen { by: Chooser::They, .. }))
    }

    /// The owner whose cards the act picks or counts, where it names one.
    pub fn owner(&self) -> Option<Owner> {
        let place = match self {
            Act::Draw(Amount::Each { owner, .. }) => return Some(*owner),
            Act::Choose { place, .. } => *place,
            act => match act.pick()? {
                Pick::Chosen { place, .. } | Pick::All { place, .. } => *place,
                Pick::This | Pick::It | Pick::Them => return None,
            },
        };
        match place {
            Place::Play(owner) => Some(owner),
            Place::Discard | Place::Among => None,
        }
    }
}

/// An end of the draw pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Where the next card is drawn.
    Top,
    /// The opposite end, drawn last.
    Bottom,
}

/// Where a card that was searched for goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Destination {
    /// Into play under the doer's control, if it is an asset.
    Play,
    /// Into the doer's hand.
    Hand,
}

/// How hands are dealt anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Redeal {
    /// Each player gets as many cards as they had.
    AsBefore,
    /// One by one, clockwise from the active player, until none is left.
    Evenly,
}

/// What an ability plays. A card that cannot be played stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// "A card from your hand": the doer is asked `choose <card>` among those that can be played.
    Hand(Kindred),
    /// "The top card of the draw pile", shown to everybody.
    Top,
    /// "It": see [`Pick::It`]; wherever that card is.
    It,
}

/// What a player may do more often than the rules normally allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Extra {
    /// Discards, each matching the top card at that moment.
    Discard,
    /// Plays for effect.
    Play,
}
