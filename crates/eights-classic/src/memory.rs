//! What a seat remembers of what the others did, and what follows from it.
//!
//! Of every hidden card in another hand it is kept which faces it probably
//! does not have: who draws could probably not follow, who plays a wild card
//! probably held nothing else that fits. Cards that come later are free of
//! what was concluded before.

use eights::{CardEvent, MAX_SEATS, Seat, Sight};

use crate::{
    action::Name, event::Event, face::Face, lane::Deed, rules::Classic, sheet::AfterDraw, state::Pile,
};

/// What a seat remembers of one hand of cards.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// For each hidden card of each seat, the faces it probably does not have.
    pub(crate) lacks: [Vec<u64>; MAX_SEATS],
    /// The suit or rank a seat named last, and how many cards it has drawn since.
    pub(crate) named: [Option<Name>; MAX_SEATS],
    /// The cards that each seat laid, the last ones.
    pub(crate) deeds: [Vec<Deed>; MAX_SEATS],
    /// Every face that was laid.
    gone: u64,
    /// The faces that fit now, wild cards aside.
    follow: u64,
    top: Option<Face>,
    /// Cards being drawn: by whom, how many so far, and whether as a penalty.
    drawing: Option<Drawing>,
    /// Whether the discard pile was just picked up, so that a shuffle is no new deal.
    gathered: bool,
    dealing: bool,
}

/// As many cards as are remembered of a seat: what was laid long ago says little.
const DEEDS: usize = 12;

#[derive(Clone, Copy, Debug)]
struct Drawing {
    seat: Seat,
    cards: usize,
    caught: bool,
}

impl Memory {
    /// The faces that a seat showed to lack and has drawn nothing since.
    pub fn lacks(&self, seat: Seat) -> u64 {
        self.lacks[seat.index()].iter().fold(u64::MAX, |all, card| all & card)
            & if self.lacks[seat.index()].is_empty() { 0 } else { u64::MAX }
    }

    /// All cards of a seat probably lack these faces, but for the last so many.
    fn conclude(&mut self, seat: Seat, faces: u64, but: usize) {
        let cards = &mut self.lacks[seat.index()];
        let old = cards.len().saturating_sub(but);
        cards[..old].iter_mut().for_each(|card| *card |= faces);
    }

    /// A card leaves a hand: the one last drawn if it could be that, else any that could.
    fn leave(&mut self, seat: Seat, face: Face, just_drawn: bool) {
        let cards = &mut self.lacks[seat.index()];
        let could = |card: &u64| card & face.bit() == 0;
        let n = cards.iter().filter(|card| could(card)).count();
        let at = if just_drawn && cards.last().is_some_and(could) {
            cards.len() - 1
        } else if n == 0 {
            // What was concluded was wrong: forget it.
            cards.iter_mut().for_each(|card| *card = 0);
            cards.len().saturating_sub(1)
        } else {
            // Any of them: which one is left to the face, so that equal deals are remembered equally.
            let nth = face.index() % n;
            (0..cards.len()).filter(|at| could(&cards[*at])).nth(nth).unwrap_or(0)
        };
        if at >= cards.len() {
            return;
        }
        cards.remove(at);
        for deed in self.deeds[seat.index()].iter_mut().filter(|deed| deed.slots > at) {
            deed.slots -= 1;
            deed.later |= face.bit();
        }
    }

    /// Takes down that a seat laid a card, which is no longer among its hidden ones.
    fn note(&mut self, seat: Seat, face: Face) {
        let deeds = &mut self.deeds[seat.index()];
        if deeds.len() == DEEDS {
            deeds.remove(0);
        }
        let slots = self.lacks[seat.index()].len();
        let (follow, gone) = (self.follow, self.gone);
        deeds.push(Deed { follow, face, name: Name::NONE, gone, later: face.bit(), slots });
    }
}

