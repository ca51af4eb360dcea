//! The shared state of the server: all tables by code, and what they have in common.

mod driver;
mod forgetting;
pub(crate) mod inbox;
mod opening;
pub(crate) mod retention;
mod seen;
mod settings;
pub(crate) mod upkeep;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use eights_store::{PersonId, Released, Store};
use eights_wire::Phase;
use tokio::sync::{mpsc::UnboundedSender, oneshot};

use crate::{
    blocking::blocking,
    bots::{self, Bots},
    clock::Clock,
    cluster::known::Cluster,
    config::Config,
    health::Health,
    library::Library,
    limits::bans::Bans,
    limits::{
        LogThrottle, Refusals, Share,
        quota::{Held, Quotas},
    },
    metrics::Metrics,
    net::sessions::Sessions,
    room::{ConnectionId, Input, Listed, RestoreError, Room, Saved, Survey},
};

use self::{inbox::ToRoom, seen::Seen, settings::Live};

/// The shared state of the server.
pub(crate) struct Hub {
    settings: Live,
    pub(crate) clock: Arc<Clock>,
    pub(crate) store: Arc<dyn Store>,
    /// What is known about other servers that share the store, if there can be any.
    pub(crate) cluster: Option<Cluster>,
    pub(crate) library: Arc<Library>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) bots: Arc<Bots>,
    pub(crate) sessions: Sessions,
    pub(crate) health: Health,
    /// Limits how often failed readiness checks and refused requests are logged.
    pub(crate) not_ready_log: LogThrottle,
    pub(crate) refusals: Refusals,
    /// The people who have sent a request since the last upkeep round.
    pub(crate) seen: Seen,
    pub(crate) quotas: Quotas,
    /// The part of limits per address that this node allows.
    pub(crate) share: Share,
    pub(crate) bans: Bans,
    /// The operator's message to everybody.
    banner: Mutex<Option<String>>,
    tables: Mutex<HashMap<String, Table>>,
    /// The public tables, in list order.
    public: Mutex<BTreeMap<Place, Listed>>,
    next_connection: AtomicU32,
    draining: AtomicBool,
    stopping: AtomicBool,
}

/// What the hub knows about a table.
struct Table {
    room: UnboundedSender<ToRoom>,
    host: PersonId,
    /// The founder and everyone in a chair.
    people: Vec<PersonId>,
    /// Its key in the list of public tables, if it is listed.
    place: Option<Place>,
    is_busy: bool,
    /// Game and hash of its rules, if they are a saved sheet.
    sheet: Option<Box<(String, String)>>,
    /// Counts against the quota of the address that opened it; none after a restart.
    _quota: Option<Held>,
}

/// The sort key of public tables: gathering ones first, then by code.
type Place = (bool, String);

pub(crate) const PAGE_SIZE: usize = 50;

impl Hub {
    pub(crate) fn new(config: Config, store: Arc<dyn Store>, clock: Arc<Clock>) -> Arc<Hub> {
        Hub::with_levels(config, store, clock, bots::is_level)
    }

    /// Takes the check for bot levels as an argument, so that tests can make it panic.
    pub(crate) fn with_levels(
        config: Config,
        store: Arc<dyn Store>,
        clock: Arc<Clock>,
        is_level: fn(&str) -> bool,
    ) -> Arc<Hub> {
        let library = Arc::new(Library::new(store.clone()));
        let metrics = Arc::new(Metrics::new(config.commit));
        let share = Share::default();
        Arc::new(Hub {
            bots: Arc::new(Bots::new(config.bot_pause, store.clone(), library.clone(), metrics.clone())),
            library,
            quotas: Quotas::new(&config, &share),
            share,
            sessions: Sessions::default(),
            banner: Mutex::new(config.banner.clone()),
            settings: Live::new(config, is_level),
            health: Health::new(store.clone()),
            clock,
            cluster: Cluster::of(store.as_ref()),
            store,
            not_ready_log: LogThrottle::default(),
            refusals: Refusals::default(),
            metrics,
            seen: Seen::default(),
            bans: Bans::default(),
            tables: Mutex::default(),
            public: Mutex::default(),
            next_connection: AtomicU32::new(1),
            draining: AtomicBool::new(false),
            stopping: AtomicBool::new(false),
        })
    }

