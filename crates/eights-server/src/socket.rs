//! Sockets: one task a line that reads, and how a line is ended.

use std::{io, io::ErrorKind, pin::pin, sync::Arc, time::Duration};

use axum::{
    Extension,
    body::Body,
    extract::{Path, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use eights_store::PersonRow;
use eights_wire::{ToClient, ToServer, VERSION, id_of, read_checked};
use hyper_util::rt::TokioIo;
use rustix::net::{RecvFlags, recv};
use tokio::{
    io::Interest,
    net::TcpStream,
    sync::mpsc::UnboundedSender,
    task::yield_now,
    time::{Instant, sleep_until, timeout},
};

use crate::{
    connection::{Connection, Kind},
    connections::Slot,
    driver::ToRoom,
    frame::{self, Decoder, Heard},
    handshake,
    http::{ApiError, App, Client, Peer},
    hub::Hub,
    limits::{Due, Rate},
    people,
    room::{ConnectionId, Guest, Input},
    timed::Timed,
};

/// How long a line may wait with its first message.
const GREETING: Duration = Duration::from_secs(10);
/// After so many quarters of the idle time without a word a line is ended.
const PATIENCE: u32 = 4;
/// How often something may come in that cannot be heard: too fast, or no message. More ends the line.
const NONSENSE: Rate = Rate { per_second: 0.1, burst: 20 };
/// The size of the buffer that is read into. A move is some forty bytes.
const READ: usize = 1024;
/// After so many full buffers the other tasks of the thread get their turn. Eight KiB of empty frames take
/// about two milliseconds.
const READS_AT_ONCE: usize = 8;
/// The longest that ending a line may take, from the last message to the other side's goodbye.
const CLOSING: Duration = Duration::from_secs(5);
/// As much is read, and thrown away, of what still comes after the end.
const LINGER: usize = 64 << 10;

/// `GET /ws/{code}`: a line to a table.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
    Extension(client): Extension<Client>,
    mut request: Request,
) -> Result<Response, Response> {
    let accept = handshake::accept_key(&request).map_err(IntoResponse::into_response)?;
    let revision = app.hub.sessions.revision();
    let admitted = admit(&app, &code, client, request.headers()).await;
    let (person, room, slot) = admitted.map_err(IntoResponse::into_response)?;
    let peer = request.extensions().get::<Peer>().cloned();
    let upgrade = hyper::upgrade::on(&mut request);
    let hub = app.hub.clone();
    tokio::spawn(async move {
        let Ok(upgraded) = upgrade.await else { return };
        let Ok(parts) = upgraded.downcast::<TokioIo<Timed>>() else { return };
        let (stream, mut decoder) = (parts.io.into_inner().into_inner(), Decoder::default());
        decoder.push(&parts.read_buf);
        // A line at rest holds no buffer, and this one is large.
        drop(parts.read_buf);
        hub.metrics.lines.more();
        let socket = Socket::new(hub.clone(), stream, room, person.clone(), client);
        let session = hub.sessions.add(person.id, socket.line.clone());
        // The cookie was checked before this connection could be found by its person.
        if hub.sessions.revision() == revision || people::is_current(&hub, person).await {
            socket.run(decoder).await;
        } else {
            session.end();
            socket.finish().await;
        }
        drop(session);
        hub.metrics.lines.less();
        drop((peer, slot));
    });
    let response = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::UPGRADE, "websocket")
        .header(header::CONNECTION, "Upgrade")
        .header(header::SEC_WEBSOCKET_ACCEPT, accept)
        .body(Body::empty());
    let failed = |_| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the answer cannot be written");
    response.map_err(|error| failed(error).into_response())
}

/// Who opens a line, the table it leads to, and behind a proxy its place among those of its address.
async fn admit(
    app: &Arc<App>,
    code: &str,
    client: Client,
    headers: &HeaderMap,
) -> Result<(PersonRow, UnboundedSender<ToRoom>, Option<Slot>), ApiError> {
    if !app.is_own_page(headers) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "sockets are not opened for pages of other addresses",
        ));
    }
    let person = people::known(&app.hub, headers).await?;
    let person = person.ok_or_else(|| {
        ApiError::new(StatusCode::UNAUTHORIZED, "first ask /api/me who you are: it sets the cookie")
    })?;
    app.may_try_code(client)?;
    let room = app.hub.room(code).ok_or_else(|| app.wrong_code(client, "there is no table of this code"))?;
    if !app.hub.config.behind_proxy {
        return Ok((person, room, None));
    }
    // The connection itself was counted when it was taken, but then its client was not known.
    match app.limits.share(client.0) {
        Some(slot) => Ok((person, room, Some(slot))),
        None => {
            if let Some(times) = app.hub.refusals.connections.count(app.hub.clock.now()) {
                tracing::warn!(address = %client.0, times, "too many connections");
            }
            Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too many connections from this address"))
        }
    }
}

