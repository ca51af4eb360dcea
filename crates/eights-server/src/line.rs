//! One line to somebody: what is said to it goes out at once, or not at all.
//!
//! A table writes straight to the socket. When a reader is slow, the rest of
//! the frame on its way is kept, then only the newest view and a few other
//! messages: a slow reader gets no backlog.

use std::{
    cell::RefCell,
    collections::VecDeque,
    io,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rustix::net::{SendFlags, send};
use tokio::{io::Interest, net::TcpStream, sync::Notify};

use crate::frame;

/// A line that is gone is an error, not a signal that ends the server. Apple's sockets are told so when they are made.
#[cfg(not(target_vendor = "apple"))]
const HOW: SendFlags = SendFlags::NOSIGNAL;
#[cfg(target_vendor = "apple")]
const HOW: SendFlags = SendFlags::empty();

/// More messages than this are not kept for a slow reader.
const MOST: usize = 32;

/// A socket and what could not be written to it yet.
pub(crate) struct Line {
    stream: TcpStream,
    outbox: Mutex<Outbox>,
    /// Wakes the line's task: there is something to write, or an end.
    pub(crate) stir: Notify,
}

#[derive(Default)]
struct Outbox {
    /// The rest of what is on its way.
    rest: Vec<u8>,
    /// The newest view, when the one before is still on its way.
    update: Option<Vec<u8>>,
    /// Other messages that wait.
    others: VecDeque<Vec<u8>>,
    /// Nothing more is taken; what waits still goes out.
    ended: bool,
    /// The socket does not work any more.
    broken: bool,
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

impl Line {
    pub(crate) fn new(stream: TcpStream) -> Line {
        let _ = stream.set_nodelay(true);
        Line { stream, outbox: Mutex::default(), stir: Notify::new() }
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
                Ok(n) => outbox.rest = bytes[n..].to_vec(),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => outbox.rest = bytes.to_vec(),
                Err(_) => outbox.broken = true,
            }
        } else if kind == Kind::Update {
            outbox.update = Some(bytes.to_vec());
        } else if outbox.others.len() < MOST {
            outbox.others.push_back(bytes.to_vec());
        } else {
            outbox.broken = true;
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
                outbox.rest = next;
            }
            match self.try_write(&outbox.rest) {
                Ok(n) if n == outbox.rest.len() => outbox.rest = Vec::new(),
                Ok(n) => drop(outbox.rest.drain(..n)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => outbox.broken = true,
            }
        }
    }

    /// Whether something waits to be written.
    pub(crate) fn is_waiting(&self) -> bool {
        let outbox = self.outbox();
        !outbox.broken && !outbox.rest.is_empty()
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
        net::{TcpListener, TcpStream},
    };

    use super::*;

    /// Somebody who does not read for a while hears every message, but of the views only the newest.
    #[tokio::test]
    async fn a_slow_reader_gets_no_backlog() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let line = Line::new(listener.accept().await.unwrap().0);
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
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let line = Line::new(listener.accept().await.unwrap().0);
        line.stream().writable().await.unwrap();
        let pad = "x".repeat(60_000);
        for _ in 0..1000 {
            line.say(Kind::Other, pad.as_bytes());
        }
        assert!(line.is_over());
        assert!(line.outbox().others.len() <= MOST);
    }
}
