//! `/api/games`, `/api/levels`, `/api/rules` and `/api/schema`.

use eights::RefusalCode;
use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Json,
    extract::{Path, State},
    http::StatusCode,
};
use eights_config::Problem;
use eights_match::{Catalog, RuleSet, Shipped};
use eights_store::{Op, SheetRow};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    app::{App, Body, Client, Me},
    error::ApiError,
};
use crate::library::RulesError;
use crate::refusal::Refusal;
use crate::{bots, library::sheet_name};

/// A game and its shipped rule sets.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Game {
    id: &'static str,
    title: &'static str,
    /// The fewest and the most players over all its rule sets.
    seats: [u8; 2],
    rules: Vec<RuleSetSummary>,
}

/// A rule set in a list.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct RuleSetSummary {
    name: String,
    title: String,
    about: String,
    source: String,
    hash: String,
    /// The fewest and the most players.
    seats: [u8; 2],
}

impl RuleSetSummary {
    fn of(rules: &RuleSet) -> RuleSetSummary {
        let (least, most) = rules.seats().into_inner();
        RuleSetSummary {
            name: rules.name.clone(),
            title: rules.title.clone(),
            about: rules.about.clone(),
            source: rules.source.clone(),
            hash: rules.hash.clone(),
            seats: [least, most],
        }
    }
}

/// Every game, with its shipped rule sets.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/games", operation_id = "listGames",
    responses((status = 200, description = "the games", body = [Game]))
))]
pub(crate) async fn games(State(app): State<Arc<App>>) -> Result<Json<Vec<Game>>, ApiError> {
    let mut games = Vec::new();
    for game in Catalog::games() {
        let rules: Result<Vec<RuleSetSummary>, RulesError> = Shipped::names(game.id)
            .map(|name| app.hub.library.get(game.id, name).map(|rules| RuleSetSummary::of(&rules)))
            .collect();
        let rules = rules.map_err(Refusal::from)?;
        let least = rules.iter().map(|rules| rules.seats[0]).min().unwrap_or_default();
        let most = rules.iter().map(|rules| rules.seats[1]).max().unwrap_or_default();
        games.push(Game { id: game.id, title: game.title, seats: [least, most], rules });
    }
    Ok(Json(games))
}

/// A bot level.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Level {
    name: &'static str,
    about: &'static str,
}

/// Every bot level, weakest first.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/levels", operation_id = "listLevels",
    responses((status = 200, description = "the levels", body = [Level]))
))]
pub(crate) async fn levels() -> Json<Vec<Level>> {
    Json(bots::levels().into_iter().map(|level| Level { name: level.name, about: level.about }).collect())
}

/// A complete rule set.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct RuleSetDetails {
    game: &'static str,
    name: String,
    title: String,
    about: String,
    hash: String,
    /// The fewest and the most players.
    seats: [u8; 2],
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    sheet: Value,
    /// The rules in English.
    text: String,
}

/// The rules in English, one paragraph per topic.
fn prose(rules: &RuleSet) -> String {
    let topics = rules.topics(None);
    topics.iter().map(|topic| format!("{}\n{}", topic.title, topic.text)).collect::<Vec<_>>().join("\n\n")
}

/// One rule set, by name.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/rules/{game}/{rules}", operation_id = "showRules",
    params(
        ("game" = String, Path, description = "the id of a game"),
        ("rules" = String, Path, description = "the name of a shipped or saved rule set, or the hash of a shipped one"),
    ),
    responses(
        (status = 200, description = "the rule set", body = RuleSetDetails),
        (status = 404, description = "there is no such game or rule set", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path((game, name)): Path<(String, String)>,
) -> Result<Json<RuleSetDetails>, ApiError> {
    let rules = blocking(move || app.hub.library.get(&game, &name)).await?;
    let rules = rules.map_err(|error| ApiError::missing(error.code(), error.to_string()))?;
    let (least, most) = rules.seats().into_inner();
    Ok(Json(RuleSetDetails {
        game: rules.game.id,
        name: rules.name.clone(),
        title: rules.title.clone(),
        about: rules.about.clone(),
        hash: rules.hash.clone(),
        seats: [least, most],
        sheet: rules.sheet.clone(),
        text: prose(&rules),
    }))
}

/// A rule sheet: either as an object, or as TOML or JSON text.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Sheet {
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    sheet: Option<Value>,
    text: Option<String>,
}

impl Sheet {
    fn compile(self, game: &str) -> Result<RuleSet, ApiError> {
        Catalog::game(game).map_err(ApiError::no_such_game)?;
        let catalog = Catalog::new(&Shipped);
        let compiled = match (self.sheet, self.text) {
            (Some(sheet), None) => catalog.sheet(game, sheet, ""),
            (None, Some(text)) => catalog.text(game, "sheet", &text),
            _ => return Err(ApiError::bad(RefusalCode::Unreadable, "give either a sheet or a text")),
        };
        compiled.map_err(ApiError::problems)
    }
}

