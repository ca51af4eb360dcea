//! What a seat can infer about hidden cards from what the others did.
//!
//! For every hidden card in another hand, the memory keeps the faces it probably does not have: a
//! player who draws probably could not follow, and a player who lays a wild card probably held
//! nothing else that fits. These inferences do not extend to cards drawn later.

use eights::{CardEvent, MAX_SEATS, Seat, Sight};

use crate::{
    bot::{
        fast_rollout::{Deed, FinishedHand, KindWeights},
        heuristic::NEAR,
    },
    face::{Face, Printed},
    play::{action::Name, event::Event, state::Pile},
    rules::Classic,
    sheet::{AfterDraw, JumpIn},
};

/// The inferences of one seat during one hand, and what the hands before said about the players.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// For each hidden card of each seat, the faces it probably does not have.
    pub(crate) lacks: [Vec<u64>; MAX_SEATS],
    /// The suit or rank a seat named last, until it lays a card that is not wild.
    pub(crate) named: [Option<Name>; MAX_SEATS],
    /// The most recent cards that each seat laid.
    pub(crate) deeds: [Vec<Deed>; MAX_SEATS],
    /// How likely each seat is of each kind of player; nothing before the end of its first hand.
    pub(crate) kinds: [Option<KindWeights>; MAX_SEATS],
    /// How many seats were dealt cards.
    seats: u8,
    /// How many cards each seat holds.
    held: [u8; MAX_SEATS],
    /// Who was asked to answer a penalty, until a card is drawn or laid.
    owes: Option<Seat>,
    /// The faces of the hidden cards that each seat held when the hand ended, as far as one pack goes.
    left: [u64; MAX_SEATS],
    /// All faces laid since the stock was last shuffled.
    gone: u64,
    /// The faces that fit now, wild cards aside.
    follow: u64,
    top: Option<Face>,
    /// A rank that was named and binds everybody once, as long as only cards of it were laid since.
    bound_to: Option<Name>,
    /// A draw in progress: the seat, the cards so far, and whether it is the penalty for a
    /// forgotten call.
    drawing: Option<Drawing>,
    /// Whether the discard pile was just gathered, so that the next shuffle does not start a new
    /// deal.
    gathered: bool,
    dealing: bool,
    /// Whether the top card is somebody's last one, so that a pass only means not to hold the same card.
    is_last: bool,
}

/// How many cards are remembered per seat: older ones say little.
const MAX_REMEMBERED: usize = 12;

#[derive(Clone, Copy, Debug)]
struct Drawing {
    seat: Seat,
    cards: usize,
    caught: bool,
}

impl Memory {
    /// The faces that all hidden cards of a seat probably lack.
    pub fn lacks(&self, seat: Seat) -> u64 {
        self.lacks[seat.index()].iter().fold(u64::MAX, |all, card| all & card)
            & if self.lacks[seat.index()].is_empty() { 0 } else { u64::MAX }
    }

    /// Records that a seat's hidden cards probably lack these faces, except the last `but` cards.
    fn conclude(&mut self, seat: Seat, faces: u64, but: usize) {
        let cards = &mut self.lacks[seat.index()];
        let old = cards.len().saturating_sub(but);
        cards[..old].iter_mut().for_each(|card| *card |= faces);
    }

