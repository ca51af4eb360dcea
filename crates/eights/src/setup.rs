//! Positions written as text, which the rulebook and the engine protocol set up and play from.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use crate::{
    dice::{Dice, Seed},
    event::Silent,
    game::{After, Game, Opening, Turn, option_said},
    outcome::{Final, Outcome},
    seat::{BySeat, Seat, Seats},
    set::{CardId, CardSet},
    viewer::Viewer,
};

/// What is wrong with a position or with a statement about it, in one sentence for its author.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(String);

impl From<String> for PositionError {
    fn from(why: String) -> PositionError {
        PositionError(why)
    }
}

impl From<&str> for PositionError {
    fn from(why: &str) -> PositionError {
        PositionError(why.to_owned())
    }
}

/// A position as text. A game must refuse lines that it does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Position {
    /// One hand per seat; their count is the number of seats.
    pub hands: Vec<String>,
    /// Every other line, keyed by the words before the colon: `discard`, `in play A`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lines: BTreeMap<String, String>,
    /// Shuffles the cards that `...` stands for. Without it they lie in the order of the pack, which
    /// examples rely on and players would notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<u64>,
}

impl Position {
    /// The number of seats.
    pub fn n_seats(&self) -> u8 {
        self.hands.len() as u8
    }

    /// The text under a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.lines.get(key).map(String::as_str)
    }

    /// The text under a key for one seat, such as `in play A`.
    pub fn of_seat(&self, key: &str, seat: Seat) -> Option<&str> {
        self.get(&format!("{key} {seat}"))
    }

    /// The seat named under a key.
    ///
    /// # Errors
    ///
    /// If the text does not name a seat of this position.
    pub fn seat(&self, key: &str) -> Result<Option<Seat>, PositionError> {
        let Some(text) = self.get(key) else { return Ok(None) };
        match Seat::from_letter(text) {
            Some(seat) if seat.index() < self.hands.len() => Ok(Some(seat)),
            _ => Err(format!("{key}: there is no seat {text:?}").into()),
        }
    }

    /// The opening of this position's deal. The last seat deals unless `dealer` says otherwise.
    ///
    /// # Errors
    ///
    /// If `dealer` or `score` names a seat that does not exist.
    pub fn opening(&self) -> Result<Opening, PositionError> {
        let n_seats = self.n_seats();
        if n_seats == 0 {
            return Err("a position needs a hand for every seat".into());
        }
        let dealer = self.seat("dealer")?.unwrap_or(Seat::new(self.hands.len() - 1));
        let mut opening = Opening::first(n_seats, dealer);
        if let Some(text) = self.get("score") {
            let mut named = Seats::NONE;
            for (seat, points) in scores(text).map_err(|why| format!("score: {why}"))? {
                if seat.index() >= self.hands.len() {
                    return Err(format!("score: there is no seat {seat}").into());
                }
                if named.has(seat) {
                    return Err(format!("score: {seat} is named twice").into());
                }
                named.insert(seat);
                opening.scores[seat] = points;
            }
        }
        Ok(opening)
    }

    /// The order in which the cards of `...` lie, the lowest first.
    pub fn in_order(&self, rest: CardSet) -> Vec<CardId> {
        let mut cards: Vec<CardId> = rest.iter().collect();
        if let Some(number) = self.shuffle {
            Dice::at(&Seed::from_number(number), 0).shuffle(&mut cards);
        }
        cards
    }

    /// Refuses keys that are not in `known`, nor in `by_seat` followed by a seat's letter.
    ///
    /// # Errors
    ///
    /// Names the first unknown key.
    pub fn only(&self, known: &[&str], by_seat: &[&str]) -> Result<(), PositionError> {
        let is_known = |key: &&String| {
            let of_seat = key.rsplit_once(' ').is_some_and(|(head, seat)| {
                let seat = Seat::from_letter(seat);
                by_seat.contains(&head) && seat.is_some_and(|seat| seat.index() < self.hands.len())
            });
            known.contains(&key.as_str()) || ["dealer", "score"].contains(&key.as_str()) || of_seat
        };
        match self.lines.keys().find(|key| !is_known(key)) {
            Some(key) => Err(format!("unknown key {key:?}").into()),
            None => Ok(()),
        }
    }
}

/// Parses a score line such as `A 40, B 0`.
///
/// # Errors
///
/// Names the first part that is not a seat and a number.
pub(crate) fn scores(text: &str) -> Result<Vec<(Seat, i32)>, PositionError> {
    let one = |part: &str| {
        let (seat, points) = part.trim().split_once(' ')?;
        Some((Seat::from_letter(seat)?, points.trim().parse().ok()?))
    };
    text.split(',')
        .map(|part| one(part).ok_or_else(|| format!("{part:?} is not a seat and a score").into()))
        .collect()
}

/// A statement about the current position that a rulebook page makes and the engine checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The value under a key of the position, such as `hand A: 5H 6H`, `stock: 12 cards`,
    /// `direction: clockwise`, `top: 8C naming H`.
    Is {
        /// The words before the colon.
        key: String,
        /// The expected text after the colon.
        value: String,
    },
    /// The cards that a viewer's view shows at a place: `sees B: A has 5H ??`.
    Sees {
        /// The viewer whose view is checked.
        viewer: Viewer,
        /// The seat whose hand is meant, or the name of a pile.
        place: String,
        /// The expected cards.
        cards: String,
    },
    /// The penalty a seat faces: `A owes 4`.
    Owes {
        /// The seat that faces it.
        seat: Seat,
        /// The number of cards to draw.
        n: u32,
    },
}

