//! How a player leaves a hand: going out, or holding too many cards.

use eights::{Dice, Glimpse, Log, MAX_SEATS, Seat};

use crate::{
    play::{
        action::{Lay, Name},
        effects::previous,
        event::Event,
        state::{Pile, State, Step},
    },
    rules::Classic,
    sheet::{Breach, FinishEffect, HandEnd, StockEmpty, Teams, Whom},
};

impl Classic {
    /// Whether the call of the last card, or of the last but one, goes with these cards.
    pub(crate) fn call_is_due(&self, state: &State, lay: &Lay, left: usize) -> bool {
        match left {
            0 => self.must_call_last(state, lay),
            1 => self.rules.choices.calls(),
            _ => false,
        }
    }

    /// Whether these cards end the hand, so that there is nothing to name and nobody to choose.
    #[inline]
    pub(crate) fn ends_hand(&self, state: &State, lay: &Lay, left: usize) -> bool {
        left == 0
            && (self.rules.choices.ends == HandEnd::FirstOut || state.public.playing.len() <= 2)
            && !lay.faces().any(|face| self.rules.banned_for(state.public.seats) & face.bit() != 0)
            && !(self.rules.goes_on_with(self.acts_as(state, lay.top, lay.name))
                && self.can_draw_after_laying(state))
            && (lay.call || !self.must_call_last(state, lay))
            && !self.waits(state, lay)
            && !self.can_be_matched(state, lay)
    }

    /// Whether these last cards act before the hand can end: until their penalty has been answered (FA-MAU-6),
    /// or until the turn has come round (FA-CHOD-6).
    fn waits(&self, state: &State, lay: &Lay) -> bool {
        match self.rules.choices.finish_effect {
            FinishEffect::Answered => {
                self.deeds(&Lay { top: self.acts_as(state, lay.top, lay.name), ..*lay }).owed > 0
            }
            FinishEffect::WaitsARound => true,
            FinishEffect::Ignored | FinishEffect::ApplyBeforeScoring => false,
        }
    }

    /// Whether the call of the very last card goes with this one. (FA-SEPP-5)
    pub(crate) fn must_call_last(&self, state: &State, lay: &Lay) -> bool {
        self.rules.choices.forgot_last > 0
            && !self.rules.goes_on_with(self.acts_as(state, lay.top, lay.name))
            && !lay.faces().any(|face| self.rules.banned_for(state.public.seats) & face.bit() != 0)
    }

    /// Whether a card can be drawn once the player has laid one: a reshuffle then finds what lies below it.
    fn can_draw_after_laying(&self, state: &State) -> bool {
        state.cards.len(Pile::Stock) > 0 || self.rules.choices.stock_empty == StockEmpty::Reshuffle
    }

    /// Ends the hand after these cards. (CE-END-1, CE-END-2)
    pub(crate) fn finish(
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
        state.binding = 0;
        let opening = matches!(state.public.step, Step::Opening { .. });
        if self.rules.choices.finish_effect == FinishEffect::ApplyBeforeScoring && !opening {
            let deeds = self.deeds(lay);
            let owed =
                if deeds.owed > 0 { self.grown(owed, &deeds, self.rules.effect_of(lay.top).sum) } else { 0 };
            let hit = match self.rules.effect_of(lay.top).whom {
                Whom::PreviousAsked => previous(state, seat),
                _ => state.onward(seat, 1),
            };
            if owed > 0 {
                let cards = self.draw_cards(state, hit, owed, dice, log);
                log.note(Event::Penalty { seat: hit, cards });
            }
        }
        self.leave(state, seat, log);
        state.public.step = Step::Out;
        state.fresh = None;
    }

