//! A minimal WebSocket client. A socket allocates a buffer only while it holds part of a frame.

use std::{cell::RefCell, io, net::SocketAddr};

use tokio::net::TcpStream;

use crate::http::{connect, read_until, write};

/// A WebSocket connection to a table.
pub(crate) struct Socket {
    stream: TcpStream,
    /// The received part of an incomplete frame.
    rest: Vec<u8>,
    mask: u32,
    /// The server has sent a ping that is not answered yet.
    pinged: bool,
}

thread_local! {
    /// The read buffer, shared by all sockets of a thread.
    static BUFFER: RefCell<Vec<u8>> = RefCell::new(vec![0; 64 << 10]);
    static FRAME: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The longest message that is accepted, in bytes.
const LONGEST: usize = 1 << 20;

fn wrong(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_owned())
}

impl Socket {
    /// Connects to a table. `number` counts the connections of this process, see [`connect`].
    pub(crate) async fn open(
        address: SocketAddr,
        code: &str,
        cookie: &str,
        number: usize,
    ) -> io::Result<Socket> {
        let (stream, rest) = open_line(address, code, cookie, number).await?;
        Ok(Socket { stream, rest, mask: number as u32 | 0x0101_0101, pinged: false })
    }

    /// Sends a message, if it is not empty, preceded by the pong for a pending ping.
    pub(crate) async fn send(&mut self, message: &[u8]) -> io::Result<()> {
        let mut frame = FRAME.take();
        frame.clear();
        self.mask = self.mask.rotate_left(7).wrapping_mul(0x9e37_79b1);
        if std::mem::take(&mut self.pinged) {
            masked(&mut frame, 10, b"", [0; 4]);
        }
        if !message.is_empty() {
            masked(&mut frame, 1, message, self.mask.to_le_bytes());
        }
        let sent = write(&self.stream, &frame).await;
        FRAME.set(frame);
        sent
    }

    /// Waits until `take_in` has something to do.
    pub(crate) async fn readable(&self) -> io::Result<()> {
        if has_whole(&self.rest) { Ok(()) } else { self.stream.readable().await }
    }

    /// Whether a ping is pending. The next `send` answers it, even with an empty message.
    pub(crate) fn is_pinged(&self) -> bool {
        self.pinged
    }

    /// Reads everything available and passes each text message to `hear`; returns the number of
    /// bytes read.
    pub(crate) fn take_in(&mut self, mut hear: impl FnMut(&[u8])) -> io::Result<usize> {
        BUFFER.with_borrow_mut(|buffer| {
            let mut all = 0;
            loop {
                if !self.rest.is_empty() {
                    let used = frames(&self.rest, &mut self.pinged, &mut hear)?;
                    self.rest.drain(..used);
                }
                let n = match self.stream.try_read(buffer) {
                    Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                    Ok(n) => n,
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(all),
                    Err(error) => return Err(error),
                };
                all += n;
                if self.rest.is_empty() {
                    let used = frames(&buffer[..n], &mut self.pinged, &mut hear)?;
                    self.rest = buffer[used..n].to_vec();
                } else {
                    self.rest.extend_from_slice(&buffer[..n]);
                    let used = frames(&self.rest, &mut self.pinged, &mut hear)?;
                    self.rest.drain(..used);
                }
                if n < buffer.len() {
                    return Ok(all);
                }
            }
        })
    }
}

/// Performs the WebSocket handshake; returns the connection and the bytes received after it.
pub(crate) async fn open_line(
    address: SocketAddr,
    code: &str,
    cookie: &str,
    number: usize,
) -> io::Result<(TcpStream, Vec<u8>)> {
    let stream = connect(address, number).await?;
    let request = format!(
        "GET /ws/{code} HTTP/1.1\r\nhost: {address}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\ncookie: {cookie}\r\n\r\n"
    );
    write(&stream, request.as_bytes()).await?;
    let (came, head) = read_until(&stream, b"\r\n\r\n").await?;
    if !came.starts_with(b"HTTP/1.1 101") {
        let said = String::from_utf8_lossy(&came[..came.len().min(12)]).into_owned();
        return Err(wrong(&format!("no line to table {code}: {said}")));
    }
    Ok((stream, came[head..].to_vec()))
}

