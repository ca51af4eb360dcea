//! Makes a new stock from the discard pile, and what a player pays for that.

use eights::{CardId, Dice, End, Glimpse, Log, Seat};

use crate::{
    play::{
        event::Event,
        state::{Pile, State},
    },
    rules::Classic,
    sheet::{StockEmpty, StockKeeps},
};

impl Classic {
    /// Turns the discard pile without its top card into a new stock, if the stock is empty and the
    /// rules allow it.
    #[inline(always)]
    pub(super) fn restock(&self, state: &mut State, dice: &mut Dice, log: &mut impl Log<Event<Glimpse>>) {
        if state.cards.len(Pile::Stock) == 0 {
            self.shuffle_anew(state, dice, log);
        }
    }

    /// Makes a new stock for a player who draws, and writes down points for it if the rules say so.
    /// (FA-CRAITS-6)
    #[cold]
    pub(super) fn restock_for(
        &self,
        state: &mut State,
        seat: Seat,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        if self.rules.choices.pressure > 0 && self.can_draw(state) {
            let before = self.pressure_on(state, seat);
            let n = &mut state.reshuffles[seat];
            *n = n.saturating_add(1);
            let points = self.pressure_on(state, seat).saturating_sub(before);
            log.note(Event::Pressed { seat, points: points.clamp(0, u16::MAX.into()) as u16 });
        }
        self.shuffle_anew(state, dice, log);
    }

    #[cold]
    pub(super) fn shuffle_anew(
        &self,
        state: &mut State,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        if self.rules.choices.stock_keeps == StockKeeps::Special {
            return self.shuffle_plain(state, dice, log);
        }
        if state.cards.len(Pile::Discard) > 1 && self.rules.choices.stock_empty == StockEmpty::Reshuffle {
            state.cards.gather(Pile::Discard, Pile::Stock, 1, log);
            state.cards.shuffle(Pile::Stock, dice, log);
        }
    }

    /// Makes a new stock of the cards below the top of the discard pile that have no effect; the others stay.
    /// (FA-SCREW-5)
    fn shuffle_plain(&self, state: &mut State, dice: &mut Dice, log: &mut impl Log<Event<Glimpse>>) {
        if self.goes_back(state) == 0 {
            return;
        }
        let stays = self.rules.special | self.rules.wild;
        let plain = |card: &CardId| stays >> (card.index() & 63) & 1 == 0;
        while let Some(card) = { state.cards.from_top(Pile::Discard).skip(1).find(plain) } {
            state.cards.shift(card, Pile::Discard, Pile::Stock, End::Top, log);
        }
        state.cards.shuffle(Pile::Stock, dice, log);
    }
}
