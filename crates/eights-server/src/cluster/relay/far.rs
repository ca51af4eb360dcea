//! The side of a trunk at which the tables are.

use std::{
    collections::HashMap,
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{net::TcpStream, sync::mpsc::UnboundedSender, time::timeout};

use super::{
    greeting::Greeting,
    line::{FrameKind, Frames, Line, PING_INTERVAL},
};
use crate::{
    cluster::link::{self, Reach},
    hub::{Hub, inbox::ToRoom},
    net::recipient::{Kind, Recipient},
    room::{ConnectionId, Input},
};

/// A node that says nothing for this long is gone, with its clients.
const MAX_SILENCE: Duration = PING_INTERVAL.saturating_mul(5);

/// A client of the other node.
struct Relayed {
    line: Arc<Line>,
    channel: u32,
    closed: AtomicBool,
}

impl Recipient for Relayed {
    fn send(&self, kind: Kind, message: &[u8]) {
        let kind = match kind {
            Kind::Update => FrameKind::Update,
            Kind::Other => FrameKind::Other,
        };
        if !self.closed.load(Ordering::Relaxed) {
            self.line.send(self.channel, kind, message);
        }
    }

    fn close(&self, code: u16, why: &str) {
        if !self.closed.swap(true, Ordering::Relaxed) {
            let payload = [&code.to_le_bytes(), why.as_bytes()].concat();
            self.line.send(self.channel, FrameKind::Close, &payload);
        }
    }

    fn is_over(&self) -> bool {
        self.closed.load(Ordering::Relaxed) || self.line.is_broken()
    }
}

/// Serves the clients of another node, until the trunk ends. Some bytes may have been read already.
pub(crate) async fn serve(hub: Weak<Hub>, stream: TcpStream, read: Vec<u8>) {
    let _ = stream.set_nodelay(true);
    let (reading, writing) = stream.into_split();
    let line = Arc::new(Line::default());
    let sending = line.clone();
    tokio::spawn(async move { sending.write(writing).await });
    let mut frames = Frames::new(reading, read);
    let mut channels = Channels { hub, line: line.clone(), open: HashMap::new() };
    while !line.is_broken() {
        let done = match frames.each(|channel, kind, payload| channels.receive(channel, kind, payload)) {
            Ok(()) => timeout(MAX_SILENCE, frames.read()).await.unwrap_or_else(|late| Err(late.into())),
            Err(error) => Err(error),
        };
        if done.is_err() {
            line.give_up();
        }
    }
    // Dropping the channels lets their clients leave.
}

/// The clients of a trunk.
struct Channels {
    hub: Weak<Hub>,
    line: Arc<Line>,
    open: HashMap<u32, (ConnectionId, UnboundedSender<ToRoom>)>,
}

impl Channels {
    fn receive(&mut self, channel: u32, kind: FrameKind, payload: &[u8]) {
        let handled = match kind {
            FrameKind::Open => self.join(channel, payload),
            FrameKind::Say => self.say(channel, payload),
            FrameKind::Leave => {
                if let Some((id, inputs)) = self.open.remove(&channel) {
                    let _ = inputs.send(ToRoom::Input(Input::Leave(id)));
                }
                Some(())
            }
            FrameKind::Ping => {
                self.line.send(0, FrameKind::Pong, b"");
                Some(())
            }
            // The node of a client sends nothing else.
            FrameKind::Update | FrameKind::Other | FrameKind::Close | FrameKind::Pong => None,
        };
        if handled.is_none() {
            self.line.give_up();
        }
    }

    /// Returns `None` if the payload is not a greeting or the server has stopped.
    fn join(&mut self, channel: u32, payload: &[u8]) -> Option<()> {
        let greeting: Greeting = serde_json::from_slice(payload).ok()?;
        let hub = self.hub.upgrade()?;
        let recipient =
            Arc::new(Relayed { line: self.line.clone(), channel, closed: AtomicBool::new(false) });
        if hub.room(&greeting.code).is_none() {
            recipient.close(1012, "the table is not here");
            return Some(());
        }
        let inputs = link::open(&hub, &greeting.code, Reach::Here);
        let id = hub.next_connection_id();
        let guest = greeting.guest(id)?;
        let _ = inputs.send(ToRoom::Join(Box::new(guest), recipient));
        self.open.insert(channel, (id, inputs));
        Some(())
    }

    /// None if this is no message. The node of the client has checked its length.
    fn say(&self, channel: u32, payload: &[u8]) -> Option<()> {
        let request = eights_wire::read(std::str::from_utf8(payload).ok()?).ok()?;
        // A channel that was closed may still have messages under way.
        if let Some((id, inputs)) = self.open.get(&channel) {
            let _ = inputs.send(ToRoom::Input(Input::Message(*id, request)));
        }
        Some(())
    }
}
