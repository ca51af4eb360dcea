//! The parameters of a load test.

use std::time::Duration;

/// The parameters of a load test.
#[derive(Clone, Debug)]
pub struct Plan {
    pub tables: usize,
    /// The number of seats at each table.
    pub seats: usize,
    /// How many of these seats this client plays; the server's bots take the others.
    pub people: usize,
    /// The level of the server's bots.
    pub bots: String,
    pub game: String,
    /// The rule set; the default of the game if empty.
    pub rules: String,
    /// How long a player waits before answering; zero for no wait.
    pub pace: Duration,
    /// How long to measure.
    pub time: Duration,
    /// Whether to answer with a random offer instead of the first.
    pub random: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            tables: 100,
            seats: 4,
            people: 4,
            bots: "newcomer".into(),
            game: "crazy-eights".into(),
            rules: "basic".into(),
            pace: Duration::ZERO,
            time: Duration::from_secs(10),
            random: true,
        }
    }
}

impl Plan {
    pub fn sockets(&self) -> usize {
        self.tables * self.people.clamp(1, self.seats)
    }
}
