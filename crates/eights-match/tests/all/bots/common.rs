//! Helpers shared by the tests of the bots.

use eights::{Dice, Game, Opening, Seat, Seed, Turn, Viewer};
use eights_kit::BeliefModel;
use eights_match::{Catalog, RuleSet, Shipped};

/// House rules under which cards do nothing but name suits, as the fast simulator requires.
#[allow(dead_code, reason = "not every test needs them")]
pub(crate) const PLAIN: [&str; 8] = [
    "",
    "turn.duty = must",
    "turn.draw = { up-to = 1 }, turn.after-draw = may-play-drawn",
    "turn.draw = { up-to = 3 }, turn.after-draw = must-play-drawn",
    "turn.draw = one, turn.after-draw = turn-ends",
    "turn.draw = until-playable",
    "stock.empty = ends-hand",
    "hand.blocked = fewest-cards",
];

/// A shipped rule set with house rules applied.
pub(crate) fn rules(game: &str, name: &str, with: &str) -> RuleSet {
    Catalog::new(&Shipped).rules(game, name, with).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Every shipped rule set of a game.
#[allow(dead_code, reason = "not every test needs all of them")]
pub(crate) fn shipped(game: &str) -> Vec<RuleSet> {
    Shipped::names(game).map(|name| rules(game, name, "")).collect()
}

/// Plays a game with answers from `answer`, which gets every position before
/// it is answered together with the events since the last one.
#[allow(dead_code, reason = "not every test walks")]
pub(crate) fn walk<G: Game>(
    game: &G,
    n_seats: u8,
    number: u64,
    mut answer: impl FnMut(&G::State, Seat, &[G::Action], &[G::Event], &mut Dice) -> G::Action,
) {
    let seed = Seed::from_number(number);
    let mut rng = Dice::at(&seed, u64::MAX);
    let dealer = Seat::new(number as usize % n_seats as usize);
    let mut log = Vec::new();
    let mut state = game.deal(&Opening::first(n_seats, dealer), &mut Dice::at(&seed, 0), &mut log);
    // Random play may not end; 400 steps are enough positions.
    for step in 1..400 {
        let Turn::Act(seat) = game.turn(&state) else { return };
        let mut options = Vec::new();
        game.legal(&state, seat, &mut options);
        let action = answer(&state, seat, &options, &log, &mut rng);
        log.clear();
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut log).expect("a legal answer");
    }
}

/// The memory of every seat, updated as a game goes on.
#[allow(dead_code, reason = "not every test remembers")]
pub(crate) struct Memories<G: BeliefModel>(pub(crate) Vec<G::Memory>);

#[allow(dead_code, reason = "not every test remembers")]
impl<G: BeliefModel> Memories<G> {
    pub(crate) fn new(n_seats: u8) -> Memories<G> {
        Memories(vec![G::Memory::default(); n_seats.into()])
    }

    /// Shows every seat what it may see of these events.
    pub(crate) fn see(&mut self, game: &G, events: &[G::Event]) {
        for (index, memory) in self.0.iter_mut().enumerate() {
            let seat = Seat::new(index);
            for event in events {
                game.remember(memory, seat, &game.witness(event, Viewer::Seat(seat)));
            }
        }
    }
}
