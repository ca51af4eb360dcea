//! Heuristic policies that answer without search: good, greedy and with random slips.

use std::cell::RefCell;

use eights::Dice;

use crate::{
    bot::seat_view::SeatView,
    face::{Face, Printed::French},
    play::{
        action::{Action, Answer, Lay, Name},
        state::Step,
    },
    rules::Classic,
};

/// Value of each card of the same suit in one's own hand.
pub(crate) const NEAR_SUIT: i32 = 3;
/// Value of each card of the same rank in one's own hand.
pub(crate) const NEAR_RANK: i32 = 2;
/// Cost of each unseen card of the suit: others could follow with it.
pub(crate) const SUIT_OUT: i32 = 6;
/// Cost of each unseen card of the rank. Higher, because there are fewer of them.
pub(crate) const RANK_OUT: i32 = 8;

/// With this many cards a player is nearly out.
pub(crate) const NEAR: usize = 2;

thread_local! {
    /// Reused list of answers, for positions that bits alone cannot decide.
    static LIST: RefCell<Vec<Action>> = const { RefCell::new(Vec::new()) };
}

impl Classic {
    /// A good answer for the seat that must answer.
    #[inline]
    pub fn heuristic(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        if self.is_plain(seat_view) {
            let table = Table::new(self, seat_view);
            return self.quick(seat_view, |plays| table.best(plays), || table.best_suit());
        }
        self.best(seat_view, dice, |answer| self.rate(seat_view, answer))
    }

    /// The simplest sensible answer: always plays if possible, keeps wild cards, sheds the longest
    /// suit and names the longest suit.
    pub fn greedy(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        if self.is_plain(seat_view) {
            let held = |suit: u8| seat_view.n_held(French.of_suit(suit) & !self.rules.wild) as i32;
            let longer = |best, suit| if held(suit) > held(best) { suit } else { best };
            let longest = || (1..self.rules.suits).fold(0, longer);
            return self.quick(seat_view, |plays| best_of(plays, |face| held(face.suit())), longest);
        }
        self.best(seat_view, dice, |answer| self.rate_plainly(seat_view, answer))
    }

    /// A random playable card, without ever calling or catching. One time in eight it overlooks its
    /// cards and draws, if it may.
    pub fn random_slip(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        let overlooks = dice.below(8) == 0;
        self.best(seat_view, dice, |answer| match answer {
            Answer::Draw if overlooks => 3,
            Answer::Play(lay) if !lay.call => 2,
            // Without the call of the very last card nobody would ever be out.
            Answer::Play(lay) if lay.len() == seat_view.n_cards(seat_view.seat) => 2,
            Answer::Play(_) | Answer::Name(_) | Answer::Done => 1,
            Answer::Draw => 0,
            Answer::Pass | Answer::Catch(_) | Answer::Challenge => -1,
        })
    }

    /// Whether the answer is just a card of the French pack, at most with a named suit.
    #[inline]
    fn is_plain(&self, seat_view: SeatView<'_>) -> bool {
        self.rules.simple && matches!(seat_view.state.public.step, Step::Play)
    }

    /// The best card, found with bits alone; a wild card only if nothing else fits.
    #[inline]
    fn quick(&self, seat_view: SeatView<'_>, best: impl Fn(u64) -> Face, name: impl Fn() -> u8) -> Action {
        let offers = self.offers(seat_view.state, seat_view.seat);
        if offers.plays == 0 {
            return if offers.draw { Action::DRAW } else { Action::PASS };
        }
        let alone = seat_view.n_cards(seat_view.seat) == 1;
        let plain = offers.plays & !self.rules.wild;
        if plain != 0 {
            return Action::card(best(plain));
        }
        let wild = French.at(offers.plays.trailing_zeros() as u8);
        if alone {
            return Action::card(wild);
        }
        Action::card_naming(wild, name())
    }

    /// The highest rated answer; ties are broken at random.
    fn best(&self, seat_view: SeatView<'_>, dice: &mut Dice, rate: impl Fn(Answer) -> i32) -> Action {
        LIST.with_borrow_mut(|list| {
            list.clear();
            self.list(seat_view.state, seat_view.seat, list);
            let mut best = (list.first().copied().unwrap_or(Action::PASS), i32::MIN, 1);
            for action in list.iter() {
                let rate = rate(action.answer());
                if rate > best.1 {
                    best = (*action, rate, 1);
                } else if rate == best.1 {
                    best.2 += 1;
                    if dice.below(best.2) == 0 {
                        best.0 = *action;
                    }
                }
            }
            best.0
        })
    }

