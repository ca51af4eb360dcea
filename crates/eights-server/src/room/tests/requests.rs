//! Messages with ids, match ids in answers, and updates that repeat a step.

use eights_wire::{Phase, RefusalCode, ToClient, ToServer, Update};

use super::super::{BotReply, Input, testing::RoomFixture};

/// The ids answered on a connection, and whether each message was carried out.
fn answers(fixture: &mut RoomFixture, connection: u32) -> Vec<(u32, bool)> {
    let answer = |message| match message {
        ToClient::Done { id } => Some((id, true)),
        ToClient::Refused { id, .. } => id.map(|id| (id, false)),
        _ => None,
    };
    fixture.received(connection).into_iter().filter_map(answer).collect()
}

fn newest_update(fixture: &mut RoomFixture, connection: u32) -> Option<Update> {
    fixture.received(connection).into_iter().rev().find_map(|message| match message {
        ToClient::Update(update) => Some(*update),
        _ => None,
    })
}

#[test]
fn a_refusal_carries_a_code() {
    let mut fixture = RoomFixture::new(2, None);
    fixture.join(1);
    fixture.join(2);
    let seat = |seat: &str| ToServer::Sit { seat: seat.into() };
    let genius = ToServer::Bot { seat: "B".into(), level: Some("genius".into()) };
    for (connection, message, code) in [
        (1, ToServer::Start {}, RefusalCode::SeatEmpty),
        (1, ToServer::Undo {}, RefusalCode::NoUndo),
        (1, ToServer::Rematch {}, RefusalCode::NotNow),
        (1, ToServer::Chat { text: " ".into() }, RefusalCode::Empty),
        (1, ToServer::Emote { emote: "Ha!".into() }, RefusalCode::NoSuchEmote),
        (1, ToServer::Kick { guest: "nobody".into() }, RefusalCode::NoSuchGuest),
        (1, genius, RefusalCode::NoSuchLevel),
        (2, ToServer::Start {}, RefusalCode::HostOnly),
        (2, seat("A"), RefusalCode::SeatTaken),
        (2, seat("Q"), RefusalCode::NoSuchSeat),
        (2, ToServer::Stand {}, RefusalCode::NotSeated),
        (2, ToServer::Hint {}, RefusalCode::NotSeated),
        (1, ToServer::Hint {}, RefusalCode::NoMatch),
    ] {
        assert_eq!(fixture.refusal(connection, message.clone()).0, code, "{message:?}");
    }
    fixture.send(2, seat("B"));
    assert_eq!(fixture.refusal(1, ToServer::Start {}).0, RefusalCode::NotReady);
    fixture.send(2, ToServer::Ready { ready: true });
    fixture.send(1, ToServer::Start {});
    let update = newest_update(&mut fixture, 1).expect("a match is played");
    let (asked, other) = if update.asks.as_deref() == Some("A") { (1, 2) } else { (2, 1) };
    let say = |step, say: &str| ToServer::Say { match_id: update.match_id.clone(), step, say: say.into() };
    assert_eq!(fixture.refusal(asked, say(0, "nonsense")).0, RefusalCode::Illegal);
    assert_eq!(fixture.refusal(asked, say(7, "draw")).0, RefusalCode::Stale);
    assert_eq!(fixture.refusal(other, say(0, "draw")).0, RefusalCode::NotYourTurn);
}

#[test]
fn every_message_with_an_id_gets_exactly_one_answer() {
    let mut fixture = RoomFixture::new(2, None);
    fixture.join(1);
    fixture.send_with_id(1, 10, ToServer::Start {});
    fixture.send_with_id(1, 11, ToServer::Bot { seat: "B".into(), level: Some("normal".into()) });
    fixture.send_with_id(1, 12, ToServer::Entropy { entropy: "mine".into() });
    fixture.send_with_id(1, 13, ToServer::Chat { text: "hi".into() });
    fixture.send_with_id(1, 14, ToServer::Mute { guest: fixture.guest(1), mute: true });
    fixture.send_with_id(1, 15, ToServer::Kick { guest: "nobody".into() });
    fixture.send_with_id(1, 16, ToServer::Start {});
    let expected = [(10, false), (11, true), (12, true), (13, true), (14, true), (15, false), (16, true)];
    assert_eq!(answers(&mut fixture, 1), expected);
    fixture.send(1, ToServer::Chat { text: "no number, no answer".into() });
    assert_eq!(answers(&mut fixture, 1), []);
}

