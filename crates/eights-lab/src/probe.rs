//! Looking for trouble before anyone plays: dead ends, games that do not end,
//! stalls, cards nobody can play, loops that eat the fuel.

use std::{collections::BTreeMap, ops::ControlFlow};

use eights::{CardId, CardSet, MAX_CARDS, Opening, Outcome, Seat};
use serde::Serialize;

use crate::{
    crew::{Crew, Done},
    deals::Deals,
    error::LabError,
    notes::Notes,
    party::{Anything, Instincts},
    study::Study,
    table::{Course, How, Watch, play},
};

/// What to look at.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The deals.
    pub deals: Deals,
    /// How many games for each number of seats.
    pub games: u64,
    /// The numbers of seats.
    pub seats: Vec<u8>,
    /// How far a game may go.
    pub course: Course,
}

/// What can be wrong with rules or cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trouble {
    /// Somebody must answer and nothing is allowed.
    DeadEnd,
    /// A hand goes on and on.
    Endless,
    /// A match goes on and on.
    EndlessMatch,
    /// The texts of cards never came to an end.
    Fuel,
    /// A hand was blocked.
    Blocked,
    /// A card had to be drawn and none was left.
    NothingLeft,
}

impl Trouble {
    /// What it is, for people.
    pub const fn about(self) -> &'static str {
        match self {
            Trouble::DeadEnd => "a player must answer and nothing is allowed",
            Trouble::Endless => "a hand does not end",
            Trouble::EndlessMatch => "a match does not end",
            Trouble::Fuel => "the texts of cards never come to an end",
            Trouble::Blocked => "a hand is blocked: nobody can go on",
            Trouble::NothingLeft => "a card must be drawn and none is left",
        }
    }

    /// Whether a game cannot be played to its end because of it.
    pub const fn is_fatal(self) -> bool {
        matches!(self, Trouble::DeadEnd | Trouble::Endless | Trouble::EndlessMatch)
    }
}

/// A game that shows a trouble: enough to play it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The deal.
    pub deal: u64,
    /// How many play.
    pub n_seats: u8,
    /// Who said what, up to the trouble.
    pub answers: Vec<(Seat, String)>,
}

/// A trouble, how often it came, and the shortest game that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What.
    pub trouble: Trouble,
    /// How many play.
    pub n_seats: u8,
    /// In how many games.
    pub times: u64,
    /// Of how many.
    pub games: u64,
    /// The shortest one found.
    pub example: Example,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Troubles.
    pub troubles: Vec<Found>,
    /// Cards that were held in many hands and never played.
    pub unplayed: Vec<String>,
    /// The games that count.
    pub games: u64,
    /// Whether it was stopped before its end.
    pub partial: bool,
}

/// A card held so often and never played is not playable.
const OFTEN: u64 = 50;
const CHUNK: u64 = 16;

impl Probe {
    /// Plays: every other game anything that is allowed, the others by instinct.
    ///
    /// # Errors
    ///
    /// When there is nothing to play, or so many cannot play.
    pub fn run<G: Study>(&self, game: &G, crew: &Crew) -> Result<Findings, LabError> {
        if self.games == 0 {
            return Err(LabError::NoGames);
        }
        let mut all = Findings::default();
        let mut use_of = Uses::new();
        for n_seats in &self.seats {
            if !game.can_seat(*n_seats) {
                return Err(LabError::Seats(*n_seats, *game.seats().start(), *game.seats().end()));
            }
            let mut found = BTreeMap::new();
            let done = self.at(game, *n_seats, crew, &mut found, &mut use_of)?;
            all.games += done.deals;
            all.partial |= done.partial;
            all.troubles.extend(found.into_values().map(|it: Found| Found { games: done.deals, ..it }));
        }
        all.unplayed = use_of.unplayed(game);
        Ok(all)
    }

    fn at<G: Study>(
        &self,
        game: &G,
        n_seats: u8,
        crew: &Crew,
        found: &mut BTreeMap<Trouble, Found>,
        use_of: &mut Uses,
    ) -> Result<Done, LabError> {
        let work = |deals: std::ops::Range<u64>| {
            let (mut found, mut use_of) = (BTreeMap::new(), Uses::new());
            deals.for_each(|deal| self.play(game, n_seats, deal, &mut found, &mut use_of));
            (found, use_of)
        };
        crew.work(self.games, CHUNK, work, |(part, uses)| {
            part.into_values().for_each(|it| note(found, it));
            use_of.merge(&uses);
            ControlFlow::Continue(())
        })
    }