    /// Removes a laid card from a hand: the last drawn one if it could be that, otherwise one that
    /// could.
    fn leave(&mut self, seat: Seat, face: Face, just_drawn: bool) {
        let cards = &mut self.lacks[seat.index()];
        let could = |card: &u64| card & face.bit() == 0;
        let n = cards.iter().filter(|card| could(card)).count();
        let at = if just_drawn && cards.last().is_some_and(could) {
            cards.len() - 1
        } else if n == 0 {
            // The card contradicts the inferences, so drop them all.
            cards.iter_mut().for_each(|card| *card = 0);
            cards.len().saturating_sub(1)
        } else {
            // Any of them could be it. The face selects one, so that equal deals give equal
            // memories.
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

    /// Records that a seat laid a card that was hidden before.
    fn note(&mut self, seat: Seat, face: Face) {
        let deeds = &mut self.deeds[seat.index()];
        if deeds.len() == MAX_REMEMBERED {
            deeds.remove(0);
        }
        let slots = self.lacks[seat.index()].len();
        let (follow, gone) = (self.follow, self.gone);
        let others = (0..usize::from(self.seats)).filter(|other| *other != seat.index());
        let near = others.map(|other| self.held[other]).any(|n| usize::from(n) <= NEAR);
        deeds.push(Deed { follow, face, name: Name::NONE, gone, near, later: face.bit(), slots });
    }
}

impl Classic {
    /// Updates the memory with an event that the seat saw.
    pub fn remember(&self, memory: &mut Memory, seat: Seat, seen: &Event<Sight<Face>>) {
        match seen {
            Event::Card(event) => self.remember_card(memory, seat, event),
            Event::Named { seat, name } => {
                memory.named[seat.index()] = Some(*name);
                if let Some(deed) = memory.deeds[seat.index()].last_mut() {
                    deed.name = *name;
                }
                memory.follow = memory.top.map_or(0, |top| self.follow(top, *name));
                let binds = memory.top.is_some_and(|top| self.rules.effect_of(top).binds_all);
                memory.bound_to = binds.then_some(*name);
            }
            Event::Passed { seat } => {
                memory.drawing = None;
                let fits = if memory.is_last { 0 } else { self.fitting_seen(memory) };
                memory.conclude(*seat, fits, 0);
            }
            Event::WentOut { .. } => memory.is_last = self.rules.choices.jump_in == JumpIn::Matched,
            Event::Owes { seat, .. } => memory.owes = Some(*seat),
            Event::Penalty { .. } => (memory.drawing, memory.owes) = (None, None),
            Event::Caught { seat, .. } | Event::FalseCall { seat } => {
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
                memory.seats = memory.seats.max(seat.index() as u8 + 1);
                memory.held[seat.index()] = memory.held[seat.index()].saturating_add(1);
                if *card == Sight::Back {
                    memory.lacks[seat.index()].push(0);
                }
            }
            CardEvent::Moved { card: Sight::Face(face), from, to: Pile::Discard, .. } => {
                if let Pile::Hand(seat) = from {
                    self.laid_by(memory, *seat, *face, me);
                    memory.held[seat.index()] = memory.held[seat.index()].saturating_sub(1);
                    memory.owes = None;
                }
                (memory.dealing, memory.is_last) = (false, false);
                memory.top = Some(*face);
                memory.gone |= face.bit();
                let serves = |name: &Name| name.as_rank() == Some(face.rank());
                memory.bound_to = memory.bound_to.filter(serves);
                let counts_as = self.rules.effect_of(*face).counts_as;
                let held = counts_as.and_then(|rank| Some(Face::of(rank, only_suit(memory.follow)?)));
                memory.follow = self.follow(held.unwrap_or(*face), memory.bound_to.unwrap_or(Name::NONE));
            }
            CardEvent::Shown { card: Sight::Face(face), at: Pile::Hand(seat), .. } => {
                memory.left[seat.index()] |= face.bit();
            }
            // Where special cards stay in the discard pile, the others leave it one by one.
            CardEvent::Gathered { .. } | CardEvent::Moved { from: Pile::Discard, to: Pile::Stock, .. } => {
                memory.gathered = true;
                memory.gone = memory.top.map_or(0, Face::bit);
            }
            CardEvent::Shuffled { .. } if memory.gathered => memory.gathered = false,
            CardEvent::Shuffled { .. } => {
                self.judge_players(memory);
                *memory = Memory { dealing: true, kinds: memory.kinds, ..Memory::default() };
            }
            CardEvent::Rotated { .. } => {
                memory.lacks.iter_mut().for_each(Vec::clear);
                memory.deeds.iter_mut().for_each(Vec::clear);
                memory.named = [None; MAX_SEATS];
            }
            _ => (),
        }
    }

    /// Updates the kinds of the players after a hand. Only fast rollouts know kinds.
    fn judge_players(&self, memory: &mut Memory) {
        let Some(pack) = Some(memory.seats).filter(|n| *n > 1).and_then(|n| self.pack_in_bits(n)) else {
            return;
        };
        for seat in 0..usize::from(memory.seats) {
            let hand = FinishedHand {
                lacks: &memory.lacks[seat],
                left: memory.left[seat],
                deeds: &memory.deeds[seat],
                pack,
            };
            memory.kinds[seat] = hand.judge(self, memory.kinds[seat]);
        }
    }

    /// Records that a seat draws a card.
    fn draws(&self, memory: &mut Memory, seat: Seat) {
        match &mut memory.drawing {
            Some(drawing) if drawing.seat == seat => drawing.cards += 1,
            _ => {
                self.stop_drawing(memory, None);
                memory.drawing = Some(Drawing { seat, cards: 1, caught: false });
            }
        }
    }

    /// Ends a draw. If it was not a penalty, the cards held before it probably did not fit.
    fn stop_drawing(&self, memory: &mut Memory, next: Option<Seat>) {
        let Some(drawing) = memory.drawing.take().filter(|drawing| !drawing.caught && drawing.cards > 0)
        else {
            return;
        };
        let fits = self.fitting_seen(memory);
        // With `must-play-drawn`, a turn that ends after a draw means that the drawn card did not
        // fit either.
        let ended = next.is_some_and(|next| next != drawing.seat)
            && self.rules.choices.after_draw == AfterDraw::MustPlayDrawn;
        memory.conclude(drawing.seat, fits, usize::from(!ended));
        if next == Some(drawing.seat) {
            memory.drawing = Some(Drawing { cards: 0, ..drawing });
        }
    }

    /// What fits, as far as the memory knows; under a name that binds everybody no wild card does.
    fn fitting_seen(&self, memory: &Memory) -> u64 {
        memory.follow | if memory.bound_to.is_some() { 0 } else { self.rules.wild & !self.rules.must_fit }
    }

    fn laid_by(&self, memory: &mut Memory, seat: Seat, face: Face, me: Seat) {
        let just_drawn = memory.drawing.take().is_some_and(|drawing| drawing.seat == seat);
        if seat == me {
            return;
        }
        memory.leave(seat, face, just_drawn);
        // An answer to a penalty is chosen among other cards than those that fit.
        if memory.owes != Some(seat) {
            memory.note(seat, face);
        }
        if self.rules.wild & face.bit() != 0 {
            // Players keep their wild cards as long as another card fits.
            memory.conclude(seat, memory.follow & !self.rules.wild, 0);
        } else {
            memory.named[seat.index()] = None;
        }
    }
}

/// The suit that must be followed, if only one fits as a whole.
fn only_suit(follow: u64) -> Option<u8> {
    // Where cards count as others, the pack is the French one.
    let mut whole = (0..4).filter(|suit| !follow & Printed::French.of_suit(*suit) == 0);
    whole.next().filter(|_| whole.next().is_none())
}
