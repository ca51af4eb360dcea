//! Suspends, resumes and kills the real program while a person plays against a bot.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use eights_wire::{Phase, Room, ToClient, ToServer, Update, VERSION};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// `eights serve`, killed when dropped.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(data: &Path, set: &[&str]) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eights"));
        command
            .args(["serve", "--bind", "127.0.0.1:0", "--no-qr", "--store"])
            .arg(format!("sqlite:{}", data.display()));
        // The player answers without a pause, which would exceed the default rate limit in a long match.
        for pair in [&["bot-pause=0", "message-rate=0.0"], set].concat() {
            command.args(["--set", pair]);
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let (_, address) = line.trim().split_once("http://").expect("the address first");
        Served { address: address.to_owned(), child }
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends a request; returns the head and the body of the response.
    fn ask(&self, method: &str, path: &str, cookie: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {cookie}\r\nX-Eights: 1\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    /// Signs in as a new person; returns the cookie.
    fn cookie(&self) -> String {
        let (head, _) = self.ask("GET", "/api/me", "", "");
        let line = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
        line.split(';').next().unwrap().to_owned()
    }

    /// Opens a table with a bot on the second of two chairs; returns its code.
    fn table(&self, cookie: &str, turn_seconds: Option<u32>) -> String {
        let wanted = json!({
            "game": "crazy-eights", "rules": "basic", "seats": 2, "bots": { "B": "normal" },
            "settings": { "public": false, "turn-seconds": turn_seconds, "chat": true },
        });
        let (head, body) = self.ask("POST", "/api/tables", cookie, &wanted.to_string());
        assert!(head.starts_with("HTTP/1.1 200"), "{head}\n{body}");
        serde_json::from_str::<Value>(&body).unwrap()["code"].as_str().unwrap().to_owned()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A player's connection to a table.
struct Player {
    socket: WebSocket<TcpStream>,
    room: Option<Room>,
    update: Option<Update>,
}

impl Player {
    fn join(server: &Served, code: &str, cookie: &str) -> Player {
        let stream = TcpStream::connect(&server.address).unwrap();
        let request = tungstenite::http::Request::get(format!("ws://{}/ws/{code}", server.address))
            .header("host", &server.address)
            .header("connection", "Upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
            .header("cookie", cookie)
            .body(())
            .unwrap();
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        let mut player = Player { socket, room: None, update: None };
        player.send(&ToServer::Hello { version: VERSION, words: false, pauses: false });
        player.until("the table is shown", |player| player.room.is_some());
        player
    }

    fn send(&mut self, message: &ToServer) {
        self.socket.send(Message::text(eights_wire::write(message))).unwrap();
    }

    /// Reads one message; returns false if none came in time.
    fn receive(&mut self, within: Duration) -> bool {
        self.socket.get_ref().set_read_timeout(Some(within)).unwrap();
        match self.socket.read() {
            Ok(Message::Text(text)) => match eights_wire::read(&text).unwrap() {
                ToClient::Room(room) => self.room = Some(*room),
                ToClient::Update(update) => self.update = Some(*update),
                _ => (),
            },
            Ok(_) => (),
            Err(tungstenite::Error::Io(_)) => return false,
            Err(error) => panic!("{error}"),
        }
        true
    }

    fn until(&mut self, what: &str, holds: impl Fn(&Player) -> bool) {
        let begin = Instant::now();
        while !holds(self) {
            assert!(begin.elapsed() < Duration::from_secs(60), "timed out waiting until {what}");
            self.receive(Duration::from_secs(20));
        }
    }

    fn is_asked(&self) -> bool {
        let you = self.room.as_ref().and_then(|room| room.you.clone());
        self.update.as_ref().is_some_and(|update| update.asks.is_some() && update.asks == you)
    }

    fn is_over(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.phase == Phase::Over)
    }

    fn step(&self) -> u64 {
        self.update.as_ref().map_or(0, |update| update.step)
    }

    /// Plays the last offer.
    fn answer(&mut self) {
        let update = self.update.as_ref().expect("it is this player's turn");
        let (match_id, step) = (update.match_id.clone(), update.step);
        let say = update.offers.last().unwrap().say.clone();
        self.send(&ToServer::Say { match_id, step, say });
        self.until("the answer is shown", |player| player.step() > step);
    }
}

/// A turn has three seconds. The process is suspended for six, and most of the three are still left.
#[test]
fn suspending_the_process_costs_nobody_their_turn() {
    let folder = tempfile::tempdir().unwrap();
    let server = Served::start(&folder.path().join("data"), &[]);
    let cookie = server.cookie();
    let code = server.table(&cookie, Some(3));
    let mut player = Player::join(&server, &code, &cookie);
    player.send(&ToServer::Start {});
    player.until("it is the player's turn", Player::is_asked);
    let step = player.step();
    server.signal("-STOP");
    std::thread::sleep(Duration::from_secs(6));
    server.signal("-CONT");
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(1) {
        player.receive(Duration::from_millis(100));
    }
    assert_eq!(player.step(), step, "the time of the suspension does not count");
    player.answer();
    // The clock goes on: without an answer the turn runs out.
    if !player.is_over() {
        player.until("it is their turn again", |player| player.is_asked() || player.is_over());
        let step = player.step();
        player.until("the turn runs out", |player| player.step() > step || player.is_over());
    }
}

/// The entropy of a seat is stored before the table acknowledges it, so the proof contains it after a kill.
#[test]
fn entropy_of_a_seat_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Served::start(&data, &[]);
    let cookie = server.cookie();
    let code = server.table(&cookie, None);
    let mut player = Player::join(&server, &code, &cookie);
    let commitment = player.room.take().unwrap().shuffle.unwrap().commitment;
    player.send(&ToServer::Entropy { entropy: "my own luck".into() });
    player.until("the entropy is acknowledged", |player| player.room.is_some());
    server.kill();

    let server = Served::start(&data, &[]);
    let mut player = Player::join(&server, &code, &cookie);
    player.send(&ToServer::Start {});
    while !player.is_over() {
        player.until("their turn, or the end", |player| player.is_asked() || player.is_over());
        if !player.is_over() {
            player.answer();
        }
    }
    let proof = player.room.unwrap().shuffle.unwrap();
    assert_eq!(proof.commitment, commitment);
    assert_eq!(proof.entropy, ["my own luck", ""]);
    drop(server);
    fs::remove_dir_all(data).unwrap();
}
