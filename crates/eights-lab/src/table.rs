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
pub struct Course {
    /// What one game is.
    pub unit: Unit,
    /// As many answers as a hand may take.
    pub most_answers: u32,
    /// As many hands as a match may take.
    pub most_hands: u32,
}

impl Course {
    /// Far more than any game that ends by itself takes.
    pub fn of(unit: Unit) -> Course {
        Course { unit, most_answers: 20_000, most_hands: 500 }
    }
}

/// How a game of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Who won; nobody in a draw, or when it did not end.
    pub winners: Seats,
    /// Why it ended.
    pub how: How,
    /// The answers given.
    pub answers: u32,
    /// The hands begun.
    pub hands: u32,
}

/// Why a game of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
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
pub trait Party<G: Game> {
    /// Whether anybody could want to hear what happens.
    const LISTENS: bool;
    /// Whether the legal answers must be listed for them.
    const CHOOSES: bool;

    /// The answer of a seat; `options` is empty unless they are listed.
    fn answer(&mut self, game: &G, state: &G::State, seat: Seat, options: &[G::Action]) -> G::Action;

    /// Whether a seat breaks in with one of these, and with which.
    fn break_in(&mut self, options: &[G::Action]) -> Option<G::Action>;

    /// Tells everybody what happened.
    fn hear(&mut self, _game: &G, _events: &[G::Event]) {}
}

/// Somebody who counts while others play.
pub trait Watch<G: Game> {
    /// Whether it does not care what happens.
    const DEAF: bool;
    /// Whether it wants to know how many answers there were to choose from.
    const COUNTS: bool;

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

/// Nobody counts anything.
pub struct Nobody;

impl<G: Game> Watch<G> for Nobody {
    const DEAF: bool = true;
    const COUNTS: bool = false;
}

/// What happens goes to who counts, and to the bots' ears.
struct Scribe<'a, G: Game, W, P> {
    game: &'a G,
    watch: &'a mut W,
    kept: &'a mut Vec<G::Event>,
    party: PhantomData<P>,
}

impl<G: Game, W: Watch<G>, P: Party<G>> Log<G::Event> for Scribe<'_, G, W, P> {
    const SILENT: bool = W::DEAF && !P::LISTENS;

    #[inline]
    fn note(&mut self, event: G::Event) {
        if !W::DEAF {
            self.watch.note(self.game, &event);
        }
        if P::LISTENS {
            self.kept.push(event);
        }
    }
}

/// Plays one game from its seed.
pub fn play<G: Study, P: Party<G>, W: Watch<G>>(
    game: &G,
    n_seats: u8,
    seed: &Seed,
    course: Course,
    party: &mut P,
    watch: &mut W,
) -> Ended {
    let mut table = Table { game, seed, party, watch, kept: Vec::new(), options: Vec::new(), step: 0 };
    table.run(n_seats, course)
}

struct Table<'a, G: Game, P, W> {
    game: &'a G,
    seed: &'a Seed,
    party: &'a mut P,
    watch: &'a mut W,
    kept: Vec<G::Event>,
    options: Vec<G::Action>,
    step: u64,
}

impl<G: Study, P: Party<G>, W: Watch<G>> Table<'_, G, P, W> {
    fn run(&mut self, n_seats: u8, course: Course) -> Ended {
        let mut dice = Dice::at(self.seed, 0);
        let dealer = Seat::new(dice.below(u32::from(n_seats)) as usize);
        let mut opening = Opening::first(n_seats, dealer);
        let mut hands = 0;
        let ended = |how, winners, step: u64, hands| Ended { winners, how, answers: step as u32, hands };
        loop {
            hands += 1;
            let outcome = match self.hand(&opening, &mut dice, course.most_answers) {
                Ok(outcome) => outcome,
                Err(how) => {
                    self.watch.hand_over(None);
                    return ended(how, Seats::NONE, self.step, hands);
                }
            };
            self.watch.hand_over(Some(&outcome));
            if course.unit == Unit::Hand {
                return ended(How::Over, outcome.winners, self.step, hands);
            }
            match self.game.after(&opening, &outcome) {
                After::Over(end) => return ended(How::Over, end.winners, self.step, hands),
                After::Deal(_) if hands >= course.most_hands => {
                    return ended(How::TooManyHands, Seats::NONE, self.step, hands);
                }
                After::Deal(next) => opening = next,
            }
        }
    }

    fn hand(&mut self, opening: &Opening, dice: &mut Dice, most: u32) -> Result<Outcome, How> {
        self.watch.deals(self.game, opening);
        let mut scribe =
            Scribe { game: self.game, watch: self.watch, kept: &mut self.kept, party: PhantomData::<P> };
        let mut state = self.game.deal(opening, dice, &mut scribe);
        let breaks_in = self.game.breaks_in();
        for _ in 0..most {
            let seat = match self.game.turn(&state) {
                Turn::Act(seat) => seat,
                Turn::Over(outcome) => return Ok(outcome),
            };
            if P::LISTENS {
                self.party.hear(self.game, &self.kept);
                self.kept.clear();
            }
            let early = if breaks_in { self.breaking(&state, seat, opening.n_seats) } else { None };
            let (seat, answer) = match early {
                Some(early) => early,
                None => (seat, self.ask(&state, seat)?),
            };
            self.step += 1;
            *dice = Dice::at(self.seed, self.step);
            let mut scribe =
                Scribe { game: self.game, watch: self.watch, kept: &mut self.kept, party: PhantomData::<P> };
            self.game.apply(&mut state, seat, answer, dice, &mut scribe).map_err(|_| How::Stuck(seat))?;
        }
        Err(How::TooLong)
    }

    /// The answer of the seat that must give one.
    #[inline]
    fn ask(&mut self, state: &G::State, seat: Seat) -> Result<G::Action, How> {
        self.options.clear();
        if P::CHOOSES || W::COUNTS {
            self.game.legal(state, seat, &mut self.options);
            if self.options.is_empty() {
                return Err(How::Stuck(seat));
            }
        }
        self.watch.asks(seat, self.options.len());
        let answer = self.party.answer(self.game, state, seat, &self.options);
        self.watch.answered(self.game, seat, &self.options, answer);
        Ok(answer)
    }

    /// Whoever breaks in before the seat that is asked, the next one first.
    fn breaking(&mut self, state: &G::State, asked: Seat, n_seats: u8) -> Option<(Seat, G::Action)> {
        let mut seat = asked.left(n_seats);
        while seat != asked {
            self.options.clear();
            self.game.legal(state, seat, &mut self.options);
            if !self.options.is_empty()
                && let Some(answer) = self.party.break_in(&self.options)
            {
                self.watch.answered(self.game, seat, &self.options, answer);
                return Some((seat, answer));
            }
            seat = seat.left(n_seats);
        }
        None
    }
}
