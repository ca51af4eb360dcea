//! Endpoints for operators: health, readiness, metrics, and the OpenAPI document.

use std::sync::{Arc, LazyLock};

use axum::{
    body::Bytes,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use serde_json::Value;
use utoipa::{
    OpenApi,
    openapi::{ContentBuilder, Ref, ResponseBuilder, path::Operation},
};

use super::{app::App, error::ErrorBody, export, matches, me, rules, tables};
use crate::metrics;

pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// Ready unless the server is shutting down or its store cannot be written.
pub(super) async fn readyz(State(app): State<Arc<App>>) -> impl IntoResponse {
    if app.hub.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "going down\n".into());
    }
    match app.hub.health.check().await {
        Ok(()) => (StatusCode::OK, "ready\n".into()),
        // Where several servers share a store, the sentence says what is missing.
        Err(error) if app.hub.cluster.is_some() => {
            if let Some(times) = app.hub.not_ready_log.count(app.hub.clock.now()) {
                tracing::error!(%error, times, "not ready");
            }
            (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n"))
        }
        Err(error) => {
            if let Some(times) = app.hub.not_ready_log.count(app.hub.clock.now()) {
                tracing::error!(%error, times, "not ready: the store cannot be written");
            }
            (StatusCode::SERVICE_UNAVAILABLE, "the store cannot be written\n".into())
        }
    }
}

pub(super) async fn show_metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], app.hub.metrics.write())
}

/// The OpenAPI document, derived from the handlers.
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
        me::delete,
        export::get,
        me::link,
        me::claim,
        rules::games,
        rules::levels,
        rules::show,
        rules::check,
        rules::save,
        rules::schema,
        tables::open,
        tables::list,
        tables::look,
        matches::list,
        matches::one,
        matches::journal,
        matches::stats
    ),
    components(schemas(ErrorBody))
)]
struct Api;

/// Refusals of any request with a body, before its content is considered.
const BODY_REFUSALS: [(&str, &str); 4] = [
    ("400", "the body is not JSON"),
    ("413", "the body is too long"),
    ("415", "the body is not said to be JSON"),
    ("422", "the body is not of the form that is asked for"),
];
/// Refusals of any request that changes something.
const WRITE_REFUSALS: [(&str, &str); 3] = [
    ("401", "nobody is known by this cookie"),
    ("403", "the header X-Eights is missing, or the request comes from a page of another origin"),
    ("503", "nothing can be kept at the moment"),
];
/// Refusals of any request.
const COMMON_REFUSALS: [(&str, &str); 2] = [
    ("403", "the operator has banned the person or the address"),
    ("429", "too many requests, or the address has created too much"),
];

/// Adds the refusals common to all operations, unless the operation describes that status itself.
fn add_refusals(operation: &mut Operation, writes: bool) {
    let bodies = operation.request_body.is_some().then_some(BODY_REFUSALS).into_iter().flatten();
    let writes = writes.then_some(WRITE_REFUSALS).into_iter().flatten();
    for (status, why) in bodies.chain(writes).chain(COMMON_REFUSALS) {
        let error = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
        let response = ResponseBuilder::new().description(why).content("application/json", error).build();
        operation.responses.responses.entry(status.into()).or_insert(response.into());
    }
}

/// The OpenAPI document of the HTTP API.
pub fn document() -> Value {
    let mut api = Api::openapi();
    for item in api.paths.paths.values_mut() {
        item.get.iter_mut().for_each(|operation| add_refusals(operation, false));
        let writes = item.put.iter_mut().chain(&mut item.post).chain(&mut item.delete);
        writes.for_each(|operation| add_refusals(operation, true));
    }
    serde_json::to_value(&api).expect("an OpenAPI document can be written as JSON")
}

/// The document as JSON. Cached: building it for every request would let clients keep a thread busy.
static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| document().to_string().into());

pub(super) async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.clone())
}
