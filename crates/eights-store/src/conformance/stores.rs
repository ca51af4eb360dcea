//! What every store does with matches, tables and people.

use eights_match::{Entry, Head};

use super::samples::{entry, head, opened};
use crate::{
    Expired, IdleLimits, KeepLimits, MatchId, Op, PersonId, PersonRow, RoomRow, SheetRow, Store, StoreError,
    Used,
};

/// Runs the whole suite against an empty store.
///
/// # Panics
///
/// When the store violates the contract of [`Store`].
pub async fn all(store: &impl Store) {
    steps_are_stored_in_order(store).await;
    a_step_out_of_order_is_a_conflict(store).await;
    a_unit_is_all_or_nothing(store).await;
    rooms_are_stored_replaced_and_dropped(store).await;
    people_and_sheets_are_stored(store).await;
    finished_matches_are_listed_by_person(store).await;
    unused_people_and_sheets_are_dropped(store).await;
    unfinished_matches_can_be_dropped(store).await;
    bans_are_stored_and_lifted(store).await;
    matches_and_people_expire(store).await;
    a_person_is_taken_out_of_their_matches(store).await;
}

async fn steps_are_stored_in_order(store: &impl Store) {
    let id = MatchId::new(1);
    assert_eq!(store.journal(id), Ok(None));
    store.write(vec![opened(1, &[])]).await.expect("a match opens");
    assert_eq!(store.journal(id), Ok(Some((head(), Vec::new()))));
    let entries: Vec<Entry> = (1..=40).map(|step| entry(step, "5H=S>B!")).collect();
    // All writes are started before the first is awaited.
    let waiting: Vec<_> =
        entries.iter().map(|entry| store.write(vec![Op::Append(id, entry.clone())])).collect();
    for one in waiting {
        one.await.expect("a step is kept");
    }
    for after in [0, 1, 17, 39, 40, 41] {
        let rest = entries.get(after as usize..).unwrap_or_default();
        assert_eq!(store.steps(id, after).as_deref(), Ok(rest), "after {after}");
    }
    assert_eq!(store.journal(id), Ok(Some((head(), entries))));
}

async fn a_step_out_of_order_is_a_conflict(store: &impl Store) {
    let id = MatchId::new(2);
    let append = |entry: Entry| store.write(vec![Op::Append(id, entry)]);
    assert_eq!(append(entry(1, "draw")).await, Err(StoreError::Conflict(id, 1)), "there is no match yet");
    store.write(vec![opened(2, &[])]).await.expect("a match opens");
    assert_eq!(store.write(vec![opened(2, &[])]).await, Err(StoreError::Conflict(id, 0)));
    let (one, two) = (append(entry(1, "draw")), append(entry(1, "pass")));
    assert_eq!((one.await, two.await), (Ok(()), Err(StoreError::Conflict(id, 1))));
    assert_eq!(append(entry(3, "gap")).await, Err(StoreError::Conflict(id, 3)));
    append(entry(2, "8S=H")).await.expect("the next step is kept");
    let steps = store.journal(id).expect("it can be read").expect("it is there").1;
    assert_eq!(steps, [entry(1, "draw"), entry(2, "8S=H")]);
}

