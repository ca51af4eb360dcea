//! The pause after a hand: whom the table waits for, and for how long.

use eights_store::PersonId;
use eights_wire::{self as wire, Permission, Phase, Setup, ToClient, ToServer};

use super::super::{BotReply, Guest, Input, testing::RoomFixture};

const READY: ToServer = ToServer::Ready { ready: true };
const MORE_TIME: ToServer = ToServer::Ready { ready: false };

fn join(fixture: &mut RoomFixture, connection: u32, number: u32, pauses: bool) {
    let guest = Guest::new(connection, PersonId::new(u64::from(number)), format!("P{number}"), false);
    fixture.take(Input::Join(Box::new(Guest { pauses, ..guest })));
}

/// A table for people 1, 2 … at the end of its first hand; who shows the end of hands is `true`.
fn ended(people: &[bool], n_bots: usize, turn_seconds: Option<u32>) -> RoomFixture {
    let seats = people.len() + n_bots;
    let mut fixture = RoomFixture::new(seats, turn_seconds);
    for (number, pauses) in (1..).zip(people) {
        join(&mut fixture, number, number, *pauses);
        if number == 1 {
            let rules = "score-race".into();
            let setup = Setup { game: "crazy-eights".into(), rules, seats: seats as u8 };
            fixture.send(1, ToServer::Change { setup });
        } else {
            fixture.send(number, ToServer::Sit { seat: eights::Seat::new(number as usize - 1).to_string() });
            fixture.send(number, READY);
        }
    }
    for seat in people.len()..seats {
        let seat = eights::Seat::new(seat).to_string();
        fixture.send(1, ToServer::Bot { seat, level: Some("normal".into()) });
    }
    fixture.send(1, ToServer::Start {});
    for _ in 0..5000 {
        assert_eq!(fixture.room.phase, Phase::Playing, "a race has several hands");
        if fixture.room.current_match.as_ref().unwrap().table.hand_over().is_some() {
            return fixture;
        }
        assert_eq!(fixture.room.pause, None);
        match fixture.world.bot_requests.pop() {
            Some(request) => {
                let (seat, step) = (request.seat, request.step);
                let reply = BotReply { seat, step, answer: None, why: String::new(), is_hint: false };
                fixture.take(Input::BotReply(reply));
            }
            None => fixture.move_on(),
        }
    }
    panic!("the hand does not end");
}

fn left(fixture: &mut RoomFixture, connection: u32) -> Option<Option<u64>> {
    fixture.newest_room(connection).pause.map(|pause| pause.left)
}

#[test]
fn clocks_wait_until_everybody_is_ready() {
    let mut fixture = ended(&[true, true], 0, Some(10));
    let heard = fixture.received(1);
    let [.., ToClient::Room(room), ToClient::Update(update)] = &heard[..] else { panic!("{heard:?}") };
    assert_eq!(room.pause, Some(wire::Pause { left: Some(12_000) }));
    assert!(room.may.contains(&Permission::Ready));
    assert_eq!(room.chairs.iter().map(|chair| chair.ready).collect::<Vec<_>>(), [false, false]);
    assert!(update.hand_over.is_some() && update.clock.is_none());
    let step = fixture.step();

    fixture.pass(5_000);
    fixture.send(2, READY);
    let room = fixture.newest_room(1);
    assert_eq!(room.pause, Some(wire::Pause { left: Some(7_000) }));
    assert_eq!(room.chairs.iter().map(|chair| chair.ready).collect::<Vec<_>>(), [false, true]);

    fixture.send_with_id(1, 8, READY);
    let heard = fixture.received(1);
    let [ToClient::Room(room), ToClient::Update(update), ToClient::Done { id: 8 }] = &heard[..] else {
        panic!("{heard:?}")
    };
    assert_eq!((room.pause, update.step), (None, step));
    assert_eq!(update.clock, Some(wire::Clock { left: 10_000, of: 10_000 }));
    assert_eq!(fixture.refused(1, READY), "not while a match is played");
}

#[test]
fn bots_wait_too_but_not_for_ever() {
    let mut fixture = ended(&[true], 2, None);
    assert!(fixture.world.bot_requests.is_empty());
    fixture.pass(11_999);
    assert!(fixture.world.bot_requests.is_empty() && fixture.room.pause.is_some());
    fixture.pass(1);
    assert_eq!(left(&mut fixture, 1), None);
    let asked = fixture.asks() != Some(1);
    assert_eq!(fixture.world.bot_requests.len(), usize::from(asked));
    while fixture.asks() == Some(1) {
        fixture.move_on();
    }
    assert_eq!(fixture.world.bot_requests.len(), 1, "the game goes on");
}

#[test]
fn without_a_clock_somebody_may_ask_for_more_time() {
    let mut fixture = ended(&[true, true], 0, None);
    fixture.send(1, MORE_TIME);
    assert_eq!(left(&mut fixture, 2), Some(None));
    fixture.send(2, READY);
    fixture.pass(60_000);
    assert!(fixture.room.pause.is_some());
    fixture.send(1, READY);
    assert_eq!(left(&mut fixture, 2), None);

    let mut fixture = ended(&[true, true], 0, Some(10));
    fixture.send(1, MORE_TIME);
    assert_eq!(left(&mut fixture, 2), Some(Some(12_000)));
}

#[test]
fn clients_that_show_no_end_are_not_waited_for() {
    assert_eq!(ended(&[false, false], 1, None).room.pause, None);

    let mut fixture = ended(&[false, true], 0, None);
    let room = fixture.newest_room(1);
    assert_eq!(room.chairs.iter().map(|chair| chair.ready).collect::<Vec<_>>(), [true, false]);
    while fixture.asks() == Some(1) {
        fixture.move_on();
        assert!(fixture.room.pause.is_some(), "an answer of the other is no answer of this one");
    }
    fixture.move_on();
    assert_eq!(fixture.room.pause, None, "a player who answers has seen enough");
}

#[test]
fn people_who_leave_are_not_waited_for_until_they_return() {
    let mut fixture = ended(&[true, true], 0, None);
    fixture.send(1, READY);
    fixture.take(Input::Leave(2));
    assert_eq!(left(&mut fixture, 1), None);

    let mut fixture = ended(&[true, true], 0, None);
    fixture.send(2, READY);
    join(&mut fixture, 7, 2, true);
    let room = fixture.newest_room(1);
    assert!(
        room.pause.is_some() && !room.chairs[1].ready,
        "a page that was loaded again shows the end again"
    );
    fixture.take(Input::Leave(1));
    fixture.take(Input::Leave(7));
    assert_eq!(fixture.room.pause, None);
    join(&mut fixture, 8, 1, true);
    assert_eq!(
        left(&mut fixture, 8),
        Some(Some(12_000)),
        "an empty table waits for the first who comes back"
    );
    fixture.send(8, ToServer::Stand {});
    assert_eq!(fixture.room.pause, None);
}