    /// Handles an empty hand that did not end the hand at once: the others play on, the last card was
    /// banned, or its player must go on.
    pub(crate) fn empty_handed(
        &self,
        state: &mut State,
        seat: Seat,
        lay: &Lay,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        if self.rules.goes_on_with(self.acts_as(state, lay.top, lay.name)) && self.can_draw(state) {
            return;
        }
        let banned = lay.faces().any(|face| self.rules.banned_for(state.public.seats) & face.bit() != 0);
        if !lay.call && self.must_call_last(state, lay) {
            log.note(Event::Caught { seat, by: None });
            let forgot = u16::from(self.rules.choices.forgot_last);
            let cards = self.draw_cards(state, seat, forgot, dice, log);
            state.fresh = None;
            if cards > 0 {
                return;
            }
        }
        if !banned && self.waits(state, lay) {
            // The player stays at the table: a penalty may come round.
            log.note(Event::WentOut { seat });
            state.public.places[seat] = 1 + n_out(state);
            return;
        }
        match self.rules.choices.breach {
            Breach::Draws(n) if banned => {
                let cards = self.draw_cards(state, seat, u16::from(n), dice, log);
                log.note(Event::Penalty { seat, cards });
                state.fresh = None;
                if cards == 0 {
                    // With nothing left to draw, the player cannot pay for the breach and is out.
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

    /// Ends a hand that only waited for a penalty to be taken or ended, and brings back a player who had to
    /// take it. (FA-MAU-6)
    pub(crate) fn settle_answered(&self, state: &mut State) {
        bring_back(state);
        let live = matches!(state.public.step, Step::Answer { .. } | Step::Doubt { .. } | Step::Run { .. });
        if n_out(state) > 0 && !live {
            state.public.step = Step::Out;
            state.fresh = None;
        }
    }

    /// Ends a hand when the turn has come round to a player who is out, unless a penalty brings the player
    /// back. (FA-CHOD-6)
    pub(crate) fn settle_round(&self, state: &mut State) {
        bring_back(state);
        let seat = state.public.turn;
        let spared = self.rules.choices.lets_win[state.public.seats as usize % (MAX_SEATS + 1)];
        let hit = matches!(state.public.step, Step::Answer { .. } | Step::Doubt { .. })
            && state.top_as().is_some_and(|top| spared & top.bit() == 0);
        if !hit && self.has_waited(state, seat) {
            self.win(state, seat);
        }
    }

    /// Whether a seat is out and has won as soon as the turn comes to it.
    pub(crate) fn has_waited(&self, state: &State, seat: Seat) -> bool {
        self.rules.choices.finish_effect == FinishEffect::WaitsARound
            && state.n_cards(seat) == 0
            && (1..=16).contains(&state.public.places[seat])
    }

    /// Ends the hand with the first place for a seat that is out.
    #[cold]
    pub(crate) fn win(&self, state: &mut State, seat: Seat) {
        let place = state.public.places[seat];
        for other in Seat::first(state.public.seats) {
            let earlier = &mut state.public.places[other];
            *earlier += u8::from((1..place).contains(earlier));
        }
        state.public.places[seat] = 1;
        state.public.step = Step::Out;
        state.fresh = None;
    }

    /// Takes a player without cards out of the hand and gives them the next place.
    pub(crate) fn leave(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event<Glimpse>>) {
        log.note(Event::WentOut { seat });
        state.public.places[seat] = 1 + n_out(state);
        state.public.playing.remove(seat);
        if self.rules.choices.teams == Teams::Pairs {
            let partner = state.opposite(seat);
            if !state.public.playing.has(partner) {
                // Both partners are out, so their team has won.
                state.public.step = Step::Out;
            }
        }
    }

    /// Takes a player with too many cards out of the hand. The cards stay and count against the
    /// player.
    #[cold]
    pub(crate) fn bust(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event<Glimpse>>) {
        log.note(Event::Bust { seat });
        state.public.playing.remove(seat);
        // Busted players get places from the top down, so that those who lasted longer rank better.
        let busts = state.public.places.as_slice().iter().filter(|place| **place > 16).count();
        state.public.places[seat] = u8::MAX - busts as u8;
        if state.public.playing.len() <= 1 {
            state.public.step = Step::Out;
        }
    }
}

/// Takes the place from players who were out and had to draw.
fn bring_back(state: &mut State) {
    for seat in Seat::first(state.public.seats) {
        let place = state.public.places[seat];
        if (1..=16).contains(&place) && state.n_cards(seat) > 0 {
            state.public.places[seat] = 0;
            for other in Seat::first(state.public.seats) {
                let later = &mut state.public.places[other];
                *later -= u8::from((place..=16).contains(later));
            }
        }
    }
}

/// The number of players who are out of cards.
fn n_out(state: &State) -> u8 {
    state.public.places.as_slice().iter().filter(|place| (1..=16).contains(*place)).count() as u8
}