async fn a_unit_is_all_or_nothing(store: &impl Store) {
    let id = MatchId::new(3);
    let room = |saved: &str| Op::Room { code: "UNIT".into(), saved: saved.into() };
    store.write(vec![room("before"), opened(3, &[])]).await.expect("a unit is kept");
    let spoiled = store.write(vec![room("after"), Op::Append(id, entry(2, "gap"))]);
    let fine = store.write(vec![Op::Append(id, entry(1, "draw"))]);
    assert_eq!(spoiled.await, Err(StoreError::Conflict(id, 2)));
    assert_eq!(fine.await, Ok(()), "a neighbour in the same batch never notices");
    assert_eq!(store.room("UNIT"), Ok(Some("before".into())));
    let whole =
        store.write(vec![Op::Append(id, entry(2, "a")), Op::Append(id, entry(3, "b")), room("after")]);
    assert_eq!(whole.await, Ok(()));
    assert_eq!(store.room("UNIT"), Ok(Some("after".into())));
    // Single steps and steps within units follow each other without waiting.
    let alone = |step| store.write(vec![Op::Append(id, entry(step, "c"))]);
    let along = |step| store.write(vec![Op::Append(id, entry(step, "c")), room("later")]);
    for one in [alone(4), along(5), alone(6), alone(7), along(8), along(9), alone(10)] {
        assert_eq!(one.await, Ok(()));
    }
    let said: String = store.journal(id).unwrap().unwrap().1.iter().map(|entry| &*entry.said).collect();
    assert_eq!(said, "drawabccccccc");
    store.write(vec![Op::DropRoom("UNIT".into())]).await.expect("a room goes");
}

async fn rooms_are_stored_replaced_and_dropped(store: &impl Store) {
    for (code, saved) in [("B", "{}"), ("A", "{\"a\":1}"), ("B", "{\"b\":2}")] {
        store.write(vec![Op::Room { code: code.into(), saved: saved.into() }]).await.expect("a room is kept");
    }
    let row = |code: &str, saved: &str| RoomRow { code: code.into(), saved: saved.into(), idle: 0 };
    assert_eq!(store.rooms(), Ok((vec![row("A", "{\"a\":1}"), row("B", "{\"b\":2}")], Vec::new())));
    store.write(vec![Op::DropRoom("A".into()), Op::DropRoom("B".into())]).await.expect("rooms go");
    assert_eq!(store.rooms(), Ok((Vec::new(), Vec::new())));
    assert_eq!(store.room("A"), Ok(None));
}

async fn people_and_sheets_are_stored(store: &impl Store) {
    let mut ada = PersonRow { id: PersonId::new(77), token: [3; 32], name: "Ada ♠".into(), since: 12 };
    assert_eq!(store.person(ada.id), Ok(None));
    for name in ["Ada ♠", "Countess"] {
        ada.name = name.into();
        store.write(vec![Op::Person(ada.clone())]).await.expect("somebody is kept");
        assert_eq!(store.person(ada.id), Ok(Some(ada.clone())));
    }
    let sheet =
        SheetRow { game: "crazy-eights".into(), hash: "abc".into(), sheet: "{}".into(), by: ada.id, at: 1 };
    assert_eq!(store.sheet("crazy-eights", "abc"), Ok(None));
    store.write(vec![Op::Sheet(sheet.clone())]).await.expect("a sheet is kept");
    let later = SheetRow { sheet: "{\"title\":\"other words\"}".into(), at: 2, ..sheet.clone() };
    store.write(vec![Op::Sheet(later)]).await.expect("the same meaning again does no harm");
    assert_eq!(store.sheet("crazy-eights", "abc"), Ok(Some(sheet)));
    assert_eq!(store.sheet("crazy-8-ball", "abc"), Ok(None));
}

async fn finished_matches_are_listed_by_person(store: &impl Store) {
    let (ada, bob) = (PersonId::new(101), PersonId::new(102));
    for (number, people) in [(11, vec![101, 102]), (12, vec![101]), (13, vec![102])] {
        store.write(vec![opened(number, &people)]).await.expect("a match opens");
    }
    assert_eq!(store.finished(ada, u64::MAX, 10), Ok(Vec::new()));
    let finish = |number: u64, at: u64| Op::Finish { id: MatchId::new(number), at, result: "{}".into() };
    let last = Op::Append(MatchId::new(11), entry(1, "draw"));
    store.write(vec![last, finish(11, 1000)]).await.expect("the last step and the end are one");
    store.write(vec![finish(12, 2000)]).await.expect("a match ends");
    let ids = |of: PersonId, before: u64, limit: u32| -> Vec<u64> {
        let rows = store.finished(of, before, limit).expect("they can be read");
        rows.iter().map(|row| row.id.number()).collect()
    };
    assert_eq!(ids(ada, u64::MAX, 10), [12, 11]);
    assert_eq!(ids(ada, u64::MAX, 1), [12]);
    assert_eq!(ids(ada, 2000, 10), [11]);
    assert_eq!(ids(bob, u64::MAX, 10), [11]);
    let row = store.finished_one(MatchId::new(11)).expect("it can be read").expect("it is there");
    assert_eq!((row.steps, row.at, row.names), (1, 1000, vec!["Ada".to_owned(), "Bob".to_owned()]));
    assert_eq!(row.people, [(ada, 0), (bob, 1)]);
    assert_eq!(store.finished_one(MatchId::new(13)), Ok(None));
    assert!(store.write(vec![finish(99, 1)]).await.is_err(), "there is no such match");
}

