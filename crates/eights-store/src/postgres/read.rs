//! Reads matches, tables, people and sheets.

use eights_match::{Entry, Head};
use tokio_postgres::Row;

use super::{store::Postgres, tables::room_row, write::signed};
use crate::{
    Expired, FinishedRow, KeepLimits, MatchId, PersonId, PersonRow, Rooms, SheetRow, StoreError,
    record::{self, CHECKSUM_BYTES},
    tails::Tail,
};

fn damaged(why: impl std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("what was kept is damaged ({why})"))
}

fn lost(id: MatchId, step: u64) -> StoreError {
    damaged(format!("step {step} of match {id} is missing"))
}

fn unsigned(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).max(0) as u64
}

fn match_id(row: &Row) -> MatchId {
    MatchId::new(unsigned(row, 0))
}

/// The steps in rows of the table of steps after step `after`, and then those of a tail.
fn steps(id: MatchId, after: u64, rows: &[Row], tail: Option<&Tail>) -> Result<Vec<Entry>, StoreError> {
    let mut entries = Vec::new();
    for row in rows {
        let (first, count, bytes) = (unsigned(row, 0), unsigned(row, 1), row.get::<_, &[u8]>(2));
        let next = after + entries.len() as u64 + 1;
        // Only the first row may start with steps that were not requested.
        let is_next = first == next || (first < next && entries.is_empty());
        if !is_next || bytes.len() < CHECKSUM_BYTES {
            return Err(lost(id, next));
        }
        let steps = record::unsealed(bytes);
        let whole = steps.is_some_and(|steps| record::read_from(first, steps, next, &mut entries).is_some());
        if !whole || after + entries.len() as u64 + 1 != first + count {
            return Err(damaged(format!("the steps from {first} of match {id} are not what was kept")));
        }
    }
    let Some(tail) = tail else { return Ok(entries) };
    // The tail may have been folded since it was cloned. Then `next` is after it.
    let next = after + entries.len() as u64 + 1;
    if (tail.first..tail.next()).contains(&next) {
        record::read_from(tail.first, &tail.bytes, next, &mut entries)
            .ok_or_else(|| damaged(format!("the newest steps of match {id}")))?;
    }
    Ok(entries)
}

const STEPS: &str =
    "SELECT first, count, bytes FROM steps WHERE match = $1 AND (first + count > $2 OR count = 0)
    ORDER BY first";

const FINISHED: &str = "SELECT id, head, title, ended, result,
    (SELECT COALESCE(SUM(count), 0)::bigint FROM steps WHERE steps.match = match.id AND steps.month = match.month),
    (SELECT array_agg(person ORDER BY seat, person) FROM seated WHERE seated.match = match.id),
    (SELECT array_agg(seat ORDER BY seat, person) FROM seated WHERE seated.match = match.id)
    FROM match WHERE ended IS NOT NULL";

fn finished(row: &Row) -> Result<FinishedRow, StoreError> {
    let head: Head = serde_json::from_str(row.get(1)).map_err(damaged)?;
    let people: Vec<i64> = row.get::<_, Option<_>>(6).unwrap_or_default();
    let seats: Vec<i16> = row.get::<_, Option<_>>(7).unwrap_or_default();
    let seated = people.into_iter().zip(seats);
    Ok(FinishedRow {
        id: match_id(row),
        game: head.game,
        title: row.get(2),
        hash: head.hash,
        at: unsigned(row, 3),
        names: head.names,
        people: seated.map(|(person, seat)| (PersonId::new(person as u64), seat as u8)).collect(),
        result: row.get(4),
        steps: unsigned(row, 5),
    })
}

fn sheet_row(row: &Row) -> SheetRow {
    SheetRow {
        game: row.get(0),
        hash: row.get(1),
        sheet: row.get(2),
        by: PersonId::new(unsigned(row, 3)),
        at: unsigned(row, 4),
    }
}

impl Postgres {
    pub(super) fn read_journal(&self, id: MatchId) -> Result<Option<(Head, Vec<Entry>)>, StoreError> {
        const HEAD: &str =
            "SELECT head, text FROM match JOIN sheet_text ON sheet_text.id = sheet WHERE match.id = $1";
        let (tail, key) = (self.current().common.matches.tail(id), signed(id.number()));
        let (head, rows) = self.readers.read(move |connection| {
            Box::pin(async move {
                let head = connection.query_opt(HEAD, &[&key]).await?;
                let rows = connection.query(STEPS, &[&key, &1i64]).await?;
                Ok((head, rows))
            })
        })?;
        let Some(row) = head else { return Ok(None) };
        let mut head: Head = serde_json::from_str(row.get(0)).map_err(damaged)?;
        head.rules = serde_json::from_str(row.get(1)).map_err(damaged)?;
        Ok(Some((head, steps(id, 0, &rows, tail.as_ref())?)))
    }

    pub(super) fn read_steps(&self, id: MatchId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let (tail, key, from) =
            (self.current().common.matches.tail(id), signed(id.number()), signed(after.saturating_add(1)));
        let rows = self.rows(STEPS, move || (key, from))?;
        steps(id, after, &rows, tail.as_ref())
    }

    /// Runs one query with two numbers.
    fn rows(
        &self,
        sql: &'static str,
        params: impl Fn() -> (i64, i64) + Send + 'static,
    ) -> Result<Vec<Row>, StoreError> {
        let (one, two) = params();
        self.readers
            .read(move |connection| Box::pin(async move { connection.query(sql, &[&one, &two]).await }))
    }

    pub(super) fn read_rooms(&self) -> Result<Rooms, StoreError> {
        const ROOMS: &str = "SELECT code, saved, uptime - used FROM room, eights ORDER BY code";
        let rows =
            self.readers.read(|connection| Box::pin(async move { connection.query(ROOMS, &[]).await }))?;
        Ok((rows.iter().map(room_row).collect(), self.problems.clone()))
    }

