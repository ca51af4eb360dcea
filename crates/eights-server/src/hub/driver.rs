//! The task that runs a room: feeds it inputs and performs its effects.
//!
//! A panic in one room affects no other: the room is rebuilt from the store, with the same guests.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use eights_match::RuleSet;
use eights_store::{Op, Pending, StoreError};
use tokio::{
    sync::mpsc::{UnboundedReceiver, WeakUnboundedSender},
    time::timeout,
};

use super::{Hub, inbox::ToRoom};
use crate::{
    clock::Clock,
    library::RulesError,
    net::recipient::{Kind, Recipient},
    random::random_bytes,
    refusal::Refusal,
    room::{Asker, BotRequest, ConnectionId, Input, Millis, Room, World},
};

pub(crate) struct Driver {
    hub: Arc<Hub>,
    code: String,
    /// The task's own inbox, for replies of bots.
    own: WeakUnboundedSender<ToRoom>,
    connections: Vec<(ConnectionId, Arc<dyn Recipient>)>,
    /// The pending write.
    unit: Option<Pending>,
    /// Set when the room must be rebuilt: the reason, and whose message caused it.
    rebuild: Option<(StoreError, Option<Asker>)>,
    /// Whether the entry in the list of tables is out of date.
    changed: bool,
    over: bool,
    /// When the current input was taken.
    now: Millis,
    /// The same, and when the pending write began, for metrics: most moves take less than a
    /// millisecond.
    taken: Instant,
    write_began: Instant,
}

/// How long to wait before reading a room from the store is tried again.
const RELOAD_RETRY_DELAY: Duration = Duration::from_secs(1);
/// The earliest that clients should reconnect after a shutdown, in milliseconds.
const MIN_RETURN_DELAY: u64 = 1000;
/// Reconnects are spread over at least this time, in milliseconds.
const MIN_RETURN_SPREAD: u64 = 2000;
/// Reconnects are spread over a longer time if more than this many would come per millisecond.
const MAX_RETURNS_PER_MILLI: u64 = 2;

impl Driver {
    pub(crate) fn new(hub: Arc<Hub>, code: String, own: WeakUnboundedSender<ToRoom>) -> Driver {
        let (connections, unit, rebuild, now) = (Vec::new(), None, None, hub.clock.now());
        let (taken, write_began) = (Instant::now(), Instant::now());
        Driver {
            hub,
            code,
            own,
            connections,
            unit,
            rebuild,
            changed: true,
            over: false,
            now,
            taken,
            write_began,
        }
    }

    /// Runs a room until it is removed or the server shuts down.
    pub(crate) async fn run(mut self, mut room: Box<Room>, mut inputs: UnboundedReceiver<ToRoom>) {
        while !self.over {
            if self.rebuild.is_some() {
                self.rebuild_room(&mut room).await;
                continue;
            }
            let input = match self.unit.take() {
                Some(mut unit) => {
                    // Other inputs wait in the channel meanwhile.
                    let result = (&mut unit).await;
                    self.hub.metrics.write_seconds.observe(self.write_began.elapsed().as_secs_f64());
                    Input::Persisted(result)
                }
                None => match next(room.wake_at(), &self.hub.clock, &mut inputs).await {
                    Some(ToRoom::Join(guest, connection)) => {
                        self.connections.push((guest.connection, connection));
                        Input::Join(guest)
                    }
                    Some(ToRoom::Input(input)) => input,
                    Some(ToRoom::Close(id, code, why)) => {
                        if let Some(connection) = self.connection(id) {
                            connection.close(code, &why);
                        }
                        Input::Leave(id)
                    }
                    Some(ToRoom::Look(answer)) => {
                        let _ = answer.send(room.listed());
                        continue;
                    }
                    Some(ToRoom::LookAs(person, answer)) => {
                        let _ = answer.send(room.as_owned(person));
                        continue;
                    }
                    Some(ToRoom::Survey(answer)) => {
                        let _ = answer.send(room.survey());
                        continue;
                    }
                    Some(ToRoom::Drain(answer)) => {
                        self.drain();
                        let _ = answer.send((self.code.clone(), room.match_id()));
                        break;
                    }
                    Some(ToRoom::Abandon) => break,
                    None => {
                        self.drain();
                        break;
                    }
                },
            };
            self.now = self.hub.clock.now();
            if !matches!(input, Input::Persisted(_)) {
                self.taken = Instant::now();
            }
            if let Input::Leave(connection) = input {
                self.connections.retain(|(id, _)| *id != connection);
            }
            let taken = catch_unwind(AssertUnwindSafe(|| room.take(input, &mut self)));
            if taken.is_err() {
                self.hub.metrics.panics.inc();
                tracing::error!(table = %self.code, "a fault at this table: it is read from the store again");
                (self.unit, self.rebuild) =
                    (None, Some((StoreError::Failed("a fault at the table".into()), None)));
            }
            if std::mem::take(&mut self.changed) {
                self.hub.update_listing(&self.code, &room);
            }
        }
        self.hub.remove(&self.code);
    }

