//! Applies an answer to a state.

use eights::{Dice, End, Eyes, Glimpse, Illegal, Log, Seat, sort};

use crate::{
    face::Face,
    play::{
        action::{Action, Answer, Lay, Name},
        event::{Blockage, Event},
        state::{Pile, State, Step},
    },
    rules::Classic,
    sheet::{AfterDraw, CallPrice, FinishEffect, Names, Noticed, SkipAnswer, StockEmpty, StockWhen},
};

impl Classic {
    /// Checks an answer and applies it, up to the next question.
    pub(crate) fn play_out(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) -> Result<(), Illegal> {
        if self.rules.by_masks
            && let Some((top, name)) = action.as_card()
        {
            if !self.allows_card(state, seat, top, name) {
                return Err(Illegal);
            }
            self.lay_card(state, seat, top, name, dice, log);
            self.end_step(state, log);
            return Ok(());
        }
        if self.rules.simple && action == Action::DRAW {
            if seat != state.public.turn || !self.may_draw(state, seat) {
                return Err(Illegal);
            }
            self.take(state, seat, dice, log);
            self.end_step(state, log);
            return Ok(());
        }
        self.play_other(state, seat, action, dice, log)
    }

    /// The general case of [`Classic::play_out`]. Kept out of it, so that rare rules cannot slow down plain ones.
    #[inline(never)]
    fn play_other(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) -> Result<(), Illegal> {
        let said = action.answer();
        if !self.allows(state, seat, said) {
            return Err(Illegal);
        }
        match said {
            Answer::Play(lay) if state.public.step == Step::Exchange => {
                self.exchange(state, seat, lay.top, dice, log);
            }
            Answer::Play(lay) => self.lay(state, seat, &lay, dice, log),
            Answer::Name(name) => self.name_starter(state, seat, name, dice, log),
            Answer::Draw => self.take(state, seat, dice, log),
            Answer::Pass if state.public.step == Step::Exchange => self.leave_starter(state, dice, log),
            Answer::Pass => self.pass(state, seat, log),
            Answer::Done => self.close_run(state, seat, dice, log),
            Answer::Catch(forgetful) => self.catch(state, forgetful, Some(seat), dice, log),
            Answer::Challenge => self.challenge(state, seat, dice, log),
        }
        if let Answer::Play(lay) = said {
            self.bar(state, seat, Some(&lay));
        } else if !matches!(said, Answer::Catch(_)) {
            self.bar(state, seat, None);
        }
        self.settle(state, dice, log);
        self.end_step(state, log);
        Ok(())
    }

    /// Blocks a hand without progress (CE-STOCK-6) and closes one that is over.
    ///
    /// Inlined by force: as a call it costs `apply` 5 % (`make counts`).
    #[inline(always)]
    fn end_step(&self, state: &mut State, log: &mut impl Log<Event<Glimpse>>) {
        let on_table = state.cards.len(Pile::Stock) + state.cards.len(Pile::Discard);
        let held = state.public.cards - on_table as u16;
        if held < state.public.fewest {
            state.public.fewest = held;
            state.public.quiet = 0;
        } else {
            state.public.quiet += 1;
            if state.public.quiet >= self.rules.choices.circling && !state.is_over() {
                self.block(state, Blockage::NoProgress(state.public.quiet), log);
            }
        }
        if state.is_over() {
            self.close(state, log);
        }
    }

    /// After an answer, goes on until somebody has something to choose: past turns that are not played, and to the
    /// end of a hand that only waited for a penalty. Simple rules have none of this.
    fn settle(&self, state: &mut State, dice: &mut Dice, log: &mut impl Log<Event<Glimpse>>) {
        if self.rules.choices.call_price == CallPrice::NextTurn {
            self.draw_instead(state, dice, log);
        }
        if self.rules.choices.skip_answer == SkipAnswer::AddUp {
            self.pass_over_absent(state, dice, log);
        }
        match self.rules.choices.finish_effect {
            FinishEffect::Ignored | FinishEffect::ApplyBeforeScoring => (),
            _ if state.is_over() => (),
            FinishEffect::Answered => self.settle_answered(state),
            FinishEffect::WaitsARound => self.settle_round(state),
        }
    }

    fn block(&self, state: &mut State, why: Blockage, log: &mut impl Log<Event<Glimpse>>) {
        state.public.step = Step::Blocked;
        log.note(Event::Blocked { why });
    }

