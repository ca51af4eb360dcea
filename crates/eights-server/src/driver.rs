//! The task that drives a room: it brings inputs, and carries out what the room decides.
//!
//! A fault of ours in one room ends nothing else: the room is read from the
//! store again, with the people who were there.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use eights_match::RuleSet;
use eights_store::{Op, Pending, StoreError};
use tokio::{
    sync::{
        mpsc::{UnboundedReceiver, WeakUnboundedSender},
        oneshot,
    },
    time::timeout,
};

use crate::{
    bots,
    clock::Clock,
    connection::{Connection, Kind},
    hub::Hub,
    room::{Asker, BotRequest, ConnectionId, Guest, Input, Listed, Millis, Room, World},
};

/// What the rest of the server says to a room's task.
pub(crate) enum ToRoom {
    /// Somebody comes, with their line.
    Join(Box<Guest>, Arc<Connection>),
    /// Anything else.
    Input(Input),
    /// A line is to be closed with this status code and reason, after what came before is answered.
    Close(ConnectionId, u16, String),
    /// How does the table look from outside?
    Look(oneshot::Sender<Listed>),
    /// The server goes down: everybody is told to come back.
    Drain,
}

/// A room's task.
pub(crate) struct Driver {
    hub: Arc<Hub>,
    code: String,
    /// The way back in, for bots that have thought.
    own: WeakUnboundedSender<ToRoom>,
    lines: Vec<(ConnectionId, Arc<Connection>)>,
    /// The unit that is on its way to the disk.
    unit: Option<Pending>,
    /// The room must be read again: why, and who is to be told.
    rebuild: Option<(String, Option<Asker>)>,
    /// Something about the table has changed that others see in the list of tables.
    changed: bool,
    over: bool,
    /// When the input came that is being taken.
    now: Millis,
}

/// How long to wait before a room that cannot be read is tried again.
const AGAIN: Duration = Duration::from_secs(1);
/// The earliest that clients of a server that goes down should come back, in milliseconds.
const BACK_IN: u64 = 1000;
/// Over at least this time their return is spread, in milliseconds.
const SPREAD: u64 = 2000;
/// At most this many of them should return in a millisecond.
const RETURNS: u64 = 2;

impl Driver {
    pub(crate) fn new(hub: Arc<Hub>, code: String, own: WeakUnboundedSender<ToRoom>) -> Driver {
        let (lines, unit, rebuild, now) = (Vec::new(), None, None, hub.clock.now());
        Driver { hub, code, own, lines, unit, rebuild, changed: true, over: false, now }
    }

    /// Drives a room until it is cleared away or the server goes down.
    pub(crate) async fn run(mut self, mut room: Box<Room>, mut inputs: UnboundedReceiver<ToRoom>) {
        while !self.over {
            if self.rebuild.is_some() {
                self.read_again(&mut room).await;
                continue;
            }
            let input = match self.unit.take() {
                Some(mut unit) => {
                    // Whatever else comes in waits in the channel.
                    let kept = (&mut unit).await;
                    Input::Kept(kept)
                }
                None => match next(room.wake_at(), &self.hub.clock, &mut inputs).await {
                    Some(ToRoom::Join(guest, line)) => {
                        self.lines.push((guest.line, line));
                        Input::Join(guest)
                    }
                    Some(ToRoom::Input(input)) => input,
                    Some(ToRoom::Close(id, code, why)) => {
                        if let Some(line) = self.line(id) {
                            line.end(code, &why);
                        }
                        Input::Leave(id)
                    }
                    Some(ToRoom::Look(answer)) => {
                        let _ = answer.send(room.listed());
                        continue;
                    }
                    Some(ToRoom::Drain) | None => {
                        self.drain();
                        break;
                    }
                },
            };
            self.now = self.hub.clock.now();
            if let Input::Leave(line) = input {
                self.lines.retain(|(id, _)| *id != line);
            }
            let taken = catch_unwind(AssertUnwindSafe(|| room.take(input, &mut self)));
            if taken.is_err() {
                self.hub.metrics.panics.more();
                tracing::error!(table = %self.code, "a fault at this table: it is read from the store again");
                (self.unit, self.rebuild) = (None, Some(("a fault at the table".into(), None)));
            }
            if std::mem::take(&mut self.changed) {
                self.hub.show(&self.code, &room);
            }
        }
        self.hub.forget(&self.code);
    }

    /// What could not be kept, or went wrong, never happened: the store knows what did.
    async fn read_again(&mut self, room: &mut Box<Room>) {
        let Some((why, asker)) = self.rebuild.take() else { return };
        match self.hub.read(&self.code).await {
            Ok(Some(mut fresh)) => {
                self.now = self.hub.clock.now();
                let (guests, queue) = room.hand_over();
                fresh.take_over(guests, queue);
                *room = fresh;
                // Whoever came in with the very message that failed comes again.
                for (_, line) in self.lines.extract_if(.., |(id, _)| !room.has_line(*id)) {
                    line.end(1012, "the table was read again");
                }
                self.hub.metrics.rebuilt.more();
                let refused = asker.map(|asker| (asker, format!("this could not be kept: {why}")));
                room.resume(refused, self);
            }
            Ok(None) => self.over = true,
            Err(error) => {
                tracing::error!(table = %self.code, %error, "the table cannot be read");
                self.rebuild = Some((why, asker));
                tokio::time::sleep(AGAIN).await;
            }
        }
    }