/// How long a request may take to compile its sheet, including the wait for a permit. A sheet
/// within the bounds of `eights-config` takes a few milliseconds.
const COMPILE_TIMEOUT: Duration = Duration::from_secs(2);

/// Compiles a sheet on a blocking thread, a few at a time.
async fn compile(app: &App, game: String, sheet: Sheet) -> Result<Result<RuleSet, ApiError>, ApiError> {
    let busy = "too many rule sheets are being checked at the moment: please try again";
    let work = async {
        let permit = app.compiling.clone().acquire_owned().await;
        // The permit moves into the closure, so that it is released when the work ends and not when
        // the request times out.
        blocking(move || {
            let _permit = permit;
            sheet.compile(&game)
        })
        .await
    };
    let in_time = tokio::time::timeout(COMPILE_TIMEOUT, work).await;
    in_time.unwrap_or_else(|_| {
        Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, RefusalCode::Unavailable, busy))
    })
}

/// The result of checking a sheet.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Checked {
    ok: bool,
    /// All mistakes.
    problems: Vec<Problem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    hash: Option<String>,
    /// The rules in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    text: Option<String>,
}

/// Checks a rule sheet without saving it.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/api/rules/{game}/check", operation_id = "checkRules",
    params(("game" = String, Path, description = "the id of a game")),
    request_body = Sheet,
    responses(
        (status = 200, description = "whether the sheet can be played, or all its mistakes", body = Checked),
        (status = 404, description = "there is no such game", body = super::error::ErrorBody),
        (status = 503, description = "too many sheets are being checked", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    _: Me,
    Path(game): Path<String>,
    Body(sheet): Body<Sheet>,
) -> Result<Json<Checked>, ApiError> {
    Ok(Json(match compile(&app, game, sheet).await? {
        Ok(rules) => Checked {
            ok: true,
            problems: Vec::new(),
            hash: Some(rules.hash.clone()),
            text: Some(prose(&rules)),
        },
        Err(error) if error.problems.is_empty() => return Err(error),
        Err(error) => Checked { ok: false, problems: error.problems, hash: None, text: None },
    }))
}

/// A saved rule sheet.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct SavedSheet {
    /// The name by which tables refer to it. The same rules under another title have another name.
    name: String,
    /// The hash of what the rules mean.
    hash: String,
}

/// Saves a rule sheet for tables on this server.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/api/rules/{game}", operation_id = "saveRules",
    params(("game" = String, Path, description = "the id of a game")),
    request_body = Sheet,
    responses(
        (status = 200, description = "the sheet is kept", body = SavedSheet),
        (status = 404, description = "there is no such game", body = super::error::ErrorBody),
        (status = 422, description = "the sheet has mistakes", body = super::error::ErrorBody),
        (status = 503, description = "too many sheets are being checked", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn save(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Me(me): Me,
    Path(game): Path<String>,
    Body(sheet): Body<Sheet>,
) -> Result<Json<SavedSheet>, ApiError> {
    let rules = compile(&app, game.clone(), sheet).await??;
    let (name, sheet) = (sheet_name(&rules.hash, &rules.sheet), rules.sheet.to_string());
    let (hub, key) = (app.hub.clone(), (game.clone(), name.clone()));
    let is_new = blocking(move || hub.store.sheet(&key.0, &key.1)).await??.is_none();
    if is_new && !app.hub.quotas.sheets.allows(client.0, app.hub.clock.now()) {
        let error =
            "too many rule sheets have been saved from your network today: please try again in a few minutes";
        return Err(app.over_quota(client, error));
    }
    let row = SheetRow { game, hash: name.clone(), sheet, by: me.id, at: app.hub.clock.date() };
    app.hub.store.write(vec![Op::Sheet(row)]).await?;
    Ok(Json(SavedSheet { name, hash: rules.hash }))
}

/// The JSON Schema of a game's rule sheets.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/schema/{game}", operation_id = "rulesSchema",
    params(("game" = String, Path, description = "the id of a game")),
    responses(
        (status = 200, description = "a JSON Schema", body = Object),
        (status = 404, description = "there is no such game", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn schema(Path(game): Path<String>) -> Result<Json<Value>, ApiError> {
    let game = Catalog::game(&game).map_err(ApiError::no_such_game)?;
    Ok(Json(Catalog::schema(game)))
}

/// Runs slow work on a blocking thread.
pub(super) async fn blocking<T: Send + 'static>(
    run: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let failed = |_| {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, RefusalCode::Internal, "something went wrong here")
    };
    tokio::task::spawn_blocking(run).await.map_err(failed)
}