    /// Closes a finished hand: shows the cards left in hands and adds the points to the scores.
    /// (CE-END-3)
    #[cold]
    fn close<L: Log<Event<Glimpse>>>(&self, state: &mut State, log: &mut L) {
        for seat in Seat::first(state.public.seats) {
            let hand = state.cards.set(Pile::Hand(seat));
            for card in hand.iter() {
                state.cards.show(card, Pile::Hand(seat), Eyes::ALL, log);
            }
            if !L::SILENT && !hand.is_empty() {
                let mut cards: Vec<Face> =
                    hand.iter().map(|card| state.printed.at(card.index() as u8)).collect();
                sort(&mut cards);
                log.note(Event::LeftInHand { seat, cards });
            }
        }
        for (seat, points) in self.outcome(state).points.iter() {
            let score = &mut state.public.scores[seat];
            *score = score.saturating_add(points);
        }
    }

    /// Begins a turn.
    #[inline]
    pub(crate) fn begin(&self, state: &mut State, seat: Seat) {
        self.ask(state, seat);
        if state.binding > 0 {
            self.serve_turn(state);
        }
    }

    /// Asks a seat what it plays, without another turn.
    #[inline]
    pub(crate) fn ask(&self, state: &mut State, seat: Seat) {
        state.public.turn = seat;
        state.public.step = Step::Play;
        state.public.drawn = 0;
        state.fresh = None;
    }

    #[inline]
    fn lay(
        &self,
        state: &mut State,
        seat: Seat,
        lay: &Lay,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let owed = match state.public.step {
            // A card just drawn for it answers the whole penalty.
            Step::Answer { owed, .. } => owed + u16::from(state.public.drawn),
            Step::Run { owed, .. } | Step::Match { owed, .. } => owed,
            _ => 0,
        };
        let jumped = seat != state.public.turn;
        let bound_to = Some(state.public.named).filter(|_| state.binding > 0);
        let opening = matches!(state.public.step, Step::Opening { .. });
        let wild = if opening { 0 } else { self.wild_for(state, seat) };
        let left = state.n_cards(seat) - lay.len();
        let ends = self.ends_hand(state, lay, left);
        let awaits = self.awaits_match(state, lay, left);
        let matched = self.matched_by(state, seat).map(|player| (player, self.top_has_acted(state)));
        let due = self.call_is_due(state, lay, left);
        // What a card does that counts as the one below it is what that one does.
        let top = self.acts_as(state, lay.top, lay.name);
        let run = self.run_with(state, seat, top, owed);
        let deed = Lay { top, ..*lay };
        let doubtful = self.rules.effect_of(top).challenge > 0;
        let held = state
            .suit_in_force()
            .filter(|_| doubtful)
            .map_or(Name::NONE, |suit| Name::suit(state.printed, suit));
        log.note(Event::Laid { seat, cards: lay.len() as u8, jumped, called: lay.call });
        if !lay.under.is_empty() {
            for face in lay.faces().take(lay.len() - 1) {
                let twins = face.cards();
                state.cards.shift_twin(twins, Pile::Hand(seat), Pile::Discard, log);
            }
        }
        self.lay_top(state, seat, lay.top, log);
        state.public.copied = (top != lay.top).then_some(top);
        state.guilty = doubtful && self.could_follow(state, seat, held);
        let stays_out = self.settle_match(state, seat, matched, top, dice, log);
        if ends {
            return self.finish(state, seat, &deed, owed, dice, log);
        }
        if let Some(player) = stays_out {
            return self.be_out(state, player);
        }
        if awaits {
            return self.ask_for_match(state, seat, &deed, owed, log);
        }
        self.follow_from_now(state, seat, top, lay.name, wild & top.bit() != 0, log);
        if state.public.copied.is_some() && wild & top.bit() == 0 {
            // The suit that was named is that of the card it counts as.
            self.set_follow(state, top, Name::NONE, false);
        }
        if self.rules.choices.stock_when == StockWhen::AtOnce && run.is_none() {
            self.restock(state, dice, log);
        }
        if lay.call && !due {
            log.note(Event::FalseCall { seat });
            self.draw_cards(state, seat, u16::from(self.rules.choices.false_call), dice, log);
            state.fresh = None;
        }
        if state.n_cards(seat) == 0 {
            self.empty_handed(state, seat, lay, dice, log);
        } else if left == 1 && self.rules.choices.forgot > 0 && !lay.call {
            state.public.uncalled = Some(seat);
            if self.rules.choices.noticed == Noticed::AtOnce && run.is_none() {
                self.catch(state, seat, None, dice, log);
            }
        }
        if state.is_over() {
            return;
        }
        if lay.name.is_some() && self.rules.effect_of(top).binds_all {
            // One more than there are players, because the turn that now begins is counted.
            state.binding = 1 + state.public.playing.len() as u8;
        } else if let Some(name) = bound_to {
            state.public.named = name;
            self.follow_top(state);
        }
        if opening {
            self.end_turn(state, seat);
        } else if let Some(run) = run {
            state.public.step = run;
            if state.n_cards(seat) == 0 || !state.public.playing.has(seat) {
                self.close_run(state, seat, dice, log);
            }
        } else if lay.under.is_empty() && self.rules.special & top.bit() == 0 {
            let next = state.onward(seat, 1);
            self.begin(state, next);
        } else {
            self.carry_out(state, seat, &deed, (owed, held), dice, log);
        }
    }

