//! For whoever runs the server: is it alive, is it ready, what does it count, what can be asked.

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use utoipa::OpenApi;

use super::{App, matches, me, rules, tables};

pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// Ready unless the server is going down.
pub(super) async fn readyz(State(app): State<Arc<App>>) -> impl IntoResponse {
    match app.hub.is_draining() {
        true => (StatusCode::SERVICE_UNAVAILABLE, "going down\n"),
        false => (StatusCode::OK, "ready\n"),
    }
}

pub(super) async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.hub.metrics.write())
}

/// The whole HTTP API, from the code.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Eights",
        description = "Tables of the Crazy Eights family. Requests that change \
        something need the cookie that GET /api/me sets, and the header X-Eights: 1. Playing itself \
        goes over GET /ws/{code}, a WebSocket."
    ),
    paths(
        me::get,
        me::put,
        me::link,
        me::claim,
        rules::games,
        rules::levels,
        rules::show,
        rules::check,
        rules::save,
        rules::schema,
        tables::found,
        tables::list,
        tables::look,
        matches::list,
        matches::one,
        matches::journal,
        matches::stats
    )
)]
struct Api;

/// The OpenAPI document, as an object.
pub(super) async fn openapi() -> impl IntoResponse {
    Json(Api::openapi())
}
