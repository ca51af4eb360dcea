//! The cards of one deal: where each card is, and who knows its face.
//!
//! Knowledge belongs to the card, not to the place: a viewer who has seen a card still knows it
//! wherever it moves, until it is shuffled. Everything is in fixed arrays, so that a clone is one
//! memory copy and a move takes a few writes.

mod piles;
mod sight;

use std::marker::PhantomData;

use crate::set::{CardId, CardSet, MAX_CARDS};
use crate::{
    dice::Dice,
    event::{CardEvent, End, Glimpse, Log},
    seat::{MAX_SEATS, Seat},
    table::Place,
    viewer::Eyes,
};

/// Marks the end of a linked list: no card above, or none below.
const NO_CARD: u8 = u8::MAX;

#[derive(Clone, Copy)]
struct Pile {
    bottom: u8,
    top: u8,
    len: u8,
}

/// Where every card is and which viewers know it. Not `Serialize`.
///
/// Ordered piles are doubly linked lists through `above` and `below`; unordered ones are only sets.
#[derive(Clone)]
pub struct Cards<P, const PLACES: usize> {
    at: [CardSet; PLACES],
    piles: [Pile; PLACES],
    above: [u8; MAX_CARDS],
    below: [u8; MAX_CARDS],
    /// Cards known to each seat, in addition to `open`.
    known: [CardSet; MAX_SEATS],
    /// Cards known to everybody, spectators included.
    open: CardSet,
    places: PhantomData<P>,
}

impl<P: Place, const PLACES: usize> Cards<P, PLACES> {
    /// An empty table.
    pub fn none() -> Cards<P, PLACES> {
        Cards {
            at: [CardSet::NONE; PLACES],
            piles: [Pile { bottom: NO_CARD, top: NO_CARD, len: 0 }; PLACES],
            above: [NO_CARD; MAX_CARDS],
            below: [NO_CARD; MAX_CARDS],
            known: [CardSet::NONE; MAX_SEATS],
            open: CardSet::NONE,
            places: PhantomData,
        }
    }

    /// These cards, face down, all at one place.
    pub fn new(cards: CardSet, all_at: P) -> Cards<P, PLACES> {
        let mut new = Cards::none();
        for card in cards.iter() {
            new.put(card, all_at, End::Top);
        }
        new
    }

    /// These cards, face down and shuffled, all at one place.
    pub fn shuffled<E: From<CardEvent<P, Glimpse>>, L: Log<E>>(
        cards: CardSet,
        all_at: P,
        dice: &mut Dice,
        log: &mut L,
    ) -> Cards<P, PLACES> {
        let mut new = Cards::none();
        new.at[all_at.index()] = cards;
        let mut order = [CardId::new(0); MAX_CARDS];
        let n = collect(cards, &mut order);
        new.lay_shuffled(all_at, &mut order[..n], dice);
        if !L::SILENT {
            log.note(CardEvent::Shuffled { place: all_at }.into());
        }
        new
    }

    /// The cards at a place, as a set.
    #[inline]
    pub fn set(&self, place: P) -> CardSet {
        self.at[place.index()]
    }

    /// Like [`Cards::set`], by reference: reading one word does not load the others.
    #[inline]
    pub fn at(&self, place: P) -> &CardSet {
        &self.at[place.index()]
    }

    /// The number of cards at a place.
    #[inline]
    pub fn len(&self, place: P) -> usize {
        self.piles[place.index()].len as usize
    }

    /// The top card of an ordered pile.
    #[inline]
    pub fn top(&self, place: P) -> Option<CardId> {
        card(self.piles[place.index()].top)
    }

