//! Encodes and decodes WebSocket frames (RFC 6455), without any I/O.
//!
//! A table sends a few hundred bytes at a time to tens of thousands of connections, and receives
//! less. So an idle connection holds no buffer, and a frame that is longer than a message may be is
//! refused at its header.
//!
//! Written by hand because it costs less than the libraries do. With 10,000 sockets that get 1,000
//! bytes for each message they send, three runs (`bench/sockets`, see there):
//!
//! | | CPU per message | memory per socket |
//! |---|---|---|
//! | this | 7.9–8.1 µs | 1.1 KB |
//! | fastwebsockets | 8.6–9.6 µs | 5.6 KB |
//! | axum's `ws` | 10.0–11.5 µs | 2.8 KB |
//!
//! `cargo run --release --manifest-path bench/sockets/Cargo.toml -- 10000 10`

use eights_wire::MAX_MESSAGE_BYTES;

/// A frame that has arrived completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A complete text message.
    Text(String),
    /// A fragment of a message whose last fragment is still to come.
    Fragment,
    /// A ping, to be answered by a pong with the same payload.
    Ping(Vec<u8>),
    /// The answer to a ping.
    Pong,
    /// The peer closes the connection, with a status code if it gave one.
    Close(Option<u16>),
}

/// Why the received bytes cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// The bytes violate the protocol.
    #[error("these bytes are no WebSocket frames")]
    Protocol,
    /// A binary message: this protocol uses text only.
    #[error("messages are text")]
    NotText,
    #[error("a message is not UTF-8")]
    NotUtf8,
    #[error("a message may have {MAX_MESSAGE_BYTES} bytes")]
    TooLong,
}

impl FrameError {
    /// The status code to close the connection with.
    pub const fn code(self) -> u16 {
        match self {
            FrameError::Protocol => 1002,
            FrameError::NotText => 1003,
            FrameError::NotUtf8 => 1007,
            FrameError::TooLong => 1009,
        }
    }
}

const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
/// The longest payload of a control frame.
const MAX_CONTROL_PAYLOAD: usize = 125;

/// An incremental decoder.
#[derive(Default)]
pub struct Decoder {
    /// Received bytes.
    rest: Vec<u8>,
    /// How many of them have been decoded.
    taken: usize,
    /// The fragments so far of a fragmented message.
    parts: Option<Vec<u8>>,
}

impl Decoder {
    /// Appends received bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
    }

    /// The next complete frame, if there is one. One frame per call, so that the caller can count
    /// them.
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes; decoding cannot continue after it.
    pub fn take(&mut self) -> Result<Option<Received>, FrameError> {
        let Some(frame) = Frame::read(&self.rest[self.taken..])? else {
            self.rest.drain(..self.taken);
            self.taken = 0;
            if self.rest.is_empty() {
                self.rest = Vec::new();
            }
            return Ok(None);
        };
        let payload = self.payload(frame);
        self.frame(frame, payload).map(Some)
    }

    /// Removes the payload of the next frame and unmasks it.
    fn payload(&mut self, frame: Frame) -> Vec<u8> {
        let from = self.taken + frame.head;
        let to = from + frame.length;
        let mut payload = if to == self.rest.len() {
            // Most frames arrive alone, so the receive buffer becomes the message without a copy.
            self.taken = 0;
            let mut whole = std::mem::take(&mut self.rest);
            whole.drain(..from);
            whole
        } else {
            self.taken = to;
            self.rest[from..to].to_vec()
        };
        for four in payload.chunks_mut(frame.mask.len()) {
            four.iter_mut().zip(frame.mask).for_each(|(byte, mask)| *byte ^= mask);
        }
        payload
    }

    /// Interprets a frame in the context of earlier fragments.
    fn frame(&mut self, frame: Frame, payload: Vec<u8>) -> Result<Received, FrameError> {
        let whole = match (frame.opcode, frame.last) {
            (PING, _) => return Ok(Received::Ping(payload)),
            (PONG, _) => return Ok(Received::Pong),
            (CLOSE, _) => return close_code(&payload).map(Received::Close),
            (TEXT, true) if self.parts.is_none() => payload,
            (TEXT, false) if self.parts.is_none() => {
                self.parts = Some(payload);
                return Ok(Received::Fragment);
            }
            (CONTINUATION, last) => {
                let mut parts = self.parts.take().ok_or(FrameError::Protocol)?;
                if parts.len() + payload.len() > MAX_MESSAGE_BYTES {
                    return Err(FrameError::TooLong);
                }
                parts.extend_from_slice(&payload);
                if !last {
                    self.parts = Some(parts);
                    return Ok(Received::Fragment);
                }
                parts
            }
            _ => return Err(FrameError::Protocol),
        };
        String::from_utf8(whole).map(Received::Text).map_err(|_| FrameError::NotUtf8)
    }
}

