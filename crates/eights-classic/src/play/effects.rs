//! Carries out card effects: skips, reverses, penalties and moving hands.

use eights::{Dice, Eyes, Glimpse, Log, MAX_SEATS, Seat};

use crate::{
    face::Face,
    play::{
        action::{Lay, Name},
        event::Event,
        state::{Pile, State, Step},
    },
    rules::{AnotherTurn, CardEffect, Classic},
    sheet::{
        AnswerWith, FirstDrawn, Missed, MultiEffects, NothingToDraw, ReverseTwo, SeveralPrice, SkipAnswer,
        SkipTwo, Sum, Swap, Whom,
    },
};

/// The combined effects of cards laid together.
#[derive(Clone, Copy, Default)]
pub(crate) struct CombinedEffects {
    skips: u32,
    reverses: u32,
    pub(crate) owed: u16,
    cancels: u64,
    penalty_cards: u32,
    /// The family and number of the uppermost penalty card among them.
    penalty: Option<(u8, u8)>,
    /// The families that a card among them answers without being a penalty, and what these cards add.
    answers: u64,
    adds: u16,
    /// How many cards act.
    cards: u16,
}

impl CombinedEffects {
    #[inline]
    pub(super) fn add(&mut self, effect_of: &CardEffect) {
        self.cards += 1;
        self.skips += u32::from(effect_of.skip);
        self.reverses += u32::from(effect_of.reverse);
        self.cancels |= effect_of.cancels;
        if effect_of.draw > 0 && effect_of.whom.is_asked() {
            self.owed += u16::from(effect_of.draw);
            self.penalty_cards += 1;
            self.penalty = Some((effect_of.family, effect_of.draw));
        }
        self.answers |= effect_of.answers;
        self.adds += u16::from(effect_of.adds);
    }
}

impl Classic {
    /// Sums up the effects of laid cards.
    #[inline(always)]
    pub(crate) fn deeds(&self, lay: &Lay) -> CombinedEffects {
        let mut deeds = CombinedEffects::default();
        if lay.under.is_empty() || self.rules.choices.multi_effects == MultiEffects::Once {
            deeds.add(self.rules.effect_of(lay.top));
        } else {
            lay.faces().for_each(|face| deeds.add(self.rules.effect_of(face)));
        }
        deeds
    }

