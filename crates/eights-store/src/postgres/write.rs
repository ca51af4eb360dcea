//! Applies single operations within a transaction.

use eights_match::{Head, journal};

use super::{
    connection::Connection,
    error::Trouble,
    group::{Group, Matches, Running},
    schema::month_of,
};
use crate::{IdleLimits, MatchId, NodeId, Op, Opened, PersonId, StoreError, Used, op::NOBODY, record};

/// How many people, and how many sheets, are dropped in one transaction, so that steps do not wait long for it.
const BATCH: i64 = 500;

/// A number of ours as one of the database's. Ids have 63 bits; dates and minutes that do not fit
/// count as the last one.
pub(crate) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn refuse(why: StoreError) -> Trouble {
    Trouble::Refused(why)
}

fn damaged(why: impl std::fmt::Display) -> Trouble {
    refuse(StoreError::Failed(format!("what was kept is damaged ({why})")))
}

/// Applies any operation but a step.
pub(crate) async fn apply(
    db: &Connection,
    op: &Op,
    group: &Group<'_>,
    matches: &Matches,
    node: NodeId,
) -> Result<(), Trouble> {
    match op {
        // Steps are in the log of the group.
        Op::Append(id, entry) => return Err(refuse(StoreError::Conflict(*id, entry.step))),
        Op::Open(opened) => open(db, opened).await?,
        Op::Finish { id, at, result } => {
            fold(db, *id, group.tail(*id, matches)).await?;
            const FINISH: &str = "UPDATE match SET ended = $2, result = $3,
                kept_since = (SELECT uptime FROM eights) WHERE id = $1";
            let (key, at) = (signed(id.number()), signed(*at));
            if db.execute(FINISH, &[&key, &at, result]).await? == 0 {
                return Err(refuse(StoreError::Failed(format!("there is no match {id}"))));
            }
        }
        Op::Room { code, saved } => {
            const ROOM: &str = "INSERT INTO room (code, saved, used, owner)
                VALUES ($1, $2, (SELECT uptime FROM eights), $3)
                ON CONFLICT (code) DO UPDATE SET saved = excluded.saved, used = excluded.used
                WHERE room.owner = $3";
            if db.execute(ROOM, &[code, saved, &signed(node.0)]).await? == 0 {
                return Err(refuse(StoreError::NotOwner(code.clone())));
            }
        }
        Op::DropRoom(code) => {
            let own = db
                .execute("DELETE FROM room WHERE code = $1 AND owner = $2", &[code, &signed(node.0)])
                .await?;
            let is_there = "SELECT 1 FROM room WHERE code = $1";
            if own == 0 && db.query_opt(is_there, &[code]).await?.is_some() {
                return Err(refuse(StoreError::NotOwner(code.clone())));
            }
        }
        Op::DropMatch(id) => {
            drop_rows(db, "DELETE FROM match WHERE id = $1 AND ended IS NULL RETURNING sheet", *id).await?;
        }
        Op::DropFinished(id) => {
            drop_rows(db, "DELETE FROM match WHERE id = $1 AND ended IS NOT NULL RETURNING sheet", *id)
                .await?;
        }
        Op::Person(person) => {
            const PERSON: &str = "INSERT INTO person (id, token, name, since, used, visited)
                SELECT $1, $2, $3, $4, uptime, uptime FROM eights
                ON CONFLICT (id) DO UPDATE SET token = excluded.token, name = excluded.name,
                since = excluded.since, used = excluded.used, visited = excluded.visited";
            let (id, since) = (signed(person.id.number()), signed(person.since));
            db.execute(PERSON, &[&id, &&person.token[..], &person.name, &since]).await?;
        }
        Op::Sheet(row) => {
            const SHEET: &str = "INSERT INTO sheet (game, hash, sheet, by, at, used)
                VALUES ($1, $2, $3, $4, $5, (SELECT uptime FROM eights))
                ON CONFLICT (game, hash) DO UPDATE SET used = excluded.used";
            let (by, at) = (signed(row.by.number()), signed(row.at));
            db.execute(SHEET, &[&row.game, &row.hash, &row.sheet, &by, &at]).await?;
        }
        Op::Ban(who) => {
            db.execute("INSERT INTO ban VALUES ($1) ON CONFLICT DO NOTHING", &[who]).await?;
        }
        Op::Unban(who) => {
            db.execute("DELETE FROM ban WHERE who = $1", &[who]).await?;
        }
        Op::MarkUsed(used) => mark_used(db, used, node).await?,
        Op::DropUnused(limits) => drop_unused(db, limits).await?,
        Op::Anonymize { id, person, name } => anonymize(db, *id, *person, name).await?,
        Op::DropPerson(id) => {
            let (key, nobody) = (signed(id.number()), signed(NOBODY.number()));
            db.execute("UPDATE sheet SET by = $2 WHERE by = $1", &[&key, &nobody]).await?;
            db.execute("DELETE FROM person WHERE id = $1", &[&key]).await?;
        }
    }
    Ok(())
}

