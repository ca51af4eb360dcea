//! The cards of one deal: where each lies, and who knows its face.
//!
//! Knowledge belongs to the card, not to the place: whoever has seen a card
//! goes on knowing it, wherever it moves, until it is shuffled. Everything is
//! held in fixed arrays, so that a clone is one copy and a move a few writes.

mod sight;

use std::marker::PhantomData;

use crate::set::{CardId, CardSet, MAX_CARDS};
use crate::{
    dice::Dice,
    event::{CardEvent, End, Glimpse, Log},
    seat::{Eyes, MAX_SEATS},
    table::Place,
};

/// The end of a chain: no card above, or none below.
const NO_CARD: u8 = u8::MAX;

#[derive(Clone, Copy)]
struct Pile {
    bottom: u8,
    top: u8,
    len: u8,
}

/// Where every card lies and which viewers know it. Not `Serialize`.
///
/// Piles with an order are chains through `above` and `below`; those without
/// one are just sets.
#[derive(Clone)]
pub struct Cards<P, const PLACES: usize> {
    at: [CardSet; PLACES],
    piles: [Pile; PLACES],
    above: [u8; MAX_CARDS],
    below: [u8; MAX_CARDS],
    known: [CardSet; MAX_SEATS],
    open: CardSet,
    places: PhantomData<P>,
}

impl<P: Place, const PLACES: usize> Cards<P, PLACES> {
    /// No card anywhere.
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

    /// The same where it is: reading one word of it does not touch the others.
    #[inline]
    pub fn at(&self, place: P) -> &CardSet {
        &self.at[place.index()]
    }

    /// How many cards lie at a place.
    #[inline]
    pub fn len(&self, place: P) -> usize {
        self.piles[place.index()].len as usize
    }

    /// The topmost card of a pile that has an order.
    #[inline]
    pub fn top(&self, place: P) -> Option<CardId> {
        card(self.piles[place.index()].top)
    }

    /// The cards of a pile that has an order, from the top down.
    pub fn from_top(&self, place: P) -> impl Iterator<Item = CardId> + '_ {
        let mut at = self.piles[place.index()].top;
        std::iter::from_fn(move || {
            let next = card(at)?;
            at = self.below[next.index()];
            Some(next)
        })
    }

    /// Lays out a card on a place, known to those the place is open to. For
    /// positions that are set up; in play cards only move.
    pub fn place(&mut self, card: CardId, at: P) {
        self.put(card, at, End::Top);
        self.open_up(card, at.open_to());
    }

    /// Moves a card: the only way one moves alone. Inlined where it stands, so
    /// that what kind of place a card leaves and reaches is settled beforehand.
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

    /// Moves one of several equal cards to where everybody sees it. Who knew
    /// one of them takes it to be that one: real cards cannot be told apart,
    /// so which copy moved must not show in what is still known.
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
            let mut others = self.set(from).and(twins);
            others.remove(moved);
            let settle = |known: &mut CardSet| {
                let like_it = known.and(others);
                if !like_it.is_empty()
                    && !known.has(moved)
                    && let Some(taken_for) = like_it.first()
                {
                    known.remove(taken_for);
                }
            };
            settle(&mut self.open);
            self.known.iter_mut().for_each(settle);
        }
        self.shift(moved, from, to, End::Top, log);
    }

    /// Puts a card somewhere into a pile that has an order, nobody sees where.
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

    /// Picks up all cards of a pile but the topmost `left` and puts them, in
    /// their order, on another.
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

    /// Hangs the lower part of one chain on top of another, in one go.
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

    /// Lays these cards as a pile in random order, or as they were wished for.
    fn lay_shuffled(&mut self, place: P, order: &mut [CardId], dice: &mut Dice) {
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

    /// Lets some viewers look at a card where it lies. The event shows it to
    /// those for whom it is news.
    pub fn show<E: From<CardEvent<P, Glimpse>>, L: Log<E>>(
        &mut self,
        card: CardId,
        at: P,
        to: Eyes,
        log: &mut L,
    ) {
        let knew = if L::SILENT { Eyes::NONE } else { self.seen_by(card) };
        self.open_up(card, to);
        let news = self.seen_by(card).without(knew);
        if !L::SILENT && news != Eyes::NONE {
            log.note(CardEvent::Shown { card: Glimpse::new(card, news), at }.into());
        }
    }

    /// Everything at each of these places goes to the next one, what lay at
    /// the last to the first. For places without an order, such as hands.
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

    fn glimpse(&self, card: CardId) -> Glimpse {
        Glimpse::new(card, self.seen_by(card))
    }

    #[inline(always)]
    fn open_up(&mut self, card: CardId, eyes: Eyes) {
        if eyes.are_all() {
            self.open.insert(card);
            return;
        }
        eyes.as_seats().iter().for_each(|seat| self.known[seat.index()].insert(card));
    }

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

    /// Writes out the cards of a place, bottom first, and says how many.
    fn list(&self, place: P, out: &mut [CardId; MAX_CARDS]) -> usize {
        if !place.is_ordered() {
            return collect(self.set(place), out);
        }
        let n = self.len(place);
        for (slot, card) in out[..n].iter_mut().rev().zip(self.from_top(place)) {
            *slot = card;
        }
        n
    }

    /// Lays the cards of a pile anew in this order, bottom first.
    fn chain(&mut self, place: P, order: &[CardId]) {
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

#[inline]
fn card(id: u8) -> Option<CardId> {
    (id != NO_CARD).then_some(CardId::known(id))
}

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