#[test]
fn done_is_sent_only_after_the_write() {
    let mut fixture = RoomFixture::new(2, None);
    fixture.join(1);
    fixture.received(1);
    let bot = ToServer::Bot { seat: "B".into(), level: Some("normal".into()) };
    let request = eights_wire::Request { id: Some(4), message: bot };
    fixture.room.take(Input::Message(1, request), &mut fixture.world);
    assert!(fixture.received(1).is_empty());
    fixture.room.take(Input::Persisted(Ok(())), &mut fixture.world);
    assert!(matches!(&fixture.received(1)[..], [ToClient::Room(_), ToClient::Done { id: 4 }]));
}

#[test]
fn questions_are_answered_with_their_id() {
    let mut fixture = RoomFixture::playing(2, None);
    let connection = fixture.asks().unwrap();
    fixture.received(connection);
    fixture.send_with_id(connection, 20, ToServer::Why { say: "2X".into() });
    assert!(matches!(&fixture.received(connection)[..], [ToClient::Why { id: Some(20), .. }]));
    fixture.send_with_id(connection, 21, ToServer::Hint {});
    let think = fixture.world.bot_requests.pop().unwrap();
    let answer = think.table.options(think.seat).pop().map(|offer| offer.say);
    let reply = BotReply { seat: think.seat, step: 0, answer, why: String::new(), is_hint: true };
    fixture.take(Input::BotReply(reply));
    assert!(matches!(&fixture.received(connection)[..], [ToClient::Hint { id: Some(21), .. }]));
    fixture.send_with_id(connection, 22, ToServer::Hint {});
    fixture.move_on();
    assert_eq!(answers(&mut fixture, connection), [(22, false)], "the match went on before the hint came");
}

#[test]
fn a_late_answer_to_the_previous_match_is_refused_in_the_rematch() {
    let mut fixture = RoomFixture::playing(2, None);
    let late: Vec<ToServer> = ["draw", "pass"].iter().map(|say| fixture.answer(0, say)).collect();
    fixture.play_out();
    fixture.send(1, ToServer::Rematch {});
    fixture.send(2, ToServer::Ready { ready: true });
    fixture.pass(1000);
    assert_eq!((fixture.room.phase, fixture.step()), (Phase::Playing, 0));
    let connection = fixture.asks().unwrap();
    for message in late {
        assert_eq!(fixture.refused(connection, message), "that was an answer to another match");
    }
}

#[test]
fn a_repeated_update_has_the_same_match_and_step() {
    let mut fixture = RoomFixture::playing(2, None);
    fixture.move_on();
    let before = newest_update(&mut fixture, 1).unwrap();
    fixture.take(Input::Leave(1));
    fixture.join(1);
    let again = newest_update(&mut fixture, 1).unwrap();
    assert_eq!((&again.match_id, again.step), (&before.match_id, before.step));
    assert_eq!(again.events.get(), before.events.get());
    assert_eq!(fixture.room.saved().current_match.unwrap().0.to_string(), again.match_id);
    fixture.move_on();
    assert_eq!(newest_update(&mut fixture, 1).unwrap().step, before.step + 1);
}

#[test]
fn taking_or_leaving_a_chair_sends_the_matching_view() {
    let mut fixture = RoomFixture::playing(2, None);
    let connection = fixture.asks().unwrap();
    fixture.received(connection);
    fixture.send(connection, ToServer::Stand {});
    let watching = newest_update(&mut fixture, connection).expect("a spectator's view");
    assert!(watching.offers.is_empty());
    fixture.world.bot_requests.clear();
    let seat = ["A", "B"][connection as usize - 1].to_owned();
    fixture.send(connection, ToServer::Sit { seat });
    let playing = newest_update(&mut fixture, connection).expect("the view of one's own seat");
    assert!(!playing.offers.is_empty(), "and one may play on at once");
}
