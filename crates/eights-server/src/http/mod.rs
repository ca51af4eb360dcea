//! The HTTP side: who may ask, what is answered, and the headers around it.

mod matches;
mod me;
mod ops;
mod page;
mod rules;
mod tables;

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
    time::Duration,
};

use axum::{
    Json, Router,
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use eights_config::Problem;
use eights_store::{PersonRow, StoreError};
use serde::Serialize;
use tokio::{sync::Semaphore, time::timeout};

use crate::{
    address::{client, limit_key},
    connections::{ConnectionLimits, Slot},
    guesses::Guesses,
    hub::Hub,
    limits::{Each, Rate},
    people::{self, Links},
    socket,
};

/// What every handler can reach.
pub(crate) struct App {
    /// The tables.
    pub(crate) hub: Arc<Hub>,
    /// How many connections there may be.
    pub(crate) limits: Arc<ConnectionLimits>,
    links: Links,
    rates: Each<IpAddr>,
    guesses: Guesses,
    /// A permit for each sheet that may be compiled at the same time.
    compiling: Arc<Semaphore>,
}

/// Where a request comes from. As long as one is held, the connection counts.
#[derive(Clone)]
pub(crate) struct Peer {
    /// The address of the other end.
    pub(crate) address: IpAddr,
    /// The connection's place among those that are allowed.
    pub(crate) _slot: Arc<Slot>,
}

/// The address that a request counts against, behind a proxy too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

/// Why a request is not answered as hoped.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    error: String,
    problems: Vec<Problem>,
}

/// Why a request is refused.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ErrorBody {
    /// The reason, in one sentence.
    error: String,
    /// Of a rule sheet: every mistake in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Option<Vec<Object>>)]
    problems: Vec<Problem>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> ApiError {
        ApiError { status, error: error.into(), problems: Vec::new() }
    }

    pub(crate) fn bad(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, error)
    }

    pub(crate) fn missing(error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, error)
    }

    fn problems(problems: Vec<Problem>) -> ApiError {
        let error = "the rule sheet has mistakes".into();
        ApiError { status: StatusCode::UNPROCESSABLE_ENTITY, error, problems }
    }
}

impl From<StoreError> for ApiError {
    /// What went wrong inside is for the log.
    fn from(error: StoreError) -> ApiError {
        tracing::error!(%error, "the store failed");
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "nothing can be kept at the moment: please try again")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ErrorBody { error: self.error, problems: self.problems };
        (self.status, Json(body)).into_response()
    }
}

/// Whoever sent the request; they have been here before.
pub(crate) struct Me(pub(crate) PersonRow);

impl FromRequestParts<Arc<App>> for Me {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Me, ApiError> {
        let person = people::known(&app.hub, &parts.headers).await?;
        let error = "first ask /api/me who you are: it sets the cookie";
        person.map(Me).ok_or_else(|| ApiError::new(StatusCode::UNAUTHORIZED, error))
    }
}

/// A JSON body, with a sentence when it is none.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: serde::de::DeserializeOwned> axum::extract::FromRequest<Arc<App>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Body<T>, ApiError> {
        let limit = Duration::from_secs(app.hub.config.request_timeout);
        match timeout(limit, Json::<T>::from_request(request, app)).await {
            Ok(Ok(Json(body))) => Ok(Body(body)),
            Ok(Err(rejection)) => Err(ApiError::new(rejection.status(), rejection.body_text())),
            Err(_) => Err(ApiError::new(
                StatusCode::REQUEST_TIMEOUT,
                "the body of the request did not come in time",
            )),
        }
    }
}

impl App {
    /// Everything around a hub.
    pub(crate) fn new(hub: Arc<Hub>, limits: Arc<ConnectionLimits>) -> App {
        let rate = hub.config.request_rate;
        let rates = Each::new(Rate { per_second: rate, burst: (rate * 4.0) as u32 + 1 });
        let compiling = Arc::new(Semaphore::new(rules::MOST_COMPILING));
        App { hub, limits, links: Links::default(), rates, guesses: Guesses::default(), compiling }
    }

