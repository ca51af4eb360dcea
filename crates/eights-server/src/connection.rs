//! One line to somebody: what is said to it goes out at once, or not at all.
//!
//! A table writes straight to the socket. When a reader is slow, the rest of
//! the frame on its way is kept, then only the newest view and a few other
//! messages: a slow reader gets no backlog. A reader that does not read at all
//! costs a bounded number of bytes, here and in the kernel, and is let go when
//! a frame has waited too long.

use std::{
    cell::RefCell,
    collections::VecDeque,
    io,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use rustix::net::{SendFlags, Shutdown, send, shutdown, sockopt::set_socket_send_buffer_size};
use tokio::{io::Interest, net::TcpStream, sync::Notify};

use crate::frame;

/// A line that is gone is an error, not a signal that ends the server. Apple's sockets are told so when they are made.
#[cfg(not(target_vendor = "apple"))]
const HOW: SendFlags = SendFlags::NOSIGNAL;
#[cfg(target_vendor = "apple")]
const HOW: SendFlags = SendFlags::empty();

/// More messages than this are not kept for a slow reader.
const MOST: usize = 32;
/// Nor more bytes than this, all messages together. The largest update of a shipped game has about 20 KiB.
const MOST_BYTES: usize = 256 << 10;
/// What the kernel may hold for a slow reader (Linux doubles it). Left alone it grows to several MiB a socket.
const SEND_BUFFER: usize = 64 << 10;

/// A socket and what could not be written to it yet.
pub(crate) struct Connection {
    stream: TcpStream,
    outbox: Mutex<Outbox>,
    /// Wakes the line's task: there is something to write, or an end.
    pub(crate) stir: Notify,
}

#[derive(Default)]
struct Outbox {
    /// The rest of what is on its way.
    rest: Vec<u8>,
    /// Since when it has been on its way.
    since: Option<Instant>,
    /// The newest view, when the one before is still on its way.
    update: Option<Vec<u8>>,
    /// Other messages that wait.
    others: VecDeque<Vec<u8>>,
    /// Nothing more is taken; what waits still goes out.
    ended: bool,
    /// The socket does not work any more.
    broken: bool,
}

impl Outbox {
    /// Bytes that wait to be written.
    fn len(&self) -> usize {
        let others: usize = self.others.iter().map(Vec::len).sum();
        self.rest.len() + self.update.as_ref().map_or(0, Vec::len) + others
    }

    /// Keeps the rest of a frame until the socket takes it.
    fn wait_for(&mut self, rest: Vec<u8>) {
        (self.rest, self.since) = (rest, Some(Instant::now()));
    }

    /// Nothing will be written any more, so nothing is kept.
    fn give_up(&mut self) {
        *self = Outbox { ended: self.ended, broken: true, ..Outbox::default() };
    }
}

/// What a message is to somebody who is slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The newest makes those before it superfluous.
    Update,
    /// It is heard, or the line ends.
    Other,
}

