//! The receiving side of a WebSocket: one task per connection reads frames, enforces rates and
//! timeouts, and closes.

use std::{io, io::ErrorKind, pin::pin, sync::Arc, time::Duration};

use eights_store::PersonRow;
use eights_wire::{ByeCode, ToClient, ToServer, VERSION, id_of, read_checked};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use rustix::net::{RecvFlags, recv};
use tokio::{
    io::Interest,
    sync::mpsc::UnboundedSender,
    task::yield_now,
    time::{Instant, sleep_until, timeout},
};
use tokio_rustls::server::TlsStream;

use crate::{
    http::app::Client,
    hub::{Hub, inbox::ToRoom},
    limits::{Due, Rate},
    net::{
        connection::Connection,
        frame::{self, Decoder, Received},
        recipient::{Kind, Recipient},
        timed::Timed,
        tls::Tls,
    },
    refusal::Refusal,
    room::{ConnectionId, Guest, Input},
};

/// How long a client may take to send `hello`.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection is closed after this many quarters of the idle time without a message.
const MAX_QUIET_QUARTERS: u32 = 4;
/// How many messages may be unreadable or too fast before the connection is closed.
const BAD_MESSAGE_RATE: Rate = Rate { per_second: 0.1, burst: 20 };
/// The read buffer. A move has about forty bytes.
const READ_BUFFER: usize = 1024;
/// After this many full buffers the task yields to others on its thread. Eight KiB of empty frames
/// take about two milliseconds.
const MAX_READS_PER_TURN: usize = 8;
/// How long closing may take, from the last message to the client's close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// How many bytes are read and discarded after the close frame.
const MAX_DISCARDED_BYTES: usize = 64 << 10;

/// Takes the socket back from the HTTP server. The bytes that it has already read go to the decoder;
/// its buffer, which is large, is dropped.
pub(super) fn take_over(upgraded: Upgraded, decoder: &mut Decoder) -> Option<Connection> {
    let upgraded = match upgraded.downcast::<TokioIo<Timed>>() {
        Ok(parts) => {
            decoder.push(&parts.read_buf);
            return Some(Connection::new(parts.io.into_inner().into_inner()));
        }
        Err(upgraded) => upgraded,
    };
    let parts = upgraded.downcast::<TokioIo<TlsStream<Timed>>>().ok()?;
    decoder.push(&parts.read_buf);
    let (stream, session) = parts.io.into_inner().into_inner();
    let connection = Connection::with_tls(stream.into_inner(), Some(Tls::new(session)));
    // The session may have decrypted more than the HTTP server has read.
    connection.receive(b"", decoder).ok()?;
    Some(connection)
}

/// Why reading has stopped.
enum End {
    /// The socket is closed or broken.
    Gone,
    /// The table has closed the connection.
    Over,
    /// The connection is to be closed with this status code and reason.
    Close(u16, String),
}

/// The receiving side of a connection.
pub(super) struct Socket {
    /// The client address, for limits that reconnecting must not reset.
    client: Client,
    hub: Arc<Hub>,
    pub(super) connection: Arc<Connection>,
    room: UnboundedSender<ToRoom>,
    /// The person, until `hello` has arrived and the table knows them.
    person: Option<Box<PersonRow>>,
    id: ConnectionId,
    opened_at: Instant,
    /// Rate state of frames of any kind.
    due: Due,
    /// Rate state of unreadable messages.
    bad_messages: Due,
    /// Quarters of the idle time since the last message.
    quiet_quarters: u32,
}

impl Socket {
    pub(super) fn new(
        hub: Arc<Hub>,
        connection: Connection,
        room: UnboundedSender<ToRoom>,
        person: PersonRow,
        client: Client,
    ) -> Socket {
        Socket {
            client,
            id: hub.next_connection_id(),
            connection: Arc::new(connection),
            hub,
            room,
            person: Some(Box::new(person)),
            opened_at: Instant::now(),
            due: Due::default(),
            bad_messages: Due::default(),
            quiet_quarters: 0,
        }
    }

    pub(super) async fn run(mut self, mut decoder: Decoder) {
        let end = match self.handle_frames(&mut decoder) {
            Ok(()) => self.read(&mut decoder).await,
            Err(end) => end,
        };
        drop(decoder);
        let is_greeted = self.person.is_none();
        match end {
            End::Close(code, why) => {
                // The table closes the connection itself, after it has answered earlier messages.
                let told = is_greeted && self.room.send(ToRoom::Close(self.id, code, why.clone())).is_ok();
                if !told {
                    self.connection.close(code, &why);
                }
                self.finish().await;
            }
            End::Gone | End::Over => {
                if is_greeted {
                    let _ = self.room.send(ToRoom::Input(Input::Leave(self.id)));
                }
                if matches!(end, End::Over) {
                    self.finish().await;
                }
            }
        }
    }

