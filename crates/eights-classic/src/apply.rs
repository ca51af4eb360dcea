//! What then happens.

use eights::{Dice, End, Faces, Glimpse, Illegal, Log, Seat};

use crate::{
    action::{Action, Lay, Name},
    event::Event,
    face::{Face, Printed, of_rank, of_suit},
    rules::Classic,
    sheet::{
        AfterDraw, AnswerWith, Breach, FinishEffect, HandEnd, Missed, MultiEffects, Names, Noticed, NothingToDraw,
        ReverseTwo, StockEmpty, StockWhen, Sum, Swap, Teams, Whom,
    },
    state::{Pile, State, Step},
};

/// What the cards laid in one go do together.
#[derive(Clone, Copy, Default)]
struct Deeds {
    skips: u32,
    reverses: u32,
    owed: u16,
    cancels: u64,
    penalty_cards: u32,
}

impl Classic {
    /// Plays an answer, up to the next question.
    pub(crate) fn play_out(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) -> Result<(), Illegal> {
        if !self.allows(state, seat, action) {
            return Err(Illegal);
        }
        match action {
            Action::Play(lay) => self.lay(state, seat, &lay, dice, log),
            Action::Name(name) => self.name_starter(state, seat, name, log),
            Action::Draw => self.take(state, seat, dice, log),
            Action::Pass => self.pass(state, seat, log),
            Action::Done => self.begin(state, state.onward(seat, 1)),
            Action::Catch(forgetful) => self.catch(state, forgetful, Some(seat), dice, log),
        }
        self.count_quiet(state, log);
        Ok(())
    }

    /// A hand that circles is blocked. (CE-STOCK-6)
    #[inline]
    fn count_quiet(&self, state: &mut State, log: &mut impl Log<Event<Glimpse>>) {
        let lying = state.cards.len(Pile::Stock) + state.cards.len(Pile::Discard);
        let held = state.public.cards - lying as u16;
        if held < state.public.fewest {
            state.public.fewest = held;
            state.public.quiet = 0;
        } else {
            state.public.quiet += 1;
            if state.public.quiet >= self.rules.choices.circling && !state.is_over() {
                self.block(state, log);
            }
        }
    }

    fn block(&self, state: &mut State, log: &mut impl Log<Event<Glimpse>>) {
        state.public.step = Step::Blocked;
        log.note(Event::Blocked);
    }

