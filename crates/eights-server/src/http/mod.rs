//! The HTTP API: routing, rate limits, protection against forged requests, and security headers.

pub(crate) mod app;
pub(crate) mod error;
mod export;
mod matches;
mod me;
pub(crate) mod nodes;
mod openapi;
mod ops;
mod page;
pub(crate) mod redirect;
mod rules;
mod tables;

pub use openapi::openapi;

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
};

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use eights::RefusalCode;

use self::{
    app::{App, Client, Peer},
    error::ApiError,
};
use crate::net::{
    address::{client, limit_key},
    opening,
};

/// All public routes.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/me", get(me::get).put(me::put).delete(me::delete))
        .route("/me/export", get(export::get))
        .route("/me/link", post(me::link))
        .route("/me/claim", post(me::claim))
        .route("/games", get(rules::games))
        .route("/levels", get(rules::levels))
        .route("/rules/{game}", post(rules::save))
        .route("/rules/{game}/check", post(rules::check))
        .route("/rules/{game}/{rules}", get(rules::show))
        .route("/schema/{game}", get(rules::schema))
        .route("/tables", get(tables::list).post(tables::open))
        .route("/tables/{code}", get(tables::look))
        .route("/matches", get(matches::list))
        .route("/matches/{id}", get(matches::one))
        .route("/matches/{id}/journal", get(matches::journal))
        .route("/stats", get(matches::stats))
        .fallback(async || ApiError::missing(RefusalCode::NotFound, "there is nothing at this address"))
        .method_not_allowed_fallback(async || {
            ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                RefusalCode::NotSupported,
                "this address does not know that method",
            )
        })
        .layer(axum::extract::DefaultBodyLimit::max(256 << 10));
    Router::new()
        .nest("/api", api)
        .route("/ws/{code}", get(opening::open))
        .route("/healthz", get(ops::healthz))
        .route("/readyz", get(ops::readyz))
        .route(
            "/metrics",
            get(async || ApiError::missing(RefusalCode::NotFound, "metrics are at an address of their own")),
        )
        .route("/openapi.json", get(openapi::get))
        .fallback(page::serve)
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// The routes of the metrics endpoint, which has an address of its own.
pub(crate) fn metrics_router(app: Arc<App>) -> Router {
    let nothing = async || ApiError::missing(RefusalCode::NotFound, "the metrics are at /metrics");
    Router::new().route("/metrics", get(ops::show_metrics)).fallback(nothing).with_state(app)
}

/// The content security policy: only our own scripts, styles and connections, no framing.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Middleware: counts the request, checks it, and adds security headers to the response.
async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let hub = &app.hub;
    hub.metrics.requests.inc();
    let peer =
        request.extensions().get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.address);
    let client = Client(limit_key(client(hub.config().proxies(), peer, request.headers())));
    request.extensions_mut().insert(client);
    let mut response = match check(&app, client, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Paths without a rate limit: orchestrators poll them, and they are cheap to answer.
const UNLIMITED: [&str; 2] = ["/healthz", "/readyz"];

fn check(app: &App, client: Client, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    if app.hub.bans.has_address(client.0) && !UNLIMITED.contains(&request.uri().path()) {
        return Err(ApiError::banned());
    }
    if !UNLIMITED.contains(&request.uri().path()) && !app.rates.allows(client.0, app.hub.clock.now()) {
        app.hub.metrics.limited.inc();
        if let Some(times) = app.hub.refusals.requests.count(app.hub.clock.now()) {
            tracing::warn!(address = %client.0, times, "too many requests");
        }
        return Err(ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            RefusalCode::TooFast,
            "a little slower, please",
        ));
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !reads && headers.get("x-eights").is_none_or(|value| value != "1") {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            RefusalCode::Forbidden,
            "a request that changes something needs X-Eights: 1",
        ));
    }
    if !reads && !app.is_own_page(headers) {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            RefusalCode::Forbidden,
            "pages of other addresses may not change anything",
        ));
    }
    Ok(())
}
