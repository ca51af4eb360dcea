//! How likely somebody with certain cards is to have done what was seen.
//!
//! Which of several cards somebody lays tells about those that were kept. Three
//! kinds of people are thought of: who sheds the longest suit, who lays what
//! others can hardly follow, and who lays anything. Each may be the one who
//! plays; what was done tells that as well.

use crate::{
    action::Name,
    face::{Face, faces, of_rank, of_suit},
    instinct::{NEAR_RANK, NEAR_SUIT, RANK_OUT, SUIT_OUT},
    rules::Classic,
};

/// A card that somebody laid, as far as others can reconstruct the moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deed {
    /// The faces that fitted, wild cards aside.
    pub(crate) follow: u64,
    pub(crate) face: Face,
    pub(crate) name: Name,
    /// What had been laid before.
    pub(crate) gone: u64,
    /// The card itself, and what was held then and has been laid since.
    pub(crate) later: u64,
    /// How many of the hidden cards that are still held were held then: the first so many.
    pub(crate) slots: usize,
}

/// A kind of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Sheds the longest suit.
    Shedder,
    /// Lays what others can hardly follow.
    Thinker,
    /// Lays anything.
    Anybody,
}

/// How many kinds there are.
pub(super) const KINDS: usize = 3;

impl Kind {
    /// All of them, in the order in which they are weighed.
    pub(super) const ALL: [Kind; KINDS] = [Kind::Shedder, Kind::Thinker, Kind::Anybody];
}

/// How common each kind is.
pub(super) const COMMON: [f32; KINDS] = [0.4, 0.4, 0.2];

/// What a card is worth to somebody, against the best one: how often it is laid all the same.
fn tempted(short: i32, grain: i32) -> f32 {
    const HALVES: [f32; 8] = [1.0, 0.5, 0.25, 0.12, 0.06, 0.04, 0.03, 0.02];
    HALVES[(short / grain).min(7) as usize]
}

/// How coarse the feeling for a longer suit is: one card more is clearly better.
const BY_SUIT: i32 = 4;
const BY_WORTH: i32 = 6;

impl Deed {
    /// How many times likelier each kind of people is to do this with these
    /// cards than somebody who lays anything.
    pub(super) fn likely(&self, game: &Classic, hand: u64, pack: u64) -> [f32; KINDS] {
        let wild = game.rules.wild;
        let plain = hand & !wild;
        let fits = plain & self.follow;
        let unseen = pack & !self.gone & !hand;
        if wild & self.face.bit() != 0 {
            // Nobody lays a wild card who can do with another; `Memory` concludes that already.
            return self.name.as_suit().map_or([1.0; KINDS], |suit| named(suit, plain, unseen));
        }
        if fits & self.face.bit() == 0 || fits.count_ones() == 1 {
            return [1.0; KINDS];
        }
        let held: [i32; 4] = std::array::from_fn(|suit| count(plain & of_suit(suit as u8)));
        let out: [i32; 4] = std::array::from_fn(|suit| count(unseen & of_suit(suit as u8)));
        let long = |face: Face| held[face.suit() as usize] * 2 * BY_SUIT;
        let worth = |face: Face| {
            let (suit, rank) = (face.suit() as usize, of_rank(face.rank()));
            NEAR_SUIT * held[suit] + NEAR_RANK * count(hand & rank)
                - SUIT_OUT * out[suit]
                - RANK_OUT * count(unseen & rank)
                + i32::from(game.value(face)).min(20)
        };
        let [mut longest, mut best] = [i32::MIN; 2];
        for face in faces(fits) {
            longest = longest.max(long(face));
            best = best.max(worth(face));
        }
        let (mut all, mut each) = ([0.0; 2], [0.0; 2]);
        for face in faces(fits) {
            let both = [tempted(longest - long(face), BY_SUIT), tempted(best - worth(face), BY_WORTH)];
            all[0] += both[0];
            all[1] += both[1];
            if face == self.face {
                each = both;
            }
        }
        let n = count(fits) as f32;
        [n * each[0] / all[0], n * each[1] / all[1], 1.0]
    }
}

/// The same for a suit that is named.
fn named(suit: u8, plain: u64, unseen: u64) -> [f32; KINDS] {
    let long = |suit: u8| 2 * BY_SUIT * count(plain & of_suit(suit));
    let worth = |suit: u8| 8 * count(plain & of_suit(suit)) - count(unseen & of_suit(suit));
    let longest = (0..4).map(long).max().unwrap_or(0);
    let best = (0..4).map(worth).max().unwrap_or(0);
    let first = |suit: u8| tempted(longest - long(suit), BY_SUIT);
    let second = |suit: u8| tempted(best - worth(suit), BY_WORTH);
    let all = (0..4).fold([0.0; 2], |all, suit| [all[0] + first(suit), all[1] + second(suit)]);
    [4.0 * first(suit) / all[0], 4.0 * second(suit) / all[1], 1.0]
}

#[inline]
fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}
