//! The interface between the search and the games it simulates.

use eights::{Dice, Seat, Seed, Silent};

use super::{
    Shares, fork_dice,
    rollout::{RolloutPlayer, RolloutPolicy, shares},
    to_act,
};
use crate::policy::BeliefModel;

/// Samples worlds from a belief and plays them, with dice of its own.
///
/// [`GameSimulator`] plays the game itself; a game with simple rules may have
/// a faster one ([`BeliefModel::FastSimulator`]).
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

    /// Hash of the seat's private information; worlds with equal hashes share a node.
    fn private_hash(&self, world: &Self::World, seat: Seat) -> u64;

    /// Plays to the end and returns the shares of the win.
    fn play_out(&mut self, world: &mut Self::World) -> Shares;
}

/// Simulates a game through its own rules.
pub struct GameSimulator<'a, G: BeliefModel> {
    game: &'a G,
    belief: &'a G::Belief,
    chain: G::Chain,
    player: RolloutPlayer<G>,
    /// For sampling worlds. Separate from `dice`, so that restoring those does
    /// not repeat a world.
    world_dice: Dice,
    /// For shuffles and policies while a world is played.
    dice: Dice,
    saved_seed: u64,
}

impl<'a, G: BeliefModel> GameSimulator<'a, G> {
    pub(super) fn new(
        game: &'a G,
        belief: &'a G::Belief,
        policy: RolloutPolicy,
        mut dice: Dice,
    ) -> GameSimulator<'a, G> {
        let world_dice = fork_dice(&mut dice);
        GameSimulator {
            game,
            belief,
            chain: G::Chain::default(),
            player: RolloutPlayer::new(policy),
            world_dice,
            dice,
            saved_seed: 0,
        }
    }
}

impl<G: BeliefModel> Simulator for GameSimulator<'_, G> {
    type Action = G::Action;
    type World = G::State;

    const SAME_OPTIONS: bool = false;

    fn fork(&mut self) -> Self {
        GameSimulator::new(self.game, self.belief, self.player.policy, fork_dice(&mut self.world_dice))
    }

    fn sample(&mut self) -> G::State {
        self.game.sample(self.belief, &mut self.chain, &mut self.world_dice)
    }

    fn save_dice(&mut self) {
        self.saved_seed = u64::from(self.world_dice.below(u32::MAX));
    }

    fn restore_dice(&mut self) {
        self.dice = Dice::at(&Seed::from_number(self.saved_seed), 0);
    }

    fn to_act(&self, world: &G::State) -> Result<Seat, Shares> {
        to_act(self.game, world).map_err(|outcome| shares(&outcome))
    }

    fn legal(&self, world: &G::State, seat: Seat, out: &mut Vec<G::Action>) {
        self.game.legal(world, seat, out);
    }

    fn act(&mut self, world: &mut G::State, seat: Seat, action: G::Action) {
        let done = self.game.apply(world, seat, action, &mut self.dice, &mut Silent);
        debug_assert!(done.is_ok(), "taken from the legal list");
    }

    fn preferred(&mut self, world: &G::State, seat: Seat) -> G::Action {
        self.game.heuristic(self.game.seat_view(world, seat), &mut self.dice)
    }

    fn private_hash(&self, world: &G::State, seat: Seat) -> u64 {
        self.game.private_hash(self.game.seat_view(world, seat))
    }

    fn play_out(&mut self, world: &mut G::State) -> Shares {
        self.player.play_out(self.game, world, &mut self.dice)
    }
}
