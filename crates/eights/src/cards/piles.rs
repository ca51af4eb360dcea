//! Operations on whole piles and hands: gather, shuffle, rotate.

use super::{Cards, NO_CARD, Pile, collect};
use crate::{
    dice::Dice,
    event::{CardEvent, Glimpse, Log},
    set::{CardId, CardSet, MAX_CARDS},
    table::Place,
};

impl<P: Place, const PLACES: usize> Cards<P, PLACES> {
    /// Moves all cards of a pile except the top `left` ones onto another pile, keeping their order.
    pub fn gather<E: From<CardEvent<P, Glimpse>>, L: Log<E>>(
        &mut self,
        from: P,
        to: P,
        left: u8,
        log: &mut L,
    ) {
        if self.len(from) > left as usize {
            self.splice(from, to, left);
        }
        if !L::SILENT {
            log.note(CardEvent::Gathered { from, to, left }.into());
        }
    }

    /// Links the lower part of one list onto the top of another in constant time, apart from the
    /// `left` steps to find the cut.
    fn splice(&mut self, from: P, to: P, left: u8) {
        debug_assert!(from.is_ordered() && to.is_ordered(), "only piles are gathered");
        let (source, target) = (self.piles[from.index()], self.piles[to.index()]);
        let (mut stays, mut moves) = (NO_CARD, source.top);
        let mut kept = CardSet::NONE;
        for _ in 0..left {
            kept.insert(CardId::known(moves));
            (stays, moves) = (moves, self.below[moves as usize]);
        }
        self.above[moves as usize] = NO_CARD;
        self.below[source.bottom as usize] = target.top;
        if stays != NO_CARD {
            self.below[stays as usize] = NO_CARD;
        }
        let mut bottom = target.bottom;
        match target.top {
            NO_CARD => bottom = source.bottom,
            top => self.above[top as usize] = source.bottom,
        }
        let n = source.len - left;
        let top = if left == 0 { NO_CARD } else { source.top };
        self.piles[from.index()] = Pile { bottom: stays, top, len: left };
        self.piles[to.index()] = Pile { bottom, top: moves, len: target.len + n };
        let moved = self.set(from).without(kept);
        self.at[from.index()] = kept;
        self.at[to.index()] = self.set(to).or(moved);
    }

    /// Shuffles a pile; everyone loses track of its cards.
    pub fn shuffle<E: From<CardEvent<P, Glimpse>>, L: Log<E>>(
        &mut self,
        place: P,
        dice: &mut Dice,
        log: &mut L,
    ) {
        let mut order = [CardId::new(0); MAX_CARDS];
        let n = self.list(place, &mut order);
        self.lay_shuffled(place, &mut order[..n], dice);
        self.forget(self.set(place));
        if !L::SILENT {
            log.note(CardEvent::Shuffled { place }.into());
        }
    }

    /// Makes these cards a pile in random order, with the cards that [`Dice::wishing`] asked for on
    /// top.
    pub(super) fn lay_shuffled(&mut self, place: P, order: &mut [CardId], dice: &mut Dice) {
        dice.shuffle(order);
        let mut top = order.len();
        for wish in dice.wishes() {
            if let Some(at) = order[..top].iter().rposition(|card| wish.has(*card)) {
                top -= 1;
                order.swap(at, top);
            }
        }
        self.chain(place, order);
    }

    /// Moves everything at each of these places to the next one, and from the last to the first.
    /// Only for unordered places, such as hands.
    pub fn rotate<E: From<CardEvent<P, Glimpse>>, L: Log<E>>(&mut self, places: &[P], log: &mut L) {
        let Some(last) = places.last() else { return };
        let mut moving = (self.at[last.index()], self.piles[last.index()]);
        for place in places {
            std::mem::swap(&mut moving.0, &mut self.at[place.index()]);
            std::mem::swap(&mut moving.1, &mut self.piles[place.index()]);
        }
        if !L::SILENT {
            log.note(CardEvent::Rotated { places: places.to_vec() }.into());
        }
        for place in places {
            for card in self.set(*place).iter() {
                self.show(card, *place, place.open_to(), log);
            }
        }
    }

    /// Writes the cards of a place, bottom first, and returns their number.
    pub(super) fn list(&self, place: P, out: &mut [CardId; MAX_CARDS]) -> usize {
        if !place.is_ordered() {
            return collect(self.set(place), out);
        }
        let n = self.len(place);
        for (slot, card) in out[..n].iter_mut().rev().zip(self.from_top(place)) {
            *slot = card;
        }
        n
    }

    /// Links these cards into a pile, bottom first.
    pub(super) fn chain(&mut self, place: P, order: &[CardId]) {
        let mut pile = Pile { bottom: NO_CARD, top: NO_CARD, len: order.len() as u8 };
        for card in order {
            let id = card.index() as u8;
            self.below[card.index()] = pile.top;
            self.above[card.index()] = NO_CARD;
            match pile.top {
                NO_CARD => pile.bottom = id,
                top => self.above[top as usize] = id,
            }
            pile.top = id;
        }
        self.piles[place.index()] = pile;
    }
}
