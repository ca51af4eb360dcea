//! Tables: founded, listed, looked at.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Extension, Json,
    extract::{Path, Query, State},
    http::{HeaderMap, header},
};
use eights::Seat;
use eights_wire::{Door, Phase, Settings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ApiError, App, Body, Client, ErrorBody, Me, rules::blocking};
use crate::{
    bots,
    hub::luck,
    room::{Founding, Listed, checked, fits},
};

/// A table to be founded.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The game: `crazy-eights`.
    game: String,
    /// The name of a shipped or saved rule set; the game's usual one when empty.
    #[serde(default)]
    rules: String,
    /// How many chairs.
    seats: u8,
    /// The settings; a private table without a clock, with talking, unless said.
    #[schema(value_type = Option<Object>)]
    settings: Option<Settings>,
    /// The level of the bot on a chair, by its letter.
    #[serde(default)]
    bots: BTreeMap<String, String>,
}

/// A table that was founded.
#[derive(Serialize, ToSchema)]
pub(crate) struct Founded {
    /// The code by which others join.
    code: String,
    /// The address to send to others.
    url: String,
}

/// Founds a table; whoever asks is its host and sits on the first free chair.
#[utoipa::path(
    post, path = "/api/tables", operation_id = "openTable", request_body = Wanted,
    responses(
        (status = 200, description = "the table is open", body = Founded),
        (status = 422, description = "there is no such table to open", body = ErrorBody),
    )
)]
pub(crate) async fn found(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Me(me): Me,
    headers: HeaderMap,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Founded>, ApiError> {
    let hub = app.hub.clone();
    let (game, key) = (wanted.game.clone(), wanted.rules.clone());
    let rules = blocking(move || hub.library.get(&game, &key)).await?.map_err(ApiError::bad)?;
    fits(&rules, wanted.seats).map_err(ApiError::bad)?;
    let mut chairs = vec![None; usize::from(wanted.seats)];
    for (letter, level) in wanted.bots {
        let seat = Seat::from_letter(&letter).and_then(|seat| chairs.get_mut(seat.index()));
        let chair = seat.ok_or_else(|| ApiError::bad(format!("there is no chair {letter:?}")))?;
        if !bots::is_level(&level) {
            return Err(ApiError::bad(format!("there is no bot of level {level:?}")));
        }
        *chair = Some(level);
    }
    let turn_seconds = Some(app.hub.config.turn_seconds).filter(|seconds| *seconds > 0);
    let settings =
        wanted.settings.unwrap_or(Settings { public: false, turn_seconds, chat: true, door: Door::Open });
    let founding = Founding {
        code: String::new(),
        host: (me.id, me.name),
        key: if wanted.rules.is_empty() { rules.name.clone() } else { wanted.rules },
        rules,
        settings: checked(settings).map_err(ApiError::bad)?,
        bots: chairs,
        secret: luck(),
    };
    let tables = &app.hub.quotas.tables;
    let quota = tables.take(client.0).ok_or_else(|| {
        let most = tables.most();
        let error = format!("there are {most} tables from your network already: please join one, or wait until one is cleared away");
        app.over_quota(client, error)
    })?;
    let code = app.hub.found(founding, Some(quota)).await.map_err(ApiError::bad)?;
    let url = format!("{}/t/{code}", base(&app, &headers));
    Ok(Json(Founded { code, url }))
}

/// The address by which whoever asks reaches us.
fn base(app: &App, headers: &HeaderMap) -> String {
    if let Some(url) = &app.hub.config.public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    host.map_or_else(String::new, |host| format!("http://{host}"))
}

/// Which page of the list.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Page {
    /// Pages count from 0; the last one has fewer than 50 tables.
    #[serde(default)]
    page: u32,
}

/// A table in the list: what `GET /api/tables/{code}` says, without the description of its rules.
#[derive(Serialize, ToSchema)]
pub(crate) struct Row {
    code: String,
    rules: RowRules,
    /// How many chairs it has.
    seats: u8,
    /// How many of them are free.
    free: u8,
    #[schema(value_type = String)]
    phase: Phase,
    /// Whose it is.
    host: String,
}

/// What is played at a table in the list.
#[derive(Serialize, ToSchema)]
struct RowRules {
    game: String,
    name: String,
    title: String,
    hash: String,
}

impl From<Listed> for Row {
    fn from(Listed { code, rules, seats, free, phase, host, .. }: Listed) -> Row {
        let rules = RowRules { game: rules.game, name: rules.name, title: rules.title, hash: rules.hash };
        Row { code, rules, seats, free, phase, host }
    }
}

/// Public tables, those that still gather first, 50 at a time.
#[utoipa::path(
    get, path = "/api/tables", operation_id = "listTables", params(Page),
    responses(
        (status = 200, description = "up to 50 tables", body = [Row]),
        (status = 400, description = "`page` is not a number"),
    )
)]
pub(crate) async fn list(State(app): State<Arc<App>>, Query(Page { page }): Query<Page>) -> Json<Vec<Row>> {
    Json(app.hub.listed(page as usize).into_iter().map(Row::from).collect())
}

/// One table, for whoever knows its code.
#[utoipa::path(
    get, path = "/api/tables/{code}", operation_id = "lookAtTable",
    params(("code" = String, Path, description = "the code of the table")),
    responses(
        (status = 200, description = "the table", body = Listed),
        (status = 404, description = "there is no such table", body = ErrorBody),
    )
)]
pub(crate) async fn look(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(code): Path<String>,
) -> Result<Json<Listed>, ApiError> {
    app.may_try_code(client)?;
    let listed = app.hub.look(&code).await;
    listed.map(Json).ok_or_else(|| app.wrong_code(client, "there is no table of this code"))
}