/// People who played, or whose rule sheet still exists, are never dropped.
async fn unused_people_and_sheets_are_dropped(store: &impl Store) {
    let person = |number: u64| PersonRow {
        id: PersonId::new(number),
        token: [4; 32],
        name: format!("number {number}"),
        since: 0,
    };
    let sheet = |hash: &str, by: u64| {
        let (game, hash, sheet) = ("crazy-eights".into(), hash.into(), "{}".into());
        Op::Sheet(SheetRow { game, hash, sheet, by: PersonId::new(by), at: 0 })
    };
    let room = |code: &str| Op::Room { code: code.into(), saved: "{}".into() };
    let mut ops: Vec<Op> = (201..=204).map(|number| Op::Person(person(number))).collect();
    ops.extend([opened(21, &[202]), sheet("old", 203), sheet("used", 203), room("BUSY"), room("IDLE")]);
    store.write(ops).await.expect("all is kept");
    let limits = Op::DropUnused(IdleLimits { people: 100, sheets: 100 });
    let used = |minutes| Used {
        minutes,
        rooms: vec!["BUSY".into()],
        people: vec![PersonId::new(204)],
        sheets: vec![("crazy-eights".into(), "used".into())],
    };
    let here = || {
        let people = (201..=204).filter(|number| store.person(PersonId::new(*number)) != Ok(None));
        let sheets = ["old", "used"].map(|hash| store.sheet("crazy-eights", hash) != Ok(None));
        (people.collect::<Vec<_>>(), sheets)
    };
    store.write(vec![Op::MarkUsed(used(60)), limits.clone()]).await.expect("time passes");
    assert_eq!(here(), (vec![201, 202, 203, 204], [true, true]));
    store.write(vec![Op::MarkUsed(used(60)), limits.clone()]).await.expect("time passes");
    assert_eq!(here(), (vec![202, 203, 204], [false, true]));
    let idle: Vec<(String, u64)> =
        store.rooms().expect("rooms are read").0.into_iter().map(|row| (row.code, row.idle)).collect();
    assert_eq!(idle, [("BUSY".to_owned(), 0), ("IDLE".to_owned(), 120)]);
    let nobody = || Op::MarkUsed(Used { minutes: 500, ..Used::default() });
    store.write(vec![nobody(), limits.clone()]).await.expect("time passes");
    assert_eq!(here(), (vec![202, 203], [false, false]));
    // The author is dropped some time after the last of their sheets; the player stays.
    store.write(vec![nobody(), limits]).await.expect("time passes");
    assert_eq!(here(), (vec![202], [false, false]));
    store.write(vec![Op::DropRoom("BUSY".into()), Op::DropRoom("IDLE".into())]).await.expect("rooms go");
}

async fn bans_are_stored_and_lifted(store: &impl Store) {
    assert_eq!(store.bans(), Ok(Vec::new()));
    let ban = |who: &str| Op::Ban(who.into());
    store.write(vec![ban("b"), ban("a"), ban("b")]).await.expect("bans are kept");
    assert_eq!(store.bans(), Ok(vec!["a".to_owned(), "b".to_owned()]));
    store.write(vec![Op::Unban("b".into()), Op::Unban("c".into())]).await.expect("a ban is lifted");
    assert_eq!(store.bans(), Ok(vec!["a".to_owned()]));
}