    /// A quarter of the idle time.
    fn quarter(&self) -> Duration {
        Duration::from_millis(self.hub.config().connection_idle.max(1) * 250)
    }

    /// Reads and flushes until the connection is finished.
    async fn read(&mut self, decoder: &mut Decoder) -> End {
        // One timer for the whole connection: resetting it at every message would cost more than
        // handling the message.
        let mut clock = pin!(sleep_until(self.opened_at + self.quarter().min(HELLO_TIMEOUT)));
        let connection = self.connection.clone();
        let mut woken = pin!(connection.wake.notified());
        loop {
            let interest = if self.connection.is_waiting() {
                Interest::READABLE | Interest::WRITABLE
            } else {
                Interest::READABLE
            };
            let mut is_time = false;
            tokio::select! {
                biased;
                ready = self.connection.stream().ready(interest) => {
                    let Ok(ready) = ready else { return End::Gone };
                    if ready.is_readable() {
                        match self.read_some(decoder) {
                            Err(end) => return end,
                            Ok(false) => (),
                            Ok(true) => {
                                // Checked here because the timer branch below is never reached
                                // while there is always something to read.
                                yield_now().await;
                                is_time = clock.deadline() <= Instant::now();
                            }
                        }
                    }
                    if self.connection.is_waiting() {
                        self.connection.flush();
                    }
                }
                () = &mut woken => {
                    woken.set(connection.wake.notified());
                    if self.connection.is_waiting() {
                        self.hub.metrics.queue_bytes.observe(self.connection.queued_bytes() as f64);
                        self.connection.flush();
                    }
                }
                () = &mut clock => is_time = true,
            }
            if is_time {
                match self.tick() {
                    Ok(next) => clock.as_mut().reset(next),
                    Err(end) => return end,
                }
            }
            if self.connection.is_over() {
                return if self.connection.is_broken() { End::Gone } else { End::Over };
            }
        }
    }

    /// Checks timeouts; returns when to check again.
    fn tick(&mut self) -> Result<Instant, End> {
        let (quarter, now) = (self.quarter(), Instant::now());
        if self.connection.is_stuck(quarter) {
            return Err(End::Gone);
        }
        let silent = || End::Close(1001, "nothing was heard for a long time".into());
        if self.person.is_some() {
            let until = self.opened_at + HELLO_TIMEOUT;
            return if now < until { Ok(until) } else { Err(silent()) };
        }
        if self.quiet_quarters >= MAX_QUIET_QUARTERS {
            return Err(silent());
        }
        self.quiet_quarters += 1;
        // Halfway through the idle time, ping once to learn whether the client is still there.
        if self.quiet_quarters == MAX_QUIET_QUARTERS / 2 + 1 {
            self.connection.control(frame::ping);
        }
        Ok(now + quarter)
    }

