//! The attacks on a server. Each is repeated until it is stopped.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use eights_wire::{ToServer, VERSION, write as written};
use serde_json::json;
use tokio::{
    io::Interest,
    net::TcpStream,
    task::{LocalSet, yield_now},
    time::{sleep, timeout},
};

use crate::{
    LoadError,
    http::{Http, connect, write},
    socket::{Socket, masked, open_line},
};

/// The number of concurrent attackers, each with its own source address.
pub(super) const STRANGERS: usize = 8;
/// The number of connection numbers per source address, as in [`connect`].
const PER_ADDRESS: usize = 15_000;
/// Timeout for one round of an attack.
const ROUND: Duration = Duration::from_secs(5);
/// The number of connections that an attacker holds open.
const HELD: usize = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attack {
    /// Ping frames as fast as possible; the pongs are read.
    Pings,
    /// A message that consists of endless empty fragments.
    Continuations,
    /// Random bytes instead of HTTP or WebSocket frames.
    Junk,
    /// Requests whose head or body is never completed (Slowloris).
    HalfRequests,
    /// Requests whose responses are not read.
    UnreadAnswers,
    /// WebSocket connections that send messages and do not read.
    UnreadLines,
    /// Requests for hints, as many as the rate limit allows.
    Hints,
    /// Chat messages, as many as the rate limit allows.
    Chat,
    /// HTTP requests as fast as possible: new people, lists, rules.
    Requests,
    /// Guesses of table codes, one after the other.
    Codes,
    /// A rule sheet with tens of thousands of cards.
    Sheets,
    /// New cookies, each with a table and a rule sheet.
    Newcomers,
    /// Requests that forge a different address in `X-Forwarded-For` each time.
    Proxies,
}

impl Attack {
    pub(super) const ALL: [Attack; 13] = [
        Attack::Pings,
        Attack::Continuations,
        Attack::Junk,
        Attack::HalfRequests,
        Attack::UnreadAnswers,
        Attack::UnreadLines,
        Attack::Hints,
        Attack::Chat,
        Attack::Requests,
        Attack::Codes,
        Attack::Sheets,
        Attack::Newcomers,
        Attack::Proxies,
    ];
}

/// An attacker with a cookie and a table.
#[derive(Clone, Debug)]
pub(super) struct Stranger {
    address: SocketAddr,
    /// The number of its connections, which decides the source address.
    number: usize,
    cookie: String,
    code: String,
}

/// The effect of the attacks.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) bytes: AtomicU64,
    /// Requests that the server answered.
    pub(super) answered: AtomicU64,
    /// Requests refused by a rate limit.
    pub(super) limited: AtomicU64,
}

impl Counts {
    fn count(&self, status: u16) {
        let counter = if status == 429 { &self.limited } else { &self.answered };
        counter.fetch_add(1, Relaxed);
    }
}

impl Stranger {
    /// Signs in and opens a table with a bot.
    pub(super) async fn new(address: SocketAddr, which: usize) -> Result<Stranger, LoadError> {
        let number = (which + 1) * PER_ADDRESS;
        let mut http = Http::open_as(address, number).await?;
        let me = http.ask("/api/me", None, None).await?;
        let cookie = me.cookie.ok_or_else(|| LoadError::Refused(format!("no cookie: {}", me.body)))?;
        let wanted =
            json!({ "game": "crazy-eights", "rules": "basic", "seats": 2, "bots": { "B": "newcomer" } });
        let founded = http.ask("/api/tables", Some(&cookie), Some(&wanted.to_string())).await?;
        let read: serde_json::Value = serde_json::from_str(&founded.body).unwrap_or_default();
        let code = read["code"].as_str().ok_or_else(|| LoadError::Refused(founded.body.clone()))?.to_owned();
        Ok(Stranger { address, number, cookie, code })
    }

