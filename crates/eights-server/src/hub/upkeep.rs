//! Marks what is used, and drops people and rule sheets that have been unused for a long time.
//!
//! Only uptime by the steady clock counts (see `clock`), so setting the date or stopping the server
//! drops nothing. Tables remove themselves (see `room::time`); the marks make their idle time
//! survive a restart.

use std::{sync::Weak, time::Duration};

use eights_store::{IdleLimits, Op, StoreError, Used};

use crate::hub::Hub;

/// Minutes of uptime between two rounds.
const INTERVAL: u64 = 10;
/// How often the clock is checked.
const POLL: Duration = Duration::from_secs(1);
/// How many rows are marked in one transaction, so that steps do not wait long for it.
const BATCH: usize = 500;
const MINUTE: u64 = 60_000;

/// Runs until the hub is gone or the server shuts down.
pub(crate) async fn run(hub: Weak<Hub>) {
    let Some(mut last) = hub.upgrade().map(|hub| hub.clock.now()) else { return };
    loop {
        tokio::time::sleep(POLL).await;
        let Some(hub) = hub.upgrade().filter(|hub| !hub.is_stopping()) else { return };
        let minutes = hub.clock.now().saturating_sub(last) / MINUTE;
        if minutes < INTERVAL {
            continue;
        }
        last += minutes * MINUTE;
        if let Err(error) = round(&hub, minutes).await {
            tracing::warn!(%error, "unused people and rule sheets could not be cleared away");
        }
    }
}

/// Marks what was used in these minutes, and drops what has been unused for too long.
async fn round(hub: &Hub, minutes: u64) -> Result<(), StoreError> {
    let (rooms, mut sheets) = hub.in_use();
    sheets.extend(hub.library.take_used());
    let sheets: Vec<_> = sheets.into_iter().collect();
    let mut people = hub.seen.take();
    // A connection is a visit, however long ago it was opened.
    people.extend(hub.sessions.people());
    let mut marks = vec![Used { minutes, ..Used::default() }];
    marks.extend(rooms.chunks(BATCH).map(|rooms| Used { rooms: rooms.to_vec(), ..Used::default() }));
    marks.extend(people.chunks(BATCH).map(|people| Used { people: people.to_vec(), ..Used::default() }));
    marks.extend(sheets.chunks(BATCH).map(|sheets| Used { sheets: sheets.to_vec(), ..Used::default() }));
    for used in marks {
        hub.store.write(vec![Op::MarkUsed(used)]).await?;
    }
    let config = hub.config();
    let limits = IdleLimits { people: config.person_idle / 60, sheets: config.sheet_idle / 60 };
    hub.store.write(vec![Op::DropUnused(limits)]).await
}
