//! `/api/me/export`: everything that is stored about a person, as one JSON document.
//!
//! It is written while it is read from the store, a few matches at a time: somebody who has played
//! for years costs no more memory than somebody who came yesterday, and a slow reader costs no thread.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header,
    response::IntoResponse,
};
use eights_store::{MatchId, PersonId, SheetRow, StoreError};
use eights_wire::Phase;
use hyper::body::Frame;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::{
    app::{App, Me},
    error::ApiError,
    matches::Finished,
    me::Profile,
    rules::blocking,
};
use crate::{
    hub::{Hub, inbox::ToRoom},
    room::OwnTable,
};

/// How many sheets and matches are read at once.
const BATCH: u32 = 10;

// Only described: the pieces are sent one by one.
/// Everything that is stored about a person.
#[cfg(feature = "openapi")]
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Export {
    person: Profile,
    /// The tables that they opened, host, or have a chair at.
    tables: Vec<ExportedTable>,
    /// The rule sheets that they saved.
    rules: Vec<ExportedSheet>,
    /// Their finished matches. Others have not ended, and would show hidden cards.
    matches: Vec<ExportedMatch>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct ExportedTable {
    code: String,
    game: String,
    /// The title of its rules.
    title: String,
    phase: Phase,
    /// The person's chair.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    seat: Option<String>,
    /// Whether they are the host.
    host: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct ExportedSheet {
    game: String,
    name: String,
    /// When it was saved, in milliseconds since 1970.
    at: u64,
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    sheet: Value,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct ExportedMatch {
    result: Finished,
    /// The journal, one JSON object per line: `eights verify` checks it, `eights replay` shows it.
    journal: String,
}

/// Everything that is stored about you: name, tables, rule sheets, and finished matches with their
/// journals.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/me/export", operation_id = "exportMe",
    responses(
        (status = 200, description = "the document", body = Export),
        (status = 401, description = "nobody is known by this cookie", body = super::error::ErrorBody),
    )
))]
pub(crate) async fn get(State(app): State<Arc<App>>, Me(me): Me) -> Result<impl IntoResponse, ApiError> {
    let tables = tables(&app.hub, me.id).await;
    let (id, person) = (me.id, Profile::of(me, &app.hub));
    // Fails before the answer begins if the store cannot be read at all.
    let hub = app.hub.clone();
    blocking(move || hub.store.person(id)).await??.ok_or_else(ApiError::no_cookie)?;
    let head = format!("{{\"person\":{},\"tables\":{}", written(&person), written(&tables));
    let (send, receive) = mpsc::channel(1);
    tokio::spawn(async move {
        if let Err(error) = write(&app.hub, id, head, &send).await {
            tracing::warn!(%error, "an export broke off");
            let _ = send.send(Err(error)).await;
        }
    });
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"eights.json\""),
    ];
    Ok((headers, Body::new(Pieces(receive))))
}

async fn tables(hub: &Hub, person: PersonId) -> Vec<ExportedTable> {
    let mut tables = Vec::new();
    for room in hub.rooms_of(person) {
        let (answer, waits) = oneshot::channel();
        let _ = room.send(ToRoom::LookAs(person, answer));
        let Ok(OwnTable { listed, seat, is_host }) = waits.await else { continue };
        tables.push(ExportedTable {
            code: listed.code,
            game: listed.rules.game,
            title: listed.rules.title,
            phase: listed.phase,
            seat,
            host: is_host,
        });
    }
    tables
}

fn written(value: &impl Serialize) -> String {
    eights_wire::write(value)
}

/// Writes the document piece by piece. Stops without an error when nobody reads it any more.
async fn write(hub: &Arc<Hub>, person: PersonId, head: String, send: &Sender) -> Result<(), StoreError> {
    let mut piece = head + ",\"rules\":[";
    let (mut last, mut comma): (Option<(String, String)>, _) = (None, "");
    loop {
        let (hub, after) = (hub.clone(), last.take());
        let rows = read(move || {
            let after = after.as_ref().map(|(game, hash)| (&**game, &**hash));
            hub.store.sheets_by(person, after, BATCH)
        })
        .await?;
        let Some(newest) = rows.last() else { break };
        last = Some((newest.game.clone(), newest.hash.clone()));
        rows.into_iter().for_each(|row| add(&mut piece, &mut comma, &sheet(row)));
        if send.send(Ok(std::mem::take(&mut piece))).await.is_err() {
            return Ok(());
        }
    }
    piece += "],\"matches\":[";
    let (mut last, mut comma) = (None, "");
    loop {
        let (at, source) = (last, hub.clone());
        let (found, newest) = read(move || matches(&source, person, at)).await?;
        found.iter().for_each(|found| add(&mut piece, &mut comma, found));
        if newest.is_none() {
            break;
        }
        last = newest;
        if send.send(Ok(std::mem::take(&mut piece))).await.is_err() {
            return Ok(());
        }
    }
    let _ = send.send(Ok(piece + "]}")).await;
    Ok(())
}

type Sender = mpsc::Sender<Result<String, StoreError>>;

/// Adds an entry to a list that is being written, after a comma unless it is the first.
fn add(piece: &mut String, comma: &mut &str, entry: &impl Serialize) {
    *piece += std::mem::replace(comma, ",");
    *piece += &written(entry);
}

fn sheet(row: SheetRow) -> ExportedSheet {
    let sheet = serde_json::from_str(&row.sheet).unwrap_or(Value::String(row.sheet));
    ExportedSheet { game: row.game, name: row.hash, at: row.at, sheet }
}

/// Some finished matches of a person, and the last one that was looked at; none if there are no more.
fn matches(
    hub: &Hub,
    person: PersonId,
    after: Option<MatchId>,
) -> Result<(Vec<ExportedMatch>, Option<MatchId>), StoreError> {
    let ids = hub.store.matches_of(person, after, BATCH)?;
    let mut found = Vec::new();
    for id in &ids {
        // Until a match is finished, its journal would show hidden cards.
        let Some(row) = hub.store.finished_one(*id)? else { continue };
        let Some((head, entries)) = hub.store.journal(*id)? else { continue };
        let journal = eights_match::journal::write(&head, &entries);
        found.push(ExportedMatch { result: Finished::of(row, Some(person)), journal });
    }
    Ok((found, ids.last().copied()))
}

async fn read<T: Send + 'static>(
    run: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::task::spawn_blocking(run).await;
    done.unwrap_or_else(|_| Err(StoreError::Failed("asking the store failed".into())))
}

/// A response body of pieces that arrive one after the other. An error breaks the connection off, so
/// that nobody takes a part for the whole.
struct Pieces(mpsc::Receiver<Result<String, StoreError>>);

impl hyper::body::Body for Pieces {
    type Data = Bytes;
    type Error = StoreError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, StoreError>>> {
        self.0.poll_recv(cx).map(|piece| piece.map(|piece| piece.map(|text| Frame::data(text.into()))))
    }
}
