//! Finds tables, and takes those that nobody has.

use std::sync::Arc;

use eights_store::{Claim, NodeId, RoomRow, StoreError};
use tokio::sync::mpsc::UnboundedSender;

use super::{known::Cluster, searches::Located};
use crate::{
    blocking::blocking,
    hub::{Hub, inbox::ToRoom},
    room::{RestoreError, Room},
};

/// Where a table is.
pub(crate) enum Found {
    Here(UnboundedSender<ToRoom>),
    /// At the node with this address.
    There(String),
    /// It is on its way, or the store does not answer: ask again in a moment.
    Later,
    Nowhere,
}

/// Marks a table as being read; dropping this ends it.
struct Restoring<'a>(&'a Cluster, String);

impl<'a> Restoring<'a> {
    /// None if somebody else reads it already.
    fn begin(cluster: &'a Cluster, code: &str) -> Option<Restoring<'a>> {
        cluster.restoring().insert(code.to_owned()).then(|| Restoring(cluster, code.to_owned()))
    }
}

impl Drop for Restoring<'_> {
    fn drop(&mut self) {
        self.0.restoring().remove(&self.1);
    }
}

/// Finds a table.
pub(crate) async fn look(hub: &Arc<Hub>, code: &str) -> Found {
    let code = code.to_ascii_uppercase();
    let Some(cluster) = &hub.cluster else { return hub.room(&code).map_or(Found::Nowhere, Found::Here) };
    if let Some(room) = hub.room(&code) {
        return Found::Here(room);
    }
    if hub.is_stopping() {
        return Found::Later;
    }
    let owner = match cluster.searches.ask(&hub.store, &code).await {
        None => return Found::Later,
        Some(Located::Nowhere) => return Found::Nowhere,
        Some(Located::Free) => {
            // `watch` takes many at once; one by one, each would wait for a commit of its own.
            cluster.has_free.notify_one();
            return Found::Later;
        }
        Some(Located::At(owner)) => owner,
    };
    let address = cluster.addresses().get(&owner).cloned();
    if let Some(address) = address {
        return Found::There(address);
    }
    let hub = hub.clone();
    let arrive = move || if owner == hub.store.node() { own(&hub, &code) } else { there(&hub, owner) };
    blocking(arrive).await.unwrap_or(Found::Later)
}

/// A table that this node owns and that is not here: it could not be read before. Blocks.
fn own(hub: &Arc<Hub>, code: &str) -> Found {
    let Some(cluster) = &hub.cluster else { return Found::Later };
    let Some(_restoring) = Restoring::begin(cluster, code) else { return Found::Later };
    match hub.store.claim(code) {
        Ok(Claim::Mine(row)) => take(hub, &row),
        Ok(Claim::NoSuchTable) => Found::Nowhere,
        Ok(Claim::Of(_)) | Err(_) => Found::Later,
    }
}

/// The address of a node that has just started. Blocks.
fn there(hub: &Hub, owner: NodeId) -> Found {
    let Ok(peers) = hub.store.peers() else { return Found::Later };
    let address = peers.into_iter().find(|peer| peer.id == owner).map(|peer| peer.address);
    address.map_or(Found::Later, Found::There)
}

/// Starts the room of a table that this node owns.
fn take(hub: &Arc<Hub>, row: &RoomRow) -> Found {
    if let Some(room) = hub.room(&row.code) {
        return Found::Here(room);
    }
    started(hub, row, hub.read_stored(row))
}

fn started(hub: &Arc<Hub>, row: &RoomRow, read: Result<Room, RestoreError>) -> Found {
    match read {
        Ok(room) => {
            hub.spawn_room(room, None);
            hub.room(&row.code).map_or(Found::Later, Found::Here)
        }
        // The store has just lost its connection: a client that asks again gets the table.
        Err(RestoreError::Store(_)) => Found::Later,
        Err(why) => {
            tracing::error!(table = %row.code, %why, "the table cannot go on");
            Found::Nowhere
        }
    }
}

type Read<'a> = (Restoring<'a>, &'a RoomRow, Result<Room, RestoreError>);

/// Reads a table that this node owns; None if it is here, or is being read already.
fn read<'a>(hub: &Hub, cluster: &'a Cluster, row: &'a RoomRow) -> Option<Read<'a>> {
    let restoring = Restoring::begin(cluster, &row.code).filter(|_| hub.room(&row.code).is_none())?;
    Some((restoring, row, hub.read_stored(row)))
}

/// Takes tables that nobody has, until there are none. Blocks. Returns how many.
pub(crate) fn take_free(hub: &Arc<Hub>) -> Result<usize, StoreError> {
    /// Few enough that the other nodes get their share.
    const BATCH: u32 = 200;
    let Some(cluster) = &hub.cluster else { return Ok(0) };
    let mut count = 0;
    while !hub.is_stopping() {
        let rows = hub.store.claim_some(BATCH)?;
        if rows.is_empty() {
            break;
        }
        count += rows.len();
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let each = rows.len().div_ceil(threads).max(1);
        let read = |row| read(hub, cluster, row);
        let read: Vec<_> = std::thread::scope(|scope| {
            let read = &read;
            let work = |rows| scope.spawn(move || -> Vec<_> { <[_]>::iter(rows).filter_map(read).collect() });
            let workers: Vec<_> = rows.chunks(each).map(work).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
        });
        for (_restoring, row, room) in read {
            started(hub, row, room);
        }
    }
    Ok(count)
}
