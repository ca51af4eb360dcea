//! Errors of PostgreSQL: in words that an operator understands, and what they mean for a transaction.

use tokio_postgres::{Config, Error, config::Host, error::SqlState};

use super::tls::problem_with_certificate;
use crate::StoreError;

/// What went wrong with a transaction.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// It is rolled back, and would fail again.
    Refused(StoreError),
    /// It is rolled back, and may be tried again: a deadlock, or a partition that is missing.
    Again,
    /// A month has no partition yet.
    NoPartition,
    /// The lane is closed or has another number.
    Missed,
    /// It may have been committed or not.
    Unknown,
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        let Some(code) = error.code() else { return Trouble::Unknown };
        let is_no_partition = || {
            let message = error.as_db_error().map(|error| error.message().to_owned());
            message.is_some_and(|message| message.starts_with("no partition of relation"))
        };
        match code {
            &SqlState::T_R_DEADLOCK_DETECTED | &SqlState::T_R_SERIALIZATION_FAILURE => Trouble::Again,
            &SqlState::CHECK_VIOLATION if is_no_partition() => Trouble::NoPartition,
            // The server goes down, has become a standby, or the statement was cancelled.
            &SqlState::ADMIN_SHUTDOWN
            | &SqlState::CRASH_SHUTDOWN
            | &SqlState::CANNOT_CONNECT_NOW
            | &SqlState::READ_ONLY_SQL_TRANSACTION
            | &SqlState::QUERY_CANCELED => Trouble::Unknown,
            code if code.code().starts_with("08") => Trouble::Unknown,
            _ => Trouble::Refused(failed(&error)),
        }
    }
}

pub(crate) fn failed(error: &Error) -> StoreError {
    StoreError::Failed(sentence(error))
}

/// An error in words that an operator understands.
pub(crate) fn sentence(error: &Error) -> String {
    let Some(said) = error.as_db_error() else {
        // The outer error says only where it happened.
        let cause = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
        return format!("the connection to the database was lost ({cause})");
    };
    let said_text = said.message();
    match *said.code() {
        SqlState::DISK_FULL => format!("the disk of the database is full ({said_text})"),
        SqlState::TOO_MANY_CONNECTIONS => {
            format!("the database has no connection left: raise max_connections ({said_text})")
        }
        SqlState::INSUFFICIENT_PRIVILEGE => format!("the user of the database may not do this ({said_text})"),
        _ => format!("the database refuses it ({said_text})"),
    }
}

/// Whether a server was refused because it is a standby.
pub(crate) fn is_read_only(error: &Error) -> bool {
    let cause = std::error::Error::source(error).map(ToString::to_string);
    cause.as_deref() == Some("database does not allow writes")
}

/// Why a server cannot be used at all. Names it, and never the password.
pub(crate) fn no_connection(server: &Config, error: &Error) -> StoreError {
    let at = place(server);
    let user = server.get_user().unwrap_or("postgres");
    let name = server.get_dbname().unwrap_or(user);
    let why = match error.code() {
        Some(&SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION) => {
            format!("the database at {at} does not accept user {user} with this password")
        }
        Some(&SqlState::INVALID_CATALOG_NAME) => {
            format!("the server at {at} has no database {name}: create it with `createdb {name}`")
        }
        Some(&SqlState::CANNOT_CONNECT_NOW) => format!("the database at {at} is still starting"),
        Some(_) => format!("the database at {at}: {}", sentence(error)),
        None if is_read_only(error) => format!(
            "the database at {at} is a read-only standby: give the address of the primary, or of all servers with commas between them"
        ),
        None => {
            if let Some(problem) = problem_with_certificate(error) {
                return StoreError::Failed(format!(
                    "the certificate of the database at {at} is not accepted: {problem}"
                ));
            }
            let cause = std::error::Error::source(error).map(ToString::to_string);
            match cause.as_deref() {
                Some("password missing") => {
                    format!("the database at {at} wants a password: postgres://{user}:PASSWORD@{at}/{name}")
                }
                Some("server does not support TLS") => format!(
                    "the database at {at} does not speak TLS: set ssl = on there, or write sslmode=disable"
                ),
                Some(cause) => format!("the database at {at} cannot be reached: {cause}"),
                None => format!("the database at {at} cannot be used: {error}"),
            }
        }
    };
    StoreError::Failed(why)
}

pub(crate) fn no_answer(server: &Config) -> StoreError {
    StoreError::Failed(format!("the database at {} cannot be reached: it does not answer", place(server)))
}

/// Where a server is.
fn place(server: &Config) -> String {
    let port = server.get_ports().first().copied().unwrap_or(5432);
    match server.get_hosts().first() {
        Some(Host::Tcp(name)) => format!("{name}:{port}"),
        #[cfg(unix)]
        Some(Host::Unix(folder)) => format!("{}, port {port}", folder.display()),
        None => "an unknown place".into(),
    }
}
