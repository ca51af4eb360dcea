//! A compact binary encoding of steps.
//!
//! Steps are stored back to back without their numbers: the container knows the number of the
//! first.

use eights::Seat;
use eights_match::{Actor, Entry};

/// The actor byte of the table itself, in place of a seat.
const TABLE: u8 = 0xff;
/// The length of the usual digest, which is packed; any other is stored as text.
const DIGITS: usize = 16;
pub(crate) const CHECKSUM_BYTES: usize = 8;

pub(crate) fn write(entry: &Entry, out: &mut Vec<u8>) {
    out.push(match entry.by {
        Actor::Seat(seat) => seat.index() as u8,
        Actor::Table => TABLE,
    });
    // 0 means no time.
    number(entry.at.map_or(0, |at| at.saturating_add(1)), out);
    text(&entry.said, out);
    match packed(&entry.digest) {
        Some(bytes) => {
            out.push(0);
            out.extend_from_slice(&bytes);
        }
        None => {
            out.push(1);
            text(&entry.digest, out);
        }
    }
}

/// Reads a step and advances past it; none if the bytes are not a step.
pub(crate) fn read(step: u64, bytes: &mut &[u8]) -> Option<Entry> {
    let by = match byte(bytes)? {
        TABLE => Actor::Table,
        seat if seat < 16 => Actor::Seat(Seat::new(seat.into())),
        _ => return None,
    };
    let at = read_number(bytes)?.checked_sub(1);
    let said = read_text(bytes)?;
    let digest = match byte(bytes)? {
        0 => take(bytes, DIGITS / 2)?.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}")),
        _ => read_text(bytes)?,
    };
    Some(Entry { step, by, said, digest, at })
}

/// Reads the steps from number `from` on. `first` is the number of the first step in the bytes; the ones before
/// `from` are skipped without allocating.
pub(crate) fn read_from(first: u64, mut bytes: &[u8], from: u64, entries: &mut Vec<Entry>) -> Option<()> {
    for step in first.. {
        if bytes.is_empty() {
            break;
        }
        if step < from {
            skip(&mut bytes)?;
        } else {
            entries.push(read(step, &mut bytes)?);
        }
    }
    Some(())
}

/// A run of steps with a checksum before it, as databases keep it.
pub(crate) fn sealed(steps: &[u8]) -> Vec<u8> {
    [&checksum(steps)[..], steps].concat()
}

/// The steps of a run whose checksum is right.
pub(crate) fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (sum, steps) = bytes.split_at_checked(CHECKSUM_BYTES)?;
    (sum == checksum(steps)).then_some(steps)
}

fn checksum(steps: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut sum = [0; CHECKSUM_BYTES];
    blake3::Hasher::new().update(steps).finalize_xof().fill(&mut sum);
    sum
}

fn skip(bytes: &mut &[u8]) -> Option<()> {
    byte(bytes)?;
    read_number(bytes)?;
    skip_text(bytes)?;
    match byte(bytes)? {
        0 => take(bytes, DIGITS / 2).map(drop),
        _ => skip_text(bytes),
    }
}

fn skip_text(bytes: &mut &[u8]) -> Option<()> {
    let length = usize::try_from(read_number(bytes)?).ok()?;
    take(bytes, length).map(drop)
}

/// Writes a LEB128 varint.
pub(crate) fn number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(crate) fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for place in 0..10 {
        let byte = byte(bytes)?;
        number |= u64::from(byte & 0x7f).checked_shl(7 * place)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn text(text: &str, out: &mut Vec<u8>) {
    number(text.len() as u64, out);
    out.extend_from_slice(text.as_bytes());
}

fn read_text(bytes: &mut &[u8]) -> Option<String> {
    let length = usize::try_from(read_number(bytes)?).ok()?;
    String::from_utf8(take(bytes, length)?.to_vec()).ok()
}

/// Packs sixteen lower-case hexadecimal digits into eight bytes.
fn packed(digest: &str) -> Option<[u8; DIGITS / 2]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; DIGITS / 2];
    for (byte, two) in bytes.iter_mut().zip(digest.as_bytes().chunks_exact(2)) {
        *byte = digit(two[0])? << 4 | digit(two[1])?;
    }
    (digest.len() == DIGITS).then_some(bytes)
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    take(bytes, 1).map(|taken| taken[0])
}

/// Takes the next `length` bytes.
pub(crate) fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let digests = ["0123456789abcdef", "", "0123456789ABCDEF", "0123456789abcde", "ß123456789abcde"];
        let entry = |step: u64, digest: &&str| Entry {
            step,
            by: if step == 3 { Actor::Table } else { Actor::Seat(Seat::new(step as usize * 3)) },
            said: ["draw", "", "8S=♥", "play brambles", "5H"][step as usize - 1].into(),
            digest: (*digest).into(),
            at: [None, Some(0), Some(127), Some(u64::MAX - 1), Some(1 << 40)][step as usize - 1],
        };
        digests.iter().zip(1..).map(|(digest, step)| entry(step, digest)).collect()
    }

    #[test]
    fn steps_are_read_back_as_written() {
        let mut bytes = Vec::new();
        entries().iter().for_each(|entry| write(entry, &mut bytes));
        for from in 0..=6 {
            let mut read = Vec::new();
            assert_eq!(read_from(1, &bytes, from, &mut read), Some(()));
            assert_eq!(read, entries()[from.saturating_sub(1) as usize..]);
        }
    }

    #[test]
    fn a_usual_step_is_small() {
        let mut bytes = Vec::new();
        write(&entries()[0], &mut bytes);
        assert_eq!(bytes.len(), 1 + 1 + 5 + 9);
    }

    /// No input panics, and truncated input yields no step.
    #[test]
    fn invalid_bytes_are_refused() {
        let mut bytes = Vec::new();
        entries().iter().for_each(|entry| write(entry, &mut bytes));
        let whole = |bytes: &[u8]| {
            let mut found = Vec::new();
            read_from(1, bytes, 1, &mut found).map(|()| found.len())
        };
        let ends: Vec<usize> = (0..=bytes.len()).filter(|end| whole(&bytes[..*end]).is_some()).collect();
        assert_eq!(ends.len(), 6, "before the first step, and behind each of five");
        for at in 0..bytes.len() {
            let mut spoiled = bytes.clone();
            spoiled[at] ^= 0xff;
            let _ = whole(&spoiled);
        }
        assert_eq!(whole(&[0xff; 40]), None);
        assert_eq!(read_number(&mut &[0x80; 11][..]), None);
    }
}
