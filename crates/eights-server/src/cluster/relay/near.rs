//! The side of a trunk at which the clients are.

use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use eights_wire::{Request, ToClient};
use futures_util::{
    FutureExt,
    future::{BoxFuture, Shared},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::oneshot,
    time::{Instant, interval, timeout},
};

use super::{
    greeting::Greeting,
    line::{FrameKind, Frames, Line, PING_INTERVAL, PROTOCOL, SECRET_HEADER},
};
use crate::{
    cluster::attached::{Attached, End},
    net::recipient::{Kind, Recipient},
    refusal::Refusal,
};

/// How long opening a trunk may take.
const DIAL_TIMEOUT: Duration = Duration::from_secs(2);
/// A node that says nothing for this long is given up.
const MAX_SILENCE: Duration = Duration::from_secs(6);
/// The longest head of an HTTP answer.
const MAX_HEAD: usize = 8 << 10;

/// Opening a trunk: everybody who needs it waits for the same attempt.
type Dialling = Shared<BoxFuture<'static, Option<Arc<Trunk>>>>;

/// The trunks of this node, by the address of the other one.
#[derive(Default)]
pub(in crate::cluster) struct Trunks(Mutex<HashMap<String, Dialling>>);

impl Trunks {
    fn open(&self) -> MutexGuard<'_, HashMap<String, Dialling>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The trunk to a node, or None if it cannot be reached.
    pub(super) async fn to(&self, address: &str, secret: &str) -> Option<Arc<Trunk>> {
        let dialling = self
            .open()
            .entry(address.to_owned())
            .or_insert_with(|| {
                let (address, secret) = (address.to_owned(), secret.to_owned());
                async move { timeout(DIAL_TIMEOUT, dial(&address, &secret)).await.ok()?.ok() }
                    .boxed()
                    .shared()
            })
            .clone();
        let trunk = dialling.clone().await.filter(|trunk| !trunk.line.is_broken());
        if trunk.is_none() {
            let mut open = self.open();
            if open.get(address).is_some_and(|other| other.ptr_eq(&dialling)) {
                open.remove(address);
            }
        }
        trunk
    }
}

impl Drop for Trunks {
    fn drop(&mut self) {
        let trunks = self.open();
        trunks
            .values()
            .filter_map(|dialling| dialling.peek()?.as_ref())
            .for_each(|trunk| trunk.line.give_up());
    }
}

