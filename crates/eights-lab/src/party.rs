//! Who plays: bots of any kind, all by instinct, or anything that is allowed.

use eights::{Dice, Game, Seat, Seed, Viewer};
use eights_bots::{Bot, BotKind, Question};

use crate::{
    study::Study,
    table::{Course, Ended, Party, Watch, play},
};

/// Everybody plays what looks best at a glance: the level `normal` without
/// listing answers, for runs of many games.
pub struct Instincts {
    dice: Dice,
}

impl Instincts {
    /// With luck of their own.
    pub fn new(dice: Dice) -> Instincts {
        Instincts { dice }
    }
}

impl<G: Study> Party<G> for Instincts {
    const LISTENS: bool = false;
    const CHOOSES: bool = false;

    #[inline]
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat, _: &[G::Action]) -> G::Action {
        game.heuristic(game.seat_view(state, seat), &mut self.dice)
    }

    fn break_in(&mut self, options: &[G::Action]) -> Option<G::Action> {
        self.dice.pick(options).copied()
    }
}

/// Everybody plays anything that is allowed, and breaks in every other time.
pub struct Anything {
    dice: Dice,
}

impl Anything {
    /// With luck of their own.
    pub fn new(dice: Dice) -> Anything {
        Anything { dice }
    }
}

impl<G: Game> Party<G> for Anything {
    const LISTENS: bool = false;
    const CHOOSES: bool = true;

    fn answer(&mut self, _: &G, _: &G::State, _: Seat, options: &[G::Action]) -> G::Action {
        *self.dice.pick(options).unwrap_or(&options[0])
    }

    fn break_in(&mut self, options: &[G::Action]) -> Option<G::Action> {
        if self.dice.below(2) == 0 { self.dice.pick(options).copied() } else { None }
    }
}

/// A bot on every chair. Whether any of them wants to hear what happens is
/// known when it is compiled: if not, nothing is written down.
pub struct Bots<G: Game, const LISTEN: bool = true> {
    seats: Vec<Box<dyn Bot<G>>>,
    dice: Dice,
}

impl<G: Study, const LISTEN: bool> Bots<G, LISTEN> {
    /// One bot of each kind, seat by seat, with luck of their own.
    pub fn new(kinds: &[BotKind], dice: Dice) -> Bots<G, LISTEN> {
        Bots { seats: kinds.iter().map(BotKind::build).collect(), dice }
    }
}

/// Plays one game with one bot of each kind, seat by seat.
pub(crate) fn play_with<G: Study, W: Watch<G>>(
    game: &G,
    seed: &Seed,
    course: Course,
    (kinds, luck): (&[BotKind], Dice),
    watch: &mut W,
) -> Ended {
    let n_seats = kinds.len() as u8;
    if kinds.iter().any(BotKind::remembers) {
        play(game, n_seats, seed, course, &mut Bots::<G>::new(kinds, luck), watch)
    } else {
        play(game, n_seats, seed, course, &mut Bots::<G, false>::new(kinds, luck), watch)
    }
}

impl<G: Study, const LISTEN: bool> Party<G> for Bots<G, LISTEN> {
    const LISTENS: bool = LISTEN;
    const CHOOSES: bool = true;

    fn answer(&mut self, game: &G, state: &G::State, seat: Seat, options: &[G::Action]) -> G::Action {
        let question = Question::new(game, state, seat, &mut self.dice);
        *self.seats[seat.index()].choose(question, options)
    }

    /// Bots break in whenever they may.
    fn break_in(&mut self, options: &[G::Action]) -> Option<G::Action> {
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
