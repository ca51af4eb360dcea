//! Which values make sense.

use std::ops::RangeInclusive;

use axum::http::{Uri, uri::Scheme};

use super::Config;
use crate::bots;

/// The longest time that can be set, in seconds: ten years.
const LONGEST: u64 = 10 * 365 * 24 * 3600;
/// The longest turn, in seconds: a day.
const LONGEST_TURN: u32 = 24 * 3600;
/// The longest time that a table waits for anything by itself, in milliseconds.
const LONGEST_WAIT: u64 = 60_000;
/// More threads than this help nobody.
const MOST_WORKERS: usize = 256;
/// More connections than one address of this machine could have.
const MOST_CONNECTIONS: usize = 10_000_000;

/// A key, and why its value cannot be used.
pub(super) type Wrong = (&'static str, String);

fn within<T: PartialOrd + std::fmt::Display>(
    key: &'static str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), Wrong> {
    match range.contains(&value) {
        true => Ok(()),
        false => Err((key, format!("{value} is not between {} and {}", range.start(), range.end()))),
    }
}

/// A rate is a number that can be counted with, or 0 for no limit.
fn rate(key: &'static str, rate: f64) -> Result<(), Wrong> {
    match rate == 0.0 || (0.01..=1e6).contains(&rate) {
        true => Ok(()),
        false => Err((key, format!("{rate} is neither 0 nor between 0.01 and 1000000"))),
    }
}

/// Whether a text is the address of a page's server: `https://cards.example`.
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
    /// Finds the first value that makes no sense.
    pub(super) fn check(&self) -> Result<(), Wrong> {
        if let Some(url) = &self.public_url {
            origin("public-url", url)?;
        }
        self.origins.iter().try_for_each(|text| origin("origins", text))?;
        if self.metrics.is_some_and(|metrics| metrics == self.bind && metrics.port() != 0) {
            return Err(("metrics", "this is the address of the server itself".into()));
        }
        if !self.trusted_proxies.is_empty() && !self.behind_proxy {
            return Err(("trusted-proxies", "it needs behind-proxy = true".into()));
        }
        within("workers", self.workers, 0..=MOST_WORKERS)?;
        if self.turn_seconds != 0 {
            within("turn-seconds", self.turn_seconds, 3..=LONGEST_TURN)?;
        }
        within("run-outs", self.run_outs, 1..=u8::MAX)?;
        within("grace", self.grace, 0..=LONGEST * 1000)?;
        within("shuffle-wait", self.shuffle_wait, 0..=LONGEST_WAIT)?;
        within("bot-pause", self.bot_pause, 0..=LONGEST_WAIT)?;
        if !bots::is_level(&self.stand_in) {
            let names: Vec<&str> = bots::levels().iter().map(|level| level.name).collect();
            return Err(("stand-in", format!("{:?} is not a level: {}", self.stand_in, names.join(", "))));
        }
        within("table-idle", self.table_idle, 1..=LONGEST)?;
        within("match-idle", self.match_idle, 1..=LONGEST)?;
        within("person-idle", self.person_idle, 3600..=LONGEST)?;
        within("sheet-idle", self.sheet_idle, 3600..=LONGEST)?;
        within("line-idle", self.line_idle, 1..=LONGEST)?;
        within("request-timeout", self.request_timeout, 1..=3600)?;
        within("max-connections", self.max_connections, 1..=MOST_CONNECTIONS)?;
        rate("message-rate", self.message_rate)?;
        rate("hint-rate", self.hint_rate)?;
        rate("request-rate", self.request_rate)
    }
}
