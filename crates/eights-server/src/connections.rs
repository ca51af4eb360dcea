//! How many connections there may be, in all and from one address.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::quota::{Held, PerAddress};

/// Files that the process needs beside its connections: the database and its readers, the log of steps.
const SPARE_FILES: usize = 128;

/// Counts connections, and refuses those that are too many.
pub(crate) struct ConnectionLimits {
    most: usize,
    open: AtomicUsize,
    per_address: Arc<PerAddress>,
}

/// A connection that counts until this is dropped.
pub(crate) struct Slot {
    _open: Option<Open>,
    _held: Option<Held>,
}

/// Counts among all connections until it is dropped.
struct Open(Arc<ConnectionLimits>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl ConnectionLimits {
    /// Limits; 0 connections of one address for no limit.
    pub(crate) fn new(most: usize, most_per_address: usize) -> Arc<ConnectionLimits> {
        let per_address = PerAddress::new(most_per_address);
        Arc::new(ConnectionLimits { most, open: AtomicUsize::new(0), per_address })
    }

    /// A new connection. Behind a proxy its address says nothing and is left out.
    pub(crate) fn connect(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Slot> {
        let has_room = |open: usize| (open < self.most).then_some(open + 1);
        self.open.fetch_update(Ordering::Relaxed, Ordering::Relaxed, has_room).ok()?;
        let open = Open(self.clone());
        let held = match address {
            Some(address) => Some(self.per_address.take(address)?),
            None => None,
        };
        Some(Slot { _open: Some(open), _held: held })
    }

    /// One more use of an address on a connection that is counted already: a socket that comes through a proxy.
    pub(crate) fn share(self: &Arc<Self>, address: IpAddr) -> Option<Slot> {
        Some(Slot { _open: None, _held: Some(self.per_address.take(address)?) })
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
