//! Fast rollouts: plays a sampled hand of simple rules to its end by the heuristic policy, in bits.
//!
//! Search plays thousands of imagined hands for one answer. Where cards at most
//! name a suit, skip, reverse or make the next player draw and there is one
//! pack, a hand is a word of bits and a step costs a few nanoseconds. The rules
//! are those of `legal` and `apply`; `tests/all/fast_paths.rs` plays both and
//! compares them, answer by answer.

mod answers;
mod choice;
mod earlier_hands;
mod player_model;
mod rng;
mod sampler;

use eights::{Dice, MAX_SEATS, Seat};

pub(crate) use earlier_hands::FinishedHand;
use player_model::Kind;
pub(crate) use player_model::{Deed, KindWeights};
pub use rng::FastRng;
pub use sampler::BitHandSampler;

use crate::{
    face::{Face, Printed::French},
    play::{
        action::Name,
        state::{Pile, State, Step},
    },
    rules::{Choices, Classic},
    sheet::{
        AfterDraw, AnswerWith, BlockedWins, FirstDrawn, Missed, NothingToDraw, ReverseTwo, StockEmpty, Teams,
    },
};

/// A rollout that takes more answers than this is abandoned.
const MAX_ANSWERS: u32 = 500;

/// Who got how much of the win.
pub type Shares = [f32; MAX_SEATS];

/// A hand in bits.
#[derive(Clone, Copy)]
pub struct BitHand<'a> {
    game: &'a Classic,
    hands: [u64; MAX_SEATS],
    held: [u8; MAX_SEATS],
    stock: [u8; 64],
    n_stock: usize,
    /// Whether the stock lies in no order yet: what is drawn is then any of it.
    loose: bool,
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
    /// The penalty that the seat to act answers or draws, the family of its cards and the number on the last one.
    owed: u16,
    family: u8,
    least: u8,
    /// Who won, once it is over.
    over: Option<Shares>,
    /// How everybody plays.
    kinds: [Kind; MAX_SEATS],
}

/// What a step led to.
enum Next {
    Stay,
    Turn,
    Out,
    Blocked,
}

impl Classic {
    /// Plays a hand to its end by the heuristic policy, if the rules are simple enough.
    pub fn play_out_fast(&self, state: &State, dice: &mut Dice) -> Option<Shares> {
        self.bit_hand(state)?.play_out(&mut FastRng::from_dice(dice))
    }

    /// The same hand in bits, if the rules are plain enough.
    pub fn bit_hand(&self, state: &State) -> Option<BitHand<'_>> {
        BitHand::enter(self, state)
    }

    /// The faces of the pack, if there is one pack and its cards at most name suits, skip, reverse and make the next
    /// player draw.
    pub(crate) fn pack_in_bits(&self, seats: u8) -> Option<u64> {
        let [faces, second, third] = *self.rules.layout(seats).pack.words();
        let plain = self.rules.special & faces & !self.rules.plain == 0;
        (self.rules.simple && second | third == 0 && plain).then_some(faces)
    }

    /// Whether a hand can be rolled out in bits: one pack, nobody out yet, cards with the plainest effects. Every option is
    /// named: a new one does not compile until somebody has decided here whether the rollout respects it.
    pub(crate) fn has_fast_rollout(&self, state: &State) -> bool {
        let (rules, public) = (&self.rules, &state.public);
        let Choices {
            // Options that the rollout does not implement.
            teams,
            limit,
            first_drawn,
            // Options that the rollout reads.
            duty: _,
            draw: _,
            after_draw: _,
            stock_empty: _,
            blocked: _,
            // Options that `Rules::simple` has settled.
            follow: _,
            printed: _,
            course: _,
            wild_when: _,
            names: _,
            same_suit: _,
            forgot: _,
            forgot_last: _,
            call_price: _,
            ban_cards: _,
            false_call: _,
            stock_keeps: _,
            starter_exchange: _,
            starter_opening: _,
            noticed: _,
            shape: _,
            matching: _,
            multi_effects: _,
            jump_in: _,
            ends: _,
            ban: _,
            breach: _,
            answer: _,
            missed: _,
            nothing_to_draw: _,
            reverse_two: _,
            other_rank: _,
            // Options that `Rules::plain` has settled.
            sum: _,
            skip_answer: _,
            skip_two: _,
            // What a last card does changes points, but not who wins.
            finish_effect: _,
            // No card here does what these are about.
            another_last: _,
            starter_special: _,
            ending: _,
            lets_win: _,
            while_named: _,
            ban_for: _,
            // Several cards are never laid here.
            several_price: _,
            // A stock in no particular order is refilled on need with the same result.
            stock_when: _,
            // Points for a reshuffle do not decide the hand.
            pressure: _,
            // The rollout cuts long hands off much earlier.
            circling: _,
            // The deal is done, and only who wins the hand counts.
            starter_wild: _,
            starter_counts: _,
            starter_reverse: _,
            back_cards: _,
            direction: _,
            doubles_on_wild: _,
            score: _,
            tie: _,
            next_dealer: _,
        } = rules.choices;
        self.pack_in_bits(public.seats).is_some()
            && teams == Teams::None
            && limit == u8::MAX
            && first_drawn != FirstDrawn::MayAnswer
            && matches!(public.step, Step::Play | Step::Answer { by: None, .. })
            && public.playing.len() == public.seats as usize
    }
}

