//! Marks what is used, and drops people and rule sheets that nobody has used for a long time.
//!
//! Only uptime by the steady clock counts (see `clock`), so setting the date or stopping the server drops nothing.
//! Tables clear themselves away (see `room::time`); the marks make their idle time survive a restart.

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError, Weak},
    time::Duration,
};

use eights_store::{IdleLimits, Op, PersonId, StoreError, Used};

use crate::hub::Hub;

/// Minutes of uptime between two rounds.
const INTERVAL: u64 = 10;
/// How often the clock is looked at.
const POLL: Duration = Duration::from_secs(1);
/// How many rows are marked in one transaction, so that steps do not wait long for it.
const BATCH: usize = 500;
const MINUTE: u64 = 60_000;

/// The people who have sent a request since the last round.
#[derive(Default)]
pub(crate) struct Seen(Mutex<HashSet<PersonId>>);

impl Seen {
    pub(crate) fn add(&self, person: PersonId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(person);
    }

    fn take(&self) -> Vec<PersonId> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_iter().collect()
    }
}

/// Runs until the hub is gone or the server shuts down.
pub(crate) async fn run(hub: Weak<Hub>) {
    let Some(mut last) = hub.upgrade().map(|hub| hub.clock.now()) else { return };
    loop {
        tokio::time::sleep(POLL).await;
        let Some(hub) = hub.upgrade().filter(|hub| !hub.is_draining()) else { return };
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
    let people = hub.seen.take();
    let mut marks = vec![Used { minutes, ..Used::default() }];
    marks.extend(rooms.chunks(BATCH).map(|rooms| Used { rooms: rooms.to_vec(), ..Used::default() }));
    marks.extend(people.chunks(BATCH).map(|people| Used { people: people.to_vec(), ..Used::default() }));
    marks.extend(sheets.chunks(BATCH).map(|sheets| Used { sheets: sheets.to_vec(), ..Used::default() }));
    for used in marks {
        hub.store.write(vec![Op::MarkUsed(used)]).await?;
    }
    let limits = IdleLimits { people: hub.config.person_idle / 60, sheets: hub.config.sheet_idle / 60 };
    hub.store.write(vec![Op::DropUnused(limits)]).await
}
