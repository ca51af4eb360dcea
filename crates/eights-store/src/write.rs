//! What is written into the database as it comes.

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use crate::{
    MatchId, Op, Opened, StoreError, idle,
    sqlite::{failed, split},
};

fn open(connection: &Connection, opened: &Opened) -> rusqlite::Result<usize> {
    let (head, id, sheet) = split(&opened.head);
    connection
        .prepare_cached("INSERT OR IGNORE INTO sheet_text VALUES (?1, ?2)")?
        .execute(params![id, sheet])?;
    let mut seated = connection.prepare_cached("INSERT OR IGNORE INTO seated VALUES (?1, ?2, ?3)")?;
    for (person, seat) in &opened.people {
        seated.execute(params![person.number(), opened.id.number(), seat])?;
    }
    connection
        .prepare_cached("INSERT INTO match (id, head, sheet, title, began) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![opened.id.number(), head, id, opened.title, opened.at])
}

/// Deletes a match that is not finished, with its copy of the rules where no other match has the same.
fn drop_match(connection: &Connection, id: MatchId) -> rusqlite::Result<usize> {
    const DROP_RULES: &str =
        "DELETE FROM sheet_text WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM match WHERE sheet = ?1)";
    let sheet: Option<[u8; 32]> = connection
        .prepare_cached("DELETE FROM match WHERE id = ?1 AND ended IS NULL RETURNING sheet")?
        .query_row([id.number()], |row| row.get(0))
        .optional()?;
    let Some(sheet) = sheet else { return Ok(0) };
    connection.prepare_cached("DELETE FROM steps WHERE match = ?1")?.execute([id.number()])?;
    connection.prepare_cached("DELETE FROM seated WHERE match = ?1")?.execute([id.number()])?;
    connection.prepare_cached(DROP_RULES)?.execute([sheet])
}

/// Writes anything but a step.
pub(crate) fn op(connection: &Connection, op: &Op) -> Result<(), StoreError> {
    let run = |sql: &str, row: &[&dyn rusqlite::ToSql]| connection.prepare_cached(sql)?.execute(row);
    let done = match op {
        // Steps have a way of their own.
        Op::Append(id, entry) => return Err(StoreError::Conflict(*id, entry.step)),
        Op::Open(opened) => match open(connection, opened) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                return Err(StoreError::Conflict(opened.id, 0));
            }
            done => done,
        },
        Op::Finish { id, at, result } => {
            let done = run(
                "UPDATE match SET ended = ?2, result = ?3 WHERE id = ?1",
                params![id.number(), at, result],
            );
            if matches!(done, Ok(0)) {
                return Err(StoreError::Failed(format!("there is no match {id}")));
            }
            done
        }
        Op::Room { code, saved } => run(
            "INSERT OR REPLACE INTO room VALUES (?1, ?2, (SELECT minutes FROM uptime))",
            params![code, saved],
        ),
        Op::DropRoom(code) => run("DELETE FROM room WHERE code = ?1", params![code]),
        Op::DropMatch(id) => drop_match(connection, *id),
        Op::Person(it) => run(
            "INSERT OR REPLACE INTO person VALUES (?1, ?2, ?3, ?4, (SELECT minutes FROM uptime))",
            params![it.id.number(), it.token, it.name, it.since],
        ),
        Op::Sheet(it) => run(
            "INSERT INTO sheet VALUES (?1, ?2, ?3, ?4, ?5, (SELECT minutes FROM uptime))
             ON CONFLICT DO UPDATE SET used = excluded.used",
            params![it.game, it.hash, it.sheet, it.by.number(), it.at],
        ),
        Op::MarkUsed(used) => idle::mark_used(connection, used).map(|()| 1),
        Op::DropUnused(limits) => idle::drop_unused(connection, limits).map(|()| 1),
    };
    done.map(drop).map_err(failed)
}
