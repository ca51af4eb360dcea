//! A player of a simulation: a plain socket that is read and answered between the steps of the nodes.

use std::{
    io::Read,
    os::{fd::OwnedFd, unix::net::UnixStream},
    sync::Arc,
    time::Duration,
};

use eights_store::PersonId;
use eights_wire::{Phase, Request, ToClient, ToServer, Who};
use tokio::sync::mpsc::UnboundedSender;

use super::{
    ledger::{Ledger, Told},
    node::Node,
};
use crate::{
    cluster::link::{self, Reach},
    hub::inbox::ToRoom,
    net::connection::Connection,
    room::{ConnectionId, Guest, Input},
};

/// A player who hears nothing for this long tries another node: relays are not part of the simulation.
const PATIENCE: Duration = Duration::from_millis(1500);

pub(super) struct Player {
    pub(super) person: PersonId,
    /// The seat, from 0. The first one has founded the table.
    pub(super) seat: usize,
    pub(super) code: String,
    attached: Option<Attached>,
    /// What the next update must show at least.
    least: Option<Told>,
    heard: Duration,
}

/// A connection to a node, and what was received on it.
struct Attached {
    id: ConnectionId,
    inputs: UnboundedSender<ToRoom>,
    stream: UnixStream,
    received: Vec<u8>,
}

impl Attached {
    fn send(&self, message: ToServer) {
        let _ = self.inputs.send(ToRoom::Input(Input::Message(self.id, Request::from(message))));
    }

    /// The next message; `Err` if the connection has ended.
    fn next(&mut self) -> Result<Option<String>, ()> {
        let mut bytes = [0; 4096];
        loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => return Err(()),
                Ok(count) => self.received.extend_from_slice(&bytes[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => break,
                Err(_) => return Err(()),
            }
        }
        // Frames of a server are whole and not masked (RFC 6455, 5.2).
        let (head, length) = match self.received[..] {
            [_, length @ ..126, ..] => (2, usize::from(length)),
            [_, 126, a, b, ..] => (4, usize::from(u16::from_be_bytes([a, b]))),
            [_, 127, a, b, c, d, e, f, g, h, ..] => {
                (10, u64::from_be_bytes([a, b, c, d, e, f, g, h]) as usize)
            }
            _ => return Ok(None),
        };
        if self.received.len() < head + length {
            return Ok(None);
        }
        let frame: Vec<u8> = self.received.drain(..head + length).collect();
        // Anything but a text is a close frame.
        if frame[0] != 0x81 {
            Err(())
        } else {
            Ok(Some(String::from_utf8_lossy(&frame[head..]).into_owned()))
        }
    }
}

impl Player {
    pub(super) fn new(person: PersonId, seat: usize, code: String) -> Player {
        Player { person, seat, code, attached: None, least: None, heard: Duration::ZERO }
    }

    pub(super) fn is_attached(&self) -> bool {
        self.attached.is_some()
    }

    /// Connects to a node.
    pub(super) fn attach(&mut self, node: &Node, ledger: &Ledger, now: Duration) {
        // Not over the network: what is written to a pair can be read at once, and no ports are used up.
        let (stream, far) = UnixStream::pair().expect("there are sockets");
        stream.set_nonblocking(true).expect("sockets can");
        far.set_nonblocking(true).expect("sockets can");
        let far = std::net::TcpStream::from(OwnedFd::from(far));
        let id = node.hub.next_connection_id();
        let name = char::from(b'A' + self.seat as u8).to_string();
        let guest = Guest::new(id, self.person, name, false);
        let inputs = node.within(async || {
            let far = tokio::net::TcpStream::from_std(far).expect("it does not block");
            let connection = Arc::new(Connection::new(far));
            let _ = connection.stream().writable().await;
            let inputs = link::open(&node.hub, &self.code, Reach::Anywhere);
            let _ = inputs.send(ToRoom::Join(Box::new(guest), connection));
            inputs
        });
        // A player who joins now must not see a state older than what others have seen.
        let known = ledger.newest(&self.code);
        self.least = known.or(self.least.take());
        self.attached = Some(Attached { id, inputs, stream, received: Vec::new() });
        self.heard = now;
    }

    /// Reads and answers everything that has come. `pick` chooses among offers.
    pub(super) fn play(&mut self, ledger: &mut Ledger, now: Duration, mut pick: impl FnMut(usize) -> usize) {
        let Some(mut attached) = self.attached.take() else { return };
        loop {
            match attached.next() {
                Ok(Some(message)) => {
                    self.heard = now;
                    self.receive(&attached, &message, ledger, &mut pick);
                }
                Ok(None) => break,
                Err(()) => return,
            }
        }
        if now.saturating_sub(self.heard) > PATIENCE {
            let _ = attached.inputs.send(ToRoom::Input(Input::Leave(attached.id)));
            return;
        }
        self.attached = Some(attached);
    }

    fn receive(
        &mut self,
        attached: &Attached,
        message: &str,
        ledger: &mut Ledger,
        pick: &mut impl FnMut(usize) -> usize,
    ) {
        match serde_json::from_str(message) {
            Ok(ToClient::Update(update)) => {
                let told = (update.match_id.clone(), update.step);
                ledger.told(&self.code, told.clone(), self.seat, message, self.least.as_ref());
                self.least = Some(told);
                let own = char::from(b'A' + self.seat as u8).to_string();
                if update.asks == Some(own) && !update.offers.is_empty() {
                    let say = update.offers[pick(update.offers.len())].say.clone();
                    ledger.said(&update.match_id, update.step, self.seat, &say);
                    attached.send(ToServer::Say { match_id: update.match_id, step: update.step, say });
                }
            }
            Ok(ToClient::Room(room)) => self.arrange(attached, &room),
            _ => (),
        }
    }

    /// Sits down, gets ready, deals, and plays again.
    fn arrange(&self, attached: &Attached, room: &eights_wire::Room) {
        let own = char::from(b'A' + self.seat as u8).to_string();
        match room.phase {
            Phase::Gathering if room.you.is_none() => attached.send(ToServer::Sit { seat: own }),
            Phase::Gathering if self.seat == 0 => {
                let others = room.chairs.iter().filter(|chair| chair.seat != own);
                if others.into_iter().all(|chair| chair.ready && !matches!(chair.who, Who::Nobody {})) {
                    attached.send(ToServer::Start {});
                }
            }
            Phase::Gathering if room.chairs.iter().any(|chair| chair.seat == own && !chair.ready) => {
                attached.send(ToServer::Ready { ready: true });
            }
            Phase::Over if self.seat == 0 => attached.send(ToServer::Rematch {}),
            Phase::Gathering | Phase::Playing | Phase::Over => (),
        }
    }
}