    /// One round of an attack. It ends with an error when the server closes the connection.
    async fn attack(&self, attack: Attack, counts: &Counts, round: u64) -> io::Result<()> {
        match attack {
            Attack::Pings => self.flood(&[], &frame(9, b"").repeat(200), counts).await,
            Attack::Continuations => {
                let first = [0x01, 0x80, 0, 0, 0, 0];
                self.flood(&first, &[0x00, 0x80, 0, 0, 0, 0].repeat(200), counts).await
            }
            Attack::Junk => self.junk(counts, round).await,
            Attack::HalfRequests => self.half_requests().await,
            Attack::UnreadAnswers => self.unread_answers(counts).await,
            Attack::UnreadLines => self.unread_lines(counts).await,
            Attack::Hints => self.spam(&ToServer::Hint {}, counts).await,
            Attack::Chat => self.spam(&ToServer::Chat { text: "spam ".repeat(40) }, counts).await,
            Attack::Requests => {
                let paths = ["/api/me", "/api/tables", "/api/games", "/api/rules/crazier-eights/standard"];
                self.requests(|n| (paths[n % paths.len()].to_owned(), String::new()), None, counts).await
            }
            Attack::Codes => {
                let guess =
                    |n: usize| (format!("/api/tables/{:08}", n + round as usize * 1000), String::new());
                self.requests(guess, None, counts).await
            }
            Attack::Sheets => {
                let cards: Vec<String> = (0..20_000).map(|n| format!("card-{n}")).collect();
                let sheet = json!({ "sheet": { "title": "x", "deck": { "cards": cards } } }).to_string();
                let check = |_| ("/api/rules/crazier-eights/check".to_owned(), String::new());
                self.requests(check, Some(&sheet), counts).await
            }
            Attack::Newcomers => self.newcomers(counts, round).await,
            Attack::Proxies => {
                let forged = |n: usize| {
                    let header = match n % 5 {
                        0 => String::new(),
                        1 => format!("x-forwarded-for: junk {n}\r\n"),
                        2 => format!("x-forwarded-for: 203.0.113.{n}, unknown\r\n"),
                        3 => format!("x-forwarded-for: 192.0.2.{}:{n}\r\n", self.number / PER_ADDRESS),
                        _ => format!("x-forwarded-for: 2001:db8:{:x}::{n:x}\r\n", self.number / PER_ADDRESS),
                    };
                    ("/api/levels".to_owned(), header)
                };
                self.requests(forged, None, counts).await
            }
        }
    }

    /// Connects to its own table and sends the hello message.
    async fn line(&self) -> io::Result<TcpStream> {
        let (stream, _) = open_line(self.address, &self.code, &self.cookie, self.number).await?;
        let hello = written(&ToServer::Hello { version: VERSION, words: false });
        write(&stream, &frame(1, hello.as_bytes())).await?;
        Ok(stream)
    }