    /// Carries out the effects of laid cards and passes the turn on. Before them a penalty was owed and a suit held.
    #[inline(never)]
    pub(crate) fn carry_out(
        &self,
        state: &mut State,
        seat: Seat,
        lay: &Lay,
        (owed, held): (u16, Name),
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let mut deeds = match state.public.step {
            Step::Run { cards, .. } => self.run_deeds(state, lay.top, cards),
            _ => self.deeds(lay),
        };
        let effect_of = self.rules.effect_of(lay.top);
        let (family, least) = match state.public.step {
            Step::Answer { family, least, .. } => (family, least),
            Step::Run { family, least, owed: 1.., .. } => (family, least),
            _ => (effect_of.family, effect_of.draw),
        };
        // If the player went out with this card, the two players left were three before it.
        let two = state.public.playing.len() == 2 && state.public.playing.has(seat);
        if two && self.rules.choices.skip_two == SkipTwo::Nothing {
            deeds.skips = 0;
        }
        let asks = deeds.skips > 0 && self.rules.choices.skip_answer != SkipAnswer::None;
        for _ in 0..deeds.reverses {
            state.public.clockwise = !state.public.clockwise;
            log.note(Event::Reversed { clockwise: state.public.clockwise });
            if two && self.rules.choices.reverse_two == ReverseTwo::Skip {
                deeds.skips += 1;
            }
        }
        let mut owed = owed;
        if owed > 0 && deeds.cancels >> family & 1 != 0 {
            owed = 0;
            log.note(Event::Cancelled { seat });
        }
        if owed > 0 && deeds.answers >> family & 1 != 0 {
            // The card passes the penalty on, which stays what it was but for what the card adds.
            owed = owed.saturating_add(deeds.adds);
            deeds.penalty = Some((family, least));
        }
        if owed > 0 || deeds.owed > 0 {
            owed = self.grown(owed, &deeds, effect_of.sum);
        }
        if !lay.under.is_empty() && self.rules.choices.several_price == SeveralPrice::PreviousDraws {
            let previous = previous(state, seat);
            let cards = self.draw_cards(state, previous, lay.len() as u16, dice, log);
            log.note(Event::Penalty { seat: previous, cards });
            state.fresh = None;
        }
        if effect_of.draw > 0 && !effect_of.whom.is_asked() {
            self.others_draw(state, seat, lay, deeds.cards, dice, log);
        }
        if effect_of.rotate || effect_of.swap.is_some() {
            self.move_hands(state, seat, lay, log);
        }
        if state.is_over() {
            return;
        }
        // A card that opens a run gets here when the run is closed with it on top.
        if let Some(again) = effect_of.again.filter(|_| !effect_of.opens_run())
            && state.n_cards(seat) > 0
            && state.public.playing.has(seat)
        {
            state.public.step = Step::More(again);
            return;
        }
        if let Some(another) = effect_of.another
            && state.public.playing.has(seat)
        {
            self.begin(state, seat);
            if another == AnotherTurn::Cover {
                state.public.step = Step::Cover;
            }
            return;
        }
        if asks {
            return self.make_miss(state, seat, deeds.skips);
        }
        let by = (effect_of.whom == Whom::PreviousAsked).then_some(seat);
        if by.is_some() && owed > 0 {
            let before = previous(state, seat);
            self.ask(state, before);
        } else if let Some(next) = lay.whom.filter(|_| effect_of.chooses_next) {
            self.begin(state, next);
        } else {
            self.pass_turn(state, seat, deeds.skips, log);
        }
        if let (1.., Some((family, least))) = (owed, deeds.penalty)
            && !state.is_over()
        {
            match effect_of.challenge {
                0 if effect_of.at_once => {
                    let next = state.public.turn;
                    self.pay(state, next, owed, dice, log);
                }
                0 => self.demand(state, Step::Answer { owed, family, least, by }, dice, log),
                wrong => self.demand(state, Step::Doubt { owed, by: seat, suit: held, wrong }, dice, log),
            }
        }
    }

    /// Carries out the effects of a single plain card. The shorter form of [`Classic::carry_out`] for
    /// [`Rules::plain`](crate::rules::Rules::plain).
    #[inline]
    pub(super) fn carry_out_plain(
        &self,
        state: &mut State,
        seat: Seat,
        top: Face,
        owed: u16,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let effect_of = self.rules.effect_of(top);
        let mut skips = u32::from(effect_of.skip);
        if effect_of.reverse {
            state.public.clockwise = !state.public.clockwise;
            log.note(Event::Reversed { clockwise: state.public.clockwise });
            let two = state.public.playing.len() == 2;
            skips += u32::from(two && self.rules.choices.reverse_two == ReverseTwo::Skip);
        }
        self.pass_turn(state, seat, skips, log);
        if effect_of.draw > 0 {
            let owed = owed.saturating_add(u16::from(effect_of.draw));
            let penalty = Step::Answer { owed, family: effect_of.family, least: effect_of.draw, by: None };
            self.demand(state, penalty, dice, log);
        }
    }

    /// Asks the next player to miss a turn or to pass that on. Where skips add up, so do those that this one
    /// answers, and a player who misses the turn anyway is not asked. (FA-MACAU-6)
    fn make_miss(&self, state: &mut State, seat: Seat, skips: u32) {
        let answered = matches!(state.public.step, Step::Miss | Step::Run { bound: true, .. });
        let next = state.onward(seat, 1);
        self.begin(state, next);
        if self.rules.choices.skip_answer == SkipAnswer::AddUp {
            let passed_on = if answered { std::mem::take(&mut state.absent[seat]) } else { 0 };
            let absent = state.absent[next];
            state.absent[next] = absent.saturating_add(passed_on).saturating_add(skips.min(200) as u8);
            if absent > 0 {
                return;
            }
        }
        state.public.step = Step::Miss;
    }

