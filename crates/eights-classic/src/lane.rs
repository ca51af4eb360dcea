//! The fast lane: a hand of the plainest rules played to its end by instinct.
//!
//! Search plays thousands of imagined hands for one answer. Where cards do
//! nothing but name a suit and there is one pack, a hand is a word of bits and
//! a step costs a few nanoseconds. The rules are those of `legal` and `apply`;
//! a test plays both ways and compares, answer by answer.

use eights::{Dice, MAX_SEATS, Seat};

use crate::{
    action::Name,
    face::{Face, faces, of_rank, of_suit},
    instinct::{NEAR_RANK, NEAR_SUIT, RANK_OUT, SUIT_OUT},
    rules::Classic,
    sheet::{AfterDraw, BlockedWins, StockEmpty, Teams},
    state::{Pile, State, Step},
};

/// As many answers as a hand may have before it is broken off.
const LONGEST: u32 = 500;

/// Who got how much of the win.
pub type Shares = [f32; MAX_SEATS];

/// A hand in bits.
struct Lane<'a> {
    game: &'a Classic,
    hands: [u64; MAX_SEATS],
    held: [u8; MAX_SEATS],
    stock: [u8; 64],
    n_stock: usize,
    /// The faces of the discard pile.
    gone: u64,
    pack: u64,
    top: u8,
    follow: u64,
    seats: usize,
    turn: usize,
    clockwise: bool,
    drawn: u8,
    passes: u8,
    fresh: u64,
}

/// What a step led to.
enum Next {
    Stay,
    Turn,
    Out,
    Blocked,
}

impl Classic {
    /// Plays a hand to its end by instinct, if the rules are plain enough.
    pub fn play_out_fast(&self, state: &State, dice: &mut Dice) -> Option<Shares> {
        let mut lane = Lane::enter(self, state)?;
        for _ in 0..LONGEST {
            match lane.step(dice) {
                Next::Stay => (),
                Next::Turn => lane.pass_on(),
                Next::Out => {
                    let mut shares = [0.0; MAX_SEATS];
                    shares[lane.turn] = 1.0;
                    return Some(shares);
                }
                Next::Blocked => return Some(lane.blocked()),
            }
        }
        None
    }

    /// Whether the fast lane is open: one pack, nobody out yet, cards that only name suits.
    pub(crate) fn has_lane(&self, state: &State) -> bool {
        let (rules, public) = (&self.rules, &state.public);
        let pack = rules.layout(public.seats).pack;
        let words = pack.words();
        rules.simple
            && words[1] | words[2] == 0
            && rules.special & words[0] == 0
            && rules.choices.teams == Teams::None
            && rules.choices.limit == u8::MAX
            && matches!(public.step, Step::Play)
            && public.playing.len() == public.seats as usize
    }
}

