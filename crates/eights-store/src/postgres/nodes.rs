//! What nodes that share the database do: claims, beats, and who is alive.

use std::{
    sync::{Arc, PoisonError, atomic::Ordering},
    time::{Duration, Instant},
};

use super::{
    error::Trouble,
    lane::Job,
    store::{Node, Postgres},
    take_over::close_out,
    write::signed,
};
use crate::{Claim, NodeId, Owners, Peer, Places, Released, RoomRow, StoreError};

/// A server that was killed has stopped beating for this long before another one takes its place.
const DEAD_AFTER: Duration = Duration::from_secs(3);
/// How long to wait for that.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// How often a take-over is tried when the connection is lost.
const MAX_TRIES: u32 = 3;

impl Postgres {
    /// Becomes the only node: closes out the dead ones and takes all tables.
    pub(super) fn take_all(&self) -> Result<(), StoreError> {
        let begin = Instant::now();
        loop {
            let peers = self.peers()?;
            for dead in peers.iter().filter(|peer| peer.silent >= DEAD_AFTER) {
                self.close_out(dead.id)?;
            }
            let Some(alive) = peers.iter().find(|peer| peer.silent < DEAD_AFTER) else { break };
            if begin.elapsed() > MAX_WAIT {
                return Err(StoreError::Failed(format!(
                    "another server uses this database (heard {:.1} s ago): stop it, or start all of them with --node-address",
                    alive.silent.as_secs_f32()
                )));
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        while !self.claim_some(1000)?.is_empty() {}
        Ok(())
    }
}

impl Places for Postgres {
    fn is_shared(&self) -> bool {
        !self.address.is_empty()
    }

    fn node(&self) -> NodeId {
        self.current().common.node
    }

    fn rejoin(&self) -> Result<(), StoreError> {
        if self.current().common.check_fence().is_ok() {
            return Ok(());
        }
        let (fresh, _) = Node::start(&self.database, &self.readers, &self.address)?;
        let mut node = self.node.write().unwrap_or_else(PoisonError::into_inner);
        let old = std::mem::replace(&mut *node, Arc::new(fresh));
        drop(node);
        old.stop();
        Ok(())
    }

    fn secret(&self) -> Result<String, StoreError> {
        const SECRET: &str = "SELECT secret FROM eights";
        let row = self
            .readers
            .read(|connection| Box::pin(async move { connection.query_one(SECRET, &[]).await }))?;
        Ok(row.get(0))
    }

    fn claim(&self, code: &str) -> Result<Claim, StoreError> {
        self.ask(|answer| Job::Claim(code.to_owned(), answer))
    }

    fn claim_some(&self, limit: u32) -> Result<Vec<RoomRow>, StoreError> {
        self.ask(|answer| Job::ClaimSome(limit, answer))
    }

    fn release(&self, tables: Vec<Released>) -> Result<(), StoreError> {
        self.ask(|answer| Job::Release(tables, answer))
    }

    fn owners(&self, codes: &[String]) -> Result<Owners, StoreError> {
        const OWNERS: &str = "SELECT code, owner FROM room WHERE code = ANY($1)";
        let codes = codes.to_vec();
        let rows = self.readers.read(move |connection| {
            let codes = codes.clone();
            Box::pin(async move { connection.query(OWNERS, &[&codes]).await })
        })?;
        let owner = |row: &tokio_postgres::Row| row.get::<_, Option<i64>>(1).map(|id| NodeId(id as u64));
        Ok(rows.iter().map(|row| (row.get(0), owner(row))).collect())
    }

    /// The thread in `beats` does it; this checks that others still count on this node.
    fn beat(&self) -> Result<(), StoreError> {
        const LOOK: &str = "SELECT 1 FROM node WHERE id = $1 AND is_open";
        let node = signed(self.node().0);
        let row = self
            .readers
            .read(move |connection| Box::pin(async move { connection.query_opt(LOOK, &[&node]).await }))?;
        let current = self.current();
        if row.is_none() && signed(current.common.node.0) == node {
            current.common.is_fenced.store(true, Ordering::SeqCst);
        }
        current.common.check_fence()
    }

    fn peers(&self) -> Result<Vec<Peer>, StoreError> {
        const PEERS: &str =
            "SELECT id, address, (extract(epoch FROM clock_timestamp() - beat) * 1000)::bigint
            FROM node WHERE is_open AND id <> $1 ORDER BY id";
        let node = signed(self.node().0);
        let rows = self
            .readers
            .read(move |connection| Box::pin(async move { connection.query(PEERS, &[&node]).await }))?;
        let peer = |row: &tokio_postgres::Row| Peer {
            id: NodeId(row.get::<_, i64>(0) as u64),
            address: row.get(1),
            silent: Duration::from_millis(row.get::<_, i64>(2).max(0) as u64),
        };
        Ok(rows.iter().map(peer).collect())
    }

    fn close_out(&self, node: NodeId) -> Result<(), StoreError> {
        let mut tries = 0;
        loop {
            let done = self.readers.write(move |connection| async move {
                match close_out(&connection, signed(node.0)).await {
                    Ok(()) => Ok(true),
                    Err(Trouble::Refused(why)) => Err(why),
                    Err(_) => Ok(false),
                }
            });
            tries += 1;
            match done {
                Ok(true) => return Ok(()),
                // Doing it twice is harmless, so an unknown outcome needs no question.
                Ok(false) if tries < MAX_TRIES => (),
                Ok(false) => {
                    return Err(StoreError::Failed("the connection to the database was lost".into()));
                }
                Err(why) => return Err(why),
            }
        }
    }

    fn problems(&self) -> Vec<String> {
        self.problems.clone()
    }

    fn is_replicated(&self) -> Result<(), StoreError> {
        const NAMES: &str = "SELECT current_setting('synchronous_standby_names') <> '',
            (SELECT count(*) FROM pg_stat_replication),
            (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum'))";
        let row = self
            .readers
            .read(|connection| Box::pin(async move { connection.query_one(NAMES, &[]).await }))?;
        let (is_set, all, synchronous): (bool, i64, i64) = (row.get(0), row.get(1), row.get(2));
        let why = match (is_set, all, synchronous) {
            (true, _, 1..) => return Ok(()),
            (false, ..) => {
                "the database does not replicate synchronously (synchronous_standby_names is empty): a move would be lost with its machine"
            }
            (true, 0, _) => "no standby of the database is connected: moves wait until one is",
            (true, ..) => {
                "none of the connected standbys is synchronous, or this user may not see it (GRANT pg_monitor TO the user)"
            }
        };
        Err(StoreError::Failed(why.into()))
    }
}
