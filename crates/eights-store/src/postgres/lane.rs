//! A lane: one writer thread with a connection of its own, whose row in the database fences it.
//!
//! Everything that waits is written in one transaction (group commit), and the transaction compares
//! and raises the number of the lane. A node that was closed out therefore cannot write, whatever it
//! believes. If the connection is lost at COMMIT, the lane asks what became of the group, by a
//! transaction that raises the number again: then the group is in for good, or cannot come any more.
//! The model in `tests/all/protocol` shows what goes wrong without each of these rules.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    time::{Duration, Instant},
};

use super::{
    connection::Connection,
    database::Database,
    error::Trouble,
    group::{Group, Matches, Running},
    schema, write,
    write::signed,
};
use crate::{Claim, Done, MatchId, NodeId, Op, Released, RoomRow, StoreError, queue::Queue, tails::Tail};

/// The log of a lane is folded when it is longer than this.
const MAX_LOG_BYTES: usize = 16 << 20;
/// How many matches are folded in one transaction, so that steps do not wait long for it.
const MAX_FOLDED: usize = 256;
/// How long to wait before a connection is tried again.
const RECONNECT_DELAY: Duration = Duration::from_millis(200);
/// How long a store that is being closed waits for its database.
const MAX_CLOSING: Duration = Duration::from_secs(10);

/// The answer to a question that somebody waits for on another thread.
pub(crate) type Answer<T> = mpsc::Sender<Result<T, StoreError>>;

pub(crate) enum Job {
    Unit(Vec<Op>, Done),
    Claim(String, Answer<Claim>),
    ClaimSome(u32, Answer<Vec<RoomRow>>),
    Release(Vec<Released>, Answer<()>),
}

/// What the lanes of a node have in common.
pub(crate) struct Common {
    pub(crate) database: Database,
    pub(crate) node: NodeId,
    pub(crate) matches: Matches,
    pub(crate) is_fenced: AtomicBool,
    pub(crate) is_closing: AtomicBool,
}

impl Common {
    pub(crate) fn check_fence(&self) -> Result<(), StoreError> {
        if self.is_fenced.load(Ordering::SeqCst) { Err(StoreError::Fenced) } else { Ok(()) }
    }
}

pub(crate) struct Lane {
    pub(super) common: Arc<Common>,
    pub(super) number: i32,
    /// The number of the last group.
    pub(super) seq: i64,
    connection: Option<Connection>,
    /// When the store began to be closed.
    closing_since: Option<Instant>,
    /// Bytes in the log.
    logged: usize,
    /// Matches to fold, and the group up to which the log is then dropped.
    folding: Option<(Vec<MatchId>, i64)>,
}

/// What became of a group.
pub(super) enum Fate {
    Written,
    /// It is in, but its results were lost with the connection.
    Kept,
}

/// Whether a lane is responsible for a match.
pub(crate) fn lane_of(id: MatchId, lanes: usize) -> usize {
    (id.number() % lanes as u64) as usize
}

impl Lane {
    pub(crate) fn new(common: Arc<Common>, number: i32) -> Lane {
        Lane { common, number, seq: 0, connection: None, closing_since: None, logged: 0, folding: None }
    }

    /// Writes until the queue is closed.
    pub(crate) fn run(mut self, queue: &Queue<Job>, lanes: usize) {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        let (mut batch, mut last) = (Vec::new(), 0);
        loop {
            queue.take(last, &mut batch);
            last = batch.len();
            if last == 0 {
                return;
            }
            runtime.block_on(self.write_all(std::mem::take(&mut batch), lanes));
        }
    }

    async fn write_all(&mut self, batch: Vec<Job>, lanes: usize) {
        let mut units = Vec::with_capacity(batch.len());
        for job in batch {
            match job {
                Job::Unit(ops, done) => units.push((ops, done)),
                other => {
                    self.write_units(std::mem::take(&mut units)).await;
                    self.answer(other).await;
                }
            }
        }
        self.write_units(units).await;
        self.shorten_log(lanes).await;
    }

    /// Writes units as one group. If the database refuses one of them, each is written alone.
    async fn write_units(&mut self, units: Vec<(Vec<Op>, Done)>) {
        let mut group = Group::default();
        let mut results = Vec::with_capacity(units.len());
        for (ops, _) in &units {
            let known = self.look_up(ops, &mut group).await;
            results.push(known.and_then(|()| group.add(ops)));
        }
        let accepted = results.iter().filter(|result| result.is_ok()).count();
        let mut failed = None;
        if accepted > 0 {
            match self.commit(&group).await {
                Ok(()) => self.common.matches.apply(&group),
                Err(StoreError::Fenced) => failed = Some(StoreError::Fenced),
                Err(_) if accepted > 1 => {
                    for ((ops, done), result) in units.into_iter().zip(results) {
                        let alone = match result {
                            Ok(()) => self.write_alone(&ops).await,
                            refused => refused,
                        };
                        let _ = done.send(alone);
                    }
                    return;
                }
                Err(why) => failed = Some(why),
            }
        }
        for ((_, done), result) in units.into_iter().zip(results) {
            let result = result.and_then(|()| failed.clone().map_or(Ok(()), Err));
            let _ = done.send(result);
        }
    }

