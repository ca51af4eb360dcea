//! Frames of a trunk, and its sending side.
//!
//! A frame is the length of what follows and the channel, four bytes each, a byte for the kind,
//! and the payload. Senders append to a shared buffer, and one task writes everything in it at
//! once, so that messages of many clients share a system call.

use std::{
    io,
    mem::{swap, take},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::tcp::{OwnedReadHalf, OwnedWriteHalf},
    sync::Notify,
};

/// With this header nodes show each other that they belong to the cluster.
pub(crate) const SECRET_HEADER: &str = "x-eights-secret";
/// What a trunk is called in the header `Upgrade`. Another format needs another name.
pub(crate) const PROTOCOL: &str = "eights-trunk-1";
/// The owner is pinged this often, so that a broken connection is noticed.
pub(super) const PING_INTERVAL: Duration = Duration::from_secs(2);
/// Length, channel and kind.
const HEAD: usize = 9;
/// The longest payload. The largest message of a shipped game has about 20 KiB.
const MAX_PAYLOAD: usize = 4 << 20;
/// The trunk is given up if this much waits to be written: the other node does not read.
const MAX_QUEUED: usize = 32 << 20;
/// Buffers that a burst has made larger than this are freed.
const KEPT_CAPACITY: usize = 256 << 10;
/// Free space for one read.
const READ_SIZE: usize = 64 << 10;

/// What a frame says about its channel. The bytes are part of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum FrameKind {
    /// A client joins: a `Greeting`.
    Open = 1,
    /// A message of the client.
    Say = 2,
    /// The client is gone, or has been told that the channel is closed.
    Leave = 3,
    /// An update for the client.
    Update = 4,
    /// Another message for the client.
    Other = 5,
    /// The owner ends the channel: a status code of WebSockets in two bytes, and the reason.
    Close = 6,
    /// Asks for a pong. Neither of them belongs to a channel.
    Ping = 7,
    Pong = 8,
}

impl FrameKind {
    fn of(byte: u8) -> Option<FrameKind> {
        use FrameKind::{Close, Leave, Open, Other, Ping, Pong, Say, Update};
        [Open, Say, Leave, Update, Other, Close, Ping, Pong].into_iter().find(|kind| *kind as u8 == byte)
    }
}

/// The sending side of a trunk.
#[derive(Default)]
pub(super) struct Line {
    queue: Mutex<Vec<u8>>,
    wake: Notify,
    broken: AtomicBool,
}

impl Line {
    fn queue(&self) -> MutexGuard<'_, Vec<u8>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a frame.
    pub(super) fn send(&self, channel: u32, kind: FrameKind, payload: &[u8]) {
        if self.is_broken() {
            return;
        }
        if payload.len() > MAX_PAYLOAD {
            return self.give_up();
        }
        let mut queue = self.queue();
        let was_empty = queue.is_empty();
        queue.extend_from_slice(&((HEAD - 4 + payload.len()) as u32).to_le_bytes());
        queue.extend_from_slice(&channel.to_le_bytes());
        queue.push(kind as u8);
        queue.extend_from_slice(payload);
        let is_too_long = queue.len() > MAX_QUEUED;
        drop(queue);
        if is_too_long {
            self.give_up();
        } else if was_empty {
            self.wake.notify_one();
        }
    }

    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Ends the trunk.
    pub(super) fn give_up(&self) {
        self.broken.store(true, Ordering::Relaxed);
        take(&mut *self.queue());
        self.wake.notify_one();
    }

    /// Writes everything that is queued, until the trunk ends.
    pub(super) async fn write(&self, mut stream: OwnedWriteHalf) {
        let mut bytes = Vec::new();
        while !self.is_broken() {
            swap(&mut *self.queue(), &mut bytes);
            if bytes.is_empty() {
                self.wake.notified().await;
            } else if stream.write_all(&bytes).await.is_err() {
                self.give_up();
            }
            bytes.clear();
            bytes.shrink_to(KEPT_CAPACITY);
        }
    }
}

