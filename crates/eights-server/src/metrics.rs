//! The metrics of the server, in the OpenMetrics text format that Prometheus reads.

use prometheus_client::{
    encoding::text::encode,
    metrics::{
        counter::Counter,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
        info::Info,
    },
    registry::{Metric, Registry},
};

/// The content type of [`Metrics::write`].
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) connections: Gauge,
    pub(crate) rooms: Gauge,
    pub(crate) relayed: Gauge,
    pub(crate) moves: Counter,
    pub(crate) refused: Counter,
    pub(crate) matches: Counter,
    pub(crate) finished: Counter,
    pub(crate) requests: Counter,
    pub(crate) limited: Counter,
    pub(crate) panics: Counter,
    pub(crate) rebuilt: Counter,
    pub(crate) store_failures: Counter,
    pub(crate) move_seconds: Histogram,
    pub(crate) write_seconds: Histogram,
    pub(crate) bot_seconds: Histogram,
    pub(crate) hint_seconds: Histogram,
    pub(crate) queue_bytes: Histogram,
}

/// 0.1 ms to 13 s: a move takes less than a millisecond, and one that waits for a full disk seconds.
fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.0001, 2.0, 18))
}

/// 256 bytes to 256 KiB, the most that may wait for one client.
fn bytes() -> Histogram {
    Histogram::new(exponential_buckets(256.0, 4.0, 6))
}

impl Metrics {
    /// All metrics at zero. The commit is empty if it is not known.
    pub(crate) fn new(commit: Option<&'static str>) -> Metrics {
        let mut all = Registry::default();
        let build = [("version", env!("CARGO_PKG_VERSION")), ("commit", commit.unwrap_or_default())];
        all.register("eights_build", "The version and the commit of the program", Info::new(build));
        Metrics {
            connections: add(&mut all, "eights_connections", "Open sockets", Gauge::default()),
            rooms: add(&mut all, "eights_tables", "Tables in memory", Gauge::default()),
            relayed: add(
                &mut all,
                "eights_relayed_connections",
                "Sockets whose table is at another node",
                Gauge::default(),
            ),
            moves: add(&mut all, "eights_moves", "Steps stored and sent to the table", Counter::default()),
            refused: add(&mut all, "eights_refused", "Messages refused", Counter::default()),
            matches: add(&mut all, "eights_matches_started", "Matches dealt", Counter::default()),
            finished: add(
                &mut all,
                "eights_matches_finished",
                "Matches played to their end",
                Counter::default(),
            ),
            requests: add(&mut all, "eights_requests", "HTTP requests answered", Counter::default()),
            limited: add(
                &mut all,
                "eights_limited",
                "Requests and messages refused by a rate limit",
                Counter::default(),
            ),
            panics: add(&mut all, "eights_table_panics", "Tables rebuilt after a panic", Counter::default()),
            rebuilt: add(
                &mut all,
                "eights_tables_rebuilt",
                "Tables reloaded from the store",
                Counter::default(),
            ),
            store_failures: add(
                &mut all,
                "eights_store_failures",
                "Writes that the store refused",
                Counter::default(),
            ),
            move_seconds: add(
                &mut all,
                "eights_move_seconds",
                "Time from taking a move to having sent it to everybody",
                seconds(),
            ),
            write_seconds: add(
                &mut all,
                "eights_journal_write_seconds",
                "Time until a write of a table is durable",
                seconds(),
            ),
            bot_seconds: add(
                &mut all,
                "eights_bot_seconds",
                "Time that a bot thinks about a move",
                seconds(),
            ),
            hint_seconds: add(&mut all, "eights_hint_seconds", "Time to compute a hint", seconds()),
            queue_bytes: add(
                &mut all,
                "eights_socket_queue_bytes",
                "Bytes that wait for a client that reads slowly, whenever some have to wait",
                bytes(),
            ),
            registry: all,
        }
    }

    /// All metrics as text.
    pub(crate) fn write(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string takes any text");
        text
    }
}

/// Registers a metric, whose clones share one value.
fn add<M: Metric + Clone>(all: &mut Registry, name: &str, help: &str, metric: M) -> M {
    all.register(name, help, metric.clone());
    metric
}
