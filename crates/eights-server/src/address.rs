//! Which address a request counts against, with and without a proxy in front.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    str::FromStr,
};

use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};

use crate::config::Config;

/// A range of addresses such as `10.0.0.0/8`, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

impl Network {
    fn contains(self, other: IpAddr) -> bool {
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

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("{text:?} is not an address or a range like 10.0.0.0/8");
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
    type Error = String;

    fn try_from(text: String) -> Result<Network, String> {
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
/// Without a proxy that is the other end of the connection. A proxy appends the address it was called from to
/// `X-Forwarded-For`, so the header is read from the right: the first entry that is not a trusted proxy is the
/// client. Everything left of it was written by the client and is not believed. Where the header is missing or
/// the entry unreadable, the request counts against the last hop that is known.
pub(crate) fn client(config: &Config, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let mut client = peer.to_canonical();
    if !config.behind_proxy || !is_proxy(&config.trusted_proxies, client) {
        return client;
    }
    let values: Vec<&[u8]> =
        headers.get_all("x-forwarded-for").iter().map(|value| value.as_bytes()).collect();
    // Bytes, not text: what the client has put in front of the last entry may be anything.
    for entry in values.into_iter().rev().flat_map(|value| value.rsplit(|byte| *byte == b',')) {
        let Some(address) = parse(entry) else { break };
        client = address;
        if !config.trusted_proxies.iter().any(|network| network.contains(address)) {
            break;
        }
    }
    client
}

/// Whether the other end of a connection may say whom it speaks for. Unless proxies are listed, one on this
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

/// What limits are kept by. Whoever has one IPv6 address usually has all of its /64.
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
        let trusted_proxies = trusted.iter().map(|text| text.parse().unwrap()).collect();
        let config = Config { behind_proxy: true, trusted_proxies, ..Config::default() };
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(value).unwrap());
        }
        client(&config, peer.parse().unwrap(), &headers).to_string()
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
        // What the client has sent itself is to the left, in the same header or in one before.
        assert_eq!(found(&[], "127.0.0.1", &[b"198.51.100.1, 192.0.2.7"]), "192.0.2.7");
        assert_eq!(found(&[], "127.0.0.1", &[b"198.51.100.1", b"192.0.2.7"]), "192.0.2.7");
        assert_eq!(found(&[], "127.0.0.1", &[b"\xff\xfe junk, 192.0.2.7"]), "192.0.2.7");
    }

    #[test]
    fn what_cannot_be_read_counts_against_the_last_known_hop() {
        for entry in [&b""[..], b"unknown", b"\xff\xfe", b"192.0.2.7, ", b"192.0.2.7:port", b"192.0.2.700"] {
            assert_eq!(found(&[], "127.0.0.1", &[entry]), "127.0.0.1", "{entry:?}");
        }
        assert_eq!(found(&[], "127.0.0.1", &[]), "127.0.0.1", "no header at all");
        assert_eq!(found(&["10.0.0.0/8"], "10.0.0.1", &[b"junk, 10.0.0.2"]), "10.0.0.2");
    }

    #[test]
    fn only_proxies_are_believed() {
        assert_eq!(found(&[], "203.0.113.5", &[b"192.0.2.7"]), "203.0.113.5", "somebody from outside");
        assert_eq!(found(&[], "172.17.0.1", &[b"192.0.2.7"]), "192.0.2.7", "a proxy in a container");
        let listed = ["203.0.113.0/24", "2001:db8:1::/48"];
        assert_eq!(found(&listed, "203.0.113.5", &[b"192.0.2.7"]), "192.0.2.7");
        assert_eq!(found(&listed, "127.0.0.1", &[b"192.0.2.7, 203.0.113.9"]), "192.0.2.7", "a chain of two");
        assert_eq!(found(&listed, "127.0.0.1", &[b"192.0.2.7, 2001:db8:1:2::3"]), "192.0.2.7");
        assert_eq!(found(&listed, "172.17.0.1", &[b"192.0.2.7"]), "172.17.0.1", "not on the list");
        let direct = Config::default();
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("192.0.2.7"));
        let peer = "127.0.0.1".parse().unwrap();
        assert_eq!(client(&direct, peer, &headers), peer, "without a proxy the header is nothing");
    }

    #[test]
    fn one_ipv6_network_is_one_address() {
        let key = |text: &str| limit_key(text.parse().unwrap()).to_string();
        assert_eq!(key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(key("2001:db8:1:2:ffff::"), "2001:db8:1:2::");
        assert_ne!(key("2001:db8:1:3::"), "2001:db8:1:2::");
        assert_eq!(key("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(key("192.0.2.7"), "192.0.2.7");
    }

    #[test]
    fn networks_are_read() {
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
