//! `/api/matches` and `/api/stats`: finished matches, their journals and totals.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderMap, header},
    response::IntoResponse,
};
use eights::{RefusalCode, Seat};
use eights_store::{FinishedRow, MatchId, PersonId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    app::{App, Me},
    error::ApiError,
    rules::blocking,
};
use crate::people;

const PAGE_SIZE: u32 = 50;
/// The newest matches that statistics take into account.
const MAX_COUNTED: u32 = 10_000;

/// A finished match.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Finished {
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    id: MatchId,
    game: String,
    /// The title of its rules.
    title: String,
    hash: String,
    /// When it ended, in milliseconds since 1970.
    at: u64,
    /// The names, in seat order.
    names: Vec<String>,
    /// The seat of the person who asks; none if they did not play.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    you: Option<String>,
    winners: Vec<String>,
    /// Points by seat.
    points: BTreeMap<String, i64>,
    steps: u64,
}

impl Finished {
    pub(super) fn of(row: FinishedRow, me: Option<PersonId>) -> Finished {
        let result: Value = serde_json::from_str(&row.result).unwrap_or_default();
        let you = row.people.iter().find(|(id, _)| Some(*id) == me);
        let read = |key: &str| result.get(key).cloned().unwrap_or_default();
        Finished {
            id: row.id,
            game: row.game,
            title: row.title,
            hash: row.hash,
            at: row.at,
            names: row.names,
            you: you.map(|(_, seat)| Seat::new(usize::from(*seat)).to_string()),
            winners: serde_json::from_value(read("winners")).unwrap_or_default(),
            points: serde_json::from_value(read("points")).unwrap_or_default(),
            steps: row.steps,
        }
    }

    fn is_won(&self) -> bool {
        self.you.as_ref().is_some_and(|you| self.winners.contains(you))
    }
}

/// Which page of the list.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(crate) struct Before {
    /// Only matches that ended before this moment, in milliseconds since 1970.
    before: Option<u64>,
}

/// Your finished matches, newest first.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/matches", operation_id = "listMatches", params(Before),
    responses(
        (status = 200, description = "up to 50 matches", body = [Finished]),
        (status = 400, description = "`before` is not a number"),
        (status = 401, description = "nobody is known by this cookie", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    Me(me): Me,
    Query(page): Query<Before>,
) -> Result<Json<Vec<Finished>>, ApiError> {
    let before = page.before.unwrap_or(u64::MAX);
    let rows = blocking(move || app.hub.store.finished(me.id, before, PAGE_SIZE)).await??;
    Ok(Json(rows.into_iter().map(|row| Finished::of(row, Some(me.id))).collect()))
}

fn id(text: &str) -> Result<MatchId, ApiError> {
    text.parse().map_err(|()| unknown())
}

fn unknown() -> ApiError {
    ApiError::missing(RefusalCode::NoSuchMatch, "there is no finished match of this number")
}

/// One finished match, for anybody who knows its id.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/matches/{id}", operation_id = "showMatch",
    params(("id" = String, Path, description = "the id of the match")),
    responses(
        (status = 200, description = "the match", body = Finished),
        (status = 404, description = "there is no finished match of this id", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn one(
    State(app): State<Arc<App>>,
    Path(text): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Finished>, ApiError> {
    let id = id(&text)?;
    let me = people::known(&app.hub, &headers).await?;
    let row = blocking(move || app.hub.store.finished_one(id)).await??.ok_or_else(unknown)?;
    Ok(Json(Finished::of(row, me.map(|me| me.id))))
}

/// The journal of a finished match: `eights verify` checks it.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/matches/{id}/journal", operation_id = "showJournal",
    params(("id" = String, Path, description = "the id of the match")),
    responses(
        (status = 200, description = "the journal, one JSON object per line", body = String, content_type = "text/plain"),
        (status = 404, description = "there is no finished match of this id", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn journal(
    State(app): State<Arc<App>>,
    Path(text): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let id = id(&text)?;
    let read = move || -> Result<Option<String>, ApiError> {
        // The head holds the seed, which is secret while the match is played.
        if app.hub.store.finished_one(id)?.is_none() {
            return Ok(None);
        }
        let journal = app.hub.store.journal(id)?;
        Ok(journal.map(|(head, entries)| eights_match::journal::write(&head, &entries)))
    };
    let text = blocking(read).await??.ok_or_else(unknown)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}

/// Totals of a person's matches of one game.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Stats {
    played: u64,
    won: u64,
    /// Totals by the hash of the rule set.
    rules: BTreeMap<String, RuleStats>,
}

/// Totals of a person's matches by one rule set.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct RuleStats {
    title: String,
    played: u64,
    won: u64,
}

/// Your totals, by game.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/stats", operation_id = "showStats",
    responses(
        (status = 200, description = "the numbers, by the id of the game", body = BTreeMap<String, Stats>),
        (status = 401, description = "nobody is known by this cookie", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn stats(
    State(app): State<Arc<App>>,
    Me(me): Me,
) -> Result<Json<BTreeMap<String, Stats>>, ApiError> {
    let rows = blocking(move || app.hub.store.finished(me.id, u64::MAX, MAX_COUNTED)).await??;
    let mut games: BTreeMap<String, Stats> = BTreeMap::new();
    for row in rows {
        let one = Finished::of(row, Some(me.id));
        let won = u64::from(one.is_won());
        let game = games.entry(one.game).or_default();
        let rules = game.rules.entry(one.hash).or_default();
        (game.played, game.won) = (game.played + 1, game.won + won);
        (rules.played, rules.won, rules.title) = (rules.played + 1, rules.won + won, one.title);
    }
    Ok(Json(games))
}
