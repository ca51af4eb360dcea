//! Reads the journal of a match: its head, the steps in the database, and the newest ones.

use eights_match::{Entry, Head};
use rusqlite::{Connection, OptionalExtension};

use super::{chunk, error::damaged};
use crate::{MatchId, record, tails::Tail};

/// The head and all steps of a match.
pub(crate) fn journal_of(
    connection: &Connection,
    id: MatchId,
    tail: Option<&Tail>,
) -> rusqlite::Result<Option<(Head, Vec<Entry>)>> {
    const HEAD: &str =
        "SELECT head, text FROM match JOIN sheet_text ON sheet_text.id = sheet WHERE match.id = ?1";
    let head = connection
        .prepare_cached(HEAD)?
        .query_row([id.number()], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .optional()?;
    let Some((head, sheet)) = head else { return Ok(None) };
    let mut head: Head = serde_json::from_str(&head).map_err(damaged)?;
    head.rules = serde_json::from_str(&sheet).map_err(damaged)?;
    Ok(Some((head, steps_of(connection, id, 0, tail)?)))
}

/// The steps of a match after step `after`: older ones from the database, the newest from its tail.
pub(crate) fn steps_of(
    connection: &Connection,
    id: MatchId,
    after: u64,
    tail: Option<&Tail>,
) -> rusqlite::Result<Vec<Entry>> {
    let mut entries = chunk::read(connection, id, after)?;
    let Some(tail) = tail else { return Ok(entries) };
    if tail.is_broken {
        return Err(damaged(format!("step {} of match {id} is missing", tail.next())));
    }
    // The tail may have been copied into the database since it was cloned. Then `next` is after it.
    let next = after + entries.len() as u64 + 1;
    if (tail.first..tail.next()).contains(&next) {
        record::read_from(tail.first, &tail.bytes, next, &mut entries)
            .ok_or_else(|| damaged(format!("the newest steps of match {id}")))?;
    }
    Ok(entries)
}
