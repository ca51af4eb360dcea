//! Endpoints for operators: health, readiness and metrics.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
};

use super::app::App;
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
