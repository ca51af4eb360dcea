//! Spreads connections over the loopback addresses of this machine.

use std::{net::Ipv4Addr, time::Duration};

use eights_client::Server;

/// The number of connections that share a source address. One address has only about 28,000
/// ephemeral ports, so the next connections use the next address.
pub(crate) const PER_SOURCE: usize = 15_000;

/// A server that is opening thousands of connections takes its time.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The server as reached by the connection with this number.
pub(crate) fn from_source(server: &Server, number: usize) -> Server {
    let server = server.clone().with_timeout(TIMEOUT);
    let host = &server.url().host;
    if host == "localhost" || host.parse().is_ok_and(|ip: Ipv4Addr| ip.is_loopback()) {
        let source = Ipv4Addr::new(127, 0, 0, 2 + (number / PER_SOURCE % 250) as u8);
        server.with_source(source.into())
    } else {
        server
    }
}
