//! For whoever runs the server: is it alive, is it ready, what does it count, what can be asked.

use std::sync::{Arc, LazyLock};

use axum::{
    body::Bytes,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};
use utoipa::{
    OpenApi,
    openapi::{ContentBuilder, Ref, ResponseBuilder, path::Operation},
};

use super::{App, ErrorBody, matches, me, rules, tables};

pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// Ready unless the server is going down or its store cannot be written.
pub(super) async fn readyz(State(app): State<Arc<App>>) -> impl IntoResponse {
    if app.hub.is_draining() {
        return (StatusCode::SERVICE_UNAVAILABLE, "going down\n");
    }
    match app.hub.health.check().await {
        Ok(()) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            if let Some(times) = app.hub.unready.count(app.hub.clock.now()) {
                tracing::error!(%error, times, "not ready: the store cannot be written");
            }
            (StatusCode::SERVICE_UNAVAILABLE, "the store cannot be written\n")
        }
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
    ),
    components(schemas(ErrorBody))
)]
struct Api;

/// What a request with a body may be refused for before anybody looks at what it says.
const BODIES: [(&str, &str); 4] = [
    ("400", "the body is not JSON"),
    ("413", "the body is too long"),
    ("415", "the body is not said to be JSON"),
    ("422", "the body is not of the form that is asked for"),
];
/// What a request that changes something may be refused for.
const WRITES: [(&str, &str); 3] = [
    ("401", "nobody is known by this cookie"),
    ("403", "the header X-Eights is missing, or the request comes from a page of another origin"),
    ("503", "nothing can be kept at the moment"),
];
/// What any request may be refused for.
const ANY: [(&str, &str); 1] = [("429", "too many requests, or the address has created too much")];

/// Adds what is refused at the door, the same for all, unless the operation itself tells more.
fn add_refusals(operation: &mut Operation, writes: bool) {
    let bodies = operation.request_body.is_some().then_some(BODIES).into_iter().flatten();
    let writes = writes.then_some(WRITES).into_iter().flatten();
    for (status, why) in bodies.chain(writes).chain(ANY) {
        let error = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
        let response = ResponseBuilder::new().description(why).content("application/json", error).build();
        operation.responses.responses.entry(status.into()).or_insert(response.into());
    }
}

/// The OpenAPI document as JSON. Building it takes long enough that clients could keep a thread busy with it.
static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| {
    let mut api = Api::openapi();
    for item in api.paths.paths.values_mut() {
        item.get.iter_mut().for_each(|it| add_refusals(it, false));
        item.put.iter_mut().chain(&mut item.post).for_each(|it| add_refusals(it, true));
    }
    serde_json::to_vec(&api).expect("an OpenAPI document can be written as JSON").into()
});

pub(super) async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.clone())
}