    /// The cards of an ordered pile, from the top down.
    pub fn from_top(&self, place: P) -> impl Iterator<Item = CardId> + '_ {
        let mut at = self.piles[place.index()].top;
        std::iter::from_fn(move || {
            let next = card(at)?;
            at = self.below[next.index()];
            Some(next)
        })
    }

    /// Puts a new card on a place, known to the viewers the place is open to. Only for setting up
    /// positions; in play, cards only move.
    pub fn place(&mut self, card: CardId, at: P) {
        self.put(card, at, End::Top);
        self.open_up(card, at.open_to());
    }

    /// Moves a single card. Always inlined, so that the compiler can resolve the kinds of both
    /// places at the call site.
    #[inline(always)]
    pub fn shift<E: From<CardEvent<P, Glimpse>>, L: Log<E>>(
        &mut self,
        card: CardId,
        from: P,
        to: P,
        end: End,
        log: &mut L,
    ) {
        self.take(card, from);
        self.put(card, to, end);
        self.open_up(card, to.open_to());
        if !L::SILENT {
            log.note(CardEvent::Moved { card: self.glimpse(card), from, to, end }.into());
        }
    }

    /// Moves one of several identical cards to a place that everybody sees.
    #[inline]
    pub fn shift_twin<E: From<CardEvent<P, Glimpse>>, L: Log<E>>(
        &mut self,
        twins: CardSet,
        from: P,
        to: P,
        log: &mut L,
    ) {
        let Some((moved, more)) = self.at[from.index()].first_common(&twins) else { return };
        if more {
            self.forget_twin(moved, twins, from);
        }
        self.shift(moved, from, to, End::Top, log);
    }

    /// Removes knowledge that would tell identical cards in a hand apart. Call this before one of
    /// them moves to where somebody sees it.
    ///
    /// Physical copies are indistinguishable. A viewer who knew only another copy in this hand
    /// takes the moved card for that one, and so must not keep knowing the other copy.
    pub fn forget_twin(&mut self, moved: CardId, twins: CardSet, from: P) {
        let mut others = self.set(from).and(twins);
        others.remove(moved);
        if others.is_empty() {
            return;
        }
        let taken_for = |known: CardSet| if known.has(moved) { None } else { known.and(others).first() };
        let open = self.open;
        let forgotten = taken_for(open);
        for known in &mut self.known {
            let lost = taken_for(open.or(*known));
            if forgotten.is_some() {
                // A seat that knows both copies keeps what the public is about to forget.
                *known = known.or(open.and(others));
            }
            if let Some(lost) = lost {
                known.remove(lost);
            }
        }
        if let Some(forgotten) = forgotten {
            self.open.remove(forgotten);
        }
    }

    /// Moves a card out of a hand so that only `seen_by` see which one it is. All other viewers
    /// lose track of the whole hand: any card they knew there could be the one that moved.
    pub fn shift_face_down<E: From<CardEvent<P, Glimpse>>, L: Log<E>>(
        &mut self,
        card: CardId,
        from: P,
        to: P,
        end: End,
        seen_by: Eyes,
        log: &mut L,
    ) {
        debug_assert!(!from.is_ordered(), "a place in a pile tells which card it is");
        self.hide(self.set(from), seen_by);
        self.open_up(card, seen_by);
        self.shift(card, from, to, end, log);
    }

    /// Brings a card to the top of a pile that was just shuffled. No event is needed: nobody knew
    /// where the card was.
    pub fn raise(&mut self, card: CardId, place: P) {
        self.take(card, place);
        self.put(card, place, End::Top);
    }

    /// Puts a card at a random position in an ordered pile, unseen by everybody.
    pub fn bury<E: From<CardEvent<P, Glimpse>>, L: Log<E>>(
        &mut self,
        card: CardId,
        from: P,
        to: P,
        dice: &mut Dice,
        log: &mut L,
    ) {
        if !L::SILENT {
            log.note(CardEvent::Buried { card: self.glimpse(card), from, to }.into());
        }
        self.take(card, from);
        let depth = dice.below(self.len(to) as u32 + 1) as usize;
        let mut order = [CardId::new(0); MAX_CARDS];
        let n = self.list(to, &mut order);
        order.copy_within(depth..n, depth + 1);
        order[depth] = card;
        self.at[to.index()].insert(card);
        self.chain(to, &order[..n + 1]);
        self.forget(CardSet::from_iter([card]));
    }

    /// Puts the cards of an ordered pile that nobody knows into another order; known ones stay where
    /// they are, and the top `kept` ones return to their places at the end, each in exchange for the
    /// card there. So the same dice give the same order but for what is kept. No event is needed:
    /// nobody can tell. For asking what might have been drawn instead.
    pub fn reorder_unseen(&mut self, place: P, kept: usize, dice: &mut Dice) {
        let known = self.known.iter().fold(self.open, |all, known| all.or(*known));
        let mut order = [CardId::new(0); MAX_CARDS];
        let n = self.list(place, &mut order);
        let before = order;
        let mut unseen = [CardId::new(0); MAX_CARDS];
        let n_unseen = collect(self.set(place).without(known), &mut unseen);
        dice.shuffle(&mut unseen[..n_unseen]);
        let gaps = order[..n].iter_mut().filter(|card| !known.has(**card));
        gaps.zip(unseen).for_each(|(gap, card)| *gap = card);
        // The top comes last.
        for at in (n.saturating_sub(kept)..n).rev() {
            let there = order[..n].iter().position(|card| *card == before[at]);
            there.into_iter().for_each(|there| order.swap(at, there));
        }
        self.chain(place, &order[..n]);
    }

    /// Shows a card to some viewers without moving it. The event reveals it only to viewers who did
    /// not know it, and is logged even if there are none: leaving it out would reveal to the others
    /// that the viewer already knew the card.
    pub fn show<E: From<CardEvent<P, Glimpse>>, L: Log<E>>(
        &mut self,
        card: CardId,
        at: P,
        to: Eyes,
        log: &mut L,
    ) {
        let knew = if L::SILENT { Eyes::NONE } else { self.seen_by(card) };
        self.open_up(card, to);
        if !L::SILENT {
            let news = self.seen_by(card).without(knew);
            log.note(CardEvent::Shown { card: Glimpse::new(card, news), at }.into());
        }
    }

    fn glimpse(&self, card: CardId) -> Glimpse {
        Glimpse::new(card, self.seen_by(card))
    }

    /// Lets these viewers know a card.
    #[inline(always)]
    fn open_up(&mut self, card: CardId, eyes: Eyes) {
        if eyes.are_all() {
            self.open.insert(card);
            return;
        }
        eyes.as_seats().iter().for_each(|seat| self.known[seat.index()].insert(card));
    }

    /// Makes everybody except `from_all_but` forget these cards.
    fn hide(&mut self, cards: CardSet, from_all_but: Eyes) {
        let open = self.open.and(cards);
        for (index, known) in self.known.iter_mut().enumerate() {
            let keeps = from_all_but.as_seats().has(Seat::new(index));
            *known = if keeps { known.or(open) } else { known.without(cards) };
        }
        self.open = self.open.without(cards);
    }

    /// Makes everybody forget these cards.
    fn forget(&mut self, cards: CardSet) {
        self.open = self.open.without(cards);
        self.known.iter_mut().for_each(|known| *known = known.without(cards));
    }

    #[inline(always)]
    fn take(&mut self, taken: CardId, from: P) {
        debug_assert!(self.set(from).has(taken), "the card lies there");
        let pile = &mut self.piles[from.index()];
        self.at[from.index()].remove(taken);
        pile.len -= 1;
        if from.is_ordered() {
            let (above, below) = (self.above[taken.index()], self.below[taken.index()]);
            match card(above) {
                Some(above) => self.below[above.index()] = below,
                None => pile.top = below,
            }
            match card(below) {
                Some(below) => self.above[below.index()] = above,
                None => pile.bottom = above,
            }
        }
    }

    #[inline(always)]
    fn put(&mut self, new: CardId, to: P, end: End) {
        let pile = &mut self.piles[to.index()];
        let id = new.index() as u8;
        self.at[to.index()].insert(new);
        pile.len += 1;
        if to.is_ordered() {
            let (above, below) = match end {
                End::Top => (NO_CARD, pile.top),
                End::Bottom => (pile.bottom, NO_CARD),
            };
            match card(above) {
                Some(above) => self.below[above.index()] = id,
                None => pile.top = id,
            }
            match card(below) {
                Some(below) => self.above[below.index()] = id,
                None => pile.bottom = id,
            }
            self.above[new.index()] = above;
            self.below[new.index()] = below;
        }
    }
}

#[inline]
fn card(id: u8) -> Option<CardId> {
    (id != NO_CARD).then_some(CardId::known(id))
}

/// Writes the cards of a set in ascending order and returns their number.
fn collect(set: CardSet, out: &mut [CardId; MAX_CARDS]) -> usize {
    let mut n = 0;
    for card in set.iter() {
        out[n] = card;
        n += 1;
    }
    n
}

#[cfg(test)]
mod tests;
