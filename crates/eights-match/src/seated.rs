//! Implements [`SeatedBot`] for the bots of every game.

use eights::{Dice, Seat, Viewer};
use eights_bots::{Bot, BotKind, Question, Search, SearchConfig};
use eights_kit::Playable;

use crate::{
    any::{AnyMatch, Hint, SeatedBot},
    playing::Match,
};

/// A seated bot once the game's type is known.
pub(crate) struct TypedSeat<G: Playable> {
    seat: Seat,
    bot: Box<dyn Bot<G>>,
    /// Finds hints, whichever bot plays. It witnesses every step but computes
    /// nothing until a hint is asked for.
    advisor: Search<G>,
    /// The last step that was observed.
    step: Option<u64>,
}

impl<G: Playable> TypedSeat<G> {
    pub(crate) fn new(bot: BotKind, seat: Seat) -> TypedSeat<G> {
        TypedSeat { seat, bot: bot.build(), advisor: Search::new(SearchConfig::for_hints::<G>()), step: None }
    }

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

impl<G: Playable> SeatedBot for TypedSeat<G> {
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