/// The receiving side of a trunk.
pub(super) struct Frames {
    stream: OwnedReadHalf,
    bytes: Vec<u8>,
}

impl Frames {
    /// Continues a stream after the bytes that have already been read from it.
    pub(super) fn new(stream: OwnedReadHalf, bytes: Vec<u8>) -> Frames {
        Frames { stream, bytes }
    }

    /// Waits for more bytes. May be dropped and called again.
    ///
    /// # Errors
    ///
    /// If the connection is closed or broken.
    pub(super) async fn read(&mut self) -> io::Result<()> {
        self.bytes.reserve(READ_SIZE);
        match self.stream.read_buf(&mut self.bytes).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// Passes on every complete frame.
    ///
    /// # Errors
    ///
    /// If the bytes are not a valid frame.
    pub(super) fn each(&mut self, mut handle: impl FnMut(u32, FrameKind, &[u8])) -> io::Result<()> {
        let mut rest = self.bytes.as_slice();
        while let Some((head, body)) = rest.split_at_checked(HEAD) {
            let [l0, l1, l2, l3, c0, c1, c2, c3, kind] = *head else { break };
            let length = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
            let payload = length.checked_sub(HEAD - 4).filter(|payload| *payload <= MAX_PAYLOAD);
            let (Some(payload), Some(kind)) = (payload, FrameKind::of(kind)) else {
                return Err(io::ErrorKind::InvalidData.into());
            };
            let Some((payload, next)) = body.split_at_checked(payload) else { break };
            handle(u32::from_le_bytes([c0, c1, c2, c3]), kind, payload);
            rest = next;
        }
        let used = self.bytes.len() - rest.len();
        self.bytes.drain(..used);
        self.bytes.shrink_to(KEPT_CAPACITY);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    async fn connected() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let near = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        (near, listener.accept().await.unwrap().0)
    }

    #[tokio::test]
    async fn frames_arrive_whole_and_in_order() {
        let (near, far) = connected().await;
        let line = Arc::new(Line::default());
        let writing = line.clone();
        let near = near.into_split().1;
        tokio::spawn(async move { writing.write(near).await });
        let sent: Vec<(u32, FrameKind, Vec<u8>)> = (0..2000)
            .map(|i| {
                let kind = if i % 3 == 0 { FrameKind::Other } else { FrameKind::Update };
                (i % 7, kind, vec![i as u8; (i as usize * 37) % 5000])
            })
            .collect();
        for (channel, kind, payload) in &sent {
            line.send(*channel, *kind, payload);
        }
        let mut frames = Frames::new(far.into_split().0, Vec::new());
        let mut received = Vec::new();
        while received.len() < sent.len() {
            frames.read().await.unwrap();
            frames.each(|channel, kind, payload| received.push((channel, kind, payload.to_vec()))).unwrap();
        }
        assert!(received == sent);
    }

    #[tokio::test]
    async fn bytes_that_are_no_frame_end_the_trunk() {
        for bytes in [&[4, 0, 0, 0, 0, 0, 0, 0, 5][..], &[255; 9], &[5, 0, 0, 0, 0, 0, 0, 0, 99]] {
            let (_near, far) = connected().await;
            let mut frames = Frames::new(far.into_split().0, bytes.to_vec());
            assert!(frames.each(|_, _, _| panic!("{bytes:?} is no frame")).is_err(), "{bytes:?}");
        }
    }

    #[tokio::test]
    async fn a_node_that_does_not_read_ends_the_trunk() {
        let (near, _far) = connected().await;
        let line = Arc::new(Line::default());
        let writing = line.clone();
        let near = near.into_split().1;
        tokio::spawn(async move { writing.write(near).await });
        let message = vec![0; 1 << 20];
        for _ in 0..200 {
            line.send(1, FrameKind::Other, &message);
            tokio::task::yield_now().await;
        }
        assert!(line.is_broken());
        assert!(line.queue().is_empty(), "what is never written is not kept");
    }
}
