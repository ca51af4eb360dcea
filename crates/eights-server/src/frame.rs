//! WebSocket frames (RFC 6455): bytes to messages and back, without a network.
//!
//! A table says a few hundred bytes at a time to tens of thousands of lines,
//! and hears less. So a line at rest holds no buffer at all, and what is
//! longer than a message may be is refused at its header.

use eights_wire::LONGEST;

/// Something that came in whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A message.
    Text(String),
    /// A fragment of a message whose last frame is still to come.
    Fragment,
    /// Are you there? To be answered with the same bytes.
    Ping(Vec<u8>),
    /// An answer to our own question.
    Pong,
    /// The other side ends the line, with a status code if it gave one.
    Close(Option<u16>),
}

/// What is wrong with the bytes; the number is what the line is closed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// They are no frames as this protocol writes them.
    #[error("these bytes are no WebSocket frames")]
    Protocol,
    /// Only text is spoken here.
    #[error("messages are text")]
    NotText,
    /// The text is no UTF-8.
    #[error("a message is not UTF-8")]
    NotUtf8,
    /// The message is too long.
    #[error("a message may have {LONGEST} bytes")]
    TooLong,
}

impl FrameError {
    /// The close code of the protocol.
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
/// The longest payload of a frame about the line itself.
const CONTROL: usize = 125;

/// Puts bytes together until they are messages.
#[derive(Default)]
pub struct Decoder {
    /// What has come but is no whole frame yet.
    rest: Vec<u8>,
    /// How much of it has been taken already.
    taken: usize,
    /// The parts of a message that comes in several frames.
    parts: Option<Vec<u8>>,
}

impl Decoder {
    /// Takes bytes in.
    pub fn push(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
    }

