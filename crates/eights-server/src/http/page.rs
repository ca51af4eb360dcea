//! Serves the embedded page, or a plain placeholder if it was not built.

use axum::{
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use eights::RefusalCode;
use rust_embed::{Embed, EmbeddedFile};

use super::ApiError;

/// The build output of `web/`; empty if it was not built.
#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

const FALLBACK_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Eights</title>\
    <h1>Eights</h1><p>This server runs, but was built without its page.</p>\
    <p>Tables can be reached from the terminal, and by programs: <a href=\"/openapi.json\">what can be asked</a>.</p>";

/// Serves a file of the page, and `index.html` for the addresses inside it.
pub(super) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return ApiError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            RefusalCode::NotSupported,
            "pages can only be read",
        )
        .into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(found) = find(path, &headers) {
        return answer(path, found, &headers);
    }
    // A missing path with an extension is a missing file; anything else is an address inside the
    // page.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return ApiError::missing(RefusalCode::NotFound, "there is nothing at this address").into_response();
    }
    match find("index.html", &headers) {
        Some(found) => answer("index.html", found, &headers),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], FALLBACK_PAGE).into_response(),
    }
}

/// The file in the best encoding that the client accepts, and the name of that encoding.
fn find(path: &str, headers: &HeaderMap) -> Option<(EmbeddedFile, Option<&'static str>)> {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes =
        |name: &str| accepted.split(',').any(|encoding| encoding.trim().split(';').next() == Some(name));
    let packed = [("br", "br"), ("gzip", "gz")].into_iter().filter(|(name, _)| takes(name));
    packed
        .filter_map(|(name, end)| Some((Dist::get(&format!("{path}.{end}"))?, Some(name))))
        .next()
        .or_else(|| Dist::get(path).map(|file| (file, None)))
}

fn answer(path: &str, (file, packed): (EmbeddedFile, Option<&'static str>), headers: &HeaderMap) -> Response {
    let hash = eights_match::hex::encode(&file.metadata.sha256_hash()[..12]);
    let tag = format!("\"{hash}\"");
    // Files in `assets/` have a content hash in their names, so they never change.
    let cache_control =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_cached =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if is_cached {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, kind(path))], file.data).into_response()
    };
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, header::HeaderValue::from_static(cache_control));
    out.insert(header::VARY, header::HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = header::HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    if let Some(packed) = packed {
        out.insert(header::CONTENT_ENCODING, header::HeaderValue::from_static(packed));
    }
    response
}

/// The content type of a file, by its extension.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
