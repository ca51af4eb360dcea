//! All tables of the server: founded, found by their code, rebuilt after a start.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use eights_store::{PersonId, RoomRow, Store, StoreError};
use eights_wire::Phase;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::{
    bots::{self, Bots},
    clock::Clock,
    config::Config,
    driver::{Driver, ToRoom},
    health::Health,
    library::Library,
    limits::{Refusals, Seldom},
    metrics::Metrics,
    quota::{Held, Quotas},
    room::{ConnectionId, Founding, Listed, Room, RoomConfig, Saved},
    sessions::Sessions,
    upkeep::Seen,
};

/// Everything the server holds.
pub(crate) struct Hub {
    /// What the operator decided.
    pub(crate) config: Config,
    /// What time it is.
    pub(crate) clock: Arc<Clock>,
    /// Where everything is kept.
    pub(crate) store: Arc<dyn Store>,
    /// The rule sets.
    pub(crate) library: Library,
    /// What is counted.
    pub(crate) metrics: Metrics,
    /// Where bots think.
    pub(crate) bots: Bots,
    /// The open connections of each person.
    pub(crate) sessions: Sessions,
    /// Whether the store can be written.
    pub(crate) health: Health,
    /// For the log: how often it could not, and what strangers were refused.
    pub(crate) unready: Seldom,
    pub(crate) refusals: Refusals,
    /// The people who sent a request lately.
    pub(crate) seen: Seen,
    /// What each address may create.
    pub(crate) quotas: Quotas,
    room_config: Arc<RoomConfig>,
    tables: Mutex<HashMap<String, Table>>,
    /// The tables that everybody may see, in the order of the list.
    public: Mutex<BTreeMap<Place, Listed>>,
    next_line: AtomicU32,
    draining: AtomicBool,
}

/// A table as the rest of the server knows it.
struct Table {
    room: UnboundedSender<ToRoom>,
    host: PersonId,
    /// Where it is in the list of public tables, if it is there.
    place: Option<Place>,
    /// Whether somebody is connected.
    is_busy: bool,
    /// The saved rule sheet that it uses: game and hash.
    sheet: Option<Box<(String, String)>>,
    /// Counts against the address it was founded from; none after a restart.
    _quota: Option<Held>,
}

/// The order of public tables: those that still gather first, then by code.
type Place = (bool, String);

/// Letters and digits that nobody confuses when they are read out.
const LETTERS: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/// How long a code is. The module `guesses` says why.
const CODE: usize = 8;
/// How many public tables are listed at a time.
const PAGE: usize = 50;

/// Something that nobody can guess.
pub(crate) fn luck() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    bytes
}

impl Hub {
    /// A hub without tables.
    pub(crate) fn new(config: Config, store: Arc<dyn Store>, clock: Arc<Clock>) -> Arc<Hub> {
        Hub::with_levels(config, store, clock, bots::is_level)
    }