/// Why a line is not read any further.
enum End {
    /// The socket is gone, or nothing can be written to it.
    Gone,
    /// The table has ended the line.
    Over,
    /// The line is to be closed with this status code and reason.
    Close(u16, String),
}

/// The reading side of a line.
struct Socket {
    /// Where the other end is, for limits that must not start anew with every line.
    client: Client,
    hub: Arc<Hub>,
    line: Arc<Connection>,
    room: UnboundedSender<ToRoom>,
    /// Before the greeting: who it is.
    person: Option<Box<PersonRow>>,
    id: ConnectionId,
    begun: Instant,
    /// When the next frame is due.
    due: Due,
    /// When the next one that cannot be heard is.
    nonsense: Due,
    /// For how many quarters of the idle time nothing was heard.
    quiet: u32,
}

impl Socket {
    fn new(
        hub: Arc<Hub>,
        stream: TcpStream,
        room: UnboundedSender<ToRoom>,
        person: PersonRow,
        client: Client,
    ) -> Socket {
        Socket {
            client,
            id: hub.line_id(),
            line: Arc::new(Connection::new(stream)),
            hub,
            room,
            person: Some(Box::new(person)),
            begun: Instant::now(),
            due: Due::default(),
            nonsense: Due::default(),
            quiet: 0,
        }
    }

