//! Matches and people are deleted once they have been kept as long as the operator wants.

use std::time::Duration;

use crate::{
    common::{Client, Person, table},
    privacy::play_out,
    upkeep::TestServer,
};
use eights_server::{Config, Keep};
use eights_store::{MatchId, Op, Store};

/// In seconds.
const HOUR: u64 = 3600;

fn keep(config: &mut Config) {
    (config.keep_matches, config.keep_people) = (Keep::Minutes(60), Keep::Minutes(120));
    (config.table_idle, config.match_idle, config.person_idle) = (100 * HOUR, 100 * HOUR, 100 * HOUR);
}

async fn ends(what: &str, is_over: impl Fn() -> bool) {
    let begin = std::time::Instant::now();
    while !is_over() {
        assert!(begin.elapsed() < Duration::from_secs(30), "{what} is still there");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn old_matches_and_people_go_and_running_matches_stay() {
    let folder = tempfile::tempdir().unwrap();
    let test = TestServer::with(folder.path(), keep).await;
    let address = test.server.address;
    // One match is finished, the other is being played, by people who do not come back.
    let (gone, mut over) = table(address, "crazy-eights", "basic", 2).await;
    play_out(&mut over).await;
    let finished: MatchId = over[0].update.as_ref().unwrap().match_id.parse().unwrap();
    let (playing, running) = table(address, "crazy-eights", "basic", 2).await;
    let unfinished: MatchId = running[0].update.as_ref().unwrap().match_id.parse().unwrap();
    let (done, code) = (over[0].room.clone().unwrap().code, running[0].room.clone().unwrap().code);
    drop((over, running));
    // As many old matches as several batches hold.
    let mut other = Vec::new();
    for number in 1..=23 {
        let (mut head, _) = test.store.journal(finished).unwrap().unwrap();
        head.names.clear();
        let id = MatchId::new(number);
        let opened = eights_store::Opened { id, head, title: "Basic".into(), at: 1, people: Vec::new() };
        other.extend([Op::Open(Box::new(opened)), Op::Finish { id, at: 2, result: "{}".into() }]);
    }
    test.store.write(other).await.unwrap();
    let visitor = Person::new(address).await;
    test.pass(HOUR / 2, &visitor, &["/api/me".to_owned()]).await;
    assert!(test.store.journal(finished).unwrap().is_some());
    test.pass(HOUR, &visitor, &["/api/me".to_owned()]).await;
    ends("the finished match", || test.store.journal(finished).unwrap().is_none()).await;
    ends("an old match", || (1..=23).all(|n| test.store.journal(MatchId::new(n)).unwrap().is_none())).await;
    assert!(test.knows(&gone[0]), "people are kept for longer");
    // Visits count from the round of upkeep that marks them, so exactly two hours would sometimes be too short.
    test.pass(2 * HOUR, &visitor, &["/api/me".to_owned()]).await;
    ends("somebody", || !test.knows(&gone[0]) && !test.knows(&gone[1])).await;
    assert!(test.knows(&visitor) && test.knows(&playing[0]) && test.knows(&playing[1]));
    assert!(test.store.journal(unfinished).unwrap().is_some());

    // The table of the deleted match, and that of the running one, are there after a restart.
    test.server.shut_down().await;
    drop(test.store);
    let test = TestServer::with(folder.path(), keep).await;
    assert_eq!((test.server.tables, test.server.problems.len()), (1, 0), "nobody is left at the other one");
    let ada = playing[0].at(test.server.address);
    let mut client = Client::open(&ada, &code).await;
    assert_eq!(client.wait_room(|room| room.you.is_some()).await.phase, eights_wire::Phase::Playing);
    assert_eq!(ada.get(&format!("/api/tables/{done}")).await.status, 404);
    test.server.shut_down().await;
}

/// A table shows the end of its match for as long as somebody is there. If the match is gone when
/// the server starts again, the table waits for the next one.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_outlives_its_deleted_match() {
    let folder = tempfile::tempdir().unwrap();
    let test = TestServer::with(folder.path(), |config| config.table_idle = 100 * HOUR).await;
    let (people, mut clients) = table(test.server.address, "crazy-eights", "basic", 2).await;
    play_out(&mut clients).await;
    let room = clients[0].room.clone().unwrap();
    let id: MatchId = clients[0].update.as_ref().unwrap().match_id.parse().unwrap();
    test.store.write(vec![Op::DropFinished(id)]).await.unwrap();
    drop(clients);
    test.server.shut_down().await;
    drop(test.store);
    let test = TestServer::with(folder.path(), |_| ()).await;
    assert_eq!((test.server.tables, &test.server.problems[..]), (1, &[][..]));
    let mut client = Client::open(&people[0].at(test.server.address), &room.code).await;
    assert_eq!(client.wait_room(|_| true).await.phase, eights_wire::Phase::Gathering);
    test.server.shut_down().await;
}
