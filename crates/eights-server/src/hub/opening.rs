//! Opens tables, and restores them at startup.

use std::sync::Arc;

use eights_store::{RoomRow, StoreError};
use tokio::sync::mpsc::unbounded_channel;

use super::{Hub, Table, driver::Driver};
use crate::{
    cluster::finding::take_free,
    limits::quota::Held,
    random::random_bytes,
    refusal::Refusal,
    room::{NewRoom, RestoreError, Room},
};

/// Letters and digits that are not easily confused when read aloud.
const CODE_ALPHABET: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/// The module `limits::guesses` explains why this is long enough.
const CODE_LENGTH: usize = 8;

impl Hub {
    /// Restores every table from the store, on all cores. Returns how many, and a sentence for each
    /// that failed.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub(crate) fn restore_all(self: &Arc<Hub>) -> Result<(usize, Vec<String>), StoreError> {
        if self.cluster.is_some() {
            return Ok((take_free(self)?, self.store.problems()));
        }
        let (rows, mut problems) = self.store.rooms()?;
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let each = rows.len().div_ceil(threads).max(1);
        let read = |row: &RoomRow| match self.restore(&row.saved) {
            Ok(mut room) => {
                room.add_idle(row.idle * 60_000);
                Ok(room)
            }
            Err(why) => Err(format!("table {} cannot go on: {why}", row.code)),
        };
        let restored: Vec<Result<Room, String>> = std::thread::scope(|scope| {
            let read = &read;
            let work = |rows| scope.spawn(move || -> Vec<_> { <[_]>::iter(rows).map(read).collect() });
            let workers: Vec<_> = rows.chunks(each).map(work).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
        });
        let mut count = 0;
        for room in restored {
            match room {
                Ok(room) => {
                    self.spawn_room(room, None);
                    count += 1;
                }
                Err(why) => problems.push(why),
            }
        }
        Ok((count, problems))
    }

    /// Reads a table of this node from the store.
    ///
    /// # Errors
    ///
    /// One sentence that says what is wrong with it.
    pub(crate) fn read_stored(&self, row: &RoomRow) -> Result<Room, RestoreError> {
        let mut room = self.restore(&row.saved)?;
        room.add_idle(row.idle * 60_000);
        Ok(room)
    }

    /// Registers a room and starts its task.
    pub(crate) fn spawn_room(self: &Arc<Hub>, mut room: Room, quota: Option<Held>) {
        let (send, receive) = unbounded_channel();
        let code = room.code().to_owned();
        let driver = Driver::new(self.clone(), code.clone(), send.downgrade());
        let table = Table {
            room: send,
            host: room.host(),
            people: Vec::new(),
            place: None,
            is_busy: false,
            sheet: None,
            _quota: quota,
        };
        self.tables().insert(code.clone(), table);
        // The settings may have changed since the room was created; later changes are sent to it.
        room.configure(self.settings.room());
        self.update_listing(&code, &room);
        self.metrics.rooms.inc();
        tokio::spawn(driver.run(Box::new(room), receive));
    }

    /// Opens a table and persists it. It counts against the quota for as long as it exists, and
    /// against the limit of its host together with the tables at other nodes.
    ///
    /// # Errors
    ///
    /// One sentence that says why not.
    pub(crate) async fn open_table(
        self: &Arc<Hub>,
        mut new_room: NewRoom,
        quota: Option<Held>,
        hosted_elsewhere: usize,
    ) -> Result<String, Refusal> {
        if self.is_draining() {
            return Err(Refusal::Restarting);
        }
        let (host, most) = (new_room.host.0, self.config().max_tables);
        if most > 0 && self.hosted_by(host) + hosted_elsewhere >= most {
            return Err(Refusal::TooManyTables(most));
        }
        new_room.code = self.free_code();
        let mut room = Room::new(new_room, self.settings.room(), self.clock.now());
        loop {
            match self.store.write(vec![room.saved_op()]).await {
                Ok(()) => break,
                // Another node has a table of this code.
                Err(StoreError::NotOwner(_)) => room.set_code(self.free_code()),
                Err(why) => return Err(Refusal::NotSaved(why.to_string())),
            }
        }
        let code = room.code().to_owned();
        tracing::info!(table = %code, %host, game = room.brief().game, "a table was founded");
        self.spawn_room(room, quota);
        Ok(code)
    }

    fn free_code(&self) -> String {
        loop {
            // Rejection sampling: bytes above the largest multiple of the alphabet's length are
            // skipped, so that every letter is equally likely.
            let fair = 256 - 256 % CODE_ALPHABET.len();
            let letters = random_bytes().into_iter().map(usize::from).filter(|byte| *byte < fair);
            let code: String = letters
                .take(CODE_LENGTH)
                .map(|byte| CODE_ALPHABET[byte % CODE_ALPHABET.len()] as char)
                .collect();
            if code.len() == CODE_LENGTH && !self.tables().contains_key(&code) {
                return code;
            }
        }
    }
}
