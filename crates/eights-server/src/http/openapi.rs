//! The OpenAPI document of the HTTP API.
//!
//! The server sends the file that is checked in. Only tests and `make schema` derive it from the handlers
//! (feature `openapi`): compiling utoipa's macros takes 20 s of CPU, which `make play` need not wait for.

use axum::{http::header, response::IntoResponse};
use serde_json::Value;

/// The document as it is checked in. `cargo xtask fresh` compares it with the derived one.
const DOCUMENT: &str = include_str!("../../../../schema/openapi.json");

/// The OpenAPI document of the HTTP API: derived from the handlers if the feature `openapi` is on.
pub fn openapi() -> Value {
    #[cfg(feature = "openapi")]
    return derive::document();
    #[cfg(not(feature = "openapi"))]
    serde_json::from_str(DOCUMENT).expect("the checked-in document is JSON")
}

pub(super) async fn get() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT)
}

#[cfg(feature = "openapi")]
mod derive {
    use serde_json::Value;
    use utoipa::{
        OpenApi,
        openapi::{ContentBuilder, Ref, ResponseBuilder, path::Operation},
    };

    use crate::http::{error::ErrorBody, export, matches, me, rules, tables};

    #[derive(OpenApi)]
    #[openapi(
        info(
            title = "Eights",
            description = "Tables of the Crazy Eights family. Requests that change \
            something need the cookie that GET /api/me sets, and the header X-Eights: 1. Playing itself \
            goes over GET /ws/{code}, a WebSocket."
        ),
        paths(
            me::get,
            me::put,
            me::delete,
            export::get,
            me::link,
            me::claim,
            rules::games,
            rules::levels,
            rules::show,
            rules::check,
            rules::save,
            rules::schema,
            tables::open,
            tables::list,
            tables::look,
            matches::list,
            matches::one,
            matches::journal,
            matches::stats
        ),
        components(schemas(ErrorBody))
    )]
    struct Api;

    /// Refusals of any request with a body, before its content is considered.
    const BODY_REFUSALS: [(&str, &str); 4] = [
        ("400", "the body is not JSON"),
        ("413", "the body is too long"),
        ("415", "the body is not said to be JSON"),
        ("422", "the body is not of the form that is asked for"),
    ];
    /// Refusals of any request that changes something.
    const WRITE_REFUSALS: [(&str, &str); 3] = [
        ("401", "nobody is known by this cookie"),
        ("403", "the header X-Eights is missing, or the request comes from a page of another origin"),
        ("503", "nothing can be kept at the moment"),
    ];
    /// Refusals of any request.
    const COMMON_REFUSALS: [(&str, &str); 2] = [
        ("403", "the operator has banned the person or the address"),
        ("429", "too many requests, or the address has created too much"),
    ];

    /// Adds the refusals common to all operations, unless the operation describes that status itself.
    fn add_refusals(operation: &mut Operation, writes: bool) {
        let bodies = operation.request_body.is_some().then_some(BODY_REFUSALS).into_iter().flatten();
        let writes = writes.then_some(WRITE_REFUSALS).into_iter().flatten();
        for (status, why) in bodies.chain(writes).chain(COMMON_REFUSALS) {
            let error = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
            let response = ResponseBuilder::new().description(why).content("application/json", error).build();
            operation.responses.responses.entry(status.into()).or_insert(response.into());
        }
    }

    /// Derives the document from the handlers.
    pub(super) fn document() -> Value {
        let mut api = Api::openapi();
        for item in api.paths.paths.values_mut() {
            item.get.iter_mut().for_each(|operation| add_refusals(operation, false));
            let writes = item.put.iter_mut().chain(&mut item.post).chain(&mut item.delete);
            writes.for_each(|operation| add_refusals(operation, true));
        }
        serde_json::to_value(&api).expect("an OpenAPI document can be written as JSON")
    }
}

#[cfg(all(test, feature = "openapi"))]
mod tests {
    #[test]
    fn the_checked_in_document_is_up_to_date() {
        let checked_in: serde_json::Value = serde_json::from_str(super::DOCUMENT).expect("JSON");
        assert!(checked_in == super::openapi(), "schema/openapi.json is stale: run make schema");
    }
}
