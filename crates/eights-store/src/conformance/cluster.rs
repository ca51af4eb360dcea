//! What nodes that share a store may rely on; see [`Places`](crate::Places).

use super::samples::{entry, opened};
use crate::{Claim, MatchId, NodeId, Op, RoomRow, Store, StoreError};

/// Runs the suite against handles of three nodes on one empty place. The first and the last are
/// closed out.
///
/// # Panics
///
/// When the store violates the contract of [`Places`](crate::Places).
pub async fn cluster(one: &impl Store, two: &impl Store, three: &impl Store) {
    nodes_know_each_other(one, two);
    a_claim_is_exclusive(one, two).await;
    a_code_is_taken_once(one, two).await;
    a_table_is_given_away_with_its_steps(one, two).await;
    free_tables_are_taken_by_one_node_each(one, two).await;
    a_dead_node_is_replaced(one, two).await;
    a_node_may_be_closed_out_while_it_writes(three, two).await;
}

fn room(code: &str, saved: &str) -> Op {
    Op::Room { code: code.into(), saved: saved.into() }
}

fn row(code: &str, saved: &str) -> RoomRow {
    RoomRow { code: code.into(), saved: saved.into(), idle: 0 }
}

fn nodes_know_each_other(one: &impl Store, two: &impl Store) {
    let ids = |store: &dyn Store| -> Vec<NodeId> {
        store.peers().expect("they can be read").iter().map(|peer| peer.id).collect()
    };
    assert!(one.is_shared() && one.node() != two.node());
    assert!(ids(one).contains(&two.node()) && !ids(one).contains(&one.node()));
    assert!(ids(two).contains(&one.node()) && !ids(two).contains(&two.node()));
    two.beat().expect("it is alive");
    let peers = one.peers().expect("they can be read");
    let peer = peers.iter().find(|peer| peer.id == two.node()).expect("it is listed");
    assert!(peer.silent.as_secs() < 3, "silent for {:?}", peer.silent);
}

async fn a_claim_is_exclusive(one: &impl Store, two: &impl Store) {
    assert_eq!(two.claim("FREE"), Ok(Claim::NoSuchTable));
    one.write(vec![room("FREE", "{\"a\":1}")]).await.expect("a table is founded");
    assert_eq!((two.claim("FREE"), two.owner("FREE")), (Ok(Claim::Of(one.node())), Ok(Some(one.node()))));
    assert_eq!(one.claim("FREE"), Ok(Claim::Mine(row("FREE", "{\"a\":1}"))), "one's own");
    let refused = Err(StoreError::NotOwner("FREE".into()));
    assert_eq!(two.write(vec![room("FREE", "{\"b\":2}")]).await, refused);
    assert_eq!(two.write(vec![Op::DropRoom("FREE".into())]).await, refused);
    two.release(vec![("FREE".into(), None)]).expect("nothing happens");
    assert_eq!(one.owner("FREE"), Ok(Some(one.node())), "nobody gives away what is not theirs");

    one.release(vec![("FREE".into(), None)]).expect("it is given back");
    assert_eq!(one.owner("FREE"), Ok(None));
    assert_eq!(one.write(vec![room("FREE", "{\"c\":3}")]).await, refused, "it must be claimed first");
    assert_eq!(two.claim("FREE"), Ok(Claim::Mine(row("FREE", "{\"a\":1}"))));
    assert_eq!(one.claim("FREE"), Ok(Claim::Of(two.node())));
    two.write(vec![Op::DropRoom("FREE".into())]).await.expect("its owner may drop it");
    assert_eq!(one.claim("FREE"), Ok(Claim::NoSuchTable));
}

async fn a_code_is_taken_once(one: &impl Store, two: &impl Store) {
    let (first, second) = (one.write(vec![room("CODE", "1")]), two.write(vec![room("CODE", "2")]));
    let (first, second) = (first.await, second.await);
    let refused = Err(StoreError::NotOwner("CODE".into()));
    assert!((&first, &second) == (&Ok(()), &refused) || (&second, &first) == (&Ok(()), &refused));
    let (winner, saved): (&dyn Store, &str) = if first.is_ok() { (one, "1") } else { (two, "2") };
    assert_eq!(one.room("CODE"), Ok(Some(saved.into())));
    winner.write(vec![Op::DropRoom("CODE".into())]).await.expect("its owner may drop it");
}

async fn a_table_is_given_away_with_its_steps(one: &impl Store, two: &impl Store) {
    let id = MatchId::new(601);
    let step = |number| vec![Op::Append(id, entry(number, "draw"))];
    one.write(vec![room("MOVE", "{}"), opened(601, &[])]).await.expect("a match opens");
    for number in 1..=5 {
        one.write(step(number)).await.expect("a step is kept");
    }
    one.release(vec![("MOVE".into(), Some(id))]).expect("it is given back");
    assert_eq!(one.write(step(6)).await, Err(StoreError::NotOwner("MOVE".into())));
    assert!(matches!(two.claim("MOVE"), Ok(Claim::Mine(_))));
    assert_eq!(two.steps(id, 0).expect("they can be read").len(), 5);
    two.write(step(6)).await.expect("the next step is kept");
    assert_eq!(two.write(step(6)).await, Err(StoreError::Conflict(id, 6)));

    // And back again.
    two.release(vec![("MOVE".into(), Some(id))]).expect("it is given back");
    assert!(matches!(one.claim("MOVE"), Ok(Claim::Mine(_))));
    assert_eq!(one.write(step(6)).await, Err(StoreError::Conflict(id, 6)), "it has been played meanwhile");
    one.write(step(7)).await.expect("the next step is kept");
    let finish = Op::Finish { id, at: 9, result: "{}".into() };
    one.write(vec![Op::Append(id, entry(8, "draw")), finish]).await.expect("a match ends");
    assert_eq!(two.journal(id).expect("it can be read").expect("it is there").1.len(), 8);
    one.write(vec![Op::DropRoom("MOVE".into())]).await.expect("a table goes");
}

