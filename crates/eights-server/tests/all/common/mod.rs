//! People with cookies and sockets, for tests against a real server.
#![allow(dead_code, reason = "not every test needs every word")]

pub(crate) mod described;
pub(crate) mod raw;

use std::{net::SocketAddr, path::Path, time::Duration};

use eights_server::{Config, Server, StoreAddress};
use eights_wire::{Room, ToClient, ToServer, Update, VERSION};
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::{Request, body::Bytes};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};

/// A server in a folder of its own.
pub(crate) async fn serve(change: impl FnOnce(&mut Config)) -> (Server, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let server = serve_in(folder.path(), change).await;
    (server, folder)
}

/// A server in a given folder.
pub(crate) async fn serve_in(folder: &Path, change: impl FnOnce(&mut Config)) -> Server {
    let mut config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        store: StoreAddress::Sqlite(folder.to_owned()),
        bot_pause: 0,
        shuffle_wait: 50,
        message_rate: 0.0,
        hint_rate: 0.0,
        request_rate: 0.0,
        ..Config::default()
    };
    change(&mut config);
    Server::bind(config).await.unwrap()
}

/// A response.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: hyper::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }
}

/// Sends one request over a new connection. The answer must be one that the OpenAPI document describes.
pub(crate) async fn ask(address: SocketAddr, request: Request<Full<Bytes>>) -> Answer {
    let (method, path) = (request.method().to_string(), request.uri().path().to_owned());
    let answer = ask_anywhere(address, request).await;
    described::check(&method, &path, answer.status, &answer.text);
    answer
}

/// Sends one request over a new connection to an address that need not be that of the API.
pub(crate) async fn ask_anywhere(address: SocketAddr, request: Request<Full<Bytes>>) -> Answer {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let response = sender.send_request(request).await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    Answer { status, headers, text: String::from_utf8(bytes.to_vec()).unwrap() }
}

/// A person, known by a cookie.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
    pub(crate) id: String,
}

impl Person {
    pub(crate) async fn new(address: SocketAddr) -> Person {
        let request =
            Request::get("/api/me").header("host", address.to_string()).body(Full::default()).unwrap();
        let answer = ask(address, request).await;
        let cookie = answer.headers["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        Person { address, cookie, id: answer.json()["id"].as_str().unwrap().to_owned() }
    }

    /// The same person at another server.
    pub(crate) fn at(&self, address: SocketAddr) -> Person {
        Person { address, ..self.clone() }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        let request =
            Request::get(path).header("host", self.address.to_string()).header("cookie", &self.cookie);
        ask(self.address, request.body(Full::default()).unwrap()).await
    }

    pub(crate) async fn write(&self, method: &str, path: &str, body: &str) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", self.address.to_string())
            .header("cookie", &self.cookie)
            .header("content-type", "application/json")
            .header("x-eights", "1");
        ask(self.address, request.body(Full::from(body.to_owned())).unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> Answer {
        self.write("POST", path, body).await
    }
}

/// A WebSocket client at a table.
pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
    pub(crate) room: Option<Room>,
    pub(crate) update: Option<Update>,
    pub(crate) seat: Option<String>,
}

impl Client {
    /// Connects and sends `hello`.
    pub(crate) async fn open(person: &Person, code: &str) -> Client {
        let mut client = Client::silent(person, code).await;
        client.send(&ToServer::Hello { version: VERSION, words: false, pauses: false }).await;
        client.wait(|message| matches!(message, ToClient::Room(_))).await;
        client.catch_up().await;
        client
    }

