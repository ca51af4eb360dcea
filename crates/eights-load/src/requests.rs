//! The HTTP requests before a match: signing in and opening a table.

use eights_client::{HttpConnection, Method};
use serde_json::Value;

use crate::error::LoadError;

/// Signs in as somebody new; returns their cookie.
pub(crate) async fn sign_in(http: &mut HttpConnection) -> Result<String, LoadError> {
    let me = http.request(Method::GET, "/api/me", None, String::new()).await?;
    let refused = || LoadError::Refused(format!("no cookie: {}: {}", me.status, text(&me.body)));
    me.cookie.clone().ok_or_else(refused)
}

/// Opens a table; returns its code.
pub(crate) async fn open_table(
    http: &mut HttpConnection,
    cookie: &str,
    wanted: &Value,
) -> Result<String, LoadError> {
    let opened = http.request(Method::POST, "/api/tables", Some(cookie), wanted.to_string()).await?;
    let body: Value = serde_json::from_slice(&opened.body).unwrap_or_default();
    let refused = || LoadError::Refused(format!("no table: {}: {}", opened.status, text(&opened.body)));
    body["code"].as_str().map(str::to_owned).ok_or_else(refused)
}

fn text(body: &[u8]) -> String {
    String::from_utf8_lossy(body).into_owned()
}
