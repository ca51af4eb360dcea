//! The players of a run: the heuristic policy on all seats, random play, or bots.

use eights::{Dice, Game, Seat, Seed, Viewer};
use eights_bots::{Bot, BotKind, Question};

use crate::game_loop::{GameLimits, GameResult, Observer, Players, play};
use eights_kit::Playable;

/// Every seat plays the heuristic policy: the level `normal` without listing
/// the legal answers first, for runs of many games.
pub struct HeuristicPlayers {
    dice: Dice,
}

impl HeuristicPlayers {
    pub fn new(dice: Dice) -> HeuristicPlayers {
        HeuristicPlayers { dice }
    }
}

impl<G: Playable> Players<G> for HeuristicPlayers {
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

/// Every seat plays uniformly at random, and takes every other chance to interrupt.
pub struct RandomPlayers {
    dice: Dice,
}

impl RandomPlayers {
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

/// A bot on every seat. With `WANTS_EVENTS` false, none of them witnesses
/// anything, and the compiler removes all event code from the game.
pub struct BotPlayers<G: Game, const WANTS_EVENTS: bool = true> {
    seats: Vec<Box<dyn Bot<G>>>,
    dice: Dice,
}

impl<G: Playable, const WANTS_EVENTS: bool> BotPlayers<G, WANTS_EVENTS> {
    /// Builds one bot per seat.
    pub fn new(kinds: &[BotKind], dice: Dice) -> BotPlayers<G, WANTS_EVENTS> {
        BotPlayers::of(kinds.iter().map(BotKind::build).collect(), dice)
    }

    /// Takes one bot per seat.
    pub fn of(seats: Vec<Box<dyn Bot<G>>>, dice: Dice) -> BotPlayers<G, WANTS_EVENTS> {
        BotPlayers { seats, dice }
    }
}

/// Plays one game with one bot per seat.
pub(crate) fn play_with<G: Playable, O: Observer<G>>(
    game: &G,
    seed: &Seed,
    limits: GameLimits,
    (kinds, dice): (&[BotKind], Dice),
    observer: &mut O,
) -> GameResult {
    let n_seats = kinds.len() as u8;
    if kinds.iter().any(BotKind::remembers) {
        play(game, n_seats, seed, limits, &mut BotPlayers::<G>::new(kinds, dice), observer)
    } else {
        play(game, n_seats, seed, limits, &mut BotPlayers::<G, false>::new(kinds, dice), observer)
    }
}

impl<G: Playable, const WANTS_EVENTS: bool> Players<G> for BotPlayers<G, WANTS_EVENTS> {
    const WANTS_EVENTS: bool = WANTS_EVENTS;
    const WANTS_OPTIONS: bool = true;

    fn answer(&mut self, game: &G, state: &G::State, seat: Seat, options: &[G::Action]) -> G::Action {
        let question = Question::new(game, state, seat, &mut self.dice);
        *self.seats[seat.index()].choose(question, options)
    }

    /// Bots interrupt whenever they may: calls and catches cost them nothing.
    fn interrupt(&mut self, options: &[G::Action]) -> Option<G::Action> {
        self.dice.pick(options).copied()
    }

    fn witness(&mut self, game: &G, events: &[G::Event]) {
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