async fn open(db: &Connection, opened: &Opened) -> Result<(), Trouble> {
    const OPEN: &str = "INSERT INTO match (id, month, head, sheet, title, began)
        SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT 1 FROM match WHERE id = $1)";
    const SEAT: &str = "INSERT INTO seated SELECT person, $1, seat
        FROM unnest($2::bigint[], $3::smallint[]) AS sitting (person, seat) ON CONFLICT DO NOTHING";
    let (head, sheet_id, sheet) = split(&opened.head);
    let (id, month, began) = (signed(opened.id.number()), month_of(opened.at), signed(opened.at));
    let row: super::connection::Params = &[&id, &month, &head, &&sheet_id[..], &opened.title, &began];
    if db.execute(OPEN, row).await? == 0 {
        return Err(refuse(StoreError::Conflict(opened.id, 0)));
    }
    // The lock keeps another node from dropping the sheet with the last match that used it.
    const HOLD: &str = "SELECT 1 FROM sheet_text WHERE id = $1 FOR KEY SHARE";
    const ADD: &str = "INSERT INTO sheet_text VALUES ($1, $2) ON CONFLICT DO NOTHING";
    while db.query_opt(HOLD, &[&&sheet_id[..]]).await?.is_none()
        && db.execute(ADD, &[&&sheet_id[..], &sheet]).await? == 0
    {}
    if !opened.people.is_empty() {
        let people: Vec<i64> = opened.people.iter().map(|(person, _)| signed(person.number())).collect();
        let seats: Vec<i16> = opened.people.iter().map(|(_, seat)| i16::from(*seat)).collect();
        db.execute(SEAT, &[&id, &people, &seats]).await?;
    }
    Ok(())
}

/// Moves the steps of a match that are only in the log into the table of steps.
async fn fold(db: &Connection, id: MatchId, running: Option<Running>) -> Result<(), Trouble> {
    match running {
        Some(running) => fold_all(db, &[(id, running)]).await,
        None => Ok(()),
    }
}

/// Does so for many matches in one statement.
pub(crate) async fn fold_all(db: &Connection, all: &[(MatchId, Running)]) -> Result<(), Trouble> {
    const FOLD: &str = "INSERT INTO steps (match, month, first, count, bytes)
        SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bytea[])";
    let full: Vec<&(MatchId, Running)> = all.iter().filter(|(_, running)| running.tail.count > 0).collect();
    if full.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = full.iter().map(|(id, _)| signed(id.number())).collect();
    let months: Vec<i32> = full.iter().map(|(_, running)| running.month).collect();
    let firsts: Vec<i64> = full.iter().map(|(_, running)| signed(running.tail.first)).collect();
    let counts: Vec<i64> = full.iter().map(|(_, running)| signed(running.tail.count)).collect();
    let bytes: Vec<Vec<u8>> = full.iter().map(|(_, running)| record::sealed(&running.tail.bytes)).collect();
    db.execute(FOLD, &[&ids, &months, &firsts, &counts, &bytes]).await?;
    Ok(())
}

/// Deletes a match by this statement, which returns its sheet; and if it was there, everything that
/// belongs to it, and the sheet if no other match uses it.
async fn drop_rows(db: &Connection, delete: &'static str, id: MatchId) -> Result<(), Trouble> {
    const DROP_RULES: &str =
        "DELETE FROM sheet_text WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM match WHERE sheet = $1)";
    let key = signed(id.number());
    let Some(row) = db.query_opt(delete, &[&key]).await? else { return Ok(()) };
    let sheet: Vec<u8> = row.get(0);
    db.execute("DELETE FROM steps WHERE match = $1", &[&key]).await?;
    db.execute("DELETE FROM seated WHERE match = $1", &[&key]).await?;
    // Waits for matches that others begin with this sheet at the moment, and then sees them.
    db.query("SELECT 1 FROM sheet_text WHERE id = $1 FOR UPDATE", &[&sheet]).await?;
    db.execute(DROP_RULES, &[&sheet]).await?;
    Ok(())
}