    /// Judges a wild card that the next player doubted: its player draws, if another card could have been laid,
    /// otherwise the player who doubted does. (FA-COL-3)
    pub(crate) fn challenge(
        &self,
        state: &mut State,
        seat: Seat,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let Step::Doubt { owed, by, wrong, .. } = state.public.step else { return };
        state.public.jumpable = false;
        state.public.uncalled = None;
        let guilty = state.guilty;
        log.note(Event::Challenged { seat, by, guilty });
        for card in state.cards.set(Pile::Hand(by)).iter() {
            state.cards.show(card, Pile::Hand(by), Eyes::of(seat), log);
        }
        if !guilty {
            return self.pay(state, seat, owed.saturating_add(u16::from(wrong)), dice, log);
        }
        let cards = self.draw_cards(state, by, owed, dice, log);
        log.note(Event::Penalty { seat: by, cards });
        if !state.is_over() {
            self.ask(state, seat);
        }
    }

    /// The penalty after adding what the laid cards demand, in the way of the top one if it has its own.
    pub(crate) fn grown(&self, owed: u16, deeds: &CombinedEffects, own: Option<Sum>) -> u16 {
        match own.unwrap_or(self.rules.choices.sum) {
            Sum::Double if owed > 0 => owed.saturating_mul(1 << deeds.penalty_cards.min(8)),
            Sum::Stays if owed > 0 => owed,
            // However many are laid together, they demand as much as one.
            Sum::Stays => deeds.penalty.map_or(0, |(_, least)| u16::from(least)),
            Sum::Double | Sum::Add => owed.saturating_add(deeds.owed),
        }
    }

    /// Passes the turn on, past the players who miss theirs.
    pub(crate) fn pass_turn(
        &self,
        state: &mut State,
        seat: Seat,
        skips: u32,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        for step in 1..=skips {
            let missed = state.onward(seat, step);
            log.note(Event::Skipped { seat: missed });
            if state.binding > 0 {
                self.serve_turn(state);
            }
            if self.has_waited(state, missed) {
                return self.win(state, missed);
            }
        }
        let next = state.onward(seat, 1 + skips);
        self.begin(state, next);
    }

    /// Makes the seat whose turn begins draw or answer a penalty.
    pub(crate) fn demand(
        &self,
        state: &mut State,
        penalty: Step,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let (Step::Answer { owed, .. } | Step::Doubt { owed, .. }) = penalty else { return };
        let choices = &self.rules.choices;
        if choices.nothing_to_draw == NothingToDraw::Lapses && !self.can_draw(state) {
            if let Step::Answer { by: Some(by), .. } = penalty {
                let next = state.onward(by, 1);
                self.begin(state, next);
            }
            return;
        }
        let seat = state.public.turn;
        if choices.answer == AnswerWith::None && matches!(penalty, Step::Answer { .. }) {
            self.pay(state, seat, owed, dice, log);
        } else {
            state.public.step = penalty;
            log.note(Event::Owes { seat, cards: owed });
        }
    }

    /// Takes the penalty that a seat faces: all of it, or its first card.
    pub(crate) fn take_penalty(
        &self,
        state: &mut State,
        seat: Seat,
        owed: u16,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let alone = self.rules.choices.first_drawn == FirstDrawn::MayAnswer && state.public.drawn == 0;
        if alone && matches!(state.public.step, Step::Answer { .. }) {
            self.take_first(state, seat, dice, log);
        } else {
            self.pay(state, seat, owed, dice, log);
        }
    }

