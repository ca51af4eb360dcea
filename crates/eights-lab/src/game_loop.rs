//! The loop that plays: deal, ask, apply, and what follows.
//!
//! It takes the same steps with the same dice as a match of `eights-table`, so
//! that any game of a run can be written down as a journal and replayed.

use std::marker::PhantomData;

use eights::{After, Dice, Game, Log, Opening, Outcome, Seat, Seats, Seed, Turn};

use crate::study::Study;

/// What one game of a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A single hand, whatever the sheet says of a match.
    Hand,
    /// A match as the sheet has it.
    Match,
}

/// How far a game may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLimits {
    /// What one game is.
    pub unit: Unit,
    /// As many answers as a hand may take.
    pub max_answers: u32,
    /// As many hands as a match may take.
    pub max_hands: u32,
}

impl GameLimits {
    /// Far more than any game that ends by itself takes.
    pub fn of(unit: Unit) -> GameLimits {
        GameLimits { unit, max_answers: 20_000, max_hands: 500 }
    }
}

/// How a game of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Who won; nobody in a draw, or when it did not end.
    pub winners: Seats,
    /// Why it ended.
    pub reason: EndReason,
    /// The answers given.
    pub answers: u32,
    /// The hands begun.
    pub hands: u32,
}

/// Why a game of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// By the rules.
    Over,
    /// A hand took more answers than it may.
    TooLong,
    /// A match took more hands than it may.
    TooManyHands,
    /// Somebody had to answer and no answer was legal.
    Stuck(Seat),
}

/// Those who answer at a table.
pub trait Players<G: Game> {
    /// Whether anybody could want to hear what happens.
    const WANTS_EVENTS: bool;
    /// Whether the legal answers must be listed for them.
    const WANTS_OPTIONS: bool;

    /// The answer of a seat; `options` is empty unless they are listed.
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat, options: &[G::Action]) -> G::Action;

    /// Whether a seat breaks in with one of these, and with which.
    fn interrupt(&mut self, options: &[G::Action]) -> Option<G::Action>;

    /// Tells everybody what happened.
    fn hear(&mut self, _game: &G, _events: &[G::Event]) {}
}

/// Somebody who counts while others play.
pub trait Observer<G: Game> {
    /// Whether it does not care what happens.
    const WANTS_EVENTS: bool;
    /// Whether it wants to know how many answers there were to choose from.
    const WANTS_OPTIONS: bool;

    /// A hand is about to be dealt.
    fn deals(&mut self, _game: &G, _opening: &Opening) {}
    /// Something happened.
    fn note(&mut self, _game: &G, _event: &G::Event) {}
    /// A seat is asked; with how many options, if they were counted.
    fn asks(&mut self, _seat: Seat, _options: usize) {}
    /// A seat has answered.
    fn answered(&mut self, _game: &G, _seat: Seat, _options: &[G::Action], _answer: G::Action) {}
    /// A hand is over, or was broken off.
    fn hand_over(&mut self, _outcome: Option<&Outcome>) {}
}

/// Observes nothing.
pub struct NoObserver;

impl<G: Game> Observer<G> for NoObserver {
    const WANTS_EVENTS: bool = false;
    const WANTS_OPTIONS: bool = false;
}

/// What happens goes to who counts, and to the bots' ears.
struct EventSink<'a, G: Game, W, P> {
    game: &'a G,
    observer: &'a mut W,
    kept: &'a mut Vec<G::Event>,
    players: PhantomData<P>,
}

impl<G: Game, W: Observer<G>, P: Players<G>> Log<G::Event> for EventSink<'_, G, W, P> {
    const SILENT: bool = !W::WANTS_EVENTS && !P::WANTS_EVENTS;

    #[inline]
    fn note(&mut self, event: G::Event) {
        if W::WANTS_EVENTS {
            self.observer.note(self.game, &event);
        }
        if P::WANTS_EVENTS {
            self.kept.push(event);
        }
    }
}

/// Plays one game from its seed.
pub fn play<G: Study, P: Players<G>, W: Observer<G>>(
    game: &G,
    n_seats: u8,
    seed: &Seed,
    limits: GameLimits,
    players: &mut P,
    observer: &mut W,
) -> GameResult {
    let mut table =
        GameLoop { game, seed, players, observer, kept: Vec::new(), options: Vec::new(), step: 0 };
    table.run(n_seats, limits)
}

