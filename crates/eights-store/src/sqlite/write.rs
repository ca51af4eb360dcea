//! Applies single operations to the database.

use rusqlite::{Connection, ErrorCode, params};

use crate::{
    MatchId, Op, Opened, StoreError,
    sqlite::{error::failed, idle, retention},
};
use eights_match::{Head, journal};

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

/// Deletes an unfinished match.
fn drop_match(connection: &Connection, id: MatchId) -> rusqlite::Result<()> {
    retention::drop_rows(connection, "DELETE FROM match WHERE id = ?1 AND ended IS NULL RETURNING sheet", id)
}

/// Applies any operation but a step.
pub(crate) fn apply(connection: &Connection, op: &Op) -> Result<(), StoreError> {
    let run = |sql: &str, row: &[&dyn rusqlite::ToSql]| connection.prepare_cached(sql)?.execute(row);
    let done = match op {
        // Steps go through the log; see `writer`.
        Op::Append(id, entry) => return Err(StoreError::Conflict(*id, entry.step)),
        Op::Open(opened) => match open(connection, opened) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                return Err(StoreError::Conflict(opened.id, 0));
            }
            done => done,
        },
        Op::Finish { id, at, result } => {
            let done = run(
                "UPDATE match SET ended = ?2, result = ?3, kept_since = (SELECT minutes FROM uptime) WHERE id = ?1",
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
        Op::DropMatch(id) => drop_match(connection, *id).map(|()| 1),
        Op::Person(person) => run(
            "INSERT OR REPLACE INTO person
             SELECT ?1, ?2, ?3, ?4, minutes, minutes FROM uptime",
            params![person.id.number(), person.token, person.name, person.since],
        ),
        Op::Sheet(row) => run(
            "INSERT INTO sheet VALUES (?1, ?2, ?3, ?4, ?5, (SELECT minutes FROM uptime))
             ON CONFLICT DO UPDATE SET used = excluded.used",
            params![row.game, row.hash, row.sheet, row.by.number(), row.at],
        ),
        Op::Ban(who) => run("INSERT OR IGNORE INTO ban VALUES (?1)", params![who]),
        Op::Unban(who) => run("DELETE FROM ban WHERE who = ?1", params![who]),
        Op::MarkUsed(used) => idle::mark_used(connection, used).map(|()| 1),
        Op::DropUnused(limits) => idle::drop_unused(connection, limits).map(|()| 1),
        Op::DropFinished(id) => retention::drop_finished(connection, *id).map(|()| 1),
        Op::Anonymize { id, person, name } => {
            retention::anonymize(connection, *id, *person, name).map(|()| 1)
        }
        Op::DropPerson(id) => retention::drop_person(connection, *id).map(|()| 1),
    };
    done.map(drop).map_err(failed)
}

/// Splits a head for storage: the sheet is stored once for all matches that use it, under its hash.
fn split(head: &Head) -> (String, [u8; 32], String) {
    let sheet = head.rules.to_string();
    let id = *blake3::hash(sheet.as_bytes()).as_bytes();
    let bare = Head { rules: serde_json::Value::Null, ..head.clone() };
    (journal::line(&bare), id, sheet)
}
