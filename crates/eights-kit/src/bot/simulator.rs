//! The interface between the search and a faster simulation than the game itself.

use std::{convert::Infallible, marker::PhantomData};

use eights::{MAX_SEATS, Seat};

/// Each seat's share of the win, from 0 to 1.
pub type Shares = [f32; MAX_SEATS];

/// Samples worlds from a belief and plays them, with dice of its own.
///
/// The search has one that plays the game itself; a game with simple rules may have
/// a faster one ([`BeliefModel::FastSimulator`](crate::BeliefModel::FastSimulator)).
pub trait Simulator: Send {
    /// An answer, as in [`eights::Game`].
    type Action: Copy + Ord + Send;
    /// A sampled state with nothing hidden (a determinization).
    type World: Clone;

    /// Whether worlds that reach the same node always offer the searching seat
    /// the same options. The tree then keeps them in one contiguous block.
    const SAME_OPTIONS: bool;

    /// A simulator of the same belief with independent dice, for another thread.
    fn fork(&mut self) -> Self;

    /// Samples a world.
    fn sample(&mut self) -> Self::World;

    /// Saves the state of the dice, for common random numbers.
    fn save_dice(&mut self);

    /// Returns the dice to the saved state.
    fn restore_dice(&mut self);

    /// The seat to act.
    ///
    /// # Errors
    ///
    /// The shares of the win, if the game is over.
    fn to_act(&self, world: &Self::World) -> Result<Seat, Shares>;

    /// Appends the seat's legal answers, sorted.
    fn legal(&self, world: &Self::World, seat: Seat, out: &mut Vec<Self::Action>);

    /// Plays one of the legal answers.
    fn act(&mut self, world: &mut Self::World, seat: Seat, action: Self::Action);

    /// The answer that the heuristic policy prefers, for the prior.
    fn preferred(&mut self, world: &Self::World, seat: Seat) -> Self::Action;

    /// Whether the seat is known to give the answer of [`Simulator::preferred`] in this world. The search then does not
    /// let it choose what would be best for it.
    fn follows_policy(&self, _world: &Self::World, _seat: Seat) -> bool {
        false
    }

    /// Hash of the seat's private information; worlds with equal hashes share a node.
    fn private_hash(&self, world: &Self::World, seat: Seat) -> u64;

    /// Plays to the end and returns the shares of the win.
    fn play_out(&mut self, world: &mut Self::World) -> Shares;
}

/// The [`Simulator`] of games without a fast one. It has no values.
pub struct NoFastSimulator<A>(Infallible, PhantomData<A>);

impl<A: Copy + Ord + Send> Simulator for NoFastSimulator<A> {
    type Action = A;
    type World = Infallible;

    const SAME_OPTIONS: bool = false;

    fn fork(&mut self) -> Self {
        match self.0 {}
    }

    fn sample(&mut self) -> Infallible {
        self.0
    }

    fn save_dice(&mut self) {
        match self.0 {}
    }

    fn restore_dice(&mut self) {
        match self.0 {}
    }

    fn to_act(&self, world: &Infallible) -> Result<Seat, Shares> {
        match *world {}
    }

    fn legal(&self, world: &Infallible, _: Seat, _: &mut Vec<A>) {
        match *world {}
    }

    fn act(&mut self, world: &mut Infallible, _: Seat, _: A) {
        match *world {}
    }

    fn preferred(&mut self, world: &Infallible, _: Seat) -> A {
        match *world {}
    }

    fn private_hash(&self, world: &Infallible, _: Seat) -> u64 {
        match *world {}
    }

    fn play_out(&mut self, world: &mut Infallible) -> Shares {
        match *world {}
    }
}
