//! Samples worlds directly into the fast path.

use super::{
    BitHand, Deed, FastRng,
    earlier_hands::weights,
    player_model::{KINDS, Kind, KindWeights},
};
use crate::{
    bot::belief::{Belief, Held, pick},
    rules::Classic,
};
use eights_kit::KnownPolicy;

/// The maximum number of hidden cards.
const MAX_HIDDEN: usize = 64;

/// From which probability on it pays to ask whether a player follows a policy exactly.
const WORTH_A_LOOK: f32 = 0.02;

/// Samples worlds for one decision by independence Metropolis–Hastings: each is either a new deal
/// or the last one again, so that deals occur in proportion to how likely they make the observed
/// play.
#[derive(Clone)]
pub struct BitHandSampler<'a> {
    game: &'a Classic,
    /// Everything known, with all hidden cards still in the stock.
    base: BitHand<'a>,
    held: &'a [Held],
    deeds: &'a [Vec<Deed>],
    whim: u32,
    known: Option<KnownPolicy>,
    /// How likely each seat is of each kind, from earlier hands.
    kinds: &'a [Option<KindWeights>],
    /// The last accepted deal, and the likelihood of the observed play under it.
    last: Option<(BitHand<'a>, f32)>,
}

impl<'a> BitHandSampler<'a> {
    /// A sampler for this belief; `None` if the rules are too complex for the fast path.
    pub fn of(game: &'a Classic, belief: &'a Belief) -> Option<BitHandSampler<'a>> {
        if belief.stock.iter().any(Option::is_some) || belief.hidden.len() > MAX_HIDDEN {
            return None;
        }
        let mut base = BitHand::enter(game, &belief.base)?;
        for (slot, card) in base.stock.iter_mut().zip(&belief.hidden) {
            *slot = card.index() as u8;
        }
        base.n_stock = belief.hidden.len();
        base.loose = true;
        let deeds = &belief.deeds[..];
        let (whim, known) = (belief.whim, belief.known);
        let kinds = &belief.kinds[..];
        Some(BitHandSampler { game, base, held: &belief.held, deeds, whim, known, kinds, last: None })
    }

    /// Samples a world; likelier ones come more often.
    #[inline]
    pub fn sample(&mut self, rng: &mut FastRng) -> BitHand<'a> {
        let (bit_hand, likely) = self.deal(rng);
        // Metropolis–Hastings: accept a less likely deal with probability `likely / before`.
        if let Some((last, before)) = &self.last
            && likely < *before
            && rng.below(1 << 16) as f32 >= likely / before * 65_536.0
        {
            return *last;
        }
        self.last = Some((bit_hand, likely));
        bit_hand
    }

    /// Deals the hidden cards, respecting what each hand lacks; returns the likelihood of the
    /// observed play.
    #[inline]
    fn deal(&self, rng: &mut FastRng) -> (BitHand<'a>, f32) {
        let mut bit_hand = self.base;
        let whims = !self.held.is_empty() && rng.below(256) < self.whim;
        let mut dealt = [0u8; MAX_HIDDEN];
        for held in self.held {
            let n = bit_hand.n_stock;
            if n == 0 {
                break;
            }
            let lacks = if whims { 0 } else { held.lacks };
            let pool = &bit_hand.stock[..n];
            let at = pick(n, |at| 1 << (pool[at] & 63), lacks, held.likes, |n| rng.below(n));
            let card = pool[at];
            bit_hand.stock[at] = bit_hand.stock[n - 1];
            bit_hand.n_stock -= 1;
            bit_hand.hands[held.seat.index()] |= 1 << (card & 63);
            bit_hand.held[held.seat.index()] += 1;
            dealt[held.slot & (MAX_HIDDEN - 1)] = card;
        }
        let likely = self.weigh(&mut bit_hand, &dealt, rng);
        (bit_hand, likely)
    }

    /// The likelihood of everybody's observed play under this deal. Also samples a kind for each
    /// player from its posterior distribution.
    fn weigh(&self, bit_hand: &mut BitHand<'a>, dealt: &[u8; MAX_HIDDEN], rng: &mut FastRng) -> f32 {
        let mut likely = 1.0;
        let mut first = 0;
        for (seat, deeds) in self.deeds.iter().enumerate() {
            // The searching seat is the one to act; it goes on as it pleases.
            if let Some(policy) = self.known
                && seat != self.base.turn
            {
                bit_hand.kinds[seat] = Kind::following(policy);
            }
            let known = self.base.hands[seat];
            let n = (bit_hand.held[seat] - self.base.held[seat]) as usize;
            if deeds.is_empty() && (self.kinds[seat].is_none() || self.known.is_some()) {
                first += n;
                continue;
            }
            let mut upto = [known; MAX_HIDDEN + 1];
            for slot in 0..n.min(MAX_HIDDEN - first.min(MAX_HIDDEN)) {
                upto[slot + 1] = upto[slot] | 1 << (dealt[first + slot] & 63);
            }
            let mut kinds = weights(self.kinds[seat]);
            let exact = kinds[3] + kinds[4] >= WORTH_A_LOOK;
            if !exact {
                kinds[3..].fill(0.0);
            }
            for deed in deeds {
                let hand = upto[deed.slots.min(n)] | deed.later;
                if self.known.is_some() {
                    likely *= deed.exactly(bit_hand.kinds[seat], self.game, hand, bit_hand.pack);
                    continue;
                }
                let each = deed.likely(self.game, hand, bit_hand.pack, exact);
                (0..KINDS).for_each(|kind| kinds[kind] *= each[kind]);
            }
            first += n;
            if self.known.is_some() {
                continue;
            }
            let sum = kinds.iter().sum::<f32>();
            likely *= sum;
            let mut at = rng.below(1 << 16) as f32 / 65_536.0 * sum;
            let nth = kinds.iter().position(|kind| {
                at -= kind;
                at < 0.0
            });
            bit_hand.kinds[seat] = Kind::ALL[nth.unwrap_or(1)];
        }
        likely
    }
}
