//! What one address may create: tables at the same time, and new people and rule sheets a day.
//!
//! A new cookie is one request away, so limits per person alone stop nobody. Addresses are kept in memory only:
//! the store never learns who came from where, and a restart begins to count anew.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    config::Config,
    limits::{Each, Rate},
};

/// The quotas of every address, by the key of `address::limit_key`.
pub(crate) struct Quotas {
    pub(crate) tables: Arc<PerAddress>,
    pub(crate) people: Each<IpAddr>,
    pub(crate) sheets: Each<IpAddr>,
}

impl Quotas {
    pub(crate) fn new(config: &Config) -> Quotas {
        Quotas {
            tables: PerAddress::new(config.max_tables_per_address),
            people: Each::new(per_day(config.new_people_per_day)),
            sheets: Each::new(per_day(config.new_sheets_per_day)),
        }
    }
}

/// Allows a day's worth at once, and the same number spread over each day after that.
fn per_day(count: u32) -> Rate {
    Rate { per_second: f64::from(count) / (24.0 * 3600.0), burst: count }
}

/// How many of something each address holds at the moment.
pub(crate) struct PerAddress {
    most: usize,
    held: Mutex<HashMap<IpAddr, usize>>,
}

/// Counts against an address until it is dropped.
pub(crate) struct Held {
    quota: Arc<PerAddress>,
    address: IpAddr,
}

impl PerAddress {
    /// A quota; 0 for no limit.
    pub(crate) fn new(most: usize) -> Arc<PerAddress> {
        Arc::new(PerAddress { most, held: Mutex::default() })
    }

    pub(crate) fn most(&self) -> usize {
        self.most
    }

    fn held(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more; none where the address has as many as it may.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Held> {
        let mut held = self.held();
        let count = held.entry(address).or_default();
        if self.most > 0 && *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Held { quota: self.clone(), address })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.quota.held();
        if let Some(count) = held.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.address);
            }
        }
    }
}
