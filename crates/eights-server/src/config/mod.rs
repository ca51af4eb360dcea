//! What an operator can decide: defaults, then a file, then the environment, then options.

mod check;
mod read;

pub use read::{ConfigError, Setting};

use std::{net::SocketAddr, path::PathBuf};

use eights_store::Durability;
use serde::{Deserialize, Serialize};

use crate::address::Network;

/// Everything that can be set. In a file the names are written with dashes,
/// in the environment as `EIGHTS_` and capitals: `turn-seconds` is
/// `EIGHTS_TURN_SECONDS`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Config {
    /// Where to listen.
    pub bind: SocketAddr,
    /// Where to answer with metrics; nowhere unless it is set.
    pub metrics: Option<SocketAddr>,
    /// The folder of everything that is kept.
    pub data: PathBuf,
    /// The address by which people reach this server, where it is another than it sees itself.
    pub public_url: Option<String>,
    /// Pages of other addresses that may open sockets, beside our own.
    pub origins: Vec<String>,
    /// How safe a step must be before anybody is told of it.
    pub durability: Durability,
    /// Keep everything in memory only; for trying things out.
    pub forget: bool,
    /// Threads that serve people; 0 for all processors but one, which is left to the journal.
    pub workers: usize,
    /// Seconds to answer at a new table; 0 for no hurry.
    pub turn_seconds: u32,
    /// How often somebody's time may run out before a bot plays on.
    pub run_outs: u8,
    /// How long somebody may be away before a bot plays on, in milliseconds.
    pub grace: u64,
    /// How long a table waits before a rematch for what the seats add to the shuffle, in milliseconds.
    pub shuffle_wait: u64,
    /// How long a bot pretends to think, in milliseconds.
    pub bot_pause: u64,
    /// The bot that plays on for somebody who is away.
    pub stand_in: String,
    /// After how many seconds without anybody a table where nothing is played is cleared away.
    pub table_idle: u64,
    /// After how many seconds without anybody an unfinished match is given up.
    pub match_idle: u64,
    /// How many seconds of uptime after their last visit people are dropped who never played or saved a rule sheet.
    pub person_idle: u64,
    /// How many seconds of uptime after its last use a saved rule sheet is dropped.
    pub sheet_idle: u64,
    /// After how many seconds of silence a line is ended.
    pub line_idle: u64,
    /// How many seconds a client may take to send a request, and to read the answer.
    pub request_timeout: u64,
    /// Open sockets and connections in all.
    pub max_connections: usize,
    /// Connections of one address; 0 for no limit.
    pub max_per_address: usize,
    /// Tables that one person may have at a time; 0 for no limit.
    pub max_tables: usize,
    /// Tables that one address may have founded at a time; 0 for no limit.
    pub max_tables_per_address: usize,
    /// New people from one address a day; 0 for no limit.
    pub new_people_per_day: u32,
    /// New rule sheets from one address a day; 0 for no limit.
    pub new_sheets_per_day: u32,
    /// Messages a second of one line in the long run; 0 for no limit.
    pub message_rate: f64,
    /// Hints a second that one person may ask for at a table in the long run; 0 for no limit.
    pub hint_rate: f64,
    /// Requests a second of one address in the long run; 0 for no limit.
    pub request_rate: f64,
    /// Whether an address is taken from `X-Forwarded-For`: only behind a proxy that sets it.
    pub behind_proxy: bool,
    /// The proxies whose `X-Forwarded-For` is believed, where one on this machine or in its private network is not all.
    pub trusted_proxies: Vec<Network>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            bind: SocketAddr::from(([0, 0, 0, 0], eights_wire::DEFAULT_PORT)),
            metrics: None,
            data: PathBuf::from("eights-data"),
            public_url: None,
            origins: Vec::new(),
            durability: Durability::Full,
            forget: false,
            workers: 0,
            turn_seconds: 0,
            run_outs: 2,
            grace: 60_000,
            shuffle_wait: 1000,
            bot_pause: 700,
            stand_in: "normal".into(),
            table_idle: 3600,
            match_idle: 14 * 24 * 3600,
            person_idle: 30 * 24 * 3600,
            sheet_idle: 90 * 24 * 3600,
            line_idle: 120,
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
        }
    }
}

impl Config {
    /// How many threads serve people.
    #[must_use]
    pub fn n_workers(&self) -> usize {
        match self.workers {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get().saturating_sub(1).max(1)),
            n => n,
        }
    }
}
