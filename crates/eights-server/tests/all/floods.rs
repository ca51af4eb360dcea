//! A connection that floods the server is closed, and others do not notice.

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crate::common::{
    Client, Person,
    raw::{Raw, Sent, frame, handshake, text},
    serve,
};
use eights_wire::{ToServer, VERSION};

/// How long a client at another table may wait for an answer. Generous, because the test machine
/// may be busy.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(500);

/// A thread that sends the same bytes repeatedly and reads everything, until it is stopped or
/// disconnected.
struct Flood {
    stop: Arc<AtomicBool>,
    sending: thread::JoinHandle<u64>,
}

impl Flood {
    fn start(person: &Person, code: &str, first: &[Vec<u8>], again: Vec<u8>) -> Flood {
        let mut stream = TcpStream::connect(person.address).unwrap();
        stream.write_all(handshake(person, code).as_bytes()).unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 101");
        stream.write_all(&first.concat()).unwrap();
        let mut reading = stream.try_clone().unwrap();
        thread::spawn(move || while reading.read(&mut [0; 65536]).is_ok_and(|n| n > 0) {});
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let sending = thread::spawn(move || {
            let mut sent = 0;
            while !stopped.load(Ordering::Relaxed) && stream.write_all(&again).is_ok() {
                sent += again.len() as u64;
            }
            sent
        });
        Flood { stop, sending }
    }

    fn stop(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.sending.join().unwrap()
    }
}

fn hello() -> Vec<u8> {
    text(&ToServer::Hello { version: VERSION, words: false, pauses: false })
}

/// The name of a flood, its first frames, and the bytes it repeats.
type Bytes = (&'static str, Vec<Vec<u8>>, Vec<u8>);

fn floods() -> Vec<Bytes> {
    vec![
        ("pings", vec![hello()], frame(0x89, b"").repeat(4000)),
        ("pongs", vec![hello()], frame(0x8a, b"").repeat(4000)),
        ("empty continuations", vec![hello(), frame(0x01, b"")], frame(0x00, b"").repeat(4000)),
        ("pings before the greeting", vec![], frame(0x89, b"x").repeat(4000)),
    ]
}

/// A client at a table, and another person with a second table to flood.
async fn two_tables(server: &eights_server::Server) -> (Client, Person, String) {
    let ada = Person::new(server.address).await;
    let body = r#"{"game":"crazy-eights","seats":2}"#;
    let code = ada.post("/api/tables", body).await.json()["code"].as_str().unwrap().to_owned();
    let client = Client::open(&ada, &code).await;
    let eve = Person::new(server.address).await;
    let code = eve.post("/api/tables", body).await.json()["code"].as_str().unwrap().to_owned();
    (client, eve, code)
}

/// Without rate limits and with a single thread, the other table must still be served.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_flood_does_not_delay_other_tables() {
    let (server, _folder) = serve(|config| config.message_rate = 0.0).await;
    let (mut client, eve, code) = two_tables(&server).await;
    for (name, first, again) in floods() {
        let flooder = Person { ..eve.clone() };
        let code = code.clone();
        let flood =
            tokio::task::spawn_blocking(move || Flood::start(&flooder, &code, &first, again)).await.unwrap();
        let until = Instant::now() + Duration::from_secs(2);
        let (mut worst, mut asked) = (Duration::ZERO, 0);
        while Instant::now() < until {
            let begin = Instant::now();
            client.catch_up().await;
            worst = worst.max(begin.elapsed());
            asked += 1;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let sent = tokio::task::spawn_blocking(|| flood.stop()).await.unwrap();
        println!(
            "{name}: {sent} bytes sent, {asked} answers to the other table, the slowest after {worst:?}"
        );
        assert!(worst < ANSWER_TIMEOUT, "{name}: an answer took {worst:?}");
    }
    server.shut_down().await;
}

/// With default limits a flood is closed quickly, whatever it consists of.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_disconnected() {
    let (server, _folder) = serve(|config| config.message_rate = 20.0).await;
    let (_client, eve, code) = two_tables(&server).await;
    for (name, first, again) in floods() {
        let mut raw = Raw::ungreeted(&eve, &code).await;
        raw.send(&first.concat()).await;
        raw.try_send(&again).await;
        let rest = raw.rest().await;
        assert_eq!(rest.last(), Some(&Sent::Close(1008)), "{name}");
        assert!(rest.len() < 100, "{name}: {} answers", rest.len());
    }
    server.shut_down().await;
}

/// Fragments of a message that never ends do not count as activity.
#[tokio::test(flavor = "multi_thread")]
async fn an_endless_message_does_not_keep_the_connection_open() {
    let (server, _folder) = serve(|config| config.connection_idle = 1).await;
    let (_client, eve, code) = two_tables(&server).await;
    let mut raw = Raw::open(&eve, &code).await;
    raw.send(&frame(0x01, b"{")).await;
    let begin = Instant::now();
    while raw.try_send(&frame(0x00, b"")).await && begin.elapsed() < Duration::from_secs(10) {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(raw.rest().await.last(), Some(&Sent::Close(1001)));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    server.shut_down().await;
}
