//! The client address that a request counts against, directly or behind a proxy.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    str::FromStr,
};

use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};

/// A range of addresses such as `10.0.0.0/8`, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

impl Network {
    pub(crate) fn contains(self, other: IpAddr) -> bool {
        match (self.address, other) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                (own.to_bits() ^ other.to_bits()).checked_shr(32 - u32::from(self.prefix)).unwrap_or(0) == 0
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                (own.to_bits() ^ other.to_bits()).checked_shr(128 - u32::from(self.prefix)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

impl Network {
    /// The range of clients in this one: without the bits that are not part of the range, and for IPv6
    /// at least a /64, since limits count a /64 as one client.
    pub(crate) fn of_clients(self) -> Network {
        match self.address {
            IpAddr::V4(v4) => {
                let kept = u32::MAX.checked_shl(32 - u32::from(self.prefix)).unwrap_or(0);
                Network { address: Ipv4Addr::from_bits(v4.to_bits() & kept).into(), ..self }
            }
            IpAddr::V6(v6) => {
                let prefix = self.prefix.min(64);
                let kept = u128::MAX.checked_shl(128 - u32::from(prefix)).unwrap_or(0);
                Network { address: Ipv6Addr::from_bits(v6.to_bits() & kept).into(), prefix }
            }
        }
    }
}

/// A text that is not an address or a range of addresses.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not an address or a range like 10.0.0.0/8")]
pub struct NetworkError(String);

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Network, NetworkError> {
        let wrong = || NetworkError(text.to_owned());
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, n)| (address, Some(n)));
        let address: IpAddr = address.trim().parse().map_err(|_| wrong())?;
        let longest = if address.is_ipv4() { 32 } else { 128 };
        let prefix = match prefix {
            Some(n) => n.trim().parse().ok().filter(|n| *n <= longest).ok_or_else(wrong)?,
            None => longest,
        };
        Ok(Network { address, prefix })
    }
}

impl TryFrom<String> for Network {
    type Error = NetworkError;