    /// Sends the same bytes over and over, and discards what it receives.
    async fn flood(&self, first: &[u8], again: &[u8], counts: &Counts) -> io::Result<()> {
        let stream = self.line().await?;
        write(&stream, first).await?;
        let mut at = 0;
        loop {
            stream.ready(Interest::READABLE | Interest::WRITABLE).await?;
            drain(&stream)?;
            match stream.try_write(&again[at..]) {
                Ok(n) => {
                    at = (at + n) % again.len();
                    counts.bytes.fetch_add(n as u64, Relaxed);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => (),
                Err(error) => return Err(error),
            }
            yield_now().await;
        }
    }

    async fn junk(&self, counts: &Counts, round: u64) -> io::Result<()> {
        let stream = match round % 2 {
            0 => connect(self.address, self.number).await?,
            _ => self.line().await?,
        };
        let mut luck = round | 1;
        let mut next = || {
            luck ^= luck << 13;
            luck ^= luck >> 7;
            luck ^= luck << 17;
            luck.to_le_bytes()
        };
        let noise: Vec<u8> = (0..8000).flat_map(|_| next()).collect();
        counts.bytes.fetch_add(noise.len() as u64, Relaxed);
        write(&stream, &noise).await?;
        read_to_end(&stream).await
    }

    async fn half_requests(&self) -> io::Result<()> {
        let mut held = Vec::new();
        for n in 0..HELD {
            let stream = connect(self.address, self.number).await?;
            let half = match n % 2 {
                0 => "GET /api/games HTTP/1.1\r\nhost: x\r\n".to_owned(),
                _ => format!(
                    "POST /api/tables HTTP/1.1\r\nhost: x\r\nx-eights: 1\r\ncookie: {}\r\n\
                     content-type: application/json\r\ncontent-length: 100000\r\n\r\n{{",
                    self.cookie
                ),
            };
            write(&stream, half.as_bytes()).await?;
            held.push(stream);
        }
        loop {
            sleep(Duration::from_millis(200)).await;
            for stream in &held {
                write(stream, b" ").await?;
            }
        }
    }

    async fn unread_answers(&self, counts: &Counts) -> io::Result<()> {
        let mut held = Vec::new();
        for _ in 0..HELD {
            let stream = connect(self.address, self.number).await?;
            let asked = b"GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(20);
            write(&stream, &asked).await?;
            counts.bytes.fetch_add(asked.len() as u64, Relaxed);
            held.push(stream);
        }
        sleep(ROUND).await;
        Ok(())
    }

    async fn unread_lines(&self, counts: &Counts) -> io::Result<()> {
        // A person may have one connection to a table, so the others never send a hello.
        let mut silent = Vec::new();
        for _ in 1..HELD {
            silent.push(open_line(self.address, &self.code, &self.cookie, self.number).await?);
        }
        let stream = self.line().await?;
        let ask = frame(1, written(&ToServer::Ping { n: 1 }).as_bytes());
        loop {
            write(&stream, &ask).await?;
            counts.bytes.fetch_add(ask.len() as u64, Relaxed);
            sleep(Duration::from_millis(60)).await;
        }
    }

    /// Starts a match at its own table and keeps sending a message.
    async fn spam(&self, message: &ToServer, counts: &Counts) -> io::Result<()> {
        let mut socket = Socket::open(self.address, &self.code, &self.cookie, self.number).await?;
        socket.send(written(&ToServer::Hello { version: VERSION, words: false }).as_bytes()).await?;
        socket.send(written(&ToServer::Start {}).as_bytes()).await?;
        let text = written(message);
        loop {
            socket.send(text.as_bytes()).await?;
            counts.bytes.fetch_add(text.len() as u64, Relaxed);
            let _ = timeout(Duration::from_millis(40), socket.readable()).await;
            socket.take_in(|_| ())?;
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Signs in as somebody new again and again, and creates a table and a rule sheet each time.
    async fn newcomers(&self, counts: &Counts, round: u64) -> io::Result<()> {
        let mut http = Http::open_as(self.address, self.number).await.map_err(io::Error::other)?;
        let table = json!({ "game": "crazy-eights", "seats": 2 }).to_string();
        let mut cookie = None;
        for n in 0.. {
            let values = json!({ "K": 11 + round, "Q": n % 80 });
            let sheet = json!({ "sheet": { "extends": "score-race", "values": values } }).to_string();
            let asked =
                [("/api/me", None), ("/api/tables", Some(&table)), ("/api/rules/crazy-eights", Some(&sheet))];
            for (path, body) in asked {
                let sent = if body.is_none() { None } else { cookie.as_deref() };
                let answer =
                    http.ask(path, sent, body.map(String::as_str)).await.map_err(io::Error::other)?;
                counts.count(answer.status);
                if body.is_none() && answer.cookie.is_some() {
                    cookie = answer.cookie;
                }
                yield_now().await;
            }
        }
        Ok(())
    }

    /// Sends one request after the other, as fast as the responses come.
    async fn requests(
        &self,
        ask: impl Fn(usize) -> (String, String),
        body: Option<&str>,
        counts: &Counts,
    ) -> io::Result<()> {
        let mut http = Http::open_as(self.address, self.number).await.map_err(io::Error::other)?;
        for n in 0.. {
            let (path, headers) = ask(n);
            let answer =
                http.ask_with(&path, &headers, Some(&self.cookie), body).await.map_err(io::Error::other)?;
            counts.count(answer.status);
            yield_now().await;
        }
        Ok(())
    }
}

/// A client's frame with a mask of zeros.
fn frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    masked(&mut bytes, opcode, payload, [0; 4]);
    bytes
}

/// Reads and discards everything available.
fn drain(stream: &TcpStream) -> io::Result<()> {
    let mut buffer = [0; 16 << 10];
    loop {
        match stream.try_read(&mut buffer) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) => (),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

async fn read_to_end(stream: &TcpStream) -> io::Result<()> {
    loop {
        stream.readable().await?;
        drain(stream)?;
    }
}

/// The attackers, on a thread of their own until they are stopped.
pub(super) struct Attackers {
    stop: Arc<AtomicBool>,
    counts: Arc<Counts>,
    thread: thread::JoinHandle<()>,
}

impl Attackers {
    /// Starts all attacks. Each is carried out by half of the strangers.
    pub(super) fn start(strangers: &[Stranger], attacks: &[Attack]) -> Attackers {
        let (stop, counts) = (Arc::new(AtomicBool::new(false)), Arc::new(Counts::default()));
        let (stopped, counted) = (stop.clone(), counts.clone());
        let (strangers, attacks) = (strangers.to_vec(), attacks.to_vec());
        let thread = thread::spawn(move || {
            let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
                return;
            };
            let set = LocalSet::new();
            for (i, stranger) in strangers.into_iter().enumerate() {
                for (j, attack) in attacks.iter().copied().enumerate() {
                    // Every stranger takes every other attack, so that each attack has several sources.
                    if (i + j) % 2 == 0 {
                        set.spawn_local(again_and_again(stranger.clone(), attack, counted.clone()));
                    }
                }
            }
            let stopping = async {
                while !stopped.load(Relaxed) {
                    sleep(Duration::from_millis(20)).await;
                }
            };
            set.block_on(&runtime, stopping);
        });
        Attackers { stop, counts, thread }
    }

    /// Stops all attacks; returns their counts.
    pub(super) fn stop(self) -> Arc<Counts> {
        self.stop.store(true, Relaxed);
        let _ = self.thread.join();
        self.counts
    }
}

async fn again_and_again(stranger: Stranger, attack: Attack, counts: Arc<Counts>) {
    for round in 1.. {
        let _ = timeout(ROUND, stranger.attack(attack, &counts, round)).await;
        sleep(Duration::from_millis(20)).await;
    }
}
