//! What nodes ask each other, at an address of its own: tables, and trunks for clients at other nodes.

use std::{net::IpAddr, sync::Arc};

use axum::{
    Json, Router,
    extract::{Path, Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use eights::RefusalCode;
use eights_store::PersonId;
use eights_wire::ByeCode;
use hyper_util::rt::TokioIo;

use super::{app::App, error::ApiError};
use crate::{
    cluster::{
        peers::TablesHeld,
        relay::{
            far,
            line::{PROTOCOL, SECRET_HEADER},
        },
    },
    net::{sessions::MOVED, timed::Timed},
    room::Listed,
};

/// The routes for other nodes.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/node/trunk", get(trunk))
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

/// Opens a trunk for the clients of another node.
async fn trunk(State(app): State<Arc<App>>, mut request: Request) -> Result<Response, ApiError> {
    let asked = request.headers().get(header::UPGRADE).map(HeaderValue::as_bytes);
    if asked != Some(PROTOCOL.as_bytes()) {
        let why = format!("this address is for {PROTOCOL}");
        return Err(ApiError::new(StatusCode::UPGRADE_REQUIRED, RefusalCode::NotSupported, why));
    }
    let upgrade = hyper::upgrade::on(&mut request);
    let hub = Arc::downgrade(&app.hub);
    tokio::spawn(async move {
        let Ok(upgraded) = upgrade.await else { return };
        let Ok(parts) = upgraded.downcast::<TokioIo<Timed>>() else { return };
        far::serve(hub, parts.io.into_inner().into_inner(), parts.read_buf.to_vec()).await;
    });
    let headers = [(header::UPGRADE, PROTOCOL), (header::CONNECTION, "Upgrade")];
    Ok((StatusCode::SWITCHING_PROTOCOLS, headers).into_response())
}
