//! The attacks on a server. Each is repeated until it is stopped.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use eights_client::{HttpConnection, Method, Request, Server, Socket, StatusCode, Stream, header};
use eights_wire::{ToServer, VERSION, write};
use serde_json::json;
use tokio::{
    io::{AsyncRead, AsyncWriteExt, copy, sink, split},
    task::{LocalSet, yield_now},
    time::{sleep, timeout},
};

use crate::{
    error::LoadError,
    requests::{open_table, sign_in},
    source::{PER_SOURCE, from_source},
};

/// The number of concurrent attackers, each with its own source address.
pub(super) const STRANGERS: usize = 8;
/// Timeout for one round of an attack.
const ROUND_TIMEOUT: Duration = Duration::from_secs(5);
/// The number of connections that an attacker holds open.
const MAX_HELD_CONNECTIONS: usize = 40;

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
#[derive(Clone)]
pub(super) struct Stranger {
    /// The server, reached from the source address of this attacker.
    server: Server,
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
    fn count(&self, status: StatusCode) {
        let counter = if status == StatusCode::TOO_MANY_REQUESTS { &self.limited } else { &self.answered };
        counter.fetch_add(1, Relaxed);
    }
}

impl Stranger {
    /// Signs in and opens a table with a bot.
    pub(super) async fn new(server: &Server, number: usize) -> Result<Stranger, LoadError> {
        let server = from_source(server, (number + 1) * PER_SOURCE);
        let mut http = HttpConnection::open(&server).await?;
        let cookie = sign_in(&mut http).await?;
        let wanted =
            json!({ "game": "crazy-eights", "rules": "basic", "seats": 2, "bots": { "B": "newcomer" } });
        let code = open_table(&mut http, &cookie, &wanted).await?;
        Ok(Stranger { server, number, cookie, code })
    }

