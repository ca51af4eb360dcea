//! Runs reads, and the rare writes of nodes, on a few connections; callers block.

use std::{
    future::Future,
    pin::Pin,
    sync::{
        Arc, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    time::Duration,
};

use tokio::{
    runtime::{Builder, Runtime},
    sync::Mutex,
};
use tokio_postgres::Error;

use super::{connection::Connection, database::Database, error::failed};
use crate::StoreError;

/// Connections for reading. Queries of several threads share one, one after the other.
const CONNECTIONS: usize = 4;
/// A database that takes longer to answer a read counts as failed.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// Writes that take over from a dead node may take longer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(60);

type Running<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

pub(crate) struct Readers {
    database: Database,
    /// None once the store is closed.
    runtime: std::sync::Mutex<Option<Runtime>>,
    pool: Arc<[Mutex<Option<Arc<Connection>>>; CONNECTIONS]>,
    next: AtomicUsize,
}

impl Readers {
    pub(crate) fn new(database: Database) -> Result<Readers, StoreError> {
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name("postgres").enable_all().build();
        let runtime =
            runtime.map_err(|error| StoreError::Failed(format!("no thread for the database: {error}")))?;
        let runtime = std::sync::Mutex::new(Some(runtime));
        Ok(Readers { database, runtime, pool: Arc::default(), next: AtomicUsize::new(0) })
    }

    /// Waits for a future on the store's own runtime. The calling thread may belong to another one,
    /// so it waits for a channel.
    pub(crate) fn block<T: Send + 'static>(
        &self,
        limit: Duration,
        run: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, waits) = mpsc::channel();
        match &*self.runtime.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(runtime) => drop(runtime.spawn(async move {
                let done = tokio::time::timeout(limit, run).await;
                let slow = || Err(StoreError::Failed("the database does not answer in time".into()));
                let _ = answer.send(done.unwrap_or_else(|_| slow()));
            })),
            None => return Err(closed()),
        }
        match waits.recv_timeout(limit + Duration::from_secs(1)) {
            Ok(done) => done,
            Err(RecvTimeoutError::Timeout) => {
                Err(StoreError::Failed("the database does not answer in time".into()))
            }
            Err(RecvTimeoutError::Disconnected) => Err(closed()),
        }
    }

    /// Runs queries that may be repeated. If the connection is lost they are run once more.
    pub(crate) fn read<T: Send + 'static>(
        &self,
        run: impl for<'a> Fn(&'a Connection) -> Running<'a, T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (database, pool) = (self.database.clone(), self.pool.clone());
        let place = self.next.fetch_add(1, Ordering::Relaxed) % CONNECTIONS;
        self.block(READ_TIMEOUT, async move {
            let connection = connected(&database, &pool[place]).await?;
            match run(&connection).await {
                Ok(found) => Ok(found),
                Err(error) if error.code().is_some() => Err(failed(&error)),
                Err(_) => {
                    *pool[place].lock().await = None;
                    let connection = connected(&database, &pool[place]).await?;
                    run(&connection).await.map_err(|error| failed(&error))
                }
            }
        })
    }

    /// Runs a transaction on a connection of its own.
    pub(crate) fn write<T: Send + 'static, F>(
        &self,
        run: impl FnOnce(Connection) -> F + Send + 'static,
    ) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let database = self.database.clone();
        self.block(WRITE_TIMEOUT, async move { run(Connection::open(&database).await?).await })
    }

    pub(crate) fn close(&self) {
        let runtime = self.runtime.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(runtime) = runtime {
            // A runtime may not be dropped on a thread of another one.
            runtime.shutdown_background();
        }
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.close();
    }
}

fn closed() -> StoreError {
    StoreError::Failed("the store was closed".into())
}

async fn connected(
    database: &Database,
    place: &Mutex<Option<Arc<Connection>>>,
) -> Result<Arc<Connection>, StoreError> {
    let mut place = place.lock().await;
    match &*place {
        Some(connection) if !connection.is_closed() => Ok(connection.clone()),
        _ => {
            let connection = Connection::open(database).await?;
            Ok(place.insert(Arc::new(connection)).clone())
        }
    }
}
