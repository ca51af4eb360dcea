//! Dealing hidden cards by what is recalled of them.

use eights::{CardId, Dice, Lots, MAX_CARDS, Place, Seat, Sight, Viewer};

use super::{
    Telling,
    recall::{Noted, Recall, Slot, owner},
};

/// How often, of 256 deals, nobody is taken to have done what everybody would.
const WHIM: u32 = 16;

/// How often, of 256 times, a card that is doubted is dealt all the same.
const DOUBTED: u32 = 64;

/// How many deals the first world is taken from, where deeds tell something.
const BEGINNINGS: u32 = 24;

/// As many hidden cards in hands as are told apart.
const MOST: usize = 64;

/// As many cards of a hand as are looked at for a deed.
const MOST_HELD: usize = 32;

/// Stands for a hidden card that is in nobody's hand.
const NOWHERE: u8 = u8::MAX;

/// What a seat believes at one moment, made ready for many worlds.
pub struct Guess<G: Telling> {
    view: G::View,
    me: Seat,
    /// What is recalled of the hidden cards in hands; those of which most is known come first.
    held: Vec<(u8, Slot)>,
    /// The deeds that may tell something, each with the number of its doer's first hidden card.
    deeds: Vec<(usize, Noted<G>)>,
    /// Of every hidden card in the order of their places, which one in a hand it is.
    gaps: Vec<u8>,
}

impl<G: Telling> Guess<G> {
    /// What to believe, from what is seen now and what is recalled.
    pub(crate) fn new(game: &G, view: &G::View, me: Seat, recall: &Recall<G>) -> Guess<G> {
        let mut guess =
            Guess { view: view.clone(), me, held: Vec::new(), deeds: Vec::new(), gaps: Vec::new() };
        for place in (0..game.before_the_deal().0).map(G::Place::at) {
            let hidden = G::pile(view, place).iter().filter(|sight| matches!(sight, Sight::Back)).count();
            let first = guess.held.len();
            match owner(place).filter(|seat| *seat != me) {
                Some(seat) if first + hidden <= MOST => {
                    guess.gaps.extend((first..first + hidden).map(|slot| slot as u8));
                    guess.hold(seat, hidden, recall);
                }
                _ => guess.gaps.extend(std::iter::repeat_n(NOWHERE, hidden)),
            }
        }
        if guess.held.iter().all(|(_, slot)| is_free(slot)) && guess.deeds.is_empty() {
            // Nothing is known that would make one deal likelier than another.
            guess.held.clear();
        }
        guess.held.sort_by_key(|(_, slot)| std::cmp::Reverse(slot.lacks.len()));
        guess
    }

    /// The hidden cards of a hand with what is recalled of them.
    fn hold(&mut self, seat: Seat, hidden: usize, recall: &Recall<G>) {
        let first = self.held.len();
        // Whoever came late to the table has not seen every card arrive.
        let hand = recall.hands.get(seat.index()).filter(|hand| hand.slots.len() == hidden);
        let slots = hand.map_or(&[][..], |hand| &hand.slots).iter().copied();
        let slots = slots.chain(std::iter::repeat(Slot::default())).take(hidden);
        self.held.extend(slots.zip(first as u8..).map(|(slot, number)| (number, slot)));
        let telling = hand.into_iter().flat_map(|hand| &hand.deeds).filter(|noted| noted.slots > 0);
        self.deeds.extend(telling.map(|noted| (first, noted.clone())));
    }

    /// One world that could be so, the likelier the more often.
    pub(crate) fn dream(&self, game: &G, last: &mut Last, dice: &mut Dice) -> G::State {
        let mut drawn = Drawn { game, guess: self, last, dice };
        game.imagine_by(&self.view, Viewer::Seat(self.me), &mut drawn)
    }

    /// How likely everybody who held these cards was to do what was seen.
    fn likely(&self, game: &G, dealt: &[CardId; MOST]) -> f32 {
        let mut likely = 1.0;
        for (first, noted) in &self.deeds {
            let hidden = dealt[*first..*first + noted.slots].iter().map(|card| game.face_of(*card));
            let mut faces = noted.shown.iter().copied().chain(hidden);
            let Some(one) = faces.next() else { continue };
            let mut hand = [one; MOST_HELD];
            let mut n = 1;
            for (slot, face) in hand[1..].iter_mut().zip(faces) {
                *slot = face;
                n += 1;
            }
            likely *= game.likely(&noted.deed, &hand[..n]);
        }
        likely
    }
}

/// Whether nothing is known of a hidden card.
fn is_free(slot: &Slot) -> bool {
    slot.lacks.is_empty() && slot.doubts.is_empty()
}