    async fn write_alone(&mut self, ops: &[Op]) -> Result<(), StoreError> {
        let mut group = Group::default();
        self.look_up(ops, &mut group).await?;
        group.add(ops)?;
        self.commit(&group).await?;
        self.common.matches.apply(&group);
        Ok(())
    }

    /// Finds out the next step of every match to which a unit appends.
    async fn look_up(&mut self, ops: &[Op], group: &mut Group<'_>) -> Result<(), StoreError> {
        self.common.check_fence()?;
        for op in ops {
            let Op::Append(id, _) = op else { continue };
            if let Some(code) = self.common.matches.lock().released.get(id) {
                return Err(StoreError::NotOwner(code.clone()));
            }
            if group.next(*id).is_some() {
                continue;
            }
            let next = match self.common.matches.tail(*id) {
                Some(tail) => Some(tail.next()),
                None => self.stored_steps(*id).await?.map(|count| count + 1),
            };
            group.set_next(*id, next);
        }
        Ok(())
    }

    /// How many steps of a match are folded; none if there is no such match.
    async fn stored_steps(&mut self, id: MatchId) -> Result<Option<u64>, StoreError> {
        const READ: &str = "SELECT month, (SELECT COALESCE(SUM(count), 0)::bigint FROM steps
            WHERE steps.match = match.id AND steps.month = match.month),
            EXISTS (SELECT 1 FROM steps WHERE steps.match = match.id AND count = 0) FROM match WHERE id = $1";
        let row = loop {
            let connection = self.connected().await?;
            match connection.query_opt(READ, &[&signed(id.number())]).await.map_err(Trouble::from) {
                Ok(row) => break row,
                Err(Trouble::Refused(why)) => return Err(why),
                Err(_) => self.connection = None,
            }
        };
        let Some(row) = row else { return Ok(None) };
        let (month, count) = (row.get(0), row.get::<_, i64>(1) as u64);
        if row.get(2) {
            return Err(StoreError::Failed(format!("step {} of match {id} is missing", count + 1)));
        }
        let running = Running { month, tail: Tail::after(count) };
        self.common.matches.lock().running.insert(id, running);
        Ok(Some(count))
    }

    /// Writes a group of units.
    async fn commit(&mut self, group: &Group<'_>) -> Result<(), StoreError> {
        let common = self.common.clone();
        self.logged += group.bytes.len();
        self.transact(
            &group.bytes,
            async |connection: &Connection| {
                for op in &group.ops {
                    write::apply(connection, op, group, &common.matches, common.node).await?;
                }
                Ok(())
            },
            group.ops.is_empty(),
            group,
        )
        .await
        .map(drop)
    }

    /// Writes a group: raises the lane, adds the bytes to the log, does the work, and commits. Waits
    /// for as long as there is no database.
    pub(super) async fn transact(
        &mut self,
        bytes: &[u8],
        mut work: impl AsyncFnMut(&Connection) -> Result<(), Trouble>,
        is_only_log: bool,
        group: &Group<'_>,
    ) -> Result<Fate, StoreError> {
        loop {
            self.common.check_fence()?;
            let (common, lane, seq) = (self.common.clone(), self.number, self.seq);
            let connection = self.connected().await?;
            match attempt(connection, common.node, lane, seq, bytes, &mut work, is_only_log).await {
                Ok(()) => {
                    self.seq += 1;
                    return Ok(Fate::Written);
                }
                Err(Trouble::Refused(why)) => return Err(why),
                Err(Trouble::Again) => (),
                Err(Trouble::NoPartition) => {
                    for op in &group.ops {
                        if let Op::Open(opened) = op {
                            schema::add_month(connection, schema::month_of(opened.at)).await?;
                        }
                    }
                }
                Err(Trouble::Missed | Trouble::Unknown) => {
                    if self.resolve().await? {
                        return Ok(Fate::Kept);
                    }
                }
            }
        }
    }

    /// Finds out whether the group after the last one was kept, and makes sure that it cannot be later.
    async fn resolve(&mut self) -> Result<bool, StoreError> {
        loop {
            let (node, lane, wanted) = (signed(self.common.node.0), self.number, self.seq + 1);
            let connection = self.connected().await?;
            match ask(connection, node, lane, wanted).await {
                Ok(Some((seq, is_kept))) => {
                    self.seq = seq;
                    return Ok(is_kept);
                }
                Ok(None) => {
                    self.common.is_fenced.store(true, Ordering::SeqCst);
                    return Err(StoreError::Fenced);
                }
                Err(_) => {
                    self.connection = None;
                    tokio::time::sleep(RECONNECT_DELAY).await;
                }
            }
        }
    }

    /// The connection; waits until there is one.
    pub(super) async fn connected(&mut self) -> Result<&Connection, StoreError> {
        while self.connection.as_ref().is_none_or(Connection::is_closed) {
            self.connection = Connection::open(&self.common.database).await.ok();
            if self.connection.is_some() {
                break;
            }
            if self.common.is_closing.load(Ordering::SeqCst) {
                let since = *self.closing_since.get_or_insert_with(Instant::now);
                if since.elapsed() > MAX_CLOSING {
                    return Err(StoreError::Failed("the database cannot be reached".into()));
                }
            }
            tokio::time::sleep(RECONNECT_DELAY).await;
        }
        self.connection.as_ref().ok_or_else(|| StoreError::Failed("the database cannot be reached".into()))
    }

    /// Folds the matches of a log that has grown long, some at a time, and then drops the log.
    async fn shorten_log(&mut self, lanes: usize) {
        if self.folding.is_none() && self.logged > MAX_LOG_BYTES {
            let known = self.common.matches.lock();
            let own = known.running.iter().filter(|(id, running)| {
                running.tail.count > 0 && lane_of(**id, lanes) == self.number as usize
            });
            self.folding = Some((own.map(|(id, _)| *id).collect(), self.seq));
            self.logged = 0;
        }
        let Some((mut ids, until)) = self.folding.take() else { return };
        let some = ids.split_off(ids.len().saturating_sub(MAX_FOLDED));
        let tails: Vec<(MatchId, Running)> = {
            let known = self.common.matches.lock();
            some.iter().filter_map(|id| Some((*id, known.running.get(id)?.clone()))).collect()
        };
        let (node, lane, is_last) = (signed(self.common.node.0), self.number, ids.is_empty());
        let done = self
            .transact(
                &[],
                async |connection: &Connection| {
                    write::fold_all(connection, &tails).await?;
                    if is_last {
                        const DROP: &str = "DELETE FROM log WHERE node = $1 AND lane = $2 AND seq <= $3";
                        connection.execute(DROP, &[&node, &lane, &until]).await?;
                    }
                    Ok(())
                },
                false,
                &Group::default(),
            )
            .await;
        if done.is_ok() {
            let mut known = self.common.matches.lock();
            for (id, folded) in tails {
                if let Some(running) = known.running.get_mut(&id) {
                    running.tail = Tail::after(folded.tail.next() - 1);
                }
            }
        } else {
            // Nothing is lost: the log is read when the node is closed out. Try again later.
            ids.extend(some);
        }
        if !ids.is_empty() {
            self.folding = Some((ids, until));
        }
    }
}

