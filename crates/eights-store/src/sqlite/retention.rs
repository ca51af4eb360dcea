//! Finds what has been kept for too long, deletes finished matches, and takes people out of matches.
//!
//! The column `match.kept_since` holds the uptime in minutes at which a match ended, and
//! `person.visited` that of a person's last visit. `person.used` is no measure of that: it moves on
//! when `idle` has looked at a person who must stay.

use rusqlite::{Connection, OptionalExtension, params};

use super::{error::damaged, idle::uptime};
use crate::{Expired, KeepLimits, MatchId, PersonId, op::NOBODY};
use eights_match::{Head, journal};

/// Adds the columns to a database that does not have them. Matches in it count from now on.
pub(crate) fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE match ADD COLUMN kept_since INTEGER;
         UPDATE match SET kept_since = (SELECT minutes FROM uptime) WHERE ended IS NOT NULL;
         ALTER TABLE person ADD COLUMN visited INTEGER NOT NULL DEFAULT 0;
         UPDATE person SET visited = used;",
    )
}

pub(crate) fn expired(connection: &Connection, limits: KeepLimits, limit: u32) -> rusqlite::Result<Expired> {
    const MATCHES: &str = "SELECT id FROM match WHERE kept_since < ?1 ORDER BY kept_since, id LIMIT ?2";
    const PEOPLE: &str = "SELECT id FROM person WHERE visited < ?1 AND NOT EXISTS
        (SELECT 1 FROM seated JOIN match ON match.id = match WHERE person = person.id AND ended IS NULL)
        ORDER BY visited, id LIMIT ?2";
    let now = uptime(connection)?;
    let find = |sql: &str, keep: Option<u64>| -> rusqlite::Result<Vec<u64>> {
        let Some(keep) = keep else { return Ok(Vec::new()) };
        let mut statement = connection.prepare_cached(sql)?;
        statement.query_map(params![now.saturating_sub(keep), limit], |row| row.get(0))?.collect()
    };
    Ok(Expired {
        matches: find(MATCHES, limits.matches)?.into_iter().map(MatchId::new).collect(),
        people: find(PEOPLE, limits.people)?.into_iter().map(PersonId::new).collect(),
    })
}

/// Deletes a finished match.
pub(crate) fn drop_finished(connection: &Connection, id: MatchId) -> rusqlite::Result<()> {
    drop_rows(connection, "DELETE FROM match WHERE id = ?1 AND ended IS NOT NULL RETURNING sheet", id)
}

/// Gives the seats of a person in a match another name, and takes the match off their list.
pub(crate) fn anonymize(
    connection: &Connection,
    id: MatchId,
    person: PersonId,
    name: &str,
) -> rusqlite::Result<()> {
    const LEAVE: &str = "DELETE FROM seated WHERE match = ?1 AND person = ?2 RETURNING seat";
    let mut leave = connection.prepare_cached(LEAVE)?;
    let seats = leave.query_map([id.number(), person.number()], |row| row.get(0))?;
    let seats: Vec<usize> = seats.collect::<rusqlite::Result<_>>()?;
    let head: Option<String> = connection
        .prepare_cached("SELECT head FROM match WHERE id = ?1")?
        .query_row([id.number()], |row| row.get(0))
        .optional()?;
    let Some(head) = head.filter(|_| !seats.is_empty()) else { return Ok(()) };
    let mut head: Head = serde_json::from_str(&head).map_err(damaged)?;
    for seat in seats {
        if let Some(shown) = head.names.get_mut(seat) {
            name.clone_into(shown);
        }
    }
    let row = params![id.number(), journal::line(&head)];
    connection.prepare_cached("UPDATE match SET head = ?2 WHERE id = ?1")?.execute(row).map(drop)
}

pub(crate) fn drop_person(connection: &Connection, id: PersonId) -> rusqlite::Result<()> {
    let row = params![id.number(), NOBODY.number()];
    connection.prepare_cached("UPDATE sheet SET by = ?2 WHERE by = ?1")?.execute(row)?;
    connection.prepare_cached("DELETE FROM person WHERE id = ?1")?.execute([id.number()]).map(drop)
}

/// Deletes a match by this statement, which returns its sheet; and if it was there, everything that
/// belongs to it, and the sheet if no other match uses it.
pub(crate) fn drop_rows(connection: &Connection, delete: &str, id: MatchId) -> rusqlite::Result<()> {
    const DROP_RULES: &str =
        "DELETE FROM sheet_text WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM match WHERE sheet = ?1)";
    let sheet: Option<[u8; 32]> =
        connection.prepare_cached(delete)?.query_row([id.number()], |row| row.get(0)).optional()?;
    let Some(sheet) = sheet else { return Ok(()) };
    connection.prepare_cached("DELETE FROM steps WHERE match = ?1")?.execute([id.number()])?;
    connection.prepare_cached("DELETE FROM seated WHERE match = ?1")?.execute([id.number()])?;
    connection.prepare_cached(DROP_RULES)?.execute([sheet]).map(drop)
}
