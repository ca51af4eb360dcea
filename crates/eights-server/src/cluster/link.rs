//! Attaches a client's socket to its table, wherever that is, and again when the table moves.
//!
//! The socket sends to a link what it would send to a room. If the table is here, the link passes it
//! on; otherwise a `relay` carries it to the owner. When the owner is gone, the socket stays open:
//! the link finds the new owner and joins again, and the newest room and update are the whole truth.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::{Instant, sleep, timeout},
};

use super::{
    attached::{Attached, End},
    finding::{Found, look},
    relay,
};
use crate::{
    hub::{Hub, inbox::ToRoom},
    room::Input,
};

/// How long to wait before a table that is on its way is looked for again.
const RETRY_DELAY: Duration = Duration::from_millis(50);
/// How long to wait before a node that could not be reached is dialled again.
const REDIAL_DELAY: Duration = Duration::from_millis(300);
/// A client whose table is not found for this long must come back itself.
const MAX_SEARCH: Duration = Duration::from_secs(60);

/// Where a link may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// To any node.
    Anywhere,
    /// Only to a table of this node: the client is at another one, which follows the table itself.
    Here,
}

/// Starts a link to a table; the result takes what a room would.
pub(crate) fn open(hub: &Arc<Hub>, code: &str, reach: Reach) -> UnboundedSender<ToRoom> {
    let (send, inputs) = unbounded_channel();
    tokio::spawn(run(hub.clone(), code.to_ascii_uppercase(), reach, inputs));
    send
}

async fn run(hub: Arc<Hub>, code: String, reach: Reach, mut inputs: UnboundedReceiver<ToRoom>) {
    // The socket closes itself until it has joined.
    let Some(ToRoom::Join(guest, recipient)) = inputs.recv().await else { return };
    let attached = Attached { guest: *guest, recipient };
    let mut searching_since = Instant::now();
    // The node that was dialled last, and when its connection ended.
    let mut lost: Option<(String, Instant)> = None;
    while !attached.recipient.is_over() && !inputs.is_closed() {
        let begin = Instant::now();
        let end = match look(&hub, &code).await {
            Found::Here(room) => here(&hub, &room, &attached, &mut inputs).await,
            Found::There(_) if reach == Reach::Here => {
                return attached.recipient.close(1012, "the table is at another node");
            }
            Found::There(address) if lost.as_ref().is_some_and(|lost| is_recent(lost, &address)) => {
                End::Moved
            }
            Found::There(address) => {
                let end = relay::run(&hub, &address, &code, &attached, &mut inputs).await;
                lost = Some((address, Instant::now()));
                end
            }
            Found::Nowhere => return attached.recipient.close(1001, "the table is gone"),
            Found::Later => End::Moved,
        };
        match end {
            End::Over => return,
            // It was there for a while: begin to count anew.
            End::Moved if begin.elapsed() > Duration::from_secs(1) => searching_since = Instant::now(),
            End::Moved => (),
        }
        if searching_since.elapsed() > MAX_SEARCH {
            return attached.recipient.close(1012, "the table cannot be reached");
        }
        sleep(RETRY_DELAY).await;
    }
}

/// Whether a node was lost a moment ago. Thousands of links that dial a dead node all the time would slow down those
/// who replace it.
fn is_recent((node, since): &(String, Instant), address: &str) -> bool {
    node == address && since.elapsed() < REDIAL_DELAY
}

/// Passes everything to a room of this node, until the client or the room is gone.
async fn here(
    hub: &Hub,
    room: &UnboundedSender<ToRoom>,
    attached: &Attached,
    inputs: &mut UnboundedReceiver<ToRoom>,
) -> End {
    // A client that joins waits for an empty write. A node that has been taken for dead cannot write it,
    // so nobody is shown a table on which others have played on.
    match timeout(MAX_SEARCH, hub.store.write(Vec::new())).await {
        Ok(Ok(())) => (),
        _ => return End::Moved,
    }
    let join = ToRoom::Join(Box::new(attached.guest.clone()), attached.recipient.clone());
    if room.send(join).is_err() {
        return End::Moved;
    }
    loop {
        tokio::select! {
            biased;
            () = room.closed() => return End::Moved,
            input = inputs.recv() => match input {
                None => {
                    let _ = room.send(ToRoom::Input(Input::Leave(attached.guest.connection)));
                    return End::Over;
                }
                Some(input) => {
                    let is_last = matches!(input, ToRoom::Close(..) | ToRoom::Input(Input::Leave(_)));
                    let is_gone = room.send(input).is_err();
                    if is_last {
                        return End::Over;
                    }
                    if is_gone {
                        return End::Moved;
                    }
                }
            },
        }
    }
}
