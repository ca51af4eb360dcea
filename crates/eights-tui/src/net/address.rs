//! Parses the address of a server, and connects to it.

use std::{
    net::{TcpStream, ToSocketAddrs},
    time::Duration,
};

use super::NetError;

/// Timeout for connecting, reading and writing.
pub(super) const PATIENCE: Duration = Duration::from_secs(6);

/// A server, and optionally a table on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host and port, such as `localhost:8088`.
    pub host: String,
    /// The code of a table, if the address names one.
    pub code: Option<String>,
}

impl Address {
    /// Parses `http://localhost:8088`, `localhost:8088`, or the address of a table such as
    /// `http://localhost:8088/t/ABCDE`, whose last part is the code.
    ///
    /// # Errors
    ///
    /// If the text is not an address, or asks for TLS.
    pub fn read(text: &str) -> Result<Address, NetError> {
        let text = text.trim();
        let wrong = || NetError::Address(text.to_owned());
        if text.starts_with("https://") || text.starts_with("wss://") {
            let why = "encrypted lines are not spoken here; use a tunnel or http".to_owned();
            return Err(NetError::Silent(text.to_owned(), why));
        }
        let rest = ["http://", "ws://"].iter().find_map(|scheme| text.strip_prefix(scheme)).unwrap_or(text);
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        if host.is_empty() || host.contains(|c: char| c.is_whitespace() || c.is_control() || c == '@') {
            return Err(wrong());
        }
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let host = if has_port { host.to_owned() } else { format!("{host}:80") };
        let word = path.rsplit(['/', '#', '=', '?']).find(|word| !word.is_empty());
        let code = word.map(str::to_owned).filter(|code| is_code(code));
        Ok(Address { host, code })
    }

    /// Connects to the first address of the host that accepts.
    pub(super) fn connect(&self) -> Result<TcpStream, NetError> {
        let silent = |error: std::io::Error| NetError::Silent(self.host.clone(), error.to_string());
        let found = self.host.to_socket_addrs().map_err(silent)?;
        let mut last = None;
        for address in found {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => {
                    let set = stream
                        .set_read_timeout(Some(PATIENCE))
                        .and_then(|()| stream.set_write_timeout(Some(PATIENCE)))
                        .and_then(|()| stream.set_nodelay(true));
                    return set.map(|()| stream).map_err(silent);
                }
                Err(error) => last = Some(error),
            }
        }
        let why = last.map_or("nobody has that name".to_owned(), |error| error.to_string());
        Err(NetError::Silent(self.host.clone(), why))
    }
}

/// Whether a word has the form of a table code.
pub(crate) fn is_code(word: &str) -> bool {
    !word.is_empty() && word.len() <= 40 && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, host: &str, code: Option<&str>) {
        let read = Address::read(text).unwrap();
        assert_eq!((read.host.as_str(), read.code.as_deref()), (host, code), "{text}");
    }

    #[test]
    fn addresses_are_parsed_in_every_form_that_people_write() {
        check("http://localhost:8088", "localhost:8088", None);
        check("localhost:8088/", "localhost:8088", None);
        check(" example.org ", "example.org:80", None);
        check("http://example.org/t/ABCDE", "example.org:80", Some("ABCDE"));
        check("http://example.org/#/table/ab-cd", "example.org:80", Some("ab-cd"));
        check("ws://[::1]:9000/ws/XYZ", "[::1]:9000", Some("XYZ"));
        assert!(Address::read("").is_err());
        assert!(Address::read("http://a b").is_err());
        assert!(Address::read("https://example.org").is_err());
    }
}
