//! Registers a node in the database, and takes over from a dead one.

use std::{collections::HashMap, time::SystemTime};

use super::{
    connection::Connection,
    error::{Trouble, failed},
    group::{Running, each_step},
    write::{fold_all, signed},
};
use crate::{MatchId, NodeId, StoreError, tails::Tail};

/// Adds a node with its lanes. Returns its number, and the time by the database's clock.
pub(crate) async fn register(
    connection: &Connection,
    address: &str,
    lanes: usize,
) -> Result<(NodeId, SystemTime), StoreError> {
    const ADD: &str = "WITH added AS (INSERT INTO node (address) VALUES ($1) RETURNING id),
        lanes AS (INSERT INTO lane (node, lane) SELECT id, generate_series(0, $2::int - 1) FROM added)
        SELECT id, clock_timestamp() FROM added";
    let row =
        connection.query_one(ADD, &[&address, &(lanes as i32)]).await.map_err(|error| failed(&error))?;
    Ok((NodeId(row.get::<_, i64>(0) as u64), row.get(1)))
}

/// Closes the lanes of a node, folds its log and frees its tables, in one transaction.
///
/// Closing waits for a group that is under way, and refuses all later ones. The commit waits for the
/// standby, and so confirms everything that was read here, also what an earlier crash of the primary
/// may have left unconfirmed.
pub(crate) async fn close_out(connection: &Connection, node: i64) -> Result<(), Trouble> {
    connection.take_warning();
    connection.batch("BEGIN").await?;
    match fold_node(connection, node).await {
        Ok(()) => connection.batch("COMMIT").await?,
        Err(trouble) => {
            let _ = connection.batch("ROLLBACK").await;
            return Err(trouble);
        }
    }
    if connection.take_warning() { Err(Trouble::Unknown) } else { Ok(()) }
}

async fn fold_node(connection: &Connection, node: i64) -> Result<(), Trouble> {
    const HOLD: &str = "SELECT 1 FROM node WHERE id = $1 AND is_open FOR UPDATE";
    const COUNTS: &str = "SELECT id, month, (SELECT COALESCE(SUM(count), 0)::bigint FROM steps
        WHERE steps.match = match.id AND steps.month = match.month) FROM match WHERE id = ANY($1)";
    const ADD_GAP: &str = "INSERT INTO steps (match, month, first, count, bytes) VALUES ($1, $2, $3, 0, '')
        ON CONFLICT DO NOTHING";
    if connection.query_opt(HOLD, &[&node]).await?.is_none() {
        // Somebody else has done it. The claims that follow wait for their commit.
        return Ok(());
    }
    connection.execute("UPDATE lane SET closed = true WHERE node = $1", &[&node]).await?;
    let groups =
        connection.query("SELECT bytes FROM log WHERE node = $1 ORDER BY lane, seq", &[&node]).await?;
    let mut steps: HashMap<MatchId, Vec<(u64, &[u8])>> = HashMap::new();
    for row in &groups {
        let read = each_step(row.get(0), |id, step, bytes| steps.entry(id).or_default().push((step, bytes)));
        if read.is_none() {
            let why = format!("the log of node {node} is damaged");
            return Err(Trouble::Refused(StoreError::Failed(why)));
        }
    }
    let ids: Vec<i64> = steps.keys().map(|id| signed(id.number())).collect();
    let mut tails = Vec::new();
    // Steps of matches that were dropped are not asked for.
    for row in connection.query(COUNTS, &[&ids]).await? {
        let id = MatchId::new(row.get::<_, i64>(0) as u64);
        let mut tail = Tail::after(row.get::<_, i64>(2) as u64);
        for (step, bytes) in steps.remove(&id).unwrap_or_default() {
            tail.add(step, bytes);
        }
        let month: i32 = row.get(1);
        if tail.is_broken {
            // Only this match is lost: it is marked, and all others go on.
            let (gap, id) = (signed(tail.next()), signed(id.number()));
            connection.execute(ADD_GAP, &[&id, &month, &gap]).await?;
        }
        tails.push((id, Running { month, tail }));
    }
    fold_all(connection, &tails).await?;
    connection.execute("UPDATE room SET owner = NULL WHERE owner = $1", &[&node]).await?;
    connection.execute("UPDATE node SET is_open = false WHERE id = $1", &[&node]).await?;
    connection.execute("DELETE FROM log WHERE node = $1", &[&node]).await?;
    connection.execute("DELETE FROM lane WHERE node = $1", &[&node]).await?;
    connection.execute("DELETE FROM node WHERE NOT is_open AND beat < now() - interval '1 day'", &[]).await?;
    Ok(())
}