    /// A turn begins.
    #[inline]
    pub(crate) fn begin(&self, state: &mut State, seat: Seat) {
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
            Step::Answer { owed, .. } => owed,
            _ => 0,
        };
        let jumped = seat != state.public.turn;
        let wild = self.wild_for(state, seat);
        let left = state.n_cards(seat) - lay.len();
        let ends = self.ends_hand(state, lay, left);
        log.note(Event::Laid { seat, cards: lay.len() as u8, jumped, called: lay.call });
        if !lay.under.is_empty() {
            for face in lay.faces().take(lay.len() - 1) {
                let twins = Faces::bearing(Printed, face);
                state.cards.shift_twin(twins, Pile::Hand(seat), Pile::Discard, log);
            }
        }
        let twins = Faces::bearing(Printed, lay.top);
        state.cards.shift_twin(twins, Pile::Hand(seat), Pile::Discard, log);
        state.public.turn = seat;
        state.public.played = true;
        state.public.passes = 0;
        state.public.drawn = 0;
        state.public.uncalled = None;
        state.fresh = None;
        if ends {
            return self.finish(state, seat, lay, owed, dice, log);
        }
        self.set_follow(state, lay.top, lay.name, wild & lay.top.bit() != 0);
        if lay.name.is_some() {
            log.note(Event::Named { seat, name: lay.name });
        }
        if self.rules.choices.stock_when == StockWhen::AtOnce {
            self.restock(state, dice, log);
        }
        if left == 0 {
            self.empty_handed(state, seat, lay, dice, log);
        } else if left == 1 && self.rules.choices.forgot > 0 && !lay.call {
            state.public.uncalled = Some(seat);
            if self.rules.choices.noticed == Noticed::AtOnce {
                self.catch(state, seat, None, dice, log);
            }
        }
        if state.is_over() {
            return;
        }
        if lay.under.is_empty() && self.rules.special & lay.top.bit() == 0 {
            let next = state.onward(seat, 1);
            self.begin(state, next);
        } else {
            self.carry_out(state, seat, lay, owed, dice, log);
        }
    }

    /// What fits from now on.
    #[inline]
    pub(crate) fn set_follow(&self, state: &mut State, top: Face, name: Name, wild: bool) {
        state.public.named = name;
        state.follow = self.follow(top, name, wild);
    }

    /// What fits on a card, wild cards aside.
    #[inline]
    pub(crate) fn follow(&self, top: Face, name: Name, wild: bool) -> u64 {
        if name == Name::NONE && !(wild && self.rules.choices.names == Names::OwnSuit && !top.is_joker()) {
            return self.rules.fits[top.index() & 63];
        }
        match (name.as_suit(), name.as_rank()) {
            (Some(suit), _) => of_suit(suit),
            (_, Some(rank)) => of_rank(rank),
            _ if name == Name::ANYTHING => u64::MAX,
            _ => of_suit(top.suit()),
        }
    }

    /// Sums up what the laid cards do.
    fn deeds(&self, lay: &Lay) -> Deeds {
        let mut deeds = Deeds::default();
        let once = self.rules.choices.multi_effects == MultiEffects::Once;
        let from = if once { lay.len() - 1 } else { 0 };
        for face in lay.faces().skip(from) {
            let power = self.rules.power(face);
            deeds.skips += u32::from(power.skip);
            deeds.reverses += u32::from(power.reverse);
            deeds.cancels |= power.cancels;
            if power.draw > 0 && power.whom == Whom::Next {
                deeds.owed += u16::from(power.draw);
                deeds.penalty_cards += 1;
            }
        }
        deeds
    }

    /// Carries out the effects of laid cards and passes the turn on.
    pub(crate) fn carry_out(
        &self,
        state: &mut State,
        seat: Seat,
        lay: &Lay,
        owed: u16,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let mut deeds = self.deeds(lay);
        let power = *self.rules.power(lay.top);
        let family = match state.public.step {
            Step::Answer { family, .. } => family,
            _ => power.family,
        };
        for _ in 0..deeds.reverses {
            state.public.clockwise = !state.public.clockwise;
            log.note(Event::Reversed { clockwise: state.public.clockwise });
            if state.public.playing.len() == 2 && self.rules.choices.reverse_two == ReverseTwo::Skip {
                deeds.skips += 1;
            }
        }
        let mut owed = owed;
        if owed > 0 && deeds.cancels >> family & 1 != 0 {
            owed = 0;
            log.note(Event::Cancelled { seat });
        }
        owed = match self.rules.choices.sum {
            Sum::Double if owed > 0 => owed << deeds.penalty_cards.min(8),
            Sum::Double | Sum::Add => owed + deeds.owed,
        };
        if power.draw > 0 && power.whom != Whom::Next {
            self.others_draw(state, seat, lay, dice, log);
        }
        self.move_hands(state, seat, lay, log);
        if state.is_over() {
            return;
        }
        if let Some(again) = power.again
            && state.n_cards(seat) > 0
            && state.public.playing.has(seat)
        {
            state.public.step = Step::More(again);
            return;
        }
        self.pass_turn(state, seat, deeds.skips, log);
        if owed > 0 {
            self.demand(state, owed, power.family, dice, log);
        }
    }

    /// The turn goes on, past those who miss theirs.
    fn pass_turn(&self, state: &mut State, seat: Seat, skips: u32, log: &mut impl Log<Event<Glimpse>>) {
        for step in 1..=skips {
            let missed = state.onward(seat, step);
            log.note(Event::Skipped { seat: missed });
        }
        let next = state.onward(seat, 1 + skips);
        self.begin(state, next);
    }

    /// The seat whose turn begins must draw, or answer.
    fn demand(
        &self,
        state: &mut State,
        owed: u16,
        family: u8,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let choices = &self.rules.choices;
        if choices.nothing_to_draw == NothingToDraw::Lapses && !self.can_draw(state) {
            return;
        }
        let seat = state.public.turn;
        if choices.answer == AnswerWith::None {
            self.pay(state, seat, owed, dice, log);
        } else {
            state.public.step = Step::Answer { owed, family };
            log.note(Event::Owes { seat, cards: owed });
        }
    }

    /// A seat takes a penalty. (CE-FX-9: as far as the cards go.)
    fn pay(&self, state: &mut State, seat: Seat, owed: u16, dice: &mut Dice, log: &mut impl Log<Event<Glimpse>>) {
        let cards = self.draw_cards(state, seat, owed, dice, log);
        log.note(Event::Penalty { seat, cards });
        if state.is_over() {
            return;
        }
        let stays = self.rules.choices.missed == Missed::MayPlay && state.public.playing.has(seat);
        let next = if stays { seat } else { state.onward(seat, 1) };
        self.begin(state, next);
    }

    /// Effects that make somebody else than the next player draw.
    fn others_draw(
        &self,
        state: &mut State,
        seat: Seat,
        lay: &Lay,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let power = self.rules.power(lay.top);
        let times = if self.rules.choices.multi_effects == MultiEffects::Once { 1 } else { lay.len() as u16 };
        let cards = u16::from(power.draw) * times;
        let mut one = |state: &mut State, who: Seat| {
            let cards = self.draw_cards(state, who, cards, dice, log);
            log.note(Event::Penalty { seat: who, cards });
        };
        match power.whom {
            Whom::Next => (),
            Whom::Player => one(state, seat),
            Whom::Chosen => lay.whom.into_iter().for_each(|who| one(state, who)),
            Whom::Previous => {
                state.public.clockwise = !state.public.clockwise;
                let who = state.onward(seat, 1);
                state.public.clockwise = !state.public.clockwise;
                one(state, who);
            }
            Whom::Others => {
                let others = state.public.playing.len() as u32 - u32::from(state.public.playing.has(seat));
                let seats: Vec<Seat> = (1..=others).map(|i| state.onward(seat, i)).collect();
                for who in seats {
                    one(state, who);
                }
            }
        }
    }

    /// Effects that move whole hands.
    fn move_hands(&self, state: &mut State, seat: Seat, lay: &Lay, log: &mut impl Log<Event<Glimpse>>) {
        let power = self.rules.power(lay.top);
        if power.rotate {
            let players = state.public.playing.len() as u32;
            let hands: Vec<Pile> = (0..players).map(|i| Pile::Hand(state.onward(seat, i))).collect();
            state.cards.rotate(&hands, log);
        }
        let other = match power.swap {
            None => None,
            Some(Swap::Next) => Some(state.onward(seat, 1)),
            Some(Swap::Chosen) => lay.whom,
        };
        if let Some(other) = other.filter(|other| *other != seat) {
            state.cards.rotate(&[Pile::Hand(seat), Pile::Hand(other)], log);
        }
    }

    fn name_starter(&self, state: &mut State, seat: Seat, name: Name, log: &mut impl Log<Event<Glimpse>>) {
        let Some(top) = state.top() else { return };
        self.set_follow(state, top, name, true);
        log.note(Event::Named { seat, name });
        let first = state.public.dealer.left(state.public.seats);
        self.begin(state, first);
    }

    /// A card from the stock, or all that is owed.
    #[inline]
    fn take(&self, state: &mut State, seat: Seat, dice: &mut Dice, log: &mut impl Log<Event<Glimpse>>) {
        state.public.passes = 0;
        state.public.uncalled = None;
        if let Step::Answer { owed, .. } = state.public.step {
            return self.pay(state, seat, owed, dice, log);
        }
        self.draw_cards(state, seat, 1, dice, log);
        if state.is_over() {
            return;
        }
        if !state.public.playing.has(seat) {
            let next = state.onward(seat, 1);
            return self.begin(state, next);
        }
        state.public.drawn = state.public.drawn.saturating_add(1);
        let over = match self.rules.choices.after_draw {
            AfterDraw::TurnEnds => true,
            AfterDraw::MayPlayAny => {
                state.fresh = None;
                false
            }
            // Nothing is left to choose: the turn ends by itself. (CE-TURN-5)
            AfterDraw::MayPlayDrawn | AfterDraw::MustPlayDrawn => {
                let offers = self.offers(state, seat);
                offers.plays == 0 && !offers.draw
            }
        };
        if over {
            let next = state.onward(seat, 1);
            self.begin(state, next);
        }
    }

    /// Draws as many cards as there are, shuffling anew where the rules do.
    pub(crate) fn draw_cards(
        &self,
        state: &mut State,
        seat: Seat,
        n: u16,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) -> u8 {
        let mut drawn = 0;
        while u16::from(drawn) < n {
            if state.cards.len(Pile::Stock) == 0 {
                self.restock(state, dice, log);
            }
            let Some(card) = state.cards.top(Pile::Stock) else { break };
            state.cards.shift(card, Pile::Stock, Pile::Hand(seat), End::Top, log);
            state.fresh = Some(Face::new(card.index() as u8));
            drawn += 1;
            if self.rules.choices.stock_when == StockWhen::AtOnce {
                self.restock(state, dice, log);
            }
        }
        if state.n_cards(seat) > self.rules.choices.limit as usize {
            self.bust(state, seat, log);
        }
        drawn
    }

    /// Makes a new stock of the discard pile without its top card, if the
    /// stock is empty and the rules do that.
    #[inline]
    fn restock(&self, state: &mut State, dice: &mut Dice, log: &mut impl Log<Event<Glimpse>>) {
        let empty = state.cards.len(Pile::Stock) == 0 && state.cards.len(Pile::Discard) > 1;
        if empty && self.rules.choices.stock_empty == StockEmpty::Reshuffle {
            state.cards.gather(Pile::Discard, Pile::Stock, 1, log);
            state.cards.shuffle(Pile::Stock, dice, log);
        }
    }

    fn pass(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event<Glimpse>>) {
        let choices = &self.rules.choices;
        // Keeping a card that fits is a choice, not a sign of being stuck. (CE-STOCK-5)
        let kept = choices.after_draw != AfterDraw::MayPlayAny && self.offers(state, seat).plays != 0;
        state.public.uncalled = None;
        state.public.passes = if kept || self.can_draw(state) { 0 } else { state.public.passes + 1 };
        log.note(Event::Passed { seat });
        let stuck = state.public.passes as usize >= state.public.playing.len();
        if stuck || (choices.stock_empty == StockEmpty::EndsHand && state.public.passes > 0) {
            return self.block(state, log);
        }
        let next = state.onward(seat, 1);
        self.begin(state, next);
    }

    /// A forgotten call costs cards.
    fn catch(
        &self,
        state: &mut State,
        forgetful: Seat,
        by: Option<Seat>,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        state.public.uncalled = None;
        log.note(Event::Caught { seat: forgetful, by });
        let fresh = state.fresh;
        self.draw_cards(state, forgetful, u16::from(self.rules.choices.forgot), dice, log);
        state.fresh = fresh;
    }

    /// The hand ends with these cards. (CE-END-1, CE-END-2)
    fn finish(
        &self,
        state: &mut State,
        seat: Seat,
        lay: &Lay,
        owed: u16,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        state.public.named = Name::NONE;
        state.follow = 0;
        if self.rules.choices.finish_effect == FinishEffect::ApplyBeforeScoring {
            let deeds = self.deeds(lay);
            let owed = if deeds.owed > 0 { owed + deeds.owed } else { 0 };
            let next = state.onward(seat, 1);
            if owed > 0 {
                let cards = self.draw_cards(state, next, owed, dice, log);
                log.note(Event::Penalty { seat: next, cards });
            }
        }
        self.leave(state, seat, log);
        state.public.step = Step::Out;
        state.fresh = None;
    }

    /// The last card did not end the hand: others play on, or it was a banned one.
    fn empty_handed(
        &self,
        state: &mut State,
        seat: Seat,
        lay: &Lay,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let banned = lay.faces().any(|face| self.rules.banned & face.bit() != 0);
        match self.rules.choices.breach {
            Breach::Draws(n) if banned => {
                let cards = self.draw_cards(state, seat, u16::from(n), dice, log);
                log.note(Event::Penalty { seat, cards });
                state.fresh = None;
                if cards == 0 {
                    // With nothing to draw the ban cannot be paid for: the player is out.
                    self.leave(state, seat, log);
                    state.public.step = Step::Out;
                }
            }
            _ => {
                self.leave(state, seat, log);
                let alone = state.public.playing.len() <= 1 || self.rules.choices.ends == HandEnd::FirstOut;
                if alone {
                    state.public.step = Step::Out;
                }
            }
        }
    }

    /// A player has no card left and takes the next place.
    fn leave(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event<Glimpse>>) {
        log.note(Event::WentOut { seat });
        let place = 1 + state.public.places.as_slice().iter().filter(|it| (1..=16).contains(*it)).count();
        state.public.places[seat] = place as u8;
        state.public.playing.remove(seat);
        if self.rules.choices.teams == Teams::Pairs {
            let partner = state.opposite(seat);
            if !state.public.playing.has(partner) {
                // Both partners are out: their team has won.
                state.public.step = Step::Out;
            }
        }
    }

    /// Too many cards: the player is out of the hand, the cards go under the discard pile.
    fn bust(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event<Glimpse>>) {
        log.note(Event::Bust { seat });
        for card in state.cards.set(Pile::Hand(seat)).iter() {
            state.cards.shift(card, Pile::Hand(seat), Pile::Discard, End::Bottom, log);
        }
        state.public.playing.remove(seat);
        let busts = state.public.places.as_slice().iter().filter(|place| **place > 16).count();
        state.public.places[seat] = u8::MAX - busts as u8;
        if state.public.playing.len() <= 1 {
            state.public.step = Step::Out;
        }
    }
}
