//! Games, levels and rule sets.

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
use utoipa::ToSchema;

use super::{ApiError, App, Body, Client, ErrorBody, Me};
use crate::{bots, library::sheet_name};

/// A game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Game {
    id: &'static str,
    title: &'static str,
    /// How many can play: the least and the most by any of its rule sets.
    seats: [u8; 2],
    rules: Vec<Brief>,
}

/// A rule set in short.
#[derive(Serialize, ToSchema)]
pub(crate) struct Brief {
    name: String,
    title: String,
    about: String,
    source: String,
    hash: String,
    /// The least and the most who can play.
    seats: [u8; 2],
}

impl Brief {
    fn of(rules: &RuleSet) -> Brief {
        let (least, most) = rules.seats().into_inner();
        Brief {
            name: rules.name.clone(),
            title: rules.title.clone(),
            about: rules.about.clone(),
            source: rules.source.clone(),
            hash: rules.hash.clone(),
            seats: [least, most],
        }
    }
}

/// Every game, with the rule sets that come along.
#[utoipa::path(
    get, path = "/api/games", operation_id = "listGames",
    responses((status = 200, description = "the games", body = [Game]))
)]
pub(crate) async fn games(State(app): State<Arc<App>>) -> Result<Json<Vec<Game>>, ApiError> {
    let mut games = Vec::new();
    for game in Catalog::games() {
        let rules: Result<Vec<Brief>, String> = Shipped::names(game.id)
            .map(|name| app.hub.library.get(game.id, name).map(|rules| Brief::of(&rules)))
            .collect();
        let rules = rules.map_err(ApiError::bad)?;
        let least = rules.iter().map(|it| it.seats[0]).min().unwrap_or_default();
        let most = rules.iter().map(|it| it.seats[1]).max().unwrap_or_default();
        games.push(Game { id: game.id, title: game.title, seats: [least, most], rules });
    }
    Ok(Json(games))
}

/// A level of bots.
#[derive(Serialize, ToSchema)]
pub(crate) struct Level {
    name: &'static str,
    about: &'static str,
}

/// Every level of bots, weakest first.
#[utoipa::path(
    get, path = "/api/levels", operation_id = "listLevels",
    responses((status = 200, description = "the levels", body = [Level]))
)]
pub(crate) async fn levels() -> Json<Vec<Level>> {
    Json(bots::levels().into_iter().map(|it| Level { name: it.name, about: it.about }).collect())
}

/// A rule set, whole.
#[derive(Serialize, ToSchema)]
pub(crate) struct Whole {
    game: &'static str,
    name: String,
    title: String,
    about: String,
    hash: String,
    /// The least and the most who can play.
    seats: [u8; 2],
    /// Everything it says.
    #[schema(value_type = Object)]
    sheet: Value,
    /// The same in words.
    text: String,
}

/// The rules in words, a paragraph a topic.
fn prose(rules: &RuleSet) -> String {
    let topics = rules.topics(None);
    topics.iter().map(|topic| format!("{}\n{}", topic.title, topic.text)).collect::<Vec<_>>().join("\n\n")
}

