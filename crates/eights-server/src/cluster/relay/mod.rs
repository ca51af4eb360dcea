//! Carries the messages of clients to the nodes that own their tables, and back.
//!
//! Two nodes share one connection for all such clients, a *trunk*. A step that four people see
//! is one write and one read between the nodes instead of four of each; with a connection for
//! each client the relay cost 1.5 times as much CPU as the move itself (`make bench-cluster`).
//!
//! The node of the clients (`near`) opens the trunk, and a numbered channel in it for each client.
//! The owner (`far`) treats a channel as a guest of the room. If a trunk breaks, its clients look
//! for their tables again.

mod far;
mod line;
mod near;

use tokio::sync::mpsc::UnboundedReceiver;

pub(crate) use far::serve;
pub(super) use near::Trunks;

use super::attached::{Attached, End};
use crate::{
    hub::{Hub, inbox::ToRoom},
    room::Input,
};

/// With this header nodes show each other that they belong to the cluster.
pub(crate) const SECRET_HEADER: &str = "x-eights-secret";
/// What a trunk is called in the header `Upgrade`. Another format needs another name.
pub(crate) const PROTOCOL: &str = "eights-trunk-1";

/// Relays one client until it is gone or the table has moved.
pub(super) async fn run(
    hub: &Hub,
    address: &str,
    code: &str,
    attached: &Attached,
    inputs: &mut UnboundedReceiver<ToRoom>,
) -> End {
    let Some(cluster) = &hub.cluster else { return End::Moved };
    let Some(trunk) = cluster.trunks.to(address, cluster.secret()).await else { return End::Moved };
    hub.metrics.relayed.inc();
    let mut channel = trunk.open(code, attached);
    let end = loop {
        tokio::select! {
            biased;
            end = channel.ended() => break end,
            input = inputs.recv() => match input {
                None | Some(ToRoom::Input(Input::Leave(_))) => break End::Over,
                Some(ToRoom::Close(_, code, why)) => {
                    attached.recipient.close(code, &why);
                    break End::Over;
                }
                Some(ToRoom::Input(Input::Message(_, request))) => {
                    if !channel.say(&request)
                        && let Some(id) = request.id
                    {
                        near::refuse(&*attached.recipient, id);
                    }
                }
                // Sockets send nothing else.
                Some(_) => (),
            },
        }
    };
    hub.metrics.relayed.dec();
    end
}
