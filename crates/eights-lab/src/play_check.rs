//! Finds defects of rules and cards by playing: dead ends, endless games,
//! blocked hands, runaway abilities, and cards that can never be played.

use std::{collections::BTreeMap, ops::ControlFlow};

use eights::{CardId, CardSet, MAX_CARDS, Opening, Outcome, Seat};
use eights_kit::{HandStats, Playable};
use serde::Serialize;

use crate::{
    deals::Deals,
    error::LabError,
    game_loop::{EndReason, GameLimits, Observer, play},
    players::{HeuristicPlayers, RandomPlayers},
    runner::{RunStatus, Runner},
};

/// What to play.
#[derive(Clone, Debug)]
pub struct PlayCheck {
    pub deals: Deals,
    /// Games per number of seats.
    pub games: u64,
    /// The numbers of seats to try.
    pub seats: Vec<u8>,
    pub limits: GameLimits,
}

/// What can be wrong with rules or cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Defect {
    DeadEnd,
    Endless,
    EndlessMatch,
    Fuel,
    Blocked,
    NothingLeft,
}

impl Defect {
    /// A description for people.
    pub const fn about(self) -> &'static str {
        match self {
            Defect::DeadEnd => "a player has to act and has no legal move",
            Defect::Endless => "a hand does not end",
            Defect::EndlessMatch => "a match does not end",
            Defect::Fuel => "the texts of cards trigger each other without end",
            Defect::Blocked => "a hand is blocked: nobody can continue",
            Defect::NothingLeft => "a card must be drawn and none is left",
        }
    }

    /// Whether it keeps a game from being played to its end.
    pub const fn is_fatal(self) -> bool {
        matches!(self, Defect::DeadEnd | Defect::Endless | Defect::EndlessMatch)
    }
}

/// A game that shows a defect, with everything needed to replay it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    pub deal: u64,
    pub n_seats: u8,
    /// Every answer up to the defect.
    pub answers: Vec<(Seat, String)>,
}

/// A defect, how often it occurred, and the shortest game that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefectReport {
    pub defect: Defect,
    pub n_seats: u8,
    /// The number of games that showed it.
    pub times: u64,
    /// The number of games played.
    pub games: u64,
    pub example: Example,
}

/// The result of a check.
#[derive(Clone, Debug, Default)]
pub struct PlayCheckReport {
    pub defects: Vec<DefectReport>,
    /// Cards that were held in many hands and never played.
    pub unplayed: Vec<String>,
    pub games: u64,
    /// Whether the check was stopped from outside.
    pub partial: bool,
}

/// A card held in this many hands and never played is reported as unplayable.
const MIN_HELD: u64 = 50;

/// Deals per chunk of work.
const CHUNK: u64 = 16;

impl PlayCheck {
    /// Plays at random and by the heuristic policy in turn: random play finds
    /// odd positions, sensible play the ones that people meet.
    ///
    /// # Errors
    ///
    /// If there is nothing to play, or the rules do not allow one of the numbers of seats.
    pub fn run<G: Playable>(&self, game: &G, runner: &Runner) -> Result<PlayCheckReport, LabError> {
        if self.games == 0 {
            return Err(LabError::NoGames);
        }
        let mut report = PlayCheckReport::default();
        let mut card_use = CardUse::new();
        for n_seats in &self.seats {
            if !game.can_seat(*n_seats) {
                return Err(LabError::Seats(*n_seats, *game.seats().start(), *game.seats().end()));
            }
            let mut defects = BTreeMap::new();
            let status = self.run_seats(game, *n_seats, runner, &mut defects, &mut card_use)?;
            report.games += status.deals;
            report.partial |= status.partial;
            report.defects.extend(
                defects
                    .into_values()
                    .map(|defect: DefectReport| DefectReport { games: status.deals, ..defect }),
            );
        }
        report.unplayed = card_use.unplayed(game);
        Ok(report)
    }

    fn run_seats<G: Playable>(
        &self,
        game: &G,
        n_seats: u8,
        runner: &Runner,
        defects: &mut BTreeMap<Defect, DefectReport>,
        card_use: &mut CardUse,
    ) -> Result<RunStatus, LabError> {
        let work = |deals: std::ops::Range<u64>| {
            let (mut defects, mut card_use) = (BTreeMap::new(), CardUse::new());
            deals.for_each(|deal| self.play(game, n_seats, deal, &mut defects, &mut card_use));
            (defects, card_use)
        };
        runner.run(self.games, CHUNK, work, |(part, part_use)| {
            part.into_values().for_each(|report| merge_report(defects, report));
            card_use.merge(&part_use);
            ControlFlow::Continue(())
        })
    }

