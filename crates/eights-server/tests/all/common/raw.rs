//! A WebSocket client that controls every byte it sends.

use std::time::Duration;

use eights_wire::{ToClient, ToServer, VERSION};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::Person;

/// How long an answer may take.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// The handshake request that a browser would send.
pub(crate) fn handshake(person: &Person, code: &str) -> String {
    format!(
        "GET /ws/{code} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {}\r\n\r\n",
        person.address, person.cookie
    )
}

/// A masked frame with this first byte and payload.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        n if n < 126 => bytes.push(0x80 | n as u8),
        n => {
            bytes.push(0x80 | 126);
            bytes.extend((n as u16).to_be_bytes());
        }
    }
    let mask = [0x37, 0xfa, 0x21, 0x3d];
    bytes.extend(mask);
    bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// A message as one frame.
pub(crate) fn text(message: &ToServer) -> Vec<u8> {
    frame(0x81, eights_wire::write(message).as_bytes())
}

/// A frame of interest from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    /// The answer to a ping message.
    Answer(u32),
    /// The answer to a ping frame.
    Pong(Vec<u8>),
    /// A close frame with its status code.
    Close(u16),
}

pub(crate) struct Raw {
    stream: TcpStream,
    came: Vec<u8>,
}

impl Raw {
    /// Connects, sends `hello` and waits until the table answers.
    pub(crate) async fn open(person: &Person, code: &str) -> Raw {
        let mut raw = Raw::ungreeted(person, code).await;
        raw.send(&text(&ToServer::Hello { version: VERSION, words: false, pauses: false })).await;
        raw.send(&text(&ToServer::Ping { n: 0 })).await;
        assert_eq!(raw.next().await, Some(Sent::Answer(0)));
        raw
    }

    /// Connects without sending `hello`.
    pub(crate) async fn ungreeted(person: &Person, code: &str) -> Raw {
        let stream = TcpStream::connect(person.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let mut raw = Raw { stream, came: Vec::new() };
        raw.send(handshake(person, code).as_bytes()).await;
        while !raw.came.windows(4).any(|end| end == b"\r\n\r\n") {
            assert!(raw.more().await, "the handshake is answered");
        }
        assert!(raw.came.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&raw.came));
        let head = raw.came.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4;
        raw.came.drain(..head);
        raw
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    /// Sends; false if the server has closed the connection.
    pub(crate) async fn try_send(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    /// The next frame of interest; none if the connection is closed.
    pub(crate) async fn next(&mut self) -> Option<Sent> {
        loop {
            let Some((opcode, payload)) = self.frame() else {
                if !self.more().await {
                    return None;
                }
                continue;
            };
            match opcode {
                8 => return Some(Sent::Close(u16::from_be_bytes([payload[0], payload[1]]))),
                10 => return Some(Sent::Pong(payload)),
                _ => (),
            }
            let said = String::from_utf8_lossy(&payload);
            if let Ok(ToClient::Pong { n }) = eights_wire::read(&said) {
                return Some(Sent::Answer(n));
            }
        }
    }

    /// All frames of interest until the connection is closed.
    pub(crate) async fn rest(&mut self) -> Vec<Sent> {
        let mut all = Vec::new();
        while let Some(sent) = self.next().await {
            all.push(sent);
        }
        all
    }

    fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let [first, second, ..] = self.came[..] else { return None };
        let (at, length) = match second {
            126 => (4, usize::from(u16::from_be_bytes([*self.came.get(2)?, *self.came.get(3)?]))),
            127 => (10, u64::from_be_bytes(self.came.get(2..10)?.try_into().unwrap()) as usize),
            short => (2, usize::from(short)),
        };
        let payload = self.came.get(at..at + length)?.to_vec();
        self.came.drain(..at + length);
        Some((first & 15, payload))
    }

    /// Reads more bytes; false if the connection is closed.
    async fn more(&mut self) -> bool {
        let mut buffer = [0; 4096];
        let read = timeout(ANSWER_TIMEOUT, self.stream.read(&mut buffer)).await.expect("an answer in time");
        let n = read.unwrap_or(0);
        self.came.extend_from_slice(&buffer[..n]);
        n > 0
    }
}
