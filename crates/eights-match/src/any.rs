//! A match and its bots behind trait objects, for clients, servers and tools that handle every
//! game.

use eights::{BySeat, Dice, Final, Offer, Outcome, Seat, Viewer};
use eights_bots::BotKind;
use serde::Serialize;
use serde_json::Value;

use crate::{journal::format::Entry, playing::Refusal};

/// The result of a finished hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HandOver {
    /// The winners of the hand and the points of each seat.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The match score, this hand included.
    pub score: BySeat<i32>,
}

/// Everything one viewer receives after a step. The view alone is complete; the events
/// only explain how it came about, for animations and narration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Update {
    /// The number of inputs so far.
    pub step: u64,
    /// The state of the hand with everything hidden from this viewer removed.
    pub view: Value,
    /// The events of the last step, as this viewer saw them.
    pub events: Value,
    /// The seat that must answer now.
    pub asks: Option<Seat>,
    /// The legal answers of this viewer; it may have some even when another seat must answer.
    pub offers: Vec<Offer>,
    /// The result of the hand that ended with the last step.
    pub hand_over: Option<HandOver>,
    /// The result of the match, once it is over.
    pub over: Option<Final>,
}

/// A match of any game. Implemented once, for every `Match<G>`.
pub trait AnyMatch: Send {
    /// Plays an answer, and deals the next hand if this one is over.
    ///
    /// # Errors
    ///
    /// Why the answer is refused; the match is unchanged.
    fn act(&mut self, by: Seat, said: &str) -> Result<Entry, Refusal> {
        self.act_wishing(by, said, "")
    }

    /// Like [`AnyMatch::act`], but if the answer causes a shuffle, the cards named in `wishes`
    /// end up on top.
    ///
    /// # Errors
    ///
    /// Why the answer is refused, or which of the wished cards is unknown.
    fn act_wishing(&mut self, by: Seat, said: &str, wishes: &str) -> Result<Entry, Refusal>;

    /// Records that the time agreed for the match is up: the hand in progress is the last.
    ///
    /// # Errors
    ///
    /// If the match is over.
    fn time_is_up(&mut self) -> Result<Entry, Refusal>;

    /// Plays a journal entry again without computing or checking its digest.
    ///
    /// # Errors
    ///
    /// Why the entry is refused; the match is unchanged.
    fn redo(&mut self, entry: &Entry) -> Result<(), Refusal>;

    /// The seat that must answer now; none when the match is over.
    fn asks(&self) -> Option<Seat>;
    /// The legal answers of a seat; it may have some even when another seat must answer.
    fn options(&self, seat: Seat) -> Vec<Offer>;
    /// Everything that a viewer receives after a step.
    fn update(&self, viewer: Viewer) -> Update;
    /// Writes [`AnyMatch::update`] and the match score directly as JSON. The braces around the
    /// members are left out, so that the caller can add members of its own.
    fn write_update(&self, viewer: Viewer, out: &mut Vec<u8>);
    /// The answer to give for a seat that has run out of time: draw, pass or end the turn where
    /// that is legal, otherwise the first legal answer.
    fn idle_answer(&self, seat: Seat) -> Option<String>;
    /// The events of the last step, as a viewer saw them.
    fn events(&self, viewer: Viewer) -> Value;
    /// The state of the hand with everything hidden from this viewer removed.
    fn view(&self, viewer: Viewer) -> Value;
    /// Whether the last step showed this viewer a card from the stock, or a card that was hidden.
    fn reveals(&self, viewer: Viewer) -> bool;
    /// The result of the hand that ended with the last step.
    fn hand_over(&self) -> Option<HandOver>;
    /// The result of the match, once it is over.
    fn over(&self) -> Option<&Final>;
    /// The events of the last step as English sentences, addressed to the player at `you`. Cards
    /// dealt to the hands are not described one by one.
    fn told(&self, you: Option<Seat>) -> Vec<String>;
    /// Explains in one sentence why this answer of a seat is not legal now.
    fn why_not(&self, seat: Seat, said: &str) -> String;
    /// The number of inputs so far.
    fn step(&self) -> u64;
    /// The number of players.
    fn n_seats(&self) -> u8;
    /// The match score.
    fn score(&self) -> BySeat<i32>;
    /// A hash of the complete state, hidden cards included.
    fn digest(&self) -> String;
    /// The number of different sequences of `depth` actions from here.
    fn perft(&self, depth: u32) -> u64;
    /// A copy of the match, for undo and for trying moves.
    fn copy(&self) -> Box<dyn AnyMatch>;
    /// Seats a bot at this match. It must only be shown this match and copies of it.
    fn sit(&self, bot: BotKind, seat: Seat) -> Box<dyn SeatedBot>;
    /// The match for downcasting to its `Match<G>`, which bots need.
    fn as_any(&self) -> &dyn std::any::Any;

    /// Whether the match is over.
    fn is_over(&self) -> bool {
        self.over().is_some()
    }
}

/// A suggested answer and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hint {
    /// The answer, in notation.
    pub say: String,
    /// One sentence that says what is good about it.
    pub why: String,
}

/// A bot at one seat of a match, with its memory of what that seat saw.
pub trait SeatedBot: Send {
    /// Observes the last step. Call it once before the first step and after
    /// each one. If some are missed, the bot merely remembers less.
    fn observe(&mut self, table: &dyn AnyMatch);

    /// The bot's answer, in notation; `None` if its seat is not to act.
    fn answer(&mut self, table: &dyn AnyMatch, dice: &mut Dice) -> Option<String>;

    /// Like [`SeatedBot::answer`], but limited by time: the bot stops soon
    /// after `keep_going` returns false.
    fn answer_within(
        &mut self,
        table: &dyn AnyMatch,
        dice: &mut Dice,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<String>;

    /// A suggestion for the person at this seat; `None` if the seat is not to act.
    fn hint(&mut self, table: &dyn AnyMatch, dice: &mut Dice) -> Option<Hint>;
}
