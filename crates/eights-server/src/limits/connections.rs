//! Limits the number of connections, in total and per address.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::{
    config::Config,
    limits::{
        Share,
        quota::{Held, PerAddress},
    },
};

/// Files that the process needs besides its connections: the database and its readers, the step
/// log.
#[cfg(unix)]
const SPARE_FILES: usize = 128;

pub(crate) struct ConnectionLimits {
    max: AtomicUsize,
    open: AtomicUsize,
    per_address: Arc<PerAddress>,
}

/// A counted connection; dropping it frees the slot.
pub(crate) struct Slot {
    _open: Option<Open>,
    _held: Option<Held>,
}

struct Open(Arc<ConnectionLimits>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl ConnectionLimits {
    /// 0 per address means no limit per address.
    pub(crate) fn new(max: usize, max_per_address: usize, share: Share) -> Arc<ConnectionLimits> {
        let per_address = PerAddress::new(max_per_address, share);
        Arc::new(ConnectionLimits { max: max.into(), open: AtomicUsize::new(0), per_address })
    }

    /// Changes the limits. Connections beyond a lowered limit stay open.
    pub(crate) fn set_max(&self, max: usize, max_per_address: usize) {
        self.max.store(max, Ordering::Relaxed);
        self.per_address.set_max(max_per_address);
    }

    /// Takes a slot for a new connection. Behind a proxy the peer address says nothing, so none is
    /// given.
    pub(crate) fn connect(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Slot> {
        let max = self.max.load(Ordering::Relaxed);
        let has_room = |open: usize| (open < max).then_some(open + 1);
        self.open.fetch_update(Ordering::Relaxed, Ordering::Relaxed, has_room).ok()?;
        let open = Open(self.clone());
        let held = match address {
            Some(address) => Some(self.per_address.take(address)?),
            None => None,
        };
        Some(Slot { _open: Some(open), _held: held })
    }

    /// Counts a WebSocket that comes through a proxy against its client's address; the connection
    /// itself is counted already.
    pub(crate) fn share(self: &Arc<Self>, address: IpAddr) -> Option<Slot> {
        Some(Slot { _open: None, _held: Some(self.per_address.take(address)?) })
    }
}

/// The configured number of connections, lowered to what the operating system allows.
pub(crate) fn most_connections(config: &Config) -> usize {
    let (wanted, most) = (config.max_connections, raise_file_limit(config.max_connections));
    if most < wanted {
        tracing::info!(
            "max-connections is {wanted}, but this process may not open that many files: {most} connections are \
             taken. Raise the limit with ulimit -n or LimitNOFILE="
        );
    }
    most
}

/// Raises the process's file limit as far as `wanted` connections need. Returns how many
/// connections that allows.
#[cfg(unix)]
fn raise_file_limit(wanted: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

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

/// Windows does not limit how many sockets a process has.
#[cfg(not(unix))]
fn raise_file_limit(wanted: usize) -> usize {
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_counted_in_all_and_by_address() {
        let limits = ConnectionLimits::new(4, 2, Share::default());
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

    #[test]
    fn nodes_share_the_connections_of_an_address() {
        let share = Share::default();
        let limits = ConnectionLimits::new(100, 5, share.clone());
        let address = IpAddr::from([192, 0, 2, 1]);
        share.set(2);
        let open: Vec<Slot> = (0..5).map_while(|_| limits.connect(Some(address))).collect();
        assert_eq!(open.len(), 3, "half of them, rounded up");
        share.set(1);
        assert!(limits.connect(Some(address)).is_some(), "the other node has gone");
    }
}