/// One try to write a group.
async fn attempt(
    connection: &Connection,
    node: NodeId,
    lane: i32,
    seq: i64,
    bytes: &[u8],
    work: &mut impl AsyncFnMut(&Connection) -> Result<(), Trouble>,
    is_only_log: bool,
) -> Result<(), Trouble> {
    const GROUP: &str = "WITH mine AS (UPDATE lane SET seq = seq + 1
        WHERE node = $1 AND lane = $2 AND seq = $3 AND NOT closed RETURNING seq)
        INSERT INTO log SELECT $1, $2, seq, $4 FROM mine";
    let node = signed(node.0);
    connection.take_warning();
    if is_only_log {
        // The statement is its own transaction, which saves two round trips.
        if connection.execute(GROUP, &[&node, &lane, &seq, &bytes]).await? == 0 {
            return Err(Trouble::Missed);
        }
    } else {
        connection.batch("BEGIN").await?;
        let done = async {
            if connection.execute(GROUP, &[&node, &lane, &seq, &bytes]).await? == 0 {
                return Err(Trouble::Missed);
            }
            work(connection).await
        };
        if let Err(trouble) = done.await {
            // If this fails the connection is gone, and the transaction with it.
            let _ = connection.batch("ROLLBACK").await;
            return Err(trouble);
        }
        connection.batch("COMMIT").await?;
    }
    // A warning says that the wait for the standby was cancelled: the group is here, and may be lost yet.
    if connection.take_warning() { Err(Trouble::Unknown) } else { Ok(()) }
}

/// Raises the number of a lane and asks for a group of it; none if the lane is closed.
async fn ask(
    connection: &Connection,
    node: i64,
    lane: i32,
    wanted: i64,
) -> Result<Option<(i64, bool)>, Trouble> {
    const RAISE: &str =
        "UPDATE lane SET seq = seq + 1 WHERE node = $1 AND lane = $2 AND NOT closed RETURNING seq";
    // A statement of its own: the first one may wait for the group, and does not see what it wrote.
    const FIND: &str = "SELECT 1 FROM log WHERE node = $1 AND lane = $2 AND seq = $3";
    connection.take_warning();
    connection.batch("BEGIN").await?;
    let raised = connection.query_opt(RAISE, &[&node, &lane]).await?;
    let found = connection.query_opt(FIND, &[&node, &lane, &wanted]).await?;
    connection.batch("COMMIT").await?;
    if connection.take_warning() {
        return Err(Trouble::Unknown);
    }
    Ok(raised.map(|row| (row.get(0), found.is_some())))
}
