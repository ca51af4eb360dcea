//! Stepping through a journal.

use eights::{Referee, Seat, Viewer};
use eights_match::{AnyMatch, Catalog, Entry, Head, RuleSet, Shipped, journal};
use eights_wire::{Phase, Room};

use crate::{
    chairs,
    open::{LocalError, Sitter},
    update::{told_to, update_for},
};

/// How many steps lie between two positions that are kept.
const APART: usize = 16;

/// A journal that was played through once and can be looked at from any seat.
pub struct Replay {
    head: Head,
    rules: RuleSet,
    entries: Vec<Entry>,
    /// The position after every so many steps, from the deal on.
    kept: Vec<Box<dyn AnyMatch>>,
    /// Whether the match was played to its end: only then all cards may be seen.
    over: bool,
}

impl Replay {
    /// Reads a journal, plays it through and checks every digest.
    ///
    /// # Errors
    ///
    /// The first line that is broken or does not hold.
    pub fn read(text: &str) -> Result<Replay, LocalError> {
        let (head, entries) = journal::read(text)?;
        let (rules, mut table) = journal::start(&Catalog::new(&Shipped), &head)?;
        let mut kept = vec![table.copy()];
        for (i, entry) in entries.iter().enumerate() {
            journal::replay_entry(table.as_mut(), entry)?;
            if (i + 1) % APART == 0 {
                kept.push(table.copy());
            }
        }
        Ok(Replay { head, rules, entries, kept, over: table.is_over() })
    }

    /// How many steps there are.
    pub fn steps(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The first line of the journal.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The steps.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The rules it was played by.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Whether the match was played to its end.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The match after so many steps.
    pub fn table_at(&self, step: u64) -> Box<dyn AnyMatch> {
        let step = usize::try_from(step).unwrap_or(usize::MAX).min(self.entries.len());
        let mut table = self.kept[(step / APART).min(self.kept.len() - 1)].copy();
        while let Some(entry) = self.entries[..step].get(table.step() as usize) {
            // Every line was played once before, when the journal was read.
            if journal::replay_entry(table.as_mut(), entry).is_err() {
                break;
            }
        }
        table
    }

    /// What a seat was told after so many steps, as a message; with no seat,
    /// all cards of a finished match, or what a spectator saw of another.
    pub fn at(&self, step: u64, seat: Option<Seat>) -> String {
        let table = self.table_at(step);
        let viewer = match seat {
            Some(seat) => Viewer::Seat(seat),
            None => self.everything(),
        };
        let mut update = update_for(table.as_ref(), "", viewer, true);
        update.offers.clear();
        told_to(update)
    }

    fn everything(&self) -> Viewer {
        let last = self.table_at(self.steps());
        match last.hand_over() {
            Some(hand) if self.over => Viewer::Referee(Referee::after(&hand.outcome)),
            _ => Viewer::Public,
        }
    }

    /// Who sat where.
    pub fn room(&self, seat: Option<Seat>) -> Room {
        let name = |i: usize| self.head.names.get(i).filter(|name| !name.is_empty()).cloned();
        let sitter = |i: usize| Sitter::Person { name: name(i).unwrap_or_else(|| Seat::new(i).to_string()) };
        let sitters: Vec<Sitter> = (0..usize::from(self.head.seats)).map(sitter).collect();
        let mut room = chairs::room(&self.rules, &sitters, seat, self.over);
        room.may.clear();
        room.phase = Phase::Over;
        room
    }
}