/// Opens a trunk and starts its tasks.
async fn dial(address: &str, secret: &str) -> io::Result<Arc<Trunk>> {
    let address: SocketAddr = address.parse().map_err(|_| io::ErrorKind::InvalidInput)?;
    let mut stream = TcpStream::connect(address).await?;
    let _ = stream.set_nodelay(true);
    let upgrade = format!("Connection: Upgrade\r\nUpgrade: {PROTOCOL}\r\n{SECRET_HEADER}: {secret}");
    let request = format!("GET /node/trunk HTTP/1.1\r\nHost: {address}\r\n{upgrade}\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut head = Vec::new();
    let end = loop {
        if let Some(end) = head.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(&mut head).await? == 0 || head.len() > MAX_HEAD {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    };
    if head.get(9..12) != Some(b"101") {
        return Err(io::ErrorKind::ConnectionRefused.into());
    }
    let (read, write) = stream.into_split();
    let frames = Frames::new(read, head.split_off(end));
    let trunk = Arc::new(Trunk::default());
    let (reading, writing) = (trunk.clone(), trunk.clone());
    tokio::spawn(async move { writing.line.write(write).await });
    tokio::spawn(async move { reading.read(frames).await });
    Ok(trunk)
}

/// A connection to the owner of tables, shared by all clients whom these tables concern.
#[derive(Default)]
pub(super) struct Trunk {
    line: Line,
    last_channel: AtomicU32,
    clients: Mutex<HashMap<u32, Client>>,
}

/// A client at the end of a channel.
struct Client {
    recipient: Arc<dyn Recipient>,
    /// The ids of requests that have not been answered.
    open: Vec<u32>,
    end: Option<oneshot::Sender<End>>,
}

impl Drop for Client {
    fn drop(&mut self) {
        for id in &self.open {
            refuse(&*self.recipient, *id);
        }
    }
}

/// Answers a request whose outcome is unknown: the client sees the table and may ask again.
pub(super) fn refuse(recipient: &dyn Recipient, id: u32) {
    let refusal = Refusal::NotSaved("the table has moved to another machine".into());
    let refused = ToClient::Refused { id: Some(id), step: 0, code: refusal.code(), why: refusal.to_string() };
    recipient.send(Kind::Other, eights_wire::write(&refused).as_bytes());
}

impl Trunk {
    fn clients(&self) -> MutexGuard<'_, HashMap<u32, Client>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins a table for a client.
    pub(super) fn open(self: Arc<Self>, code: &str, attached: &Attached) -> Channel {
        let id = self.last_channel.fetch_add(1, Ordering::Relaxed);
        let (end, ended) = oneshot::channel();
        let client = Client { recipient: attached.recipient.clone(), open: Vec::new(), end: Some(end) };
        self.clients().insert(id, client);
        self.line.send(id, FrameKind::Open, Greeting::of(code, &attached.guest).to_json().as_bytes());
        // Nobody would end a channel that was added after the trunk had ended.
        if self.line.is_broken() {
            self.clients().clear();
        }
        Channel { trunk: self, id, ended }
    }

    /// Delivers what the owner sends, until the trunk ends.
    async fn read(&self, mut frames: Frames) {
        let mut pings = interval(PING_INTERVAL);
        let mut heard = Instant::now();
        while !self.line.is_broken() {
            let read = tokio::select! {
                read = frames.read() => {
                    heard = Instant::now();
                    read.and_then(|()| frames.each(|id, kind, payload| self.receive(id, kind, payload)))
                }
                _ = pings.tick() => {
                    self.line.send(0, FrameKind::Ping, b"");
                    if heard.elapsed() > MAX_SILENCE { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) }
                }
            };
            if read.is_err() {
                self.line.give_up();
            }
        }
        // Dropping its sender tells a channel that the table has moved.
        self.clients().clear();
    }

    fn receive(&self, id: u32, kind: FrameKind, payload: &[u8]) {
        match kind {
            FrameKind::Update => {
                // Not while the clients are locked: this writes to a socket.
                let recipient = self.clients().get(&id).map(|client| client.recipient.clone());
                if let Some(recipient) = recipient {
                    recipient.send(Kind::Update, payload);
                }
            }
            FrameKind::Other => self.deliver(id, payload),
            FrameKind::Close => self.close(id, payload),
            FrameKind::Pong => (),
            // An owner sends nothing else.
            FrameKind::Open | FrameKind::Say | FrameKind::Leave | FrameKind::Ping => self.line.give_up(),
        }
    }

    fn deliver(&self, id: u32, message: &[u8]) {
        let mut clients = self.clients();
        let Some(client) = clients.get_mut(&id) else { return };
        // The owner stops. The client need not know: its link attaches it to the next owner.
        if message.starts_with(b"{\"bye\":{\"code\":\"restart\"") {
            clients.remove(&id);
            return;
        }
        if !client.open.is_empty() {
            let answered = answered(message);
            client.open.retain(|open| Some(*open) != answered);
        }
        let recipient = client.recipient.clone();
        drop(clients);
        recipient.send(Kind::Other, message);
    }

    /// The owner ends a channel: for good, or because the table moves.
    fn close(&self, id: u32, payload: &[u8]) {
        let Some(mut client) = self.clients().remove(&id) else { return };
        let Some((code, why)) = payload.split_first_chunk() else { return };
        let code = u16::from_le_bytes(*code);
        if !matches!(code, 1001 | 1006 | 1012) {
            client.recipient.close(code, &String::from_utf8_lossy(why));
            if let Some(end) = client.end.take() {
                let _ = end.send(End::Over);
            }
        }
    }
}

/// The id of the request that a message answers.
fn answered(message: &[u8]) -> Option<u32> {
    match serde_json::from_slice(message).ok()? {
        ToClient::Done { id } => Some(id),
        ToClient::Refused { id, .. } | ToClient::Why { id, .. } | ToClient::Hint { id, .. } => id,
        _ => None,
    }
}

/// One client's share of a trunk. Dropping it lets the client leave the table.
pub(super) struct Channel {
    trunk: Arc<Trunk>,
    id: u32,
    ended: oneshot::Receiver<End>,
}

impl Channel {
    /// Sends a message of the client; false if the channel has just ended.
    #[must_use]
    pub(super) fn say(&self, request: &Request) -> bool {
        let mut clients = self.trunk.clients();
        let Some(client) = clients.get_mut(&self.id) else { return false };
        client.open.extend(request.id);
        drop(clients);
        self.trunk.line.send(self.id, FrameKind::Say, eights_wire::write(request).as_bytes());
        true
    }

    /// Waits for the end of the channel.
    pub(super) async fn ended(&mut self) -> End {
        (&mut self.ended).await.unwrap_or(End::Moved)
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        let client = self.trunk.clients().remove(&self.id);
        self.trunk.line.send(self.id, FrameKind::Leave, b"");
        drop(client);
    }
}
