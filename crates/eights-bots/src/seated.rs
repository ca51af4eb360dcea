//! Seats a bot at a match whose game is known only at run time.
//!
//! This is the only place that goes from [`AnyMatch`] back to a concrete game,
//! so no client needs to know which game it plays.

use eights::{Dice, Seat, Setup, Viewer};
use eights_ball::Ball;
use eights_classic::Classic;
use eights_crazier::Crazier;
use eights_match::{AnyMatch, Match};
use serde::Serialize;

use crate::{
    bot::Bot,
    kind::BotKind,
    policy::BeliefModel,
    question::Question,
    search::{Search, SearchConfig},
};

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

/// Evaluates an expression with the match downcast to its concrete type.
macro_rules! typed {
    ($table:expr, $found:ident => $what:expr) => {
        if let Some($found) = $table.as_any().downcast_ref::<Match<Classic>>() {
            $what
        } else if let Some($found) = $table.as_any().downcast_ref::<Match<Crazier>>() {
            $what
        } else if let Some($found) = $table.as_any().downcast_ref::<Match<Ball>>() {
            $what
        } else {
            None
        }
    };
}

impl BotKind {
    /// Answers for a seat from its current view alone, without any memory.
    /// `None` if the seat is not to act.
    pub fn answer(&self, table: &dyn AnyMatch, seat: Seat, dice: &mut Dice) -> Option<String> {
        self.sit(table, seat).answer(table, dice)
    }

    /// Like [`BotKind::answer`], but limited by time: the bot stops soon after
    /// `keep_going` returns false.
    pub fn answer_within(
        &self,
        table: &dyn AnyMatch,
        seat: Seat,
        dice: &mut Dice,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<String> {
        self.sit(table, seat).answer_within(table, dice, keep_going)
    }

    /// Seats a bot of this kind at a match. A bot at a match of an unknown
    /// game never answers.
    pub fn sit(&self, table: &dyn AnyMatch, seat: Seat) -> Box<dyn SeatedBot> {
        let bot: Option<Box<dyn SeatedBot>> = typed!(table, table => Some(self.sit_typed(table, seat)));
        bot.unwrap_or_else(|| Box::new(UnknownGame))
    }

    fn sit_typed<G: BeliefModel + Setup>(&self, _: &Match<G>, seat: Seat) -> Box<dyn SeatedBot> {
        Box::new(TypedSeat::<G> {
            seat,
            bot: self.build(),
            advisor: Search::new(SearchConfig::for_hints::<G>()),
            step: None,
        })
    }
}

/// Stands in for a bot at a match of a game that this crate does not know.
struct UnknownGame;

impl SeatedBot for UnknownGame {
    fn observe(&mut self, _: &dyn AnyMatch) {}

    fn answer(&mut self, _: &dyn AnyMatch, _: &mut Dice) -> Option<String> {
        None
    }

    fn answer_within(
        &mut self,
        _: &dyn AnyMatch,
        _: &mut Dice,
        _: &mut dyn FnMut() -> bool,
    ) -> Option<String> {
        None
    }

    fn hint(&mut self, _: &dyn AnyMatch, _: &mut Dice) -> Option<Hint> {
        None
    }
}

/// A seated bot once the game's type is known.
struct TypedSeat<G: BeliefModel + Setup> {
    seat: Seat,
    bot: Box<dyn Bot<G>>,
    /// Finds hints, whichever bot plays. It witnesses every step but computes
    /// nothing until a hint is asked for.
    advisor: Search<G>,
    /// The last step that was observed.
    step: Option<u64>,
}

impl<G: BeliefModel + Setup> TypedSeat<G> {
    fn catch_up(&mut self, table: &Match<G>) {
        // Observing a step twice would count its events twice.
        if self.step == Some(AnyMatch::step(table)) {
            return;
        }
        self.step = Some(AnyMatch::step(table));
        let seen: Vec<G::Seen> = table.seen(Viewer::Seat(self.seat)).collect();
        if self.bot.listens() {
            self.bot.witness(&seen);
        }
        self.advisor.witness(&seen);
    }

    fn think(
        &mut self,
        table: &Match<G>,
        dice: &mut Dice,
        keep_going: Option<&mut dyn FnMut() -> bool>,
    ) -> Option<String> {
        self.catch_up(table);
        let options = table.answers(self.seat);
        if options.is_empty() {
            return None;
        }
        let mut question = Question::new(&**table.game(), table.truth(), self.seat, dice);
        if let Some(keep_going) = keep_going {
            question = question.within(keep_going);
        }
        let chosen = *self.bot.choose(question, &options);
        Some(table.game().notate(chosen))
    }

    fn advise(&mut self, table: &Match<G>, dice: &mut Dice) -> Option<Hint> {
        self.catch_up(table);
        let options = table.answers(self.seat);
        if options.is_empty() {
            return None;
        }
        let question = Question::new(&**table.game(), table.truth(), self.seat, dice);
        let (chosen, why) = self.advisor.advise(question, &options);
        Some(Hint { say: table.game().notate(chosen), why })
    }
}

impl<G: BeliefModel + Setup> SeatedBot for TypedSeat<G> {
    fn observe(&mut self, table: &dyn AnyMatch) {
        if let Some(table) = table.as_any().downcast_ref::<Match<G>>() {
            self.catch_up(table);
        }
    }

    fn answer(&mut self, table: &dyn AnyMatch, dice: &mut Dice) -> Option<String> {
        let table = table.as_any().downcast_ref::<Match<G>>()?;
        self.think(table, dice, None)
    }

    fn answer_within(
        &mut self,
        table: &dyn AnyMatch,
        dice: &mut Dice,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<String> {
        let table = table.as_any().downcast_ref::<Match<G>>()?;
        self.think(table, dice, Some(keep_going))
    }

    fn hint(&mut self, table: &dyn AnyMatch, dice: &mut Dice) -> Option<Hint> {
        let table = table.as_any().downcast_ref::<Match<G>>()?;
        self.advise(table, dice)
    }
}
