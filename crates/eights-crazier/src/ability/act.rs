//! What is done: one variant for each effect a card can have.
//!
//! Each act becomes one deed or several. Those marked *gated* pass the gates
//! can't and would; the others simply happen, and may still trigger what
//! waits for them.

use serde::Serialize;

use super::player::{Chooser, Other, Owner};
use super::select::{Amount, Kindred, Number, Pick, Place};

/// What the doer of a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// "Draw two cards": one gated deed with an amount.
    Draw(Amount),
    /// "Put two cards from your hand on top of the draw pile": the doer is asked `choose <card>` for
    /// each, and the card put last lies topmost (on the bottom: lowest). No more than the hand holds.
    PutBack {
        /// How many.
        number: Number,
        /// Which end of the draw pile.
        end: End,
    },
    /// "Destroy …": one gated deed a card, which goes to the bottom of the discard pile.
    Destroy(Pick),
    /// "Take … into your hand": from play it is a gated deed; into the hand of the doer.
    Take(Pick),
    /// "Take control of …": one gated deed a card, which moves before the doer. Nothing happens to
    /// a card that the doer controls already.
    Control(Pick),
    /// "Put … on the bottom of the draw pile": from play it is no destruction, so nothing stops it.
    Tuck {
        /// Which cards.
        pick: Pick,
        /// Which end of the draw pile.
        end: End,
    },
    /// "Put … into play under your control": from the discard pile or from among them. It is no play:
    /// requirements do not matter. A card that is no asset stays where it is.
    Enter(Pick),
    /// "Choose a card in play": the doer is asked `choose <card>`, and it becomes *it*.
    Choose {
        /// Of what kind.
        what: Kindred,
        /// From where.
        place: Place,
    },
    /// "Look at the top two cards of the draw pile": shown to the doer alone; they become
    /// *them*, and a single one also *it*.
    /// If the pile is too small the discard pile without its top is shuffled and put under it first.
    Look(Number),
    /// "Reveal the top two cards of the draw pile": the same, shown to everybody.
    Reveal(Number),
    /// "Put them back in any order": the doer is asked `choose <card>`, the new topmost card first,
    /// until one is left.
    Reorder,
    /// "Search the draw pile for …": shown to the doer alone, who is asked `choose <card>` for each, and may
    /// say `done` where it is "up to two"; what was found is shown to everybody and moved; then the draw
    /// pile is shuffled.
    Search {
        /// At most how many.
        number: Number,
        /// Of what kind.
        what: Kindred,
        /// Where they go.
        to: Destination,
    },
    /// "Look at the hand of …": shown to the doer alone.
    LookAtHand(Other),
    /// "Exchange a card from your hand with a card from the hand of …": the doer sees that hand and is
    /// asked `choose <card>` twice, the own card first. One deed: neither hand is empty in between.
    Exchange(Other),
    /// "Shuffle all hands together and deal …": one deed; no hand is empty in between.
    Redeal(Redeal),
    /// "Play a card from your hand": does not use up the turn's play.
    Play(Source),
}

impl Act {
    /// The cards the act is done to, where it picks any.
    pub fn pick(&self) -> Option<&Pick> {
        match self {
            Act::Destroy(pick) | Act::Take(pick) | Act::Control(pick) | Act::Enter(pick) => Some(pick),
            Act::Tuck { pick, .. } => Some(pick),
            _ => None,
        }
    }

    /// Whether it speaks of the player in focus.
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
    /// The next card to be drawn.
    Top,
    /// The last one.
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
    /// Each player gets as many cards as before.
    AsBefore,
    /// One by one, clockwise from the active player, until none is left.
    Evenly,
}

/// What is played by an ability. A card that cannot be played stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// "A card from your hand": the doer is asked `choose <card>` among those that can be played.
    Hand(Kindred),
    /// "The top card of the draw pile", shown to everybody.
    Top,
    /// "It": see [`Pick::It`]; wherever it lies.
    It,
}

/// What a player may do more often than the rules give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Extra {
    /// Discards, each matching the top card of that moment.
    Discard,
    /// Plays for effect.
    Play,
}
