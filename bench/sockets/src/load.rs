//! Opens many sockets, then sends messages over all of them in turn.

use std::time::{Duration, Instant};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// A masked text frame of 90 bytes, about the size of an answer to a table.
fn message() -> Vec<u8> {
    const MASK: [u8; 4] = [1, 2, 3, 4];
    let mut frame = vec![0x81, 0x80 | 90];
    frame.extend(MASK);
    frame.extend((0..90).map(|index| b'm' ^ MASK[index % 4]));
    frame
}

/// The answer: a header of four bytes and the text.
const ANSWER_BYTES: usize = 4 + super::ANSWER.len();

/// How many sockets wait for an answer at the same time.
const IN_FLIGHT: usize = 64;

pub(crate) struct Result {
    pub(crate) per_socket: u64,
    pub(crate) cpu_before: f64,
    pub(crate) messages: u64,
}

/// Opens the sockets, calls `opened` (memory per socket, CPU time so far), then sends for a while.
pub(crate) fn run(port: u16, sockets: usize, time: Duration, opened: impl Fn() -> (u64, f64)) -> Result {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut streams = Vec::with_capacity(sockets);
        for _ in 0..sockets {
            streams.push(connect(port).await);
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        let (per_socket, cpu_before) = opened();
        let until = Instant::now() + time;
        let mut messages = 0;
        let (message, mut answer) = (message(), vec![0; ANSWER_BYTES]);
        'out: loop {
            for batch in streams.chunks_mut(IN_FLIGHT) {
                for stream in &mut *batch {
                    stream.write_all(&message).await.expect("the socket is open");
                }
                for stream in &mut *batch {
                    stream.read_exact(&mut answer).await.expect("an answer");
                    messages += 1;
                }
                if Instant::now() > until {
                    break 'out;
                }
            }
        }
        Result { per_socket, cpu_before, messages }
    })
}

async fn connect(port: u16) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("the server accepts");
    let request = "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(request.as_bytes()).await.expect("the socket is open");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("an answer to the handshake"));
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}
