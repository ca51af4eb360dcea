//! The loop that plays a game: deal, ask, apply, next hand.
//!
//! It takes the same steps with the same dice as a match of `eights-match`, so
//! that any game of a run can be written as a journal and replayed.

use eights::{After, Dice, Game, Opening, Outcome, Seat, Seats, Seed, Silent, Turn};
use eights_kit::Playable;

/// What counts as one game of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A single hand, whatever the sheet says about matches.
    Hand,
    /// A match as defined by the sheet.
    Match,
}

/// When a game is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLimits {
    pub unit: Unit,
    /// Answers per hand.
    pub max_answers: u32,
    /// Hands per match.
    pub max_hands: u32,
}

impl GameLimits {
    /// Limits far beyond any game that ends by itself.
    pub fn of(unit: Unit) -> GameLimits {
        GameLimits { unit, max_answers: 20_000, max_hands: 500 }
    }
}

/// How a game of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Empty in a draw, and if the game did not end.
    pub winners: Seats,
    pub reason: EndReason,
    pub answers: u32,
    /// Hands begun.
    pub hands: u32,
}

/// Why a game of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// It ended by the rules.
    Over,
    /// A hand exceeded the limit of answers.
    TooLong,
    /// A match exceeded the limit of hands.
    TooManyHands,
    /// A seat was to act but had no legal answer.
    Stuck(Seat),
}

/// The players of all seats.
pub trait Players<G: Game> {
    /// Whether [`Players::witness`] is used.
    const WANTS_EVENTS: bool;
    /// Whether [`Players::answer`] needs the list of legal answers.
    const WANTS_OPTIONS: bool;

    /// The answer of a seat; `options` is empty unless they are wanted.
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat, options: &[G::Action]) -> G::Action;

    /// One of these answers if the seat wants to act out of turn.
    fn interrupt(&mut self, options: &[G::Action]) -> Option<G::Action>;

    /// Receives the events since the last answer.
    fn witness(&mut self, _game: &G, _events: &[G::Event]) {}
}

/// Records what happens while a game is played.
pub trait Observer<G: Game> {
    /// Whether [`Observer::on_event`] is used.
    const WANTS_EVENTS: bool;
    /// Whether options are listed and counted even if the players do not need them.
    const WANTS_OPTIONS: bool;
    /// Whether [`Observer::on_step`] is used.
    const WANTS_STATES: bool = false;

    /// Called before a hand is dealt.
    fn on_deal(&mut self, _game: &G, _opening: &Opening) {}
    fn on_event(&mut self, _game: &G, _event: &G::Event) {}
    /// Called when a seat has to answer; `options` is 0 if they were not counted.
    fn on_question(&mut self, _seat: Seat, _options: usize) {}
    fn on_answer(&mut self, _game: &G, _seat: Seat, _options: &[G::Action], _answer: G::Action) {}
    /// Called after an answer and its events, with the state before it.
    fn on_step(&mut self, _game: &G, _before: &G::State, _answer: (Seat, G::Action)) {}
    /// Called after a hand; without an outcome if it was cut off.
    fn on_hand_over(&mut self, _outcome: Option<&Outcome>) {}
}

/// Observes nothing.
pub struct NoObserver;

impl<G: Game> Observer<G> for NoObserver {
    const WANTS_EVENTS: bool = false;
    const WANTS_OPTIONS: bool = false;
}

/// Plays one game from its seed.
pub fn play<G: Playable, P: Players<G>, O: Observer<G>>(
    game: &G,
    n_seats: u8,
    seed: &Seed,
    limits: GameLimits,
    players: &mut P,
    observer: &mut O,
) -> GameResult {
    let mut game_loop =
        GameLoop { game, seed, players, observer, pending: Vec::new(), options: Vec::new(), step: 0 };
    game_loop.run(n_seats, limits)
}

struct GameLoop<'a, G: Game, P, O> {
    game: &'a G,
    seed: &'a Seed,
    players: &'a mut P,
    observer: &'a mut O,
    /// Events that the players have not witnessed yet.
    ///
    /// The log passed to the game is either this list or [`Silent`]. A log type for every pair of observer and players
    /// compiled the rules of Crazy Eights 15 times and those of Crazier Eights 12 times into this crate.
    pending: Vec<G::Event>,
    options: Vec<G::Action>,
    step: u64,
}

