//! The store: its threads and connections, and what it does with operations and reads.

use std::{
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread::JoinHandle,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use eights_match::{Entry, Head};

use crate::{
    Expired, FinishedRow, KeepLimits, MatchId, Op, Pending, PersonId, PersonRow, Places, Rooms, SheetRow,
    Store, StoreError, pending,
    queue::{MAX_BATCH_WAIT, Queue},
};

use super::{
    beats::Beats,
    database::Database,
    group::Matches,
    lane::{Answer, Common, Job, Lane, lane_of},
    reader::Readers,
    schema, take_over,
};

/// Writer threads. While one group waits for the standby, the other lane gathers the next.
const LANES: usize = 2;
/// How long a read of tables from a queue may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// A clock that differs by more from the database's is reported.
const MAX_CLOCK_ERROR: Duration = Duration::from_secs(60);

/// A store in a PostgreSQL database.
pub struct Postgres {
    pub(super) database: Database,
    /// Where other nodes reach this one; empty if the database is not shared.
    pub(super) address: String,
    pub(super) node: RwLock<Arc<Node>>,
    pub(super) readers: Readers,
    pub(super) problems: Vec<String>,
    is_closed: AtomicBool,
}

/// A node that is registered in the database, with its threads.
pub(super) struct Node {
    pub(super) common: Arc<Common>,
    queues: Vec<Arc<Queue<Job>>>,
    lanes: Mutex<Vec<JoinHandle<()>>>,
    beats: Beats,
}

impl Postgres {
    /// Opens a database for one server. Takes over from one that has died, and refuses to if another
    /// one is alive.
    ///
    /// # Errors
    ///
    /// One sentence that says what is wrong with the database.
    pub fn open(url: &str) -> Result<Postgres, StoreError> {
        let store = Postgres::start(url, "")?;
        store.take_all()?;
        Ok(store)
    }

    /// Opens a database that this server shares with others, which reach it at an address.
    ///
    /// # Errors
    ///
    /// One sentence that says what is wrong with the database.
    pub fn open_shared(url: &str, address: &str) -> Result<Postgres, StoreError> {
        Postgres::start(url, address)
    }

    fn start(url: &str, address: &str) -> Result<Postgres, StoreError> {
        let database = Database::read(url)?;
        let readers = Readers::new(database.clone())?;
        readers.write(async |connection| schema::prepare(&connection).await)?;
        let (node, clock) = Node::start(&database, &readers, address)?;
        Ok(Postgres {
            database,
            address: address.into(),
            node: RwLock::new(Arc::new(node)),
            readers,
            problems: clock_error(clock).into_iter().collect(),
            is_closed: AtomicBool::new(false),
        })
    }

    pub(super) fn current(&self) -> Arc<Node> {
        self.node.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks a lane and waits for its answer.
    pub(super) fn ask<T>(&self, job: impl FnOnce(Answer<T>) -> Job) -> Result<T, StoreError> {
        let node = self.current();
        node.common.check_fence()?;
        let (answer, waits) = mpsc::channel();
        node.queues[0].put(job(answer));
        let slow = || StoreError::Failed("the database does not answer in time".into());
        waits.recv_timeout(ANSWER_TIMEOUT).map_err(|_| slow())?
    }
}

impl Node {
    /// Registers a node and starts its threads. Also returns the time by the database's clock.
    pub(super) fn start(
        database: &Database,
        readers: &Readers,
        address: &str,
    ) -> Result<(Node, SystemTime), StoreError> {
        let address = address.to_owned();
        let (node, clock) =
            readers.write(async move |connection| take_over::register(&connection, &address, LANES).await)?;
        let common = Arc::new(Common {
            database: database.clone(),
            node,
            matches: Matches::default(),
            is_fenced: AtomicBool::new(false),
            is_closing: AtomicBool::new(false),
        });
        let (mut queues, mut lanes) = (Vec::new(), Vec::new());
        for number in 0..LANES {
            let queue = Arc::new(Queue::new(MAX_BATCH_WAIT));
            let (lane, abandon) = (Lane::new(common.clone(), number as i32), AbandonOnDrop(queue.clone()));
            let thread = std::thread::Builder::new()
                .name(format!("journal-{number}"))
                .spawn(move || lane.run(&abandon.0, LANES))
                .map_err(|error| StoreError::Failed(format!("no thread for the journal: {error}")))?;
            queues.push(queue);
            lanes.push(thread);
        }
        let beats = Beats::start(common.clone())?;
        Ok((Node { common, queues, lanes: Mutex::new(lanes), beats }, clock))
    }

    /// Finishes pending writes and ends the threads.
    pub(super) fn stop(&self) {
        self.common.is_closing.store(true, Ordering::SeqCst);
        self.queues.iter().for_each(|queue| queue.close());
        for lane in self.lanes.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = lane.join();
        }
        self.beats.stop();
    }
}

/// Abandons the queue when the writer thread ends for any reason, so that nobody waits for ever.
struct AbandonOnDrop(Arc<Queue<Job>>);

impl Drop for AbandonOnDrop {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

/// A sentence if the clock of this machine differs much from the database's.
fn clock_error(theirs: SystemTime) -> Option<String> {
    let ours = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let theirs = theirs.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (far, way) = if ours > theirs { (ours - theirs, "ahead of") } else { (theirs - ours, "behind") };
    (far > MAX_CLOCK_ERROR).then(|| {
        let minutes = (far.as_secs() + 30) / 60;
        format!(
            "the clock of this machine is {minutes} minutes {way} the database's: dates in journals and lists are wrong until it is set"
        )
    })
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.close();
    }
}

impl Store for Postgres {
    fn write(&self, ops: Vec<Op>) -> Pending {
        let (done, waits) = pending();
        let node = self.current();
        if node.common.check_fence().is_err() {
            let _ = done.send(Err(StoreError::Fenced));
            return waits;
        }
        // The steps of a match are always on the same lane, in their order.
        let of_match = |op: &Op| match op {
            Op::Append(id, _) => Some(*id),
            other => other.of_match(),
        };
        let lane = ops.iter().find_map(of_match).map_or(0, |id| lane_of(id, LANES));
        node.queues[lane].put(Job::Unit(ops, done));
        waits
    }

    fn close(&self) {
        if self.is_closed.swap(true, Ordering::SeqCst) {
            return;
        }
        let node = self.current();
        node.stop();
        // Folds everything and frees all tables; if it fails, the next server does it.
        let _ = self.close_out(node.common.node);
        self.readers.close();
    }

    fn journal(&self, id: MatchId) -> Result<Option<(Head, Vec<Entry>)>, StoreError> {
        self.read_journal(id)
    }

    fn rooms(&self) -> Result<Rooms, StoreError> {
        self.read_rooms()
    }

    fn room(&self, code: &str) -> Result<Option<String>, StoreError> {
        self.read_room(code)
    }

    fn person(&self, id: PersonId) -> Result<Option<PersonRow>, StoreError> {
        self.read_person(id)
    }

    fn bans(&self) -> Result<Vec<String>, StoreError> {
        self.read_bans()
    }

    fn sheet(&self, game: &str, hash: &str) -> Result<Option<SheetRow>, StoreError> {
        self.read_sheet(game, hash)
    }

    fn sheets_by(
        &self,
        person: PersonId,
        after: Option<(&str, &str)>,
        limit: u32,
    ) -> Result<Vec<SheetRow>, StoreError> {
        self.read_sheets_by(person, after, limit)
    }

    fn matches_of(
        &self,
        person: PersonId,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        self.read_matches_of(person, after, limit)
    }

    fn expired(&self, limits: KeepLimits, limit: u32) -> Result<Expired, StoreError> {
        self.read_expired(limits, limit)
    }

    fn steps(&self, id: MatchId, after: u64) -> Result<Vec<Entry>, StoreError> {
        self.read_steps(id, after)
    }

    fn finished(&self, of: PersonId, before: u64, limit: u32) -> Result<Vec<FinishedRow>, StoreError> {
        self.read_finished(of, before, limit)
    }

    fn finished_one(&self, id: MatchId) -> Result<Option<FinishedRow>, StoreError> {
        self.read_finished_one(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_an_hour_off_is_reported_in_one_sentence() {
        let hour = std::time::Duration::from_secs(3600);
        assert_eq!(clock_error(SystemTime::now()), None);
        let ahead = clock_error(SystemTime::now() - hour).unwrap();
        assert!(
            ahead.starts_with("the clock of this machine is 60 minutes ahead of the database's: "),
            "{ahead}"
        );
        let behind = clock_error(SystemTime::now() + hour).unwrap();
        assert!(
            behind.starts_with("the clock of this machine is 60 minutes behind the database's: "),
            "{behind}"
        );
    }
}
