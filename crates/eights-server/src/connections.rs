//! How many connections there may be, in all and from one address.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files that the process needs beside its connections: the database and its readers, the log of steps.
const SPARE_FILES: usize = 128;

/// Counts connections, and refuses those that are too many.
pub(crate) struct ConnectionLimits {
    most: usize,
    most_per_address: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A connection that counts until this is dropped.
pub(crate) struct Slot {
    limits: Arc<ConnectionLimits>,
    is_connection: bool,
    address: Option<IpAddr>,
}

impl ConnectionLimits {
    /// Limits; 0 connections of one address for no limit.
    pub(crate) fn new(most: usize, most_per_address: usize) -> Arc<ConnectionLimits> {
        Arc::new(ConnectionLimits { most, most_per_address, open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new connection. Behind a proxy its address says nothing and is left out.
    pub(crate) fn connect(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Slot> {
        self.take(true, address)
    }

    /// One more use of an address on a connection that is counted already: a socket that comes through a proxy.
    pub(crate) fn share(self: &Arc<Self>, address: IpAddr) -> Option<Slot> {
        self.take(false, Some(address))
    }

    fn take(self: &Arc<Self>, is_connection: bool, address: Option<IpAddr>) -> Option<Slot> {
        let mut open = self.open();
        if is_connection && open.all >= self.most {
            return None;
        }
        if let Some(address) = address {
            let count = open.by_address.get(&address).copied().unwrap_or_default();
            if self.most_per_address > 0 && count >= self.most_per_address {
                return None;
            }
            open.by_address.insert(address, count + 1);
        }
        open.all += usize::from(is_connection);
        Some(Slot { limits: self.clone(), is_connection, address })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut open = self.limits.open();
        open.all -= usize::from(self.is_connection);
        let Some(address) = self.address else { return };
        if let Some(count) = open.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&address);
            }
        }
    }
}

/// Raises the number of files that this process may open as far as `wanted` connections need. Returns how many
/// connections that allows.
pub(crate) fn raise_file_limit(wanted: usize) -> usize {
    let needed = (wanted + SPARE_FILES) as u64;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|current| current < needed) {
        let current = limit.maximum.map_or(needed, |maximum| maximum.min(needed));
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(current), ..limit });
    }
    match getrlimit(Resource::Nofile).current {
        Some(files) if files < needed => {
            let files = files as usize;
            files.saturating_sub(SPARE_FILES).max(files / 2)
        }
        _ => wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_counted_in_all_and_by_address() {
        let limits = ConnectionLimits::new(4, 2);
        let [a, b] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(IpAddr::from);
        let first = limits.connect(Some(a)).unwrap();
        let _second = limits.connect(Some(a)).unwrap();
        assert!(limits.connect(Some(a)).is_none(), "one too many of this address");
        let _third = limits.connect(Some(b)).unwrap();
        drop(first);
        let _fourth = limits.connect(Some(a)).unwrap();
        let _fifth = limits.connect(None).unwrap();
        assert!(limits.connect(Some(b)).is_none(), "one too many in all");
        let shared = limits.share(b).unwrap();
        assert!(limits.share(b).is_none() && limits.share(a).is_none());
        drop(shared);
        assert!(limits.share(b).is_some());
    }
}