    /// Whether a browser sends this from a page of ours. Other programs send no origin.
    pub(crate) fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let is_own = origin.to_str().is_ok_and(|origin| self.is_own_origin(origin, headers));
        if !is_own && let Some(times) = self.hub.refusals.origins.count(self.hub.clock.now()) {
            tracing::warn!(?origin, times, "a page of another address was refused");
        }
        is_own
    }

    fn is_own_origin(&self, origin: &str, headers: &HeaderMap) -> bool {
        let (config, origin) = (&self.hub.config, normal(origin));
        if config.public_url.iter().chain(&config.origins).any(|known| normal(known) == origin) {
            return true;
        }
        // A page that is reached by several names is told by its host. Where the operator has said its one name,
        // the host is not believed: whoever sends the request chooses it.
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        config.public_url.is_none()
            && host
                .is_some_and(|host| authority.is_some_and(|authority| host.eq_ignore_ascii_case(authority)))
    }

    /// Whether a client may try a code that opens something: a table's, or one that moves somebody to another device.
    ///
    /// # Errors
    ///
    /// When too many of its codes were wrong.
    pub(crate) fn may_try_code(&self, client: Client) -> Result<(), ApiError> {
        if self.hub.config.request_rate <= 0.0 || self.guesses.may_try(client.0, self.hub.clock.now()) {
            return Ok(());
        }
        self.hub.metrics.limited.more();
        if let Some(times) = self.hub.refusals.codes.count(self.hub.clock.now()) {
            tracing::warn!(address = %client.0, times, "too many wrong codes");
        }
        Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too many wrong codes: please wait a minute"))
    }

    /// The answer to a client that has created as much as one address may.
    fn over_quota(&self, client: Client, error: impl Into<String>) -> ApiError {
        self.hub.metrics.limited.more();
        if let Some(times) = self.hub.refusals.quotas.count(self.hub.clock.now()) {
            tracing::warn!(address = %client.0, times, "a quota is used up");
        }
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, error)
    }

    /// What a client hears whose code was wrong.
    pub(crate) fn wrong_code(&self, client: Client, why: &str) -> ApiError {
        self.guesses.was_wrong(client.0, self.hub.clock.now());
        ApiError::missing(why)
    }
}

/// An origin as browsers send it: in small letters, without the port that belongs to its scheme.
fn normal(origin: &str) -> String {
    let origin = origin.trim_end_matches('/').to_ascii_lowercase();
    let usual = match origin.split_once("://") {
        Some(("https", authority)) => authority.strip_suffix(":443").map(|bare| format!("https://{bare}")),
        Some(("http", authority)) => authority.strip_suffix(":80").map(|bare| format!("http://{bare}")),
        _ => None,
    };
    usual.unwrap_or(origin)
}

/// Every address of the server.
pub(crate) fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/me", get(me::get).put(me::put))
        .route("/me/link", post(me::link))
        .route("/me/claim", post(me::claim))
        .route("/games", get(rules::games))
        .route("/levels", get(rules::levels))
        .route("/rules/{game}", post(rules::save))
        .route("/rules/{game}/check", post(rules::check))
        .route("/rules/{game}/{rules}", get(rules::show))
        .route("/schema/{game}", get(rules::schema))
        .route("/tables", get(tables::list).post(tables::found))
        .route("/tables/{code}", get(tables::look))
        .route("/matches", get(matches::list))
        .route("/matches/{id}", get(matches::one))
        .route("/matches/{id}/journal", get(matches::journal))
        .route("/stats", get(matches::stats))
        .fallback(async || ApiError::missing("there is nothing at this address"))
        .method_not_allowed_fallback(async || {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not know that method")
        })
        .layer(axum::extract::DefaultBodyLimit::max(256 << 10));
    Router::new()
        .nest("/api", api)
        .route("/ws/{code}", get(socket::open))
        .route("/healthz", get(ops::healthz))
        .route("/readyz", get(ops::readyz))
        .route("/metrics", get(async || ApiError::missing("metrics are at an address of their own")))
        .route("/openapi.json", get(ops::openapi))
        .fallback(page::serve)
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// The address of the metrics, which is not the public one.
pub(crate) fn metrics_router(app: Arc<App>) -> Router {
    let nothing = async || ApiError::missing("the metrics are at /metrics");
    Router::new().route("/metrics", get(ops::metrics)).fallback(nothing).with_state(app)
}

/// What a page of ours may do, and nobody may do with it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Before every request: is it one too many, is it forged? After it: the headers that close doors.
async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let hub = &app.hub;
    hub.metrics.requests.more();
    let peer =
        request.extensions().get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.address);
    let client = Client(limit_key(client(&hub.config, peer, request.headers())));
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

/// What an orchestrator asks all the time, and what costs nothing to answer.
const UNLIMITED: [&str; 2] = ["/healthz", "/readyz"];

fn check(app: &App, client: Client, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    if !UNLIMITED.contains(&request.uri().path()) && !app.rates.allows(client.0, app.hub.clock.now()) {
        app.hub.metrics.limited.more();
        if let Some(times) = app.hub.refusals.requests.count(app.hub.clock.now()) {
            tracing::warn!(address = %client.0, times, "too many requests");
        }
        return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "a little slower, please"));
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !reads && headers.get("x-eights").is_none_or(|value| value != "1") {
        return Err(ApiError::new(
            StatusCode::FORBIDDEN,
            "a request that changes something needs X-Eights: 1",
        ));
    }
    if !reads && !app.is_own_page(headers) {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "pages of other addresses may not change anything"));
    }
    Ok(())
}