    pub(super) fn read_room(&self, code: &str) -> Result<Option<String>, StoreError> {
        let code = code.to_owned();
        let row = self.readers.read(move |connection| {
            let code = code.clone();
            Box::pin(
                async move { connection.query_opt("SELECT saved FROM room WHERE code = $1", &[&code]).await },
            )
        })?;
        Ok(row.map(|row| row.get(0)))
    }

    pub(super) fn read_person(&self, id: PersonId) -> Result<Option<PersonRow>, StoreError> {
        const PERSON: &str = "SELECT token, name, since FROM person WHERE id = $1";
        let key = signed(id.number());
        let row = self
            .readers
            .read(move |connection| Box::pin(async move { connection.query_opt(PERSON, &[&key]).await }))?;
        let Some(row) = row else { return Ok(None) };
        let token = row.get::<_, &[u8]>(0).try_into().map_err(|_| damaged("a token has another length"))?;
        Ok(Some(PersonRow { id, token, name: row.get(1), since: unsigned(&row, 2) }))
    }

    pub(super) fn read_bans(&self) -> Result<Vec<String>, StoreError> {
        const BANS: &str = "SELECT who FROM ban ORDER BY who";
        let rows =
            self.readers.read(|connection| Box::pin(async move { connection.query(BANS, &[]).await }))?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    pub(super) fn read_sheet(&self, game: &str, hash: &str) -> Result<Option<SheetRow>, StoreError> {
        const SHEET: &str = "SELECT game, hash, sheet, by, at FROM sheet WHERE game = $1 AND hash = $2";
        let key = (game.to_owned(), hash.to_owned());
        let row = self.readers.read(move |connection| {
            let (game, hash) = key.clone();
            Box::pin(async move { connection.query_opt(SHEET, &[&game, &hash]).await })
        })?;
        Ok(row.as_ref().map(sheet_row))
    }

    pub(super) fn read_sheets_by(
        &self,
        person: PersonId,
        after: Option<(&str, &str)>,
        limit: u32,
    ) -> Result<Vec<SheetRow>, StoreError> {
        const SHEETS: &str = "SELECT game, hash, sheet, by, at FROM sheet
            WHERE by = $1 AND (game, hash) > ($2, $3) ORDER BY game, hash LIMIT $4";
        let (game, hash) = after.unwrap_or_default();
        let after = (game.to_owned(), hash.to_owned());
        let (key, limit) = (signed(person.number()), i64::from(limit));
        let rows = self.readers.read(move |connection| {
            let (game, hash) = after.clone();
            Box::pin(async move { connection.query(SHEETS, &[&key, &game, &hash, &limit]).await })
        })?;
        Ok(rows.iter().map(sheet_row).collect())
    }

    pub(super) fn read_matches_of(
        &self,
        person: PersonId,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        const MATCHES: &str = "SELECT DISTINCT match FROM seated WHERE person = $1 AND match > $2
            ORDER BY match LIMIT $3";
        // Ids start at 0, and -1 comes before all of them.
        let after = after.map_or(-1, |id| signed(id.number()));
        let (key, limit) = (signed(person.number()), i64::from(limit));
        let rows = self.readers.read(move |connection| {
            Box::pin(async move { connection.query(MATCHES, &[&key, &after, &limit]).await })
        })?;
        Ok(rows.iter().map(match_id).collect())
    }

    pub(super) fn read_expired(&self, limits: KeepLimits, limit: u32) -> Result<Expired, StoreError> {
        const MATCHES: &str = "SELECT id FROM match, eights WHERE kept_since < uptime - $1
            ORDER BY kept_since, id LIMIT $2";
        const PEOPLE: &str = "SELECT id FROM person, eights WHERE visited < uptime - $1 AND NOT EXISTS
            (SELECT 1 FROM seated JOIN match ON match.id = match WHERE person = person.id AND ended IS NULL)
            ORDER BY visited, id LIMIT $2";
        let find = |sql: &'static str, keep: Option<u64>| match keep {
            Some(keep) => self.rows(sql, move || (signed(keep), i64::from(limit))),
            None => Ok(Vec::new()),
        };
        Ok(Expired {
            matches: find(MATCHES, limits.matches)?.iter().map(match_id).collect(),
            people: find(PEOPLE, limits.people)?.iter().map(|row| PersonId::new(unsigned(row, 0))).collect(),
        })
    }

    pub(super) fn read_finished(
        &self,
        of: PersonId,
        before: u64,
        limit: u32,
    ) -> Result<Vec<FinishedRow>, StoreError> {
        static SQL: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
            format!(
                "{FINISHED} AND id IN (SELECT seated.match FROM seated WHERE person = $1) AND ended < $2
                 ORDER BY ended DESC, id DESC LIMIT $3"
            )
        });
        let (key, before, limit) = (signed(of.number()), signed(before), i64::from(limit));
        let rows = self.readers.read(move |connection| {
            Box::pin(async move { connection.query(&SQL, &[&key, &before, &limit]).await })
        })?;
        rows.iter().map(finished).collect()
    }

    pub(super) fn read_finished_one(&self, id: MatchId) -> Result<Option<FinishedRow>, StoreError> {
        static SQL: std::sync::LazyLock<String> =
            std::sync::LazyLock::new(|| format!("{FINISHED} AND id = $1"));
        let key = signed(id.number());
        let row = self
            .readers
            .read(move |connection| Box::pin(async move { connection.query_opt(&SQL, &[&key]).await }))?;
        row.as_ref().map(finished).transpose()
    }
}
