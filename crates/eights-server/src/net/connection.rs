//! The sending side of a WebSocket: writes at once, and queues a bounded amount for slow readers.
//!
//! A table writes straight to the socket. If the reader is slow, the rest of the current frame is
//! queued, then only the newest update and a few other messages, so that no backlog builds up. A
//! client that does not read costs a bounded number of bytes, here and in the kernel, and is
//! disconnected when a frame has waited too long.
//!
//! Bytes go through `send` and `recv` of rustix and not through tokio's `try_write` and `try_read`,
//! whose system calls pass through the C library and, when reading, need one more call to find the
//! socket empty. Over three runs of `bench/sockets` that is 8.0 instead of 8.7 µs of CPU per message
//! (`ours` and `ours-tokio` there).
//!
//! With TLS, a frame is encrypted just before it is written: the rest of the current frame is
//! encrypted, queued frames are not.

use std::{
    borrow::Cow,
    cell::RefCell,
    collections::VecDeque,
    io,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use rustix::net::{SendFlags, Shutdown, send, shutdown, sockopt::set_socket_send_buffer_size};
use tokio::{io::Interest, net::TcpStream, sync::Notify};

use crate::net::{
    frame::{self, Decoder},
    recipient::{Kind, Recipient},
    tls::Tls,
};

/// Writing to a closed socket must return an error, not raise SIGPIPE. Apple's sockets get the same
/// from SO_NOSIGPIPE when they are created; Windows has no such signal.
#[cfg(not(any(target_vendor = "apple", windows)))]
const SEND_FLAGS: SendFlags = SendFlags::NOSIGNAL;
#[cfg(any(target_vendor = "apple", windows))]
const SEND_FLAGS: SendFlags = SendFlags::empty();

/// How many messages may wait for a slow reader, besides the newest update.
const MAX_QUEUED_MESSAGES: usize = 32;
/// How many bytes may wait in all. The largest update of a shipped game has about 20 KiB.
const MAX_QUEUED_BYTES: usize = 256 << 10;
/// The kernel's send buffer (Linux doubles it). By default it grows to several MiB per socket.
const SEND_BUFFER: usize = 64 << 10;

/// A socket, and the frames that could not be written yet.
pub(crate) struct Connection {
    stream: TcpStream,
    /// None if the connection is not encrypted. Records must be written in the order in which they
    /// were made, so frames are encrypted only while the outbox is locked.
    tls: Option<Box<Tls>>,
    outbox: Mutex<Outbox>,
    /// Wakes the task of the socket: there is something to write, or the connection is to close.
    pub(crate) wake: Notify,
}

#[derive(Default)]
struct Outbox {
    /// The unwritten rest of the current frame.
    rest: Vec<u8>,
    /// When the current frame was started.
    since: Option<Instant>,
    /// The newest update, if the current frame is not finished. It replaces older ones.
    update: Option<Vec<u8>>,
    others: VecDeque<Vec<u8>>,
    /// No further messages are accepted; queued ones are still written.
    closing: bool,
    /// A write has failed, or too much was queued.
    broken: bool,
}

impl Outbox {
    /// Queued bytes.
    fn len(&self) -> usize {
        let others: usize = self.others.iter().map(Vec::len).sum();
        self.rest.len() + self.update.as_ref().map_or(0, Vec::len) + others
    }

    fn wait_for(&mut self, rest: Vec<u8>) {
        (self.rest, self.since) = (rest, Some(Instant::now()));
    }

    /// Marks the socket as broken and frees the queue.
    fn give_up(&mut self) {
        *self = Outbox { closing: self.closing, broken: true, ..Outbox::default() };
    }
}

thread_local! {
    static FRAME: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl Connection {
    pub(crate) fn new(stream: TcpStream) -> Connection {
        Connection::with_tls(stream, None)
    }

    /// A connection that is encrypted if there is a session.
    pub(crate) fn with_tls(stream: TcpStream, tls: Option<Tls>) -> Connection {
        let _ = stream.set_nodelay(true);
        let _ = set_socket_send_buffer_size(&stream, SEND_BUFFER);
        let (tls, outbox, wake) = (tls.map(Box::new), Mutex::default(), Notify::new());
        Connection { stream, tls, outbox, wake }
    }

    pub(crate) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a control frame.
    pub(crate) fn control(&self, write: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = Vec::new();
        write(&mut bytes);
        self.put(Kind::Other, &bytes);
    }

    /// Calls send(2) through rustix, which skips the C library: there every call is a thread
    /// cancellation point.
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        let write = || Ok(send(&self.stream, bytes, SEND_FLAGS)?);
        self.stream.try_io(Interest::WRITABLE, write)
    }

    /// The bytes to write for a frame: the frame itself, or its TLS records.
    fn on_the_wire<'a>(&self, frame: &'a [u8]) -> io::Result<Cow<'a, [u8]>> {
        match &self.tls {
            None => Ok(Cow::Borrowed(frame)),
            Some(tls) => tls.seal(frame).map(Cow::Owned),
        }
    }

    fn put(&self, kind: Kind, bytes: &[u8]) {
        let mut outbox = self.outbox();
        if outbox.closing || outbox.broken {
            return;
        }
        if outbox.rest.is_empty() {
            let Ok(bytes) = self.on_the_wire(bytes) else { return outbox.give_up() };
            match self.try_write(&bytes) {
                Ok(n) if n == bytes.len() => return,
                Ok(n) => outbox.wait_for(bytes[n..].to_vec()),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    outbox.wait_for(bytes.into_owned());
                }
                Err(_) => outbox.give_up(),
            }
        } else {
            match kind {
                Kind::Update => outbox.update = Some(bytes.to_vec()),
                Kind::Other => outbox.others.push_back(bytes.to_vec()),
            }
            if outbox.others.len() > MAX_QUEUED_MESSAGES || outbox.len() > MAX_QUEUED_BYTES {
                outbox.give_up();
            }
        }
        self.wake.notify_one();
    }

    /// Writes as much of the queue as the socket takes.
    pub(crate) fn flush(&self) {
        let mut outbox = self.outbox();
        while !outbox.broken {
            if outbox.rest.is_empty() {
                let next = outbox.others.pop_front().or_else(|| outbox.update.take());
                let Some(next) = next else { return };
                let Ok(next) = self.on_the_wire(&next).map(Cow::into_owned) else { return outbox.give_up() };
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

    /// How many bytes wait for the client to read.
    pub(crate) fn queued_bytes(&self) -> usize {
        self.outbox().len()
    }

    pub(crate) fn is_waiting(&self) -> bool {
        let outbox = self.outbox();
        !outbox.broken && !outbox.rest.is_empty()
    }

    /// Whether the current frame has been waiting for longer than this. Single bytes that get
    /// through do not restart the time.
    pub(crate) fn is_stuck(&self, limit: Duration) -> bool {
        let outbox = self.outbox();
        !outbox.rest.is_empty() && outbox.since.is_some_and(|since| since.elapsed() > limit)
    }

    /// Passes received bytes to the decoder.
    ///
    /// # Errors
    ///
    /// When they cannot be decrypted, or the client has ended the TLS session.
    pub(crate) fn receive(&self, bytes: &[u8], decoder: &mut Decoder) -> io::Result<()> {
        let Some(tls) = &self.tls else {
            decoder.push(bytes);
            return Ok(());
        };
        let opened = tls.open(bytes);
        // The client may have asked for a new key, or must be told what is wrong with its records.
        if tls.wants_write() {
            self.send_records(tls);
        }
        decoder.push(&opened?);
        Ok(())
    }

    /// Sends what the TLS protocol itself has to say, after the rest of the current frame.
    fn send_records(&self, tls: &Tls) {
        let mut outbox = self.outbox();
        let Ok(records) = tls.seal(b"") else { return outbox.give_up() };
        if outbox.broken || records.is_empty() {
            return;
        }
        if outbox.rest.is_empty() {
            outbox.wait_for(records);
        } else {
            outbox.rest.extend_from_slice(&records);
        }
        drop(outbox);
        self.flush();
        self.wake.notify_one();
    }

    /// Ends the TLS session, and shuts down the sending side of the socket.
    pub(crate) fn shut_down(&self) -> io::Result<()> {
        if let Some(tls) = &self.tls {
            let _outbox = self.outbox();
            self.try_write(&tls.seal_end()?)?;
        }
        Ok(shutdown(&self.stream, Shutdown::Write)?)
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.outbox().broken
    }
}

impl Recipient for Connection {
    fn send(&self, kind: Kind, payload: &[u8]) {
        FRAME.with_borrow_mut(|bytes| {
            bytes.clear();
            frame::text(bytes, payload);
            self.put(kind, bytes);
        });
    }

    fn close(&self, code: u16, why: &str) {
        self.control(|out| frame::close(out, code, why));
        self.outbox().closing = true;
        self.wake.notify_one();
    }

    /// Whether the connection is finished: broken, or closing with everything written.
    fn is_over(&self) -> bool {
        let outbox = self.outbox();
        outbox.broken || (outbox.closing && outbox.rest.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::AsyncReadExt,
        net::{TcpListener, TcpSocket, TcpStream},
    };

    use super::*;

    /// A client that pauses reading gets every message, but of the updates only the newest.
    #[tokio::test]
    async fn a_slow_reader_gets_no_backlog() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let connection = Connection::new(listener.accept().await.unwrap().0);
        connection.stream().writable().await.unwrap();
        let pad = "x".repeat(60_000);
        let mut sent = 0;
        while !connection.is_waiting() {
            connection.send(Kind::Update, format!("<{sent}>{pad}").as_bytes());
            sent += 1;
        }
        connection.send(Kind::Other, b"<chat>");
        for _ in 0..100 {
            connection.send(Kind::Update, format!("<{sent}>{pad}").as_bytes());
            sent += 1;
        }
        let reading = tokio::spawn(async move {
            let mut bytes = Vec::new();
            far.read_to_end(&mut bytes).await.unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        while connection.is_waiting() {
            connection.stream().writable().await.unwrap();
            connection.flush();
        }
        drop(connection);
        let heard = reading.await.unwrap();
        let views = heard.matches('<').count() - 1;
        assert!(heard.contains("<chat>") && heard.contains(&format!("<{}>", sent - 1)));
        assert_eq!(views, sent - 99, "a hundred views behind a full line are one");
    }

    #[tokio::test]
    async fn a_client_that_never_reads_is_disconnected() {
        for (size, most) in [(100, MAX_QUEUED_MESSAGES), (60_000, MAX_QUEUED_BYTES / 60_000)] {
            let (connection, _far) = full_connection().await;
            let message = "x".repeat(size);
            let mut kept = 0;
            while !connection.is_over() && kept < 1000 {
                connection.send(Kind::Other, message.as_bytes());
                kept += 1;
            }
            assert!(connection.is_broken() && kept <= most + 1, "{kept} messages of {size} bytes were kept");
            assert_eq!(connection.outbox().len(), 0, "what is never written is not kept");
        }
    }

    #[tokio::test]
    async fn a_frame_that_waits_too_long_is_stuck_even_if_bytes_trickle() {
        let (connection, mut far) = full_connection().await;
        let limit = Duration::from_millis(50);
        assert!(!connection.is_stuck(limit));
        tokio::time::sleep(limit * 2).await;
        far.read_exact(&mut [0; 10]).await.unwrap();
        connection.flush();
        assert!(connection.is_stuck(limit));
        assert!(!connection.is_stuck(Duration::from_secs(60)));
    }

    /// A connection whose socket accepts nothing more, and its peer.
    async fn full_connection() -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        // A fixed buffer size; otherwise the kernel grows it as soon as something is read.
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let far = socket.connect(listener.local_addr().unwrap()).await.unwrap();
        let connection = Connection::new(listener.accept().await.unwrap().0);
        connection.stream().writable().await.unwrap();
        // Data may still move from the send buffer to the receive buffer, which frees some space
        // again.
        loop {
            while !connection.is_waiting() {
                connection.send(Kind::Update, &[b'x'; 60_000]);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
            connection.flush();
            if connection.is_waiting() {
                return (connection, far);
            }
        }
    }
}