impl BitHand<'_> {
    /// Plays to the end by the heuristic policy; `None` if that takes too long.
    #[inline]
    fn play_out(&mut self, dice: &mut FastRng) -> Option<Shares> {
        for _ in 0..MAX_ANSWERS {
            let next = self.step(dice);
            if let Some(shares) = self.go_on(next) {
                return Some(shares);
            }
        }
        None
    }

    /// What follows a step: another one, or the end.
    #[inline]
    fn go_on(&mut self, next: Next) -> Option<Shares> {
        match next {
            Next::Stay => None,
            Next::Turn => {
                self.pass_on();
                None
            }
            Next::Out => {
                let mut shares = [0.0; MAX_SEATS];
                shares[self.turn] = 1.0;
                Some(shares)
            }
            Next::Blocked => Some(self.blocked()),
        }
    }

    fn enter<'a>(game: &'a Classic, state: &State) -> Option<BitHand<'a>> {
        if !game.has_fast_rollout(state) {
            return None;
        }
        let public = &state.public;
        let mut bit_hand = BitHand {
            game,
            hands: [0; MAX_SEATS],
            held: [0; MAX_SEATS],
            stock: [0; 64],
            n_stock: state.cards.len(Pile::Stock),
            loose: false,
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
            owed: 0,
            family: 0,
            least: 0,
            over: None,
            kinds: [Kind::Thinker; MAX_SEATS],
        };
        if let Step::Answer { owed, family, least, .. } = public.step {
            (bit_hand.owed, bit_hand.family, bit_hand.least) = (owed, family, least);
        }
        for seat in 0..bit_hand.seats {
            bit_hand.hands[seat] = state.cards.at(Pile::Hand(Seat::new(seat))).words()[0];
            bit_hand.held[seat] = state.n_cards(Seat::new(seat)) as u8;
        }
        for (slot, card) in
            bit_hand.stock[..bit_hand.n_stock].iter_mut().rev().zip(state.cards.from_top(Pile::Stock))
        {
            *slot = card.index() as u8;
        }
        Some(bit_hand)
    }

    #[inline]
    fn pass_on(&mut self) {
        self.drawn = 0;
        self.fresh = 0;
        self.turn = if self.clockwise {
            if self.turn + 1 == self.seats { 0 } else { self.turn + 1 }
        } else if self.turn == 0 {
            self.seats - 1
        } else {
            self.turn - 1
        };
    }

    #[inline]
    fn plays(&self) -> u64 {
        if self.owed > 0 {
            let answers = self.game.passing_on_from(Some(French.at(self.top)), self.family, self.least);
            return self.hands[self.turn] & answers;
        }
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
    fn step(&mut self, dice: &mut FastRng) -> Next {
        let plays = self.plays();
        let wild = self.game.rules.wild;
        let plain = plays & !wild;
        if plain != 0 {
            let face = self.choice(plain, dice);
            return self.lay(face, None, dice);
        }
        let alone = self.held[self.turn] == 1;
        if plays != 0 {
            let face = French.at(plays.trailing_zeros() as u8);
            let suit = (!alone).then(|| self.suit_choice());
            return self.lay(face, suit, dice);
        }
        if self.owed > 0 {
            self.pay(dice)
        } else if self.may_draw() {
            self.draw(dice)
        } else {
            self.pass()
        }
    }

    #[inline]
    fn lay(&mut self, face: Face, suit: Option<u8>, dice: &mut FastRng) -> Next {
        self.hands[self.turn] &= !face.bit();
        self.held[self.turn] -= 1;
        self.gone |= face.bit();
        self.top = face.index() as u8;
        self.passes = 0;
        self.follow = self.game.follow(face, suit.map_or(Name::NONE, |suit| Name::suit(French, suit)));
        if self.held[self.turn] == 0 {
            Next::Out
        } else if self.game.rules.special & face.bit() == 0 {
            Next::Turn
        } else {
            self.carry_out(face, dice)
        }
    }

    /// Mirrors `Classic::carry_out_plain`.
    fn carry_out(&mut self, face: Face, dice: &mut FastRng) -> Next {
        let (effect, choices) = (self.game.rules.effect_of(face), &self.game.rules.choices);
        let mut skips = u32::from(effect.skip);
        if effect.reverse {
            self.clockwise = !self.clockwise;
            skips += u32::from(self.seats == 2 && choices.reverse_two == ReverseTwo::Skip);
        }
        for _ in 0..=skips {
            self.pass_on();
        }
        let owed = std::mem::take(&mut self.owed);
        let lapses = choices.nothing_to_draw == NothingToDraw::Lapses && !self.can_draw();
        if effect.draw > 0 && !lapses {
            self.owed = owed.saturating_add(u16::from(effect.draw));
            (self.family, self.least) = (effect.family, effect.draw);
            if choices.answer == AnswerWith::None {
                return self.pay(dice);
            }
        }
        Next::Stay
    }

    /// Takes a penalty, as far as there are cards.
    fn pay(&mut self, dice: &mut FastRng) -> Next {
        for _ in 0..std::mem::take(&mut self.owed) {
            if !self.can_draw() {
                break;
            }
            self.take_card(dice);
        }
        if self.game.rules.choices.missed == Missed::MayPlay {
            (self.drawn, self.fresh) = (0, 0);
            Next::Stay
        } else {
            Next::Turn
        }
    }

    /// Moves a card from the stock to the hand of the seat to act.
    #[inline]
    fn take_card(&mut self, dice: &mut FastRng) {
        if self.n_stock == 0 {
            self.restock();
        }
        if self.loose {
            let any = dice.below(self.n_stock as u32) as usize;
            self.stock.swap(any & 63, (self.n_stock - 1) & 63);
        }
        self.n_stock -= 1;
        let bit = 1u64 << self.stock[self.n_stock];
        self.hands[self.turn] |= bit;
        self.held[self.turn] += 1;
        self.fresh = bit;
    }

    #[inline]
    fn draw(&mut self, dice: &mut FastRng) -> Next {
        self.take_card(dice);
        self.passes = 0;
        self.drawn = self.drawn.saturating_add(1);
        match self.game.rules.choices.after_draw {
            AfterDraw::TurnEnds => Next::Turn,
            AfterDraw::MayPlayAny | AfterDraw::MayPlayDrawn => Next::Stay,
            AfterDraw::MustPlayDrawn => {
                let plays = self.plays();
                if plays == 0 && !self.may_draw() { Next::Turn } else { Next::Stay }
            }
        }
    }

    #[cold]
    fn restock(&mut self) {
        for face in French.faces(self.gone & !(1 << self.top)) {
            self.stock[self.n_stock] = face.index() as u8;
            self.n_stock += 1;
        }
        self.gone = 1 << self.top;
        // Whatever is drawn is any of it, which is the same as a shuffle now.
        self.loose = true;
    }

    fn pass(&mut self) -> Next {
        let choices = &self.game.rules.choices;
        let drew = self.drawn > 0 && choices.after_draw != AfterDraw::MayPlayAny;
        self.passes = if drew || self.can_draw() { 0 } else { self.passes + 1 };
        let stuck = self.passes as usize >= self.seats;
        if stuck || (choices.stock_empty == StockEmpty::EndsHand && self.passes > 0) {
            return Next::Blocked;
        }
        Next::Turn
    }

    /// Who wins a blocked hand.
    fn blocked(&self) -> Shares {
        let wins_by = self.game.rules.choices.blocked;
        if wins_by == BlockedWins::Nobody {
            return [0.0; MAX_SEATS];
        }
        let measure = |seat: usize| match wins_by {
            BlockedWins::FewestCards => u32::from(self.held[seat]),
            _ => French.faces(self.hands[seat]).map(|face| u32::from(self.game.value(face))).sum(),
        };
        let least = (0..self.seats).map(measure).min().unwrap_or(0);
        let winners = (0..self.seats).filter(|seat| measure(*seat) == least).count();
        std::array::from_fn(|seat| {
            let wins = seat < self.seats && measure(seat) == least;
            if wins { 1.0 / winners as f32 } else { 0.0 }
        })
    }
}
