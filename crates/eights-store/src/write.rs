//! What is written into the database as it comes.

use rusqlite::{Connection, ErrorCode, params};

use crate::{
    Op, Opened, StoreError,
    sqlite::{sentence, split},
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
        Op::Room { code, saved } => run("INSERT OR REPLACE INTO room VALUES (?1, ?2)", params![code, saved]),
        Op::DropRoom(code) => run("DELETE FROM room WHERE code = ?1", params![code]),
        Op::Person(it) => run(
            "INSERT OR REPLACE INTO person VALUES (?1, ?2, ?3, ?4)",
            params![it.id.number(), it.token, it.name, it.since],
        ),
        Op::Sheet(it) => run(
            "INSERT OR IGNORE INTO sheet VALUES (?1, ?2, ?3, ?4, ?5)",
            params![it.game, it.hash, it.sheet, it.by.number(), it.at],
        ),
    };
    done.map(drop).map_err(|error| StoreError::Failed(sentence(&error)))
}