async fn unfinished_matches_can_be_dropped(store: &impl Store) {
    let id = MatchId::new(31);
    store.write(vec![opened(31, &[301])]).await.expect("a match opens");
    let append = |number| store.write(vec![Op::Append(id, entry(number, "draw"))]);
    append(1).await.expect("a step is kept");
    store.write(vec![Op::DropMatch(id)]).await.expect("it is dropped");
    assert_eq!((store.journal(id), store.steps(id, 0)), (Ok(None), Ok(Vec::new())));
    assert_eq!(append(2).await, Err(StoreError::Conflict(id, 2)));
    // A finished match is never dropped.
    let finish = Op::Finish { id, at: 1, result: "{}".into() };
    store.write(vec![opened(31, &[301]), Op::Append(id, entry(1, "draw")), finish]).await.expect("again");
    store.write(vec![Op::DropMatch(id)]).await.expect("nothing happens");
    assert_eq!(store.steps(id, 0).map(|steps| steps.len()), Ok(1));
}

/// Counted in uptime. Unfinished matches, and people who play in one, are not touched.
async fn matches_and_people_expire(store: &impl Store) {
    let person = |number: u64| {
        Op::Person(PersonRow { id: PersonId::new(number), token: [5; 32], name: "Eve".into(), since: 0 })
    };
    let finish = |number: u64| Op::Finish { id: MatchId::new(number), at: 1, result: "{}".into() };
    let pass = |minutes| Op::MarkUsed(Used { minutes, ..Used::default() });
    let keep = |matches, people| KeepLimits { matches, people };
    let expired = |limits: KeepLimits| {
        let mut found = store.expired(limits, 1000).expect("it can be read");
        // Other parts of the suite leave old things behind.
        found.matches.retain(|id| (41..=49).contains(&id.number()));
        found.people.retain(|id| (401..=409).contains(&id.number()));
        found
    };
    let ids = |numbers: &[u64]| numbers.iter().copied().map(MatchId::new).collect::<Vec<_>>();
    let people = |numbers: &[u64]| numbers.iter().copied().map(PersonId::new).collect::<Vec<_>>();
    let ops = vec![person(401), person(402), opened(41, &[401]), opened(42, &[401, 402]), opened(43, &[402])];
    store.write(ops).await.expect("all is kept");
    store.write(vec![finish(41), pass(60), finish(42)]).await.expect("matches end");
    assert_eq!(expired(keep(None, None)), Expired::default(), "everything is kept for ever");
    assert_eq!(expired(keep(Some(60), Some(60))), Expired::default());
    store.write(vec![pass(1)]).await.expect("time passes");
    assert_eq!(expired(keep(Some(60), None)), Expired { matches: ids(&[41]), people: Vec::new() });
    // Somebody who cannot be dropped as unused is still known by their last visit.
    let unused = Op::DropUnused(IdleLimits { people: 10, sheets: 1000 });
    store.write(vec![unused, pass(100)]).await.expect("time passes");
    let old = Expired { matches: ids(&[41, 42]), people: people(&[401]) };
    assert_eq!(expired(keep(Some(60), Some(130))), old, "402 plays");
    let visit = Used { people: people(&[401]), ..Used::default() };
    store.write(vec![Op::MarkUsed(visit)]).await.expect("somebody comes back");
    assert_eq!(expired(keep(None, Some(130))), Expired::default());
    store.write(vec![pass(200)]).await.expect("time passes");
    assert_eq!(store.expired(keep(Some(60), None), 1).map(|found| found.matches.len()), Ok(1));

    let drop = |number| Op::DropFinished(MatchId::new(number));
    store.write(vec![drop(41), drop(43), drop(49)]).await.expect("a match goes");
    assert_eq!((store.journal(MatchId::new(41)), store.finished_one(MatchId::new(41))), (Ok(None), Ok(None)));
    assert!(store.journal(MatchId::new(43)).is_ok_and(|found| found.is_some()), "it is not finished");
    assert_eq!(store.matches_of(PersonId::new(401), None, 10), Ok(ids(&[42])));
    let append = store.write(vec![Op::Append(MatchId::new(41), entry(1, "draw"))]);
    assert_eq!(append.await, Err(StoreError::Conflict(MatchId::new(41), 1)));
    store.write(vec![opened(41, &[401])]).await.expect("nothing of it is left");
    store.write(vec![finish(43)]).await.expect("a match ends");
    assert_eq!(expired(keep(None, Some(130))).people, people(&[402]), "401 plays");
}