/// One rule set, by its name.
#[utoipa::path(
    get, path = "/api/rules/{game}/{rules}", operation_id = "showRules",
    params(
        ("game" = String, Path, description = "the id of a game"),
        ("rules" = String, Path, description = "the name of a shipped or saved rule set, or the hash of a shipped one"),
    ),
    responses(
        (status = 200, description = "the rule set", body = Whole),
        (status = 404, description = "there is no such game or rule set", body = ErrorBody),
    )
)]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path((game, name)): Path<(String, String)>,
) -> Result<Json<Whole>, ApiError> {
    let rules = blocking(move || app.hub.library.get(&game, &name)).await?.map_err(ApiError::missing)?;
    let (least, most) = rules.seats().into_inner();
    Ok(Json(Whole {
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

/// A rule sheet, as an object or as TOML or JSON text: one of both.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sheet {
    /// The sheet.
    #[schema(value_type = Option<Object>)]
    sheet: Option<Value>,
    /// Its text.
    text: Option<String>,
}

impl Sheet {
    fn compile(self, game: &str) -> Result<RuleSet, ApiError> {
        Catalog::game(game).map_err(|problem| ApiError::missing(problem.message))?;
        let catalog = Catalog::new(&Shipped);
        let compiled = match (self.sheet, self.text) {
            (Some(sheet), None) => catalog.sheet(game, sheet, ""),
            (None, Some(text)) => catalog.text(game, "sheet", &text),
            _ => return Err(ApiError::bad("give either a sheet or a text")),
        };
        compiled.map_err(ApiError::problems)
    }
}

/// How many sheets of strangers are compiled at the same time.
pub(super) const MOST_COMPILING: usize = 2;

/// How long a request waits for its sheet, with the time until it is its turn. A sheet within the
/// bounds of `eights-config` takes a few milliseconds.
const TIME_BUDGET: Duration = Duration::from_secs(2);

/// Compiles a sheet off the threads that serve sockets, a few at a time.
async fn compile(app: &App, game: String, sheet: Sheet) -> Result<Result<RuleSet, ApiError>, ApiError> {
    let busy = "too many rule sheets are being checked at the moment: please try again";
    let work = async {
        let permit = app.compiling.clone().acquire_owned().await;
        // The permit goes along: it is given back when the work ends, not when nobody waits for it any more.
        blocking(move || {
            let _permit = permit;
            sheet.compile(&game)
        })
        .await
    };
    let in_time = tokio::time::timeout(TIME_BUDGET, work).await;
    in_time.unwrap_or_else(|_| Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, busy)))
}

/// Whether a sheet is fine.
#[derive(Serialize, ToSchema)]
pub(crate) struct Checked {
    ok: bool,
    /// Everything that is wrong with it.
    #[schema(value_type = Vec<Object>)]
    problems: Vec<Problem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    /// The rules in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// Checks a rule sheet; nothing is kept.
#[utoipa::path(
    post, path = "/api/rules/{game}/check", operation_id = "checkRules",
    params(("game" = String, Path, description = "the id of a game")),
    request_body = Sheet,
    responses(
        (status = 200, description = "whether the sheet can be played, or all its mistakes", body = Checked),
        (status = 404, description = "there is no such game", body = ErrorBody),
        (status = 503, description = "too many sheets are being checked", body = ErrorBody),
    )
)]
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

/// A rule sheet that was kept.
#[derive(Serialize, ToSchema)]
pub(crate) struct KeptSheet {
    /// The name by which tables find it. The same rules under another title have another name.
    name: String,
    /// The hash of what the rules mean.
    hash: String,
}

/// Keeps a rule sheet for tables here.
#[utoipa::path(
    post, path = "/api/rules/{game}", operation_id = "saveRules",
    params(("game" = String, Path, description = "the id of a game")),
    request_body = Sheet,
    responses(
        (status = 200, description = "the sheet is kept", body = KeptSheet),
        (status = 404, description = "there is no such game", body = ErrorBody),
        (status = 422, description = "the sheet has mistakes", body = ErrorBody),
        (status = 503, description = "too many sheets are being checked", body = ErrorBody),
    )
)]
pub(crate) async fn save(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Me(me): Me,
    Path(game): Path<String>,
    Body(sheet): Body<Sheet>,
) -> Result<Json<KeptSheet>, ApiError> {
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
    Ok(Json(KeptSheet { name, hash: rules.hash }))
}

/// The JSON Schema of a game's rule sheets.
#[utoipa::path(
    get, path = "/api/schema/{game}", operation_id = "rulesSchema",
    params(("game" = String, Path, description = "the id of a game")),
    responses(
        (status = 200, description = "a JSON Schema", body = Object),
        (status = 404, description = "there is no such game", body = ErrorBody),
    )
)]
pub(crate) async fn schema(Path(game): Path<String>) -> Result<Json<Value>, ApiError> {
    let game = Catalog::game(&game).map_err(|problem| ApiError::missing(problem.message))?;
    Ok(Json(Catalog::schema(game)))
}

/// Runs something that takes its time off the threads that serve sockets.
pub(super) async fn blocking<T: Send + 'static>(
    run: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let failed = |_| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong here");
    tokio::task::spawn_blocking(run).await.map_err(failed)
}
