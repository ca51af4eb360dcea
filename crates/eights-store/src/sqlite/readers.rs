//! A pool of read-only connections that shrinks when nobody reads.

use std::{
    path::PathBuf,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use rusqlite::Connection;

use crate::sqlite::schema::reader;

/// Further reads wait for one of these.
const MAX_CONNECTIONS: usize = 16;
/// Connections that stay open while nobody reads. Each holds three files and its cache.
const MAX_IDLE: usize = 4;

pub(crate) struct Readers {
    path: PathBuf,
    pool: Mutex<Pool>,
    freed: Condvar,
}

#[derive(Default)]
struct Pool {
    idle: Vec<Connection>,
    /// Running reads.
    busy: usize,
    is_closed: bool,
}

impl Readers {
    pub(crate) fn new(path: PathBuf) -> Readers {
        Readers { path, pool: Mutex::default(), freed: Condvar::new() }
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a read on a connection that no other thread uses at the same time.
    pub(crate) fn read<T>(
        &self,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let pool = self.freed.wait_while(self.pool(), |pool| pool.busy >= MAX_CONNECTIONS);
        let mut pool = pool.unwrap_or_else(PoisonError::into_inner);
        pool.busy += 1;
        let idle = pool.idle.pop();
        drop(pool);
        let mut busy = Busy { readers: self, connection: None };
        let connection = idle.map_or_else(|| reader(&self.path), Ok)?;
        let done = run(&connection)?;
        // A connection whose read failed is dropped.
        busy.connection = Some(connection);
        Ok(done)
    }

    /// Closes idle connections now, and the others when their reads end.
    pub(crate) fn close(&self) {
        let mut pool = self.pool();
        pool.is_closed = true;
        pool.idle.clear();
    }
}

/// Guards a running read: however it ends, the next one may start.
struct Busy<'a> {
    readers: &'a Readers,
    connection: Option<Connection>,
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        let mut pool = self.readers.pool();
        pool.busy -= 1;
        if pool.idle.len() < MAX_IDLE && !pool.is_closed {
            pool.idle.extend(self.connection.take());
        }
        self.readers.freed.notify_one();
    }
}
