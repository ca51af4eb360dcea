//! The error of a handler, and its JSON body.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use eights::RefusalCode;
use eights_config::Problem;
use eights_store::StoreError;
use serde::Serialize;

use crate::refusal::{BANNED, Refusal};

/// The error of a handler.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: RefusalCode,
    error: String,
    pub(super) problems: Vec<Problem>,
}

/// The JSON body of a refusal.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct ErrorBody {
    /// The reason, for programs.
    code: RefusalCode,
    /// The reason, in one sentence.
    error: String,
    /// Every mistake of a rule sheet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    problems: Vec<Problem>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: RefusalCode, error: impl Into<String>) -> ApiError {
        ApiError { status, code, error: error.into(), problems: Vec::new() }
    }

    pub(crate) fn bad(code: RefusalCode, error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, error)
    }

    pub(crate) fn missing(code: RefusalCode, error: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, code, error)
    }

    pub(crate) fn no_cookie() -> ApiError {
        let error = "first ask /api/me who you are: it sets the cookie";
        ApiError::new(StatusCode::UNAUTHORIZED, RefusalCode::NoCookie, error)
    }

    pub(crate) fn banned() -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, RefusalCode::Forbidden, BANNED)
    }

    pub(crate) fn no_such_game(problem: Problem) -> ApiError {
        ApiError::missing(RefusalCode::NoSuchGame, problem.message)
    }

    pub(crate) fn problems(problems: Vec<Problem>) -> ApiError {
        let error = "the rule sheet has mistakes".into();
        ApiError { status: StatusCode::UNPROCESSABLE_ENTITY, code: RefusalCode::BadRules, error, problems }
    }
}

/// For a request that asks for something that cannot be done.
impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError::bad(refusal.code(), refusal.to_string())
    }
}

impl From<StoreError> for ApiError {
    /// Details go to the log, not to the client.
    fn from(error: StoreError) -> ApiError {
        tracing::error!(%error, "the store failed");
        let error = "nothing can be kept at the moment: please try again";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, RefusalCode::NotSaved, error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = ErrorBody { code: self.code, error: self.error, problems: self.problems };
        (self.status, Json(body)).into_response()
    }
}
