//! Rate limits and timeouts, directly and behind a proxy.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use crate::common::{Answer, Client, Person, ask, ask_anywhere, raw, serve};
use eights_server::{Config, Server};
use eights_store::{
    Expired, FinishedRow, KeepLimits, MatchId, Memory, Op, Pending, PersonId, PersonRow, Places, Rooms,
    SheetRow, Store, StoreError,
};
use eights_wire::ToClient;
use http_body_util::Full;
use hyper::Request;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// A request as forwarded by a proxy, with these values of `X-Forwarded-For`.
async fn through_proxy(server: &Server, path: &str, forwarded: &[&[u8]]) -> Answer {
    let mut request = Request::get(path).header("host", "cards.example");
    for value in forwarded {
        request = request.header("x-forwarded-for", *value);
    }
    ask(server.address, request.body(Full::default()).unwrap()).await
}

/// The values of the header in the nth request.
type Header = fn(u32) -> Vec<Vec<u8>>;

/// Whatever the client writes into the header, its requests share one budget.
#[tokio::test(flavor = "multi_thread")]
async fn the_request_rate_holds_behind_a_proxy() {
    let spoiled: [(&str, Header); 6] = [
        ("no header", |_| vec![]),
        ("junk", |n| vec![format!("junk {n}").into_bytes()]),
        ("bytes that are no text", |_| vec![b"\xff\xfe, 192.0.2.1".to_vec()]),
        ("another port each time", |n| vec![format!("192.0.2.2:{}", 1000 + n).into_bytes()]),
        ("forged entries in front", |n| vec![format!("198.51.100.{n}, 192.0.2.3").into_bytes()]),
        ("another address of the same IPv6 network", |n| vec![format!("2001:db8::{n:x}").into_bytes()]),
    ];
    let limited = |config: &mut Config| (config.behind_proxy, config.request_rate) = (true, 1.0);
    for (name, header) in spoiled {
        let (server, _folder) = serve(limited).await;
        let mut statuses = Vec::new();
        for n in 0..12 {
            let values = header(n);
            let values: Vec<&[u8]> = values.iter().map(Vec::as_slice).collect();
            statuses.push(through_proxy(&server, "/api/levels", &values).await.status);
        }
        assert!(statuses[..4].iter().all(|status| *status == 200), "{name}: {statuses:?}");
        assert_eq!(statuses[11], 429, "{name}: {statuses:?}");
        assert_eq!(
            through_proxy(&server, "/api/levels", &[b"203.0.113.9"]).await.status,
            200,
            "{name}: others"
        );
        for path in ["/healthz", "/readyz"] {
            let values = header(99);
            let values: Vec<&[u8]> = values.iter().map(Vec::as_slice).collect();
            assert_eq!(
                through_proxy(&server, path, &values).await.status,
                200,
                "{name}: {path} is never limited"
            );
        }
        server.shut_down().await;
    }
}