    /// Passes the turn on; the opening round goes on until everybody had a turn in it. (FA-PIS-1)
    fn end_turn(&self, state: &mut State, seat: Seat) {
        let step = state.public.step;
        let next = state.onward(seat, 1);
        self.begin(state, next);
        if let Step::Opening { left: left @ 2.. } = step {
            state.public.step = Step::Opening { left: left - 1 };
        }
    }

    /// Lays a card with a name. The shorter form of [`Classic::lay`] for simple rule sets.
    #[inline]
    fn lay_card(
        &self,
        state: &mut State,
        seat: Seat,
        top: Face,
        name: Name,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let owed = match state.public.step {
            Step::Answer { owed, .. } => owed,
            _ => 0,
        };
        log.note(Event::Laid { seat, cards: 1, jumped: false, called: false });
        self.lay_top(state, seat, top, log);
        if state.n_cards(seat) == 0 {
            return self.finish(state, seat, &Lay::card(top), owed, dice, log);
        }
        self.follow_from_now(state, seat, top, name, false, log);
        if self.rules.choices.stock_when == StockWhen::AtOnce {
            self.restock(state, dice, log);
        }
        if self.rules.special & top.bit() == 0 {
            // Under simple rules no name binds everybody, so there are no turns to count.
            let next = state.onward(seat, 1);
            self.ask(state, next);
        } else if self.rules.plain & top.bit() != 0 {
            self.carry_out_plain(state, seat, top, owed, dice, log);
        } else {
            self.carry_out(state, seat, &Lay { name, ..Lay::card(top) }, (owed, Name::NONE), dice, log);
        }
    }

    /// Moves a card from a hand to the top of the discard pile.
    #[inline]
    fn lay_top(&self, state: &mut State, seat: Seat, top: Face, log: &mut impl Log<Event<Glimpse>>) {
        let twins = top.cards();
        state.cards.shift_twin(twins, Pile::Hand(seat), Pile::Discard, log);
        state.public.turn = seat;
        state.public.played = true;
        state.public.jumpable = true;
        state.public.passes = 0;
        state.public.drawn = 0;
        state.public.uncalled = None;
        state.fresh = None;
    }

    /// Updates what fits after the top card has changed, and logs a name.
    #[inline]
    fn follow_from_now(
        &self,
        state: &mut State,
        seat: Seat,
        top: Face,
        name: Name,
        wild: bool,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        self.set_follow(state, top, name, wild);
        if name.is_some() {
            log.note(Event::Named { seat, name });
        }
    }

    /// Sets the name and the faces that fit from now on.
    #[inline]
    pub(crate) fn set_follow(&self, state: &mut State, top: Face, name: Name, wild: bool) {
        state.public.named = match self.rules.names_of(top) {
            _ if !wild || name != Name::NONE => name,
            // Record the own suit as the name, since in a countdown the card is not wild for everybody.
            Names::OwnSuit if !top.is_joker() => Name::suit_of(top),
            Names::Anything => Name::ANYTHING,
            _ => name,
        };
        state.follow = self.follow(top, state.public.named);
    }

    /// The faces that fit on a card with a name, wild cards aside.
    #[inline]
    pub(crate) fn follow(&self, top: Face, name: Name) -> u64 {
        if name == Name::NONE {
            return self.rules.fits[top.index() & 63];
        }
        name.faces().unwrap_or(u64::MAX)
    }

    fn name_starter(
        &self,
        state: &mut State,
        seat: Seat,
        name: Name,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let Some(top) = state.top() else { return };
        self.set_follow(state, top, name, true);
        log.note(Event::Named { seat, name });
        self.first_turn(state, top, dice, log);
    }

