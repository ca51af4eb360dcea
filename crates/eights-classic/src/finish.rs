//! Leaving a hand: going out, playing on, holding too many cards.

use eights::{Dice, Glimpse, Log, Seat};

use crate::{
    action::{Lay, Name},
    event::Event,
    rules::Classic,
    sheet::{Breach, FinishEffect, HandEnd, Teams},
    state::{State, Step},
};

impl Classic {
    /// The hand ends with these cards. (CE-END-1, CE-END-2)
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
        if self.rules.choices.finish_effect == FinishEffect::ApplyBeforeScoring {
            let deeds = self.deeds(lay);
            let owed = if deeds.owed > 0 { self.grown(owed, &deeds) } else { 0 };
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
    pub(crate) fn empty_handed(
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
    pub(crate) fn leave(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event<Glimpse>>) {
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

    /// Too many cards: the player is out of the hand and keeps the cards, which count against them.
    #[cold]
    pub(crate) fn bust(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event<Glimpse>>) {
        log.note(Event::Bust { seat });
        state.public.playing.remove(seat);
        let busts = state.public.places.as_slice().iter().filter(|place| **place > 16).count();
        state.public.places[seat] = u8::MAX - busts as u8;
        if state.public.playing.len() <= 1 {
            state.public.step = Step::Out;
        }
    }
}
