//! Who is meant: the words for players in the different places of a sentence.
//!
//! The machine carries one seat as *the player in focus*. These set it, the later
//! ones over the earlier: the player whose turn or deed the moment is about (of a
//! deed between you and somebody else, the other one), the player whom a condition
//! with "an opponent" or "a player" found (of several, the one you choose), and the
//! doer of a step who is not you. *That player*, *they* and *their* read it.

use serde::Serialize;

use super::select::Number;

/// Who does a step, and so makes the choices in it that are "their".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The controller of the card, or who played the event.
    You,
    /// "A player of your choice": you are asked `choose <seat>`, yourself among the answers.
    Player,
    /// "An opponent of your choice": you are asked `choose <seat>`; allies are no opponents.
    Opponent,
    /// "Each player", clockwise from the active player.
    EachPlayer,
    /// "Each opponent", clockwise from the active player.
    EachOpponent,
    /// "That player": the player in focus.
    They,
}

/// Whose turn a moment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// "Your turn".
    Yours,
    /// "Each player's turn", yours among them.
    EachPlayers,
    /// "Each opponent's turn".
    EachOpponents,
}

/// Whose deed a pattern is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// The controller of the card.
    You,
    /// Any player who is no ally.
    Opponent,
    /// Anybody, you among them.
    Player,
}

/// Of whom a condition speaks. "An opponent" and "a player" mean: there is one, who comes into focus. Where
/// it holds for several and the text goes on to speak of that player, you are asked `choose <seat>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The controller of the card.
    You,
    /// At least one opponent.
    Opponent,
    /// At least one player, you among them.
    Player,
    /// The player in focus.
    They,
}

/// With whom you are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rival {
    /// At least one opponent.
    Opponent,
    /// The player in focus.
    They,
}

/// You or the player in focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// The controller of the card.
    You,
    /// The player in focus.
    They,
}

/// Whose hand is looked at or exchanged with; never the doer's own. Who is chosen comes into focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Other {
    /// "Another player of your choice": you are asked `choose <seat>`.
    Player,
    /// "An opponent of your choice": you are asked `choose <seat>`.
    Opponent,
    /// "That player". Nothing happens if that is the doer.
    They,
}

/// Who controls the cards among which is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// "In play": all cards in play.
    Anyone,
    /// "That you control".
    You,
    /// "That an opponent controls".
    Opponent,
    /// "That an opponent with three or more assets controls"; counted when the choice is made.
    OpponentWith(Number),
    /// "That they control": the player in focus.
    They,
}

/// Who controls the cards that a pattern watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// "In play": any card in play.
    Anyone,
    /// "That you control".
    You,
    /// "That an opponent controls".
    Opponent,
}

/// Who picks a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Chooser {
    /// "Of your choice".
    You,
    /// "Of their choice": the player in focus, who is the doer if the doer is not you.
    They,
}