    /// One round of an attack. It ends with an error when the server closes the connection.
    async fn attack(&self, attack: Attack, counts: &Counts, round: u64) -> io::Result<()> {
        match attack {
            Attack::Pings => self.flood(&[], &[0x89, 0x80, 0, 0, 0, 0].repeat(200), counts).await,
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
                let own = self.number + 1;
                let forged = |n: usize| {
                    let address = match n % 5 {
                        0 => String::new(),
                        1 => format!("junk {n}"),
                        2 => format!("203.0.113.{n}, unknown"),
                        3 => format!("192.0.2.{own}:{n}"),
                        _ => format!("2001:db8:{own:x}::{n:x}"),
                    };
                    ("/api/levels".to_owned(), address)
                };
                self.requests(forged, None, counts).await
            }
        }
    }

    async fn connect(&self) -> io::Result<Stream> {
        self.server.connect().await.map_err(io::Error::other)
    }

    /// Connects to its own table, without a message.
    async fn open_socket(&self) -> io::Result<Socket> {
        Socket::open(&self.server, &self.code, Some(&self.cookie)).await.map_err(io::Error::other)
    }

    /// Connects to its own table and sends the hello message.
    async fn say_hello(&self) -> io::Result<Socket> {
        let mut socket = self.open_socket().await?;
        let hello = ToServer::Hello { version: VERSION, words: false, pauses: false };
        socket.send(&hello).await.map_err(io::Error::other)?;
        Ok(socket)
    }

    /// Sends the same bytes over and over, and discards what it receives.
    async fn flood(&self, first: &[u8], again: &[u8], counts: &Counts) -> io::Result<()> {
        let (reading, mut writing) = split(self.say_hello().await?.into_stream());
        writing.write_all(first).await?;
        let sending = async {
            loop {
                writing.write_all(again).await?;
                counts.bytes.fetch_add(again.len() as u64, Relaxed);
                yield_now().await;
            }
        };
        tokio::select! {
            ended = sending => ended,
            ended = drain(reading) => ended,
        }
    }

    async fn junk(&self, counts: &Counts, round: u64) -> io::Result<()> {
        let mut stream = if round.is_multiple_of(2) {
            self.connect().await?
        } else {
            self.say_hello().await?.into_stream()
        };
        let mut rng = round | 1;
        let mut next = || {
            rng ^= rng << 13;
            rng ^= rng >> 7;
            rng ^= rng << 17;
            rng.to_le_bytes()
        };
        let noise: Vec<u8> = (0..8000).flat_map(|_| next()).collect();
        counts.bytes.fetch_add(noise.len() as u64, Relaxed);
        stream.write_all(&noise).await?;
        drain(stream).await
    }

    async fn half_requests(&self) -> io::Result<()> {
        let mut held = Vec::new();
        for n in 0..MAX_HELD_CONNECTIONS {
            let mut stream = self.connect().await?;
            let half = if n % 2 == 0 {
                "GET /api/games HTTP/1.1\r\nhost: x\r\n".to_owned()
            } else {
                format!(
                    "POST /api/tables HTTP/1.1\r\nhost: x\r\nx-eights: 1\r\ncookie: {}\r\n\
                     content-type: application/json\r\ncontent-length: 100000\r\n\r\n{{",
                    self.cookie
                )
            };
            stream.write_all(half.as_bytes()).await?;
            held.push(stream);
        }
        loop {
            sleep(Duration::from_millis(200)).await;
            for stream in &mut held {
                stream.write_all(b" ").await?;
            }
        }
    }

    async fn unread_answers(&self, counts: &Counts) -> io::Result<()> {
        let mut held = Vec::new();
        for _ in 0..MAX_HELD_CONNECTIONS {
            let mut stream = self.connect().await?;
            let asked = b"GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(20);
            stream.write_all(&asked).await?;
            counts.bytes.fetch_add(asked.len() as u64, Relaxed);
            held.push(stream);
        }
        sleep(ROUND_TIMEOUT).await;
        Ok(())
    }

    async fn unread_lines(&self, counts: &Counts) -> io::Result<()> {
        // A person may have one connection to a table, so the others never send a hello.
        let mut silent = Vec::new();
        for _ in 1..MAX_HELD_CONNECTIONS {
            silent.push(self.open_socket().await?);
        }
        let mut socket = self.say_hello().await?;
        let ping = write(&ToServer::Ping { n: 1 });
        loop {
            socket.send_text(ping.clone()).await.map_err(io::Error::other)?;
            counts.bytes.fetch_add(ping.len() as u64, Relaxed);
            sleep(Duration::from_millis(60)).await;
        }
    }

    /// Starts a match at its own table and keeps sending a message.
    async fn spam(&self, message: &ToServer, counts: &Counts) -> io::Result<()> {
        let mut socket = self.say_hello().await?;
        socket.send(&ToServer::Start {}).await.map_err(io::Error::other)?;
        let text = write(message);
        loop {
            socket.send_text(text.clone()).await.map_err(io::Error::other)?;
            counts.bytes.fetch_add(text.len() as u64, Relaxed);
            // Read what comes, so that the server does not close a connection that is too slow.
            let reading = async { while socket.next_text().await.is_ok() {} };
            let _ = timeout(Duration::from_millis(40), reading).await;
        }
    }

    /// Signs in as somebody new again and again, and creates a table and a rule sheet each time.
    async fn newcomers(&self, counts: &Counts, round: u64) -> io::Result<()> {
        let mut http = HttpConnection::open(&self.server).await.map_err(io::Error::other)?;
        let table = json!({ "game": "crazy-eights", "seats": 2 }).to_string();
        let mut cookie = None;
        for n in 0.. {
            let values = json!({ "K": 11 + round, "Q": n % 80 });
            let sheet = json!({ "sheet": { "extends": "score-race", "values": values } }).to_string();
            let asked = [
                (Method::GET, "/api/me", String::new()),
                (Method::POST, "/api/tables", table.clone()),
                (Method::POST, "/api/rules/crazy-eights", sheet),
            ];
            for (method, path, body) in asked {
                let is_new = method == Method::GET;
                let sent = if is_new { None } else { cookie.as_deref() };
                let answer = http.request(method, path, sent, body).await.map_err(io::Error::other)?;
                counts.count(answer.status);
                if is_new && answer.cookie.is_some() {
                    cookie = answer.cookie;
                }
                yield_now().await;
            }
        }
        Ok(())
    }

    /// Sends one request after the other, as fast as the responses come. `ask` gives the path of
    /// each and the address to forge, if any.
    async fn requests(
        &self,
        ask: impl Fn(usize) -> (String, String),
        body: Option<&str>,
        counts: &Counts,
    ) -> io::Result<()> {
        let mut http = HttpConnection::open(&self.server).await.map_err(io::Error::other)?;
        for n in 0.. {
            let (path, forged) = ask(n);
            let method = if body.is_some() { Method::POST } else { Method::GET };
            let mut request =
                Request::builder().method(method).uri(path).header(header::COOKIE, &self.cookie);
            if !forged.is_empty() {
                request = request.header("x-forwarded-for", forged);
            }
            let request = request.body(body.unwrap_or_default().to_owned()).map_err(io::Error::other)?;
            let answer = http.send(request).await.map_err(io::Error::other)?;
            counts.count(answer.status);
            yield_now().await;
        }
        Ok(())
    }
}

/// Reads and discards everything until the connection ends.
async fn drain(mut stream: impl AsyncRead + Unpin) -> io::Result<()> {
    copy(&mut stream, &mut sink()).await.map(drop)
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
        let _ = timeout(ROUND_TIMEOUT, stranger.attack(attack, &counts, round)).await;
        sleep(Duration::from_millis(20)).await;
    }
}
