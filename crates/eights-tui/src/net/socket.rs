//! The line to a table on a server: a thread with a WebSocket, two channels to the screen.

use std::{
    io,
    net::TcpStream,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread,
    time::{Duration, Instant},
};

use eights_wire::{Phase, ToClient, ToServer, VERSION};
use serde_json::json;
use tungstenite::{
    Error, Message, WebSocket, client,
    client::IntoClientRequest,
    http::{HeaderValue, header},
};

use super::{NetError, address::Address, address::is_code, cookies, http};
use crate::{
    line::{Health, Line},
    menu::Visit,
};

/// How long the thread waits for the server before it looks what the player wants.
const NAP: Duration = Duration::from_millis(15);
/// How often the server is asked whether it is still there.
const BEAT: Duration = Duration::from_secs(20);
/// How often a lost line is made again before it is given up.
const TRIES: u32 = 12;

/// Goes to a table on a server. Who one is there is kept in the config folder.
///
/// # Errors
///
/// When the address is none. What goes wrong later is told by the line.
pub fn visit(visit: Visit, config: Option<PathBuf>) -> Result<Box<dyn Line>, String> {
    // The code may be a whole address.
    let named = visit.code.as_deref().filter(|code| !is_code(code));
    let address = Address::read(named.unwrap_or(&visit.server)).map_err(|why| why.to_string())?;
    let code = visit.code.clone().filter(|code| is_code(code)).or_else(|| address.code.clone());
    let (to, wishes) = mpsc::channel();
    let (says, from) = mpsc::channel();
    let health = Arc::new(Mutex::new(Health::Mending(format!("connecting to {}…", address.host))));
    let call = Call {
        address,
        code,
        visit,
        config,
        wishes,
        says,
        health: Arc::clone(&health),
        known: false,
        added: None,
    };
    thread::spawn(move || call.run());
    Ok(Box::new(Socket { to, from, health }))
}

struct Socket {
    to: Sender<ToServer>,
    from: Receiver<ToClient>,
    health: Arc<Mutex<Health>>,
}

impl Line for Socket {
    fn send(&mut self, message: ToServer) {
        // When the thread has ended, the health says why.
        let _ = self.to.send(message);
    }

    fn poll(&mut self) -> Vec<ToClient> {
        self.from.try_iter().collect()
    }

    fn health(&self) -> Health {
        self.health.lock().map_or_else(|_| Health::Gone("the line broke".into()), |health| health.clone())
    }
}

/// The thread's side.
struct Call {
    address: Address,
    code: Option<String>,
    visit: Visit,
    config: Option<PathBuf>,
    wishes: Receiver<ToServer>,
    says: Sender<ToClient>,
    health: Arc<Mutex<Health>>,
    /// Whether the table has ever been reached.
    known: bool,
    /// The promise and the chair for which luck was added to the shuffle.
    added: Option<(String, String)>,
}

/// Why the line is not used any more.
enum Cut {
    /// The screen has gone: so do we.
    Left,
    /// The table said goodbye.
    Bye(String),
    /// It was lost, or is to be made again after a while.
    Lost(String, Duration),
}

impl Call {
    fn run(mut self) {
        let mut tries = 0;
        loop {
            let cut = match self.connect() {
                Ok(socket) => {
                    (self.known, tries) = (true, 0);
                    self.say(Health::Fine);
                    self.talk(socket)
                }
                Err(NetError::Silent(host, why)) if self.known => Cut::Lost(
                    format!("{host} cannot be reached: {why}"),
                    Duration::from_secs(1 << tries.min(4)),
                ),
                Err(why) => Cut::Bye(why.to_string()),
            };
            match cut {
                Cut::Left => return,
                Cut::Bye(why) => return self.end(why),
                Cut::Lost(why, _) if tries >= TRIES => return self.end(why),
                Cut::Lost(why, wait) => {
                    tries += 1;
                    self.say(Health::Mending("line lost, trying again…".into()));
                    if self.says.send(ToClient::Refused { id: None, step: 0, why }).is_err() {
                        return;
                    }
                    thread::sleep(wait);
                }
            }
        }
    }

    fn say(&self, now: Health) {
        if let Ok(mut health) = self.health.lock() {
            *health = now;
        }
    }

    fn end(&self, why: String) {
        self.say(Health::Gone(why.clone()));
        let _ = self.says.send(ToClient::Bye { why, back_in: None });
    }

