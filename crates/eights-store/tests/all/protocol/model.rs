//! The model: two machines, one table, and everything that can happen to them in any order.

use stateright::{Model, Property};

use super::database::{Database, LANES, LaneId, Outcome, Step, Transaction};

/// The rules of the protocol that can be switched off, to see what they are good for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// A group is refused if its lane is closed or has another number.
    pub(crate) fence: bool,
    /// A warning at COMMIT (the wait for the standby was cancelled) does not count as success.
    pub(crate) notices_are_unknown: bool,
    /// A person who joins sees the table only after an empty group is committed.
    pub(crate) joins_wait: bool,
    /// Resolving an unknown outcome raises the lane.
    pub(crate) raises_lanes: bool,
}

/// How often each kind of event may happen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) says: u8,
    pub(crate) joins: u8,
    pub(crate) close_outs: u8,
    /// Connections to the database that are lost while a transaction is under way.
    pub(crate) lost: u8,
    /// Cancelled waits and restarts of the primary.
    pub(crate) exposures: u8,
    pub(crate) failovers: u8,
    pub(crate) releases: u8,
}

pub(crate) struct Cluster {
    pub(crate) rules: Rules,
    pub(crate) limits: Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Doing {
    Nothing,
    Waiting(Transaction),
    /// The connection was lost, or a notice came: the transaction may be kept or not.
    Unsure(Transaction),
    /// Waits for the answer to that question.
    Resolving(Transaction),
    Fenced,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Machine {
    lane: LaneId,
    seq: u8,
    /// The steps of the table in memory, if the machine owns it.
    table: Option<Vec<Step>>,
    doing: Doing,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    database: Database,
    machines: [Machine; 2],
    /// Transactions that the primary has not begun. They may arrive late, or never.
    flying: Vec<Transaction>,
    next_lane: LaneId,
    /// What happened so far, against the limits.
    says: u8,
    joins: u8,
    close_outs: u8,
    lost: u8,
    exposures: u8,
    failovers: u8,
    releases: u8,
    /// The longest table that anybody was told.
    told: Vec<Step>,
    has_forked: bool,
    has_shown_old: bool,
    /// What was said by answers that were acknowledged.
    acknowledged: Vec<u8>,
    /// Whether an unknown outcome was resolved as kept, or as not kept.
    resolved: [bool; 2],
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    Say(usize),
    Join(usize),
    Claim(usize),
    Release(usize),
    /// Somebody takes a lane for dead, rightly or wrongly.
    CloseOut(LaneId),
    /// The primary runs a transaction that has arrived.
    Execute(usize),
    Replicate,
    /// The waits are cancelled, or the primary restarts.
    Expose,
    /// The primary is lost, and the standby takes its place.
    FailOver,
    LoseConnection(usize),
    Resolve(usize),
    /// A fenced machine starts again under another number.
    Rejoin(usize),
}

impl State {
    fn send(&mut self, machine: usize, transaction: Transaction) {
        self.machines[machine].doing = Doing::Waiting(transaction);
        self.launch(transaction);
    }

    /// The order of what is under way does not matter: states that differ only in it are the same.
    fn launch(&mut self, transaction: Transaction) {
        self.flying.push(transaction);
        self.flying.sort();
    }

    fn tell(&mut self, table: &[Step]) {
        let (short, long) =
            if table.len() < self.told.len() { (table, &self.told[..]) } else { (&self.told[..], table) };
        self.has_forked |= !long.starts_with(short);
        self.told = long.to_vec();
    }

    /// The database answers a machine, if that still waits for it.
    fn answer(&mut self, transaction: Transaction, outcome: Outcome) {
        for machine in 0..self.machines.len() {
            match self.machines[machine].doing {
                Doing::Waiting(own) if own == transaction => self.finish(machine, own, outcome),
                Doing::Resolving(own) if transaction.resolves(&own) => match outcome {
                    Outcome::Resolved(seq, true) => {
                        self.resolved[0] = true;
                        self.finish(machine, own, Outcome::Done);
                        self.machines[machine].seq = seq;
                    }
                    // Nobody was told, so the answer may be given again or not at all.
                    Outcome::Resolved(seq, false) => {
                        self.resolved[1] = true;
                        (self.machines[machine].seq, self.machines[machine].doing) = (seq, Doing::Nothing);
                    }
                    other => self.finish(machine, own, other),
                },
                _ => (),
            }
        }
    }

    fn finish(&mut self, machine: usize, transaction: Transaction, outcome: Outcome) {
        let own = &mut self.machines[machine];
        own.doing = Doing::Nothing;
        match outcome {
            Outcome::Fenced => (own.table, own.doing) = (None, Doing::Fenced),
            Outcome::OtherNumber => own.doing = Doing::Unsure(transaction),
            Outcome::Taken | Outcome::Resolved(..) => (),
            Outcome::Done => {
                own.seq += 1;
                match transaction {
                    Transaction::Step(_, _, step) => {
                        self.acknowledged.push(step.said);
                        own.table.get_or_insert_default().push(step);
                    }
                    Transaction::Claim(..) => own.table = Some(self.database.visible().journal()),
                    Transaction::Release(..) => own.table = None,
                    Transaction::Join(..) | Transaction::Resolve(..) | Transaction::CloseOut(_) => (),
                }
                let Some(table) = own.table.clone() else { return };
                if let Transaction::Join(_, _, since) = transaction {
                    self.has_shown_old |= table.len() < usize::from(since);
                }
                self.tell(&table);
            }
        }
    }

    /// Machines that wait for such a transaction do not learn its outcome.
    fn leave_unsure(&mut self, about: impl Fn(&Transaction) -> bool) {
        for machine in &mut self.machines {
            match machine.doing {
                Doing::Waiting(own) if about(&own) => machine.doing = Doing::Unsure(own),
                // The question is asked again.
                Doing::Resolving(own) if about(&own) => machine.doing = Doing::Unsure(own),
                _ => (),
            }
        }
    }
}

impl Model for Cluster {
    type State = State;
    type Action = Event;

    /// The first machine has the table.
    fn init_states(&self) -> Vec<State> {
        let machine = |lane| Machine { lane, seq: 0, table: None, doing: Doing::Nothing };
        let mut database = Database::default();
        database.standby.owner = Some(0);
        let mut machines = [machine(0), machine(1)];
        machines[0].table = Some(Vec::new());
        vec![State {
            database,
            machines,
            flying: Vec::new(),
            next_lane: 2,
            says: 0,
            joins: 0,
            close_outs: 0,
            lost: 0,
            exposures: 0,
            failovers: 0,
            releases: 0,
            told: Vec::new(),
            has_forked: false,
            has_shown_old: false,
            acknowledged: Vec::new(),
            resolved: [false; 2],
        }]
    }

    fn actions(&self, state: &State, events: &mut Vec<Event>) {
        let limits = &self.limits;
        for (index, machine) in state.machines.iter().enumerate() {
            match machine.doing {
                Doing::Nothing if machine.table.is_some() => {
                    events.extend((state.says < limits.says).then_some(Event::Say(index)));
                    events.extend((state.joins < limits.joins).then_some(Event::Join(index)));
                    events.extend((state.releases < limits.releases).then_some(Event::Release(index)));
                }
                Doing::Nothing => {
                    events.extend(state.database.visible().owner.is_none().then_some(Event::Claim(index)));
                }
                Doing::Waiting(_) | Doing::Resolving(_) => {
                    events.extend((state.lost < limits.lost).then_some(Event::LoseConnection(index)));
                }
                Doing::Unsure(_) => events.push(Event::Resolve(index)),
                Doing::Fenced => {
                    let is_free = usize::from(state.next_lane) < LANES;
                    events.extend(is_free.then_some(Event::Rejoin(index)));
                }
            }
        }
        if state.close_outs < limits.close_outs {
            events.extend((0..state.next_lane).map(Event::CloseOut));
        }
        events.extend((0..state.flying.len()).map(Event::Execute));
        if !state.database.waiting.is_empty() {
            events.push(Event::Replicate);
            events.extend((state.exposures < limits.exposures).then_some(Event::Expose));
        }
        events.extend((state.failovers < limits.failovers).then_some(Event::FailOver));
    }

    fn next_state(&self, last: &State, event: Event) -> Option<State> {
        let mut state = last.clone();
        match event {
            Event::Say(index) => {
                state.says += 1;
                let (machine, said) = (&state.machines[index], state.says);
                let at = machine.table.as_ref()?.len() as u8 + 1;
                let step = Step { at, said, lane: machine.lane };
                state.send(index, Transaction::Step(machine.lane, machine.seq, step));
            }
            Event::Join(index) => {
                state.joins += 1;
                let (machine, since) = (&state.machines[index], state.told.len() as u8);
                if self.rules.joins_wait {
                    state.send(index, Transaction::Join(machine.lane, machine.seq, since));
                } else {
                    state.has_shown_old |= machine.table.as_ref()?.len() < usize::from(since);
                }
            }
            Event::Claim(index) => {
                let machine = &state.machines[index];
                state.send(index, Transaction::Claim(machine.lane, machine.seq));
            }
            Event::Release(index) => {
                state.releases += 1;
                let machine = &state.machines[index];
                state.send(index, Transaction::Release(machine.lane, machine.seq));
            }
            Event::CloseOut(lane) => {
                state.close_outs += 1;
                state.launch(Transaction::CloseOut(lane));
            }
            Event::Execute(index) => {
                let transaction = state.flying[index];
                let outcome = state.database.execute(transaction, self.rules.fence)?;
                state.flying.remove(index);
                if !matches!(outcome, Outcome::Done | Outcome::Resolved(..)) {
                    state.answer(transaction, outcome);
                }
            }
            Event::Replicate => {
                let commit = state.database.replicate();
                state.answer(commit.transaction, commit.outcome);
            }
            Event::Expose => {
                state.exposures += 1;
                for index in 0..state.database.waiting.len() {
                    let commit = &mut state.database.waiting[index];
                    commit.is_exposed = true;
                    let (transaction, outcome) = (commit.transaction, commit.outcome);
                    if self.rules.notices_are_unknown {
                        state.leave_unsure(|own| *own == transaction || transaction.resolves(own));
                    } else {
                        state.answer(transaction, outcome);
                    }
                }
            }
            Event::FailOver => {
                state.failovers += 1;
                state.database.waiting.clear();
                state.flying.clear();
                state.leave_unsure(|_| true);
            }
            Event::LoseConnection(index) => {
                state.lost += 1;
                let machine = &mut state.machines[index];
                if let Doing::Waiting(own) | Doing::Resolving(own) = machine.doing {
                    machine.doing = Doing::Unsure(own);
                }
            }
            Event::Resolve(index) => {
                let machine = &mut state.machines[index];
                let Doing::Unsure(own) = machine.doing else { return None };
                machine.doing = Doing::Resolving(own);
                let resolve = Transaction::Resolve(machine.lane, machine.seq, self.rules.raises_lanes);
                state.launch(resolve);
            }
            Event::Rejoin(index) => {
                let lane = state.next_lane;
                state.next_lane += 1;
                state.machines[index] = Machine { lane, seq: 0, table: None, doing: Doing::Nothing };
            }
        }
        Some(state)
    }

    fn properties(&self) -> Vec<Property<Cluster>> {
        vec![
            Property::always("what was told is kept", |_, state: &State| {
                state.database.standby.journal().starts_with(&state.told)
            }),
            Property::always("what was told is one chain", |_, state: &State| !state.has_forked),
            Property::always("a step is kept once, in its place", |_, state: &State| {
                let journal = state.database.standby.journal();
                let is_chain = journal.iter().zip(1..).all(|(step, at)| step.at == at);
                let is_once = (1..journal.len())
                    .all(|end| journal[..end].iter().all(|step| step.said != journal[end].said));
                is_chain && is_once
            }),
            Property::always("an acknowledged answer is kept", |_, state: &State| {
                let journal = state.database.standby.journal();
                state.acknowledged.iter().all(|said| journal.iter().any(|step| step.said == *said))
            }),
            Property::always("nobody is shown an old table", |_, state: &State| !state.has_shown_old),
            Property::sometimes("another machine plays on", |_, state: &State| {
                state.told.first().zip(state.told.last()).is_some_and(|(first, last)| first.lane != last.lane)
            }),
            Property::sometimes("a table is played on after a failover", |model, state: &State| {
                let all = usize::from(model.limits.says);
                model.limits.failovers == 0 || (state.failovers > 0 && state.told.len() == all)
            }),
            Property::sometimes("an unknown outcome was kept", |model, state: &State| {
                model.limits.lost == 0 || state.resolved[0]
            }),
            Property::sometimes("an unknown outcome was not kept", |model, state: &State| {
                model.limits.lost == 0 || state.resolved[1]
            }),
        ]
    }
}