    /// Draws the first card of a penalty alone. If it passes the penalty on, the player may lay it at once;
    /// otherwise the rest is drawn as well. (FA-CHOD-5)
    #[cold]
    fn take_first(&self, state: &mut State, seat: Seat, dice: &mut Dice, log: &mut impl Log<Event<Glimpse>>) {
        let Step::Answer { owed, family, least, by } = state.public.step else { return };
        state.public.drawn = u8::from(self.draw_one(state, seat, dice, log));
        let rest = owed.saturating_sub(u16::from(state.public.drawn));
        let answers = self.passing_on(state, family, least);
        let may_stay = state.n_cards(seat) <= self.rules.choices.limit as usize;
        if may_stay && state.fresh.is_some_and(|fresh| answers & fresh.bit() != 0) {
            state.public.step = Step::Answer { owed: rest, family, least, by };
        } else {
            self.pay(state, seat, rest, dice, log);
        }
    }

    /// Makes a seat take a penalty, as far as there are cards. (CE-FX-9)
    pub(crate) fn pay(
        &self,
        state: &mut State,
        seat: Seat,
        owed: u16,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let cards = self.draw_cards(state, seat, owed, dice, log);
        // The first card may have been drawn alone.
        let cards = cards + state.public.drawn;
        log.note(Event::Penalty { seat, cards });
        if state.is_over() {
            return;
        }
        if let Step::Answer { by: Some(by), .. } = state.public.step {
            // The question was asked out of turn, so play goes on where it was. (FA-MAKAO-7)
            let next = state.onward(by, 1);
            return self.begin(state, next);
        }
        if self.has_waited(state, seat) {
            return self.win(state, seat);
        }
        if self.rules.choices.missed == Missed::MayPlay && state.public.playing.has(seat) {
            return self.ask(state, seat);
        }
        let next = state.onward(seat, 1);
        self.begin(state, next);
    }

    /// Carries out effects that make a player other than the next one draw.
    pub(crate) fn others_draw(
        &self,
        state: &mut State,
        seat: Seat,
        lay: &Lay,
        times: u16,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let effect_of = self.rules.effect_of(lay.top);
        let cards = u16::from(effect_of.draw) * times;
        let mut one = |state: &mut State, who: Seat| {
            let cards = self.draw_cards(state, who, cards, dice, log);
            log.note(Event::Penalty { seat: who, cards });
        };
        match effect_of.whom {
            Whom::Next | Whom::PreviousAsked => (),
            Whom::Player => one(state, seat),
            Whom::Chosen => lay.whom.into_iter().for_each(|who| one(state, who)),
            Whom::Previous => {
                let who = previous(state, seat);
                one(state, who);
            }
            Whom::Others => {
                let others = state.public.playing.len() as u32 - u32::from(state.public.playing.has(seat));
                // Found before anybody draws, since drawing may put a player out of the hand.
                let seats: [Seat; MAX_SEATS] = std::array::from_fn(|i| match 1 + i as u32 {
                    i if i <= others => state.onward(seat, i),
                    _ => seat,
                });
                for who in &seats[..others as usize] {
                    one(state, *who);
                }
            }
        }
    }

    /// Carries out effects that move whole hands.
    pub(crate) fn move_hands(
        &self,
        state: &mut State,
        seat: Seat,
        lay: &Lay,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let effect_of = self.rules.effect_of(lay.top);
        if !state.public.playing.has(seat) {
            // A player who is out has no hand to give away and gets none.
            return;
        }
        if effect_of.rotate {
            let players = state.public.playing.len() as u32;
            let hands: Vec<Pile> = (0..players).map(|i| Pile::Hand(state.onward(seat, i))).collect();
            state.cards.rotate(&hands, log);
        }
        let other = match effect_of.swap {
            None => None,
            Some(Swap::Next) => Some(state.onward(seat, 1)),
            Some(Swap::Chosen) => lay.whom,
        };
        if let Some(other) = other.filter(|other| *other != seat && state.public.playing.has(*other)) {
            state.cards.rotate(&[Pile::Hand(seat), Pile::Hand(other)], log);
        }
    }
}

/// The player before a seat.
pub(crate) fn previous(state: &mut State, seat: Seat) -> Seat {
    state.public.clockwise = !state.public.clockwise;
    let previous = state.onward(seat, 1);
    state.public.clockwise = !state.public.clockwise;
    previous
}
