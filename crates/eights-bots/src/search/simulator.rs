//! Simulates a game through its own rules.

use eights::{Dice, Seat, Seed, Silent};

use super::{
    fork_dice,
    rollout::{RolloutPlayer, shares},
    to_act,
};
use eights_kit::{BeliefModel, Shares, Simulator};

/// Simulates a game through its own rules.
pub(super) struct GameSimulator<'a, G: BeliefModel> {
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
        player: RolloutPlayer<G>,
        mut dice: Dice,
    ) -> GameSimulator<'a, G> {
        let world_dice = fork_dice(&mut dice);
        GameSimulator { game, belief, chain: G::Chain::default(), player, world_dice, dice, saved_seed: 0 }
    }
}

impl<G: BeliefModel> Simulator for GameSimulator<'_, G> {
    type Action = G::Action;
    type World = G::State;

    const SAME_OPTIONS: bool = false;

    fn fork(&mut self) -> Self {
        GameSimulator::new(self.game, self.belief, self.player.fork(), fork_dice(&mut self.world_dice))
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
