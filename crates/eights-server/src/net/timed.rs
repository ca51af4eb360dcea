//! A TCP stream that fails if the client stops reading the response.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Sleep, sleep},
};

/// How many bytes the client must read within the timeout, or all that is left: otherwise one byte
/// now and then would hold the response in memory for ever.
const MIN_PROGRESS_BYTES: usize = 8 << 10;

/// A TCP stream with a timeout for blocked writes.
pub(crate) struct Timed {
    stream: TcpStream,
    limit: Duration,
    /// Runs since the socket first accepted nothing.
    stuck: Option<Pin<Box<Sleep>>>,
    /// Bytes accepted since then.
    taken: usize,
}

impl Timed {
    pub(crate) fn new(stream: TcpStream, limit: Duration) -> Timed {
        Timed { stream, limit, stuck: None, taken: 0 }
    }

    pub(crate) fn into_inner(self) -> TcpStream {
        self.stream
    }

    /// Starts, resets or checks the timeout after a write of `wanted` bytes.
    fn note(
        &mut self,
        cx: &mut Context,
        wanted: usize,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(n)) => {
                self.taken += n;
                if n == wanted || self.taken >= MIN_PROGRESS_BYTES {
                    (self.stuck, self.taken) = (None, 0);
                }
                Poll::Ready(Ok(n))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let limit = self.limit;
                ready!(self.stuck.get_or_insert_with(|| Box::pin(sleep(limit))).as_mut().poll(cx));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl AsyncRead for Timed {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context, buf: &mut ReadBuf) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Timed {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.note(cx, buf.len(), written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context,
        bufs: &[IoSlice],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.note(cx, bufs.iter().map(|buf| buf.len()).sum(), written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