    fn rate(&self, seat_view: SeatView<'_>, answer: Answer) -> i32 {
        match answer {
            Answer::Catch(_) => 100_000,
            Answer::Play(lay) => 5_000 + self.rate_lay(seat_view, &lay),
            Answer::Name(name) => self.rate_name(seat_view, name),
            Answer::Done => 500,
            Answer::Draw => 100,
            // Somebody with many cards could probably have followed suit.
            Answer::Challenge => self.rate_challenge(seat_view),
            Answer::Pass => 0,
        }
    }

    /// Rates cards to lay. Prefers laying several cards and what others cannot follow; keeps wild
    /// cards for later, and special cards for a neighbour who is nearly out.
    fn rate_lay(&self, seat_view: SeatView<'_>, lay: &Lay) -> i32 {
        let left = seat_view.n_cards(seat_view.seat) - lay.len();
        if left == 0 && !self.rules.goes_on_with(lay.top) {
            return 50_000 + i32::from(lay.call);
        }
        let fits = lay.name.faces().unwrap_or(self.rules.fits[lay.top.index() & 63]);
        let wild = self.wild_for(seat_view.state, seat_view.seat) & lay.top.bit() != 0;
        let due = self.call_is_due(seat_view.state, lay, left);
        let call = if due { 40 } else { -1_000 };
        let mut rate = 60 * lay.len() as i32 + i32::from(lay.call) * call;
        rate += NEAR_SUIT * seat_view.n_held(fits & !lay.top.bit()) as i32;
        rate -= SUIT_OUT * seat_view.n_unseen(fits) as i32 / seat_view.packs();
        rate += i32::from(self.value(lay.top)).min(20);
        if wild {
            // A wild card as the last but one is fine: its player names the suit of the remaining
            // card.
            rate -= if left == 1 { 0 } else { 300 };
        }
        if self.is_special(lay.top) {
            rate += if seat_view.nearest() <= 2 { 60 } else { -10 };
        }
        if let Some(whom) = lay.whom {
            // A player who merely plays next should be the one with the most cards.
            let hits = !self.rules.effect_of(lay.top).only_chooses_next();
            let n_cards = seat_view.n_cards(whom) as i32;
            rate += if hits { 20 - n_cards } else { n_cards };
        }
        rate
    }

    /// More than drawing where the player of a wild card has at least as many cards as make a card of any one
    /// suit likely.
    fn rate_challenge(&self, seat_view: SeatView<'_>) -> i32 {
        match seat_view.state.public.step {
            Step::Doubt { by, .. } if seat_view.n_cards(by) >= 5 => 200,
            _ => 0,
        }
    }

    /// The number of one's own cards of a named suit.
    fn rate_name(&self, seat_view: SeatView<'_>, name: Name) -> i32 {
        let suit = name.as_suit().and_then(|_| name.faces());
        suit.map_or(0, |suit| seat_view.n_held(suit) as i32)
    }

    fn rate_plainly(&self, seat_view: SeatView<'_>, answer: Answer) -> i32 {
        match answer {
            Answer::Catch(_) => 10_000,
            Answer::Play(lay) => {
                let wild = self.wild_for(seat_view.state, seat_view.seat) & lay.top.bit() != 0;
                let named = lay.name.as_suit().and_then(|_| lay.name.faces());
                let same = named.unwrap_or(lay.top.suit_mates());
                let out = lay.call && lay.len() == seat_view.n_cards(seat_view.seat);
                let left = seat_view.n_cards(seat_view.seat) - lay.len();
                let false_call = lay.call && !self.call_is_due(seat_view.state, &lay, left);
                1_000 + seat_view.n_held(same) as i32 - if wild { 500 } else { 0 } + i32::from(out)
                    - 900 * i32::from(false_call)
            }
            Answer::Name(name) => self.rate_name(seat_view, name),
            Answer::Done => 300,
            Answer::Draw => 100,
            Answer::Pass | Answer::Challenge => 0,
        }
    }
}

/// What all cards of a hand have in common for rating, computed once.
struct Table<'a> {
    seat_view: SeatView<'a>,
    wild: u64,
    special: u64,
    /// One's own cards and the cards at unknown places, by copy.
    hand: [u64; 3],
    unseen: [u64; 3],
}

