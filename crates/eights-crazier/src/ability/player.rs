//! References to players, one enum for each position in a sentence.
//!
//! The engine stores one seat as *the player in focus*. Later settings overwrite earlier ones: the
//! player whose turn or deed the moment is about (for a deed between you and another player, the other
//! one); the player whom a condition with "an opponent" or "a player" found (if several match, the one
//! you choose); and the doer of a step, if that is not you. *That player*, *they* and *their* read it.

use serde::Serialize;

use super::number::Number;

/// Who does a step, and so makes its "their" choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The controller of the asset, or the player of the event.
    You,
    /// "A player of your choice": you are asked `choose <seat>` and may choose yourself.
    Player,
    /// "An opponent of your choice": you are asked `choose <seat>`. Allies are not opponents.
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
    /// "Each player's turn", including yours.
    EachPlayers,
    /// "Each opponent's turn".
    EachOpponents,
}

/// The player in a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// The controller of the card.
    You,
    /// Any player who is not you or an ally.
    Opponent,
    /// Any player, including you.
    Player,
}

/// The player a condition is about. "An opponent" and "a player" mean that at least one such player
/// exists; that player comes into focus. If several match and the text goes on to say "that player",
/// you are asked `choose <seat>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The controller of the card.
    You,
    /// At least one opponent.
    Opponent,
    /// At least one player, possibly you.
    Player,
    /// The player in focus.
    They,
}

/// The player you are compared with.
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

/// Whose hand is looked at or exchanged with; never the doer's own. The chosen player comes into focus.
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

/// Who controls the cards to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// "In play": all cards in play.
    Anyone,
    /// "That you control".
    You,
    /// "That an opponent controls".
    Opponent,
    /// "That an opponent with three or more assets controls"; counted at the moment of the choice.
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
    /// "Of their choice": the player in focus. If the doer is not you, that is the doer.
    They,
}