impl Classic {
    /// Takes down what a seat saw happen.
    pub fn remember(&self, memory: &mut Memory, seat: Seat, seen: &Event<Sight<Face>>) {
        match seen {
            Event::Card(event) => self.remember_card(memory, seat, event),
            Event::Named { seat, name } => {
                memory.named[seat.index()] = Some(*name);
                if let Some(deed) = memory.deeds[seat.index()].last_mut() {
                    deed.name = *name;
                }
                memory.follow = memory.top.map_or(0, |top| self.follow(top, *name));
            }
            Event::Passed { seat } => {
                memory.drawing = None;
                memory.conclude(*seat, memory.follow | self.rules.wild, 0);
            }
            Event::Penalty { .. } => memory.drawing = None,
            Event::Caught { seat, .. } => {
                self.stop_drawing(memory, None);
                memory.drawing = Some(Drawing { seat: *seat, cards: 0, caught: true });
            }
            Event::Laid { seat, .. } => self.stop_drawing(memory, Some(*seat)),
            _ => (),
        }
    }

    fn remember_card(&self, memory: &mut Memory, me: Seat, event: &CardEvent<Pile, Sight<Face>>) {
        match event {
            CardEvent::Moved { card, from: Pile::Stock, to: Pile::Hand(seat), .. } => {
                if !memory.dealing {
                    self.draws(memory, *seat);
                }
                if *card == Sight::Back {
                    memory.lacks[seat.index()].push(0);
                }
            }
            CardEvent::Moved { card: Sight::Face(face), from, to: Pile::Discard, .. } => {
                if let Pile::Hand(seat) = from {
                    self.laid_by(memory, *seat, *face, me);
                }
                memory.dealing = false;
                memory.top = Some(*face);
                memory.gone |= face.bit();
                memory.follow = self.follow(*face, Name::NONE);
            }
            CardEvent::Gathered { .. } => {
                memory.gathered = true;
                memory.gone = memory.top.map_or(0, Face::bit);
            }
            CardEvent::Shuffled { .. } if memory.gathered => memory.gathered = false,
            CardEvent::Shuffled { .. } => *memory = Memory { dealing: true, ..Memory::default() },
            CardEvent::Rotated { .. } => {
                memory.lacks.iter_mut().for_each(Vec::clear);
                memory.deeds.iter_mut().for_each(Vec::clear);
                memory.named = [None; MAX_SEATS];
            }
            _ => (),
        }
    }

    /// Somebody draws a card: whatever was held before did probably not fit.
    fn draws(&self, memory: &mut Memory, seat: Seat) {
        match &mut memory.drawing {
            Some(drawing) if drawing.seat == seat => drawing.cards += 1,
            _ => {
                self.stop_drawing(memory, None);
                memory.drawing = Some(Drawing { seat, cards: 1, caught: false });
            }
        }
    }

    /// Somebody is done with drawing, and it was no penalty.
    fn stop_drawing(&self, memory: &mut Memory, next: Option<Seat>) {
        let Some(drawing) = memory.drawing.take().filter(|it| !it.caught && it.cards > 0) else { return };
        let fits = memory.follow | self.rules.wild;
        // A turn that ends by itself after a draw ends because the card did not fit.
        let ended = next.is_some_and(|next| next != drawing.seat)
            && self.rules.choices.after_draw == AfterDraw::MustPlayDrawn;
        memory.conclude(drawing.seat, fits, usize::from(!ended));
        if next == Some(drawing.seat) {
            memory.drawing = Some(Drawing { cards: 0, ..drawing });
        }
    }

    fn laid_by(&self, memory: &mut Memory, seat: Seat, face: Face, me: Seat) {
        let just_drawn = memory.drawing.take().is_some_and(|it| it.seat == seat);
        if seat == me {
            return;
        }
        memory.leave(seat, face, just_drawn);
        memory.note(seat, face);
        if self.rules.wild & face.bit() != 0 {
            // Nobody plays a wild card who can do with another.
            memory.conclude(seat, memory.follow & !self.rules.wild, 0);
        } else {
            memory.named[seat.index()] = None;
        }
    }
}