    /// If a write fails or the room panics, drops the room and rebuilds it from the store.
    async fn rebuild_room(&mut self, room: &mut Box<Room>) {
        let Some((why, asker)) = self.rebuild.take() else { return };
        if let StoreError::Fenced | StoreError::NotOwner(_) = why {
            // Another node has the table. The links of the guests follow it.
            room.refuse_all(asker, &why, self);
            self.over = true;
            return;
        }
        match self.hub.reload(&self.code).await {
            Ok(Some(mut fresh)) => {
                self.now = self.hub.clock.now();
                let (guests, queue) = room.hand_over();
                fresh.take_over(guests, queue);
                *room = fresh;
                // A guest whose join was lost with the old room must reconnect.
                for (_, connection) in self.connections.extract_if(.., |(id, _)| !room.has_connection(*id)) {
                    connection.close(1012, "the table was read again");
                }
                self.hub.metrics.rebuilt.inc();
                let refused = asker.map(|asker| (asker, Refusal::NotSaved(why.to_string())));
                room.resume(refused, self);
            }
            Ok(None) => self.over = true,
            Err(error) => {
                tracing::error!(table = %self.code, %error, "the table cannot be read");
                self.rebuild = Some((why, asker));
                tokio::time::sleep(RELOAD_RETRY_DELAY).await;
            }
        }
    }

    fn drain(&mut self) {
        // Clients that all reconnect at once would overload the new server.
        let spread =
            MIN_RETURN_SPREAD.max(self.hub.metrics.connections.get().max(0) as u64 / MAX_RETURNS_PER_MILLI);
        for (_, connection) in self.connections.drain(..) {
            let [a, b, c, d, ..] = random_bytes();
            let bye = eights_wire::ToClient::Bye {
                code: eights_wire::ByeCode::Restart,
                why: "the server is being restarted; nothing is lost".into(),
                back_in: Some(MIN_RETURN_DELAY + u64::from(u32::from_le_bytes([a, b, c, d])) % spread),
            };
            connection.send(Kind::Other, eights_wire::write(&bye).as_bytes());
            connection.close(1001, "going away");
        }
    }

    fn connection(&self, id: ConnectionId) -> Option<&Arc<dyn Recipient>> {
        self.connections.iter().find(|(other, _)| *other == id).map(|(_, connection)| connection)
    }
}

/// The next input, or `Input::Time` when the room wants to wake up.
async fn next(
    wake_at: Option<Millis>,
    clock: &Clock,
    inputs: &mut UnboundedReceiver<ToRoom>,
) -> Option<ToRoom> {
    let Some(at) = wake_at else { return inputs.recv().await };
    let left = Duration::from_millis(at.saturating_sub(clock.now()));
    match timeout(left, inputs.recv()).await {
        Ok(input) => input,
        Err(_) => Some(ToRoom::Input(Input::Time)),
    }
}

impl World for Driver {
    fn now(&self) -> Millis {
        self.now
    }

    fn date(&self) -> Millis {
        self.hub.clock.date()
    }

    fn random_bytes(&mut self) -> [u8; 32] {
        random_bytes()
    }

    fn send(&mut self, to: ConnectionId, kind: Kind, message: &[u8]) {
        if let Some(connection) = self.connection(to) {
            connection.send(kind, message);
        }
    }

    fn close(&mut self, connection: ConnectionId) {
        if let Some(connection) = self.connection(connection) {
            connection.close(1000, "");
        }
        self.connections.retain(|(id, _)| *id != connection);
    }

