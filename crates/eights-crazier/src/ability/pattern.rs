//! Which deeds an ability waits for, forbids, shrinks or replaces.
//!
//! A pattern is matched against a deed (what, to whom, by whom, by which card,
//! amount) with the eyes of the controller of the card that speaks. Matching
//! reads no hidden card.

use serde::Serialize;

use super::player::{Party, Side, Whose};
use super::select::Kindred;

/// What triggers an ability. Always after the deed; the watchers are those in play before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// "At the beginning of your turn": focus is the player whose turn it is.
    Turn {
        /// Which end of the turn.
        edge: Edge,
        /// Whose.
        whose: Whose,
    },
    /// "When you play an asset": after it has entered play, or before the event's text. Focus: the
    /// player and the card.
    Play(Party, Kindred),
    /// "When you discard an eight": focus is the player and the card. Extra cards discarded by a grant count.
    Discard(Party, Kindred),
    /// "When this card enters play": played or put there. Focus: its controller and the card.
    Enter(Watched),
    /// "When a card that you control is destroyed": after a deed of the gates.
    After(Pattern),
}

/// The beginning or the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// Before the draw.
    Beginning,
    /// After the main phase.
    End,
}

/// A deed that passes the gates: what "would" and "instead" speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// A card makes somebody draw.
    Draw(Forced),
    /// Something befalls a card in play. Focus: whose doing it is, and the card.
    Blow(Blow),
    /// Somebody loses the game. Focus: who loses.
    Lose(Party),
}

/// A draw that a card causes: by whose card, and who draws. The draw of the draw phase is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Forced {
    /// "An opponent makes you draw cards": focus is the opponent.
    YouByOpponent,
    /// "A card makes you draw cards": anybody's, also your own. Focus: its controller.
    YouByAny,
    /// "You make an opponent draw cards": focus is the opponent.
    OpponentByYou,
    /// "A card makes an opponent draw cards": focus is the opponent.
    OpponentByAny,
    /// "A card makes a player draw cards": focus is the one who draws.
    PlayerByAny,
}

impl Forced {
    /// Who draws.
    pub fn drawer(self) -> Party {
        match self {
            Forced::YouByOpponent | Forced::YouByAny => Party::You,
            Forced::OpponentByYou | Forced::OpponentByAny => Party::Opponent,
            Forced::PlayerByAny => Party::Player,
        }
    }

    /// Whose doing it is.
    pub fn cause(self) -> Party {
        match self {
            Forced::YouByOpponent => Party::Opponent,
            Forced::OpponentByYou => Party::You,
            Forced::YouByAny | Forced::OpponentByAny | Forced::PlayerByAny => Party::Player,
        }
    }
}

/// Something that befalls a card in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Blow {
    /// What befalls it.
    pub fate: Fate,
    /// Which card.
    pub what: Watched,
    /// Whose doing.
    pub by: By,
}

/// What may befall a card in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is destroyed.
    Destroyed,
    /// Another player takes control of it.
    Captured,
    /// It is taken into a hand, no matter whose.
    Recalled,
}

/// Whose doing a blow is: the controller of the ability that causes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Anybody's.
    Anyone,
    /// An opponent's of the controller of the card that speaks.
    Opponent,
}

/// A card in play that a pattern looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Watched {
    /// "This card": the card that speaks.
    This,
    /// "A blue card that you control".
    Some {
        /// Of what kind.
        what: Kindred,
        /// Before whom.
        side: Side,
    },
}