impl<G: Playable, P: Players<G>, O: Observer<G>> GameLoop<'_, G, P, O> {
    /// A silent log lets the compiler remove the making of events altogether.
    const SILENT: bool = !O::WANTS_EVENTS && !P::WANTS_EVENTS;

    fn run(&mut self, n_seats: u8, limits: GameLimits) -> GameResult {
        let mut dice = Dice::at(self.seed, 0);
        let dealer = Seat::new(dice.below(u32::from(n_seats)) as usize);
        let mut opening = Opening::first(n_seats, dealer);
        let mut hands = 0;
        let result =
            |reason, winners, step: u64, hands| GameResult { winners, reason, answers: step as u32, hands };
        loop {
            hands += 1;
            let outcome = match self.hand(&opening, &mut dice, limits.max_answers) {
                Ok(outcome) => outcome,
                Err(reason) => {
                    self.observer.on_hand_over(None);
                    return result(reason, Seats::NONE, self.step, hands);
                }
            };
            self.observer.on_hand_over(Some(&outcome));
            if limits.unit == Unit::Hand {
                return result(EndReason::Over, outcome.winners, self.step, hands);
            }
            match self.game.after(&opening, &outcome) {
                After::Over(end) => return result(EndReason::Over, end.winners, self.step, hands),
                After::Deal(_) if hands >= limits.max_hands => {
                    return result(EndReason::TooManyHands, Seats::NONE, self.step, hands);
                }
                After::Deal(next) => opening = next,
            }
        }
    }

    fn hand(&mut self, opening: &Opening, dice: &mut Dice, max_answers: u32) -> Result<Outcome, EndReason> {
        self.observer.on_deal(self.game, opening);
        let mut state = if Self::SILENT {
            self.game.deal(opening, dice, &mut Silent)
        } else {
            let seen = self.pending.len();
            let state = self.game.deal(opening, dice, &mut self.pending);
            self.show_events(seen);
            state
        };
        let allows_interrupts = self.game.allows_interrupts();
        for _ in 0..max_answers {
            let seat = match self.game.turn(&state) {
                Turn::Act(seat) => seat,
                Turn::Over(outcome) => return Ok(outcome),
            };
            if P::WANTS_EVENTS {
                self.players.witness(self.game, &self.pending);
                self.pending.clear();
            }
            let interrupt =
                if allows_interrupts { self.interrupt(&state, seat, opening.n_seats) } else { None };
            let (seat, answer) = match interrupt {
                Some(interrupt) => interrupt,
                None => (seat, self.ask(&state, seat)?),
            };
            // The dice of a step come from its number, as in a match.
            let before = O::WANTS_STATES.then(|| state.clone());
            self.step += 1;
            *dice = Dice::at(self.seed, self.step);
            let applied = if Self::SILENT {
                self.game.apply(&mut state, seat, answer, dice, &mut Silent)
            } else {
                let seen = self.pending.len();
                let applied = self.game.apply(&mut state, seat, answer, dice, &mut self.pending);
                self.show_events(seen);
                applied
            };
            applied.map_err(|_| EndReason::Stuck(seat))?;
            if let Some(before) = before {
                self.observer.on_step(self.game, &before, (seat, answer));
            }
        }
        Err(EndReason::TooLong)
    }

    /// Shows the observer all events but the first ones, which it has seen.
    #[inline]
    fn show_events(&mut self, seen: usize) {
        if O::WANTS_EVENTS {
            self.pending[seen..].iter().for_each(|event| self.observer.on_event(self.game, event));
        }
        if !P::WANTS_EVENTS {
            self.pending.clear();
        }
    }

    /// The answer of the seat to act.
    #[inline]
    fn ask(&mut self, state: &G::State, seat: Seat) -> Result<G::Action, EndReason> {
        self.options.clear();
        if P::WANTS_OPTIONS || O::WANTS_OPTIONS {
            self.game.legal(state, seat, &mut self.options);
            if self.options.is_empty() {
                return Err(EndReason::Stuck(seat));
            }
        }
        self.observer.on_question(seat, self.options.len());
        let answer = self.players.answer(self.game, state, seat, &self.options);
        self.observer.on_answer(self.game, seat, &self.options, answer);
        Ok(answer)
    }

    /// The first seat, clockwise from the one to act, that answers out of turn.
    fn interrupt(&mut self, state: &G::State, to_act: Seat, n_seats: u8) -> Option<(Seat, G::Action)> {
        let mut seat = to_act.left(n_seats);
        while seat != to_act {
            self.options.clear();
            self.game.legal(state, seat, &mut self.options);
            if !self.options.is_empty()
                && let Some(answer) = self.players.interrupt(&self.options)
            {
                self.observer.on_answer(self.game, seat, &self.options, answer);
                return Some((seat, answer));
            }
            seat = seat.left(n_seats);
        }
        None
    }
}
