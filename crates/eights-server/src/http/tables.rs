//! `/api/tables`: opening, listing and looking up tables.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Extension, Json,
    extract::{Path, Query, State},
    http::{HeaderMap, header},
};
use eights::{RefusalCode, Seat};
use eights_wire::{Door, Phase, Settings};
use serde::{Deserialize, Serialize};

use super::{
    app::{App, Body, Client, Me},
    error::ApiError,
    rules::blocking,
};
use crate::{
    bots,
    cluster::peers::{self, TablesHeld},
    random::random_bytes,
    refusal::Refusal,
    room::{Listed, NewRoom, checked, fits},
};

/// A table to open.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct NewTable {
    /// The game: `crazy-eights`.
    game: String,
    /// The name of a shipped or saved rule set; empty for the game's default.
    #[serde(default)]
    rules: String,
    seats: u8,
    /// The settings; by default a private table without a clock, with chat.
    settings: Option<Settings>,
    /// The levels of bots, by the letters of their chairs.
    #[serde(default)]
    bots: BTreeMap<String, String>,
}

/// A table that was opened.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct OpenedTable {
    /// The code by which others join.
    code: String,
    /// The link to share.
    url: String,
}

/// Opens a table. The sender becomes its host and sits on the first free chair.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/api/tables", operation_id = "openTable", request_body = NewTable,
    responses(
        (status = 200, description = "the table is open", body = OpenedTable),
        (status = 422, description = "there is no such table to open", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Me(me): Me,
    headers: HeaderMap,
    Body(new_table): Body<NewTable>,
) -> Result<Json<OpenedTable>, ApiError> {
    let hub = app.hub.clone();
    let (game, key) = (new_table.game.clone(), new_table.rules.clone());
    let rules = blocking(move || hub.library.get(&game, &key)).await?.map_err(Refusal::from)?;
    fits(&rules, new_table.seats)?;
    let mut chairs = vec![None; usize::from(new_table.seats)];
    for (letter, level) in new_table.bots {
        let seat = Seat::from_letter(&letter).and_then(|seat| chairs.get_mut(seat.index()));
        let chair = seat
            .ok_or_else(|| ApiError::bad(RefusalCode::NoSuchSeat, format!("there is no chair {letter:?}")))?;
        if !bots::is_level(&level) {
            return Err(Refusal::NoSuchLevel(level).into());
        }
        *chair = Some(level);
    }
    let turn_seconds = Some(app.hub.config().turn_seconds).filter(|seconds| *seconds > 0);
    let settings =
        new_table.settings.unwrap_or(Settings { public: false, turn_seconds, chat: true, door: Door::Open });
    let new_room = NewRoom {
        code: String::new(),
        host: (me.id, me.name),
        key: if new_table.rules.is_empty() { rules.name.clone() } else { new_table.rules },
        rules,
        settings: checked(settings)?,
        bots: chairs,
        secret: random_bytes(),
    };
    let tables = &app.hub.quotas.tables;
    let max = tables.max();
    let too_many = || {
        let error = format!(
            "there are {max} tables from your network already: please join one, or wait until one is cleared away"
        );
        app.over_quota(client, error)
    };
    let quota = tables.take(client.0).ok_or_else(too_many)?;
    let elsewhere = if max > 0 || app.hub.config().max_tables > 0 {
        peers::held(&app.hub, me.id, client.0).await
    } else {
        TablesHeld::default()
    };
    if max > 0 && tables.of(client.0) + elsewhere.by_address > max {
        return Err(too_many());
    }
    let code = app.hub.open_table(new_room, Some(quota), elsewhere.by_host).await?;
    let url = format!("{}/t/{code}", base(&app, &headers));
    Ok(Json(OpenedTable { code, url }))
}

/// The URL by which the client reaches this server.
fn base(app: &App, headers: &HeaderMap) -> String {
    let config = app.hub.config();
    if let Some(url) = &config.public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    host.map_or_else(String::new, |host| format!("{}://{host}", config.scheme()))
}

/// Which page of the list.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(crate) struct Page {
    /// Pages count from 0; the last one has fewer than 50 tables.
    #[serde(default)]
    page: u32,
}

/// A table in the list: like `GET /api/tables/{code}`, without the description of its rules.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Row {
    code: String,
    rules: RowRules,
    seats: u8,
    /// Free chairs.
    free: u8,
    phase: Phase,
    /// The name of the host.
    host: String,
}

/// The rules of a table in the list.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

/// Public tables, gathering ones first, 50 at a time.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/tables", operation_id = "listTables", params(Page),
    responses(
        (status = 200, description = "up to 50 tables", body = [Row]),
        (status = 400, description = "`page` is not a number"),
    )
))]
pub(crate) async fn list(State(app): State<Arc<App>>, Query(Page { page }): Query<Page>) -> Json<Vec<Row>> {
    Json(peers::listed(&app.hub, page as usize).await.into_iter().map(Row::from).collect())
}

/// One table, for anybody who knows its code.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/tables/{code}", operation_id = "lookAtTable",
    params(("code" = String, Path, description = "the code of the table")),
    responses(
        (status = 200, description = "the table", body = Listed),
        (status = 404, description = "there is no such table", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn look(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(code): Path<String>,
) -> Result<Json<Listed>, ApiError> {
    app.may_try_code(client)?;
    let listed = if app.hub.cluster.is_some() {
        peers::look_at(&app.hub, &code).await
    } else {
        app.hub.look(&code).await
    };
    listed
        .map(Json)
        .ok_or_else(|| app.wrong_code(client, RefusalCode::NoSuchTable, "there is no table of this code"))
}
