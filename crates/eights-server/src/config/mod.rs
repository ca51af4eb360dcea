//! The settings of a server: defaults, overridden by a file, the environment, and options, in this
//! order.

mod changes;
mod check;
mod keep;
mod read;
mod tls;

pub use changes::{Change, Changes};
pub(crate) use check::MAX_BANNER_CHARS;
pub use keep::{Keep, KeepError};
pub use read::{ConfigError, Setting};
pub use tls::TlsSettings;

use std::net::SocketAddr;

use eights_store::{Durability, StoreAddress};
use serde::{Deserialize, Serialize};

use crate::net::address::Network;

/// All settings. In a file the names are written with dashes, in the environment with the prefix
/// `EIGHTS_` and in capitals: `turn-seconds` is `EIGHTS_TURN_SECONDS`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Config {
    /// The address to listen on.
    pub bind: SocketAddr,
    /// The certificate; without one the server speaks plain HTTP.
    pub tls: TlsSettings,
    /// An address where requests over plain HTTP are redirected to `https`.
    pub redirect: Option<SocketAddr>,
    /// The address of the metrics endpoint; none unless set.
    pub metrics: Option<SocketAddr>,
    /// The least severe messages that are logged: `off`, `error`, `warn`, `info`, `debug` or `trace`.
    pub log: String,
    /// A message that every table shows.
    pub banner: Option<String>,
    /// Where everything is kept: `sqlite:FOLDER`, `postgres://…` or `memory`.
    pub store: StoreAddress,
    /// Where other servers that share the store reach this one; none if it has the store for itself.
    pub node_address: Option<SocketAddr>,
    /// Where this server listens for the others, if that is not the same address: behind a NAT, or in a container.
    pub node_bind: Option<SocketAddr>,
    /// The URL by which people reach this server, if the server cannot tell from the request.
    pub public_url: Option<String>,
    /// Further origins whose pages may open sockets.
    pub origins: Vec<String>,
    /// How durable a step must be before it is sent to anybody.
    pub durability: Durability,
    /// Threads that serve connections; 0 for all cores but one, which is left to the journal.
    pub workers: usize,
    /// Seconds per turn at a new table; 0 for no clock.
    pub turn_seconds: u32,
    /// How many turns a person may let run out before a bot takes over.
    pub run_outs: u8,
    /// How long a person may be away before a bot takes over, in milliseconds.
    pub grace: u64,
    /// How long a rematch waits for the seats' entropy, in milliseconds.
    pub shuffle_wait: u64,
    /// How long a table waits after a hand for people who look at its end, in milliseconds; 0 for
    /// no pause.
    pub hand_pause: u64,
    /// How long a bot waits before it answers, in milliseconds.
    pub bot_pause: u64,
    /// The level of the bot that takes over for an absent person.
    pub stand_in: String,
    /// Seconds for which an empty table without a running match is kept.
    pub table_idle: u64,
    /// Seconds for which an empty table with an unfinished match is kept.
    pub match_idle: u64,
    /// Seconds of uptime after their last visit until people are dropped who never played or saved
    /// a rule sheet.
    pub person_idle: u64,
    /// Seconds of uptime after its last use until a saved rule sheet is dropped.
    pub sheet_idle: u64,
    /// How long finished matches are kept.
    pub keep_matches: Keep,
    /// How long people who do not come back are kept.
    pub keep_people: Keep,
    /// Seconds of silence after which a connection is closed.
    pub connection_idle: u64,
    /// Seconds that a client may take to send a request, and to read the response.
    pub request_timeout: u64,
    /// Connections in total.
    pub max_connections: usize,
    /// Connections per address; 0 for no limit.
    pub max_per_address: usize,
    /// Concurrent tables per host; 0 for no limit.
    pub max_tables: usize,
    /// Concurrent tables per address that opened them; 0 for no limit.
    pub max_tables_per_address: usize,
    /// New people per address and day; 0 for no limit.
    pub new_people_per_day: u32,
    /// New rule sheets per address and day; 0 for no limit.
    pub new_sheets_per_day: u32,
    /// Messages per second and connection in the long run; 0 for no limit.
    pub message_rate: f64,
    /// Hints per second and person at a table in the long run; 0 for no limit.
    pub hint_rate: f64,
    /// Requests per second and address in the long run; 0 for no limit.
    pub request_rate: f64,
    /// Whether client addresses are read from `X-Forwarded-For`. Only safe behind a proxy that sets
    /// it.
    pub behind_proxy: bool,
    /// Trusted proxies, if they are not on this machine or in its private network.
    pub trusted_proxies: Vec<Network>,
    /// The commit from which the program was built, if it is known, for the metrics. Not a setting.
    #[serde(skip)]
    pub commit: Option<&'static str>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            bind: SocketAddr::from(([0, 0, 0, 0], eights_wire::DEFAULT_PORT)),
            tls: TlsSettings::default(),
            redirect: None,
            metrics: None,
            log: "info".into(),
            banner: None,
            store: StoreAddress::Sqlite("eights-data".into()),
            node_address: None,
            node_bind: None,
            public_url: None,
            origins: Vec::new(),
            durability: Durability::Full,
            workers: 0,
            turn_seconds: 0,
            run_outs: 2,
            grace: 60_000,
            shuffle_wait: 1000,
            hand_pause: 12_000,
            bot_pause: 700,
            stand_in: "normal".into(),
            table_idle: 3600,
            match_idle: 14 * 24 * 3600,
            person_idle: 30 * 24 * 3600,
            sheet_idle: 90 * 24 * 3600,
            keep_matches: Keep::ForEver,
            keep_people: Keep::ForEver,
            connection_idle: 120,
            request_timeout: 15,
            max_connections: 50_000,
            max_per_address: 200,
            max_tables: 20,
            max_tables_per_address: 500,
            new_people_per_day: 2000,
            new_sheets_per_day: 500,
            message_rate: 20.0,
            hint_rate: 0.5,
            request_rate: 50.0,
            behind_proxy: false,
            trusted_proxies: Vec::new(),
            commit: None,
        }
    }
}

impl Config {
    /// The trusted proxies, or `None` if the server is not behind one.
    pub(crate) fn proxies(&self) -> Option<&[Network]> {
        self.behind_proxy.then_some(&*self.trusted_proxies)
    }

    /// `https` with a certificate, otherwise `http`.
    #[must_use]
    pub fn scheme(&self) -> &'static str {
        if self.tls.is_on() { "https" } else { "http" }
    }

    /// The number of threads that serve connections.
    #[must_use]
    pub fn n_workers(&self) -> usize {
        match self.workers {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1).max(1)),
            n => n,
        }
    }
}