    fn play<G: Playable>(
        &self,
        game: &G,
        n_seats: u8,
        deal: u64,
        defects: &mut BTreeMap<Defect, DefectReport>,
        card_use: &mut CardUse,
    ) {
        let mut recorder =
            Recorder::<G> { hand: HandStats::new(), answers: Vec::new(), defects: Vec::new(), card_use };
        let (seed, dice) = (self.deals.seed(deal), self.deals.bot_dice(deal, 0));
        let result = if deal.is_multiple_of(2) {
            play(game, n_seats, &seed, self.limits, &mut RandomPlayers::new(dice), &mut recorder)
        } else {
            play(game, n_seats, &seed, self.limits, &mut HeuristicPlayers::new(dice), &mut recorder)
        };
        let steps = recorder.answers.len();
        match result.reason {
            EndReason::Over => (),
            EndReason::Stuck(_) => recorder.defects.push((Defect::DeadEnd, steps)),
            EndReason::TooLong => recorder.defects.push((Defect::Endless, steps)),
            EndReason::TooManyHands => recorder.defects.push((Defect::EndlessMatch, steps)),
        }
        // Count each defect once per game, with the shortest example seen so far.
        let mut seen = Vec::new();
        for (defect, steps) in &recorder.defects {
            if seen.contains(defect) {
                continue;
            }
            seen.push(*defect);
            let is_shorter = defects.get(defect).is_none_or(|known| known.example.answers.len() > *steps);
            // Notation is costly; write it only for examples that are kept.
            let answers = if is_shorter { &recorder.answers[..*steps] } else { &[] };
            let answers = answers.iter().map(|(seat, action)| (*seat, game.notate(*action))).collect();
            let example = Example { deal, n_seats, answers };
            match defects.get_mut(defect) {
                Some(known) => {
                    known.times += 1;
                    if is_shorter {
                        known.example = example;
                    }
                }
                None => {
                    let report = DefectReport { defect: *defect, n_seats, times: 1, games: 0, example };
                    defects.insert(*defect, report);
                }
            }
        }
    }
}

/// Adds a report of other deals, keeping the shorter example, or the earlier of equally long ones.
fn merge_report(defects: &mut BTreeMap<Defect, DefectReport>, report: DefectReport) {
    match defects.get_mut(&report.defect) {
        Some(known) => {
            known.times += report.times;
            if report.example.answers.len() < known.example.answers.len() {
                known.example = report.example;
            }
        }
        None => {
            defects.insert(report.defect, report);
        }
    }
}

/// Records every answer, and after how many of them a defect showed.
struct Recorder<'a, G: Playable> {
    hand: HandStats,
    answers: Vec<(Seat, G::Action)>,
    defects: Vec<(Defect, usize)>,
    card_use: &'a mut CardUse,
}

impl<G: Playable> Observer<G> for Recorder<'_, G> {
    const WANTS_EVENTS: bool = true;
    // A dead end only shows when the options are listed.
    const WANTS_OPTIONS: bool = true;

    fn on_deal(&mut self, _: &G, opening: &Opening) {
        self.hand.begin(opening.n_seats);
    }

    fn on_event(&mut self, game: &G, event: &G::Event) {
        let (fuel_spent, nothing_left) = (self.hand.fuel_spent, self.hand.nothing_left);
        game.record(event, &mut self.hand);
        // Events follow from the last recorded answer, so the example ends with it.
        if self.hand.fuel_spent && !fuel_spent {
            self.defects.push((Defect::Fuel, self.answers.len()));
        }
        if self.hand.nothing_left && !nothing_left {
            self.defects.push((Defect::NothingLeft, self.answers.len()));
        }
    }

    fn on_question(&mut self, seat: Seat, options: usize) {
        self.hand.record_question(seat, options);
    }

    fn on_answer(&mut self, _: &G, seat: Seat, _: &[G::Action], answer: G::Action) {
        self.answers.push((seat, answer));
    }

    fn on_hand_over(&mut self, outcome: Option<&Outcome>) {
        if outcome.is_some_and(|outcome| outcome.blocked) {
            self.defects.push((Defect::Blocked, self.answers.len()));
        }
        self.card_use.add_hand(&self.hand);
    }
}

/// In how many hands each card was held, and in how many it was played.
struct CardUse {
    held: Vec<u64>,
    played: Vec<u64>,
}

impl CardUse {
    fn new() -> CardUse {
        CardUse { held: vec![0; MAX_CARDS], played: vec![0; MAX_CARDS] }
    }

    fn add_hand(&mut self, hand: &HandStats) {
        let count = |counts: &mut [u64], sets: &[CardSet]| {
            sets.iter().for_each(|set| set.iter().for_each(|card| counts[card.index()] += 1));
        };
        count(&mut self.held, &hand.dealt);
        count(&mut self.held, &hand.drawn);
        count(&mut self.played, &hand.played);
    }

    fn merge(&mut self, other: &CardUse) {
        self.held.iter_mut().zip(&other.held).for_each(|(mine, theirs)| *mine += theirs);
        self.played.iter_mut().zip(&other.played).for_each(|(mine, theirs)| *mine += theirs);
    }

    /// The names of cards held often and never played; copies count together.
    fn unplayed<G: Playable>(&self, game: &G) -> Vec<String> {
        let mut cards: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for index in (0..MAX_CARDS).filter(|index| self.held[*index] > 0) {
            let (held, played) = cards.entry(game.card_name(CardId::new(index))).or_default();
            *held += self.held[index];
            *played += self.played[index];
        }
        cards
            .into_iter()
            .filter(|(_, (held, played))| *held >= MIN_HELD && *played == 0)
            .map(|(name, _)| name)
            .collect()
    }
}
