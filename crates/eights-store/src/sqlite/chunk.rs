//! Steps in the database: each row holds a run of steps of one match, with a checksum.

use eights_match::Entry;
use rusqlite::{Connection, OptionalExtension, params};

use crate::{
    MatchId,
    record::{self, CHECKSUM_BYTES},
    sqlite::error::damaged,
};

/// Adds a run of `count` steps that starts at number `first`.
pub(crate) fn add(
    connection: &Connection,
    id: MatchId,
    first: u64,
    count: u64,
    steps: &[u8],
) -> rusqlite::Result<()> {
    let row = params![id.number(), first, count, record::sealed(steps)];
    connection.prepare_cached("INSERT INTO steps VALUES (?1, ?2, ?3, ?4)")?.execute(row).map(drop)
}

/// Records that a step is lost, which marks the match as damaged.
pub(crate) fn add_gap(connection: &Connection, id: MatchId, step: u64) -> rusqlite::Result<()> {
    let row = params![id.number(), step, 0, [0u8; 0]];
    connection.prepare_cached("INSERT OR IGNORE INTO steps VALUES (?1, ?2, ?3, ?4)")?.execute(row).map(drop)
}

/// How many steps of a match the database holds; none if there is no such match.
pub(crate) fn count(connection: &Connection, id: MatchId) -> rusqlite::Result<Option<u64>> {
    const READ: &str = "SELECT (SELECT COALESCE(SUM(count), 0) FROM steps WHERE match = ?1),
        (SELECT MIN(first) FROM steps WHERE match = ?1 AND count = 0) FROM match WHERE id = ?1";
    let found = connection
        .prepare_cached(READ)?
        .query_row([id.number()], |row| Ok((row.get(0)?, row.get::<_, Option<u64>>(1)?)))
        .optional()?;
    match found {
        Some((_, Some(step))) => Err(lost(id, step)),
        Some((count, None)) => Ok(Some(count)),
        None => Ok(None),
    }
}

fn lost(id: MatchId, step: u64) -> rusqlite::Error {
    damaged(format!("step {step} of match {id} is missing"))
}

/// The steps of a match in the database after step `after`.
pub(crate) fn read(connection: &Connection, id: MatchId, after: u64) -> rusqlite::Result<Vec<Entry>> {
    const READ: &str = "SELECT first, count, bytes FROM steps
        WHERE match = ?1 AND (first + count > ?2 OR count = 0) ORDER BY first";
    let mut statement = connection.prepare_cached(READ)?;
    let mut rows = statement.query([id.number(), after + 1])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        let (first, count, bytes): (u64, u64, Vec<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let next = after + entries.len() as u64 + 1;
        // Only the first row may start with steps that were not requested.
        let is_next = first == next || (first < next && entries.is_empty());
        if !is_next || bytes.len() < CHECKSUM_BYTES {
            return Err(lost(id, next));
        }
        let steps = record::unsealed(&bytes);
        let whole = steps.is_some_and(|steps| record::read_from(first, steps, next, &mut entries).is_some());
        if !whole || after + entries.len() as u64 + 1 != first + count {
            return Err(damaged(format!("the steps from {first} of match {id} are not what was kept")));
        }
    }
    Ok(entries)
}