/// Formats the fact as the line of the page that states it.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fact::Is { key, value } => write!(f, "{key}: {value}"),
            Fact::Sees { viewer: Viewer::Seat(seat), place, cards } => {
                write!(f, "sees {seat}: {place} has {cards}")
            }
            Fact::Sees { place, cards, .. } => write!(f, "sees all: {place} has {cards}"),
            Fact::Owes { seat, n } => write!(f, "{seat} owes {n}"),
        }
    }
}

/// Games whose positions can be set up from text and checked against facts.
pub trait Setup: Game {
    /// Builds the state of a position.
    ///
    /// # Errors
    ///
    /// Describes the first problem in one sentence.
    fn set_up(&self, position: &Position) -> Result<(Opening, Self::State), PositionError>;

    /// Checks whether a fact holds.
    ///
    /// # Errors
    ///
    /// States the actual value, or that the fact makes no sense in this game.
    fn check(&self, state: &Self::State, fact: &Fact) -> Result<(), PositionError>;

    /// Every card that a text can refer to, for rigged shuffles ([`Dice::wishing`]).
    fn cards_named(&self, text: &str) -> Option<CardSet> {
        let _ = text;
        None
    }

    /// All cards in play for this number of seats.
    fn all_cards(&self, n_seats: u8) -> CardSet;
}

/// A position in play, independent of the game's type.
pub trait Fixture {
    /// The seat that must answer now; `None` after the hand.
    fn asked(&self) -> Option<Seat>;
    /// Every legal answer of a seat in notation, in the game's order.
    fn options(&self, seat: Seat) -> Vec<String>;
    /// Gives an answer; returns `false` if it is refused.
    fn act(&mut self, seat: Seat, said: &str) -> bool;
    /// Checks whether a fact holds.
    ///
    /// # Errors
    ///
    /// States the actual value.
    fn check(&self, fact: &Fact) -> Result<(), PositionError>;
    /// The outcome of the hand once it is over.
    fn hand_over(&self) -> Option<&Outcome>;
    /// The next dealer, once a hand is over and another follows.
    fn next_dealer(&self) -> Option<Seat>;
    /// The result of the match once it is over.
    fn over(&self) -> Option<&Final>;
    /// The current match score.
    fn score(&self) -> BySeat<i32>;
    /// A text that changes whenever the complete state changes, to verify that a refusal had no
    /// effect.
    fn fingerprint(&self) -> String;
}

/// The [`Fixture`] of one game.
pub struct GameFixture<G: Setup> {
    game: G,
    opening: Opening,
    state: G::State,
    step: u64,
    hand_over: Option<Outcome>,
    over: Option<Final>,
}

impl<G: Setup> GameFixture<G> {
    /// Sets up a position.
    ///
    /// # Errors
    ///
    /// If the rules do not allow this number of hands, or [`Setup::set_up`] refuses the position.
    pub fn new(game: G, position: &Position) -> Result<GameFixture<G>, PositionError> {
        if !game.can_seat(position.n_seats()) {
            let n = position.n_seats();
            let hands = if n == 1 { "hand" } else { "hands" };
            let (least, most) = game.seats().into_inner();
            let players = if least == most { least.to_string() } else { format!("{least} to {most}") };
            return Err(format!("{n} {hands}, but these rules are for {players} players").into());
        }
        let (opening, state) = game.set_up(position)?;
        let mut staged = GameFixture { game, opening, state, step: 0, hand_over: None, over: None };
        staged.settle();
        Ok(staged)
    }

    /// Records the outcome if the hand is over.
    fn settle(&mut self) {
        if let Turn::Over(outcome) = self.game.turn(&self.state) {
            match self.game.after(&self.opening, &outcome) {
                After::Over(end) => self.over = Some(end),
                After::Deal(next) => self.opening = next,
            }
            self.hand_over = Some(outcome);
        }
    }
}

impl<G: Setup> Fixture for GameFixture<G> {
    fn asked(&self) -> Option<Seat> {
        match self.game.turn(&self.state) {
            Turn::Act(seat) => Some(seat),
            Turn::Over(_) => None,
        }
    }

    fn options(&self, seat: Seat) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, seat, &mut legal);
        legal.into_iter().map(|action| self.game.notate(action)).collect()
    }

    fn act(&mut self, seat: Seat, said: &str) -> bool {
        let Some(action) = option_said(&self.game, &self.state, seat, said) else { return false };
        self.step += 1;
        let mut dice = Dice::at(&Seed::from_number(0), self.step);
        let done = self.game.apply(&mut self.state, seat, action, &mut dice, &mut Silent).is_ok();
        if done {
            self.settle();
        }
        done
    }

    fn check(&self, fact: &Fact) -> Result<(), PositionError> {
        self.game.check(&self.state, fact)
    }

    fn hand_over(&self) -> Option<&Outcome> {
        self.hand_over.as_ref()
    }

    fn next_dealer(&self) -> Option<Seat> {
        (self.hand_over.is_some() && self.over.is_none()).then_some(self.opening.dealer)
    }

    fn over(&self) -> Option<&Final> {
        self.over.as_ref()
    }

    fn score(&self) -> BySeat<i32> {
        self.over.as_ref().map_or(self.opening.scores, |end| end.points)
    }

    fn fingerprint(&self) -> String {
        let truth = self.game.view(&self.state, Viewer::Referee(crate::viewer::Referee::trusted()));
        format!("{truth:?}")
    }
}
