//! Watches the other nodes, takes over from dead ones, and notices when this one was taken for dead.

use std::{
    collections::HashMap,
    io,
    net::SocketAddr,
    sync::{Arc, Weak},
    time::Duration,
};

use eights_store::{NodeId, Peer, StoreError};
use tokio::{
    io::AsyncReadExt,
    net::TcpStream,
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    task::AbortHandle,
    time::{Instant, sleep},
};

use super::finding::take_free;
use crate::{
    blocking::blocking,
    hub::{Hub, inbox::ToRoom},
};

/// How often the store is asked.
const INTERVAL: Duration = Duration::from_millis(500);
/// A node without a beat for this long is taken for dead. A wrong guess costs its players a moment.
const DEAD_AFTER: Duration = Duration::from_secs(3);
/// After the store was away, other nodes get this long to beat again before they are judged.
const SETTLE: Duration = Duration::from_secs(4);
/// How long to wait before an unreachable node is dialled again.
const REDIAL_DELAY: Duration = Duration::from_millis(200);

/// Runs until the hub is gone or the server shuts down.
pub(crate) async fn run(hub: Weak<Hub>) {
    let (refused, mut refusals) = unbounded_channel();
    let mut links = Links { to: HashMap::new(), refused };
    let mut last_answer = Instant::now();
    let mut steady_since = Instant::now() - SETTLE;
    loop {
        let refusal = next_refusal(&hub, &mut refusals).await;
        let Some(strong) = hub.upgrade().filter(|hub| !hub.is_stopping()) else { return };
        let asked = strong.clone();
        let round = blocking(move || ask(&asked)).await;
        match round {
            Some(Ok(peers)) => {
                if last_answer.elapsed() > DEAD_AFTER {
                    steady_since = Instant::now();
                }
                last_answer = Instant::now();
                links.follow(&peers);
                let is_steady = steady_since.elapsed() >= SETTLE;
                let is_dead =
                    |peer: &&Peer| (is_steady && peer.silent > DEAD_AFTER) || Some(peer.id) == refusal;
                // One at a time: a node that folds many logs at once might look dead itself.
                if let Some(dead) = peers.iter().find(is_dead).cloned() {
                    replace(&strong, dead).await;
                }
                let taking = strong.clone();
                match blocking(move || take_free(&taking)).await {
                    None | Some(Ok(0)) => (),
                    Some(Ok(tables)) => tracing::info!(tables, "tables without an owner were taken"),
                    Some(Err(StoreError::Fenced)) => start_again(&strong).await,
                    Some(Err(error)) => tracing::warn!(%error, "tables without an owner cannot be taken"),
                }
            }
            Some(Err(StoreError::Fenced)) => start_again(&strong).await,
            Some(Err(error)) => tracing::warn!(%error, "the other nodes are not known"),
            None => (),
        }
    }
}

/// Waits until it is time for another round, or there is something to do before. Returns a node whose process has
/// ended.
async fn next_refusal(hub: &Weak<Hub>, refusals: &mut UnboundedReceiver<NodeId>) -> Option<NodeId> {
    let hub = hub.upgrade()?;
    let cluster = hub.cluster.as_ref()?;
    tokio::select! {
        biased;
        refusal = refusals.recv() => refusal,
        () = cluster.has_free.notified() => None,
        () = sleep(INTERVAL) => None,
    }
}

/// Checks that this node is alive, and reads who else is.
fn ask(hub: &Hub) -> Result<Vec<Peer>, StoreError> {
    hub.store.beat()?;
    let peers = hub.store.peers()?;
    hub.share.set(peers.len() + 1);
    hub.bans.load(hub.store.as_ref())?;
    if let Some(cluster) = &hub.cluster {
        *cluster.addresses() = peers.iter().map(|peer| (peer.id, peer.address.clone())).collect();
    }
    Ok(peers)
}

async fn replace(hub: &Arc<Hub>, dead: Peer) {
    let (store, begin) = (hub.store.clone(), Instant::now());
    match blocking(move || store.close_out(dead.id)).await {
        Some(Ok(())) => tracing::warn!(
            node = %dead.id, address = dead.address, silent = ?dead.silent, took = ?begin.elapsed(),
            "a node is dead: its tables are free"
        ),
        Some(Err(error)) => tracing::error!(node = %dead.id, %error, "a dead node cannot be replaced"),
        None => (),
    }
}

/// Others have taken this node for dead, and have its tables. Drops the rooms, and goes on as another node.
async fn start_again(hub: &Arc<Hub>) {
    tracing::warn!(node = %hub.store.node(), "this node was taken for dead: it starts again without tables");
    let rooms = hub.rooms();
    for room in &rooms {
        let _ = room.send(ToRoom::Abandon);
    }
    // All of them: a room that is left over would write as the new node what the old one may not.
    for room in rooms {
        room.closed().await;
    }
    let store = hub.store.clone();
    if let Some(Err(error)) = blocking(move || store.rejoin()).await {
        tracing::error!(%error, "this node cannot start again");
    }
}

/// An open connection to every other node, which ends when its process does.
struct Links {
    to: HashMap<NodeId, AbortHandle>,
    /// Receives the nodes whose processes have ended.
    refused: UnboundedSender<NodeId>,
}

impl Links {
    /// Connects to new nodes, and forgets those that are closed out.
    fn follow(&mut self, peers: &[Peer]) {
        self.to.retain(|id, link| {
            let is_there = peers.iter().any(|peer| peer.id == *id);
            if !is_there {
                link.abort();
            }
            is_there
        });
        for peer in peers {
            let Ok(address) = peer.address.parse() else { continue };
            let (id, refused) = (peer.id, self.refused.clone());
            self.to.entry(id).or_insert_with(|| tokio::spawn(watch(id, address, refused)).abort_handle());
        }
    }
}

impl Drop for Links {
    fn drop(&mut self) {
        self.to.values().for_each(AbortHandle::abort);
    }
}

/// Reports a node as soon as nobody listens at its address any more, after it was once connected.
async fn watch(id: NodeId, address: SocketAddr, refused: UnboundedSender<NodeId>) {
    let mut was_there = false;
    loop {
        match TcpStream::connect(address).await {
            Ok(mut stream) => {
                was_there = true;
                let begin = Instant::now();
                // The other side sends nothing and closes the connection after a while.
                let _ = stream.read(&mut [0; 16]).await;
                // Something in between, such as a proxy, may accept connections for a node that is gone.
                if begin.elapsed() < REDIAL_DELAY {
                    sleep(REDIAL_DELAY).await;
                }
            }
            Err(error) if was_there && error.kind() == io::ErrorKind::ConnectionRefused => {
                if refused.send(id).is_err() {
                    return;
                }
                sleep(DEAD_AFTER).await;
            }
            Err(_) => sleep(REDIAL_DELAY).await,
        }
    }
}