    fn try_from(text: String) -> Result<Network, NetworkError> {
        text.parse()
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

impl From<Network> for String {
    fn from(network: Network) -> String {
        network.to_string()
    }
}

/// The address of the client that sent a request.
///
/// `proxies` are the trusted proxies, `None` if the server is not behind one.
///
/// Without a proxy that is the peer of the connection. A proxy appends the address it was called
/// from to `X-Forwarded-For`, so the header is read from the right: the first entry that is not a
/// trusted proxy is the client. Everything left of it was written by the client and is ignored. If
/// the header is missing or the entry unreadable, the request counts against the last known hop.
pub(crate) fn client(proxies: Option<&[Network]>, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let mut client = peer.to_canonical();
    let Some(trusted) = proxies.filter(|trusted| is_proxy(trusted, client)) else { return client };
    let values: Vec<&[u8]> =
        headers.get_all("x-forwarded-for").iter().map(|value| value.as_bytes()).collect();
    // Bytes, not text: the client controls everything before the last entry, and may send any
    // bytes.
    for entry in values.into_iter().rev().flat_map(|value| value.rsplit(|byte| *byte == b',')) {
        let Some(address) = parse(entry) else { break };
        client = address;
        if !trusted.iter().any(|network| network.contains(address)) {
            break;
        }
    }
    client
}

/// Whether a peer may name the client it forwards for. If no proxies are listed, any peer on this
/// machine or in the same private network may.
fn is_proxy(trusted: &[Network], peer: IpAddr) -> bool {
    let is_private = match peer {
        IpAddr::V4(v4) => v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_unique_local() || v6.is_unicast_link_local(),
    };
    peer.is_loopback()
        || trusted.iter().any(|network| network.contains(peer))
        || (trusted.is_empty() && is_private)
}

/// An entry of `X-Forwarded-For`: an address, with a port or without.
fn parse(entry: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(entry).ok()?.trim();
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(with_port).or_else(bare).map(|address: IpAddr| address.to_canonical())
}

/// The key for limits per address: a whole /64 for IPv6, since a client usually controls all of it.
pub(crate) fn limit_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64).into(),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn found(trusted: &[&str], peer: &str, forwarded: &[&[u8]]) -> String {
        let trusted: Vec<Network> = trusted.iter().map(|text| text.parse().unwrap()).collect();
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(value).unwrap());
        }
        client(Some(&trusted), peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn the_rightmost_entry_counts_however_it_is_written() {
        for entry in
            ["192.0.2.7", " 192.0.2.7 ", "192.0.2.7:4711", "::ffff:192.0.2.7", "[::ffff:192.0.2.7]:80"]
        {
            assert_eq!(found(&[], "127.0.0.1", &[entry.as_bytes()]), "192.0.2.7", "{entry}");
        }
        for entry in ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:4711"] {
            assert_eq!(found(&[], "::1", &[entry.as_bytes()]), "2001:db8::1", "{entry}");
        }
        // What the client has sent is to the left, in the same header or in an earlier one.
        assert_eq!(found(&[], "127.0.0.1", &[b"198.51.100.1, 192.0.2.7"]), "192.0.2.7");
        assert_eq!(found(&[], "127.0.0.1", &[b"198.51.100.1", b"192.0.2.7"]), "192.0.2.7");
        assert_eq!(found(&[], "127.0.0.1", &[b"\xff\xfe junk, 192.0.2.7"]), "192.0.2.7");
    }

    #[test]
    fn an_unreadable_entry_counts_against_the_last_known_hop() {
        for entry in [&b""[..], b"unknown", b"\xff\xfe", b"192.0.2.7, ", b"192.0.2.7:port", b"192.0.2.700"] {
            assert_eq!(found(&[], "127.0.0.1", &[entry]), "127.0.0.1", "{entry:?}");
        }
        assert_eq!(found(&[], "127.0.0.1", &[]), "127.0.0.1", "no header at all");
        assert_eq!(found(&["10.0.0.0/8"], "10.0.0.1", &[b"junk, 10.0.0.2"]), "10.0.0.2");
    }

    #[test]
    fn the_header_is_ignored_unless_a_trusted_proxy_sent_it() {
        assert_eq!(found(&[], "203.0.113.5", &[b"192.0.2.7"]), "203.0.113.5", "somebody from outside");
        assert_eq!(found(&[], "172.17.0.1", &[b"192.0.2.7"]), "192.0.2.7", "a proxy in a container");
        let listed = ["203.0.113.0/24", "2001:db8:1::/48"];
        assert_eq!(found(&listed, "203.0.113.5", &[b"192.0.2.7"]), "192.0.2.7");
        assert_eq!(found(&listed, "127.0.0.1", &[b"192.0.2.7, 203.0.113.9"]), "192.0.2.7", "a chain of two");
        assert_eq!(found(&listed, "127.0.0.1", &[b"192.0.2.7, 2001:db8:1:2::3"]), "192.0.2.7");
        assert_eq!(found(&listed, "172.17.0.1", &[b"192.0.2.7"]), "172.17.0.1", "not on the list");
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("192.0.2.7"));
        let peer = "127.0.0.1".parse().unwrap();
        assert_eq!(client(None, peer, &headers), peer, "without a proxy the header is nothing");
    }

    #[test]
    fn an_ipv6_network_shares_one_key() {
        let key = |text: &str| limit_key(text.parse().unwrap()).to_string();
        assert_eq!(key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(key("2001:db8:1:2:ffff::"), "2001:db8:1:2::");
        assert_ne!(key("2001:db8:1:3::"), "2001:db8:1:2::");
        assert_eq!(key("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(key("192.0.2.7"), "192.0.2.7");
    }

    #[test]
    fn networks_are_parsed() {
        let network = |text: &str| text.parse::<Network>();
        for text in ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0.0/8/8"] {
            assert!(network(text).is_err(), "{text}");
        }
        let all = network("0.0.0.0/0").unwrap();
        assert!(all.contains("192.0.2.7".parse().unwrap()) && !all.contains("::1".parse().unwrap()));
        let one = network("192.0.2.7").unwrap();
        assert!(one.contains("192.0.2.7".parse().unwrap()) && !one.contains("192.0.2.6".parse().unwrap()));
    }
}