/// Opens a WebSocket through a proxy; returns the status, and the connection to keep it open.
async fn socket_through_proxy(person: &Person, code: &str, forwarded: &str) -> (String, TcpStream) {
    let head = raw::handshake(person, code)
        .replace("\r\n\r\n", &format!("\r\nX-Forwarded-For: {forwarded}\r\n\r\n"));
    let mut stream = TcpStream::connect(person.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    (String::from_utf8_lossy(&status[9..]).into_owned(), stream)
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_sockets_are_counted_by_client() {
    let (server, _folder) = serve(|config| (config.behind_proxy, config.max_per_address) = (true, 3)).await;
    let ada = Person::new(server.address).await;
    let founded = ada.post("/api/tables", r#"{"game":"crazy-eights","seats":2}"#).await.json();
    let code = founded["code"].as_str().unwrap();
    let mut held = Vec::new();
    for n in 0..3 {
        let (status, stream) = socket_through_proxy(&ada, code, &format!("2001:db8::{n}")).await;
        assert_eq!(status, "101");
        held.push(stream);
    }
    assert_eq!(socket_through_proxy(&ada, code, "2001:db8::77").await.0, "429");
    assert_eq!(socket_through_proxy(&ada, code, "2001:db8:0:1::1").await.0, "101", "another network");
    drop(held);
    let begin = Instant::now();
    while socket_through_proxy(&ada, code, "2001:db8::1").await.0 != "101" {
        assert!(begin.elapsed() < Duration::from_secs(20), "a closed socket no longer counts");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_cannot_be_guessed() {
    let (server, _folder) =
        serve(|config| (config.behind_proxy, config.request_rate) = (true, 10_000.0)).await;
    let ada = Person::new(server.address).await;
    let founded = ada.post("/api/tables", r#"{"game":"crazy-eights","seats":2}"#).await.json();
    let code = founded["code"].as_str().unwrap();
    assert_eq!(code.len(), 8, "long enough for what the budget allows");
    let mut found = 0;
    for n in 0..100 {
        let status =
            through_proxy(&server, &format!("/api/tables/WRONG{n:03}"), &[b"192.0.2.1"]).await.status;
        found += u32::from(status == 404);
        assert!(status == 404 || status == 429);
    }
    assert!((30..50).contains(&found), "{found} guesses were answered");
    let right = format!("/api/tables/{code}");
    assert_eq!(
        through_proxy(&server, &right, &[b"192.0.2.1"]).await.status,
        429,
        "a right guess tells nothing"
    );
    assert_eq!(socket_through_proxy(&ada, code, "192.0.2.1").await.0, "429", "nor does a socket");
    for _ in 0..100 {
        assert_eq!(
            through_proxy(&server, &right, &[b"192.0.2.2"]).await.status,
            200,
            "right codes cost nothing"
        );
    }
    assert_eq!(socket_through_proxy(&ada, code, "192.0.2.2").await.0, "101");
    server.shut_down().await;
}

/// A missing body, an unread response, a connection without a request: each is closed.
#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_are_disconnected() {
    let (server, _folder) = serve(|config| config.request_timeout = 1).await;
    let ada = Person::new(server.address).await;
    let head = format!(
        "PUT /api/me HTTP/1.1\r\nHost: x\r\nX-Eights: 1\r\nCookie: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 1000\r\n\r\n",
        ada.cookie
    );
    let mut body = TcpStream::connect(server.address).await.unwrap();
    body.write_all(head.as_bytes()).await.unwrap();
    body.write_all(b"{\"name\":").await.unwrap();
    assert!(until_closed(&mut body).await.starts_with("HTTP/1.1 408"), "half of a body");

    let mut trickle = TcpStream::connect(server.address).await.unwrap();
    trickle.write_all(head.as_bytes()).await.unwrap();
    let begin = Instant::now();
    while trickle.write_all(b" ").await.is_ok() && begin.elapsed() < Duration::from_secs(20) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(
        begin.elapsed() < Duration::from_secs(10),
        "a body byte by byte was taken for {:?}",
        begin.elapsed()
    );

    let mut idle = TcpStream::connect(server.address).await.unwrap();
    until_closed(&mut idle).await;
    let mut kept = TcpStream::connect(server.address).await.unwrap();
    kept.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    assert!(until_closed(&mut kept).await.starts_with("HTTP/1.1 200"), "and then nothing");
    server.shut_down().await;
}

/// Everything the server sends until it closes the connection.
async fn until_closed(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = timeout(Duration::from_secs(10), stream.read_to_end(&mut bytes)).await;
    assert!(read.is_ok(), "the connection is still open: {}", String::from_utf8_lossy(&bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn unread_responses_are_dropped() {
    let (server, _folder) = serve(|config| config.request_timeout = 1).await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    // Requests a few hundred responses of tens of KiB, and reads only a few bytes now and then.
    let request = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(400);
    let asking = tokio::spawn(async move {
        let (mut read, mut write) = stream.split();
        let _ = timeout(Duration::from_secs(2), write.write_all(&request)).await;
        let begin = Instant::now();
        let mut bytes = [0; 64];
        while begin.elapsed() < Duration::from_secs(20) {
            match read.read(&mut bytes).await {
                Ok(0) | Err(_) => return begin.elapsed(),
                Ok(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
            if write.write_all(b"\r\n").await.is_err() {
                return begin.elapsed();
            }
        }
        begin.elapsed()
    });
    let took = asking.await.unwrap();
    assert!(took < Duration::from_secs(15), "the connection was held for {took:?}");
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_tables_are_listed_in_pages() {
    let (server, _folder) = serve(|config| config.max_tables = 0).await;
    let ada = Person::new(server.address).await;
    let body =
        r#"{"game":"crazy-eights","seats":2,"settings":{"public":true,"turn-seconds":null,"chat":true}}"#;
    let mut codes = Vec::new();
    for _ in 0..120 {
        codes.push(ada.post("/api/tables", body).await.json()["code"].as_str().unwrap().to_owned());
    }
    codes.sort();
    let mut listed = Vec::new();
    for (page, length) in [(0, 50), (1, 50), (2, 20), (3, 0), (u32::MAX, 0)] {
        let answer = ada.get(&format!("/api/tables?page={page}")).await;
        let rows = answer.json().as_array().unwrap().clone();
        assert_eq!(rows.len(), length, "page {page}");
        assert!(answer.text.len() < 20_000, "{} bytes", answer.text.len());
        assert!(!answer.text.contains("\"about\""), "the list leaves out the descriptions of rules");
        listed.extend(rows.iter().map(|row| row["code"].as_str().unwrap().to_owned()));
    }
    assert_eq!(listed, codes);
    assert_eq!(ada.get("/api/tables").await.json()[0]["code"], codes[0].as_str());
    assert_eq!(ada.get("/api/tables?page=x").await.status, 400);
    let one = ada.get(&format!("/api/tables/{}", codes[0])).await.json();
    assert!(one["rules"]["about"].as_str().is_some_and(|about| !about.is_empty()), "{one}");
    server.shut_down().await;
}

/// A sheet saved before titles had a limit cannot be played.
#[tokio::test(flavor = "multi_thread")]
async fn rules_with_overlong_titles_cannot_be_played() {
    let store: Arc<dyn Store> = Arc::new(Memory::default());
    let config = Config { bind: ([127, 0, 0, 1], 0).into(), request_rate: 0.0, ..Config::default() };
    for (hash, field, length) in [("a", "title", 81), ("b", "about", 601)] {
        let sheet = serde_json::json!({ "extends": "basic", "title": "x", (field): "x".repeat(length) });
        let row = SheetRow {
            game: "crazy-eights".into(),
            hash: hash.into(),
            sheet: sheet.to_string(),
            by: PersonId::new(1),
            at: 0,
        };
        store.write(vec![Op::Sheet(row)]).await.unwrap();
    }
    let server = Server::with_store(config, store).await.unwrap();
    let ada = Person::new(server.address).await;
    for hash in ["a", "b"] {
        let body = format!(r#"{{"game":"crazy-eights","rules":"{hash}","seats":2}}"#);
        let answer = ada.post("/api/tables", &body).await;
        assert_eq!(answer.status, 422, "{}", answer.text);
    }
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_not_public() {
    let (server, _folder) = serve(|_| ()).await;
    assert_eq!(server.metrics, None, "off unless an address is set");
    let ada = Person::new(server.address).await;
    let public = ada.get("/metrics").await;
    assert_eq!(public.status, 404);
    assert!(!public.text.contains("eights_"), "{}", public.text);
    server.shut_down().await;

    let (server, _folder) = serve(|config| config.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let ada = Person::new(server.address).await;
    assert_eq!(ada.get("/metrics").await.status, 404);
    let inside = ada.at(server.metrics.unwrap());
    assert!(inside.get("/metrics").await.text.contains("eights_requests_total"));
    let other = Request::get("/api/me").header("host", "localhost").body(Full::default()).unwrap();
    assert_eq!(ask_anywhere(inside.address, other).await.status, 404, "and nothing else");
    server.shut_down().await;
}

async fn rename_from(person: &Person, host: &str, origin: &str) -> u16 {
    let request = Request::put("/api/me")
        .header("host", host)
        .header("origin", origin)
        .header("cookie", &person.cookie)
        .header("content-type", "application/json")
        .header("x-eights", "1");
    ask(person.address, request.body(Full::from(r#"{"name":"Ada"}"#)).unwrap()).await.status
}

/// With a public URL set, the `Host` header decides nothing.
#[tokio::test(flavor = "multi_thread")]
async fn the_host_header_is_ignored_when_a_public_url_is_set() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    assert_eq!(rename_from(&ada, "192.0.2.1:8088", "http://192.0.2.1:8088").await, 200);
    server.shut_down().await;
    let (server, _folder) = serve(|config| {
        config.public_url = Some("https://cards.example:443/".into());
        config.origins = vec!["https://other.example".into()];
    })
    .await;
    let ada = Person::new(server.address).await;
    for (host, origin, status) in [
        ("evil.example", "http://evil.example", 403),
        ("cards.example", "http://cards.example", 403),
        ("evil.example", "https://cards.example", 200),
        ("cards.example", "https://Cards.example", 200),
        ("cards.example", "https://other.example", 200),
    ] {
        assert_eq!(rename_from(&ada, host, origin).await, status, "{origin} at {host}");
    }
    let founded = ada.post("/api/tables", r#"{"game":"crazy-eights","seats":2}"#).await.json();
    assert!(founded["url"].as_str().unwrap().starts_with("https://cards.example"), "{founded}");
    server.shut_down().await;
}

/// A server that shuts down asks its clients to reconnect at different times.
#[tokio::test(flavor = "multi_thread")]
async fn reconnects_after_a_shutdown_are_spread() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let founded = ada.post("/api/tables", r#"{"game":"crazy-eights","seats":2}"#).await.json();
    let mut clients = Vec::new();
    for _ in 0..12 {
        let person = Person::new(server.address).await;
        clients.push(Client::open(&person, founded["code"].as_str().unwrap()).await);
    }
    server.shut_down().await;
    let mut waits = Vec::new();
    for client in &mut clients {
        let bye = client.wait(|message| matches!(message, ToClient::Bye { .. })).await;
        let ToClient::Bye { back_in: Some(wait), .. } = bye else { panic!("no time to reconnect") };
        assert!((1000..3000).contains(&wait), "{wait}");
        waits.push(wait);
    }
    waits.sort_unstable();
    waits.dedup();
    assert!(waits.len() > 6, "{waits:?}");
}

/// A store whose disk fills up.
#[derive(Default)]
struct Fragile {
    memory: Memory,
    is_full: AtomicBool,
}

impl Places for Fragile {}

impl Store for Fragile {
    fn write(&self, ops: Vec<Op>) -> Pending {
        match self.is_full.load(Ordering::Relaxed) {
            // A write to a match that does not exist fails.
            true => self.memory.write(vec![Op::Finish { id: MatchId::new(0), at: 0, result: String::new() }]),
            false => self.memory.write(ops),
        }
    }

    fn journal(
        &self,
        id: MatchId,
    ) -> Result<Option<(eights_match::Head, Vec<eights_match::Entry>)>, StoreError> {
        self.memory.journal(id)
    }

    fn rooms(&self) -> Result<Rooms, StoreError> {
        self.memory.rooms()
    }

    fn room(&self, code: &str) -> Result<Option<String>, StoreError> {
        self.memory.room(code)
    }

    fn person(&self, id: PersonId) -> Result<Option<PersonRow>, StoreError> {
        self.memory.person(id)
    }

    fn bans(&self) -> Result<Vec<String>, StoreError> {
        self.memory.bans()
    }

    fn sheet(&self, game: &str, hash: &str) -> Result<Option<SheetRow>, StoreError> {
        self.memory.sheet(game, hash)
    }

    fn sheets_by(
        &self,
        person: PersonId,
        after: Option<(&str, &str)>,
        limit: u32,
    ) -> Result<Vec<SheetRow>, StoreError> {
        self.memory.sheets_by(person, after, limit)
    }

    fn matches_of(
        &self,
        person: PersonId,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        self.memory.matches_of(person, after, limit)
    }

    fn expired(&self, limits: KeepLimits, limit: u32) -> Result<Expired, StoreError> {
        self.memory.expired(limits, limit)
    }

    fn finished(&self, of: PersonId, before: u64, limit: u32) -> Result<Vec<FinishedRow>, StoreError> {
        self.memory.finished(of, before, limit)
    }

    fn finished_one(&self, id: MatchId) -> Result<Option<FinishedRow>, StoreError> {
        self.memory.finished_one(id)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_store_cannot_be_written_is_not_ready() {
    let store = Arc::new(Fragile::default());
    let config = Config { bind: ([127, 0, 0, 1], 0).into(), ..Config::default() };
    let server = Server::with_store(config, store.clone()).await.unwrap();
    let ada = Person::new(server.address).await;
    assert_eq!(ada.get("/readyz").await.status, 200);
    for (is_full, status) in [(true, 503), (false, 200)] {
        store.is_full.store(is_full, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert_eq!(ada.get("/readyz").await.status, status);
        assert_eq!(ada.get("/healthz").await.status, 200, "the server still runs");
    }
    assert_eq!(ada.get("/api/tables").await.text, "[]", "refused requests leave no table behind");
    server.shut_down().await;
}