/// Time is counted by one node, the oldest.
async fn mark_used(db: &Connection, used: &Used, node: NodeId) -> Result<(), Trouble> {
    const PASS: &str = "UPDATE eights SET uptime = uptime + $1
        WHERE NOT EXISTS (SELECT 1 FROM node WHERE is_open AND id < $2)";
    if used.minutes > 0 {
        db.execute(PASS, &[&signed(used.minutes), &signed(node.0)]).await?;
    }
    // Sorted, so that nodes that mark the same rows do not wait for each other in a circle.
    let mut rooms = used.rooms.clone();
    rooms.sort();
    const ROOMS: &str = "UPDATE room SET used = uptime FROM eights WHERE code = ANY($1)";
    let mut people: Vec<i64> = used.people.iter().map(|id| signed(id.number())).collect();
    people.sort_unstable();
    const PEOPLE: &str = "UPDATE person SET used = uptime, visited = uptime FROM eights WHERE id = ANY($1)";
    let (games, hashes): (Vec<&String>, Vec<&String>) = used.sheets.iter().map(|(g, h)| (g, h)).unzip();
    const SHEETS: &str = "UPDATE sheet SET used = uptime FROM eights
        WHERE (game, hash) IN (SELECT * FROM unnest($1::text[], $2::text[]))";
    if !rooms.is_empty() {
        db.execute(ROOMS, &[&rooms]).await?;
    }
    if !people.is_empty() {
        db.execute(PEOPLE, &[&people]).await?;
    }
    if !games.is_empty() {
        db.execute(SHEETS, &[&games, &hashes]).await?;
    }
    Ok(())
}

async fn drop_unused(db: &Connection, limits: &IdleLimits) -> Result<(), Trouble> {
    const OLD_PEOPLE: &str = "SELECT person.id,
        EXISTS (SELECT 1 FROM seated WHERE person = person.id) OR EXISTS (SELECT 1 FROM sheet WHERE by = person.id)
        FROM person, eights WHERE used < uptime - $1 ORDER BY used LIMIT $2";
    const DROP_SHEETS: &str = "DELETE FROM sheet WHERE (game, hash) IN
        (SELECT game, hash FROM sheet, eights WHERE used < uptime - $1 ORDER BY used LIMIT $2)";
    let old = db.query(OLD_PEOPLE, &[&signed(limits.people), &BATCH]).await?;
    let (needed, unused): (Vec<_>, Vec<_>) = old
        .iter()
        .map(|row| (row.get::<_, i64>(0), row.get::<_, bool>(1)))
        .partition(|(_, is_needed)| *is_needed);
    let ids = |rows: Vec<(i64, bool)>| rows.into_iter().map(|(id, _)| id).collect::<Vec<i64>>();
    db.execute("DELETE FROM person WHERE id = ANY($1)", &[&ids(unused)]).await?;
    // A match or a sheet still needs these people. Look again after another idle time.
    db.execute("UPDATE person SET used = uptime FROM eights WHERE id = ANY($1)", &[&ids(needed)]).await?;
    db.execute(DROP_SHEETS, &[&signed(limits.sheets), &BATCH]).await?;
    Ok(())
}

/// Gives the seats of a person in a match another name, and takes the match off their list.
async fn anonymize(db: &Connection, id: MatchId, person: PersonId, name: &str) -> Result<(), Trouble> {
    const LEAVE: &str = "DELETE FROM seated WHERE match = $1 AND person = $2 RETURNING seat";
    let key = signed(id.number());
    let seats = db.query(LEAVE, &[&key, &signed(person.number())]).await?;
    let head = db.query_opt("SELECT head FROM match WHERE id = $1 FOR UPDATE", &[&key]).await?;
    let Some(head) = head.filter(|_| !seats.is_empty()) else { return Ok(()) };
    let mut head: Head = serde_json::from_str(head.get(0)).map_err(damaged)?;
    for row in seats {
        let seat: i16 = row.get(0);
        if let Some(shown) = usize::try_from(seat).ok().and_then(|seat| head.names.get_mut(seat)) {
            name.clone_into(shown);
        }
    }
    db.execute("UPDATE match SET head = $2 WHERE id = $1", &[&key, &journal::line(&head)]).await?;
    Ok(())
}

/// Splits a head for storage: the sheet is stored once for all matches that use it, under its hash.
fn split(head: &Head) -> (String, [u8; 32], String) {
    let sheet = head.rules.to_string();
    let id = *blake3::hash(sheet.as_bytes()).as_bytes();
    let bare = Head { rules: serde_json::Value::Null, ..head.clone() };
    (journal::line(&bare), id, sheet)
}