async fn free_tables_are_taken_by_one_node_each(one: &impl Store, two: &impl Store) {
    let codes: Vec<String> = (0..9).map(|number| format!("SOME{number}")).collect();
    for code in &codes {
        one.write(vec![room(code, "{}")]).await.expect("a table is founded");
    }
    assert_eq!(two.claim_some(100), Ok(Vec::new()), "all of them have an owner");
    one.release(codes.iter().map(|code| (code.clone(), None)).collect()).expect("they are given back");
    let mut taken = Vec::new();
    for store in [one as &dyn Store, two, one, two] {
        let rows = store.claim_some(3).expect("some are free");
        for row in &rows {
            assert_eq!(one.owner(&row.code), Ok(Some(store.node())));
        }
        taken.extend(rows.into_iter().map(|row| row.code));
    }
    taken.sort();
    assert_eq!(taken, codes);
    for code in codes {
        let owner = if one.owner(&code) == Ok(Some(one.node())) { one as &dyn Store } else { two };
        owner.write(vec![Op::DropRoom(code)]).await.expect("a table goes");
    }
}

/// Everything that was acknowledged is there, and nothing can be added.
async fn a_dead_node_is_replaced(dead: &impl Store, heir: &impl Store) {
    let id = MatchId::new(602);
    let step = |number| Op::Append(id, entry(number, "draw"));
    dead.write(vec![room("HEIR", "{}"), opened(602, &[])]).await.expect("a match opens");
    for number in 1..=20 {
        dead.write(vec![step(number)]).await.expect("a step is kept");
    }
    dead.write(vec![step(21), room("HEIR", "{\"a\":1}")]).await.expect("a unit is kept");
    heir.close_out(dead.node()).expect("it is closed out");
    heir.close_out(dead.node()).expect("twice does no harm");
    assert_eq!(dead.write(vec![step(22)]).await, Err(StoreError::Fenced));
    assert_eq!(dead.write(vec![room("LATE", "{}")]).await, Err(StoreError::Fenced));
    assert_eq!(
        dead.write(Vec::new()).await,
        Err(StoreError::Fenced),
        "a client that joins is not shown an old table"
    );
    assert_eq!(dead.beat(), Err(StoreError::Fenced));
    assert_eq!(dead.claim("HEIR"), Err(StoreError::Fenced));
    assert!(heir.peers().expect("they can be read").iter().all(|peer| peer.id != dead.node()));

    assert_eq!(heir.claim("HEIR"), Ok(Claim::Mine(row("HEIR", "{\"a\":1}"))));
    let steps = heir.journal(id).expect("it can be read").expect("it is there").1;
    assert_eq!(steps, (1..=21).map(|number| entry(number, "draw")).collect::<Vec<_>>());
    assert_eq!(heir.write(vec![step(21)]).await, Err(StoreError::Conflict(id, 21)));
    heir.write(vec![step(22)]).await.expect("play goes on");
    assert_eq!(heir.room("LATE"), Ok(None));
    heir.write(vec![Op::DropRoom("HEIR".into()), Op::DropMatch(id)]).await.expect("a table goes");
}

/// However the close-out falls between the writes: what was acknowledged is kept, and the rest is not.
async fn a_node_may_be_closed_out_while_it_writes(dead: &impl Store, heir: &impl Store) {
    let ids: Vec<MatchId> = (610..630).map(MatchId::new).collect();
    for id in &ids {
        let code = format!("RACE{}", id.number());
        dead.write(vec![room(&code, "{}"), opened(id.number(), &[])]).await.expect("a match opens");
    }
    let mut waiting = Vec::new();
    for number in 1..=30 {
        let write = |id: &MatchId| (*id, number, dead.write(vec![Op::Append(*id, entry(number, "draw"))]));
        waiting.extend(ids.iter().map(write));
        if number == 20 {
            heir.close_out(dead.node()).expect("it is closed out");
        }
    }
    let mut kept = vec![0; ids.len()];
    for (id, number, write) in waiting {
        if write.await.is_ok() {
            let kept = &mut kept[(id.number() - 610) as usize];
            assert_eq!(*kept + 1, number, "no step is kept after one that was not");
            *kept = number;
        }
    }
    assert!(kept.iter().all(|kept| *kept <= 20), "nothing is kept after the close-out: {kept:?}");
    for (id, kept) in ids.iter().zip(kept) {
        let found = heir.steps(*id, 0).expect("they can be read").len() as u64;
        assert!(found >= kept, "match {id} has {found} steps, and {kept} were acknowledged");
    }
    assert_eq!(heir.claim_some(100).map(|rows| rows.len()), Ok(ids.len()));
}
