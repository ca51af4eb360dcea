//! A group: the units that one transaction writes together, checked before it begins.

use std::{
    collections::HashMap,
    ops::Range,
    sync::{Mutex, MutexGuard, PoisonError},
};

use eights_match::Entry;

use super::schema::month_of;
use crate::{MatchId, Op, StoreError, record, tails::Tail};

/// A match that this node plays: the month of its partition, and the steps that are only in the log.
#[derive(Clone)]
pub(crate) struct Running {
    pub(crate) month: i32,
    pub(crate) tail: Tail,
}

/// The matches that this node plays, shared by its lanes and its readers.
#[derive(Default)]
pub(crate) struct Matches(Mutex<Known>);

#[derive(Default)]
pub(crate) struct Known {
    pub(crate) running: HashMap<MatchId, Running>,
    /// Matches of tables that this node has given away, with the codes of these.
    pub(crate) released: HashMap<MatchId, String>,
}

impl Matches {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn tail(&self, id: MatchId) -> Option<Tail> {
        self.lock().running.get(&id).map(|running| running.tail.clone())
    }

    /// Makes the effects of a group that is durable visible to readers and to the next group.
    pub(crate) fn apply(&self, group: &Group) {
        let mut known = self.lock();
        for effect in &group.effects {
            match effect {
                Effect::Opened(id, month) => {
                    known.running.insert(*id, Running { month: *month, tail: Tail::after(0) });
                }
                Effect::Step(id, step, place) => {
                    if let Some(running) = known.running.get_mut(id) {
                        running.tail.add(*step, &group.bytes[place.clone()]);
                    }
                }
                Effect::Ended(id) => drop(known.running.remove(id)),
            }
        }
    }
}

enum Effect {
    Opened(MatchId, i32),
    /// A step, and where its bytes are in the group.
    Step(MatchId, u64, Range<usize>),
    Ended(MatchId),
}

/// The content of a transaction.
#[derive(Default)]
pub(crate) struct Group<'a> {
    /// The steps of all units, as they are kept in the log: match, number, and the step.
    pub(crate) bytes: Vec<u8>,
    /// All other operations.
    pub(crate) ops: Vec<&'a Op>,
    effects: Vec<Effect>,
    /// The next step of matches that the group changes; none for those that are gone.
    next: HashMap<MatchId, Option<u64>>,
}

impl<'a> Group<'a> {
    /// The next step of a match, if this group decides it.
    pub(crate) fn next(&self, id: MatchId) -> Option<Option<u64>> {
        self.next.get(&id).copied()
    }

    /// Notes the next step of a match that the store has looked up.
    pub(crate) fn set_next(&mut self, id: MatchId, next: Option<u64>) {
        self.next.insert(id, next);
    }

    /// Adds a unit, completely or not at all. The next steps of its matches must be known.
    pub(crate) fn add(&mut self, ops: &'a [Op]) -> Result<(), StoreError> {
        let before = (self.bytes.len(), self.ops.len(), self.effects.len());
        let mut undo = Vec::new();
        for op in ops {
            if let Some(id) = op.of_match() {
                undo.push((id, self.next.get(&id).copied()));
            }
            if let Err(why) = self.add_op(op) {
                self.bytes.truncate(before.0);
                self.ops.truncate(before.1);
                self.effects.truncate(before.2);
                for (id, next) in undo.into_iter().rev() {
                    match next {
                        Some(next) => drop(self.next.insert(id, next)),
                        None => drop(self.next.remove(&id)),
                    }
                }
                return Err(why);
            }
        }
        Ok(())
    }

    fn add_op(&mut self, op: &'a Op) -> Result<(), StoreError> {
        match op {
            Op::Append(id, entry) => {
                if self.next.get(id).copied().flatten() != Some(entry.step) {
                    return Err(StoreError::Conflict(*id, entry.step));
                }
                self.put(*id, entry);
                self.next.insert(*id, Some(entry.step + 1));
                return Ok(());
            }
            Op::Open(opened) => {
                self.next.insert(opened.id, Some(1));
                self.effects.push(Effect::Opened(opened.id, month_of(opened.at)));
            }
            Op::Finish { id, .. } => self.effects.push(Effect::Ended(*id)),
            Op::DropMatch(id) | Op::DropFinished(id) => {
                self.next.insert(*id, None);
                self.effects.push(Effect::Ended(*id));
            }
            _ => (),
        }
        self.ops.push(op);
        Ok(())
    }

    fn put(&mut self, id: MatchId, entry: &Entry) {
        self.bytes.extend_from_slice(&id.number().to_le_bytes());
        record::number(entry.step, &mut self.bytes);
        let begin = self.bytes.len();
        record::write(entry, &mut self.bytes);
        self.effects.push(Effect::Step(id, entry.step, begin..self.bytes.len()));
    }

    /// The steps of a match that are not folded yet once this group is written, and its month.
    pub(crate) fn tail(&self, id: MatchId, matches: &Matches) -> Option<Running> {
        let mut running = matches.lock().running.get(&id).cloned();
        for effect in &self.effects {
            match effect {
                Effect::Opened(opened, month) if *opened == id => {
                    running = Some(Running { month: *month, tail: Tail::after(0) });
                }
                Effect::Step(of, step, place) if *of == id => {
                    if let Some(running) = &mut running {
                        running.tail.add(*step, &self.bytes[place.clone()]);
                    }
                }
                _ => (),
            }
        }
        running
    }
}

/// Passes the steps of a group in the log to `on_step`: match, number, and bytes. None if it is
/// damaged.
pub(crate) fn each_step<'a>(
    mut bytes: &'a [u8],
    mut on_step: impl FnMut(MatchId, u64, &'a [u8]),
) -> Option<()> {
    while !bytes.is_empty() {
        let id = u64::from_le_bytes(record::take(&mut bytes, 8)?.try_into().ok()?);
        let step = record::read_number(&mut bytes)?;
        let whole = bytes;
        record::read(step, &mut bytes)?;
        on_step(MatchId::new(id), step, &whole[..whole.len() - bytes.len()]);
    }
    Some(())
}
