//! Carries out the operator's commands.

use std::sync::Arc;

use eights_store::{Op, StoreError};

use super::{Answer, Person, Request, Table};
use crate::{
    config::MAX_BANNER_CHARS,
    hub::{Hub, inbox::ToRoom},
    limits::bans::{Ban, BanError},
    people::names,
    room::{Input, Survey},
};

/// Why a command is refused.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error("there is no table {0}")]
    NoSuchTable(String),
    #[error("the table {0} could not be deleted: see the log of the server")]
    NotClosed(String),
    #[error(transparent)]
    Who(#[from] BanError),
    #[error("{0} is not banned")]
    NotBanned(Ban),
    #[error("a banner has {MAX_BANNER_CHARS} characters at most")]
    BannerTooLong,
    #[error("this could not be stored: {0}")]
    NotStored(#[from] StoreError),
}

pub(super) async fn carry_out(hub: &Arc<Hub>, request: Request) -> Answer {
    let done = match request {
        Request::Tables => return Answer::Tables(hub.survey().await.into_iter().map(table).collect()),
        Request::People => return Answer::People(hub.survey().await.into_iter().flat_map(people).collect()),
        Request::Bans => return Answer::Bans(hub.bans.list().iter().map(Ban::to_string).collect()),
        Request::Close { code } => close(hub, &code).await,
        Request::Ban { who } => ban(hub, &who).await,
        Request::Unban { who } => unban(hub, &who).await,
        Request::Banner { text } => banner(hub, &text),
        Request::Drain => Ok(drain(hub)),
    };
    match done {
        Ok(said) => {
            tracing::info!("the operator: {said}");
            Answer::Done(said)
        }
        Err(why) => Answer::Refused(why.to_string()),
    }
}

fn table(survey: Survey) -> Table {
    let Survey { listed, guests } = survey;
    Table {
        code: listed.code,
        game: listed.rules.game,
        rules: listed.rules.title,
        phase: listed.phase,
        seats: listed.seats,
        free: listed.free,
        connected: guests.len(),
        host: listed.host,
        public: listed.public,
    }
}

fn people(survey: Survey) -> Vec<Person> {
    let Survey { listed, guests } = survey;
    let person = |guest: crate::room::SurveyGuest| Person {
        id: guest.person.to_string(),
        name: guest.name,
        table: listed.code.clone(),
        seat: guest.seat,
        address: guest.address,
    };
    guests.into_iter().map(person).collect()
}

/// Closes a table, and waits until it is gone.
async fn close(hub: &Hub, code: &str) -> Result<String, CommandError> {
    let code = code.to_ascii_uppercase();
    let room = hub.room(&code).ok_or_else(|| CommandError::NoSuchTable(code.clone()))?;
    let _ = room.send(ToRoom::Input(Input::Close));
    // The sender is the last thing that a table is known by: it is closed once the room has ended.
    if tokio::time::timeout(CLOSE_TIMEOUT, room.closed()).await.is_err() {
        return Err(CommandError::NotClosed(code));
    }
    Ok(format!("closed the table {code}"))
}

/// How long closing a table may take.
const CLOSE_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(10);

async fn ban(hub: &Hub, who: &str) -> Result<String, CommandError> {
    let ban: Ban = who.parse()?;
    hub.store.write(vec![Op::Ban(ban.to_string())]).await?;
    hub.bans.load(hub.store.as_ref())?;
    for room in hub.rooms() {
        let _ = room.send(ToRoom::Input(Input::Evict(ban)));
    }
    Ok(format!("banned {ban}"))
}

async fn unban(hub: &Hub, who: &str) -> Result<String, CommandError> {
    let ban: Ban = who.parse()?;
    if !hub.bans.list().contains(&ban) {
        return Err(CommandError::NotBanned(ban));
    }
    hub.store.write(vec![Op::Unban(ban.to_string())]).await?;
    hub.bans.load(hub.store.as_ref())?;
    Ok(format!("lifted the ban on {ban}"))
}

fn banner(hub: &Hub, text: &str) -> Result<String, CommandError> {
    let text = names::visible(text);
    if text.chars().count() > MAX_BANNER_CHARS {
        return Err(CommandError::BannerTooLong);
    }
    if text.is_empty() {
        hub.set_banner(None);
        return Ok("took the banner down".into());
    }
    let said = format!("showed at every table: {text}");
    hub.set_banner(Some(text));
    Ok(said)
}

fn drain(hub: &Hub) -> String {
    hub.open_no_more();
    match hub.rooms().len() {
        1 => "no new tables are opened; 1 table goes on".into(),
        n => format!("no new tables are opened; {n} tables go on"),
    }
}