/// The status code of a close frame; none if its payload is empty.
fn close_code(payload: &[u8]) -> Result<Option<u16>, FrameError> {
    let Some((code, reason)) = payload.split_first_chunk() else {
        return if payload.is_empty() { Ok(None) } else { Err(FrameError::Protocol) };
    };
    // RFC 6455, section 7.4, and the codes registered since (1012 to 1014). 1004 to 1006 and 1015
    // must never be sent.
    match u16::from_be_bytes(*code) {
        code @ (1000..=1003 | 1007..=1014 | 3000..=4999) if std::str::from_utf8(reason).is_ok() => {
            Ok(Some(code))
        }
        1000..=1003 | 1007..=1014 | 3000..=4999 => Err(FrameError::NotUtf8),
        _ => Err(FrameError::Protocol),
    }
}

/// The header of a complete frame.
#[derive(Clone, Copy)]
struct Frame {
    opcode: u8,
    last: bool,
    mask: [u8; 4],
    head: usize,
    length: usize,
}

impl Frame {
    /// Parses a header; none if the frame is not complete yet.
    fn read(bytes: &[u8]) -> Result<Option<Frame>, FrameError> {
        let [first, second, ..] = *bytes else { return Ok(None) };
        let (last, opcode) = (first & 0x80 != 0, first & 0x0f);
        // No extension was negotiated, and clients must mask (section 5.1).
        if first & 0x70 != 0 || second & 0x80 == 0 {
            return Err(FrameError::Protocol);
        }
        match opcode {
            CONTINUATION | TEXT => (),
            BINARY => return Err(FrameError::NotText),
            CLOSE | PING | PONG if last && usize::from(second & 0x7f) <= MAX_CONTROL_PAYLOAD => (),
            _ => return Err(FrameError::Protocol),
        }
        let (length, at) = match second & 0x7f {
            126 => match bytes.get(2..4) {
                Some(length) => (u64::from(u16::from_be_bytes([length[0], length[1]])), 4),
                None => return Ok(None),
            },
            127 => match bytes.get(2..10).and_then(|length| length.try_into().ok()) {
                Some(length) => (u64::from_be_bytes(length), 10),
                None => return Ok(None),
            },
            short => (u64::from(short), 2),
        };
        // Lengths must be encoded minimally, with the highest bit clear (section 5.2).
        let is_minimal = match at {
            4 => length > MAX_CONTROL_PAYLOAD as u64,
            10 => length > u64::from(u16::MAX) && length >> 63 == 0,
            _ => true,
        };
        if !is_minimal {
            return Err(FrameError::Protocol);
        }
        if length > MAX_MESSAGE_BYTES as u64 {
            return Err(FrameError::TooLong);
        }
        let (head, length) = (at + 4, length as usize);
        let Some(mask) = bytes.get(at..head).and_then(|mask| mask.try_into().ok()) else { return Ok(None) };
        Ok((bytes.len() >= head + length).then_some(Frame { opcode, last, mask, head, length }))
    }
}

/// Appends a text message as one frame.
pub fn text(out: &mut Vec<u8>, payload: &[u8]) {
    write(out, TEXT, payload);
}

/// Appends an empty ping.
pub fn ping(out: &mut Vec<u8>) {
    write(out, PING, b"");
}

/// Appends a pong.
pub fn pong(out: &mut Vec<u8>, payload: &[u8]) {
    write(out, PONG, payload);
}

