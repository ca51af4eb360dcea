//! Reads lines of bounded length from standard input, even if they are not valid UTF-8.

use std::io::{self, BufRead, Read};

/// The result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// The text, without its line end. Bytes that are not UTF-8 become `\u{fffd}`.
    Line(String),
    /// The line was longer than allowed; all of it has been skipped.
    TooLong,
    /// The input has ended.
    End,
}

/// Reads a line of at most `max_bytes` bytes, its line end included.
pub(crate) fn read(input: &mut impl BufRead, max_bytes: usize) -> io::Result<Input> {
    let mut line = Vec::new();
    let n = input.by_ref().take(max_bytes as u64).read_until(b'\n', &mut line)?;
    if n == 0 {
        return Ok(Input::End);
    }
    if n == max_bytes && line.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Input::TooLong);
    }
    Ok(Input::Line(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned()))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let n = end.map_or(buffer.len(), |at| at + 1);
        input.consume(n);
        if end.is_some() || n == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_and_invalid_utf_8_do_not_affect_the_next_line() {
        let mut input: &[u8] = b"5H\r\n\xff\n123456789\n12345678\n1234567\nlast";
        let mut next = || read(&mut input, 8).expect("bytes can always be read");
        let line = |text: &str| Input::Line(text.to_owned());
        assert_eq!(next(), line("5H"));
        assert_eq!(next(), line("\u{fffd}"));
        assert_eq!(next(), Input::TooLong);
        assert_eq!(next(), Input::TooLong, "the line end counts");
        assert_eq!(next(), line("1234567"));
        assert_eq!(next(), line("last"));
        assert_eq!(next(), Input::End);
    }
}
