//! A bot on a chair of any match: the game's type is known here and nowhere above.

use eights::{Dice, Seat, Stage, Viewer};
use eights_ball::Ball;
use eights_classic::Classic;
use eights_crazier::Crazier;
use eights_table::{AnyMatch, Match};
use serde::Serialize;

use crate::{
    bot::Bot,
    kind::BotKind,
    policy::BeliefModel,
    question::Question,
    search::{Search, SearchConfig},
};

/// What to say, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hint {
    /// The answer.
    pub say: String,
    /// One sentence that tells what is good about it.
    pub why: String,
}

/// A bot on a chair of some match, that remembers what its seat saw.
pub trait SeatedBot: Send {
    /// Looks at the last step. To be called after every one, and once before
    /// the first; whoever misses some just remembers less.
    fn observe(&mut self, table: &dyn AnyMatch);

    /// What it says; nothing when its seat is not asked.
    fn answer(&mut self, table: &dyn AnyMatch, dice: &mut Dice) -> Option<String>;

    /// The same with a budget of time: it stops soon after `keep_going` says no.
    fn answer_within(
        &mut self,
        table: &dyn AnyMatch,
        dice: &mut Dice,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<String>;

    /// What it would say, and why.
    fn hint(&mut self, table: &dyn AnyMatch, dice: &mut Dice) -> Option<Hint>;
}

/// Does something with a match whose type is found out.
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
    /// What it would say at a seat of a match, from what that seat sees now
    /// and nothing else. Nothing when the seat is not asked.
    pub fn answer(&self, table: &dyn AnyMatch, seat: Seat, dice: &mut Dice) -> Option<String> {
        self.sit(table, seat).answer(table, dice)
    }

    /// The same with a budget of time: it stops soon after `keep_going` says no.
    pub fn answer_within(
        &self,
        table: &dyn AnyMatch,
        seat: Seat,
        dice: &mut Dice,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Option<String> {
        self.sit(table, seat).answer_within(table, dice, keep_going)
    }

    /// Takes a seat at a match. At one of a game that it does not know it says nothing.
    pub fn sit(&self, table: &dyn AnyMatch, seat: Seat) -> Box<dyn SeatedBot> {
        let chair: Option<Box<dyn SeatedBot>> = typed!(table, table => Some(self.chair(table, seat)));
        chair.unwrap_or_else(|| Box::new(UnknownGame))
    }

    fn chair<G: BeliefModel + Stage>(&self, _: &Match<G>, seat: Seat) -> Box<dyn SeatedBot> {
        Box::new(TypedSeat::<G> {
            seat,
            bot: self.build(),
            advisor: Search::new(SearchConfig::for_hints::<G>()),
            step: None,
        })
    }
}

/// A bot that does not know the game.
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

struct TypedSeat<G: BeliefModel + Stage> {
    seat: Seat,
    bot: Box<dyn Bot<G>>,
    /// Gives reasons, whoever plays; it is only told things, until it is asked.
    advisor: Search<G>,
    /// The last step that was looked at.
    step: Option<u64>,
}

impl<G: BeliefModel + Stage> TypedSeat<G> {
    fn look(&mut self, table: &Match<G>) {
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
        self.look(table);
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
        self.look(table);
        let options = table.answers(self.seat);
        if options.is_empty() {
            return None;
        }
        let question = Question::new(&**table.game(), table.truth(), self.seat, dice);
        let (chosen, why) = self.advisor.advise(question, &options);
        Some(Hint { say: table.game().notate(chosen), why })
    }
}

impl<G: BeliefModel + Stage> SeatedBot for TypedSeat<G> {
    fn observe(&mut self, table: &dyn AnyMatch) {
        if let Some(table) = table.as_any().downcast_ref::<Match<G>>() {
            self.look(table);
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