    /// A hub with another idea of which levels there are.
    pub(crate) fn with_levels(
        config: Config,
        store: Arc<dyn Store>,
        clock: Arc<Clock>,
        is_level: fn(&str) -> bool,
    ) -> Arc<Hub> {
        let room_config = RoomConfig {
            run_outs: config.run_outs.max(1),
            grace: config.grace,
            shuffle_wait: config.shuffle_wait,
            stand_in: config.stand_in.clone(),
            table_idle: config.table_idle * 1000,
            match_idle: config.match_idle * 1000,
            hint_rate: config.hint_rate,
            is_level,
        };
        Arc::new(Hub {
            library: Library::new(store.clone()),
            quotas: Quotas::new(&config),
            bots: Bots::new(Duration::from_millis(config.bot_pause)),
            sessions: Sessions::default(),
            config,
            health: Health::new(store.clone()),
            clock,
            store,
            unready: Seldom::default(),
            refusals: Refusals::default(),
            metrics: Metrics::default(),
            seen: Seen::default(),
            room_config: Arc::new(room_config),
            tables: Mutex::default(),
            public: Mutex::default(),
            next_line: AtomicU32::new(1),
            draining: AtomicBool::new(false),
        })
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Table>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn public(&self) -> MutexGuard<'_, BTreeMap<Place, Listed>> {
        self.public.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads every table from the store and lets it go on. Returns how many,
    /// and a sentence for each that cannot.
    ///
    /// # Errors
    ///
    /// When the store cannot be read at all.
    pub(crate) fn wake(self: &Arc<Hub>) -> Result<(usize, Vec<String>), StoreError> {
        let (rows, mut problems) = self.store.rooms()?;
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let each = rows.len().div_ceil(threads).max(1);
        let read = |row: &RoomRow| match self.restore(&row.saved) {
            Ok(mut room) => {
                room.add_idle(row.idle * 60_000);
                Ok(room)
            }
            Err(why) => Err(format!("table {} cannot go on: {why}", row.code)),
        };
        let restored: Vec<Result<Room, String>> = std::thread::scope(|scope| {
            let read = &read;
            let work = |rows| scope.spawn(move || -> Vec<_> { <[_]>::iter(rows).map(read).collect() });
            let workers: Vec<_> = rows.chunks(each).map(work).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
        });
        let mut count = 0;
        for room in restored {
            match room {
                Ok(room) => {
                    self.seat(room, None);
                    count += 1;
                }
                Err(why) => problems.push(why),
            }
        }
        Ok((count, problems))
    }

    /// A room from what was kept of it.
    fn restore(&self, saved: &str) -> Result<Room, String> {
        let mut saved: Saved =
            serde_json::from_str(saved).map_err(|error| format!("it is damaged: {error}"))?;
        if saved.phase == Phase::Gathering {
            saved.played = None;
        }
        let journal = match saved.played {
            Some((id, _)) => self.store.journal(id).map_err(|why| why.to_string())?,
            None => None,
        };
        let rules = match &journal {
            Some((head, _)) => self.library.of_head(head)?,
            None => self.library.get(&saved.game, &saved.rules)?,
        };
        Room::restore(saved, rules, journal, self.room_config.clone(), self.clock.now())
    }

    /// Reads one room again.
    pub(crate) async fn read(self: &Arc<Hub>, code: &str) -> Result<Option<Box<Room>>, String> {
        let (hub, code) = (self.clone(), code.to_owned());
        let read = move || match hub.store.room(&code) {
            Ok(Some(saved)) => hub.restore(&saved).map(|room| Some(Box::new(room))),
            Ok(None) => Ok(None),
            Err(why) => Err(why.to_string()),
        };
        tokio::task::spawn_blocking(read).await.unwrap_or_else(|_| Err("reading it failed".into()))
    }

    /// Gives a room its task.
    fn seat(self: &Arc<Hub>, room: Room, quota: Option<Held>) {
        let (send, receive) = unbounded_channel();
        let code = room.code().to_owned();
        let driver = Driver::new(self.clone(), code.clone(), send.downgrade());
        let table =
            Table { room: send, host: room.host(), place: None, is_busy: false, sheet: None, _quota: quota };
        self.tables().insert(code.clone(), table);
        self.show(&code, &room);
        self.metrics.rooms.more();
        tokio::spawn(driver.run(Box::new(room), receive));
    }

    /// Founds a table and keeps it. It counts against an address as long as it is there.
    ///
    /// # Errors
    ///
    /// One sentence that says why not.
    pub(crate) async fn found(
        self: &Arc<Hub>,
        mut founding: Founding,
        quota: Option<Held>,
    ) -> Result<String, String> {
        if self.is_draining() {
            return Err("the server is being restarted: please try again in a moment".into());
        }
        let (host, most) = (founding.host.0, self.config.max_tables);
        if most > 0 && self.tables().values().filter(|table| table.host == host).count() >= most {
            return Err(format!("one person can have {most} tables at a time"));
        }
        founding.code = self.free_code();
        let code = founding.code.clone();
        let room = Room::new(founding, self.room_config.clone(), self.clock.now());
        self.store.write(vec![room.saved_op()]).await.map_err(|why| why.to_string())?;
        tracing::info!(table = %code, %host, game = room.brief().game, "a table was founded");
        self.seat(room, quota);
        Ok(code)
    }

    fn free_code(&self) -> String {
        loop {
            // The last few values of a byte are left out, so that every letter is as likely.
            let fair = 256 - 256 % LETTERS.len();
            let letters = luck().into_iter().map(usize::from).filter(|byte| *byte < fair);
            let code: String = letters.take(CODE).map(|byte| LETTERS[byte % LETTERS.len()] as char).collect();
            if code.len() == CODE && !self.tables().contains_key(&code) {
                return code;
            }
        }
    }

    /// The way to a table.
    pub(crate) fn room(&self, code: &str) -> Option<UnboundedSender<ToRoom>> {
        self.tables().get(&code.to_ascii_uppercase()).map(|table| table.room.clone())
    }

    /// A number for a new line.
    pub(crate) fn line_id(&self) -> ConnectionId {
        self.next_line.fetch_add(1, Ordering::Relaxed)
    }

    /// The table has changed for those who look at the list. Only public ones
    /// are remembered; of the others one can ask by their code.
    pub(crate) fn show(&self, code: &str, room: &Room) {
        let listed = room.is_public().then(|| room.listed());
        let place = listed.as_ref().map(|listed| (listed.phase != Phase::Gathering, code.to_owned()));
        let before = match self.tables().get_mut(code) {
            Some(table) => {
                table.host = room.host();
                table.is_busy = room.is_busy();
                table.sheet = room.saved_sheet().map(Box::new);
                std::mem::replace(&mut table.place, place.clone())
            }
            None => return,
        };
        let mut public = self.public();
        if let Some(before) = before {
            public.remove(&before);
        }
        if let (Some(place), Some(listed)) = (place, listed) {
            public.insert(place, listed);
        }
    }

    /// The tables where somebody is connected, and the saved rule sheets of all tables.
    pub(crate) fn in_use(&self) -> (Vec<String>, HashSet<(String, String)>) {
        let tables = self.tables();
        let busy = tables.iter().filter(|(_, table)| table.is_busy).map(|(code, _)| code.clone()).collect();
        let sheets = tables.values().filter_map(|table| table.sheet.as_deref().cloned()).collect();
        (busy, sheets)
    }

    pub(crate) fn forget(&self, code: &str) {
        let Some(table) = self.tables().remove(code) else { return };
        if let Some(place) = table.place {
            self.public().remove(&place);
        }
        self.metrics.rooms.less();
    }

    /// One page of the public tables, those that still gather first. Pages count from 0.
    pub(crate) fn listed(&self, page: usize) -> Vec<Listed> {
        self.public().values().skip(page.saturating_mul(PAGE)).take(PAGE).cloned().collect()
    }

    /// One table, public or not, for whoever knows its code.
    pub(crate) async fn look(&self, code: &str) -> Option<Listed> {
        let room = self.room(code)?;
        let (answer, waits) = tokio::sync::oneshot::channel();
        room.send(ToRoom::Look(answer)).ok()?;
        waits.await.ok()
    }

    /// Whether the server is going down.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// No new tables; everybody is told to come back; every room ends what it is at.
    pub(crate) async fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
        let rooms: Vec<_> = self.tables().values().map(|table| table.room.clone()).collect();
        for room in &rooms {
            let _ = room.send(ToRoom::Drain);
        }
        for room in rooms {
            let _ = tokio::time::timeout(Duration::from_secs(5), room.closed()).await;
        }
    }
}
