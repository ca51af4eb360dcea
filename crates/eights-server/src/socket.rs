//! Sockets: the handshake, and one task a line that reads.

use std::{io::ErrorKind, pin::pin, sync::Arc, time::Duration};

use axum::{
    body::Body,
    extract::{Path, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::Response,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use eights_store::PersonRow;
use eights_wire::{ToClient, ToServer, VERSION, read_checked};
use hyper_util::rt::TokioIo;
use rustix::net::{RecvFlags, recv};
use sha1::{Digest, Sha1};
use tokio::{
    io::Interest,
    net::TcpStream,
    sync::mpsc::UnboundedSender,
    time::{Instant, sleep},
};

use crate::{
    driver::ToRoom,
    frame::{self, Broken, Decoder, Heard},
    http::{ApiError, App, Peer},
    hub::{Hub, now},
    limits::{Due, Rate},
    line::{Kind, Line},
    people,
    room::{Guest, Input, LineId},
};

/// What the protocol appends to a key before hashing it.
const MAGIC: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/// How long a line may wait with its first message.
const GREETING: Duration = Duration::from_secs(10);
/// After so many quarters of the idle time without a word a line is ended.
const PATIENCE: u32 = 4;
/// So many messages that are none end a line.
const MOST_NONSENSE: u32 = 20;

/// `GET /ws/{code}`: a line to a table.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
    mut request: Request,
) -> Result<Response, ApiError> {
    let headers = request.headers();
    let accept = accept_key(headers).ok_or_else(|| {
        ApiError::new(StatusCode::UPGRADE_REQUIRED, "this address is for WebSockets, version 13")
    })?;
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
    let room = app.hub.room(&code).ok_or_else(|| ApiError::missing("there is no table of this code"))?;
    let peer = request.extensions().get::<Peer>().cloned();
    let upgrade = hyper::upgrade::on(&mut request);
    let hub = app.hub.clone();
    tokio::spawn(async move {
        let Ok(upgraded) = upgrade.await else { return };
        let Ok(parts) = upgraded.downcast::<TokioIo<TcpStream>>() else { return };
        let (stream, mut decoder) = (parts.io.into_inner(), Decoder::default());
        decoder.push(&parts.read_buf);
        // A line at rest holds no buffer, and this one is large.
        drop(parts.read_buf);
        hub.metrics.lines.more();
        Socket::new(hub.clone(), stream, room, person).run(decoder).await;
        hub.metrics.lines.less();
        drop(peer);
    });
    Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::UPGRADE, "websocket")
        .header(header::CONNECTION, "Upgrade")
        .header(header::SEC_WEBSOCKET_ACCEPT, accept)
        .body(Body::empty())
        .map_err(|_| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "the answer cannot be written"))
}

/// The answer to a handshake; none when it is no handshake.
fn accept_key(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok());
    let says = |name, word: &str| {
        text(name).is_some_and(|text| text.split(',').any(|it| it.trim().eq_ignore_ascii_case(word)))
    };
    let fine = says(header::CONNECTION, "upgrade")
        && says(header::UPGRADE, "websocket")
        && says(header::SEC_WEBSOCKET_VERSION, "13");
    let key = text(header::SEC_WEBSOCKET_KEY).filter(|_| fine)?;
    let hash = Sha1::new().chain_update(key).chain_update(MAGIC).finalize();
    Some(BASE64_STANDARD.encode(hash))
}

/// The reading side of a line.
struct Socket {
    hub: Arc<Hub>,
    line: Arc<Line>,
    room: UnboundedSender<ToRoom>,
    /// Before the greeting: who it is.
    person: Option<Box<PersonRow>>,
    id: LineId,
    due: Due,
    nonsense: u32,
}

impl Socket {
    fn new(hub: Arc<Hub>, stream: TcpStream, room: UnboundedSender<ToRoom>, person: PersonRow) -> Socket {
        let (id, line) = (hub.line_id(), Arc::new(Line::new(stream)));
        Socket { hub, line, room, person: Some(Box::new(person)), id, due: Due::default(), nonsense: 0 }
    }

    async fn run(mut self, mut decoder: Decoder) {
        if self.listen(&mut decoder) {
            self.read(&mut decoder).await;
        }
        if self.person.is_none() {
            let _ = self.room.send(ToRoom::Input(Input::Leave(self.id)));
        }
        self.line.flush();
    }