struct GameLoop<'a, G: Game, P, W> {
    game: &'a G,
    seed: &'a Seed,
    players: &'a mut P,
    observer: &'a mut W,
    kept: Vec<G::Event>,
    options: Vec<G::Action>,
    step: u64,
}

impl<G: Study, P: Players<G>, W: Observer<G>> GameLoop<'_, G, P, W> {
    fn run(&mut self, n_seats: u8, limits: GameLimits) -> GameResult {
        let mut dice = Dice::at(self.seed, 0);
        let dealer = Seat::new(dice.below(u32::from(n_seats)) as usize);
        let mut opening = Opening::first(n_seats, dealer);
        let mut hands = 0;
        let ended =
            |reason, winners, step: u64, hands| GameResult { winners, reason, answers: step as u32, hands };
        loop {
            hands += 1;
            let outcome = match self.hand(&opening, &mut dice, limits.max_answers) {
                Ok(outcome) => outcome,
                Err(reason) => {
                    self.observer.hand_over(None);
                    return ended(reason, Seats::NONE, self.step, hands);
                }
            };
            self.observer.hand_over(Some(&outcome));
            if limits.unit == Unit::Hand {
                return ended(EndReason::Over, outcome.winners, self.step, hands);
            }
            match self.game.after(&opening, &outcome) {
                After::Over(end) => return ended(EndReason::Over, end.winners, self.step, hands),
                After::Deal(_) if hands >= limits.max_hands => {
                    return ended(EndReason::TooManyHands, Seats::NONE, self.step, hands);
                }
                After::Deal(next) => opening = next,
            }
        }
    }

    fn hand(&mut self, opening: &Opening, dice: &mut Dice, most: u32) -> Result<Outcome, EndReason> {
        self.observer.deals(self.game, opening);
        let mut sink = EventSink {
            game: self.game,
            observer: self.observer,
            kept: &mut self.kept,
            players: PhantomData::<P>,
        };
        let mut state = self.game.deal(opening, dice, &mut sink);
        let allows_interrupts = self.game.allows_interrupts();
        for _ in 0..most {
            let seat = match self.game.turn(&state) {
                Turn::Act(seat) => seat,
                Turn::Over(outcome) => return Ok(outcome),
            };
            if P::WANTS_EVENTS {
                self.players.hear(self.game, &self.kept);
                self.kept.clear();
            }
            let early = if allows_interrupts {
                self.interrupting_answer(&state, seat, opening.n_seats)
            } else {
                None
            };
            let (seat, answer) = match early {
                Some(early) => early,
                None => (seat, self.ask(&state, seat)?),
            };
            self.step += 1;
            *dice = Dice::at(self.seed, self.step);
            let mut sink = EventSink {
                game: self.game,
                observer: self.observer,
                kept: &mut self.kept,
                players: PhantomData::<P>,
            };
            self.game.apply(&mut state, seat, answer, dice, &mut sink).map_err(|_| EndReason::Stuck(seat))?;
        }
        Err(EndReason::TooLong)
    }

    /// The answer of the seat that must give one.
    #[inline]
    fn ask(&mut self, state: &G::State, seat: Seat) -> Result<G::Action, EndReason> {
        self.options.clear();
        if P::WANTS_OPTIONS || W::WANTS_OPTIONS {
            self.game.legal(state, seat, &mut self.options);
            if self.options.is_empty() {
                return Err(EndReason::Stuck(seat));
            }
        }
        self.observer.asks(seat, self.options.len());
        let answer = self.players.answer(self.game, state, seat, &self.options);
        self.observer.answered(self.game, seat, &self.options, answer);
        Ok(answer)
    }

    /// Whoever breaks in before the seat that is asked, the next one first.
    fn interrupting_answer(
        &mut self,
        state: &G::State,
        asked: Seat,
        n_seats: u8,
    ) -> Option<(Seat, G::Action)> {
        let mut seat = asked.left(n_seats);
        while seat != asked {
            self.options.clear();
            self.game.legal(state, seat, &mut self.options);
            if !self.options.is_empty()
                && let Some(answer) = self.players.interrupt(&self.options)
            {
                self.observer.answered(self.game, seat, &self.options, answer);
                return Some((seat, answer));
            }
            seat = seat.left(n_seats);
        }
        None
    }
}
