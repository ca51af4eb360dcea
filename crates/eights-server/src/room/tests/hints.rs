//! Hints without a network: one at a time, cancelled when nobody waits, limited in number.

use eights_wire::{ToClient, ToServer};

use super::super::{BotReply, Input, testing::RoomFixture};

fn advice(fixture: &mut RoomFixture) -> BotReply {
    let think = fixture.world.bot_requests.pop().expect("advice is asked for");
    assert!(think.is_hint() && think.is_wanted());
    let answer = think.table.options(think.seat).pop().map(|offer| offer.say);
    BotReply { seat: think.seat, step: think.step, answer, why: "It fits.".into(), is_hint: true }
}

#[test]
fn a_seat_has_one_hint_at_a_time() {
    let mut fixture = RoomFixture::playing(2, None);
    let connection = fixture.asks().unwrap();
    fixture.send(connection, ToServer::Hint {});
    assert_eq!(fixture.refused(connection, ToServer::Hint {}), "a hint is on its way already");
    assert_eq!(fixture.world.bot_requests.len(), 1);
    let reply = advice(&mut fixture);
    fixture.received(connection);
    fixture.take(Input::BotReply(reply));
    assert!(matches!(&fixture.received(connection)[..], [ToClient::Hint { step: 0, .. }]));
    fixture.send(connection, ToServer::Hint {});
    assert_eq!(fixture.world.bot_requests.len(), 1, "after the first the next may be asked for");
}

#[test]
fn a_hint_is_cancelled_when_nobody_waits_for_it() {
    let mut fixture = RoomFixture::playing(2, None);
    let connection = fixture.asks().unwrap();
    fixture.send(connection, ToServer::Hint {});
    fixture.move_on();
    let overtaken = fixture.world.bot_requests.pop().unwrap();
    assert!(!overtaken.is_wanted(), "the match has gone on");

    let connection = fixture.asks().unwrap();
    fixture.send(connection, ToServer::Hint {});
    fixture.take(Input::Leave(connection));
    let left = fixture.world.bot_requests.pop().unwrap();
    assert!(!left.is_wanted(), "the line has ended");

    fixture.join_by(70, connection);
    fixture.send(70, ToServer::Hint {});
    assert!(fixture.world.bot_requests.last().unwrap().is_wanted(), "a guest who returns may ask again");
}

#[test]
fn a_bot_without_a_hint_leads_to_a_refusal() {
    let mut fixture = RoomFixture::playing(2, None);
    let connection = fixture.asks().unwrap();
    fixture.send(connection, ToServer::Hint {});
    let reply = BotReply { answer: None, ..advice(&mut fixture) };
    fixture.received(connection);
    fixture.take(Input::BotReply(reply));
    assert!(matches!(&fixture.received(connection)[..], [ToClient::Refused { .. }]));
}
