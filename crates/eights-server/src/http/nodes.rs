//! What nodes ask each other, at an address of its own: tables, and sockets of clients at other nodes.

use std::{net::IpAddr, sync::Arc};

use axum::{
    Json, Router,
    extract::{Path, Request, State},
    http::{HeaderMap, StatusCode},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use eights::RefusalCode;
use eights_match::hex;
use eights_store::{PersonId, PersonRow};
use eights_wire::ByeCode;

use super::{
    app::{App, Client},
    error::ApiError,
};
use crate::{
    cluster::{
        link::{self, Reach},
        peers::TablesHeld,
        relay::{CLIENT_HEADER, NAME_HEADER, PERSON_HEADER, SECRET_HEADER},
    },
    net::{handshake, opening, sessions::MOVED},
    room::Listed,
};

/// The routes for other nodes.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/node/ws/{code}", get(open))
        .route("/node/tables", get(list))
        .route("/node/tables/{code}", get(look))
        .route("/node/held/{person}/{address}", get(held))
        .route("/node/forget/{person}", post(forget))
        .route("/node/link/{code}", post(take_link))
        .route("/node/moved/{person}", post(moved))
        .fallback(async || ApiError::missing(RefusalCode::NotFound, "there is nothing at this address"))
        .layer(middleware::from_fn_with_state(app.clone(), check))
        .with_state(app)
}

/// Lets only nodes of the same cluster in.
async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let shown = request.headers().get(SECRET_HEADER).map(|value| blake3::hash(value.as_bytes()));
    let secret = app.hub.cluster.as_ref().map(|cluster| blake3::hash(cluster.secret().as_bytes()));
    // Hashes are compared in constant time.
    if secret.is_none() || shown != secret {
        let why = "this address is for nodes of the cluster";
        return ApiError::new(StatusCode::FORBIDDEN, RefusalCode::Forbidden, why).into_response();
    }
    next.run(request).await
}

/// The public tables of this node.
async fn list(State(app): State<Arc<App>>) -> Json<Vec<Listed>> {
    Json(app.hub.listed_here())
}

/// How many tables of this node count against the limits of a person and of an address.
async fn held(
    State(app): State<Arc<App>>,
    Path((person, address)): Path<(String, IpAddr)>,
) -> Result<Json<TablesHeld>, ApiError> {
    let person = person_of(&person)?;
    let (by_host, by_address) = (app.hub.hosted_by(person), app.hub.quotas.tables.of(address));
    Ok(Json(TablesHeld { by_host, by_address }))
}

fn person_of(text: &str) -> Result<PersonId, ApiError> {
    text.parse().map_err(|()| ApiError::bad(RefusalCode::Unreadable, "this is no person"))
}

/// Another node deletes a person, who may have chairs and connections here.
async fn forget(State(app): State<Arc<App>>, Path(person): Path<String>) -> Result<Json<()>, ApiError> {
    app.hub.forget_here(person_of(&person)?).await;
    Ok(Json(()))
}

/// Redeems a code by which a person moves to another device, for a client of another node.
async fn take_link(State(app): State<Arc<App>>, Path(code): Path<String>) -> Result<Json<String>, ApiError> {
    let person = app.links.take(&code, app.hub.clock.now());
    let missing = || ApiError::missing(RefusalCode::NoSuchLinkCode, "the code is not of this node");
    person.map(|person| Json(person.to_string())).ok_or_else(missing)
}

/// A person has moved to a device at another node.
async fn moved(State(app): State<Arc<App>>, Path(person): Path<String>) -> Result<Json<()>, ApiError> {
    app.hub.sessions.end(person_of(&person)?, ByeCode::Moved, MOVED);
    Ok(Json(()))
}

async fn look(State(app): State<Arc<App>>, Path(code): Path<String>) -> Result<Json<Listed>, ApiError> {
    let listed = app.hub.look(&code).await;
    listed.map(Json).ok_or_else(|| ApiError::missing(RefusalCode::NoSuchTable, "the table is not here"))
}

/// Opens a WebSocket for a client of another node, which has checked who it is.
async fn open(
    State(app): State<Arc<App>>,
    Path(code): Path<String>,
    request: Request,
) -> Result<Response, Response> {
    let accept = handshake::accept_key(&request).map_err(IntoResponse::into_response)?;
    let missing =
        || ApiError::bad(RefusalCode::Unreadable, "the headers of the relay are missing").into_response();
    let (person, client) = introduced(request.headers()).ok_or_else(missing)?;
    if app.hub.room(&code).is_none() {
        return Err(ApiError::missing(RefusalCode::NoSuchTable, "the table is not here").into_response());
    }
    let room = link::open(&app.hub, &code, Reach::Here);
    Ok(opening::serve(
        &app,
        request,
        accept,
        opening::Admitted { person, room, client, slot: None, revision: None },
    ))
}

/// The person and the address that another node speaks for.
fn introduced(headers: &HeaderMap) -> Option<(PersonRow, Client)> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let id: PersonId = text(PERSON_HEADER)?.parse().ok()?;
    let name = String::from_utf8(hex::decode_any(text(NAME_HEADER)?)?).ok()?;
    let address = text(CLIENT_HEADER).and_then(|text| text.parse().ok());
    let address = address.unwrap_or(IpAddr::from([0, 0, 0, 0]));
    Some((PersonRow { id, token: [0; 32], name, since: 0 }, Client(address)))
}
