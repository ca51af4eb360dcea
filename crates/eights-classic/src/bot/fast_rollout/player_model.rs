//! The likelihood that a player with certain cards made the observed plays.
//!
//! Which of several fitting cards a player lays says something about the cards they kept. The model
//! has three kinds of players who tend to something: to shed their longest suit, to lay what others
//! can hardly follow, or to lay any card. Two more follow a policy exactly. The kind of a player is
//! inferred from the observed plays, too; the exact kinds only once a hand of the match is over
//! (`earlier_hands`), since one hand says too little about them.

use eights_kit::KnownPolicy;

use crate::{
    bot::heuristic::{NEAR_RANK, NEAR_SUIT, RANK_OUT, SUIT_OUT, best_of_one_pack, special_worth},
    face::{Face, Printed::French},
    play::action::Name,
    rules::Classic,
};

/// A card that a player laid, with what others can reconstruct about that moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deed {
    /// The faces that fitted, wild cards aside.
    pub(crate) follow: u64,
    pub(crate) face: Face,
    pub(crate) name: Name,
    /// The faces laid before.
    pub(crate) gone: u64,
    /// Whether somebody else was nearly out.
    pub(crate) near: bool,
    /// The card itself, and the cards held at that moment that have been laid since.
    pub(crate) later: u64,
    /// How many of the player's current hidden cards were already held at that moment; they come
    /// first.
    pub(crate) slots: usize,
}

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Sheds the longest suit.
    Shedder,
    /// Lays what others can hardly follow, like the heuristic policy.
    Thinker,
    /// Lays anything.
    Anybody,
    /// Follows the policy `greedy`.
    Greedy,
    /// Follows the heuristic policy.
    Heuristic,
}

pub(super) const KINDS: usize = 5;

/// One number for each kind, in the order of [`Kind::ALL`].
pub(crate) type KindWeights = [f32; KINDS];

impl Kind {
    pub(super) const ALL: [Kind; KINDS] =
        [Kind::Shedder, Kind::Thinker, Kind::Anybody, Kind::Greedy, Kind::Heuristic];

    /// The kind that follows exactly this policy.
    pub(super) fn following(policy: KnownPolicy) -> Kind {
        match policy {
            KnownPolicy::Greedy => Kind::Greedy,
            KnownPolicy::Heuristic => Kind::Heuristic,
        }
    }

    /// Whether everything that the player does follows from a policy.
    pub(super) fn is_exact(self) -> bool {
        matches!(self, Kind::Greedy | Kind::Heuristic)
    }

    /// Whether the player lays the longest suit first.
    pub(super) fn sheds(self) -> bool {
        matches!(self, Kind::Shedder | Kind::Greedy)
    }
}

/// The prior probability of each kind in the first hand of a match.
pub(super) const FIRST_HAND: KindWeights = [0.4, 0.4, 0.2, 0.0, 0.0];

/// The relative probability of a card that falls `short` of the best one; it halves with every
/// `grain` at first.
fn tempted(short: i32, grain: i32) -> f32 {
    const HALVES: [f32; 8] = [1.0, 0.5, 0.25, 0.12, 0.06, 0.04, 0.03, 0.02];
    HALVES[(short / grain).min(7) as usize]
}

/// How finely players distinguish suit lengths: one card more is two steps better.
const BY_SUIT: i32 = 4;
/// How finely players distinguish the heuristic value of cards.
const BY_WORTH: i32 = 6;

/// What counts for a play that a known policy would not have made. Not zero: of the card just laid it is not
/// known which of the hidden cards it was before, so every history has mistakes.
const NOT_SO: f32 = 0.05;

impl Deed {
    /// The likelihood of this play with these cards for a player who follows the policy of a kind.
    pub(super) fn exactly(&self, kind: Kind, game: &Classic, hand: u64, pack: u64) -> f32 {
        let fits = hand & self.follow & !game.rules.wild;
        let unseen = pack & !self.gone & !hand;
        let held = |suit: u8| count(hand & French.of_suit(suit) & !game.rules.wild);
        let as_policy = if game.rules.wild & self.face.bit() == 0 {
            let chosen = if kind.sheds() {
                first_best(French.faces(fits), |face: &Face| held(face.suit()))
            } else {
                (fits != 0).then(|| best_of_one_pack(game, hand, unseen, fits, || self.near))
            };
            chosen == Some(self.face)
        } else {
            let worth = |suit: u8| {
                if kind.sheds() { held(suit) } else { 8 * held(suit) - count(unseen & French.of_suit(suit)) }
            };
            let named = self.name.as_suit();
            fits == 0 && (named.is_none() || named == first_best(0..game.rules.suits, |suit| worth(*suit)))
        };
        if as_policy { 1.0 } else { NOT_SO }
    }

    /// The likelihood of this play with these cards for each kind, relative to a player who lays
    /// any fitting card. The exact kinds are left out, as if they always played so, unless they are asked for.
    pub(super) fn likely(&self, game: &Classic, hand: u64, pack: u64, exact: bool) -> KindWeights {
        let [shedder, thinker] = self.tends(game, hand, pack);
        let mut all = [shedder, thinker, 1.0, 1.0, 1.0];
        if exact {
            let options = self.n_options(game, hand);
            all[3] = options * self.exactly(Kind::Greedy, game, hand, pack);
            all[4] = options * self.exactly(Kind::Heuristic, game, hand, pack);
        }
        all
    }

