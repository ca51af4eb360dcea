//! Parses the address of a server or of a table.

use std::{fmt, net::SocketAddr, str::FromStr};

use hyper::http::uri::Authority;

use crate::error::ClientError;

/// Scheme, host and port of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrl {
    pub is_secure: bool,
    /// A name or an IP address, without the brackets of IPv6.
    pub host: String,
    pub port: u16,
}

impl ServerUrl {
    fn default_port(is_secure: bool) -> u16 {
        if is_secure { 443 } else { 80 }
    }

    /// Host and port as the `Host` header has them; the default port of the scheme is left out.
    pub fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        if self.port == ServerUrl::default_port(self.is_secure) {
            host
        } else {
            format!("{host}:{}", self.port)
        }
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority())
    }
}

impl From<SocketAddr> for ServerUrl {
    fn from(address: SocketAddr) -> ServerUrl {
        ServerUrl { is_secure: false, host: address.ip().to_string(), port: address.port() }
    }
}

/// A server, and optionally a table on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub server: ServerUrl,
    /// The code of a table, if the address names one.
    pub code: Option<String>,
}

impl FromStr for Address {
    type Err = ClientError;

    /// Parses `https://cards.example`, `localhost:8088`, or the address of a table such as
    /// `https://cards.example/t/ABCDE`, whose last part is the code. Without a scheme the
    /// connection is not encrypted.
    fn from_str(text: &str) -> Result<Address, ClientError> {
        let text = text.trim();
        let invalid = || ClientError::Address(text.to_owned());
        let (is_secure, rest) = match text.split_once("://") {
            Some(("https" | "wss", rest)) => (true, rest),
            Some(("http" | "ws", rest)) => (false, rest),
            Some(_) => return Err(invalid()),
            None => (false, text),
        };
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let authority: Authority = authority.parse().map_err(|_| invalid())?;
        if authority.as_str().contains('@') {
            return Err(invalid());
        }
        let host = authority.host();
        let port = match authority.as_str()[host.len()..].strip_prefix(':') {
            Some(port) => port.parse().map_err(|_| invalid())?,
            None => ServerUrl::default_port(is_secure),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        if host.is_empty() {
            return Err(invalid());
        }
        let last = path.rsplit(['/', '#', '=', '?']).find(|word| !word.is_empty());
        let code = last.filter(|word| is_table_code(word)).map(str::to_owned);
        Ok(Address { server: ServerUrl { is_secure, host, port }, code })
    }
}

/// Whether a word has the form of a table code.
pub fn is_table_code(word: &str) -> bool {
    !word.is_empty() && word.len() <= 40 && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}
