//! Asks other nodes about their tables: for the public list, and for one table by its code.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use eights_wire::Phase;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout},
};

use super::{
    finding::{Found, look},
    relay::SECRET_HEADER,
};
use crate::{
    hub::{Hub, PAGE_SIZE},
    room::Listed,
};

/// How long the lists of other nodes are reused.
const MAX_AGE: Duration = Duration::from_secs(1);
/// A node that takes longer is left out.
const ASK_TIMEOUT: Duration = Duration::from_secs(1);
/// The longest answer that is read.
const MAX_ANSWER: u64 = 8 << 20;

/// One page of the public tables of all nodes, gathering ones first. Pages count from 0.
pub(crate) async fn listed(hub: &Hub, page: usize) -> Vec<Listed> {
    if hub.cluster.is_none() {
        return hub.listed(page);
    }
    let mut all = listed_elsewhere(hub).await;
    all.extend(hub.listed_here());
    all.sort_by(|a, b| (a.phase != Phase::Gathering, &a.code).cmp(&(b.phase != Phase::Gathering, &b.code)));
    // A table that has just moved may be on two lists.
    all.dedup_by(|a, b| a.code == b.code);
    all.into_iter().skip(page.saturating_mul(PAGE_SIZE)).take(PAGE_SIZE).collect()
}

/// The public tables of all other nodes.
async fn listed_elsewhere(hub: &Hub) -> Vec<Listed> {
    let Some(cluster) = &hub.cluster else { return Vec::new() };
    let mut last = cluster.listings.lock().await;
    if let Some((at, listed)) = &*last
        && at.elapsed() < MAX_AGE
    {
        return listed.clone();
    }
    let addresses: Vec<String> = cluster.addresses().values().cloned().collect();
    let ask = |address: String| async move { ask::<Vec<Listed>>(hub, &address, "/node/tables").await };
    let mut listed = Vec::new();
    for tables in futures_util::future::join_all(addresses.into_iter().map(ask)).await {
        listed.extend(tables.unwrap_or_default());
    }
    *last = Some((Instant::now(), listed.clone()));
    listed
}

/// The public description of a table, wherever it is.
pub(crate) async fn look_at(hub: &Arc<Hub>, code: &str) -> Option<Listed> {
    // A table that moves is found after a moment.
    for _ in 0..20 {
        match look(hub, code).await {
            Found::Here(_) => return hub.look(code).await,
            Found::There(address) => {
                if let Some(listed) = ask(hub, &address, &format!("/node/tables/{code}")).await {
                    return Some(listed);
                }
            }
            Found::Nowhere => return None,
            Found::Later => (),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    None
}

/// Asks a node. None if it does not answer, or has nothing there.
async fn ask<T: serde::de::DeserializeOwned>(hub: &Hub, address: &str, path: &str) -> Option<T> {
    let secret = hub.cluster.as_ref()?.secret();
    let address: SocketAddr = address.parse().ok()?;
    let asking = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        // In this version of HTTP an answer ends with its connection, so nothing has to be parsed.
        let request = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\n{SECRET_HEADER}: {secret}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        stream.take(MAX_ANSWER).read_to_end(&mut answer).await.ok()?;
        let body = answer.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
        let is_fine = answer.get(9..12) == Some(b"200");
        is_fine.then(|| serde_json::from_slice(&answer[body..]).ok()).flatten()
    };
    timeout(ASK_TIMEOUT, asking).await.ok()?
}
