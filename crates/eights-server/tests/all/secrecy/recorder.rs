//! A client that sits at a table or watches, and records every message it receives.

use std::time::Duration;

use eights::Seat;
use eights_wire::{ToClient, ToServer, VERSION};
use futures_util::{SinkExt, StreamExt};
use hyper::Request;
use tokio::net::TcpStream;
use tokio_tungstenite::{WebSocketStream, tungstenite::Message};

use crate::common::Person;

pub(crate) struct Recorder {
    socket: WebSocketStream<TcpStream>,
    pub(crate) seat: Option<Seat>,
    pub(crate) words: bool,
    /// All messages, in order.
    pub(crate) messages: Vec<String>,
    pings: u32,
}

pub(crate) fn step_of(text: &str) -> Option<u64> {
    let rest = text.strip_prefix(r#"{"update":{"step":"#)?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

impl Recorder {
    /// Joins a table, sits down if a chair is given, adds entropy and becomes ready.
    pub(crate) async fn sit(
        person: &Person,
        code: &str,
        seat: Option<Seat>,
        words: bool,
        luck: &str,
    ) -> Recorder {
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
        let mut recorder = Recorder { socket, seat, words, messages: Vec::new(), pings: 0 };
        recorder.send(&ToServer::Hello { version: VERSION, words, pauses: false }).await;
        if let Some(seat) = seat {
            if seat.index() > 0 {
                recorder.send(&ToServer::Sit { seat: seat.to_string() }).await;
                recorder.send(&ToServer::Ready { ready: true }).await;
            }
            recorder.send(&ToServer::Entropy { entropy: luck.to_owned() }).await;
        }
        recorder.catch_up().await;
        recorder
    }

    pub(crate) async fn send(&mut self, message: &ToServer) {
        self.socket.send(Message::text(eights_wire::write(message))).await.unwrap();
    }

    pub(crate) async fn act(&mut self, step: u64, say: &str) {
        let match_id = self.update().match_id;
        self.send(&ToServer::Say { match_id, step, say: say.to_owned() }).await;
    }

    async fn receive(&mut self) {
        let message = tokio::time::timeout(Duration::from_secs(60), self.socket.next()).await;
        match message.expect("a message within a minute").expect("the connection is open") {
            Ok(Message::Text(text)) => self.messages.push(text.to_string()),
            Ok(_) => (),
            Err(error) => panic!("the connection broke: {error}"),
        }
    }

    /// Receives until the update of a step.
    pub(crate) async fn until(&mut self, step: u64) {
        while self.messages.last().and_then(|text| step_of(text)).is_none_or(|now| now < step) {
            if self.newest().is_some_and(|now| now >= step) {
                return;
            }
            self.receive().await;
        }
    }

    fn newest(&self) -> Option<u64> {
        self.messages.iter().rev().find_map(|text| step_of(text))
    }

    /// Receives until everything sent so far is answered.
    pub(crate) async fn catch_up(&mut self) {
        self.pings += 1;
        let (n, pong) = (self.pings, format!(r#"{{"pong":{{"n":{}}}}}"#, self.pings));
        self.send(&ToServer::Ping { n }).await;
        while self.messages.last() != Some(&pong) {
            self.receive().await;
        }
    }

    fn update(&self) -> eights_wire::Update {
        let text = self.messages.iter().rev().find(|text| step_of(text).is_some()).expect("a match runs");
        match eights_wire::read(text).unwrap() {
            ToClient::Update(update) => *update,
            _ => unreachable!("only updates have a step"),
        }
    }

    /// The seat whose turn it is.
    pub(crate) fn asked(&self) -> Option<usize> {
        self.update().asks.map(|seat| Seat::from_letter(&seat).unwrap().index())
    }

    /// The texts of the offers.
    pub(crate) fn offers(&self) -> Vec<String> {
        self.update().offers.into_iter().map(|offer| offer.say).collect()
    }

    /// A card in the client's hand, or any card.
    pub(crate) fn some_card(&self) -> String {
        let view: serde_json::Value = serde_json::from_str(self.update().view.get()).unwrap();
        let own = self.seat.map(|seat| view["table"][format!("hand {seat}")][0].clone());
        own.and_then(|card| card.as_str().map(str::to_owned)).unwrap_or_else(|| "5H".into())
    }

    pub(crate) fn match_id(&self) -> String {
        let room = |text: &String| match eights_wire::read(text).unwrap() {
            ToClient::Room(room) => room.match_id,
            _ => None,
        };
        self.messages.iter().rev().find_map(room).expect("a match is played")
    }
}