/// The hands of the last world that was dealt. Where deeds tell something the
/// next world is found from it: a few cards are dealt anew, and if that makes
/// what was done less likely it is taken back the more often.
#[derive(Clone)]
pub struct Last {
    dealt: [CardId; MOST],
    /// The hidden cards that are in no hand.
    rest: [CardId; MAX_CARDS],
    n_rest: usize,
    /// How likely what was done is with these hands; nothing before the first deal.
    likely: Option<f32>,
}

impl Default for Last {
    fn default() -> Last {
        let none = CardId::new(0);
        Last { dealt: [none; MOST], rest: [none; MAX_CARDS], n_rest: 0, likely: None }
    }
}

/// Lots that fall as somebody believes.
struct Drawn<'a, G: Telling> {
    game: &'a G,
    guess: &'a Guess<G>,
    last: &'a mut Last,
    dice: &'a mut Dice,
}

impl<G: Telling> Drawn<'_, G> {
    /// Deals the hidden cards of all hands, each by what is known of it.
    fn deal(&mut self, hidden: &[CardId]) {
        let last = &mut *self.last;
        let mut n = hidden.len();
        last.rest[..n].copy_from_slice(hidden);
        // Whoever acts on a whim at all does so for the whole deal.
        let whims = self.dice.below(256) < WHIM;
        for (number, slot) in &self.guess.held {
            let slot = if whims { &Slot::default() } else { slot };
            let at = pick(&last.rest[..n], slot, self.dice);
            last.dealt[*number as usize] = last.rest[at];
            n -= 1;
            last.rest[at] = last.rest[n];
        }
        last.n_rest = n;
    }

    /// Deals several times and takes one deal, the likelier the more often.
    fn begin(&mut self, hidden: &[CardId]) {
        let mut all = 0.0;
        let mut taken = Last::default();
        for _ in 0..BEGINNINGS {
            self.deal(hidden);
            let likely = self.guess.likely(self.game, &self.last.dealt);
            all += likely;
            if self.dice.below(1 << 16) as f32 <= likely / all * 65_536.0 {
                taken = Last { likely: Some(likely), ..self.last.clone() };
            }
        }
        *self.last = taken;
    }

    /// Deals a card anew, and takes it back the more often the less likely that makes what was done.
    fn step(&mut self) {
        let (n, before) = (self.last.n_rest, self.last.likely.unwrap_or(0.0));
        let nth = self.dice.below(self.guess.held.len() as u32) as usize;
        let (number, slot) = &self.guess.held[nth];
        if n == 0 {
            return;
        }
        let at = pick(&self.last.rest[..n], slot, self.dice);
        let last = &mut *self.last;
        std::mem::swap(&mut last.dealt[*number as usize], &mut last.rest[at]);
        let likely = self.guess.likely(self.game, &last.dealt);
        if likely < before && self.dice.below(1 << 16) as f32 >= likely / before * 65_536.0 {
            std::mem::swap(&mut last.dealt[*number as usize], &mut last.rest[at]);
        } else {
            last.likely = Some(likely);
        }
    }
}

impl<G: Telling> Lots<G::Place> for Drawn<'_, G> {
    fn fall(&mut self, hidden: &mut [CardId], places: &[G::Place]) {
        let guess = self.guess;
        if guess.held.is_empty() || guess.gaps.len() != places.len() || hidden.len() < guess.held.len() {
            self.dice.shuffle(hidden);
            return;
        }
        match self.last.likely {
            _ if guess.deeds.is_empty() => self.deal(hidden),
            None => self.begin(hidden),
            Some(_) => (0..G::STEPS).for_each(|_| self.step()),
        }
        let n = self.last.n_rest;
        self.dice.shuffle(&mut self.last.rest[..n]);
        let mut rest = self.last.rest[..n].iter().copied();
        let gaps = guess.gaps.iter().copied().chain(std::iter::repeat(NOWHERE));
        for (card, gap) in hidden.iter_mut().zip(gaps) {
            let next = if gap == NOWHERE { rest.next() } else { Some(self.last.dealt[gap as usize]) };
            *card = next.unwrap_or(*card);
        }
    }
}

/// One of these cards that agrees with what is known of it, at random.
fn pick(pool: &[CardId], slot: &Slot, dice: &mut Dice) -> usize {
    let n = pool.len() as u32;
    let mut at = dice.below(n) as usize;
    if is_free(slot) {
        return at;
    }
    for _ in 0..12 {
        let card = pool[at];
        if !slot.lacks.has(card) && (!slot.doubts.has(card) || dice.below(256) < DOUBTED) {
            return at;
        }
        at = dice.below(n) as usize;
    }
    // Few are left that could be it: look at each.
    let start = at;
    (start..pool.len()).chain(0..start).find(|at| !slot.lacks.has(pool[*at])).unwrap_or(start)
}