    /// Reads until the line is over.
    async fn read(&mut self, decoder: &mut Decoder) {
        let quarter = Duration::from_millis(self.hub.config.line_idle.max(1) * 250);
        // One clock for the whole line: setting another one at every message would cost more than hearing it.
        let (begun, mut quiet) = (Instant::now(), 0);
        let mut clock = pin!(sleep(quarter.min(GREETING)));
        let line = self.line.clone();
        let mut stirred = pin!(line.stir.notified());
        loop {
            let interest = match self.line.is_waiting() {
                true => Interest::READABLE | Interest::WRITABLE,
                false => Interest::READABLE,
            };
            tokio::select! {
                biased;
                ready = self.line.stream().ready(interest) => {
                    let Ok(ready) = ready else { return };
                    if ready.is_readable() {
                        quiet = 0;
                        if !self.pull(decoder) {
                            return;
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
                () = &mut clock => {
                    let is_late = self.person.is_some() && begun.elapsed() >= GREETING;
                    if quiet >= PATIENCE || is_late {
                        return self.line.end(1001, "nothing was heard for a long time");
                    }
                    let next = match self.person.is_some() {
                        true => begun + GREETING,
                        false => Instant::now() + quarter,
                    };
                    clock.as_mut().reset(next);
                    // Silence: asked once whether somebody is there.
                    quiet += u32::from(self.person.is_none());
                    if quiet == PATIENCE / 2 + 1 {
                        self.line.control(frame::ping);
                    }
                }
            }
            if self.line.is_over() {
                return;
            }
        }
    }

    /// Takes what the socket has; false when the line is over.
    fn pull(&mut self, decoder: &mut Decoder) -> bool {
        // A move is some forty bytes, and whoever sends more is read again.
        let mut buffer = [0; 1024];
        loop {
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
                    if !self.listen(decoder) {
                        return false;
                    }
                    if read.is_err() {
                        return true;
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return true,
                _ => return false,
            }
        }
    }

    /// Hears what has come in whole; false when the line is over.
    fn listen(&mut self, decoder: &mut Decoder) -> bool {
        loop {
            match decoder.take() {
                Ok(Some(Heard::Text(text))) => {
                    if !self.heard(&text) {
                        return false;
                    }
                }
                Ok(Some(Heard::Ping(bytes))) => self.line.control(|out| frame::pong(out, &bytes)),
                Ok(Some(Heard::Pong)) => (),
                Ok(Some(Heard::Close)) => {
                    self.line.end(1000, "");
                    return false;
                }
                Ok(None) => return true,
                Err(broken) => return self.broken(broken),
            }
        }
    }

    fn broken(&self, broken: Broken) -> bool {
        self.hub.metrics.refused.more();
        self.line.end(broken.code(), &broken.to_string());
        false
    }

    /// Hears one message; false when the line is over.
    fn heard(&mut self, text: &str) -> bool {
        let rate = self.hub.config.message_rate;
        if !(Rate { per_second: rate, burst: (rate * 3.0) as u32 + 1 }).allows(&mut self.due, now()) {
            self.hub.metrics.limited.more();
            return self.refused("a little slower, please");
        }
        let message = match read_checked(text) {
            Ok(message) => message,
            Err(why) => return self.refused(&why.to_string()),
        };
        if let Some(person) = self.person.take() {
            return self.greeted(person, &message);
        }
        let heard = self.room.send(ToRoom::Input(Input::Heard(self.id, message)));
        if heard.is_err() {
            self.line.end(1001, "the table is gone");
        }
        heard.is_ok()
    }

    /// The first message must be a greeting in the same version.
    fn greeted(&mut self, person: Box<PersonRow>, message: &ToServer) -> bool {
        let words = match message {
            ToServer::Hello { version, words } if *version == VERSION => *words,
            ToServer::Hello { .. } => {
                let why = format!("this table speaks version {VERSION}: please load the page again");
                self.say(&ToClient::Bye { why, back_in: None });
                self.line.end(1000, "");
                self.person = Some(person);
                return false;
            }
            _ => {
                self.person = Some(person);
                return self.refused("the first message is hello");
            }
        };
        let guest = Guest::new(self.id, person.id, person.name, words);
        let _ = self.room.send(ToRoom::Join(Box::new(guest), self.line.clone()));
        true
    }

    fn say(&self, message: &ToClient) {
        self.line.say(Kind::Other, eights_wire::write(message).as_bytes());
    }

    /// Says why something is not heard; too much of it ends the line.
    fn refused(&mut self, why: &str) -> bool {
        self.hub.metrics.refused.more();
        self.nonsense += 1;
        self.say(&ToClient::Refused { step: 0, why: why.to_owned() });
        if self.nonsense >= MOST_NONSENSE {
            self.line.end(1008, "too many messages that cannot be heard");
            return false;
        }
        true
    }
}
