//! The tables in PostgreSQL, their partitions, and migrations from older versions.

use tokio_postgres::error::SqlState;

use super::{connection::Connection, error::failed};
use crate::StoreError;

/// The schema version; raised with every change that an earlier program would not understand.
pub(crate) const VERSION: i32 = 1;

/// `lane` changes with every group, so its rows have room for many versions on their page. `log`
/// holds bytes that do not shrink. Matches and their steps are partitioned by the month in which
/// they began, counted from 1970.
const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS node (
    id bigserial PRIMARY KEY, address text NOT NULL, beat timestamptz NOT NULL DEFAULT now(),
    is_open bool NOT NULL DEFAULT true
);
CREATE TABLE IF NOT EXISTS lane (
    node bigint NOT NULL, lane int NOT NULL, seq bigint NOT NULL DEFAULT 0, closed bool NOT NULL DEFAULT false,
    PRIMARY KEY (node, lane)
) WITH (fillfactor = 10);
CREATE TABLE IF NOT EXISTS log (
    node bigint NOT NULL, lane int NOT NULL, seq bigint NOT NULL, bytes bytea NOT NULL,
    PRIMARY KEY (node, lane, seq)
);
ALTER TABLE log ALTER bytes SET STORAGE EXTERNAL;
CREATE TABLE IF NOT EXISTS match (
    id bigint NOT NULL, month int NOT NULL, head text NOT NULL, sheet bytea NOT NULL, title text NOT NULL,
    began bigint NOT NULL, ended bigint, result text, kept_since bigint,
    PRIMARY KEY (id, month)
) PARTITION BY RANGE (month);
CREATE TABLE IF NOT EXISTS steps (
    match bigint NOT NULL, month int NOT NULL, first bigint NOT NULL, count bigint NOT NULL, bytes bytea NOT NULL,
    PRIMARY KEY (match, first, month)
) PARTITION BY RANGE (month);
CREATE TABLE IF NOT EXISTS sheet_text (id bytea PRIMARY KEY, text text NOT NULL);
CREATE TABLE IF NOT EXISTS seated (
    person bigint NOT NULL, match bigint NOT NULL, seat smallint NOT NULL,
    PRIMARY KEY (person, match, seat)
);
CREATE TABLE IF NOT EXISTS room (
    code text COLLATE \"C\" PRIMARY KEY, saved text NOT NULL, used bigint NOT NULL DEFAULT 0,
    owner bigint, taken bigint
);
CREATE TABLE IF NOT EXISTS person (
    id bigint PRIMARY KEY, token bytea NOT NULL, name text NOT NULL, since bigint NOT NULL,
    used bigint NOT NULL DEFAULT 0, visited bigint NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS sheet (
    game text COLLATE \"C\" NOT NULL, hash text COLLATE \"C\" NOT NULL, sheet text NOT NULL, by bigint NOT NULL,
    at bigint NOT NULL, used bigint NOT NULL DEFAULT 0, PRIMARY KEY (game, hash)
);
CREATE TABLE IF NOT EXISTS ban (who text COLLATE \"C\" PRIMARY KEY);
CREATE INDEX IF NOT EXISTS seated_match ON seated (match);
CREATE INDEX IF NOT EXISTS room_owner ON room (owner);
CREATE INDEX IF NOT EXISTS match_sheet ON match (sheet);
CREATE INDEX IF NOT EXISTS match_kept ON match (kept_since) WHERE kept_since IS NOT NULL;
CREATE INDEX IF NOT EXISTS person_used ON person (used);
CREATE INDEX IF NOT EXISTS person_visited ON person (visited);
CREATE INDEX IF NOT EXISTS sheet_used ON sheet (used);
CREATE INDEX IF NOT EXISTS sheet_by ON sheet (by);
";

/// How often creating something is tried again when another node creates the same at that moment.
const MAX_TRIES: u32 = 5;

/// Creates or checks the tables.
pub(crate) async fn prepare(connection: &Connection) -> Result<(), StoreError> {
    let has_tables = "SELECT to_regclass('eights') IS NOT NULL";
    let found = connection.query_one(has_tables, &[]).await.map_err(|error| failed(&error))?;
    if !found.get::<_, bool>(0) {
        // The lock makes nodes that start together wait for each other, once the table is there.
        let create = format!(
            "BEGIN; CREATE TABLE IF NOT EXISTS eights
             (version int NOT NULL, uptime bigint NOT NULL, secret text NOT NULL);
             LOCK TABLE eights; {SCHEMA}
             INSERT INTO eights SELECT {VERSION}, 0, gen_random_uuid()::text || gen_random_uuid()::text
             WHERE NOT EXISTS (SELECT 1 FROM eights); COMMIT"
        );
        unless_at_once(connection, &create).await?;
    }
    let version = connection.query_opt("SELECT version FROM eights", &[]).await;
    match version.map_err(|error| failed(&error))?.map(|row| row.get::<_, i32>(0)) {
        Some(VERSION) => Ok(()),
        Some(version) if version > VERSION => Err(StoreError::Failed(format!(
            "the database was written by a newer program (form {version}, known here is {VERSION}): use that one"
        ))),
        Some(version) => Err(StoreError::Failed(format!(
            "the database was written by an old program (form {version}, known here is {VERSION}): move it with the version that wrote it"
        ))),
        None => {
            Err(StoreError::Failed("the database holds something else: give Eights one of its own".into()))
        }
    }
}

/// Creates the partitions of a month.
pub(crate) async fn add_month(connection: &Connection, month: i32) -> Result<(), StoreError> {
    let next = month + 1;
    let partition = |table: &str| {
        format!(
            "CREATE TABLE IF NOT EXISTS {table}_{month} PARTITION OF {table} FOR VALUES FROM ({month}) TO ({next});"
        )
    };
    unless_at_once(connection, &format!("{} {}", partition("match"), partition("steps"))).await
}

/// Runs statements again if another node has just done the same.
async fn unless_at_once(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    for _ in 0..MAX_TRIES {
        let Err(error) = connection.batch(sql).await else { return Ok(()) };
        let _ = connection.batch("ROLLBACK").await;
        let is_race = matches!(
            error.code(),
            Some(
                &SqlState::UNIQUE_VIOLATION
                    | &SqlState::DUPLICATE_TABLE
                    | &SqlState::DUPLICATE_OBJECT
                    | &SqlState::T_R_DEADLOCK_DETECTED
            )
        );
        if !is_race {
            return Err(failed(&error));
        }
    }
    Err(StoreError::Failed("other programs change the tables of the database all the time".into()))
}

/// Months since 1970 at a date in milliseconds. Dates beyond the year 9999 count as that year.
pub(crate) fn month_of(at: u64) -> i32 {
    const LAST: i64 = (9999 - 1970) * 12 + 11;
    // Days to year and month, by the civil calendar (Howard Hinnant, chrono-compatible low-level
    // date algorithms).
    let days = (at / 86_400_000).min(4_000_000) as i64 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let months = (year_of_era + era * 400 - 1970) * 12 + month_from_march + 2;
    months.min(LAST) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_follow_the_calendar() {
        const DAY: u64 = 86_400_000;
        for (day, month) in [(0, 0), (30, 0), (31, 1), (58, 1), (59, 2), (364, 11), (365, 12)] {
            assert_eq!(month_of(day * DAY), month, "day {day}");
        }
        // 29 February and 1 March 2024, 31 December 1999 and 1 January 2000.
        for (day, month) in [(19_782, 649), (19_783, 650), (10_956, 359), (10_957, 360)] {
            assert_eq!(month_of(day * DAY + DAY - 1), month, "day {day}");
        }
        assert_eq!(month_of(u64::MAX), (9999 - 1970) * 12 + 11);
    }
}