    fn drain(&mut self) {
        // Clients that all return at once would be a flood of their own.
        let spread = SPREAD.max(self.hub.metrics.lines.get() / RETURNS);
        for (_, line) in self.lines.drain(..) {
            let [a, b, c, d, ..] = crate::hub::luck();
            let bye = eights_wire::ToClient::Bye {
                why: "the server is being restarted; nothing is lost".into(),
                back_in: Some(BACK_IN + u64::from(u32::from_le_bytes([a, b, c, d])) % spread),
            };
            line.say(Kind::Other, eights_wire::write(&bye).as_bytes());
            line.end(1001, "going away");
        }
    }

    fn line(&self, id: ConnectionId) -> Option<&Arc<Connection>> {
        self.lines.iter().find(|(it, _)| *it == id).map(|(_, line)| line)
    }
}

/// The next input, or that it is time.
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

    fn luck(&mut self) -> [u8; 32] {
        crate::hub::luck()
    }

    fn say(&mut self, to: ConnectionId, kind: Kind, message: &[u8]) {
        if let Some(line) = self.line(to) {
            line.say(kind, message);
        }
    }

    fn end(&mut self, line: ConnectionId) {
        if let Some(line) = self.line(line) {
            line.end(1000, "");
        }
        self.lines.retain(|(id, _)| *id != line);
    }

    fn keep(&mut self, ops: Vec<Op>) {
        self.unit = Some(self.hub.store.write(ops));
    }

    fn think(&mut self, think: BotRequest) {
        bots::think(self.hub.clone(), think, self.own.clone());
    }

    fn rules(&self, game: &str, key: &str) -> Result<Arc<RuleSet>, String> {
        self.hub.library.get(game, key)
    }

    fn rebuild(&mut self, why: StoreError, asker: Option<Asker>) {
        self.hub.metrics.store_failures.more();
        tracing::error!(table = %self.code, %why, "a unit could not be kept");
        self.rebuild = Some((why.to_string(), asker));
    }

    fn told(&mut self, heard: Millis) {
        self.hub.metrics.moves.more();
        self.hub.metrics.move_micros.add(self.now.saturating_sub(heard) * 1000);
    }

    fn played(&mut self, over: bool) {
        match over {
            true => self.hub.metrics.finished.more(),
            false => self.hub.metrics.matches.more(),
        }
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
    use eights_store::{Memory, PersonId};
    use eights_wire::{Door, Settings, ToServer};
    use tokio::{
        io::AsyncReadExt,
        net::{TcpListener, TcpStream},
    };

    use super::*;
    use crate::{config::Config, room::Founding};

    async fn founded(hub: &Arc<Hub>) -> String {
        let founding = Founding {
            code: String::new(),
            host: (PersonId::new(1), "Ada".into()),
            rules: hub.library.get("crazy-eights", "basic").unwrap(),
            key: "basic".into(),
            settings: Settings { public: true, turn_seconds: None, chat: true, door: Door::Open },
            bots: vec![None, None],
            secret: [1; 32],
        };
        hub.found(founding, None).await.unwrap()
    }

    /// Reads from the other end of a line until this is heard.
    async fn hears(stream: &mut TcpStream, wanted: &str) {
        let mut text = Vec::new();
        let mut bytes = [0; 4096];
        while !String::from_utf8_lossy(&text).contains(wanted) {
            let n = timeout(Duration::from_secs(20), stream.read(&mut bytes)).await;
            let n = n.unwrap_or_else(|_| panic!("{wanted} is never said")).unwrap();
            assert_ne!(n, 0, "the line is open");
            text.extend_from_slice(&bytes[..n]);
        }
    }

    /// A fault at one table: it is read again, those who sit there stay, and no other table notices.
    #[tokio::test]
    async fn a_fault_ends_nothing() {
        let config = Config { forget: true, ..Config::default() };
        let hub = Hub::with_levels(config, Arc::new(Memory::default()), Clock::system(), |level| {
            level != "normal" || panic!("a fault")
        });
        let (one, other) = (founded(&hub).await, founded(&hub).await);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let line = Arc::new(Connection::new(listener.accept().await.unwrap().0));
        line.stream().writable().await.unwrap();
        let room = hub.room(&one).unwrap();
        let guest = Guest::new(5, PersonId::new(1), "Ada".into(), false);
        room.send(ToRoom::Join(Box::new(guest), line)).unwrap_or_else(|_| panic!("the room is there"));
        hears(&mut far, "\"you\":\"A\"").await;
        let bot = ToServer::Bot { seat: "B".into(), level: Some("normal".into()) };
        assert!(room.send(ToRoom::Input(Input::Heard(5, bot.into()))).is_ok());
        // Told anew how things stand.
        hears(&mut far, "\"you\":\"A\"").await;
        assert_eq!((hub.metrics.panics.get(), hub.metrics.rebuilt.get()), (1, 1));
        let bot = ToServer::Bot { seat: "B".into(), level: Some("expert".into()) };
        assert!(room.send(ToRoom::Input(Input::Heard(5, bot.into()))).is_ok());
        // And the table goes on.
        hears(&mut far, "expert").await;
        assert_eq!(hub.look(&other).await.map(|it| it.free), Some(1));
    }
}