    /// Connects without sending anything.
    pub(crate) async fn silent(person: &Person, code: &str) -> Client {
        let stream = TcpStream::connect(person.address).await.unwrap();
        let request = Request::get(format!("ws://{}/ws/{code}", person.address))
            .header("host", person.address.to_string())
            .header("connection", "Upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
            .header("cookie", &person.cookie)
            .body(())
            .unwrap();
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        Client { socket, room: None, update: None, seat: None }
    }

    pub(crate) async fn send(&mut self, message: &ToServer) {
        self.send_raw(Message::text(eights_wire::write(message))).await;
    }

    /// Sends a message with an `id`.
    pub(crate) async fn request(&mut self, id: u32, message: ToServer) {
        self.send_raw(Message::text(eights_wire::write(&eights_wire::Request { id: Some(id), message })))
            .await;
    }

    /// Answers a step of the current match.
    pub(crate) async fn act(&mut self, step: u64, say: &str) {
        let match_id = self.update.as_ref().expect("a match is played").match_id.clone();
        self.send(&ToServer::Say { match_id, step, say: say.to_owned() }).await;
    }

    pub(crate) async fn send_raw(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    /// The next message; none if the connection is closed.
    pub(crate) async fn next(&mut self) -> Option<ToClient> {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(20), self.socket.next()).await;
            match message.expect("a message within twenty seconds")? {
                Ok(Message::Text(text)) => return Some(self.note(&text)),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => (),
            }
        }
    }

    fn note(&mut self, text: &str) -> ToClient {
        let message: ToClient = eights_wire::read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        match &message {
            ToClient::Room(room) => {
                self.seat = room.you.clone();
                self.room = Some((**room).clone());
            }
            ToClient::Update(update) => self.update = Some((**update).clone()),
            _ => (),
        }
        message
    }

    /// Waits for a message.
    pub(crate) async fn wait(&mut self, wanted: impl Fn(&ToClient) -> bool) -> ToClient {
        loop {
            let message = self.next().await.expect("the connection is open");
            if wanted(&message) {
                return message;
            }
        }
    }

    pub(crate) async fn wait_room(&mut self, wanted: impl Fn(&Room) -> bool) -> Room {
        loop {
            if let Some(room) = self.room.clone().filter(&wanted) {
                return room;
            }
            self.next().await.expect("the connection is open");
        }
    }

    /// The reason of the next refusal.
    pub(crate) async fn refusal(&mut self) -> String {
        match self.wait(|message| matches!(message, ToClient::Refused { .. })).await {
            ToClient::Refused { why, .. } => why,
            _ => unreachable!("only refusals are waited for"),
        }
    }

    /// Receives everything sent so far.
    pub(crate) async fn catch_up(&mut self) {
        static N: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let n = N.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.send(&ToServer::Ping { n }).await;
        self.wait(|message| matches!(message, ToClient::Pong { n: answered } if *answered == n)).await;
    }
}

/// A running match with a person on every chair.
pub(crate) async fn table(
    address: SocketAddr,
    game: &str,
    rules: &str,
    seats: usize,
) -> (Vec<Person>, Vec<Client>) {
    let mut people = Vec::new();
    for _ in 0..seats {
        people.push(Person::new(address).await);
    }
    let body = format!(r#"{{"game":"{game}","rules":"{rules}","seats":{seats}}}"#);
    let founded = people[0].post("/api/tables", &body).await;
    assert_eq!(founded.status, 200, "{}", founded.text);
    let code = founded.json()["code"].as_str().unwrap().to_owned();
    let mut clients = Vec::new();
    for (i, person) in people.iter().enumerate() {
        let mut client = Client::open(person, &code).await;
        let seat = char::from(b'A' + i as u8).to_string();
        if i > 0 {
            client.send(&ToServer::Sit { seat: seat.clone() }).await;
            client.wait_room(|room| room.you.as_deref() == Some(&seat)).await;
            client.send(&ToServer::Ready { ready: true }).await;
            client.wait_room(|room| room.chairs[i].ready).await;
        }
        client.send(&ToServer::Entropy { entropy: format!("luck of {seat}") }).await;
        client.catch_up().await;
        clients.push(client);
    }
    clients[0].send(&ToServer::Start {}).await;
    for client in &mut clients {
        client.wait(|message| matches!(message, ToClient::Update(_))).await;
    }
    (people, clients)
}