    /// Among how many answers the player chose.
    fn n_options(&self, game: &Classic, hand: u64) -> f32 {
        if game.rules.wild & self.face.bit() == 0 {
            count(hand & self.follow & !game.rules.wild).max(1) as f32
        } else if self.name.as_suit().is_some() {
            f32::from(game.rules.suits)
        } else {
            1.0
        }
    }

    /// [`Deed::likely`] for those who tend to shed their longest suit and to lay what is hard to follow.
    fn tends(&self, game: &Classic, hand: u64, pack: u64) -> [f32; 2] {
        let wild = game.rules.wild;
        let plain = hand & !wild;
        let fits = plain & self.follow;
        let unseen = pack & !self.gone & !hand;
        if wild & self.face.bit() != 0 {
            // `Memory` already infers that no other card fitted, so only the name is evidence here.
            return self.name.as_suit().map_or([1.0; 2], |suit| named(suit, game.rules.suits, plain, unseen));
        }
        if fits & self.face.bit() == 0 || fits.count_ones() == 1 {
            return [1.0; 2];
        }
        let held: [i32; 4] = std::array::from_fn(|suit| count(plain & French.of_suit(suit as u8)));
        let out: [i32; 4] = std::array::from_fn(|suit| count(unseen & French.of_suit(suit as u8)));
        let long = |face: Face| held[face.suit() as usize] * 2 * BY_SUIT;
        let worth = |face: Face| {
            let (suit, rank) = (face.suit() as usize, face.rank_mates());
            NEAR_SUIT * held[suit] + NEAR_RANK * count(hand & rank)
                - SUIT_OUT * out[suit]
                - RANK_OUT * count(unseen & rank)
                + i32::from(game.value(face)).min(20)
                + if game.rules.special & face.bit() == 0 { 0 } else { special_worth(self.near) }
        };
        let [mut longest, mut best] = [i32::MIN; 2];
        for face in French.faces(fits) {
            longest = longest.max(long(face));
            best = best.max(worth(face));
        }
        let (mut all, mut each) = ([0.0; 2], [0.0; 2]);
        for face in French.faces(fits) {
            let both = [tempted(longest - long(face), BY_SUIT), tempted(best - worth(face), BY_WORTH)];
            all[0] += both[0];
            all[1] += both[1];
            if face == self.face {
                each = both;
            }
        }
        let n = count(fits) as f32;
        [n * each[0] / all[0], n * each[1] / all[1]]
    }
}

/// The same for a named suit.
fn named(suit: u8, suits: u8, plain: u64, unseen: u64) -> [f32; 2] {
    let long = |suit: u8| 2 * BY_SUIT * count(plain & French.of_suit(suit));
    let worth = |suit: u8| 8 * count(plain & French.of_suit(suit)) - count(unseen & French.of_suit(suit));
    let longest = (0..suits).map(long).max().unwrap_or(0);
    let best = (0..suits).map(worth).max().unwrap_or(0);
    let first = |suit: u8| tempted(longest - long(suit), BY_SUIT);
    let second = |suit: u8| tempted(best - worth(suit), BY_WORTH);
    let all = (0..suits).fold([0.0; 2], |all, suit| [all[0] + first(suit), all[1] + second(suit)]);
    let n = f32::from(suits);
    [n * first(suit) / all[0], n * second(suit) / all[1]]
}

/// The first of those with the highest worth.
fn first_best<T>(all: impl Iterator<Item = T>, worth: impl Fn(&T) -> i32) -> Option<T> {
    all.reduce(|best, one| if worth(&one) > worth(&best) { one } else { best })
}

#[inline]
fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn};
    use eights_config::Document;

    use super::*;
    use crate::{bot::heuristic::NEAR, play::state::Pile, shipped::SHIPPED};

    /// Whatever a policy lays, its kind would have laid exactly that.
    #[test]
    fn a_kind_lays_what_its_policy_lays() {
        ["openspiel", "action"].into_iter().for_each(plays_as_its_kind);
    }

    fn plays_as_its_kind(rules: &str) {
        let (_, text) = SHIPPED.iter().find(|(name, _)| *name == rules).unwrap();
        let game = Classic::read(&Document::toml(rules, text).unwrap()).unwrap();
        for (number, policy) in (0..60).zip([KnownPolicy::Greedy, KnownPolicy::Heuristic].iter().cycle()) {
            let seed = Seed::from_number(number);
            let mut dice = Dice::at(&seed, 0);
            let mut state = game.deal(&Opening::first(2, Seat::A), &mut dice, &mut Silent);
            while let Turn::Act(seat) = game.turn(&state) {
                let seat_view = game.seat_view(&state, seat);
                let action = match policy {
                    KnownPolicy::Greedy => game.greedy(seat_view, &mut dice),
                    KnownPolicy::Heuristic => game.heuristic(seat_view, &mut dice),
                };
                if let Some((face, name)) = action.as_card() {
                    let gone = state.cards.at(Pile::Discard).words()[0];
                    let near = state.n_cards(seat.left(2)) <= NEAR;
                    let deed =
                        Deed { follow: state.follow, face, name, gone, near, later: face.bit(), slots: 0 };
                    let pack = game.rules.layout(2).pack.words()[0];
                    let likely = deed.exactly(Kind::following(*policy), &game, state.faces(seat), pack);
                    assert!(likely == 1.0, "{policy:?} laid {face} of {:?}", state.public);
                }
                game.apply(&mut state, seat, action, &mut dice, &mut Silent).unwrap();
            }
        }
    }
}
