//! A minimal HTTP/1.1 client, enough to sign in and to open a table.

use std::io::{Read, Write};

use serde_json::Value;

use super::{NetError, address::Address};

/// The largest response that is read, in bytes.
const LONGEST: u64 = 1 << 20;

pub(super) struct Answer {
    pub(super) body: Value,
    /// The cookie that the server set, in the form in which it is sent back.
    pub(super) cookie: Option<String>,
}

/// Sends a request and reads the response.
pub(super) fn ask(
    at: &Address,
    method: &str,
    path: &str,
    body: Option<&Value>,
    cookie: Option<&str>,
) -> Result<Answer, NetError> {
    let silent = |error: std::io::Error| NetError::Silent(at.host.clone(), error.to_string());
    let text = body.map(Value::to_string).unwrap_or_default();
    let mut head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: close\r\n\
         Accept: application/json\r\nX-Eights: 1\r\nContent-Length: {1}\r\n",
        at.host,
        text.len()
    );
    if body.is_some() {
        head += "Content-Type: application/json\r\n";
    }
    if let Some(cookie) = cookie {
        head += &format!("Cookie: {cookie}\r\n");
    }
    let mut stream = at.connect()?;
    stream.write_all(format!("{head}\r\n{text}").as_bytes()).map_err(silent)?;
    let mut answer = Vec::new();
    stream.take(LONGEST).read_to_end(&mut answer).map_err(silent)?;
    read(at, &answer)
}

fn read(at: &Address, answer: &[u8]) -> Result<Answer, NetError> {
    let strange = |why: &str| NetError::Stranger(at.host.clone(), why.to_owned());
    let end =
        answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").ok_or_else(|| strange("it says nothing"))?;
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let first = lines.next().unwrap_or_default();
    let status: u16 =
        first.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(|| strange(first))?;
    let headers: Vec<(String, &str)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim()))
        .collect();
    let of = |name: &'static str| headers.iter().filter(move |(key, _)| key == name).map(|(_, value)| *value);
    let chunked = of("transfer-encoding").any(|value| value.eq_ignore_ascii_case("chunked"));
    let body = if chunked {
        unchunked(&answer[end + 4..]).ok_or_else(|| strange("its answer is broken"))?
    } else {
        answer[end + 4..].to_vec()
    };
    let value: Option<Value> = serde_json::from_slice(&body).ok();
    if !(200..300).contains(&status) {
        let why = value.as_ref().and_then(|body| body["error"].as_str()).map(str::to_owned);
        return Err(NetError::No(why.unwrap_or_else(|| format!("the server says {status}"))));
    }
    let cookie = of("set-cookie").filter_map(|value| value.split(';').next()).find(|pair| pair.contains('='));
    let body = match value {
        Some(body) => body,
        None if body.is_empty() => Value::Null,
        None => return Err(strange("it does not speak JSON")),
    };
    Ok(Answer { body, cookie: cookie.map(|pair| pair.trim().to_owned()) })
}

/// Decodes a body with chunked transfer encoding.
fn unchunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let end = rest.windows(2).position(|bytes| bytes == b"\r\n")?;
        let line = std::str::from_utf8(&rest[..end]).ok()?;
        let n = usize::from_str_radix(line.split(';').next()?.trim(), 16).ok()?;
        rest = &rest[end + 2..];
        if n == 0 {
            return Some(whole);
        }
        whole.extend_from_slice(rest.get(..n)?);
        rest = rest.get(n + 2..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Result<Answer, NetError> {
        read(&Address { host: "h:1".into(), code: None }, text.as_bytes())
    }

    #[test]
    fn whole_and_chunked_responses_are_read() {
        let plain = answer("HTTP/1.1 200 OK\r\nSet-Cookie: eights=abc; HttpOnly\r\n\r\n{\"id\":1}").unwrap();
        assert_eq!((plain.body["id"].as_u64(), plain.cookie.as_deref()), (Some(1), Some("eights=abc")));
        let pieces =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4\r\n\":2}\r\n0\r\n\r\n";
        assert_eq!(answer(pieces).unwrap().body["a"], 2);
    }

    #[test]
    fn refusals_and_broken_responses_are_different_errors() {
        let no = answer("HTTP/1.1 404 Not Found\r\n\r\n{\"error\":\"there is no such table\"}");
        assert_eq!(no.err(), Some(NetError::No("there is no such table".into())));
        for text in ["", "hello\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n<html>", "HTTP/1.1 x\r\n\r\n"] {
            assert!(matches!(answer(text), Err(NetError::Stranger(..))), "{text}");
        }
    }
}