async fn a_person_is_taken_out_of_their_matches(store: &impl Store) {
    let (ada, bob) = (PersonId::new(501), PersonId::new(502));
    let sheet = |hash: &str| {
        let (game, hash, sheet) = ("crazy-eights".into(), hash.into(), "{}".into());
        SheetRow { game, hash, sheet, by: ada, at: 3 }
    };
    let person = PersonRow { id: ada, token: [6; 32], name: "Ada".into(), since: 0 };
    let ids = [51, 52, 53].map(MatchId::new);
    let finish = Op::Finish { id: ids[0], at: 1, result: "{}".into() };
    let step = Op::Append(ids[0], entry(1, "draw"));
    let mut ops = vec![Op::Person(person), opened(51, &[501, 502]), step, finish, opened(52, &[501])];
    ops.extend([opened(53, &[502]), Op::Sheet(sheet("one")), Op::Sheet(sheet("two"))]);
    store.write(ops).await.expect("all is kept");
    assert_eq!(store.matches_of(ada, None, 10), Ok(ids[..2].to_vec()));
    assert_eq!(store.matches_of(ada, None, 1), Ok(ids[..1].to_vec()));
    assert_eq!(store.matches_of(ada, Some(ids[0]), 10), Ok(ids[1..2].to_vec()));
    assert_eq!(store.sheets_by(ada, None, 10), Ok(vec![sheet("one"), sheet("two")]));
    assert_eq!(store.sheets_by(ada, None, 1), Ok(vec![sheet("one")]));
    assert_eq!(store.sheets_by(ada, Some(("crazy-eights", "one")), 10), Ok(vec![sheet("two")]));

    let forget = |id: MatchId| Op::Anonymize { id, person: ada, name: "Somebody".into() };
    store.write(vec![forget(ids[0]), forget(ids[1]), forget(ids[2])]).await.expect("she is taken out");
    let row = store.finished_one(ids[0]).expect("it can be read").expect("it is there");
    assert_eq!((row.names, row.people), (vec!["Somebody".to_owned(), "Bob".to_owned()], vec![(bob, 1)]));
    let (named, steps) = store.journal(ids[0]).expect("it can be read").expect("it is there");
    assert_eq!(named, Head { names: vec!["Somebody".into(), "Bob".into()], ..head() });
    assert_eq!(steps, [entry(1, "draw")]);
    let (other, _) = store.journal(ids[2]).expect("it can be read").expect("it is there");
    assert_eq!(other.names, ["Ada", "Bob"], "it was not hers");
    assert_eq!(
        (store.matches_of(ada, None, 10), store.finished(ada, u64::MAX, 10)),
        (Ok(vec![]), Ok(vec![]))
    );
    store.write(vec![Op::Append(ids[1], entry(1, "draw"))]).await.expect("an unfinished match goes on");

    store.write(vec![Op::DropPerson(ada)]).await.expect("she goes");
    assert_eq!((store.person(ada), store.sheets_by(ada, None, 10)), (Ok(None), Ok(Vec::new())));
    assert!(store.sheet("crazy-eights", "one").is_ok_and(|found| found.is_some()), "others may play by it");
    store.write(vec![Op::DropPerson(ada)]).await.expect("twice does no harm");
}
