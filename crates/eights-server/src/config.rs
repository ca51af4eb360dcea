//! What an operator can decide: defaults, then a file, then the environment, then flags.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::{Path, PathBuf},
};

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
    /// Messages a second of one line in the long run; 0 for no limit.
    pub message_rate: f64,
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
            bind: SocketAddr::from(([0, 0, 0, 0], 8088)),
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
            line_idle: 120,
            request_timeout: 15,
            max_connections: 50_000,
            max_per_address: 200,
            max_tables: 20,
            message_rate: 20.0,
            request_rate: 50.0,
            behind_proxy: false,
            trusted_proxies: Vec::new(),
        }
    }
}

/// Why a configuration cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct BadConfig {
    /// The file or variable.
    pub place: String,
    /// What is wrong there.
    pub why: String,
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

    /// The defaults, a file over them, and the environment over both.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be used.
    pub fn read(
        file: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Config, BadConfig> {
        let mut table = toml::Table::new();
        if let Some(path) = file {
            let place = path.display().to_string();
            let bad = |why: String| BadConfig { place: place.clone(), why };
            let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
            table = toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
            // Said here once, so that a mistake in the file is told as one.
            Config::deserialize(table.clone()).map_err(|error| bad(error.to_string()))?;
        }
        let default = Config::default();
        let known = Config { public_url: Some(String::new()), metrics: Some(default.bind), ..default };
        let known = toml::Table::try_from(known).expect("a configuration can always be written");
        for (name, text) in environment.into_iter().collect::<BTreeMap<_, _>>() {
            let Some(key) = name.strip_prefix("EIGHTS_") else { continue };
            let key = key.to_ascii_lowercase().replace('_', "-");
            let Some(like) = known.get(&key) else { continue };
            let value = value_like(like, &text)
                .ok_or_else(|| BadConfig { place: name.clone(), why: format!("{text:?} cannot be used") })?;
            table.insert(key, value);
            Config::deserialize(table.clone())
                .map_err(|error| BadConfig { place: name, why: error.message().to_owned() })?;
        }
        Config::deserialize(table)
            .map_err(|error| BadConfig { place: "configuration".into(), why: error.to_string() })
    }
}

/// A text of the environment as the kind of value that belongs there.
fn value_like(like: &toml::Value, text: &str) -> Option<toml::Value> {
    Some(match like {
        toml::Value::Integer(_) => toml::Value::Integer(text.parse().ok()?),
        toml::Value::Float(_) => toml::Value::Float(text.parse().ok()?),
        toml::Value::Boolean(_) => toml::Value::Boolean(text.parse().ok()?),
        toml::Value::Array(_) => {
            let words = text.split(',').map(str::trim).filter(|it| !it.is_empty());
            toml::Value::Array(words.map(toml::Value::from).collect())
        }
        _ => toml::Value::from(text),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(pairs: &[(&str, &str)]) -> Result<Config, BadConfig> {
        Config::read(None, pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())))
    }

    #[test]
    fn the_environment_lies_over_the_file_over_the_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("eights.toml");
        std::fs::write(&path, "bind = \"127.0.0.1:1\"\ngrace = 5\ndurability = \"normal\"\n").unwrap();
        let environment = [("EIGHTS_GRACE".to_owned(), "7".to_owned()), ("PATH".to_owned(), "x".to_owned())];
        let config = Config::read(Some(&path), environment).unwrap();
        assert_eq!((config.grace, config.durability), (7, Durability::Normal));
        assert_eq!(config.bind.to_string(), "127.0.0.1:1");
        assert_eq!(config.run_outs, Config::default().run_outs);
        let origins = with(&[("EIGHTS_ORIGINS", "https://a.example, https://b.example")]).unwrap().origins;
        assert_eq!(origins, ["https://a.example", "https://b.example"]);
        assert_eq!(with(&[("EIGHTS_PUBLIC_URL", "https://x")]).unwrap().public_url, Some("https://x".into()));
    }

    #[test]
    fn what_cannot_be_used_is_told_with_its_place() {
        assert_eq!(with(&[("EIGHTS_GRACE", "soon")]).unwrap_err().place, "EIGHTS_GRACE");
        assert_eq!(with(&[("EIGHTS_BIND", "here")]).unwrap_err().place, "EIGHTS_BIND");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("eights.toml");
        std::fs::write(&path, "gracee = 5\n").unwrap();
        let error = Config::read(Some(&path), []).unwrap_err().to_string();
        assert!(error.contains("eights.toml") && error.contains("gracee"), "{error}");
    }
}
