//! A connection to PostgreSQL that prepares each statement once, and notices warnings.

use std::{
    collections::HashMap,
    future::poll_fn,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio_postgres::{AsyncMessage, Client, Error, Row, Statement, types::ToSql};

use super::database::Database;
use crate::StoreError;

pub(crate) type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

/// What every connection is told first. Nothing may end a wait for the standby (a cancelled one
/// leaves a commit that only the primary has), and the operator's defaults must not weaken a commit.
const SETTINGS: &str = "SET synchronous_commit = on; SET statement_timeout = 0; SET lock_timeout = 0;
    SET idle_in_transaction_session_timeout = 0; SET client_min_messages = warning;
    SET default_transaction_isolation = 'read committed'";

pub(crate) struct Connection {
    client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
    has_warned: Arc<AtomicBool>,
}

impl Connection {
    /// Connects, and drives the connection on the current runtime.
    pub(crate) async fn open(database: &Database) -> Result<Connection, StoreError> {
        let (client, mut connection) = database.connect(SETTINGS).await?;
        let has_warned = Arc::new(AtomicBool::new(false));
        let seen = has_warned.clone();
        tokio::spawn(async move {
            // A notice is handed out before the end of the statement that caused it.
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if let AsyncMessage::Notice(_) = message {
                    seen.store(true, Ordering::SeqCst);
                }
            }
        });
        Ok(Connection { client, statements: Mutex::default(), has_warned })
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Whether the database has warned since this was last asked.
    pub(crate) fn take_warning(&self) -> bool {
        self.has_warned.swap(false, Ordering::SeqCst)
    }

    pub(crate) async fn execute(&self, sql: &'static str, params: Params<'_>) -> Result<u64, Error> {
        let statement = self.prepared(sql).await?;
        self.client.execute(&statement, params).await
    }

    pub(crate) async fn query(&self, sql: &'static str, params: Params<'_>) -> Result<Vec<Row>, Error> {
        let statement = self.prepared(sql).await?;
        self.client.query(&statement, params).await
    }

    pub(crate) async fn query_opt(
        &self,
        sql: &'static str,
        params: Params<'_>,
    ) -> Result<Option<Row>, Error> {
        let statement = self.prepared(sql).await?;
        self.client.query_opt(&statement, params).await
    }

    pub(crate) async fn query_one(&self, sql: &'static str, params: Params<'_>) -> Result<Row, Error> {
        let statement = self.prepared(sql).await?;
        self.client.query_one(&statement, params).await
    }

    /// Runs statements without parameters.
    pub(crate) async fn batch(&self, sql: &str) -> Result<(), Error> {
        self.client.batch_execute(sql).await
    }

    /// For what is done once and needs no prepared statement.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    async fn prepared(&self, sql: &'static str) -> Result<Statement, Error> {
        let known = self.statements.lock().unwrap_or_else(PoisonError::into_inner).get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        self.statements.lock().unwrap_or_else(PoisonError::into_inner).insert(sql, statement.clone());
        Ok(statement)
    }
}
