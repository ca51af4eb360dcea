//! The state shared by all handlers, and what they extract from a request.

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Request},
    http::{HeaderMap, StatusCode, header, request::Parts},
};
use eights::RefusalCode;
use eights_store::PersonRow;
use serde::de::DeserializeOwned;
use tokio::{sync::Semaphore, time::timeout};

use super::error::ApiError;
use crate::{
    config::Config,
    hub::Hub,
    limits::{
        KeyedRate, Rate,
        connections::{ConnectionLimits, Slot, most_connections},
        guesses::Guesses,
    },
    people::{self, Links},
};

/// How many submitted sheets are compiled concurrently.
const MAX_COMPILING: usize = 2;

/// The state shared by all handlers.
pub(crate) struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) limits: Arc<ConnectionLimits>,
    pub(super) links: Links,
    pub(super) rates: KeyedRate<IpAddr>,
    guesses: Guesses,
    /// Permits to compile a sheet.
    pub(super) compiling: Arc<Semaphore>,
}

/// The peer of a connection, which counts as open while any clone of this lives.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    pub(crate) _slot: Arc<Slot>,
}

/// The client address that a request counts against, also behind a proxy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

/// Extracts the person whose cookie the request carries.
pub(crate) struct Me(pub(crate) PersonRow);

impl FromRequestParts<Arc<App>> for Me {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Me, ApiError> {
        let person = app.person(&parts.headers).await?;
        person.map(Me).ok_or_else(ApiError::no_cookie)
    }
}

/// Extracts a JSON body, with errors in the form of all others.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Body<T>, ApiError> {
        let limit = Duration::from_secs(app.hub.config().request_timeout);
        match timeout(limit, Json::<T>::from_request(request, app)).await {
            Ok(Ok(Json(body))) => Ok(Body(body)),
            Ok(Err(rejection)) => {
                Err(ApiError::new(rejection.status(), RefusalCode::Unreadable, rejection.body_text()))
            }
            Err(_) => Err(ApiError::new(
                StatusCode::REQUEST_TIMEOUT,
                RefusalCode::Unreadable,
                "the body of the request did not come in time",
            )),
        }
    }
}

impl App {
    pub(crate) fn new(hub: Arc<Hub>, limits: Arc<ConnectionLimits>) -> App {
        let rates = KeyedRate::shared(requests(&hub.config()), &hub.share);
        let guesses = Guesses::new(hub.share.clone());
        let compiling = Arc::new(Semaphore::new(MAX_COMPILING));
        App { hub, limits, links: Links::default(), rates, guesses, compiling }
    }

    /// Takes over changed settings.
    pub(crate) fn configure(&self, config: Config) {
        self.rates.set_rate(requests(&config));
        let before = self.hub.config();
        if (before.max_connections, before.max_per_address)
            != (config.max_connections, config.max_per_address)
        {
            self.limits.set_max(most_connections(&config), config.max_per_address);
        }
        self.hub.configure(config);
    }

    /// The person whose cookie a request carries, if it is valid.
    ///
    /// # Errors
    ///
    /// When the person is banned, or the store fails.
    pub(crate) async fn person(&self, headers: &HeaderMap) -> Result<Option<PersonRow>, ApiError> {
        let person = people::known(&self.hub, headers).await?;
        if person.as_ref().is_some_and(|person| self.hub.bans.has_person(person.id)) {
            return Err(ApiError::banned());
        }
        Ok(person)
    }

    /// Whether a request comes from our own page. Programs other than browsers send no origin, and
    /// pass.
    pub(crate) fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let is_own = origin.to_str().is_ok_and(|origin| self.is_own_origin(origin, headers));
        if !is_own && let Some(times) = self.hub.refusals.origins.count(self.hub.clock.now()) {
            tracing::warn!(?origin, times, "a page of another address was refused");
        }
        is_own
    }

    fn is_own_origin(&self, origin: &str, headers: &HeaderMap) -> bool {
        let (config, origin) = (self.hub.config(), normal(origin));
        if config.public_url.iter().chain(&config.origins).any(|known| normal(known) == origin) {
            return true;
        }
        // Without a public URL, the server may be reached by several names, so the origin must
        // match the host. With one, the host proves nothing: the sender chooses it.
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        config.public_url.is_none()
            && host
                .is_some_and(|host| authority.is_some_and(|authority| host.eq_ignore_ascii_case(authority)))
    }

    /// Checks that a client may try another code: a table's, or a link code.
    ///
    /// # Errors
    ///
    /// When too many of its codes were wrong.
    pub(crate) fn may_try_code(&self, client: Client) -> Result<(), ApiError> {
        if self.hub.config().request_rate <= 0.0 || self.guesses.may_try(client.0, self.hub.clock.now()) {
            return Ok(());
        }
        self.hub.metrics.limited.inc();
        if let Some(times) = self.hub.refusals.codes.count(self.hub.clock.now()) {
            tracing::warn!(address = %client.0, times, "too many wrong codes");
        }
        Err(ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            RefusalCode::TooFast,
            "too many wrong codes: please wait a minute",
        ))
    }

    /// The refusal for an address that has used up a quota.
    pub(super) fn over_quota(&self, client: Client, error: impl Into<String>) -> ApiError {
        self.hub.metrics.limited.inc();
        if let Some(times) = self.hub.refusals.quotas.count(self.hub.clock.now()) {
            tracing::warn!(address = %client.0, times, "a quota is used up");
        }
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, RefusalCode::QuotaUsedUp, error)
    }

    /// Charges a client for a wrong code, and returns the refusal.
    pub(crate) fn wrong_code(&self, client: Client, code: RefusalCode, why: &str) -> ApiError {
        self.guesses.was_wrong(client.0, self.hub.clock.now());
        ApiError::missing(code, why)
    }
}

/// The rate of requests per address.
fn requests(config: &Config) -> Rate {
    let rate = config.request_rate;
    Rate { per_second: rate, burst: (rate * 4.0) as u32 + 1 }
}

/// Normalises an origin to the form that browsers send: in lower case, without the default port.
fn normal(origin: &str) -> String {
    let origin = origin.trim_end_matches('/').to_ascii_lowercase();
    let usual = match origin.split_once("://") {
        Some(("https", authority)) => authority.strip_suffix(":443").map(|bare| format!("https://{bare}")),
        Some(("http", authority)) => authority.strip_suffix(":80").map(|bare| format!("http://{bare}")),
        _ => None,
    };
    usual.unwrap_or(origin)
}