    /// Introduces oneself, opens a table where none is named, and calls it.
    fn connect(&mut self) -> Result<WebSocket<TcpStream>, NetError> {
        let at = &self.address;
        let folder = self.config.as_deref();
        let kept = cookies::find(folder, &at.host);
        let me = http::ask(at, "GET", "/api/me", None, kept.as_deref())?;
        let cookie = me.cookie.or(kept);
        if let Some(cookie) = &cookie {
            cookies::keep(folder, &at.host, cookie);
        }
        let name = self.visit.name.trim();
        if !name.is_empty() && name != "You" && me.body["name"] != name {
            http::ask(at, "PUT", "/api/me", Some(&json!({"name": name})), cookie.as_deref())?;
        }
        let code = match &self.code {
            Some(code) => code.clone(),
            None => {
                let setup = &self.visit.setup;
                let body = json!({
                    "game": setup.game, "rules": setup.rules, "seats": setup.seats,
                    "settings": {"public": false, "turn-seconds": null, "chat": true}, "bots": {},
                });
                let opened = http::ask(at, "POST", "/api/tables", Some(&body), cookie.as_deref())?;
                let code = opened.body["code"].as_str().filter(|code| is_code(code));
                let strange = || NetError::Stranger(at.host.clone(), "it opens no table".into());
                code.ok_or_else(strange)?.to_owned()
            }
        };
        let socket = call(at, &code, cookie.as_deref())?;
        self.code = Some(code);
        Ok(socket)
    }

    /// Luck of our own for the shuffle, once for every promise the table makes to our chair.
    fn add_luck(&mut self, message: &ToClient) -> Option<ToServer> {
        let ToClient::Room(room) = message else { return None };
        let to = (room.shuffle.as_ref()?.commitment.clone(), room.you.clone()?);
        if room.phase != Phase::Gathering || self.added.as_ref() == Some(&to) {
            return None;
        }
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        self.added = Some(to);
        Some(ToServer::Entropy { entropy: bytes.iter().map(|byte| format!("{byte:02x}")).collect() })
    }

    /// Carries messages both ways until something ends it.
    fn talk(&mut self, mut socket: WebSocket<TcpStream>) -> Cut {
        let lost = |why: String| Cut::Lost(why, Duration::from_secs(1));
        let hello = ToServer::Hello { version: VERSION, words: true };
        if let Err(error) = socket.send(Message::text(eights_wire::write(&hello))) {
            return lost(error.to_string());
        }
        let (mut heard, mut asked, mut n) = (Instant::now(), Instant::now(), 0);
        loop {
            loop {
                match self.wishes.try_recv() {
                    // We say hello ourselves, again after every loss.
                    Ok(ToServer::Hello { .. }) => (),
                    Ok(wish) => {
                        if let Err(error) = socket.send(Message::text(eights_wire::write(&wish))) {
                            return lost(error.to_string());
                        }
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        let _ = socket.close(None);
                        let _ = socket.flush();
                        return Cut::Left;
                    }
                }
            }
            if asked.elapsed() > BEAT {
                (asked, n) = (Instant::now(), n + 1);
                let _ = socket.send(Message::text(eights_wire::write(&ToServer::Ping { n })));
            }
            match socket.read() {
                Ok(Message::Text(text)) => {
                    heard = Instant::now();
                    let Ok(message) = eights_wire::read::<ToClient>(text.as_str()) else { continue };
                    let bye = match &message {
                        ToClient::Bye { why, back_in: None } => Some(Cut::Bye(why.clone())),
                        ToClient::Bye { why, back_in: Some(wait) } => {
                            Some(Cut::Lost(why.clone(), Duration::from_millis((*wait).min(60_000))))
                        }
                        _ => None,
                    };
                    if let Some(bye) = bye {
                        return bye;
                    }
                    if let Some(luck) = self.add_luck(&message) {
                        let _ = socket.send(Message::text(eights_wire::write(&luck)));
                    }
                    if self.says.send(message).is_err() {
                        return Cut::Left;
                    }
                }
                Ok(_) => heard = Instant::now(),
                Err(Error::Io(error))
                    if [io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut].contains(&error.kind()) =>
                {
                    if heard.elapsed() > 3 * BEAT {
                        return lost("the server says nothing any more".into());
                    }
                }
                Err(error) => return lost(error.to_string()),
            }
        }
    }
}

fn call(at: &Address, code: &str, cookie: Option<&str>) -> Result<WebSocket<TcpStream>, NetError> {
    let strange = |why: String| NetError::Stranger(at.host.clone(), why);
    let mut request = format!("ws://{}/ws/{code}", at.host)
        .into_client_request()
        .map_err(|error| strange(error.to_string()))?;
    let mut put = |name: header::HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            request.headers_mut().insert(name, value);
        }
    };
    put(header::ORIGIN, &format!("http://{}", at.host));
    if let Some(cookie) = cookie {
        put(header::COOKIE, cookie);
    }
    let stream = at.connect()?;
    let socket = match client(request, stream) {
        Ok((socket, _)) => socket,
        Err(tungstenite::HandshakeError::Failure(Error::Http(answer))) => {
            let why = answer.body().as_deref().and_then(|body| serde_json::from_slice(body).ok());
            let why = why.and_then(|body: serde_json::Value| body["error"].as_str().map(str::to_owned));
            let status = answer.status();
            return Err(NetError::No(why.unwrap_or_else(|| format!("the server says {status}"))));
        }
        Err(error) => return Err(strange(error.to_string())),
    };
    let nap = socket.get_ref().set_read_timeout(Some(NAP));
    nap.map_err(|error| NetError::Silent(at.host.clone(), error.to_string()))?;
    Ok(socket)
}