thread_local! {
    static FRAME: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl Connection {
    pub(crate) fn new(stream: TcpStream) -> Connection {
        let _ = stream.set_nodelay(true);
        let _ = set_socket_send_buffer_size(&stream, SEND_BUFFER);
        Connection { stream, outbox: Mutex::default(), stir: Notify::new() }
    }

    pub(crate) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something.
    pub(crate) fn say(&self, kind: Kind, payload: &[u8]) {
        FRAME.with_borrow_mut(|bytes| {
            bytes.clear();
            frame::text(bytes, payload);
            self.put(kind, bytes);
        });
    }

    /// Says something about the line itself.
    pub(crate) fn control(&self, write: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = Vec::new();
        write(&mut bytes);
        self.put(Kind::Other, &bytes);
    }

    /// Ends the line after what was said.
    pub(crate) fn end(&self, code: u16, why: &str) {
        self.control(|out| frame::close(out, code, why));
        self.outbox().ended = true;
        self.stir.notify_one();
    }

    /// Straight to the kernel: the way of the C library makes every call a place where a thread may be cancelled.
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        let write = || Ok(send(&self.stream, bytes, HOW)?);
        self.stream.try_io(Interest::WRITABLE, write)
    }

    fn put(&self, kind: Kind, bytes: &[u8]) {
        let mut outbox = self.outbox();
        if outbox.ended || outbox.broken {
            return;
        }
        if outbox.rest.is_empty() {
            match self.try_write(bytes) {
                Ok(n) if n == bytes.len() => return,
                Ok(n) => outbox.wait_for(bytes[n..].to_vec()),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => outbox.wait_for(bytes.to_vec()),
                Err(_) => outbox.give_up(),
            }
        } else {
            match kind {
                Kind::Update => outbox.update = Some(bytes.to_vec()),
                Kind::Other => outbox.others.push_back(bytes.to_vec()),
            }
            if outbox.others.len() > MOST || outbox.len() > MOST_BYTES {
                outbox.give_up();
            }
        }
        self.stir.notify_one();
    }

    /// Writes what waits, as far as the socket takes it.
    pub(crate) fn flush(&self) {
        let mut outbox = self.outbox();
        while !outbox.broken {
            if outbox.rest.is_empty() {
                let next = outbox.others.pop_front().or_else(|| outbox.update.take());
                let Some(next) = next else { return };
                outbox.wait_for(next);
            }
            match self.try_write(&outbox.rest) {
                Ok(n) if n == outbox.rest.len() => outbox.rest = Vec::new(),
                Ok(n) => drop(outbox.rest.drain(..n)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => outbox.give_up(),
            }
        }
    }

    /// Whether something waits to be written.
    pub(crate) fn is_waiting(&self) -> bool {
        let outbox = self.outbox();
        !outbox.broken && !outbox.rest.is_empty()
    }

    /// Whether a frame has been on its way for longer than this. Its bytes may trickle: what counts is the whole frame.
    pub(crate) fn is_stuck(&self, limit: Duration) -> bool {
        let outbox = self.outbox();
        !outbox.rest.is_empty() && outbox.since.is_some_and(|since| since.elapsed() > limit)
    }

    /// Says to the other side that nothing more comes.
    pub(crate) fn shut_down(&self) -> io::Result<()> {
        Ok(shutdown(&self.stream, Shutdown::Write)?)
    }

    /// Whether the socket does not work any more.
    pub(crate) fn is_broken(&self) -> bool {
        self.outbox().broken
    }

    /// Whether the line is over: broken, or ended and everything said.
    pub(crate) fn is_over(&self) -> bool {
        let outbox = self.outbox();
        outbox.broken || (outbox.ended && outbox.rest.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::AsyncReadExt,
        net::{TcpListener, TcpSocket, TcpStream},
    };

    use super::*;

    /// Somebody who does not read for a while hears every message, but of the views only the newest.
    #[tokio::test]
    async fn a_slow_reader_gets_no_backlog() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let line = Connection::new(listener.accept().await.unwrap().0);
        line.stream().writable().await.unwrap();
        let pad = "x".repeat(60_000);
        let mut sent = 0;
        while !line.is_waiting() {
            line.say(Kind::Update, format!("<{sent}>{pad}").as_bytes());
            sent += 1;
        }
        line.say(Kind::Other, b"<chat>");
        for _ in 0..100 {
            line.say(Kind::Update, format!("<{sent}>{pad}").as_bytes());
            sent += 1;
        }
        let reading = tokio::spawn(async move {
            let mut bytes = Vec::new();
            far.read_to_end(&mut bytes).await.unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        while line.is_waiting() {
            line.stream().writable().await.unwrap();
            line.flush();
        }
        drop(line);
        let heard = reading.await.unwrap();
        let views = heard.matches('<').count() - 1;
        assert!(heard.contains("<chat>") && heard.contains(&format!("<{}>", sent - 1)));
        assert_eq!(views, sent - 99, "a hundred views behind a full line are one");
    }

    /// Whoever never reads is let go instead of being remembered for ever.
    #[tokio::test]
    async fn a_line_that_is_never_read_ends() {
        for (size, most) in [(100, MOST), (60_000, MOST_BYTES / 60_000)] {
            let (line, _far) = full_line().await;
            let message = "x".repeat(size);
            let mut kept = 0;
            while !line.is_over() && kept < 1000 {
                line.say(Kind::Other, message.as_bytes());
                kept += 1;
            }
            assert!(line.is_broken() && kept <= most + 1, "{kept} messages of {size} bytes were kept");
            assert_eq!(line.outbox().len(), 0, "what is never written is not kept");
        }
    }

    /// A frame must be out in time; single bytes of it do not start the time again.
    #[tokio::test]
    async fn a_frame_that_waits_too_long_is_noticed() {
        let (line, mut far) = full_line().await;
        let limit = Duration::from_millis(50);
        assert!(!line.is_stuck(limit));
        tokio::time::sleep(limit * 2).await;
        far.read_exact(&mut [0; 10]).await.unwrap();
        line.flush();
        assert!(line.is_stuck(limit));
        assert!(!line.is_stuck(Duration::from_secs(60)));
    }

    /// A line whose socket takes nothing more, and its other end.
    async fn full_line() -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        // A buffer of a fixed size: otherwise it grows as soon as something is read.
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let far = socket.connect(listener.local_addr().unwrap()).await.unwrap();
        let line = Connection::new(listener.accept().await.unwrap().0);
        line.stream().writable().await.unwrap();
        // What the socket has taken may still move on to the other end: then there is room once more.
        loop {
            while !line.is_waiting() {
                line.say(Kind::Update, &[b'x'; 60_000]);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
            line.flush();
            if line.is_waiting() {
                return (line, far);
            }
        }
    }
}