    fn persist(&mut self, ops: Vec<Op>) {
        self.write_began = Instant::now();
        self.unit = Some(self.hub.store.write(ops));
    }

    fn request_bot(&mut self, request: BotRequest) {
        self.hub.bots.request(request, self.own.clone());
    }

    fn banner(&self) -> Option<String> {
        self.hub.banner()
    }

    fn rules(&self, game: &str, key: &str) -> Result<Arc<RuleSet>, RulesError> {
        self.hub.library.get(game, key)
    }

    fn rebuild(&mut self, why: StoreError, asker: Option<Asker>) {
        self.hub.metrics.store_failures.inc();
        tracing::error!(table = %self.code, %why, "a unit could not be kept");
        self.rebuild = Some((why, asker));
    }

    fn step_sent(&mut self) {
        self.hub.metrics.moves.inc();
        self.hub.metrics.move_seconds.observe(self.taken.elapsed().as_secs_f64());
    }

    fn match_started(&mut self) {
        self.hub.metrics.matches.inc();
    }

    fn match_finished(&mut self) {
        self.hub.metrics.finished.inc();
    }

    fn changed(&mut self) {
        self.changed = true;
    }

    fn over(&mut self) {
        self.over = true;
    }
}

#[cfg(test)]
mod tests {
    use eights_store::{Memory, PersonId, StoreAddress};
    use eights_wire::{Door, Settings, ToServer};
    use tokio::{
        io::AsyncReadExt,
        net::{TcpListener, TcpStream},
    };

    use super::*;
    use crate::{
        config::Config,
        net::connection::Connection,
        room::{Guest, NewRoom},
    };

    async fn founded(hub: &Arc<Hub>) -> String {
        let new_room = NewRoom {
            code: String::new(),
            host: (PersonId::new(1), "Ada".into()),
            rules: hub.library.get("crazy-eights", "basic").unwrap(),
            key: "basic".into(),
            settings: Settings { public: true, turn_seconds: None, chat: true, door: Door::Open },
            bots: vec![None, None],
            secret: [1; 32],
        };
        hub.open_table(new_room, None, 0).await.unwrap()
    }

    /// Reads from the client side until this text arrives.
    async fn read_until(stream: &mut TcpStream, wanted: &str) {
        let mut text = Vec::new();
        let mut bytes = [0; 4096];
        while !String::from_utf8_lossy(&text).contains(wanted) {
            let n = timeout(Duration::from_secs(20), stream.read(&mut bytes)).await;
            let n = n.unwrap_or_else(|_| panic!("{wanted} is never said")).unwrap();
            assert_ne!(n, 0, "the line is open");
            text.extend_from_slice(&bytes[..n]);
        }
    }

    /// A panic at one table: it is rebuilt, its guests stay connected, and other tables do not
    /// notice.
    #[tokio::test]
    async fn a_panic_rebuilds_one_room_and_disturbs_no_other() {
        let config = Config { store: StoreAddress::Memory, ..Config::default() };
        let hub = Hub::with_levels(config, Arc::new(Memory::default()), Clock::system(), |level| {
            level != "normal" || panic!("a fault")
        });
        let (one, other) = (founded(&hub).await, founded(&hub).await);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let connection = Arc::new(Connection::new(listener.accept().await.unwrap().0));
        connection.stream().writable().await.unwrap();
        let room = hub.room(&one).unwrap();
        let guest = Guest::new(5, PersonId::new(1), "Ada".into(), false);
        room.send(ToRoom::Join(Box::new(guest), connection)).unwrap_or_else(|_| panic!("the room is there"));
        read_until(&mut far, "\"you\":\"A\"").await;
        let bot = ToServer::Bot { seat: "B".into(), level: Some("normal".into()) };
        assert!(room.send(ToRoom::Input(Input::Message(5, bot.into()))).is_ok());
        // The state is sent again after the rebuild.
        read_until(&mut far, "\"you\":\"A\"").await;
        assert_eq!((hub.metrics.panics.get(), hub.metrics.rebuilt.get()), (1, 1));
        let bot = ToServer::Bot { seat: "B".into(), level: Some("expert".into()) };
        assert!(room.send(ToRoom::Input(Input::Message(5, bot.into()))).is_ok());
        // The table works again.
        read_until(&mut far, "expert").await;
        assert_eq!(hub.look(&other).await.map(|listed| listed.free), Some(1));
    }
}
