//! The page, embedded; a few plain words where it was not built.

use axum::{
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::{Embed, EmbeddedFile};

use super::ApiError;

/// What `web/` was built to. Empty when it was not.
#[derive(Embed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// Said where there is no page.
const PLAIN: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Eights</title>\
    <h1>Eights</h1><p>This server runs, but was built without its page.</p>\
    <p>Tables can be reached from the terminal, and by programs: <a href=\"/openapi.json\">what can be asked</a>.</p>";

/// A file of the page; its beginning for every other address.
pub(super) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "pages can only be read").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(found) = find(path, &headers) {
        return answer(path, found, &headers);
    }
    // What looks like a file and is none is missing; anything else is an address inside the page.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return ApiError::missing("there is nothing at this address").into_response();
    }
    match find("index.html", &headers) {
        Some(found) => answer("index.html", found, &headers),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], PLAIN).into_response(),
    }
}

/// The file as the reader takes it best, and how it is packed.
fn find(path: &str, headers: &HeaderMap) -> Option<(EmbeddedFile, Option<&'static str>)> {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes = |name: &str| accepted.split(',').any(|it| it.trim().split(';').next() == Some(name));
    let packed = [("br", "br"), ("gzip", "gz")].into_iter().filter(|(name, _)| takes(name));
    packed
        .filter_map(|(name, end)| Some((Dist::get(&format!("{path}.{end}"))?, Some(name))))
        .next()
        .or_else(|| Dist::get(path).map(|file| (file, None)))
}

fn answer(path: &str, (file, packed): (EmbeddedFile, Option<&'static str>), headers: &HeaderMap) -> Response {
    let hash = eights_match::journal::hex(&file.metadata.sha256_hash()[..12]);
    let tag = format!("\"{hash}\"");
    // What carries its hash in its name never changes.
    let keep = match path.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let mut response =
        match headers.get(header::IF_NONE_MATCH).is_some_and(|it| it.as_bytes() == tag.as_bytes()) {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => ([(header::CONTENT_TYPE, kind(path))], file.data).into_response(),
        };
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, header::HeaderValue::from_static(keep));
    out.insert(header::VARY, header::HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = header::HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    if let Some(packed) = packed {
        out.insert(header::CONTENT_ENCODING, header::HeaderValue::from_static(packed));
    }
    response
}

/// What kind of file it is, by its ending.
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
