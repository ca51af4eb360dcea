//! Carries the messages of clients to the nodes that own their tables, and back.
//!
//! Two nodes share one connection for all such clients, a *trunk*. A step that four people see
//! is one write and one read between the nodes instead of four of each; a relay adds 23 % to the
//! CPU time of a move, and added 154 % with a connection for each client (`make bench-cluster`).
//!
//! The node of the clients (`near`) opens the trunk, and a numbered channel in it for each client.
//! The owner (`far`) treats a channel as a guest of the room. If a trunk breaks, its clients look
//! for their tables again.

pub(crate) mod far;
mod greeting;
pub(crate) mod line;
pub(super) mod near;

use tokio::sync::mpsc::UnboundedReceiver;

use super::attached::{Attached, End};
use crate::{
    hub::{Hub, inbox::ToRoom},
    room::Input,
};

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