    /// The next frame that came in whole, if there is one. One frame a call, so that the caller can count them.
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes; nothing more can be had from them.
    pub fn take(&mut self) -> Result<Option<Heard>, FrameError> {
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

    /// Takes the next frame's payload out, readable.
    fn payload(&mut self, frame: Frame) -> Vec<u8> {
        let from = self.taken + frame.head;
        let to = from + frame.length;
        let mut payload = if to == self.rest.len() {
            // Most come alone: what holds the frame becomes what holds the message.
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

    /// What a frame means.
    fn frame(&mut self, frame: Frame, payload: Vec<u8>) -> Result<Heard, FrameError> {
        let whole = match (frame.opcode, frame.last) {
            (PING, _) => return Ok(Heard::Ping(payload)),
            (PONG, _) => return Ok(Heard::Pong),
            (CLOSE, _) => return close_code(&payload).map(Heard::Close),
            (TEXT, true) if self.parts.is_none() => payload,
            (TEXT, false) if self.parts.is_none() => {
                self.parts = Some(payload);
                return Ok(Heard::Fragment);
            }
            (CONTINUATION, last) => {
                let mut parts = self.parts.take().ok_or(FrameError::Protocol)?;
                if parts.len() + payload.len() > LONGEST {
                    return Err(FrameError::TooLong);
                }
                parts.extend_from_slice(&payload);
                if !last {
                    self.parts = Some(parts);
                    return Ok(Heard::Fragment);
                }
                parts
            }
            _ => return Err(FrameError::Protocol),
        };
        String::from_utf8(whole).map(Heard::Text).map_err(|_| FrameError::NotUtf8)
    }
}

/// The status code of a close frame; none where the frame is empty.
fn close_code(payload: &[u8]) -> Result<Option<u16>, FrameError> {
    let Some((code, reason)) = payload.split_first_chunk() else {
        return if payload.is_empty() { Ok(None) } else { Err(FrameError::Protocol) };
    };
    // RFC 6455, section 7.4, and the codes registered since (1012 to 1014). 1004 to 1006 and 1015 are never sent.
    match u16::from_be_bytes(*code) {
        code @ (1000..=1003 | 1007..=1014 | 3000..=4999) if std::str::from_utf8(reason).is_ok() => {
            Ok(Some(code))
        }
        1000..=1003 | 1007..=1014 | 3000..=4999 => Err(FrameError::NotUtf8),
        _ => Err(FrameError::Protocol),
    }
}

/// The beginning of a frame.
#[derive(Clone, Copy)]
struct Frame {
    opcode: u8,
    last: bool,
    mask: [u8; 4],
    head: usize,
    length: usize,
}

impl Frame {
    /// Reads a frame's beginning; nothing when the frame is not whole yet.
    fn read(bytes: &[u8]) -> Result<Option<Frame>, FrameError> {
        let [first, second, ..] = *bytes else { return Ok(None) };
        let (last, opcode) = (first & 0x80 != 0, first & 0x0f);
        // No extension was agreed, and whoever speaks to a server masks.
        if first & 0x70 != 0 || second & 0x80 == 0 {
            return Err(FrameError::Protocol);
        }
        match opcode {
            CONTINUATION | TEXT => (),
            BINARY => return Err(FrameError::NotText),
            CLOSE | PING | PONG if last && usize::from(second & 0x7f) <= CONTROL => (),
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
        // A length is written in the shortest form that holds it, and its highest bit is never set.
        let is_minimal = match at {
            4 => length > CONTROL as u64,
            10 => length > u64::from(u16::MAX) && length >> 63 == 0,
            _ => true,
        };
        if !is_minimal {
            return Err(FrameError::Protocol);
        }
        if length > LONGEST as u64 {
            return Err(FrameError::TooLong);
        }
        let (head, length) = (at + 4, length as usize);
        let Some(mask) = bytes.get(at..head).and_then(|mask| mask.try_into().ok()) else { return Ok(None) };
        Ok((bytes.len() >= head + length).then_some(Frame { opcode, last, mask, head, length }))
    }
}

/// Writes a message as one frame behind what is there already.
pub fn text(out: &mut Vec<u8>, payload: &[u8]) {
    write(out, TEXT, payload);
}

/// Asks whether somebody is there.
pub fn ping(out: &mut Vec<u8>) {
    write(out, PING, b"");
}

/// Answers a ping.
pub fn pong(out: &mut Vec<u8>, payload: &[u8]) {
    write(out, PONG, payload);
}

/// Ends the line, with a code and one sentence.
pub fn close(out: &mut Vec<u8>, code: u16, why: &str) {
    let mut payload = code.to_be_bytes().to_vec();
    payload.extend(why.bytes().take(CONTROL - 2).filter(u8::is_ascii));
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

    fn heard(bytes: &[u8]) -> Result<Vec<Heard>, FrameError> {
        let mut decoder = Decoder::default();
        decoder.push(bytes);
        std::iter::from_fn(|| decoder.take().transpose()).collect()
    }

    #[test]
    fn messages_come_out_however_the_bytes_are_cut() {
        let mut bytes = masked(0x81, b"one");
        bytes.extend(masked(0x01, "zw".as_bytes()));
        bytes.extend(masked(0x89, b"there?"));
        bytes.extend(masked(0x80, "ei ♠".as_bytes()));
        bytes.extend(masked(0x81, &[b'x'; 4096]));
        bytes.extend(masked(0x8a, b""));
        bytes.extend(masked(0x88, &[3, 232]));
        let whole = heard(&bytes).unwrap();
        let text = |text: &str| Heard::Text(text.into());
        let x = "x".repeat(4096);
        let expected = [
            text("one"),
            Heard::Fragment,
            Heard::Ping(b"there?".to_vec()),
            text("zwei ♠"),
            text(&x),
            Heard::Pong,
            Heard::Close(Some(1000)),
        ];
        assert_eq!(whole, expected);
        for size in [1, 2, 3, 7, 100] {
            let mut decoder = Decoder::default();
            let mut parts = Vec::new();
            for chunk in bytes.chunks(size) {
                decoder.push(chunk);
                while let Some(heard) = decoder.take().unwrap() {
                    parts.push(heard);
                }
            }
            assert_eq!(parts, whole);
            assert_eq!(decoder.rest.capacity(), 0, "a line at rest holds no buffer");
        }
    }

    #[test]
    fn what_is_no_frame_is_refused() {
        let unmasked = [0x81, 1, b'x'];
        let reserved = masked(0xc1, b"x");
        let long_control = masked(0x89, &[0; 126]);
        let cut_control = masked(0x09, b"x");
        let stray = masked(0x80, b"x");
        let unknown = masked(0x83, b"x");
        let twice = [masked(0x01, b"x"), masked(0x81, b"y")].concat();
        for bytes in [&unmasked[..], &reserved, &long_control, &cut_control, &stray, &unknown, &twice] {
            assert_eq!(heard(bytes), Err(FrameError::Protocol), "{bytes:?}");
        }
        assert_eq!(heard(&masked(0x82, b"x")), Err(FrameError::NotText));
        assert_eq!(heard(&masked(0x81, &[0xff])), Err(FrameError::NotUtf8));
        assert_eq!(heard(&masked(0x81, &[b'x'; 4097])), Err(FrameError::TooLong));
        let parts = [masked(0x01, &[b'x'; 4096]), masked(0x80, b"y")].concat();
        assert_eq!(heard(&parts), Err(FrameError::TooLong));
        let huge = [0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(heard(&huge), Err(FrameError::TooLong), "at the header, before anything is kept");
        let negative = [0x81, 0xff, 0x80, 0, 0, 0, 0, 1, 0, 0];
        assert_eq!(heard(&negative), Err(FrameError::Protocol), "the highest bit of a length");
    }
}
