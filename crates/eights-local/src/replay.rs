//! Steps through a journal, as seen from any seat.

use eights::{Referee, Seat, Viewer};
use eights_match::{AnyMatch, Catalog, Entry, Head, RuleSet, Shipped, journal};
use eights_wire::{Phase, Room, Who};

use crate::{
    chairs,
    open::{LocalError, Sitter},
    update::{told_to, update_for},
};

/// Steps between two snapshots.
const SNAPSHOT_INTERVAL: usize = 16;

/// A verified journal that can be viewed at any step from any seat.
pub struct Replay {
    head: Head,
    rules: RuleSet,
    entries: Vec<Entry>,
    /// The position after every `SNAPSHOT_INTERVAL` steps, starting with the deal.
    snapshots: Vec<Box<dyn AnyMatch>>,
    /// Whether the match was finished: only then all cards may be shown.
    over: bool,
}

impl Replay {
    /// Reads a journal, replays it and checks every digest.
    ///
    /// # Errors
    ///
    /// The first invalid line.
    pub fn read(text: &str) -> Result<Replay, LocalError> {
        let (head, entries) = journal::read(text)?;
        let (rules, mut table) = journal::start(&Catalog::new(&Shipped), &head)?;
        let mut snapshots = vec![table.copy()];
        for (i, entry) in entries.iter().enumerate() {
            journal::replay_entry(table.as_mut(), entry)?;
            if (i + 1) % SNAPSHOT_INTERVAL == 0 {
                snapshots.push(table.copy());
            }
        }
        Ok(Replay { head, rules, entries, snapshots, over: table.is_over() })
    }

    pub fn steps(&self) -> u64 {
        self.entries.len() as u64
    }

    pub fn head(&self) -> &Head {
        &self.head
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The match after this step.
    pub fn table_at(&self, step: u64) -> Box<dyn AnyMatch> {
        let step = usize::try_from(step).unwrap_or(usize::MAX).min(self.entries.len());
        let mut table = self.snapshots[(step / SNAPSHOT_INTERVAL).min(self.snapshots.len() - 1)].copy();
        while let Some(entry) = self.entries[..step].get(table.step() as usize) {
            // Every entry was replayed successfully when the journal was read.
            if journal::replay_entry(table.as_mut(), entry).is_err() {
                break;
            }
        }
        table
    }

    /// The update of a seat after a step, as a message. Without a seat: all cards of a finished
    /// match, or what a spectator saw of an unfinished one.
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

    /// The room, with the names of the players.
    pub fn room(&self, seat: Option<Seat>) -> Room {
        let name = |i: usize| self.head.names.get(i).filter(|name| !name.is_empty()).cloned();
        let sitter = |i: usize| match self.head.bots.get(i).filter(|level| !level.is_empty()) {
            Some(level) => Sitter::Bot { level: level.clone() },
            None => Sitter::Person { name: name(i).unwrap_or_else(|| Seat::new(i).to_string()) },
        };
        let sitters: Vec<Sitter> = (0..usize::from(self.head.seats)).map(sitter).collect();
        let mut room = chairs::room(&self.rules, &sitters, seat, self.over);
        for (i, chair) in room.chairs.iter_mut().enumerate() {
            if let (Who::Bot { name: shown, .. }, Some(name)) = (&mut chair.who, name(i)) {
                *shown = name;
            }
        }
        room.may.clear();
        room.phase = Phase::Over;
        room
    }
}
