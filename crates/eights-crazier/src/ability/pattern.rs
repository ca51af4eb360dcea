//! Patterns: the deeds that an ability waits for, forbids, reduces or replaces.
//!
//! A pattern is matched against a deed (what, to whom, by whom, by which card, amount) from the point
//! of view of the controller of the card with the ability. Matching reads no hidden card.

use serde::Serialize;

use super::player::{Party, Side, Whose};
use super::select::Kindred;

/// What triggers an ability. It triggers after the deed, on cards that were in play before the deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// "At the beginning of your turn": focus is the player whose turn it is.
    Turn {
        /// The beginning or the end of the turn.
        edge: Edge,
        /// Whose turn.
        whose: Whose,
    },
    /// "When you play an asset": after it has entered play, or before an event's text. Focus: the
    /// player and the card.
    Play(Party, Kindred),
    /// "When you discard an eight": focus is the player and the card. Extra discards count too.
    Discard(Party, Kindred),
    /// "When this card enters play": played or put there. Focus: its controller and the card.
    Enter(Watched),
    /// "When a card that you control is destroyed": after a gated deed.
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

/// A deed that passes the gates; "would" and "instead" refer to these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// A card makes a player draw.
    Draw(Forced),
    /// Something happens to a card in play. Focus: the player who causes it, and the card.
    Blow(Blow),
    /// A player loses the game. Focus: that player.
    Lose(Party),
}

/// A draw caused by a card: by whose card, and who draws. The draw of the draw phase does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Forced {
    /// "An opponent makes you draw cards": focus is the opponent.
    YouByOpponent,
    /// "A card makes you draw cards": any player's card, including your own. Focus: its controller.
    YouByAny,
    /// "You make an opponent draw cards": focus is the opponent.
    OpponentByYou,
    /// "A card makes an opponent draw cards": focus is the opponent.
    OpponentByAny,
    /// "A card makes a player draw cards": focus is the player who draws.
    PlayerByAny,
}

impl Forced {
    /// The player who draws.
    pub fn drawer(self) -> Party {
        match self {
            Forced::YouByOpponent | Forced::YouByAny => Party::You,
            Forced::OpponentByYou | Forced::OpponentByAny => Party::Opponent,
            Forced::PlayerByAny => Party::Player,
        }
    }

    /// The player whose card causes the draw.
    pub fn cause(self) -> Party {
        match self {
            Forced::YouByOpponent => Party::Opponent,
            Forced::OpponentByYou => Party::You,
            Forced::YouByAny | Forced::OpponentByAny | Forced::PlayerByAny => Party::Player,
        }
    }
}

/// Something that happens to a card in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Blow {
    /// What happens to it.
    pub fate: Fate,
    /// Which card it happens to.
    pub what: Watched,
    /// Who causes it.
    pub by: By,
}

/// What can happen to a card in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is destroyed.
    Destroyed,
    /// Another player takes control of it.
    Captured,
    /// It is taken into any player's hand.
    Recalled,
}

/// Who causes a blow: the controller of the ability behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Any player.
    Anyone,
    /// An opponent of the controller of the card with the pattern.
    Opponent,
}

/// A card in play that a pattern looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Watched {
    /// "This card": the card with the pattern.
    This,
    /// "A blue card that you control".
    Some {
        /// Which kind of card.
        what: Kindred,
        /// Who controls it.
        side: Side,
    },
}
