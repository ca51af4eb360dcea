//! Redirects requests over plain HTTP to `https`.

use std::sync::Arc;

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode, Uri, header, uri::Authority},
    response::{IntoResponse, Response},
};
use eights::RefusalCode;

use super::ApiError;
use crate::hub::Hub;

/// Where requests are redirected to.
pub(crate) struct Target {
    /// Knows the address by which people reach the server, if it is set.
    pub(crate) hub: Arc<Hub>,
    /// The port of the server, if the address is taken from the request.
    pub(crate) port: u16,
}

/// Redirects every path.
pub(crate) fn router(target: Target) -> Router {
    Router::new().fallback(redirect).with_state(Arc::new(target))
}

async fn redirect(State(target): State<Arc<Target>>, uri: Uri, headers: HeaderMap) -> Response {
    let config = target.hub.config();
    let Some(base) = base(config.public_url.as_deref(), target.port, &headers) else {
        let why = "this server speaks https, and the request does not say under which name";
        return ApiError::new(StatusCode::BAD_REQUEST, RefusalCode::Unreadable, why).into_response();
    };
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let path = if path.starts_with('/') { path } else { "/" };
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, format!("{base}{path}"))]).into_response()
}

/// The start of the new address, without a path.
fn base(public_url: Option<&str>, port: u16, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = public_url {
        return Some(url.trim_end_matches('/').to_owned());
    }
    let host: Authority = headers.get(header::HOST)?.to_str().ok()?.parse().ok()?;
    if host.as_str().contains('@') || host.host().is_empty() {
        return None;
    }
    Some(match port {
        443 => format!("https://{}", host.host()),
        port => format!("https://{}:{port}", host.host()),
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn from(port: u16, public_url: Option<&str>, host: &'static str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        base(public_url, port, &headers)
    }

    #[test]
    fn the_host_of_the_request_is_kept_but_not_its_port() {
        assert_eq!(from(443, None, "cards.example").unwrap(), "https://cards.example");
        assert_eq!(from(8443, None, "cards.example:8080").unwrap(), "https://cards.example:8443");
        assert_eq!(from(443, None, "[2001:db8::1]:80").unwrap(), "https://[2001:db8::1]");
        for host in ["", "me@cards.example", "cards.example/x", ":80"] {
            assert_eq!(from(443, None, host), None, "{host}");
        }
    }

    #[test]
    fn the_public_url_goes_before_the_host() {
        let url = Some("https://cards.example/");
        assert_eq!(from(8443, url, "other.example").unwrap(), "https://cards.example");
    }
}
