//! Carries the messages of one client to the node that owns the table, and back.

use std::{net::SocketAddr, time::Duration};

use eights_match::hex;
use eights_wire::{Request, ToClient, ToServer, VERSION};
use futures_util::{SinkExt, StreamExt};
use tokio::{net::TcpStream, sync::mpsc::UnboundedReceiver, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest, http::HeaderValue, protocol::CloseFrame},
};

use super::attached::{Attached, End};
use crate::{
    hub::{Hub, inbox::ToRoom},
    net::connection::Kind,
    room::{Guest, Input},
};

/// How long opening a connection to another node may take.
const DIAL_TIMEOUT: Duration = Duration::from_secs(2);
/// The client is pinged through the relay this often, so that a broken one is noticed.
const PING_INTERVAL: Duration = Duration::from_secs(2);
/// An owner that says nothing for this long is asked for anew.
const MAX_SILENCE: Duration = Duration::from_secs(6);

pub(crate) const SECRET_HEADER: &str = "x-eights-secret";
pub(crate) const PERSON_HEADER: &str = "x-eights-person";
/// In hexadecimal, since names are not ASCII.
pub(crate) const NAME_HEADER: &str = "x-eights-name";
pub(crate) const CLIENT_HEADER: &str = "x-eights-client";

type Upstream = WebSocketStream<TcpStream>;

/// Relays until the client is gone or the table has moved.
pub(super) async fn run(
    hub: &Hub,
    address: &str,
    code: &str,
    attached: &mut Attached,
    inputs: &mut UnboundedReceiver<ToRoom>,
) -> End {
    let dialled = timeout(DIAL_TIMEOUT, dial(hub, address, code, &attached.guest)).await;
    let Ok(Some(mut upstream)) = dialled else { return End::Moved };
    hub.metrics.relayed.inc();
    let end = carry(&mut upstream, attached, inputs).await;
    hub.metrics.relayed.dec();
    let _ = timeout(Duration::from_secs(1), upstream.close(None)).await;
    end
}

/// Opens a WebSocket to the owner and greets it in the client's name.
async fn dial(hub: &Hub, address: &str, code: &str, guest: &Guest) -> Option<Upstream> {
    let address: SocketAddr = address.parse().ok()?;
    let stream = TcpStream::connect(address).await.ok()?;
    let _ = stream.set_nodelay(true);
    let mut request = format!("ws://{address}/node/ws/{code}").into_client_request().ok()?;
    let headers = request.headers_mut();
    let secret = hub.cluster.as_ref()?.secret();
    headers.insert(SECRET_HEADER, HeaderValue::from_str(secret).ok()?);
    headers.insert(PERSON_HEADER, HeaderValue::from_str(&guest.person.to_string()).ok()?);
    headers.insert(NAME_HEADER, HeaderValue::from_str(&hex::encode(guest.name.as_bytes())).ok()?);
    if let Some(client) = guest.address {
        headers.insert(CLIENT_HEADER, HeaderValue::from_str(&client.to_string()).ok()?);
    }
    let (mut upstream, _) = client_async(request, stream).await.ok()?;
    let hello = ToServer::Hello { version: VERSION, words: guest.words, pauses: guest.pauses };
    upstream.send(text(&Request::from(hello))).await.ok()?;
    Some(upstream)
}

fn text(request: &Request) -> Message {
    Message::text(eights_wire::write(request))
}

async fn carry(
    upstream: &mut Upstream,
    attached: &mut Attached,
    inputs: &mut UnboundedReceiver<ToRoom>,
) -> End {
    let mut pings = tokio::time::interval(PING_INTERVAL);
    let mut heard = tokio::time::Instant::now();
    loop {
        tokio::select! {
            input = inputs.recv() => match input {
                None | Some(ToRoom::Input(Input::Leave(_))) => return End::Over,
                Some(ToRoom::Close(_, code, why)) => {
                    attached.connection.close(code, &why);
                    return End::Over;
                }
                Some(ToRoom::Input(Input::Message(_, request))) => {
                    attached.open.extend(request.id);
                    if upstream.send(text(&request)).await.is_err() {
                        return End::Moved;
                    }
                }
                // Sockets send nothing else.
                Some(_) => (),
            },
            message = upstream.next() => {
                heard = tokio::time::Instant::now();
                match message {
                    Some(Ok(Message::Text(message))) => {
                        if !deliver(message.as_str(), attached) {
                            return End::Moved;
                        }
                    }
                    Some(Ok(Message::Close(frame))) => return close(frame, attached),
                    Some(Ok(_)) => (),
                    Some(Err(_)) | None => return End::Moved,
                }
            }
            _ = pings.tick() => {
                let is_silent = heard.elapsed() > MAX_SILENCE;
                if is_silent || upstream.send(Message::Ping(tungstenite::Bytes::new())).await.is_err() {
                    return End::Moved;
                }
            }
        }
    }
}

/// Passes a message on to the client; false if it only says that the owner is leaving.
fn deliver(message: &str, attached: &mut Attached) -> bool {
    let kind = if message.starts_with("{\"update\":") { Kind::Update } else { Kind::Other };
    if message.starts_with("{\"bye\":{\"code\":\"restart\"") {
        return false;
    }
    if kind == Kind::Other && !attached.open.is_empty() {
        let answered = answered(message);
        attached.open.retain(|id| Some(*id) != answered);
    }
    attached.connection.send(kind, message.as_bytes());
    true
}

/// The id of the request that a message answers.
fn answered(message: &str) -> Option<u32> {
    match serde_json::from_str(message).ok()? {
        ToClient::Done { id } => Some(id),
        ToClient::Refused { id, .. } | ToClient::Why { id, .. } | ToClient::Hint { id, .. } => id,
        _ => None,
    }
}

/// The owner closes the connection: for good, or because the table moves.
fn close(frame: Option<CloseFrame>, attached: &Attached) -> End {
    match frame {
        Some(frame) if !matches!(u16::from(frame.code), 1001 | 1006 | 1012) => {
            attached.connection.close(frame.code.into(), &frame.reason);
            End::Over
        }
        _ => End::Moved,
    }
}
