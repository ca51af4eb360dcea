//! Who plays: bots of any kind, all by instinct, or anything that is allowed.

use eights::{Dice, Game, Seat, Seed, Viewer};
use eights_bots::{Bot, BotKind, Question};

use crate::{
    game_loop::{GameLimits, GameResult, Observer, Players, play},
    study::Study,
};

/// Everybody plays what looks best at a glance: the level `normal` without
/// listing answers, for runs of many games.
pub struct HeuristicPlayers {
    dice: Dice,
}

impl HeuristicPlayers {
    /// With luck of their own.
    pub fn new(dice: Dice) -> HeuristicPlayers {
        HeuristicPlayers { dice }
    }
}

impl<G: Study> Players<G> for HeuristicPlayers {
    const WANTS_EVENTS: bool = false;
    const WANTS_OPTIONS: bool = false;

    #[inline]
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat, _: &[G::Action]) -> G::Action {
        game.heuristic(game.seat_view(state, seat), &mut self.dice)
    }

    fn interrupt(&mut self, options: &[G::Action]) -> Option<G::Action> {
        self.dice.pick(options).copied()
    }
}

/// Everybody plays anything that is allowed, and breaks in every other time.
pub struct RandomPlayers {
    dice: Dice,
}

impl RandomPlayers {
    /// With luck of their own.
    pub fn new(dice: Dice) -> RandomPlayers {
        RandomPlayers { dice }
    }
}

impl<G: Game> Players<G> for RandomPlayers {
    const WANTS_EVENTS: bool = false;
    const WANTS_OPTIONS: bool = true;

    fn answer(&mut self, _: &G, _: &G::State, _: Seat, options: &[G::Action]) -> G::Action {
        *self.dice.pick(options).unwrap_or(&options[0])
    }

    fn interrupt(&mut self, options: &[G::Action]) -> Option<G::Action> {
        if self.dice.below(2) == 0 { self.dice.pick(options).copied() } else { None }
    }
}

/// A bot on every chair. Whether any of them wants to hear what happens is
/// known when it is compiled: if not, nothing is written down.
pub struct BotPlayers<G: Game, const WANTS_EVENTS: bool = true> {
    seats: Vec<Box<dyn Bot<G>>>,
    dice: Dice,
}

impl<G: Study, const WANTS_EVENTS: bool> BotPlayers<G, WANTS_EVENTS> {
    /// One bot of each kind, seat by seat, with luck of their own.
    pub fn new(kinds: &[BotKind], dice: Dice) -> BotPlayers<G, WANTS_EVENTS> {
        BotPlayers { seats: kinds.iter().map(BotKind::build).collect(), dice }
    }
}

/// Plays one game with one bot of each kind, seat by seat.
pub(crate) fn play_with<G: Study, W: Observer<G>>(
    game: &G,
    seed: &Seed,
    limits: GameLimits,
    (kinds, luck): (&[BotKind], Dice),
    observer: &mut W,
) -> GameResult {
    let n_seats = kinds.len() as u8;
    if kinds.iter().any(BotKind::remembers) {
        play(game, n_seats, seed, limits, &mut BotPlayers::<G>::new(kinds, luck), observer)
    } else {
        play(game, n_seats, seed, limits, &mut BotPlayers::<G, false>::new(kinds, luck), observer)
    }
}

impl<G: Study, const WANTS_EVENTS: bool> Players<G> for BotPlayers<G, WANTS_EVENTS> {
    const WANTS_EVENTS: bool = WANTS_EVENTS;
    const WANTS_OPTIONS: bool = true;

    fn answer(&mut self, game: &G, state: &G::State, seat: Seat, options: &[G::Action]) -> G::Action {
        let question = Question::new(game, state, seat, &mut self.dice);
        *self.seats[seat.index()].choose(question, options)
    }

    /// Bots break in whenever they may.
    fn interrupt(&mut self, options: &[G::Action]) -> Option<G::Action> {
        self.dice.pick(options).copied()
    }

    fn hear(&mut self, game: &G, events: &[G::Event]) {
        if events.is_empty() {
            return;
        }
        for (index, bot) in self.seats.iter_mut().enumerate().filter(|(_, bot)| bot.listens()) {
            let viewer = Viewer::Seat(Seat::new(index));
            let seen: Vec<G::Seen> = events.iter().map(|event| game.witness(event, viewer)).collect();
            bot.witness(&seen);
        }
    }
}
