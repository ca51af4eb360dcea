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
    let mut pulse = Pulse::new(Instant::now());
    loop {
        let refusal = next_refusal(&hub, &mut refusals).await;
        let Some(strong) = hub.upgrade().filter(|hub| !hub.is_stopping()) else { return };
        let asked = strong.clone();
        let round = blocking(move || ask(&asked)).await;
        match round {
            Some(Ok(peers)) => {
                pulse.take(&peers, Instant::now());
                links.follow(&peers);
                let is_dead = |peer: &&Peer| pulse.is_dead(peer) || Some(peer.id) == refusal;
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

/// Judges from the answers of the store which nodes have stopped beating.
struct Pulse {
    last_answer: Instant,
    /// Since when answers have come without a long pause.
    steady_since: Instant,
    /// The first answer after which a node has not beaten. A store that is always slow is never steady, but a node
    /// must not stay dead and unnoticed for that.
    quiet_since: HashMap<NodeId, Instant>,
}

impl Pulse {
    fn new(now: Instant) -> Pulse {
        Pulse { last_answer: now, steady_since: now - SETTLE, quiet_since: HashMap::new() }
    }

    /// Takes an answer of the store.
    fn take(&mut self, peers: &[Peer], now: Instant) {
        let pause = now - self.last_answer;
        if pause > DEAD_AFTER {
            self.steady_since = now;
        }
        self.last_answer = now;
        self.quiet_since.retain(|id, _| peers.iter().any(|peer| peer.id == *id && peer.silent >= pause));
        for peer in peers.iter().filter(|peer| peer.silent >= pause) {
            self.quiet_since.entry(peer.id).or_insert(now);
        }
    }

    /// Whether a node of the last answer is dead.
    fn is_dead(&self, peer: &Peer) -> bool {
        let is_settled = |since: Instant| self.last_answer - since >= SETTLE;
        let is_quiet = self.quiet_since.get(&peer.id).copied().is_some_and(is_settled);
        peer.silent > DEAD_AFTER && (is_settled(self.steady_since) || is_quiet)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    /// After how many seconds a node is judged that beats every second and stops at a moment, if the store answers at
    /// these moments. A beat counts from when the store is there.
    fn judged_at(answers: &[f64], stops: f64, beats_again: Option<f64>) -> Option<f64> {
        let begin = Instant::now();
        let mut pulse = Pulse::new(begin);
        answers.iter().copied().find(|at| {
            let last_beat = match beats_again {
                Some(again) if *at >= again => at.floor().max(again),
                _ => at.min(stops).floor(),
            };
            let peer = Peer { id: NodeId(7), address: String::new(), silent: seconds(at - last_beat) };
            pulse.take(std::slice::from_ref(&peer), begin + seconds(*at));
            pulse.is_dead(&peer)
        })
    }

    fn every(pause: f64, until: f64) -> Vec<f64> {
        (1..).map(|i| f64::from(i) * pause).take_while(|at| *at < until).collect()
    }

    #[test]
    fn a_node_that_beats_is_never_dead() {
        for pause in [0.5, 2.9, 3.5, 9.0] {
            assert_eq!(judged_at(&every(pause, 100.0), 1000.0, None), None, "{pause}");
        }
    }

    #[test]
    fn a_dead_node_is_noticed_also_if_the_store_is_slow() {
        assert_eq!(judged_at(&every(0.5, 100.0), 10.0, None), Some(13.5));
        let slow = judged_at(&every(3.5, 100.0), 10.0, None).unwrap();
        assert!(slow < 30.0, "{slow}");
    }

    /// While the store is away nobody can beat, so nobody is judged at once when it is back.
    #[test]
    fn nodes_get_time_to_beat_again_after_the_store_was_away() {
        let answers: Vec<f64> =
            every(0.5, 100.0).into_iter().filter(|at| !(10.0..40.0).contains(at)).collect();
        assert_eq!(judged_at(&answers, 10.0, Some(43.0)), None);
        assert_eq!(judged_at(&answers, 10.0, None), Some(44.0));
    }
}
