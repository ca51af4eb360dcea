//! Looking for trouble before anyone plays: dead ends, games that do not end,
//! stalls, cards nobody can play, loops that eat the fuel.

use std::{collections::BTreeMap, ops::ControlFlow};

use eights::{CardId, CardSet, MAX_CARDS, Opening, Outcome, Seat};
use serde::Serialize;

use crate::{
    deals::Deals,
    error::LabError,
    game_loop::{EndReason, GameLimits, Observer, play},
    hand_stats::HandStats,
    players::{HeuristicPlayers, RandomPlayers},
    runner::{RunStatus, Runner},
    study::Study,
};

/// What to look at.
#[derive(Clone, Debug)]
pub struct PlayCheck {
    /// The deals.
    pub deals: Deals,
    /// How many games for each number of seats.
    pub games: u64,
    /// The numbers of seats.
    pub seats: Vec<u8>,
    /// How far a game may go.
    pub limits: GameLimits,
}

/// What can be wrong with rules or cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Defect {
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

impl Defect {
    /// What it is, for people.
    pub const fn about(self) -> &'static str {
        match self {
            Defect::DeadEnd => "a player must answer and nothing is allowed",
            Defect::Endless => "a hand does not end",
            Defect::EndlessMatch => "a match does not end",
            Defect::Fuel => "the texts of cards never come to an end",
            Defect::Blocked => "a hand is blocked: nobody can go on",
            Defect::NothingLeft => "a card must be drawn and none is left",
        }
    }

    /// Whether a game cannot be played to its end because of it.
    pub const fn is_fatal(self) -> bool {
        matches!(self, Defect::DeadEnd | Defect::Endless | Defect::EndlessMatch)
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
pub struct DefectReport {
    /// What.
    pub defect: Defect,
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
pub struct PlayCheckReport {
    /// Troubles.
    pub defects: Vec<DefectReport>,
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

impl PlayCheck {
    /// Plays: every other game anything that is allowed, the others by instinct.
    ///
    /// # Errors
    ///
    /// When there is nothing to play, or so many cannot play.
    pub fn run<G: Study>(&self, game: &G, runner: &Runner) -> Result<PlayCheckReport, LabError> {
        if self.games == 0 {
            return Err(LabError::NoGames);
        }
        let mut all = PlayCheckReport::default();
        let mut card_use = CardUse::new();
        for n_seats in &self.seats {
            if !game.can_seat(*n_seats) {
                return Err(LabError::Seats(*n_seats, *game.seats().start(), *game.seats().end()));
            }
            let mut found = BTreeMap::new();
            let done = self.at(game, *n_seats, runner, &mut found, &mut card_use)?;
            all.games += done.deals;
            all.partial |= done.partial;
            all.defects
                .extend(found.into_values().map(|it: DefectReport| DefectReport { games: done.deals, ..it }));
        }
        all.unplayed = card_use.unplayed(game);
        Ok(all)
    }

    fn at<G: Study>(
        &self,
        game: &G,
        n_seats: u8,
        runner: &Runner,
        found: &mut BTreeMap<Defect, DefectReport>,
        card_use: &mut CardUse,
    ) -> Result<RunStatus, LabError> {
        let work = |deals: std::ops::Range<u64>| {
            let (mut found, mut card_use) = (BTreeMap::new(), CardUse::new());
            deals.for_each(|deal| self.play(game, n_seats, deal, &mut found, &mut card_use));
            (found, card_use)
        };
        runner.run(self.games, CHUNK, work, |(part, uses)| {
            part.into_values().for_each(|it| note(found, it));
            card_use.merge(&uses);
            ControlFlow::Continue(())
        })
    }

    fn play<G: Study>(
        &self,
        game: &G,
        n_seats: u8,
        deal: u64,
        found: &mut BTreeMap<Defect, DefectReport>,
        card_use: &mut CardUse,
    ) {
        let mut recorder =
            Recorder::<G> { hand_stats: HandStats::new(), said: Vec::new(), defects: Vec::new(), card_use };
        let (seed, luck) = (self.deals.seed(deal), self.deals.bot_dice(deal, 0));
        let ended = match deal % 2 {
            0 => play(game, n_seats, &seed, self.limits, &mut RandomPlayers::new(luck), &mut recorder),
            _ => play(game, n_seats, &seed, self.limits, &mut HeuristicPlayers::new(luck), &mut recorder),
        };
        let after = recorder.said.len();
        match ended.reason {
            EndReason::Over => (),
            EndReason::Stuck(_) => recorder.defects.push((Defect::DeadEnd, after)),
            EndReason::TooLong => recorder.defects.push((Defect::Endless, after)),
            EndReason::TooManyHands => recorder.defects.push((Defect::EndlessMatch, after)),
        }
        let mut seen = Vec::new();
        for (defect, steps) in &recorder.defects {
            if seen.contains(defect) {
                continue;
            }
            seen.push(*defect);
            let shorter = found.get(defect).is_none_or(|it| it.example.answers.len() > *steps);
            let said = if shorter { &recorder.said[..*steps] } else { &[] };
            let answers = said.iter().map(|(seat, action)| (*seat, game.notate(*action))).collect();
            let example = Example { deal, n_seats, answers };
            match (found.get_mut(defect), shorter) {
                (Some(it), true) => (it.example, it.times) = (example, it.times + 1),
                (Some(it), false) => it.times += 1,
                (None, _) => {
                    found.insert(
                        *defect,
                        DefectReport { defect: *defect, n_seats, times: 1, games: 0, example },
                    );
                }
            }
        }
    }
}

/// Counts what another part of the run found; the shorter example stays, the earlier of equals.
fn note(found: &mut BTreeMap<Defect, DefectReport>, it: DefectReport) {
    match found.get_mut(&it.defect) {
        Some(known) => {
            known.times += it.times;
            if it.example.answers.len() < known.example.answers.len() {
                known.example = it.example;
            }
        }
        None => {
            found.insert(it.defect, it);
        }
    }
}

/// Writes down every answer, and when trouble came.
struct Recorder<'a, G: Study> {
    hand_stats: HandStats,
    said: Vec<(Seat, G::Action)>,
    defects: Vec<(Defect, usize)>,
    card_use: &'a mut CardUse,
}

impl<G: Study> Observer<G> for Recorder<'_, G> {
    const WANTS_EVENTS: bool = true;
    // A dead end is seen only where answers are listed.
    const WANTS_OPTIONS: bool = true;

    fn deals(&mut self, _: &G, opening: &Opening) {
        self.hand_stats.begin(opening.n_seats);
    }

    fn note(&mut self, game: &G, event: &G::Event) {
        let (fuel_spent, nothing) = (self.hand_stats.fuel_spent, self.hand_stats.nothing_left);
        game.note(event, &mut self.hand_stats);
        // What happens is the consequence of the answer written down last.
        if self.hand_stats.fuel_spent && !fuel_spent {
            self.defects.push((Defect::Fuel, self.said.len()));
        }
        if self.hand_stats.nothing_left && !nothing {
            self.defects.push((Defect::NothingLeft, self.said.len()));
        }
    }

    fn asks(&mut self, seat: Seat, options: usize) {
        self.hand_stats.record_question(seat, options);
    }

    fn answered(&mut self, _: &G, seat: Seat, _: &[G::Action], answer: G::Action) {
        self.said.push((seat, answer));
    }

    fn hand_over(&mut self, outcome: Option<&Outcome>) {
        if outcome.is_some_and(|it| it.blocked) {
            self.defects.push((Defect::Blocked, self.said.len()));
        }
        self.card_use.hand(&self.hand_stats);
    }
}

/// In how many hands each card was held, and played.
struct CardUse {
    held: Vec<u64>,
    played: Vec<u64>,
}

impl CardUse {
    fn new() -> CardUse {
        CardUse { held: vec![0; MAX_CARDS], played: vec![0; MAX_CARDS] }
    }

    fn hand(&mut self, hand_stats: &HandStats) {
        let count = |counts: &mut [u64], sets: &[CardSet]| {
            sets.iter().for_each(|set| set.iter().for_each(|card| counts[card.index()] += 1));
        };
        count(&mut self.held, &hand_stats.dealt);
        count(&mut self.held, &hand_stats.drawn);
        count(&mut self.played, &hand_stats.played);
    }

    fn merge(&mut self, other: &CardUse) {
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
