//! Validates the WebSocket handshake (RFC 6455, section 4.2).

use axum::{
    extract::Request,
    http::{HeaderValue, Method, StatusCode, Version, header},
    response::{IntoResponse, Response},
};
use eights::RefusalCode;
use tungstenite::handshake::derive_accept_key;

use crate::http::error::ApiError;

/// Why a request does not open a WebSocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HandshakeError {
    /// It does not ask for a WebSocket, or for another protocol version.
    NotWebSocket,
    /// It asks for a WebSocket, but violates the protocol.
    Malformed(&'static str),
}

impl IntoResponse for HandshakeError {
    fn into_response(self) -> Response {
        match self {
            HandshakeError::NotWebSocket => {
                let why = "this address is for WebSockets, version 13";
                let mut response =
                    ApiError::new(StatusCode::UPGRADE_REQUIRED, RefusalCode::NotSupported, why)
                        .into_response();
                let headers = response.headers_mut();
                headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
                headers.insert(header::CONNECTION, HeaderValue::from_static("Upgrade"));
                headers.insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
                response
            }
            HandshakeError::Malformed(why) => {
                ApiError::new(StatusCode::BAD_REQUEST, RefusalCode::Unreadable, why).into_response()
            }
        }
    }
}

/// The value of `Sec-WebSocket-Accept` for a request.
///
/// # Errors
///
/// Why the request does not open a WebSocket.
pub(crate) fn accept_key(request: &Request) -> Result<String, HandshakeError> {
    let text = |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let says = |name, word: &str| {
        text(name).is_some_and(|text| text.split(',').any(|part| part.trim().eq_ignore_ascii_case(word)))
    };
    let asks = says(header::CONNECTION, "upgrade")
        && says(header::UPGRADE, "websocket")
        && text(header::SEC_WEBSOCKET_VERSION).is_some_and(|version| version.trim() == "13");
    if !asks {
        return Err(HandshakeError::NotWebSocket);
    }
    if *request.method() != Method::GET || request.version() < Version::HTTP_11 {
        return Err(HandshakeError::Malformed("a WebSocket is opened with GET and HTTP/1.1"));
    }
    match text(header::SEC_WEBSOCKET_KEY) {
        Some(key) if is_key(key.as_bytes()) => Ok(derive_accept_key(key.as_bytes())),
        _ => Err(HandshakeError::Malformed("Sec-WebSocket-Key is not 16 bytes in base64")),
    }
}

/// Whether a text is 16 bytes in base64: 22 letters, of which the last carries only two bits, and
/// two padding characters.
fn is_key(key: &[u8]) -> bool {
    let [letters @ .., b'=', b'='] = key else { return false };
    letters.len() == 22
        && letters.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
        && letters.last().is_some_and(|last| b"AQgw".contains(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_sixteen_bytes() {
        assert!(is_key(b"dGhlIHNhbXBsZSBub25jZQ=="), "the example of the RFC");
        assert!(is_key(b"AAAAAAAAAAAAAAAAAAAAAA=="));
        for key in [&b""[..], b"==", b"x", b"dGhlIHNhbXBsZSBub25jZQ", b"dGhlIHNhbXBsZSBub25jZR==", b"AAAA=="]
        {
            assert!(!is_key(key), "{}", String::from_utf8_lossy(key));
        }
        assert!(!is_key(b"dGhlIHNhbXBsZSBub25jZQ==dGhlIHNhbXBsZSBub25jZQ=="), "two keys");
        assert!(!is_key(b"dGhlIHNhbXBsZS-ub25jZQ=="), "the alphabet of URLs");
    }
}
