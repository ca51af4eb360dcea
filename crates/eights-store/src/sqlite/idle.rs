//! Marks tables, people and rule sheets as used, and drops people and sheets that nobody has used for a long time.
//!
//! Their column `used` holds the uptime in minutes (table `uptime`) at which they were last used.

use rusqlite::{Connection, params};

use crate::{IdleLimits, Used};

/// How many people, and how many sheets, are dropped in one transaction, so that steps do not wait long for it.
const BATCH: u32 = 500;

/// Adds the columns to a database that does not have them. Everything in it counts as used now.
pub(crate) fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE room ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
         ALTER TABLE person ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
         ALTER TABLE sheet ADD COLUMN used INTEGER NOT NULL DEFAULT 0;",
    )
}

/// Total minutes of uptime.
pub(crate) fn uptime(connection: &Connection) -> rusqlite::Result<u64> {
    connection.query_row("SELECT minutes FROM uptime", [], |row| row.get(0))
}

pub(crate) fn mark_used(connection: &Connection, used: &Used) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE uptime SET minutes = minutes + ?1")?.execute([used.minutes])?;
    let now = uptime(connection)?;
    let mut room = connection.prepare_cached("UPDATE room SET used = ?1 WHERE code = ?2")?;
    for code in &used.rooms {
        room.execute(params![now, code])?;
    }
    let mut person = connection.prepare_cached("UPDATE person SET used = ?1, visited = ?1 WHERE id = ?2")?;
    for id in &used.people {
        person.execute(params![now, id.number()])?;
    }
    let mut sheet = connection.prepare_cached("UPDATE sheet SET used = ?1 WHERE game = ?2 AND hash = ?3")?;
    for (game, hash) in &used.sheets {
        sheet.execute(params![now, game, hash])?;
    }
    Ok(())
}

pub(crate) fn drop_unused(connection: &Connection, limits: &IdleLimits) -> rusqlite::Result<()> {
    const OLD_PEOPLE: &str = "SELECT id FROM person WHERE used < ?1 ORDER BY used LIMIT ?2";
    const DROP_PERSON: &str = "DELETE FROM person WHERE id = ?1
        AND NOT EXISTS (SELECT 1 FROM seated WHERE person = ?1)
        AND NOT EXISTS (SELECT 1 FROM sheet WHERE by = ?1)";
    const DROP_SHEETS: &str = "DELETE FROM sheet WHERE (game, hash) IN
        (SELECT game, hash FROM sheet WHERE used < ?1 ORDER BY used LIMIT ?2)";
    let now = uptime(connection)?;
    let mut old = connection.prepare_cached(OLD_PEOPLE)?;
    let old = old.query_map(params![now.saturating_sub(limits.people), BATCH], |row| row.get(0))?;
    for id in old.collect::<rusqlite::Result<Vec<u64>>>()? {
        if connection.prepare_cached(DROP_PERSON)?.execute([id])? == 0 {
            // A match or a sheet still needs this person. Look again after another idle time.
            connection
                .prepare_cached("UPDATE person SET used = ?1 WHERE id = ?2")?
                .execute(params![now, id])?;
        }
    }
    let before = now.saturating_sub(limits.sheets);
    connection.prepare_cached(DROP_SHEETS)?.execute(params![before, BATCH]).map(drop)
}
