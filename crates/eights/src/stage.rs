//! Positions laid out on purpose: what the rulebook and the engine protocol start from.

use std::{collections::BTreeMap, fmt};

use crate::{
    dice::{Dice, Seed},
    event::Silent,
    game::{After, Final, Game, Opening, Outcome, Turn, option_said},
    seat::{BySeat, Seat, Seats, Viewer},
    set::CardSet,
};

/// A position as somebody wrote it down. What a game does not know of it must refuse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The hands, seat by seat; they give the number of seats.
    pub hands: Vec<String>,
    /// Everything else, by the words before the colon: `discard`, `in play A`.
    pub lines: BTreeMap<String, String>,
}

impl Position {
    /// The number of seats.
    pub fn n_seats(&self) -> u8 {
        self.hands.len() as u8
    }

    /// What is written under a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.lines.get(key).map(String::as_str)
    }

    /// What is written under a key for a seat, such as `in play A`.
    pub fn of_seat(&self, key: &str, seat: Seat) -> Option<&str> {
        self.get(&format!("{key} {seat}"))
    }

    /// The seat written under a key.
    ///
    /// # Errors
    ///
    /// When it is no seat of this position.
    pub fn seat(&self, key: &str) -> Result<Option<Seat>, String> {
        let Some(text) = self.get(key) else { return Ok(None) };
        match Seat::from_letter(text) {
            Some(seat) if seat.index() < self.hands.len() => Ok(Some(seat)),
            _ => Err(format!("{key}: {text:?} is no seat of this position")),
        }
    }

    /// How the deal of this position began: the dealer is the last seat unless said.
    ///
    /// # Errors
    ///
    /// When dealer or score name a seat that is not there.
    pub fn opening(&self) -> Result<Opening, String> {
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
                    return Err(format!("score: there is no seat {seat}"));
                }
                if named.has(seat) {
                    return Err(format!("score: {seat} is named twice"));
                }
                named.insert(seat);
                opening.scores[seat] = points;
            }
        }
        Ok(opening)
    }

    /// Refuses keys that a game does not know; a key may end in a seat's letter.
    ///
    /// # Errors
    ///
    /// The first unknown key.
    pub fn only(&self, known: &[&str], by_seat: &[&str]) -> Result<(), String> {
        let is_known = |key: &&String| {
            let of_seat = key.rsplit_once(' ').is_some_and(|(head, seat)| {
                let seat = Seat::from_letter(seat);
                by_seat.contains(&head) && seat.is_some_and(|seat| seat.index() < self.hands.len())
            });
            known.contains(&key.as_str()) || ["dealer", "score"].contains(&key.as_str()) || of_seat
        };
        match self.lines.keys().find(|key| !is_known(key)) {
            Some(key) => Err(format!("{key:?} says nothing about a position of this game")),
            None => Ok(()),
        }
    }
}

/// Reads `A 40, B 0`.
///
/// # Errors
///
/// What cannot be read.
pub(crate) fn scores(text: &str) -> Result<Vec<(Seat, i32)>, String> {
    let one = |part: &str| {
        let (seat, points) = part.trim().split_once(' ')?;
        Some((Seat::from_letter(seat)?, points.trim().parse().ok()?))
    };
    text.split(',').map(|part| one(part).ok_or_else(|| format!("{part:?} is no seat and score"))).collect()
}

/// Something a rulebook page says about how things stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// What is so under a key of the position, such as `hand A: 5H 6H`,
    /// `stock: 12 cards`, `direction: clockwise`, `top: 8C naming H`.
    Is {
        /// The words before the colon.
        key: String,
        /// What should stand there.
        value: String,
    },
    /// What a viewer's view shows at a place: `sees B: A has 5H ??`.
    Sees {
        /// Whose view.
        viewer: Viewer,
        /// Whose hand, or which pile.
        place: String,
        /// The cards shown.
        cards: String,
    },
    /// The penalty that a seat faces.
    Owes {
        /// Who faces it.
        seat: Seat,
        /// How many cards.
        n: u32,
    },
}

/// The line of a page that states the fact.
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

/// Games whose positions can be laid out and looked at.
pub trait Stage: Game {
    /// Lays out a position.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in a sentence.
    fn stage(&self, position: &Position) -> Result<(Opening, Self::State), String>;

    /// Whether a fact holds.
    ///
    /// # Errors
    ///
    /// What is so instead, or that the fact makes no sense in this game.
    fn check(&self, state: &Self::State, fact: &Fact) -> Result<(), String>;

    /// Every card that a text means, for shuffles that are wished for.
    fn cards_named(&self, text: &str) -> Option<CardSet> {
        let _ = text;
        None
    }

    /// All cards that are played with by this number of people.
    fn all_cards(&self, n_seats: u8) -> CardSet;
}

/// A position being played through, whatever the game.
pub trait Scene {
    /// Who must answer now.
    fn asked(&self) -> Option<Seat>;
    /// Everything a seat may answer, sorted as the game lists it.
    fn options(&self, seat: Seat) -> Vec<String>;
    /// Gives an answer; `false` when it is refused.
    fn act(&mut self, seat: Seat, said: &str) -> bool;
    /// Whether a fact holds; if not, what is so instead.
    ///
    /// # Errors
    ///
    /// What is so instead.
    fn check(&self, fact: &Fact) -> Result<(), String>;
    /// How the hand ended, if it did.
    fn hand_over(&self) -> Option<&Outcome>;
    /// Who deals next, once a hand is over and another follows.
    fn next_dealer(&self) -> Option<Seat>;
    /// How the match ended, if it did.
    fn over(&self) -> Option<&Final>;
    /// The match score now.
    fn score(&self) -> BySeat<i32>;
    /// A word for the whole truth, to see that nothing changed.
    fn fingerprint(&self) -> String;
}

/// A staged position of one game.
pub struct Staged<G: Stage> {
    game: G,
    opening: Opening,
    state: G::State,
    step: u64,
    hand_over: Option<Outcome>,
    over: Option<Final>,
}

impl<G: Stage> Staged<G> {
    /// Lays out a position.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn new(game: G, position: &Position) -> Result<Staged<G>, String> {
        if !game.can_seat(position.n_seats()) {
            let n = position.n_seats();
            let hands = if n == 1 { "hand" } else { "hands" };
            let (least, most) = game.seats().into_inner();
            return Err(match least == most {
                true => format!("{n} {hands}, but these rules are for {least} players"),
                false => format!("{n} {hands}, but these rules are for {least} to {most} players"),
            });
        }
        let (opening, state) = game.stage(position)?;
        let mut staged = Staged { game, opening, state, step: 0, hand_over: None, over: None };
        staged.settle();
        Ok(staged)
    }

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

impl<G: Stage> Scene for Staged<G> {
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

    fn check(&self, fact: &Fact) -> Result<(), String> {
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
        let truth = self.game.view(&self.state, Viewer::Referee(crate::seat::Referee::trusted()));
        format!("{truth:?}")
    }
}