    /// Reads a bounded number of buffers; true if there may be more.
    fn read_some(&mut self, decoder: &mut Decoder) -> Result<bool, End> {
        let mut buffer = [0; READ_BUFFER];
        for _ in 0..MAX_READS_PER_TURN {
            let mut n = 0;
            let read = self.connection.stream().try_io(Interest::READABLE, || {
                (n, _) = recv(self.connection.stream(), &mut buffer, RecvFlags::empty())?;
                // A partly filled buffer means that the socket is drained: another recv would only
                // return WouldBlock.
                let is_all = n > 0 && n < buffer.len();
                if is_all { Err(ErrorKind::WouldBlock.into()) } else { Ok(()) }
            });
            match read {
                _ if n > 0 => {
                    self.connection.receive(&buffer[..n], decoder).map_err(|_| End::Gone)?;
                    self.handle_frames(decoder)?;
                    if read.is_err() {
                        return Ok(false);
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                _ => return Err(End::Gone),
            }
        }
        Ok(true)
    }

    /// Handles every complete frame.
    fn handle_frames(&mut self, decoder: &mut Decoder) -> Result<(), End> {
        loop {
            let received = match decoder.take() {
                Ok(Some(Received::Close(code))) => {
                    return Err(End::Close(code.unwrap_or(1000), String::new()));
                }
                Ok(Some(received)) => received,
                Ok(None) => return Ok(()),
                Err(broken) => {
                    self.hub.metrics.refused.inc();
                    return Err(End::Close(broken.code(), broken.to_string()));
                }
            };
            // A fragment does not count as activity: otherwise a message that never ends would keep
            // the connection open.
            if received != Received::Fragment {
                self.quiet_quarters = 0;
            }
            match (received, self.is_within_rate()) {
                (Received::Text(text), true) => self.handle_message(&text)?,
                (Received::Text(text), false) => self.refuse(id_of(&text), Refusal::TooFast)?,
                (Received::Ping(bytes), true) => self.connection.control(|out| frame::pong(out, &bytes)),
                (_, true) => (),
                (_, false) => self.count_bad_message()?,
            }
        }
    }

    /// Whether one more frame is within the rate. Frames of every kind count.
    fn is_within_rate(&mut self) -> bool {
        let rate = self.hub.message_rate();
        let rate = Rate { per_second: rate, burst: (rate * 3.0) as u32 + 1 };
        let is_within_rate = rate.allows(&mut self.due, self.hub.clock.now());
        if !is_within_rate {
            self.hub.metrics.limited.inc();
        }
        is_within_rate
    }

    /// Parses one message and passes it to the room.
    fn handle_message(&mut self, text: &str) -> Result<(), End> {
        let request = match read_checked(text) {
            Ok(request) => request,
            Err(why) => return self.refuse(id_of(text), why.into()),
        };
        if let Some(person) = self.person.take() {
            return self.handle_hello(person, &request);
        }
        let received = self.room.send(ToRoom::Input(Input::Message(self.id, request)));
        received.map_err(|_| End::Close(1001, "the table is gone".into()))
    }

    /// Checks that the first message is `hello` in this version, and joins the room.
    fn handle_hello(&mut self, person: Box<PersonRow>, request: &eights_wire::Request) -> Result<(), End> {
        let (words, pauses) = match &request.message {
            ToServer::Hello { version, words, pauses } if *version == VERSION => (*words, *pauses),
            ToServer::Hello { .. } => {
                let why = format!("this table speaks version {VERSION}: please load the page again");
                self.send(&ToClient::Bye { code: ByeCode::OtherVersion, why, back_in: None });
                self.person = Some(person);
                return Err(End::Close(1000, String::new()));
            }
            _ => {
                self.person = Some(person);
                return self.refuse(request.id, Refusal::HelloFirst);
            }
        };
        let guest = Guest::new(self.id, person.id, person.name, words).at(Some(self.client.0));
        let guest = Guest { pauses, ..guest };
        let _ = self.room.send(ToRoom::Join(Box::new(guest), self.connection.clone()));
        Ok(())
    }

    fn send(&self, message: &ToClient) {
        self.connection.send(Kind::Other, eights_wire::write(message).as_bytes());
    }

    /// Sends a refusal and counts the message as bad; too many close the connection.
    fn refuse(&mut self, id: Option<u32>, refusal: Refusal) -> Result<(), End> {
        self.send(&ToClient::Refused { id, step: 0, code: refusal.code(), why: refusal.to_string() });
        self.count_bad_message()
    }

    fn count_bad_message(&mut self) -> Result<(), End> {
        self.hub.metrics.refused.inc();
        if BAD_MESSAGE_RATE.allows(&mut self.bad_messages, self.hub.clock.now()) {
            return Ok(());
        }
        if let Some(times) = self.hub.refusals.messages.count(self.hub.clock.now()) {
            tracing::warn!(
                connection = self.id,
                times,
                "a line was ended: too many messages that cannot be heard"
            );
        }
        Err(End::Close(1008, "too many messages that cannot be heard".into()))
    }

    /// Flushes, then waits for the client to close: closing a socket with unread bytes resets it,
    /// and the client may lose the last messages.
    pub(super) async fn finish(&self) {
        let connection = &self.connection;
        let goodbye = async {
            while !connection.is_over() {
                tokio::select! {
                    ready = connection.stream().writable(), if connection.is_waiting() => match ready {
                        Ok(()) => connection.flush(),
                        Err(_) => return,
                    },
                    () = connection.wake.notified() => (),
                }
            }
            if connection.is_broken() || connection.shut_down().is_err() {
                return;
            }
            let mut left = MAX_DISCARDED_BYTES;
            while left > 0 {
                match connection.stream().readable().await.and_then(|()| self.discard()) {
                    Ok(0) => return,
                    Ok(n) => left = left.saturating_sub(n),
                    Err(error) if error.kind() == ErrorKind::WouldBlock => (),
                    Err(_) => return,
                }
            }
        };
        let _ = timeout(CLOSE_TIMEOUT, goodbye).await;
    }

    /// Reads and discards. The buffer is local to this function so that the task of an idle
    /// connection does not hold it.
    fn discard(&self) -> io::Result<usize> {
        self.connection.stream().try_read(&mut [0; READ_BUFFER])
    }
}
