//! Guessing hidden cards from what was seen and what was done: one way for all games.
//!
//! What was seen is certain: [`Imagine`](eights::Imagine) deals only what
//! agrees with a view. What was done makes some of those deals likelier than
//! others. A game says what its acts give away ([`Inference`]); following every
//! hidden card from hand to hand ([`BeliefTracker`]) and dealing by it ([`Sampler`])
//! is the same in all of them.
//!
//! Two things can be given away. An act may say of every card held at that
//! time what it probably is *not*: that is dealt by, card by card. Or it may
//! be likelier with some hands than with others: then such hands are dealt the
//! more often.
//!
//! Crazy Eights has the same in words of bits, for the fast lane.

mod sampler;
mod tracker;

use eights::{CardId, CardSet, Seat, laws::Lawful};

pub use sampler::{Chain, Sampler};
pub use tracker::BeliefTracker;

/// Games whose players give something away by what they do.
pub trait Inference: Lawful + Sized {
    /// Something that somebody did, with the moment as far as others can reconstruct it.
    type Observed: Clone + Send + Sync;

    /// What is followed beside the cards, to reconstruct such moments.
    type Context: Clone + Default + Send;

    /// How many cards are dealt anew from one world to the next, where deeds tell something.
    const CHAIN_STEPS: u32;

    /// What is printed on a card.
    fn face_of(&self, card: CardId) -> Self::Face;

    /// Every card on which that is printed.
    fn cards_of(&self, face: Self::Face) -> CardSet;

    /// Tells the tracker what an event gives away, by [`BeliefTracker::rule_out`],
    /// [`BeliefTracker::make_unlikely`] and [`BeliefTracker::record`]. The event's cards have not moved yet in
    /// what the tracker remembers.
    fn infer(&self, tracker: &mut BeliefTracker<Self>, me: Seat, seen: &Self::Seen);

    /// How likely somebody who held these cards was to do this.
    fn likelihood(&self, observed: &Self::Observed, hand: &[Self::Face]) -> f32 {
        let _ = (observed, hand);
        1.0
    }
}
