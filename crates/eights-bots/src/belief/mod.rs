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
//! Crazy Eights does not use this module: `eights_classic` has its own belief
//! on bit sets, which its fast simulator needs.

mod sampler;
mod tracker;

use eights::{CardId, CardSet, Seat, laws::Lawful};

pub use sampler::{Chain, Sampler};
pub use tracker::BeliefTracker;

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