impl Lane<'_> {
    fn enter<'a>(game: &'a Classic, state: &State) -> Option<Lane<'a>> {
        if !game.has_lane(state) {
            return None;
        }
        let public = &state.public;
        let mut lane = Lane {
            game,
            hands: [0; MAX_SEATS],
            held: [0; MAX_SEATS],
            stock: [0; 64],
            n_stock: state.cards.len(Pile::Stock),
            gone: state.cards.at(Pile::Discard).words()[0],
            pack: game.rules.layout(public.seats).pack.words()[0],
            top: state.top()?.index() as u8,
            follow: state.follow,
            seats: public.seats as usize,
            turn: public.turn.index(),
            clockwise: public.clockwise,
            drawn: public.drawn,
            passes: public.passes,
            fresh: state.fresh.map_or(0, Face::bit),
        };
        for seat in 0..lane.seats {
            lane.hands[seat] = state.cards.at(Pile::Hand(Seat::new(seat))).words()[0];
            lane.held[seat] = state.n_cards(Seat::new(seat)) as u8;
        }
        for (slot, card) in lane.stock[..lane.n_stock].iter_mut().rev().zip(state.cards.from_top(Pile::Stock))
        {
            *slot = card.index() as u8;
        }
        Some(lane)
    }

    #[inline]
    fn pass_on(&mut self) {
        self.drawn = 0;
        self.fresh = 0;
        self.turn = match self.clockwise {
            true if self.turn + 1 == self.seats => 0,
            true => self.turn + 1,
            false if self.turn == 0 => self.seats - 1,
            false => self.turn - 1,
        };
    }

    #[inline]
    fn plays(&self) -> u64 {
        let plays = self.hands[self.turn] & (self.follow | self.game.rules.wild);
        if self.game.rules.only_fresh && self.drawn > 0 { plays & self.fresh } else { plays }
    }

    fn can_draw(&self) -> bool {
        self.n_stock > 0
            || (self.game.rules.choices.stock_empty == StockEmpty::Reshuffle
                && self.gone & (self.gone - 1) != 0)
    }

    /// Whether somebody who cannot play may draw a card: as in `Classic::offers`.
    #[inline]
    fn may_draw(&self) -> bool {
        self.drawn < self.game.rules.most_drawn && self.can_draw()
    }

    #[inline]
    fn step(&mut self, dice: &mut Dice) -> Next {
        let plays = self.plays();
        let wild = self.game.rules.wild;
        let plain = plays & !wild;
        if plain != 0 {
            return self.lay(self.best(plain), None);
        }
        let alone = self.held[self.turn] == 1;
        if plays != 0 {
            let face = Face::new(plays.trailing_zeros() as u8);
            return self.lay(face, (!alone).then(|| self.best_suit()));
        }
        if self.may_draw() { self.draw(dice) } else { self.pass() }
    }

    #[inline]
    fn lay(&mut self, face: Face, suit: Option<u8>) -> Next {
        self.hands[self.turn] &= !face.bit();
        self.held[self.turn] -= 1;
        self.gone |= face.bit();
        self.top = face.index() as u8;
        self.passes = 0;
        self.follow = self.game.follow(face, suit.map_or(Name::NONE, Name::suit));
        if self.held[self.turn] == 0 { Next::Out } else { Next::Turn }
    }

    #[inline]
    fn draw(&mut self, dice: &mut Dice) -> Next {
        if self.n_stock == 0 {
            self.restock(dice);
        }
        self.n_stock -= 1;
        let bit = 1u64 << self.stock[self.n_stock];
        self.hands[self.turn] |= bit;
        self.held[self.turn] += 1;
        self.fresh = bit;
        self.passes = 0;
        self.drawn = self.drawn.saturating_add(1);
        match self.game.rules.choices.after_draw {
            AfterDraw::TurnEnds => Next::Turn,
            AfterDraw::MayPlayAny => Next::Stay,
            AfterDraw::MayPlayDrawn | AfterDraw::MustPlayDrawn => {
                let plays = self.plays();
                if plays == 0 && !self.may_draw() { Next::Turn } else { Next::Stay }
            }
        }
    }

    #[cold]
    fn restock(&mut self, dice: &mut Dice) {
        for face in faces(self.gone & !(1 << self.top)) {
            self.stock[self.n_stock] = face.index() as u8;
            self.n_stock += 1;
        }
        self.gone = 1 << self.top;
        dice.shuffle(&mut self.stock[..self.n_stock]);
    }

    fn pass(&mut self) -> Next {
        let choices = &self.game.rules.choices;
        let kept = self.drawn > 0 && choices.after_draw != AfterDraw::MayPlayAny && self.plays() != 0;
        self.passes = if kept || self.can_draw() { 0 } else { self.passes + 1 };
        let stuck = self.passes as usize >= self.seats;
        if stuck || (choices.stock_empty == StockEmpty::EndsHand && self.passes > 0) {
            return Next::Blocked;
        }
        Next::Turn
    }

    /// Who wins a blocked hand.
    fn blocked(&self) -> Shares {
        let measure = |seat: usize| match self.game.rules.choices.blocked {
            BlockedWins::FewestCards => u32::from(self.held[seat]),
            _ => faces(self.hands[seat]).map(|face| u32::from(self.game.value(face))).sum(),
        };
        let least = (0..self.seats).map(measure).min();
        let winners: Vec<usize> = (0..self.seats).filter(|seat| Some(measure(*seat)) == least).collect();
        let mut shares = [0.0; MAX_SEATS];
        winners.iter().for_each(|seat| shares[*seat] = 1.0 / winners.len() as f32);
        shares
    }

    /// The card that instinct lays: see `Classic::worth`.
    #[inline]
    fn best(&self, plays: u64) -> Face {
        let first = Face::new(plays.trailing_zeros() as u8);
        if plays & (plays - 1) == 0 {
            return first;
        }
        let hand = self.hands[self.turn];
        let unseen = self.pack & !self.gone & !hand;
        let held = hand & !self.game.rules.wild;
        // What belongs to a suit is worked out once for all its cards.
        let mut suits = [i32::MIN; 4];
        let mut best = (first, i32::MIN);
        for face in faces(plays) {
            let suit = &mut suits[face.suit() as usize];
            if *suit == i32::MIN {
                let all = of_suit(face.suit());
                *suit = NEAR_SUIT * count(held & all) - SUIT_OUT * count(unseen & all);
            }
            let rank = of_rank(face.rank());
            let worth = *suit + NEAR_RANK * few(hand & rank, face) - RANK_OUT * few(unseen & rank, face)
                + i32::from(self.game.value(face)).min(20);
            if worth > best.1 {
                best = (face, worth);
            }
        }
        best.0
    }

    /// The suit that instinct names: see `Classic::best_suit`.
    fn best_suit(&self) -> u8 {
        let hand = self.hands[self.turn] & !self.game.rules.wild;
        let unseen = self.pack & !self.gone & !self.hands[self.turn];
        let score = |suit: u8| 8 * count(hand & of_suit(suit)) - count(unseen & of_suit(suit));
        (1..4).fold(0, |best, suit| if score(suit) > score(best) { suit } else { best })
    }
}

#[inline]
fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// How many of the four cards of a face's rank.
#[inline]
fn few(bits: u64, face: Face) -> i32 {
    const N: u64 = 0x4332_3221_3221_2110;
    let nibble = bits >> (face.rank() * 4) & 15;
    (N >> (nibble * 4) & 15) as i32
}
