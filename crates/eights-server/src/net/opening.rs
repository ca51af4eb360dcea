//! Opens WebSockets: finds the person and the table, answers the request, and starts the socket.

use std::sync::Arc;

use axum::{
    Extension,
    body::Body,
    extract::{Path, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use eights::RefusalCode;
use eights_store::PersonRow;
use tokio::sync::mpsc::UnboundedSender;

use super::{
    frame::Decoder,
    handshake,
    socket::{Socket, take_over},
};
use crate::{
    cluster::{
        finding::{Found, look},
        link::{self, Reach},
    },
    http::{
        app::{App, Client, Peer},
        error::ApiError,
    },
    hub::inbox::ToRoom,
    limits::connections::Slot,
    people,
};

/// Who may open a WebSocket, and to which table.
struct Admitted {
    person: PersonRow,
    room: UnboundedSender<ToRoom>,
    client: Client,
    /// Behind a proxy, what the connection takes of its address's share.
    slot: Option<Slot>,
    /// Of the sessions, when the cookie was checked.
    revision: u64,
}

/// `GET /ws/{code}`: opens a WebSocket to a table.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Result<Response, Response> {
    let accept = handshake::accept_key(&request).map_err(IntoResponse::into_response)?;
    let revision = app.hub.sessions.revision();
    let admitted = admit(&app, &code, client, request.headers()).await;
    let (person, room, slot) = admitted.map_err(IntoResponse::into_response)?;
    Ok(serve(&app, request, accept, Admitted { person, room, client, slot, revision }))
}

/// Answers a request that opens a WebSocket, and serves the socket.
fn serve(app: &App, mut request: Request, accept: String, admitted: Admitted) -> Response {
    let Admitted { person, room, client, slot, revision } = admitted;
    let peer = request.extensions().get::<Peer>().cloned();
    let upgrade = hyper::upgrade::on(&mut request);
    let hub = app.hub.clone();
    tokio::spawn(async move {
        let Ok(upgraded) = upgrade.await else { return };
        let mut decoder = Decoder::default();
        let Some(connection) = take_over(upgraded, &mut decoder) else { return };
        hub.metrics.connections.inc();
        let socket = Socket::new(hub.clone(), connection, room, person.clone(), client);
        let session = hub.sessions.add(person.id, socket.connection.clone());
        // The cookie was checked before this connection was registered, so it may have been
        // replaced in between.
        if hub.sessions.revision() == revision || people::is_current(&hub, person).await {
            socket.run(decoder).await;
        } else {
            session.end();
            socket.finish().await;
        }
        drop(session);
        hub.metrics.connections.dec();
        drop((peer, slot));
    });
    let response = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::UPGRADE, "websocket")
        .header(header::CONNECTION, "Upgrade")
        .header(header::SEC_WEBSOCKET_ACCEPT, accept)
        .body(Body::empty());
    let failed = |_| {
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            RefusalCode::Internal,
            "the answer cannot be written",
        )
    };
    response.unwrap_or_else(|error| failed(error).into_response())
}

/// Finds the person and the table of a new connection. Behind a proxy also takes a slot of the
/// client's address.
async fn admit(
    app: &Arc<App>,
    code: &str,
    client: Client,
    headers: &HeaderMap,
) -> Result<(PersonRow, UnboundedSender<ToRoom>, Option<Slot>), ApiError> {
    if !app.is_own_page(headers) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            RefusalCode::Forbidden,
            "sockets are not opened for pages of other addresses",
        ));
    }
    let person = app.person(headers).await?;
    let person = person.ok_or_else(ApiError::no_cookie)?;
    app.may_try_code(client)?;
    let room = room(app, code)
        .await
        .ok_or_else(|| app.wrong_code(client, RefusalCode::NoSuchTable, "there is no table of this code"))?;
    if !app.hub.config().behind_proxy {
        return Ok((person, room, None));
    }
    // The connection was counted when it was accepted, but its client address was not known then.
    match app.limits.share(client.0) {
        Some(slot) => Ok((person, room, Some(slot))),
        None => {
            if let Some(times) = app.hub.refusals.connections.count(app.hub.clock.now()) {
                tracing::warn!(address = %client.0, times, "too many connections");
            }
            Err(ApiError::new(
                StatusCode::TOO_MANY_REQUESTS,
                RefusalCode::QuotaUsedUp,
                "too many connections from this address",
            ))
        }
    }
}

/// The inbox of a table, or of a link to it if it may be at another node.
async fn room(app: &App, code: &str) -> Option<UnboundedSender<ToRoom>> {
    if app.hub.cluster.is_none() {
        return app.hub.room(code);
    }
    match look(&app.hub, code).await {
        Found::Nowhere => None,
        Found::Here(_) | Found::There(_) | Found::Later => Some(link::open(&app.hub, code, Reach::Anywhere)),
    }
}