    /// Takes over changed settings, also at the tables that are open.
    pub(crate) fn configure(&self, config: Config) {
        let (before, config) = (self.config(), Arc::new(config));
        self.settings.replace(config.clone());
        self.quotas.configure(&config);
        self.bots.set_pause(config.bot_pause);
        let room_config = self.settings.room();
        for room in self.rooms() {
            let _ = room.send(ToRoom::Input(Input::Configure(room_config.clone())));
        }
        // A banner of `eights admin` stays unless the settings have another one.
        if before.banner != config.banner {
            self.set_banner(config.banner.clone());
        }
    }

    /// The settings in use.
    pub(crate) fn config(&self) -> Arc<Config> {
        self.settings.config()
    }

    /// WebSocket frames per second and connection; 0 for no limit.
    pub(crate) fn message_rate(&self) -> f64 {
        self.settings.message_rate()
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Table>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn public(&self) -> MutexGuard<'_, BTreeMap<Place, Listed>> {
        self.public.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn restore(&self, saved: &str) -> Result<Room, RestoreError> {
        let mut saved: Saved = serde_json::from_str(saved)?;
        if saved.phase == Phase::Gathering {
            saved.current_match = None;
        }
        let journal = match saved.current_match {
            Some((id, _)) => self.store.journal(id)?,
            None => None,
        };
        // A finished match may have been kept for as long as the operator wants.
        if saved.phase == Phase::Over && journal.is_none() {
            (saved.phase, saved.current_match) = (Phase::Gathering, None);
        }
        let rules = match &journal {
            Some((head, _)) => self.library.of_head(head)?,
            None => self.library.get(&saved.game, &saved.rules)?,
        };
        Room::restore(saved, rules, journal, self.settings.room(), self.clock.now())
    }

    /// Reads one room from the store.
    pub(crate) async fn reload(self: &Arc<Hub>, code: &str) -> Result<Option<Box<Room>>, RestoreError> {
        let (hub, code) = (self.clone(), code.to_owned());
        let read = move || match hub.store.room(&code) {
            Ok(Some(saved)) => hub.restore(&saved).map(|room| Some(Box::new(room))),
            Ok(None) => Ok(None),
            Err(error) => Err(error.into()),
        };
        blocking(read).await.unwrap_or(Err(RestoreError::Interrupted))
    }

    /// The inbox of a table's task.
    pub(crate) fn room(&self, code: &str) -> Option<UnboundedSender<ToRoom>> {
        self.tables().get(&code.to_ascii_uppercase()).map(|table| table.room.clone())
    }

    pub(crate) fn next_connection_id(&self) -> ConnectionId {
        self.next_connection.fetch_add(1, Ordering::Relaxed)
    }

    /// Updates the list of public tables. Private ones are only found by code.
    pub(crate) fn update_listing(&self, code: &str, room: &Room) {
        let listed = room.is_public().then(|| room.listed());
        let place = listed.as_ref().map(|listed| (listed.phase != Phase::Gathering, code.to_owned()));
        let before = match self.tables().get_mut(code) {
            Some(table) => {
                table.host = room.host();
                table.people = room.people();
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

    /// The codes of tables with connected guests, and the saved rule sheets of all tables.
    pub(crate) fn in_use(&self) -> (Vec<String>, HashSet<(String, String)>) {
        let tables = self.tables();
        let busy = tables.iter().filter(|(_, table)| table.is_busy).map(|(code, _)| code.clone()).collect();
        let sheets = tables.values().filter_map(|table| table.sheet.as_deref().cloned()).collect();
        (busy, sheets)
    }

    pub(crate) fn remove(&self, code: &str) {
        let Some(table) = self.tables().remove(code) else { return };
        if let Some(place) = table.place {
            self.public().remove(&place);
        }
        self.metrics.rooms.dec();
    }

    /// One page of the public tables. Pages count from 0.
    pub(crate) fn listed(&self, page: usize) -> Vec<Listed> {
        self.public().values().skip(page.saturating_mul(PAGE_SIZE)).take(PAGE_SIZE).cloned().collect()
    }

    /// All public tables of this node.
    pub(crate) fn listed_here(&self) -> Vec<Listed> {
        self.public().values().cloned().collect()
    }

    /// The public description of any table, for people who know its code.
    pub(crate) async fn look(&self, code: &str) -> Option<Listed> {
        let room = self.room(code)?;
        let (answer, waits) = tokio::sync::oneshot::channel();
        room.send(ToRoom::Look(answer)).ok()?;
        waits.await.ok()
    }

    /// Whether no new tables are opened.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Whether the server is shutting down.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Stops opening tables; the ones that are open go on.
    pub(crate) fn open_no_more(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    pub(crate) fn banner(&self) -> Option<String> {
        self.banner.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Changes the message, and shows it at every table.
    pub(crate) fn set_banner(&self, banner: Option<String>) {
        *self.banner.lock().unwrap_or_else(PoisonError::into_inner) = banner;
        for room in self.rooms() {
            let _ = room.send(ToRoom::Input(Input::BannerChanged));
        }
    }

    /// The inboxes of all tables, in the order of their codes, so that simulations can be repeated.
    pub(crate) fn rooms(&self) -> Vec<UnboundedSender<ToRoom>> {
        let tables = self.tables();
        let mut all: Vec<_> = tables.iter().collect();
        all.sort_unstable_by_key(|(code, _)| *code);
        all.into_iter().map(|(_, table)| table.room.clone()).collect()
    }

    /// How many tables of this node a person hosts.
    pub(crate) fn hosted_by(&self, person: PersonId) -> usize {
        self.tables().values().filter(|table| table.host == person).count()
    }

    /// The inboxes of the tables that a person has founded, hosts, or has a chair at.
    pub(crate) fn rooms_of(&self, person: PersonId) -> Vec<UnboundedSender<ToRoom>> {
        let is_own = |table: &&Table| table.host == person || table.people.contains(&person);
        self.tables().values().filter(is_own).map(|table| table.room.clone()).collect()
    }

    /// All tables and their guests, sorted by code.
    pub(crate) async fn survey(&self) -> Vec<Survey> {
        let ask = |room: UnboundedSender<ToRoom>| {
            let (answer, waits) = tokio::sync::oneshot::channel();
            room.send(ToRoom::Survey(answer)).is_ok().then_some(waits)
        };
        let waiting: Vec<_> = self.rooms().into_iter().filter_map(ask).collect();
        let mut surveys = Vec::new();
        for waits in waiting {
            surveys.extend(waits.await);
        }
        surveys.sort_by(|a: &Survey, b| a.listed.code.cmp(&b.listed.code));
        surveys
    }

    /// Stops accepting tables, tells all clients when to reconnect, and waits for the rooms to
    /// finish.
    pub(crate) async fn drain(&self) {
        self.open_no_more();
        self.stopping.store(true, Ordering::Relaxed);
        let rooms = self.rooms();
        let mut freed = Vec::new();
        for room in &rooms {
            let (answer, waits) = oneshot::channel();
            let _ = room.send(ToRoom::Drain(answer));
            freed.push(waits);
        }
        for room in rooms {
            let _ = tokio::time::timeout(Duration::from_secs(5), room.closed()).await;
        }
        if self.cluster.is_some() {
            let tables = freed.into_iter().filter_map(|mut table| table.try_recv().ok()).collect();
            self.give_away(tables).await;
            // Those whose tables are at other nodes.
            self.sessions.end_all();
        }
    }

    /// Gives tables to the other nodes, so that they need not wait until this one is closed out.
    async fn give_away(&self, tables: Vec<Released>) {
        /// How many change hands in one transaction.
        const BATCH: usize = 1000;
        for some in tables.chunks(BATCH) {
            let (store, some) = (self.store.clone(), some.to_vec());
            if let Some(Err(error)) = blocking(move || store.release(some)).await {
                tracing::warn!(%error, "tables could not be given to other nodes: they are taken over later");
                return;
            }
        }
    }
}
