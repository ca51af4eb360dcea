//! Imagined worlds as a search goes through them.

use eights::{Dice, Seat, Seed, Silent};

use super::{
    Shares, fork_dice,
    rollout::{RolloutPlayer, RolloutPolicy, shares},
    to_act,
};
use crate::policy::BeliefModel;

/// Imagined worlds: those of the whole game, or those of a faster way to play it.
pub trait Simulator: Send {
    /// What can be answered.
    type Action: Copy + Ord + Send;
    /// One world.
    type World: Clone;

    /// Whether worlds with the same secret, reached by the same answers, ask
    /// the searching seat the same question with the same answers.
    const SAME_OPTIONS: bool;

    /// The same worlds with other luck, for somebody who thinks beside.
    fn fork(&mut self) -> Self;

    /// A world that could be so.
    fn sample(&mut self) -> Self::World;

    /// Remembers the luck of this moment.
    fn mark(&mut self);

    /// Has the luck of the marked moment again.
    fn again(&mut self);

    /// Who must answer.
    ///
    /// # Errors
    ///
    /// Nobody, since it is over: the shares of the win.
    fn to_act(&self, world: &Self::World) -> Result<Seat, Shares>;

    /// Appends every answer of that seat, sorted.
    fn list(&self, world: &Self::World, seat: Seat, out: &mut Vec<Self::Action>);

    /// Plays one of the listed answers.
    fn act(&mut self, world: &mut Self::World, seat: Seat, action: Self::Action);

    /// What instinct says.
    fn prior(&mut self, world: &Self::World, seat: Seat) -> Self::Action;

    /// A word for everything hidden that a seat knows.
    fn private_hash(&self, world: &Self::World, seat: Seat) -> u64;

    /// Plays on to the end.
    fn play_out(&mut self, world: &mut Self::World) -> Shares;
}

/// The worlds of the whole game.
pub struct GameSimulator<'a, G: BeliefModel> {
    game: &'a G,
    belief: &'a G::Belief,
    chain: G::Chain,
    player: RolloutPlayer<G>,
    /// What deals the worlds.
    dreams: Dice,
    /// What rolls in them, made anew for each.
    dice: Dice,
    mark: u64,
}

impl<'a, G: BeliefModel> GameSimulator<'a, G> {
    pub(super) fn new(
        game: &'a G,
        belief: &'a G::Belief,
        rollout: RolloutPolicy,
        mut dice: Dice,
    ) -> GameSimulator<'a, G> {
        let dreams = fork_dice(&mut dice);
        GameSimulator {
            game,
            belief,
            chain: G::Chain::default(),
            player: RolloutPlayer::new(rollout),
            dreams,
            dice,
            mark: 0,
        }
    }
}

impl<G: BeliefModel> Simulator for GameSimulator<'_, G> {
    type Action = G::Action;
    type World = G::State;

    const SAME_OPTIONS: bool = false;

    fn fork(&mut self) -> Self {
        GameSimulator::new(self.game, self.belief, self.player.rollout, fork_dice(&mut self.dreams))
    }

    fn sample(&mut self) -> G::State {
        self.game.sample(self.belief, &mut self.chain, &mut self.dreams)
    }

    fn mark(&mut self) {
        self.mark = u64::from(self.dreams.below(u32::MAX));
    }

    fn again(&mut self) {
        self.dice = Dice::at(&Seed::from_number(self.mark), 0);
    }

    fn to_act(&self, world: &G::State) -> Result<Seat, Shares> {
        to_act(self.game, world).map_err(|outcome| shares(&outcome))
    }

    fn list(&self, world: &G::State, seat: Seat, out: &mut Vec<G::Action>) {
        self.game.legal(world, seat, out);
    }

    fn act(&mut self, world: &mut G::State, seat: Seat, action: G::Action) {
        let done = self.game.apply(world, seat, action, &mut self.dice, &mut Silent);
        debug_assert!(done.is_ok(), "taken from the legal list");
    }

    fn prior(&mut self, world: &G::State, seat: Seat) -> G::Action {
        self.game.heuristic(self.game.seat_view(world, seat), &mut self.dice)
    }

    fn private_hash(&self, world: &G::State, seat: Seat) -> u64 {
        self.game.private_hash(self.game.seat_view(world, seat))
    }

    fn play_out(&mut self, world: &mut G::State) -> Shares {
        self.player.play_out(self.game, world, &mut self.dice)
    }
}