/// Appends a frame, masked as RFC 6455 requires of clients.
pub(crate) fn masked(out: &mut Vec<u8>, opcode: u8, payload: &[u8], mask: [u8; 4]) {
    out.push(0x80 | opcode);
    match payload.len() {
        n if n < 126 => out.push(0x80 | n as u8),
        n => {
            out.push(0x80 | 126);
            out.extend_from_slice(&(n as u16).to_be_bytes());
        }
    }
    out.extend_from_slice(&mask);
    out.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
}

/// Parses the header of a frame: opcode, start of the payload, length of the payload. `None` if
/// it is incomplete.
fn head(bytes: &[u8]) -> io::Result<Option<(u8, usize, usize)>> {
    let [first, second, rest @ ..] = bytes else { return Ok(None) };
    let (at, length) = match second & 0x7f {
        126 => match rest {
            [a, b, ..] => (4, usize::from(u16::from_be_bytes([*a, *b]))),
            _ => return Ok(None),
        },
        127 => match rest.first_chunk::<8>() {
            Some(length) => (10, u64::from_be_bytes(*length) as usize),
            None => return Ok(None),
        },
        n => (2, usize::from(n)),
    };
    if second & 0x80 != 0 || length > LONGEST || first & 0x80 == 0 {
        return Err(wrong("a frame that no server may send"));
    }
    Ok(Some((first & 15, at, length)))
}

/// Whether the bytes begin with a complete frame.
fn has_whole(bytes: &[u8]) -> bool {
    head(bytes).is_ok_and(|head| head.is_some_and(|(_, at, length)| bytes.len() >= at + length))
}

/// Handles every complete frame; returns the number of bytes they take.
fn frames(bytes: &[u8], pinged: &mut bool, hear: &mut impl FnMut(&[u8])) -> io::Result<usize> {
    let mut used = 0;
    while let Some((opcode, at, length)) = head(&bytes[used..])? {
        let Some(payload) = bytes.get(used + at..used + at + length) else { break };
        match opcode {
            1 => hear(payload),
            9 => *pinged = true,
            8 => return Err(io::ErrorKind::ConnectionAborted.into()),
            _ => (),
        }
        used += at + length;
    }
    Ok(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_reassembled_wherever_they_are_split() {
        let mut bytes = vec![0x81, 2, b'h', b'i', 0x89, 0, 0x81, 126, 1, 0];
        bytes.extend(std::iter::repeat_n(b'x', 256));
        for cut in 0..bytes.len() {
            let (mut heard, mut pinged) = (Vec::new(), false);
            let used = frames(&bytes[..cut], &mut pinged, &mut |text: &[u8]| heard.push(text.len())).unwrap();
            let mut rest = bytes[used..cut].to_vec();
            rest.extend_from_slice(&bytes[cut..]);
            assert_eq!(
                frames(&rest, &mut pinged, &mut |text: &[u8]| heard.push(text.len())).unwrap(),
                rest.len()
            );
            assert_eq!((&*heard, pinged), (&[2, 256][..], true), "cut at {cut}");
        }
        assert!(
            frames(&[0x81, 0x81, 0, 0, 0, 0, 0], &mut false, &mut |_: &[u8]| ()).is_err(),
            "a server never masks"
        );
    }

    #[test]
    fn sent_frames_are_masked() {
        let mut frame = Vec::new();
        masked(&mut frame, 1, b"hello", [1, 2, 3, 4]);
        assert_eq!(frame, [0x81, 0x85, 1, 2, 3, 4, b'h' ^ 1, b'e' ^ 2, b'l' ^ 3, b'l' ^ 4, b'o' ^ 1]);
        frame.clear();
        masked(&mut frame, 1, &[b'x'; 300], [0; 4]);
        assert_eq!(frame[1..4], [0xfe, 1, 44]);
    }
}