    /// Draws a card from the stock, or the whole penalty.
    #[inline]
    fn take(&self, state: &mut State, seat: Seat, dice: &mut Dice, log: &mut impl Log<Event<Glimpse>>) {
        state.public.passes = 0;
        state.public.jumpable = false;
        state.public.uncalled = None;
        if let Step::Answer { owed, .. } | Step::Doubt { owed, .. } = state.public.step {
            return self.take_penalty(state, seat, owed, dice, log);
        }
        self.draw_one(state, seat, dice, log);
        if state.n_cards(seat) > self.rules.choices.limit as usize {
            return self.bust_in_turn(state, seat, log);
        }
        state.public.drawn = state.public.drawn.saturating_add(1);
        if !matches!(state.public.step, Step::Play) {
            // Any card may be laid on an own card and in the opening round, so the one just drawn is not special.
            state.fresh = None;
            return;
        }
        let over = match self.rules.choices.after_draw {
            AfterDraw::TurnEnds => true,
            AfterDraw::MayPlayAny => {
                state.fresh = None;
                false
            }
            // Ask even if the card does not fit: ending the turn here would reveal that to the
            // others. (CE-TURN-5)
            AfterDraw::MayPlayDrawn => false,
            // A card that fits must be played openly, so there is no secret to keep.
            AfterDraw::MustPlayDrawn => {
                let offers = self.offers(state, seat);
                offers.plays == 0 && !offers.draw
            }
        };
        if over {
            let next = state.onward(seat, 1);
            self.begin(state, next);
        }
    }

    /// Puts a player who drew too many cards out of the hand, and goes on with the next one.
    #[cold]
    fn bust_in_turn(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event<Glimpse>>) {
        self.bust(state, seat, log);
        if !state.is_over() {
            self.end_turn(state, seat);
        }
    }

    /// Draws up to `n` cards, reshuffling if the rules allow it. Returns the number drawn.
    pub(crate) fn draw_cards(
        &self,
        state: &mut State,
        seat: Seat,
        n: u16,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) -> u8 {
        let mut drawn = 0;
        while u16::from(drawn) < n && self.draw_one(state, seat, dice, log) {
            drawn += 1;
        }
        if state.n_cards(seat) > self.rules.choices.limit as usize {
            self.bust(state, seat, log);
        }
        drawn
    }

    /// Draws a card if there is one, reshuffling if the rules allow it.
    #[inline(always)]
    pub(crate) fn draw_one(
        &self,
        state: &mut State,
        seat: Seat,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) -> bool {
        if state.cards.len(Pile::Stock) == 0 {
            self.restock_for(state, seat, dice, log);
        }
        let Some(card) = state.cards.top(Pile::Stock) else { return false };
        state.cards.shift(card, Pile::Stock, Pile::Hand(seat), End::Top, log);
        state.fresh = Some(state.printed.at(card.index() as u8));
        if self.rules.choices.stock_when == StockWhen::AtOnce && state.cards.len(Pile::Stock) == 0 {
            self.restock_for(state, seat, dice, log);
        }
        true
    }

    fn pass(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event<Glimpse>>) {
        let choices = &self.rules.choices;
        if let Step::Match { .. } = state.public.step {
            return self.let_win(state, seat, log);
        }
        if state.public.step == Step::Miss {
            // The player misses the turn, which is no step to a blocked hand. (FA-ALL-4)
            state.public.jumpable = false;
            state.public.uncalled = None;
            log.note(Event::Skipped { seat });
            state.absent[seat] = state.absent[seat].saturating_sub(1);
            let next = state.onward(seat, 1);
            return self.begin(state, next);
        }
        // A pass after a draw does not mean that the player is stuck, and whether the drawn card
        // fits is the player's secret. (CE-STOCK-5)
        let drew = state.public.drawn > 0
            && choices.after_draw != AfterDraw::MayPlayAny
            && !matches!(state.public.step, Step::Cover | Step::Opening { .. });
        state.public.jumpable = false;
        state.public.uncalled = None;
        state.public.passes = if drew || self.can_draw(state) { 0 } else { state.public.passes + 1 };
        log.note(Event::Passed { seat });
        if choices.stock_empty == StockEmpty::EndsHand && state.public.passes > 0 {
            return self.block(state, Blockage::StockUsedUp, log);
        }
        if state.public.passes as usize >= state.public.playing.len() {
            return self.block(state, Blockage::AllPassed, log);
        }
        self.end_turn(state, seat);
    }
}
