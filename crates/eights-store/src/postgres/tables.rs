//! What a lane does for tables: takes them, and gives them back with the steps of their matches.

use super::{
    connection::Connection,
    error::{Trouble, failed},
    group::{Group, Running},
    lane::{Fate, Job, Lane},
    write,
    write::signed,
};
use crate::{Claim, MatchId, NodeId, Released, RoomRow, StoreError};

impl Lane {
    pub(super) async fn answer(&mut self, job: Job) {
        match job {
            Job::Unit(..) => (),
            Job::Claim(code, answer) => {
                let claim = self.claim(&code).await;
                let is_mine = matches!(claim, Ok(Claim::Mine(_)));
                // Nobody would serve a table whose claim nobody waits for.
                if answer.send(claim).is_err() && is_mine {
                    let _ = self.release(&[(code, None)]).await;
                }
            }
            Job::ClaimSome(limit, answer) => {
                let rows = self.claim_some(limit).await;
                let codes: Vec<Released> =
                    rows.iter().flatten().map(|row: &RoomRow| (row.code.clone(), None)).collect();
                if answer.send(rows).is_err() {
                    let _ = self.release(&codes).await;
                }
            }
            Job::Release(tables, answer) => {
                let _ = answer.send(self.release(&tables).await);
            }
        }
    }

    async fn claim(&mut self, code: &str) -> Result<Claim, StoreError> {
        const TAKE: &str = "UPDATE room SET owner = $2 FROM eights
            WHERE code = $1 AND (owner IS NULL OR owner = $2) RETURNING code, saved, uptime - used";
        const LOOK: &str = "SELECT owner FROM room WHERE code = $1";
        let node = signed(self.common.node.0);
        loop {
            let mut claim = Claim::NoSuchTable;
            let done = self
                .transact(
                    &[],
                    async |connection: &Connection| {
                        claim = match connection.query_opt(TAKE, &[&code, &node]).await? {
                            Some(row) => Claim::Mine(room_row(&row)),
                            None => match connection.query_opt(LOOK, &[&code]).await? {
                                Some(row) => match row.get::<_, Option<i64>>(0) {
                                    Some(owner) => Claim::Of(NodeId(owner as u64)),
                                    // It was given back in between.
                                    None => return Err(Trouble::Again),
                                },
                                None => Claim::NoSuchTable,
                            },
                        };
                        Ok(())
                    },
                    false,
                    &Group::default(),
                )
                .await?;
            // A claim of one's own table is a look at it, so it can be repeated.
            if let Fate::Written = done {
                if let Claim::Mine(_) = claim {
                    self.common.matches.lock().released.retain(|_, released| released != code);
                }
                return Ok(claim);
            }
        }
    }

    async fn claim_some(&mut self, limit: u32) -> Result<Vec<RoomRow>, StoreError> {
        const TAKE: &str = "UPDATE room SET owner = $1, taken = $2 FROM eights WHERE code IN
            (SELECT code FROM room WHERE owner IS NULL LIMIT $3 FOR UPDATE SKIP LOCKED)
            RETURNING code, saved, uptime - used";
        const LOOK: &str =
            "SELECT code, saved, uptime - used FROM room, eights WHERE owner = $1 AND taken = $2";
        let (node, limit) = (signed(self.common.node.0), i64::from(limit));
        // Marks what this call takes, in case its answer is lost.
        let mark = self.seq * 64 + i64::from(self.number);
        let mut rows = Vec::new();
        let done = self
            .transact(
                &[],
                async |connection: &Connection| {
                    let taken = connection.query(TAKE, &[&node, &mark, &limit]).await?;
                    rows = taken.iter().map(room_row).collect();
                    Ok(())
                },
                false,
                &Group::default(),
            )
            .await?;
        if let Fate::Kept = done {
            let connection = self.connected().await?;
            let taken = connection.query(LOOK, &[&node, &mark]).await;
            rows = taken.map_err(|error| failed(&error))?.iter().map(room_row).collect();
        }
        let mut known = self.common.matches.lock();
        known.released.retain(|_, released| rows.iter().all(|row| row.code != *released));
        Ok(rows)
    }

    /// Folds the matches of tables and gives the tables back.
    async fn release(&mut self, tables: &[Released]) -> Result<(), StoreError> {
        const FREE: &str = "UPDATE room SET owner = NULL WHERE code = ANY($1) AND owner = $2 RETURNING code";
        let node = signed(self.common.node.0);
        let codes: Vec<&str> = tables.iter().map(|(code, _)| &**code).collect();
        let common = self.common.clone();
        // If the answer is lost, all of them were given back.
        let mut freed: Vec<String> = Vec::new();
        let done = self
            .transact(
                &[],
                async |connection: &Connection| {
                    let rows = connection.query(FREE, &[&codes, &node]).await?;
                    freed = rows.iter().map(|row| row.get(0)).collect();
                    let tails: Vec<(MatchId, Running)> = {
                        let known = common.matches.lock();
                        let own = tables.iter().filter(|(code, _)| freed.contains(code));
                        own.filter_map(|(_, id)| {
                            id.and_then(|id| Some((id, known.running.get(&id)?.clone())))
                        })
                        .collect()
                    };
                    write::fold_all(connection, &tails).await
                },
                false,
                &Group::default(),
            )
            .await?;
        let mut known = common.matches.lock();
        for (code, id) in tables {
            if let Some(id) = id
                && (matches!(done, Fate::Kept) || freed.contains(code))
            {
                known.running.remove(id);
                known.released.insert(*id, code.clone());
            }
        }
        Ok(())
    }
}

pub(crate) fn room_row(row: &tokio_postgres::Row) -> RoomRow {
    let idle: i64 = row.get(2);
    RoomRow { code: row.get(0), saved: row.get(1), idle: idle.max(0) as u64 }
}
