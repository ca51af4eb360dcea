//! The HTTP side: who may ask, what is answered, and the headers around it.

mod matches;
mod me;
mod ops;
mod page;
mod rules;
mod tables;

use std::{net::IpAddr, sync::Arc};

use axum::{
    Json, Router,
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use eights_paper::Problem;
use eights_store::{PersonRow, StoreError};
use serde::Serialize;

use crate::{
    hub::{Hub, now},
    limits::{Each, Rate},
    people::{self, Links},
    server::Held,
    socket,
};

/// What every handler can reach.
pub(crate) struct App {
    /// The tables.
    pub(crate) hub: Arc<Hub>,
    links: Links,
    rates: Each<IpAddr>,
}

/// Where a request comes from. As long as one is held, the connection counts.
#[derive(Clone)]
pub(crate) struct Peer {
    /// The address of the other end.
    pub(crate) address: IpAddr,
    /// The connection's place among those that are allowed.
    pub(crate) _held: Arc<Held>,
}

/// Why a request is not answered as hoped.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    error: String,
    problems: Vec<Problem>,
}

/// Why, in one sentence; of a rule sheet every mistake.
#[derive(Serialize, utoipa::ToSchema)]
struct ErrorBody {
    error: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
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
        match Json::<T>::from_request(request, app).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) => Err(ApiError::new(rejection.status(), rejection.body_text())),
        }
    }
}

impl App {
    /// Everything around a hub.
    pub(crate) fn new(hub: Arc<Hub>) -> App {
        let rate = hub.config.request_rate;
        let rates = Each::new(Rate { per_second: rate, burst: (rate * 4.0) as u32 + 1 });
        App { hub, links: Links::default(), rates }
    }

    /// Whether a browser sends this from a page of ours. Other programs send no origin.
    pub(crate) fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        let config = &self.hub.config;
        let known = config.public_url.iter().chain(&config.origins);
        if known.map(|it| it.trim_end_matches('/')).any(|it| it.eq_ignore_ascii_case(origin)) {
            return true;
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        host.is_some() && authority.is_some_and(|it| host.is_some_and(|host| host.eq_ignore_ascii_case(it)))
    }
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
        .route("/metrics", get(ops::metrics))
        .route("/openapi.json", get(ops::openapi))
        .fallback(page::serve)
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// What a page of ours may do, and nobody may do with it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Before every request: is it one too many, is it forged? After it: the headers that close doors.
async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let hub = &app.hub;
    hub.metrics.requests.more();
    let mut response = match check(&app, &request) {
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

fn check(app: &App, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    if let Some(address) = address(app, request)
        && !app.rates.allows(address, now())
    {
        app.hub.metrics.limited.more();
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

/// Where a request comes from: behind a proxy, what the proxy says last.
fn address(app: &App, request: &Request) -> Option<IpAddr> {
    let direct = request.extensions().get::<Peer>().map(|peer| peer.address);
    if !app.hub.config.behind_proxy {
        return direct;
    }
    let said = request.headers().get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    said.rsplit(',').next()?.trim().parse().ok().or(direct)
}
