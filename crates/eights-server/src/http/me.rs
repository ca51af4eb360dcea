//! `/api/me`: who one is.

use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::State,
    http::{HeaderMap, header::SET_COOKIE},
    response::{AppendHeaders, IntoResponse},
};
use eights_store::{Op, PersonId, PersonRow};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ApiError, App, Body, Client, ErrorBody, Me};
use crate::{
    hub::Hub,
    names::{self, MAX_NAME},
    people,
};

/// Who one is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Profile {
    /// A number that is no secret.
    #[schema(value_type = String)]
    id: PersonId,
    /// What one calls oneself.
    name: String,
    /// How many seconds ago the cookie was made.
    token_age: u64,
}

impl Profile {
    fn of(person: PersonRow, hub: &Hub) -> Profile {
        let token_age = hub.clock.date().saturating_sub(person.since) / 1000;
        Profile { id: person.id, name: person.name, token_age }
    }
}

/// Who am I? On first contact one becomes somebody, by a cookie. It is set again every time, so that
/// it does not run out while it is used.
#[utoipa::path(
    get, path = "/api/me", operation_id = "whoAmI",
    responses((status = 200, description = "who one is; the cookie lasts for another year", body = Profile))
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let (person, cookie) = match people::known(&app.hub, &headers).await? {
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

/// A name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Name {
    /// Up to 24 characters; those that cannot be seen are left out.
    name: String,
}

/// Changes one's name; tables show it when one comes again.
#[utoipa::path(
    put, path = "/api/me", operation_id = "rename", request_body = Name,
    responses((status = 200, description = "the name as it is shown", body = Profile))
)]
pub(crate) async fn put(
    State(app): State<Arc<App>>,
    Me(mut me): Me,
    Body(name): Body<Name>,
) -> Result<Json<Profile>, ApiError> {
    me.name = names::proper_name(&name.name)
        .ok_or_else(|| ApiError::bad(format!("a name has 1 to {MAX_NAME} characters that can be seen")))?;
    if names::is_bot_name(&me.name) {
        return Err(ApiError::bad("bots are called that: choose another name"));
    }
    app.hub.store.write(vec![Op::Person(me.clone())]).await?;
    Ok(Json(Profile::of(me, &app.hub)))
}

/// A code by which one moves to another device.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Code {
    /// The code.
    code: String,
}

/// Makes a link code. It holds for ten minutes, and once.
#[utoipa::path(
    post, path = "/api/me/link", operation_id = "makeLinkCode",
    responses((status = 200, description = "the code", body = Code))
)]
pub(crate) async fn link(State(app): State<Arc<App>>, Me(me): Me) -> Json<Code> {
    Json(Code { code: app.links.make(me.id, app.hub.clock.now()) })
}

/// Moves to this device. The cookie of the other one is void from then on, and its connections end.
#[utoipa::path(
    post, path = "/api/me/claim", operation_id = "claimLinkCode", request_body = Code,
    responses(
        (status = 200, description = "who one is from now on; a new cookie", body = Profile),
        (status = 404, description = "there is no such code, or not any more", body = ErrorBody),
    )
)]
pub(crate) async fn claim(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Body(code): Body<Code>,
) -> Result<impl IntoResponse, ApiError> {
    app.may_try_code(client)?;
    let unknown = || app.wrong_code(client, "this code is not known, or not any more");
    let id = app.links.take(&code.code, app.hub.clock.now()).ok_or_else(unknown)?;
    let hub = app.hub.clone();
    let person = tokio::task::spawn_blocking(move || hub.store.person(id)).await;
    let person = person.map_err(|_| unknown())??.ok_or_else(unknown)?;
    let (person, cookie) = people::renew(&app.hub, person).await?;
    app.hub.sessions.end(person.id);
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), Json(Profile::of(person, &app.hub))))
}