impl<'a> Table<'a> {
    #[inline]
    fn new(game: &Classic, seat_view: SeatView<'a>) -> Table<'a> {
        let (hand, unseen) = (*seat_view.hand().words(), *seat_view.unseen().words());
        Table { seat_view, wild: game.rules.wild, special: game.rules.special, hand, unseen }
    }

    /// The best of a set of cards that are not wild.
    #[inline]
    fn best(&self, plays: u64) -> Face {
        let several = self.hand[1] | self.hand[2] | self.unseen[1] | self.unseen[2] != 0;
        if several {
            return best_of(plays, |face| self.worth(face));
        }
        let near = || self.seat_view.nearest() <= NEAR;
        best_of_one_pack(self.seat_view.game, self.hand[0], self.unseen[0], plays, near)
    }

    /// The value of playing a card that is not wild: high if others can hardly follow it and the
    /// player can.
    #[inline]
    fn worth(&self, face: Face) -> i32 {
        let (suit, rank) = (face.suit_mates(), face.rank_mates());
        let mut worth = NEAR_SUIT * count(&self.hand, suit & !self.wild)
            + NEAR_RANK * count(&self.hand, rank)
            - SUIT_OUT * count(&self.unseen, suit)
            - RANK_OUT * count(&self.unseen, rank)
            + i32::from(self.seat_view.game.value(face)).min(20);
        if self.special & face.bit() != 0 {
            worth += special_worth(self.seat_view.nearest() <= NEAR);
        }
        worth
    }

    /// The suit to name: the longest in one's own hand; among equals, the one with fewer unseen
    /// cards.
    #[inline]
    fn best_suit(&self) -> u8 {
        let score = |suit: u8| {
            let all = French.of_suit(suit);
            8 * count(&self.hand, all & !self.wild) - count(&self.unseen, all)
        };
        (1..self.seat_view.game.rules.suits)
            .fold(0, |best, suit| if score(suit) > score(best) { suit } else { best })
    }
}

/// The number of cards with one of these faces.
#[inline]
fn count(cards: &[u64; 3], faces: u64) -> i32 {
    let mut n = (cards[0] & faces).count_ones();
    if cards[1] | cards[2] != 0 {
        n += (cards[1] & faces).count_ones() + (cards[2] & faces).count_ones();
    }
    n as i32
}

/// The best of a set of cards when there is one pack: the same result as [`Table::worth`], but the value of a suit is
/// computed once for all its cards. `near` says whether somebody else is nearly out.
#[inline]
pub(crate) fn best_of_one_pack(
    game: &Classic,
    hand: u64,
    unseen: u64,
    plays: u64,
    near: impl FnOnce() -> bool,
) -> Face {
    let first = French.at(plays.trailing_zeros() as u8);
    if plays & (plays - 1) == 0 {
        return first;
    }
    let held = hand & !game.rules.wild;
    let special = if plays & game.rules.special == 0 { 0 } else { special_worth(near()) };
    let mut suits = [i32::MIN; 4];
    let mut best = (first, i32::MIN);
    for face in French.faces(plays) {
        let suit = &mut suits[face.suit() as usize];
        if *suit == i32::MIN {
            let all = face.suit_mates();
            *suit = NEAR_SUIT * bits(held & all) - SUIT_OUT * bits(unseen & all);
        }
        let rank = NEAR_RANK * few(hand, face) - RANK_OUT * few(unseen, face);
        let mut worth = *suit + rank + i32::from(game.value(face)).min(20);
        if game.rules.special & face.bit() != 0 {
            worth += special;
        }
        if worth > best.1 {
            best = (face, worth);
        }
    }
    best.0
}

/// What the effect of a card is worth: it is kept for a neighbour who is nearly out.
#[inline]
pub(crate) fn special_worth(near: bool) -> i32 {
    if near { 60 } else { 4 }
}

#[inline]
fn bits(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// The number of cards of a face's rank in the set, from a table of 4-bit counts.
#[inline]
fn few(bits: u64, face: Face) -> i32 {
    const N: u64 = 0x4332_3221_3221_2110;
    let nibble = bits >> (face.rank() * 4) & 15;
    (N >> (nibble * 4) & 15) as i32
}

/// The face with the highest worth; the first of equals.
#[inline]
fn best_of(plays: u64, worth: impl Fn(Face) -> i32) -> Face {
    let first = French.at(plays.trailing_zeros() as u8);
    if plays & (plays - 1) == 0 {
        return first;
    }
    let mut best = (first, i32::MIN);
    for face in French.faces(plays) {
        let value = worth(face);
        if value > best.1 {
            best = (face, value);
        }
    }
    best.0
}
