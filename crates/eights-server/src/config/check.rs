//! Checks that the values of a configuration make sense.

use std::ops::RangeInclusive;

use axum::http::{Uri, uri::Scheme};
use eights_store::StoreAddress;

use super::Config;
use crate::{bots, people::names};

/// The longest time that can be set, in seconds: ten years.
const MAX_SECONDS: u64 = 10 * 365 * 24 * 3600;
/// The longest turn, in seconds: a day.
const MAX_TURN_SECONDS: u32 = 24 * 3600;
/// The longest pause that can be set for a table or a bot, in milliseconds.
const MAX_WAIT_MILLIS: u64 = 60_000;
const MAX_WORKERS: usize = 256;
/// More connections than one machine can have.
const MAX_CONNECTIONS: usize = 10_000_000;

/// What can be logged, least first.
const LOG_LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
/// The longest message to everybody, in characters.
pub(crate) const MAX_BANNER_CHARS: usize = 300;

/// A setting, and what is wrong with its value.
pub(super) type Wrong = (&'static str, String);

fn within<T: PartialOrd + std::fmt::Display>(
    key: &'static str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), Wrong> {
    if range.contains(&value) {
        return Ok(());
    }
    Err((key, format!("{value} is not between {} and {}", range.start(), range.end())))
}

/// A rate is 0 for no limit, or within a range that the arithmetic can handle.
fn rate(key: &'static str, rate: f64) -> Result<(), Wrong> {
    if rate == 0.0 || (0.01..=1e6).contains(&rate) {
        return Ok(());
    }
    Err((key, format!("{rate} is neither 0 nor between 0.01 and 1000000")))
}

/// Checks that a text is an origin like `https://cards.example`.
fn origin(key: &'static str, text: &str) -> Result<(), Wrong> {
    let fail = |why: &str| Err((key, format!("{text:?} {why}")));
    let Ok(uri) = text.parse::<Uri>() else { return fail("is not a URL like https://cards.example") };
    let host = uri.host().unwrap_or_default();
    match uri.scheme() {
        Some(scheme) if *scheme == Scheme::HTTP || *scheme == Scheme::HTTPS => (),
        _ => return fail("does not begin with http:// or https://"),
    }
    if host.is_empty() || uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
        return fail("is not a URL like https://cards.example");
    }
    if uri.path() != "/" || uri.query().is_some() || text.contains('#') {
        return fail("has a path: the page is at the root of its address");
    }
    Ok(())
}

impl Config {
    /// Returns the first value that makes no sense.
    pub(super) fn check(&self) -> Result<(), Wrong> {
        if let Some(url) = &self.public_url {
            origin("public-url", url)?;
        }
        self.origins.iter().try_for_each(|text| origin("origins", text))?;
        self.tls.check(!matches!(self.store, StoreAddress::Sqlite(_)))?;
        if self.redirect.is_some() && !self.tls.is_on() {
            return Err(("redirect", "it needs tls-cert and tls-key, or tls-acme".into()));
        }
        if self.redirect.is_some_and(|redirect| redirect == self.bind && redirect.port() != 0) {
            return Err(("redirect", "this is the address of the server itself".into()));
        }
        if self.metrics.is_some_and(|metrics| metrics == self.bind && metrics.port() != 0) {
            return Err(("metrics", "this is the address of the server itself".into()));
        }
        if self.node_address.is_some_and(|address| address.ip().is_unspecified()) {
            return Err((
                "node-address",
                "other servers need an address of this machine, not 0.0.0.0".into(),
            ));
        }
        if self.node_bind.is_some() && self.node_address.is_none() {
            return Err(("node-bind", "it needs node-address".into()));
        }
        if !self.trusted_proxies.is_empty() && !self.behind_proxy {
            return Err(("trusted-proxies", "it needs behind-proxy = true".into()));
        }
        if !LOG_LEVELS.contains(&&*self.log) {
            return Err(("log", format!("{:?} is not a level: {}", self.log, LOG_LEVELS.join(", "))));
        }
        if let Some(banner) = &self.banner {
            within("banner", banner.chars().count(), 1..=MAX_BANNER_CHARS)
                .map_err(|(key, _)| (key, format!("a banner has 1 to {MAX_BANNER_CHARS} characters")))?;
            if names::visible(banner) != banner.trim() {
                return Err(("banner", "it has characters that cannot be seen".into()));
            }
        }
        within("workers", self.workers, 0..=MAX_WORKERS)?;
        if self.turn_seconds != 0 {
            within("turn-seconds", self.turn_seconds, 3..=MAX_TURN_SECONDS)?;
        }
        within("run-outs", self.run_outs, 1..=u8::MAX)?;
        within("grace", self.grace, 0..=MAX_SECONDS * 1000)?;
        within("shuffle-wait", self.shuffle_wait, 0..=MAX_WAIT_MILLIS)?;
        within("hand-pause", self.hand_pause, 0..=MAX_WAIT_MILLIS)?;
        within("bot-pause", self.bot_pause, 0..=MAX_WAIT_MILLIS)?;
        if !bots::is_level(&self.stand_in) {
            let names: Vec<&str> = bots::levels().iter().map(|level| level.name).collect();
            return Err(("stand-in", format!("{:?} is not a level: {}", self.stand_in, names.join(", "))));
        }
        within("table-idle", self.table_idle, 1..=MAX_SECONDS)?;
        within("match-idle", self.match_idle, 1..=MAX_SECONDS)?;
        within("person-idle", self.person_idle, 3600..=MAX_SECONDS)?;
        within("sheet-idle", self.sheet_idle, 3600..=MAX_SECONDS)?;
        within("connection-idle", self.connection_idle, 1..=MAX_SECONDS)?;
        within("request-timeout", self.request_timeout, 1..=3600)?;
        within("max-connections", self.max_connections, 1..=MAX_CONNECTIONS)?;
        rate("message-rate", self.message_rate)?;
        rate("hint-rate", self.hint_rate)?;
        rate("request-rate", self.request_rate)
    }
}
