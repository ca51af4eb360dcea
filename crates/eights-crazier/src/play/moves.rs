//! Moves cards: every movement goes through this module, with all its consequences.

use eights::{CardId, CardSet, Dice, End, Eyes, Glimpse, Log, Place as _, Seat};

use crate::ability::Redeal;
use crate::play::event::Event;
use crate::play::place::{Chairs, Face, Pile};
use crate::play::resolve::agenda::NO_CARD;
use crate::play::state::{Phase, State};
use crate::rules::Crazier;

/// A running game: the rules, a state, dice and a log.
pub(crate) struct Run<'a, L> {
    pub(crate) game: &'a Crazier,
    pub(crate) s: &'a mut State,
    pub(crate) dice: &'a mut Dice,
    pub(crate) log: &'a mut L,
}

impl<L: Log<Event<Glimpse>>> Run<'_, L> {
    #[inline]
    pub(crate) fn note(&mut self, event: Event<Glimpse>) {
        if !L::SILENT {
            self.log.note(event);
        }
    }

    /// Begins a deed: gives it a number, counts it towards the limit per decision, and requests a check
    /// for wins.
    pub(crate) fn deed(&mut self) {
        let public = &mut self.s.public;
        public.serial = public.serial.wrapping_add(1);
        public.burnt = public.burnt.saturating_add(1);
        public.stirred = true;
    }

    /// Marks a card as moved in every text and waiting ability that refers to it, except in abilities
    /// triggered by the current deed: those refer to the card as it is after the deed.
    fn touch(&mut self, card: CardId) {
        let public = &mut self.s.public;
        let id = card.index() as u8;
        for frame in &mut public.frames[..public.n_frames as usize] {
            frame.moved(id);
        }
        let serial = public.serial;
        for waiting in &mut public.waiting[..public.n_waiting as usize] {
            waiting.moved |= waiting.it == id && waiting.serial != serial;
        }
    }

    /// Moves a card and updates everything that depends on its place.
    pub(crate) fn shift(&mut self, card: CardId, from: Pile, to: Pile, end: End) {
        self.touch(card);
        let top = self.s.cards.top(Pile::Discard);
        match from {
            Pile::Hand(seat) => self.leave_hand(card, seat, to, end),
            // Nobody follows a silent game, so its cards need not be lifted one by one.
            Pile::Stock if !L::SILENT => self.lift(card, to, end),
            _ => self.s.cards.shift(card, from, to, end, self.log),
        }
        if let Pile::Hand(seat) = to {
            self.show_allies(card, seat);
        }
        if matches!(from, Pile::Play(_)) && !matches!(to, Pile::Play(_)) {
            self.discharge(card);
        }
        if self.s.cards.top(Pile::Discard) != top {
            self.s.public.named = None;
        }
    }

    /// Moves a card out of a hand. Players who see neither the hand nor the destination cannot tell
    /// which card it is.
    fn leave_hand(&mut self, card: CardId, seat: Seat, to: Pile, end: End) {
        let from = Pile::Hand(seat);
        self.s.cards.forget_twin(card, Face::of(card).copies(), from);
        if to.open_to().are_all() {
            return self.s.cards.shift(card, from, to, end, self.log);
        }
        let mut seen_by = self.s.public.watchers(seat);
        if let Pile::Hand(receiver) = to {
            seen_by = seen_by.and(self.s.public.watchers(receiver));
        }
        self.s.cards.shift_face_down(card, from, to, end, seen_by, self.log);
    }

    /// Moves a card out of the draw pile. The cards above it are lifted and put back, as people do it:
    /// everybody sees from how deep the card was taken, and nothing else.
    fn lift(&mut self, card: CardId, to: Pile, end: End) {
        let mut above = 0;
        while let Some(top) = self.s.cards.top(Pile::Stock).filter(|top| *top != card) {
            self.s.cards.shift(top, Pile::Stock, Pile::Aside, End::Top, self.log);
            above += 1;
        }
        if to != Pile::Stock || above == 0 {
            self.s.cards.shift(card, Pile::Stock, to, end, self.log);
        } else if end == End::Bottom {
            self.s.cards.shift(card, Pile::Stock, Pile::Stock, End::Bottom, self.log);
        } else {
            // It goes on top of the other lifted cards, so they are put back first.
            self.s.cards.shift(card, Pile::Stock, Pile::Aside, End::Bottom, self.log);
            above += 1;
        }
        for _ in 0..above {
            if let Some(top) = self.s.cards.top(Pile::Aside) {
                self.s.cards.shift(top, Pile::Aside, Pile::Stock, End::Top, self.log);
            }
        }
    }

    /// Shows a card to the allies of a player, who see each other's hands. (XE-TEAM-1)
    fn show_allies(&mut self, card: CardId, seat: Seat) {
        if self.s.public.team(seat).len() > 1 {
            self.s.cards.show(card, Pile::Hand(seat), self.s.public.watchers(seat), self.log);
        }
    }

    /// Resets the use counters of a card that leaves play.
    fn discharge(&mut self, card: CardId) {
        let public = &mut self.s.public;
        let mut n = 0;
        for i in 0..public.n_charges as usize {
            if public.charges[i].card != card.index() as u8 {
                public.charges[n] = public.charges[i];
                n += 1;
            }
        }
        public.charges[n..public.n_charges as usize].fill(Default::default());
        public.n_charges = n as u8;
    }

    /// Makes sure that there is a card to draw, if possible. (XE-DRAW-1)
    fn refill(&mut self) -> bool {
        if self.s.cards.len(Pile::Stock) > 0 {
            return true;
        }
        if self.s.cards.len(Pile::Discard) < 2 {
            return false;
        }
        self.touch_all_but_top();
        self.s.cards.gather(Pile::Discard, Pile::Stock, 1, self.log);
        self.s.cards.shuffle(Pile::Stock, self.dice, self.log);
        true
    }

    /// Makes sure that the draw pile has `n` cards to look at, if possible. (XE-DRAW-3)
    pub(crate) fn lengthen(&mut self, n: usize) {
        if self.s.cards.len(Pile::Stock) >= n || self.s.cards.len(Pile::Discard) < 2 {
            return;
        }
        self.touch_all_but_top();
        self.s.cards.gather(Pile::Discard, Pile::Aside, 1, self.log);
        self.s.cards.shuffle(Pile::Aside, self.dice, self.log);
        while let Some(top) = self.s.cards.top(Pile::Aside) {
            self.s.cards.shift(top, Pile::Aside, Pile::Stock, End::Bottom, self.log);
        }
    }

    fn touch_all_but_top(&mut self) {
        let mut moving = self.s.cards.set(Pile::Discard);
        if let Some(top) = self.s.cards.top(Pile::Discard) {
            moving.remove(top);
        }
        for card in moving.iter() {
            self.touch(card);
            // Being shuffled is never the deed that triggered an ability.
            let public = &mut self.s.public;
            for waiting in &mut public.waiting[..public.n_waiting as usize] {
                waiting.moved |= waiting.it == card.index() as u8;
            }
        }
    }

    /// Draws cards one by one and returns how many. `by` is the player whose card caused it. If drawing
    /// is impossible, the game is over. (XE-DRAW-2)
    pub(crate) fn draw(&mut self, seat: Seat, n: u8, by: Option<Seat>) -> u8 {
        for drawn in 0..n {
            if !self.refill() {
                self.impossible();
                return drawn;
            }
            if let Some(top) = self.s.cards.top(Pile::Stock) {
                self.shift(top, Pile::Stock, Pile::Hand(seat), End::Top);
            }
        }
        self.note(Event::Drew { seat, cards: n, by });
        n
    }

    fn impossible(&mut self) {
        self.note(Event::Impossible);
        self.s.public.impossible = true;
        self.fewest_cards_win();
    }

    /// Ends a game that would never end: one decision had more consequences than the sheet allows or
    /// than there is room for. Dropping some abilities instead would favour the players who control the
    /// others.
    pub(crate) fn endless(&mut self) {
        self.note(Event::Endless);
        self.s.public.endless = true;
        self.fewest_cards_win();
    }

    fn fewest_cards_win(&mut self) {
        let alive = self.s.public.alive;
        let fewest = alive.iter().map(|seat| self.s.in_hand(seat)).min().unwrap_or(0);
        let best = alive.iter().filter(|seat| self.s.in_hand(*seat) == fewest);
        let winners = best.fold(Chairs::NONE, |all, seat| all.or(self.s.public.team(seat)));
        self.s.public.decided = None;
        self.over(winners);
    }

    /// A player wins, together with the team.
    pub(crate) fn win(&mut self, seat: Seat) {
        self.note(Event::Won { seat });
        let speaking = self.s.public.speaking();
        self.s.public.decided = speaking.or(self.s.public.decided);
        let team = self.s.public.team(seat);
        self.over(team);
    }

    /// Ends the game and clears the agenda.
    pub(crate) fn over(&mut self, winners: Chairs) {
        let public = &mut self.s.public;
        public.winners = winners;
        public.phase = Phase::Over;
        public.ask = None;
        (public.n_frames, public.n_waiting) = (0, 0);
        public.pending = None;
        public.doomed = Chairs::NONE;
        (public.stirred, public.finished) = (false, false);
        self.settle();
    }

    /// Puts events whose texts are over on the bottom of the discard pile, innermost first. This
    /// is part of playing the card and does not mark it as moved, so a text that refers to the card as
    /// "it" still finds it. (XE-PLAY-1)
    pub(crate) fn settle(&mut self) {
        while let Some(event) = self.s.cards.top(Pile::Resolving) {
            let public = &mut self.s.public;
            let running = &public.frames[..public.n_frames as usize];
            if running.iter().any(|frame| frame.card == event.index() as u8) {
                return;
            }
            if self.s.cards.len(Pile::Discard) == 0 {
                public.named = None;
            }
            self.s.cards.shift(event, Pile::Resolving, Pile::Discard, End::Bottom, self.log);
        }
    }

    /// Shows the top cards of the draw pile. (XE-DRAW-4)
    pub(crate) fn peek(&mut self, n: usize, eyes: Eyes) {
        let all = self.s.cards.set(Pile::Stock);
        self.peek_at(n, eyes, all);
    }

    /// Shows only some of the top cards. The others are lifted and put back, so that everybody can
    /// follow which cards were looked at.
    pub(crate) fn peek_at(&mut self, n: usize, eyes: Eyes, these: CardSet) {
        if L::SILENT {
            // Nobody follows the cards, so they are shown in place.
            let mut order = [NO_CARD; eights::MAX_CARDS];
            let top = order.iter_mut().zip(self.s.cards.from_top(Pile::Stock).take(n));
            let count = top.map(|(slot, card)| *slot = card.index() as u8).count();
            for card in order[..count].iter().filter_map(|id| crate::play::resolve::agenda::card(*id)) {
                if these.has(card) {
                    self.s.cards.show(card, Pile::Stock, eyes, self.log);
                }
            }
            return;
        }
        let n = n.min(self.s.cards.len(Pile::Stock));
        for at in 0..n {
            let Some(card) = self.s.cards.top(Pile::Stock) else { break };
            if these.has(card) {
                self.s.cards.show(card, Pile::Stock, eyes, self.log);
            }
            if at + 1 < n {
                self.s.cards.shift(card, Pile::Stock, Pile::Aside, End::Top, self.log);
            }
        }
        while let Some(card) = self.s.cards.top(Pile::Aside) {
            self.s.cards.shift(card, Pile::Aside, Pile::Stock, End::Top, self.log);
        }
    }

    /// Shuffles all hands together and deals them out again. No hand counts as empty in between.
    pub(crate) fn redeal(&mut self, how: Redeal) {
        self.deed();
        let alive = self.s.public.alive;
        let mut counts = [0u8; 8];
        for seat in alive.clockwise(self.s.public.turn) {
            counts[seat.index() & 7] = self.s.in_hand(seat) as u8;
            for card in self.s.hand(seat).iter() {
                self.touch(card);
                self.leave_hand(card, seat, Pile::Aside, End::Top);
            }
        }
        self.s.cards.shuffle(Pile::Aside, self.dice, self.log);
        while self.s.cards.len(Pile::Aside) > 0 {
            for seat in alive.clockwise(self.s.public.turn) {
                let count = &mut counts[seat.index() & 7];
                if how == Redeal::AsBefore && *count == 0 {
                    continue;
                }
                *count = count.saturating_sub(1);
                if let Some(top) = self.s.cards.top(Pile::Aside) {
                    self.shift(top, Pile::Aside, Pile::Hand(seat), End::Top);
                }
            }
        }
    }

    /// Puts cards back on top of the draw pile in a new order, the first one topmost. Only the doer
    /// knows the order.
    pub(crate) fn reorder(&mut self, order: &[u8], doer: Seat) {
        self.deed();
        let wanted: CardSet = order.iter().filter_map(|id| crate::play::resolve::agenda::card(*id)).collect();
        let mut left = wanted.and(self.s.cards.set(Pile::Stock));
        while !left.is_empty() {
            let Some(top) = self.s.cards.top(Pile::Stock) else { break };
            left.remove(top);
            self.touch(top);
            self.s.cards.shift(top, Pile::Stock, Pile::Aside, End::Top, self.log);
        }
        // Shuffled before the doer looks, so that nobody else can follow the cards.
        self.s.cards.shuffle(Pile::Aside, self.dice, self.log);
        let mut aside = [NO_CARD; eights::MAX_CARDS];
        let mut n = 0;
        for (slot, card) in aside.iter_mut().zip(self.s.cards.from_top(Pile::Aside)) {
            *slot = card.index() as u8;
            n += 1;
        }
        for id in &aside[..n] {
            self.s.cards.show(CardId::new(*id as usize), Pile::Aside, Eyes::of(doer), self.log);
        }
        let others = aside[..n].iter().filter(|id| !order.contains(id));
        for id in others.chain(order.iter().rev()).filter_map(|id| crate::play::resolve::agenda::card(*id)) {
            if self.s.cards.set(Pile::Aside).has(id) {
                self.s.cards.shift(id, Pile::Aside, Pile::Stock, End::Top, self.log);
            }
        }
    }
}
