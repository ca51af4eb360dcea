//! A budget for wrong table codes, so that private tables cannot be found by guessing.
//!
//! A code has 8 of 31 letters: 31⁸ ≈ 8.5·10¹¹ codes. Where 1,000 tables are open, a guess finds one of them with a
//! chance of 1.2·10⁻⁹, so half of all attackers need 5.9·10⁸ guesses.
//!
//! - One address may be wrong 30 times at once and every two seconds after that, 43,200 times a day: 13,700 days.
//! - All addresses together have a budget of 10 a second. Once that is spent, a wrong code costs an address all of
//!   its 30, so that it may try once a minute. Somebody who has the right code still comes in at the first try;
//!   finding a table within a day takes 410,000 addresses (an IPv6 /64 counts as one).
//!
//! With 6 letters, 31² ≈ 1,000 times fewer, it would take 430 addresses.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::limits::{Due, Rate, SWEEP_INTERVAL, Share};

/// Wrong codes of one address.
const ADDRESS_RATE: Rate = Rate { per_second: 0.5, burst: 30 };
/// Wrong codes of all addresses together, before each gets a smaller budget.
const TOTAL_RATE: Rate = Rate { per_second: 10.0, burst: 600 };

/// The wrong codes of each address, and of all.
pub(crate) struct Guesses {
    spent: Mutex<Spent>,
    share: Share,
}

#[derive(Default)]
struct Spent {
    by_address: HashMap<IpAddr, Due>,
    by_all: Due,
    swept: u64,
}

impl Guesses {
    pub(crate) fn new(share: Share) -> Guesses {
        Guesses { spent: Mutex::default(), share }
    }

    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an address may try a code. Right codes cost nothing.
    pub(crate) fn may_try(&self, key: IpAddr, now: u64) -> bool {
        let (spent, nodes) = (self.spent(), self.share.cost());
        let Some(due) = spent.by_address.get(&key) else { return true };
        due.is_past(now)
            || (TOTAL_RATE.has_room(spent.by_all, now, nodes) && ADDRESS_RATE.has_room(*due, now, nodes))
    }

    /// Charges an address for a wrong code.
    pub(crate) fn was_wrong(&self, key: IpAddr, now: u64) {
        let (mut spent, nodes) = (self.spent(), self.share.cost());
        if now > spent.swept + SWEEP_INTERVAL {
            spent.by_address.retain(|_, due| !due.is_past(now));
            spent.swept = now;
        }
        let cost = if TOTAL_RATE.has_room(spent.by_all, now, nodes) { 1 } else { ADDRESS_RATE.burst };
        ADDRESS_RATE.charge(spent.by_address.entry(key).or_default(), now, cost * nodes);
        TOTAL_RATE.charge(&mut spent.by_all, now, nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u32) -> IpAddr {
        IpAddr::from(n.to_be_bytes())
    }

    /// Tries wrong codes until the address is refused; returns how many.
    fn tries(guesses: &Guesses, key: IpAddr, now: u64) -> u32 {
        let mut tries = 0;
        while guesses.may_try(key, now) && tries < 1000 {
            guesses.was_wrong(key, now);
            tries += 1;
        }
        tries
    }

    #[test]
    fn one_address_may_try_thirty_and_then_one_every_two_seconds() {
        let guesses = Guesses::new(Share::default());
        assert_eq!(tries(&guesses, address(1), 1000), 30);
        assert_eq!(tries(&guesses, address(1), 2900), 0);
        assert_eq!(tries(&guesses, address(1), 3000), 1);
        assert_eq!(tries(&guesses, address(2), 3000), 30, "others are not held up");
    }

    #[test]
    fn three_nodes_allow_no_more_than_one() {
        let share = Share::default();
        share.set(3);
        let nodes = [(); 3].map(|()| Guesses::new(share.clone()));
        let tried = |now| nodes.iter().map(|guesses| tries(guesses, address(1), now)).sum::<u32>();
        assert_eq!((tried(1000), tried(6900), tried(7000)), (30, 0, 3), "three in six seconds");
    }

    #[test]
    fn many_addresses_share_a_budget() {
        let guesses = Guesses::new(Share::default());
        let tried: u32 = (0..1000).map(|n| tries(&guesses, address(n), 1000)).sum();
        assert_eq!(tried, 600 + 980, "twenty use up the budget, and each of the others gets one");
        assert!(guesses.may_try(address(5000), 1000), "somebody new comes in at the first try");
        assert!(
            !guesses.may_try(address(999), 60_900) && guesses.may_try(address(999), 61_000),
            "once a minute"
        );
    }
}