    fn play<G: Study>(
        &self,
        game: &G,
        n_seats: u8,
        deal: u64,
        found: &mut BTreeMap<Trouble, Found>,
        use_of: &mut Uses,
    ) {
        let mut recorder =
            Recorder::<G> { notes: Notes::new(), said: Vec::new(), troubles: Vec::new(), use_of };
        let (seed, luck) = (self.deals.seed(deal), self.deals.luck(deal, 0));
        let ended = match deal % 2 {
            0 => play(game, n_seats, &seed, self.course, &mut Anything::new(luck), &mut recorder),
            _ => play(game, n_seats, &seed, self.course, &mut Instincts::new(luck), &mut recorder),
        };
        let after = recorder.said.len();
        match ended.how {
            How::Over => (),
            How::Stuck(_) => recorder.troubles.push((Trouble::DeadEnd, after)),
            How::TooLong => recorder.troubles.push((Trouble::Endless, after)),
            How::TooManyHands => recorder.troubles.push((Trouble::EndlessMatch, after)),
        }
        let mut seen = Vec::new();
        for (trouble, steps) in &recorder.troubles {
            if seen.contains(trouble) {
                continue;
            }
            seen.push(*trouble);
            let shorter = found.get(trouble).is_none_or(|it| it.example.answers.len() > *steps);
            let said = if shorter { &recorder.said[..*steps] } else { &[] };
            let answers = said.iter().map(|(seat, action)| (*seat, game.notate(*action))).collect();
            let example = Example { deal, n_seats, answers };
            match (found.get_mut(trouble), shorter) {
                (Some(it), true) => (it.example, it.times) = (example, it.times + 1),
                (Some(it), false) => it.times += 1,
                (None, _) => {
                    found.insert(*trouble, Found { trouble: *trouble, n_seats, times: 1, games: 0, example });
                }
            }
        }
    }
}

/// Counts what another part of the run found; the shorter example stays, the earlier of equals.
fn note(found: &mut BTreeMap<Trouble, Found>, it: Found) {
    match found.get_mut(&it.trouble) {
        Some(known) => {
            known.times += it.times;
            if it.example.answers.len() < known.example.answers.len() {
                known.example = it.example;
            }
        }
        None => {
            found.insert(it.trouble, it);
        }
    }
}

/// Writes down every answer, and when trouble came.
struct Recorder<'a, G: Study> {
    notes: Notes,
    said: Vec<(Seat, G::Action)>,
    troubles: Vec<(Trouble, usize)>,
    use_of: &'a mut Uses,
}

impl<G: Study> Watch<G> for Recorder<'_, G> {
    const DEAF: bool = false;
    // A dead end is seen only where answers are listed.
    const COUNTS: bool = true;

    fn deals(&mut self, _: &G, opening: &Opening) {
        self.notes.begin(opening.n_seats);
    }

    fn note(&mut self, game: &G, event: &G::Event) {
        let (spent, nothing) = (self.notes.spent, self.notes.nothing_left);
        game.note(event, &mut self.notes);
        // What happens is the consequence of the answer written down last.
        if self.notes.spent && !spent {
            self.troubles.push((Trouble::Fuel, self.said.len()));
        }
        if self.notes.nothing_left && !nothing {
            self.troubles.push((Trouble::NothingLeft, self.said.len()));
        }
    }

    fn asks(&mut self, seat: Seat, options: usize) {
        self.notes.asks(seat, options);
    }

    fn answered(&mut self, _: &G, seat: Seat, _: &[G::Action], answer: G::Action) {
        self.said.push((seat, answer));
    }

    fn hand_over(&mut self, outcome: Option<&Outcome>) {
        if outcome.is_some_and(|it| it.blocked) {
            self.troubles.push((Trouble::Blocked, self.said.len()));
        }
        self.use_of.hand(&self.notes);
    }
}

/// In how many hands each card was held, and played.
struct Uses {
    held: Vec<u64>,
    played: Vec<u64>,
}

impl Uses {
    fn new() -> Uses {
        Uses { held: vec![0; MAX_CARDS], played: vec![0; MAX_CARDS] }
    }

    fn hand(&mut self, notes: &Notes) {
        let count = |counts: &mut [u64], sets: &[CardSet]| {
            sets.iter().for_each(|set| set.iter().for_each(|card| counts[card.index()] += 1));
        };
        count(&mut self.held, &notes.dealt);
        count(&mut self.held, &notes.drawn);
        count(&mut self.played, &notes.played);
    }

    fn merge(&mut self, other: &Uses) {
        self.held.iter_mut().zip(&other.held).for_each(|(mine, theirs)| *mine += theirs);
        self.played.iter_mut().zip(&other.played).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// Copies of a card count together.
    fn unplayed<G: Study>(&self, game: &G) -> Vec<String> {
        let mut cards: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for index in (0..MAX_CARDS).filter(|index| self.held[*index] > 0) {
            let card = cards.entry(game.card_name(CardId::new(index))).or_default();
            card.0 += self.held[index];
            card.1 += self.played[index];
        }
        cards
            .into_iter()
            .filter(|(_, (held, played))| *held >= OFTEN && *played == 0)
            .map(|it| it.0)
            .collect()
    }
}
