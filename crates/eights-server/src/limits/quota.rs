//! Quotas per address: concurrent tables, and new people and rule sheets per day.
//!
//! A new cookie is one request away, so limits per person alone stop nobody. Addresses are kept in
//! memory only: the store never learns who came from where, and a restart resets the counts.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::{
    config::Config,
    limits::{KeyedRate, Rate, Share},
};

/// The quotas of every address, by the key of `address::limit_key`.
pub(crate) struct Quotas {
    pub(crate) tables: Arc<PerAddress>,
    pub(crate) people: KeyedRate<IpAddr>,
    pub(crate) sheets: KeyedRate<IpAddr>,
}

impl Quotas {
    pub(crate) fn new(config: &Config, share: &Share) -> Quotas {
        Quotas {
            // Not divided among the nodes: opening a table asks them how many they hold.
            tables: PerAddress::new(config.max_tables_per_address, Share::default()),
            people: KeyedRate::shared(per_day(config.new_people_per_day), share),
            sheets: KeyedRate::shared(per_day(config.new_sheets_per_day), share),
        }
    }

    /// Takes over changed settings. What exists beyond a lowered limit stays.
    pub(crate) fn configure(&self, config: &Config) {
        self.tables.set_max(config.max_tables_per_address);
        self.people.set_rate(per_day(config.new_people_per_day));
        self.sheets.set_rate(per_day(config.new_sheets_per_day));
    }
}

/// Allows a day's worth at once, and the same number spread over each day after that.
fn per_day(count: u32) -> Rate {
    Rate { per_second: f64::from(count) / (24.0 * 3600.0), burst: count }
}

/// How many of something each address holds at the moment, with a limit.
pub(crate) struct PerAddress {
    max: AtomicUsize,
    share: Share,
    held: Mutex<HashMap<IpAddr, usize>>,
}

/// One unit of a quota; dropping it gives it back.
pub(crate) struct Held {
    quota: Arc<PerAddress>,
    address: IpAddr,
}

impl PerAddress {
    /// 0 means no limit.
    pub(crate) fn new(max: usize, share: Share) -> Arc<PerAddress> {
        Arc::new(PerAddress { max: max.into(), share, held: Mutex::default() })
    }

    pub(crate) fn max(&self) -> usize {
        self.max.load(Ordering::Relaxed)
    }

    pub(crate) fn set_max(&self, max: usize) {
        self.max.store(max, Ordering::Relaxed);
    }

    /// How many an address has.
    pub(crate) fn of(&self, address: IpAddr) -> usize {
        self.held().get(&address).copied().unwrap_or_default()
    }

    fn held(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one unit; none if the address has reached its limit.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Held> {
        let (mut held, max) = (self.held(), self.max());
        let count = held.entry(address).or_default();
        if max > 0 && *count >= max.div_ceil(self.share.nodes()) {
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
