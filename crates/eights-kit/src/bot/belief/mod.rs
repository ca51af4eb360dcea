//! Infers hidden cards from the other players' actions, in the same way for all games.
//!
//! What a seat has seen is certain: [`Imagine`](eights::Imagine) only deals
//! cards that agree with the view. Actions make some of those deals likelier
//! than others. A game says what its actions reveal ([`Inference`]);
//! [`BeliefTracker`] follows every hidden card from hand to hand, and
//! [`Sampler`] deals the hidden cards accordingly.
//!
//! An action can reveal two things. It may rule cards out of the hand it was
//! played from, which the sampler respects slot by slot. Or it may be likelier
//! with some hands than with others; then hands are sampled in proportion to
//! that likelihood, by Metropolis–Hastings.
//!
//! A game that implements [`Inference`] thereby gets a [`BeliefModel`]. Crazy
//! Eights implements that trait directly: it has a belief of its own on bit
//! sets, which its fast simulator needs.

mod sampler;
mod tracker;

use eights::{CardId, CardSet, Dice, Seat, laws::Lawful};

pub use sampler::{Chain, Sampler};
pub use tracker::BeliefTracker;

use super::{
    policy::{BeliefModel, HeuristicPolicy},
    simulator::NoFastSimulator,
};

/// Games whose actions reveal something about the cards of the player.
pub trait Inference: Lawful + Sized {
    /// An action together with its public circumstances.
    type Observed: Clone + Send + Sync;

    /// What the game itself tracks, beside the cards, to reconstruct those circumstances.
    type Context: Clone + Default + Send;

    /// Metropolis–Hastings steps between two samples.
    const CHAIN_STEPS: u32;

    /// What is printed on a card.
    fn face_of(&self, card: CardId) -> Self::Face;

    /// Every card with this face.
    fn cards_of(&self, face: Self::Face) -> CardSet;

    /// Reports what an event reveals, through [`BeliefTracker::rule_out`],
    /// [`BeliefTracker::make_unlikely`] and [`BeliefTracker::record`]. The
    /// tracker has not moved the event's own cards yet.
    fn infer(&self, tracker: &mut BeliefTracker<Self>, me: Seat, seen: &Self::Seen);

    /// The probability, up to a constant factor, that a player with this hand acts as observed.
    fn likelihood(&self, observed: &Self::Observed, hand: &[Self::Face]) -> f32 {
        let _ = (observed, hand);
        1.0
    }
}

impl<G: Inference + HeuristicPolicy> BeliefModel for G {
    type Memory = BeliefTracker<G>;
    type Belief = Sampler<G>;
    type Chain = Chain;
    type FastSimulator<'a> = NoFastSimulator<G::Action>;

    fn remember(&self, tracker: &mut BeliefTracker<G>, me: Seat, seen: &G::Seen) {
        tracker.remember(self, me, seen);
    }

    fn believe(&self, view: &G::View, me: Seat, tracker: &BeliefTracker<G>) -> Sampler<G> {
        Sampler::new(self, view, me, tracker)
    }

    fn sample(&self, sampler: &Sampler<G>, chain: &mut Chain, dice: &mut Dice) -> G::State {
        sampler.sample(self, chain, dice)
    }
}
