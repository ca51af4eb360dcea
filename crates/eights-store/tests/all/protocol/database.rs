//! The database of the model: a primary whose commits wait for a standby, but may become visible before.

/// An incarnation of a node. A machine that comes back after it was fenced has another one.
pub(crate) type LaneId = u8;
pub(crate) const LANES: usize = 3;

/// A step of the table: its number, and what tells it from any other answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Step {
    pub(crate) at: u8,
    pub(crate) said: u8,
    pub(crate) lane: LaneId,
}

/// A transaction on its way to the primary. `seq` is the number that the lane must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Transaction {
    /// A group with a step.
    Step(LaneId, u8, Step),
    /// An empty group, for somebody who joined when this many steps had been told.
    Join(LaneId, u8, u8),
    Claim(LaneId, u8),
    /// Folds the steps and gives the table back.
    Release(LaneId, u8),
    /// Asks whether the group after this number was kept, and raises the lane (unless that rule is
    /// switched off), so that the group cannot arrive later.
    Resolve(LaneId, u8, bool),
    /// Closes a lane, folds its steps and frees its table. Needs no lane: a wrong guess is harmless.
    CloseOut(LaneId),
}

impl Transaction {
    fn lane(&self) -> LaneId {
        match *self {
            Transaction::Step(lane, ..)
            | Transaction::Join(lane, ..)
            | Transaction::Claim(lane, _)
            | Transaction::Release(lane, _)
            | Transaction::Resolve(lane, ..)
            | Transaction::CloseOut(lane) => lane,
        }
    }

    /// Whether this is the group that a lane with this number was about to write.
    pub(crate) fn is_group(&self, of: LaneId, number: u8) -> bool {
        match *self {
            Transaction::Step(lane, seq, _)
            | Transaction::Join(lane, seq, _)
            | Transaction::Claim(lane, seq)
            | Transaction::Release(lane, seq) => (lane, seq) == (of, number),
            Transaction::Resolve(..) | Transaction::CloseOut(_) => false,
        }
    }

    /// Whether this asks what became of a group.
    pub(crate) fn resolves(&self, group: &Transaction) -> bool {
        matches!(*self, Transaction::Resolve(lane, seq, _) if group.is_group(lane, seq))
    }

    fn locks_table(&self) -> bool {
        matches!(self, Transaction::Claim(..) | Transaction::Release(..) | Transaction::CloseOut(_))
    }

    /// Whether both lock the same row.
    fn meets(&self, other: &Transaction) -> bool {
        self.lane() == other.lane() || (self.locks_table() && other.locks_table())
    }
}

/// What a transaction reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    Done,
    /// The lane is closed.
    Fenced,
    /// The lane has another number: an earlier transaction of its own arrived late.
    OtherNumber,
    /// Somebody else has the table.
    Taken,
    /// The number of the lane now, and whether the group in question was kept.
    Resolved(u8, bool),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lane {
    seq: u8,
    /// The numbers of the groups that are in the log, as bits.
    groups: u16,
    is_closed: bool,
    log: Vec<Step>,
}

/// The rows, as one of the two servers has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Rows {
    lanes: [Lane; LANES],
    pub(crate) owner: Option<LaneId>,
    folded: Vec<Step>,
}

impl Rows {
    /// The journal that a reader sees: what is folded, then the logs that are not closed.
    pub(crate) fn journal(&self) -> Vec<Step> {
        let open = self.lanes.iter().filter(|lane| !lane.is_closed);
        self.folded.iter().chain(open.flat_map(|lane| &lane.log)).copied().collect()
    }

    fn fold(&mut self, lane: LaneId) {
        for step in std::mem::take(&mut self.lanes[usize::from(lane)].log) {
            // The second net: a step that does not follow is not folded.
            if usize::from(step.at) == self.folded.len() + 1 {
                self.folded.push(step);
            }
        }
    }

    fn apply(&mut self, transaction: Transaction, fence: bool) -> Outcome {
        let lane = &mut self.lanes[usize::from(transaction.lane())];
        match transaction {
            Transaction::CloseOut(dead) => {
                lane.is_closed = true;
                self.fold(dead);
                self.owner = self.owner.filter(|owner| *owner != dead);
                return Outcome::Done;
            }
            Transaction::Resolve(_, seq, raises) => {
                if fence && lane.is_closed {
                    return Outcome::Fenced;
                }
                let is_kept = lane.groups >> (seq + 1) & 1 == 1;
                lane.seq += u8::from(raises);
                return Outcome::Resolved(lane.seq, is_kept);
            }
            Transaction::Step(_, seq, _)
            | Transaction::Join(_, seq, _)
            | Transaction::Claim(_, seq)
            | Transaction::Release(_, seq) => {
                if fence && lane.is_closed {
                    return Outcome::Fenced;
                }
                if fence && lane.seq != seq {
                    return Outcome::OtherNumber;
                }
                if matches!(transaction, Transaction::Claim(..)) && self.owner.is_some() {
                    return Outcome::Taken;
                }
                lane.seq = lane.seq.max(seq + 1);
                lane.groups |= 1 << (seq + 1);
            }
        }
        match transaction {
            Transaction::Step(_, _, step) => lane.log.push(step),
            Transaction::Claim(lane, _) => self.owner = Some(lane),
            Transaction::Release(lane, _) => {
                self.fold(lane);
                self.owner = None;
            }
            _ => (),
        }
        Outcome::Done
    }
}

/// A commit that the standby does not have yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Commit {
    pub(crate) transaction: Transaction,
    pub(crate) outcome: Outcome,
    /// The wait was cancelled, or the primary restarted: everybody sees it, and it may yet be lost.
    pub(crate) is_exposed: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Database {
    pub(crate) standby: Rows,
    pub(crate) waiting: Vec<Commit>,
}

impl Database {
    /// The rows that a reader of the primary sees.
    pub(crate) fn visible(&self) -> Rows {
        let mut rows = self.standby.clone();
        for commit in self.waiting.iter().filter(|commit| commit.is_exposed) {
            rows.apply(commit.transaction, false);
        }
        rows
    }

    /// Runs a transaction up to its wait for the standby; none while it waits for a lock. One that
    /// is refused changes nothing, and is over at once.
    pub(crate) fn execute(&mut self, transaction: Transaction, fence: bool) -> Option<Outcome> {
        let mut hidden = self.waiting.iter().filter(|commit| !commit.is_exposed);
        if hidden.any(|commit| commit.transaction.meets(&transaction)) {
            return None;
        }
        let outcome = self.visible().apply(transaction, fence);
        if matches!(outcome, Outcome::Done | Outcome::Resolved(..)) {
            self.waiting.push(Commit { transaction, outcome, is_exposed: false });
        }
        Some(outcome)
    }

    /// The standby gets the oldest commit that it does not have.
    pub(crate) fn replicate(&mut self) -> Commit {
        let commit = self.waiting.remove(0);
        self.standby.apply(commit.transaction, false);
        commit
    }
}
