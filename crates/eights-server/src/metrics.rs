//! What an operator looks at: counters, written as Prometheus reads them.

use std::{
    fmt::Write,
    sync::atomic::{AtomicU64, Ordering},
};

macro_rules! metrics {
    ($($name:ident: $kind:literal $full:literal $help:literal,)*) => {
        /// The server's counters and gauges.
        #[derive(Default)]
        pub(crate) struct Metrics {
            $(#[doc = $help] pub(crate) $name: Count,)*
        }

        impl Metrics {
            /// All of them, as text.
            pub(crate) fn write(&self) -> String {
                let mut text = String::new();
                $(
                    let _ = writeln!(
                        text,
                        concat!("# HELP ", $full, " ", $help, "\n# TYPE ", $full, " ", $kind, "\n", $full, " {}"),
                        self.$name.get()
                    );
                )*
                text
            }
        }
    };
}

metrics! {
    lines: "gauge" "eights_lines" "Open sockets.",
    rooms: "gauge" "eights_tables" "Tables in memory.",
    moves: "counter" "eights_moves_total" "Steps that were kept and told.",
    move_micros: "counter" "eights_move_microseconds_total" "Time from hearing an answer to having told everybody.",
    refused: "counter" "eights_refused_total" "Messages that were refused.",
    matches: "counter" "eights_matches_started_total" "Matches dealt.",
    finished: "counter" "eights_matches_finished_total" "Matches played to their end.",
    requests: "counter" "eights_requests_total" "HTTP requests answered.",
    limited: "counter" "eights_limited_total" "Requests and messages turned away because there were too many.",
    panics: "counter" "eights_table_panics_total" "Tables that were rebuilt after a fault of ours.",
    rebuilt: "counter" "eights_tables_rebuilt_total" "Tables that were read from the store again.",
    store_failures: "counter" "eights_store_failures_total" "Units that the store could not keep.",
}

/// A number that several tasks count.
#[derive(Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    /// One more.
    pub(crate) fn more(&self) {
        self.add(1);
    }

    /// So many more.
    pub(crate) fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    /// One less.
    pub(crate) fn less(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// How many.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
