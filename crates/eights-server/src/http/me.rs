//! `/api/me`: the person behind a cookie, their name, and moving to another device.

use eights::RefusalCode;
use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::State,
    http::{HeaderMap, StatusCode, header::SET_COOKIE},
    response::{AppendHeaders, IntoResponse},
};
use eights_store::{Op, PersonId, PersonRow};
use eights_wire::ByeCode;
use serde::{Deserialize, Serialize};

use super::{
    app::{App, Body, Client, Me},
    error::ApiError,
};
use crate::{
    cluster::peers,
    hub::Hub,
    net::sessions::MOVED,
    people::{
        self,
        names::{self, MAX_NAME_CHARS},
    },
};

/// The person behind the cookie.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Profile {
    /// A public id.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    id: PersonId,
    /// The name that tables show.
    name: String,
    /// Seconds since the cookie's token was made.
    token_age: u64,
}

impl Profile {
    pub(super) fn of(person: PersonRow, hub: &Hub) -> Profile {
        let token_age = hub.clock.date().saturating_sub(person.since) / 1000;
        Profile { id: person.id, name: person.name, token_age }
    }
}

/// Returns the person behind the cookie, or creates one on first contact. Sets the cookie again
/// every time, so that it does not expire while it is used.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/me", operation_id = "whoAmI",
    responses((status = 200, description = "who one is; the cookie lasts for another year", body = Profile))
))]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let (person, cookie) = match app.person(&headers).await? {
        Some(person) => (person, people::extended_cookie(&app.hub, &headers)),
        None => {
            if !app.hub.quotas.people.allows(client.0, app.hub.clock.now()) {
                let error = "too many new people have come from your network today: please try again in a few minutes";
                return Err(app.over_quota(client, error));
            }
            let (person, cookie) = people::welcome(&app.hub).await?;
            (person, Some(cookie))
        }
    };
    Ok((AppendHeaders(cookie.map(|cookie| (SET_COOKIE, cookie))), Json(Profile::of(person, &app.hub))))
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Name {
    /// Up to 24 characters; invisible ones are removed.
    name: String,
}

/// Changes your name; tables show it after you reconnect.
#[cfg_attr(feature = "openapi", utoipa::path(
    put, path = "/api/me", operation_id = "rename", request_body = Name,
    responses((status = 200, description = "the name as it is shown", body = Profile))
))]
pub(crate) async fn put(
    State(app): State<Arc<App>>,
    Me(mut me): Me,
    Body(name): Body<Name>,
) -> Result<Json<Profile>, ApiError> {
    me.name = names::proper_name(&name.name).ok_or_else(|| {
        ApiError::bad(
            RefusalCode::BadName,
            format!("a name has 1 to {MAX_NAME_CHARS} characters that can be seen"),
        )
    })?;
    if names::is_bot_name(&me.name) {
        return Err(ApiError::bad(RefusalCode::BadName, "bots are called that: choose another name"));
    }
    app.hub.store.write(vec![Op::Person(me.clone())]).await?;
    Ok(Json(Profile::of(me, &app.hub)))
}

/// Deletes you: your name and your cookie, your chairs at tables, and your name in all matches,
/// where it becomes `Somebody`. Matches of others stay, and their journals stay valid; a bot plays
/// on for you in those that are being played, and tables without anybody else are closed.
#[cfg_attr(feature = "openapi", utoipa::path(
    delete, path = "/api/me", operation_id = "deleteMe",
    responses((status = 204, description = "nothing is left; the cookie is removed"))
))]
pub(crate) async fn delete(State(app): State<Arc<App>>, Me(me): Me) -> Result<impl IntoResponse, ApiError> {
    app.hub.forget(me.id).await?;
    tracing::info!("somebody has deleted what was stored about them");
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(SET_COOKIE, people::no_cookie(&app.hub))])))
}

/// A code by which a person moves to another device.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Code {
    code: String,
}

/// Makes a link code, which is valid for ten minutes and works once.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/api/me/link", operation_id = "makeLinkCode",
    responses((status = 200, description = "the code", body = Code))
))]
pub(crate) async fn link(State(app): State<Arc<App>>, Me(me): Me) -> Json<Code> {
    Json(Code { code: app.links.make(me.id, app.hub.clock.now()) })
}

/// Moves a person to this device: voids the cookie of the other device and closes its connections.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/api/me/claim", operation_id = "claimLinkCode", request_body = Code,
    responses(
        (status = 200, description = "who one is from now on; a new cookie", body = Profile),
        (status = 404, description = "there is no such code, or not any more", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn claim(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Body(code): Body<Code>,
) -> Result<impl IntoResponse, ApiError> {
    app.may_try_code(client)?;
    let unknown =
        || app.wrong_code(client, RefusalCode::NoSuchLinkCode, "this code is not known, or not any more");
    let id = match app.links.take(&code.code, app.hub.clock.now()) {
        Some(id) => id,
        None => peers::take_link(&app.hub, &code.code).await.ok_or_else(unknown)?,
    };
    let hub = app.hub.clone();
    let person = tokio::task::spawn_blocking(move || hub.store.person(id)).await;
    let person = person.map_err(|_| unknown())??.ok_or_else(unknown)?;
    let (person, cookie) = people::renew(&app.hub, person).await?;
    app.hub.sessions.end(person.id, ByeCode::Moved, MOVED);
    peers::end_sessions(&app.hub, person.id).await;
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Json(Profile::of(person, &app.hub))))
}