    async fn run(mut self, mut decoder: Decoder) {
        let end = match self.listen(&mut decoder) {
            Ok(()) => self.read(&mut decoder).await,
            Err(end) => end,
        };
        drop(decoder);
        let is_greeted = self.person.is_none();
        match end {
            End::Close(code, why) => {
                // The table ends the line itself, after it has answered what came before.
                let told = is_greeted && self.room.send(ToRoom::Close(self.id, code, why.clone())).is_ok();
                if !told {
                    self.line.end(code, &why);
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

    /// A quarter of the time after which a silent line is ended.
    fn quarter(&self) -> Duration {
        Duration::from_millis(self.hub.config.line_idle.max(1) * 250)
    }

    /// Reads until the line is over.
    async fn read(&mut self, decoder: &mut Decoder) -> End {
        // One clock for the whole line: setting another one at every message would cost more than hearing it.
        let mut clock = pin!(sleep_until(self.begun + self.quarter().min(GREETING)));
        let line = self.line.clone();
        let mut stirred = pin!(line.stir.notified());
        loop {
            let interest = match self.line.is_waiting() {
                true => Interest::READABLE | Interest::WRITABLE,
                false => Interest::READABLE,
            };
            let mut is_time = false;
            tokio::select! {
                biased;
                ready = self.line.stream().ready(interest) => {
                    let Ok(ready) = ready else { return End::Gone };
                    if ready.is_readable() {
                        match self.pull(decoder) {
                            Err(end) => return end,
                            Ok(false) => (),
                            Ok(true) => {
                                // The clock is looked at here: while there is always something to read, the
                                // branch below is never reached.
                                yield_now().await;
                                is_time = clock.deadline() <= Instant::now();
                            }
                        }
                    }
                    if self.line.is_waiting() {
                        self.line.flush();
                    }
                }
                () = &mut stirred => {
                    stirred.set(line.stir.notified());
                    if self.line.is_waiting() {
                        self.line.flush();
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
            if self.line.is_over() {
                return if self.line.is_broken() { End::Gone } else { End::Over };
            }
        }
    }

    /// Looks at the time; returns when to look again.
    fn tick(&mut self) -> Result<Instant, End> {
        let (quarter, now) = (self.quarter(), Instant::now());
        if self.line.is_stuck(quarter) {
            return Err(End::Gone);
        }
        let silent = || End::Close(1001, "nothing was heard for a long time".into());
        if self.person.is_some() {
            let until = self.begun + GREETING;
            return if now < until { Ok(until) } else { Err(silent()) };
        }
        if self.quiet >= PATIENCE {
            return Err(silent());
        }
        self.quiet += 1;
        // Silence: asked once whether somebody is there.
        if self.quiet == PATIENCE / 2 + 1 {
            self.line.control(frame::ping);
        }
        Ok(now + quarter)
    }

    /// Takes in some of what the socket has; true where there may be more.
    fn pull(&mut self, decoder: &mut Decoder) -> Result<bool, End> {
        let mut buffer = [0; READ];
        for _ in 0..READS_AT_ONCE {
            let mut n = 0;
            let read = self.line.stream().try_io(Interest::READABLE, || {
                (n, _) = recv(self.line.stream(), &mut buffer, RecvFlags::empty())?;
                // Less than there is room for is all there is: asking again would only say so.
                let is_all = n > 0 && n < buffer.len();
                if is_all { Err(ErrorKind::WouldBlock.into()) } else { Ok(()) }
            });
            match read {
                _ if n > 0 => {
                    decoder.push(&buffer[..n]);
                    self.listen(decoder)?;
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

    /// Hears every frame that has come in whole.
    fn listen(&mut self, decoder: &mut Decoder) -> Result<(), End> {
        loop {
            let heard = match decoder.take() {
                Ok(Some(Heard::Close(code))) => return Err(End::Close(code.unwrap_or(1000), String::new())),
                Ok(Some(heard)) => heard,
                Ok(None) => return Ok(()),
                Err(broken) => {
                    self.hub.metrics.refused.more();
                    return Err(End::Close(broken.code(), broken.to_string()));
                }
            };
            // Fragments are no sign of life: a message that never ends says nothing.
            if heard != Heard::Fragment {
                self.quiet = 0;
            }
            match (heard, self.is_in_time()) {
                (Heard::Text(text), true) => self.heard(&text)?,
                (Heard::Text(text), false) => self.refused(id_of(&text), "a little slower, please")?,
                (Heard::Ping(bytes), true) => self.line.control(|out| frame::pong(out, &bytes)),
                (_, true) => (),
                (_, false) => self.nonsense()?,
            }
        }
    }

    /// Whether one more frame may come now. Every kind of frame counts.
    fn is_in_time(&mut self) -> bool {
        let rate = self.hub.config.message_rate;
        let rate = Rate { per_second: rate, burst: (rate * 3.0) as u32 + 1 };
        let is_in_time = rate.allows(&mut self.due, self.hub.clock.now());
        if !is_in_time {
            self.hub.metrics.limited.more();
        }
        is_in_time
    }

    /// Hears one message.
    fn heard(&mut self, text: &str) -> Result<(), End> {
        let request = match read_checked(text) {
            Ok(request) => request,
            Err(why) => return self.refused(id_of(text), &why.to_string()),
        };
        if let Some(person) = self.person.take() {
            return self.greeted(person, &request);
        }
        let heard = self.room.send(ToRoom::Input(Input::Heard(self.id, request)));
        heard.map_err(|_| End::Close(1001, "the table is gone".into()))
    }

    /// The first message must be a greeting in the same version.
    fn greeted(&mut self, person: Box<PersonRow>, request: &eights_wire::Request) -> Result<(), End> {
        let words = match &request.message {
            ToServer::Hello { version, words } if *version == VERSION => *words,
            ToServer::Hello { .. } => {
                let why = format!("this table speaks version {VERSION}: please load the page again");
                self.say(&ToClient::Bye { why, back_in: None });
                self.person = Some(person);
                return Err(End::Close(1000, String::new()));
            }
            _ => {
                self.person = Some(person);
                return self.refused(request.id, "the first message is hello");
            }
        };
        let guest = Guest::new(self.id, person.id, person.name, words).at(Some(self.client.0));
        let _ = self.room.send(ToRoom::Join(Box::new(guest), self.line.clone()));
        Ok(())
    }

    fn say(&self, message: &ToClient) {
        self.line.say(Kind::Other, eights_wire::write(message).as_bytes());
    }

    /// Says why something is not heard; too much of it ends the line.
    fn refused(&mut self, id: Option<u32>, why: &str) -> Result<(), End> {
        self.say(&ToClient::Refused { id, step: 0, why: why.to_owned() });
        self.nonsense()
    }

    fn nonsense(&mut self) -> Result<(), End> {
        self.hub.metrics.refused.more();
        if NONSENSE.allows(&mut self.nonsense, self.hub.clock.now()) {
            return Ok(());
        }
        if let Some(times) = self.hub.refusals.messages.count(self.hub.clock.now()) {
            tracing::warn!(line = self.id, times, "a line was ended: too many messages that cannot be heard");
        }
        Err(End::Close(1008, "too many messages that cannot be heard".into()))
    }

    /// Lets the last messages out, then waits for the other side to close: a socket that is closed with
    /// bytes unread is reset, and the other side may lose what was said last.
    async fn finish(&self) {
        let line = &self.line;
        let goodbye = async {
            while !line.is_over() {
                tokio::select! {
                    ready = line.stream().writable(), if line.is_waiting() => match ready {
                        Ok(()) => line.flush(),
                        Err(_) => return,
                    },
                    () = line.stir.notified() => (),
                }
            }
            if line.is_broken() || line.shut_down().is_err() {
                return;
            }
            let mut left = LINGER;
            while left > 0 {
                match line.stream().readable().await.and_then(|()| self.discard()) {
                    Ok(0) => return,
                    Ok(n) => left = left.saturating_sub(n),
                    Err(error) if error.kind() == ErrorKind::WouldBlock => (),
                    Err(_) => return,
                }
            }
        };
        let _ = timeout(CLOSING, goodbye).await;
    }

    /// Reads something and throws it away. The buffer is here, so that the task of a line at rest does not hold it.
    fn discard(&self) -> io::Result<usize> {
        self.line.stream().try_read(&mut [0; READ])
    }
}
