//! Asks other nodes about their tables: for the public list, and for one table by its code.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use eights_store::PersonId;
use eights_wire::Phase;
use serde::de::DeserializeOwned;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout},
};

use super::{
    finding::{Found, look},
    relay::line::SECRET_HEADER,
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
/// Longer than any code by which people move to another device.
const MAX_LINK_CODE: usize = 32;

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

/// Tables of a node that count against the limits of a person and of an address.
#[derive(Default, serde::Deserialize, serde::Serialize)]
pub(crate) struct TablesHeld {
    pub(crate) by_host: usize,
    pub(crate) by_address: usize,
}

/// Counts the tables that a person and an address hold on the other nodes. Asks the nodes instead of the
/// store, so that the store never learns anybody's address. A node that does not answer counts as zero.
pub(crate) async fn held(hub: &Hub, person: PersonId, address: IpAddr) -> TablesHeld {
    let Some(cluster) = &hub.cluster else { return TablesHeld::default() };
    let nodes: Vec<String> = cluster.addresses().values().cloned().collect();
    let path = format!("/node/held/{person}/{address}");
    let ask = |node: String| {
        let path = &path;
        async move { ask::<TablesHeld>(hub, &node, path).await.unwrap_or_default() }
    };
    let all = futures_util::future::join_all(nodes.into_iter().map(ask)).await;
    all.into_iter().fold(TablesHeld::default(), |sum, held| TablesHeld {
        by_host: sum.by_host + held.by_host,
        by_address: sum.by_address + held.by_address,
    })
}

/// Tells all other nodes something, and collects what they answer. None for one that does not.
async fn tell<T: DeserializeOwned>(hub: &Hub, path: &str) -> Vec<Option<T>> {
    let Some(cluster) = &hub.cluster else { return Vec::new() };
    let nodes: Vec<String> = cluster.addresses().values().cloned().collect();
    let tell = |node: String| async move { send(hub, &node, "POST", path).await };
    futures_util::future::join_all(nodes.into_iter().map(tell)).await
}

/// Lets all other nodes forget a person whom this one forgets; false if one of them may not have.
pub(crate) async fn forget(hub: &Hub, person: PersonId) -> bool {
    tell::<()>(hub, &format!("/node/forget/{person}")).await.iter().all(Option::is_some)
}

/// Redeems a link code that another node has given. Returns the person it belongs to.
pub(crate) async fn take_link(hub: &Hub, code: &str) -> Option<PersonId> {
    // Nothing else may get into the path.
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).take(MAX_LINK_CODE).collect();
    let answers = tell::<String>(hub, &format!("/node/link/{code}")).await;
    answers.into_iter().flatten().find_map(|person| person.parse().ok())
}

/// Ends the connections of a person who has moved to another device, at all other nodes.
pub(crate) async fn end_sessions(hub: &Hub, person: PersonId) {
    tell::<()>(hub, &format!("/node/moved/{person}")).await;
}

/// Asks a node. None if it does not answer, or has nothing there.
async fn ask<T: DeserializeOwned>(hub: &Hub, address: &str, path: &str) -> Option<T> {
    send(hub, address, "GET", path).await
}

async fn send<T: DeserializeOwned>(hub: &Hub, address: &str, method: &str, path: &str) -> Option<T> {
    let secret = hub.cluster.as_ref()?.secret();
    let address: SocketAddr = address.parse().ok()?;
    let asking = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        // In this version of HTTP an answer ends with its connection, so nothing has to be parsed.
        let head = format!("Host: {address}\r\n{SECRET_HEADER}: {secret}\r\nContent-Length: 0");
        let request = format!("{method} {path} HTTP/1.0\r\n{head}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        stream.take(MAX_ANSWER).read_to_end(&mut answer).await.ok()?;
        let body = answer.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
        let is_fine = answer.get(9..12) == Some(b"200");
        is_fine.then(|| serde_json::from_slice(&answer[body..]).ok()).flatten()
    };
    timeout(ASK_TIMEOUT, asking).await.ok()?
}