/// Appends a close frame with a status code and a reason.
pub fn close(out: &mut Vec<u8>, code: u16, why: &str) {
    let mut payload = code.to_be_bytes().to_vec();
    payload.extend(why.bytes().take(MAX_CONTROL_PAYLOAD - 2).filter(u8::is_ascii));
    write(out, CLOSE, &payload);
}

fn write(out: &mut Vec<u8>, opcode: u8, payload: &[u8]) {
    out.push(0x80 | opcode);
    match payload.len() {
        length @ ..126 => out.push(length as u8),
        length @ 126..65536 => {
            out.push(126);
            out.extend_from_slice(&(length as u16).to_be_bytes());
        }
        length => {
            out.push(127);
            out.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
    out.extend_from_slice(payload);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, first & 0x0f, payload);
        bytes[0] = first;
        bytes[1] |= 0x80;
        let at = bytes.len() - payload.len();
        let mask = [1, 2, 3, 4];
        bytes.splice(at..at, mask);
        bytes[at + 4..].iter_mut().zip(mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
        bytes
    }

    fn received(bytes: &[u8]) -> Result<Vec<Received>, FrameError> {
        let mut decoder = Decoder::default();
        decoder.push(bytes);
        std::iter::from_fn(|| decoder.take().transpose()).collect()
    }

    #[test]
    fn messages_are_decoded_however_the_bytes_are_split() {
        let mut bytes = masked(0x81, b"one");
        bytes.extend(masked(0x01, "zw".as_bytes()));
        bytes.extend(masked(0x89, b"there?"));
        bytes.extend(masked(0x80, "ei ♠".as_bytes()));
        bytes.extend(masked(0x81, &[b'x'; 4096]));
        bytes.extend(masked(0x8a, b""));
        bytes.extend(masked(0x88, &[3, 232]));
        let whole = received(&bytes).unwrap();
        let text = |text: &str| Received::Text(text.into());
        let x = "x".repeat(4096);
        let expected = [
            text("one"),
            Received::Fragment,
            Received::Ping(b"there?".to_vec()),
            text("zwei ♠"),
            text(&x),
            Received::Pong,
            Received::Close(Some(1000)),
        ];
        assert_eq!(whole, expected);
        for size in [1, 2, 3, 7, 100] {
            let mut decoder = Decoder::default();
            let mut parts = Vec::new();
            for chunk in bytes.chunks(size) {
                decoder.push(chunk);
                while let Some(received) = decoder.take().unwrap() {
                    parts.push(received);
                }
            }
            assert_eq!(parts, whole);
            assert_eq!(decoder.rest.capacity(), 0, "an idle connection holds no buffer");
        }
    }

    #[test]
    fn invalid_frames_are_refused() {
        let unmasked = [0x81, 1, b'x'];
        let reserved = masked(0xc1, b"x");
        let long_control = masked(0x89, &[0; 126]);
        let cut_control = masked(0x09, b"x");
        let stray = masked(0x80, b"x");
        let unknown = masked(0x83, b"x");
        let twice = [masked(0x01, b"x"), masked(0x81, b"y")].concat();
        for bytes in [&unmasked[..], &reserved, &long_control, &cut_control, &stray, &unknown, &twice] {
            assert_eq!(received(bytes), Err(FrameError::Protocol), "{bytes:?}");
        }
        assert_eq!(received(&masked(0x82, b"x")), Err(FrameError::NotText));
        assert_eq!(received(&masked(0x81, &[0xff])), Err(FrameError::NotUtf8));
        assert_eq!(received(&masked(0x81, &[b'x'; 4097])), Err(FrameError::TooLong));
        let parts = [masked(0x01, &[b'x'; 4096]), masked(0x80, b"y")].concat();
        assert_eq!(received(&parts), Err(FrameError::TooLong));
        let huge = [0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(received(&huge), Err(FrameError::TooLong), "at the header, before anything is kept");
        let negative = [0x81, 0xff, 0x80, 0, 0, 0, 0, 1, 0, 0];
        assert_eq!(received(&negative), Err(FrameError::Protocol), "the highest bit of a length");
    }
}
