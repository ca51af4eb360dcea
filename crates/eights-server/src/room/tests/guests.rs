//! People at the table: names, interim hosts, bans, mutes and admission.

use std::net::{IpAddr, Ipv4Addr};

use eights_store::{PersonId, Store};
use eights_wire::{Door, Permission, Settings, ToClient, ToServer, Who};

use super::super::{
    Guest, Input, Room, Saved,
    testing::{RoomFixture, room_config, rules},
};

fn chat(text: &str) -> ToServer {
    ToServer::Chat { text: text.into() }
}

/// The seat of the host in the newest room sent to a connection.
fn host_seat(fixture: &mut RoomFixture, connection: u32) -> Option<String> {
    let room = fixture.newest_room(connection);
    let is_host = |who: &Who| matches!(who, Who::Person { host: true, .. });
    room.chairs.into_iter().find(|chair| is_host(&chair.who)).map(|chair| chair.seat)
}

#[test]
fn a_spectator_does_not_become_host() {
    let mut fixture = RoomFixture::new(2, None);
    fixture.join(1);
    fixture.join(9);
    fixture.take(Input::Leave(1));
    fixture.pass(60_000);
    assert_eq!(fixture.room.host(), PersonId::new(1), "nobody on a chair is here");
    fixture.send(9, ToServer::Sit { seat: "B".into() });
    fixture.pass(1000);
    assert_eq!(fixture.room.host(), PersonId::new(9), "somebody must be able to go on");
}

#[test]
fn the_founder_gets_the_table_back_and_cannot_be_banned() {
    let mut fixture = RoomFixture::new(3, None);
    for number in 1..=4 {
        fixture.join(number);
    }
    fixture.send(2, ToServer::Sit { seat: "B".into() });
    fixture.take(Input::Leave(1));
    fixture.pass(1000);
    assert_eq!(host_seat(&mut fixture, 2).as_deref(), Some("B"));
    fixture.send(2, ToServer::Kick { guest: fixture.guest(4) });
    fixture.send(2, ToServer::Kick { guest: fixture.guest(1) });
    assert_eq!(fixture.newest_room(2).chairs[0].who, Who::Nobody {}, "others can go on without the founder");
    let why = fixture.refused(2, ToServer::Kick { guest: fixture.guest(1) });
    assert_eq!(why, "nobody here is called that");

    fixture.join_by(71, 1);
    assert_eq!(fixture.room.host(), PersonId::new(1));
    assert!(fixture.newest_room(71).may.contains(&Permission::Kick));
    assert!(!fixture.newest_room(2).may.contains(&Permission::Kick));
    let saved: Saved = serde_json::from_str(&fixture.store.room("TABLE1").unwrap().unwrap()).unwrap();
    assert_eq!(saved.host, PersonId::new(1), "and it is kept");
    fixture.join_by(74, 4);
    let heard = fixture.received(74);
    assert!(
        !heard.iter().any(|message| matches!(message, ToClient::Bye { .. })),
        "an heir's bans end with their time"
    );
}

#[test]
fn a_founder_without_a_chair_cannot_be_sent_away_either() {
    let mut fixture = RoomFixture::new(3, None);
    fixture.join(1);
    fixture.join(2);
    fixture.send(1, ToServer::Stand {});
    fixture.send(2, ToServer::Sit { seat: "B".into() });
    fixture.take(Input::Leave(1));
    fixture.pass(1000);
    assert_eq!(fixture.room.host(), PersonId::new(2));
    fixture.join_by(71, 1);
    assert_eq!(fixture.room.host(), PersonId::new(1));
}

#[test]
fn spectators_can_be_sent_away_and_muted() {
    let mut fixture = RoomFixture::playing(2, None);
    fixture.join(8);
    fixture.join(9);
    let watching = fixture.newest_room(1).watching;
    assert_eq!(watching.len(), 2);
    assert_eq!(
        (&watching[0].guest, watching[0].name.as_str()),
        (&fixture.guest(9), "P9"),
        "the newest first"
    );
    for connection in [1, 2, 8, 9] {
        fixture.received(connection);
    }
    fixture.send(2, ToServer::Mute { guest: fixture.guest(9), mute: true });
    assert_eq!(fixture.newest_room(2).muted, [fixture.guest(9)]);
    fixture.send(9, chat("noise"));
    let heard = fixture.received(1);
    let [ToClient::Chat { guest, seat: None, .. }] = &heard[..] else { panic!("{heard:?}") };
    assert_eq!(*guest, fixture.guest(9));
    assert!(fixture.received(2).is_empty());
    fixture.join_by(92, 2);
    fixture.join_by(99, 9);
    fixture.received(92);
    fixture.send(99, chat("noise"));
    assert!(fixture.received(92).is_empty(), "muted, whatever lines the two come by");

    fixture.send(1, ToServer::Kick { guest: fixture.guest(9) });
    assert!(matches!(fixture.received(99).last(), Some(ToClient::Bye { back_in: None, .. })));
    fixture.join_by(100, 9);
    assert!(matches!(&fixture.received(100)[..], [ToClient::Bye { .. }]));
    assert_eq!(fixture.refused(1, ToServer::Kick { guest: fixture.guest(2) }), "not while a match is played");
}

#[test]
fn a_banned_person_with_a_new_cookie_can_neither_sit_nor_talk() {
    let mut fixture = RoomFixture::new(3, None);
    for number in 1..=3 {
        fixture.join(number);
    }
    fixture.send(2, ToServer::Sit { seat: "B".into() });
    fixture.send(1, ToServer::Kick { guest: fixture.guest(2) });
    assert_eq!(fixture.newest_room(1).settings.door, Door::Ask);
    assert!(fixture.newest_room(3).may.contains(&Permission::Sit), "people who were here stay welcome");
    // Person 22 is person 2 under another cookie.
    fixture.join(22);
    let room = fixture.newest_room(22);
    assert_eq!(room.may, []);
    let why = "the host of the table must let you in first";
    assert_eq!(fixture.refused(22, ToServer::Sit { seat: "B".into() }), why);
    assert_eq!(fixture.refused(22, chat("hello again")), why);
    let waits = |fixture: &mut RoomFixture| fixture.newest_room(1).watching[0].waits;
    assert!(waits(&mut fixture));
    assert!(fixture.refused(3, ToServer::Admit { guest: fixture.guest(22) }).starts_with("only the host"));

    fixture.send(1, ToServer::Admit { guest: fixture.guest(22) });
    assert!(!waits(&mut fixture));
    fixture.send(22, ToServer::Sit { seat: "B".into() });
    assert_eq!(fixture.newest_room(22).you.as_deref(), Some("B"));

    let saved: Saved = serde_json::from_str(&fixture.store.room("TABLE1").unwrap().unwrap()).unwrap();
    fixture.room =
        Room::restore(saved, rules("crazy-eights", "basic").unwrap(), None, room_config(), fixture.world.now)
            .unwrap();
    fixture.join(3);
    assert!(fixture.newest_room(3).may.contains(&Permission::Chat), "also after a restart");
    fixture.join(2);
    assert!(matches!(&fixture.received(2)[..], [.., ToClient::Bye { .. }]));
}

#[test]
fn a_host_can_close_the_door_at_any_time() {
    let mut fixture = RoomFixture::new(2, None);
    fixture.join(1);
    fixture.join(8);
    let settings = fixture.newest_room(1).settings;
    fixture.send(1, ToServer::Set { settings: Settings { door: Door::Ask, ..settings.clone() } });
    assert_eq!(
        fixture.newest_room(8).may,
        [Permission::Sit, Permission::Chat],
        "people who are here stay welcome"
    );
    fixture.join(9);
    assert_eq!(fixture.newest_room(9).may, []);
    fixture.send(1, ToServer::Set { settings });
    assert_eq!(fixture.newest_room(9).may, [Permission::Sit, Permission::Chat]);
}

#[test]
fn reconnecting_does_not_reset_the_chat_limit() {
    let mut fixture = RoomFixture::playing(2, None);
    for _ in 0..5 {
        fixture.send(2, chat("hey"));
    }
    assert_eq!(fixture.refused(2, chat("hey")), "a little slower, please");
    fixture.join_by(72, 2);
    assert_eq!(fixture.refused(72, chat("hey")), "a little slower, please");
}

#[test]
fn new_cookies_from_one_address_share_a_chat_limit() {
    let mut fixture = RoomFixture::playing(2, None);
    let address = Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7)));
    let mut said = 0;
    for number in 100..110_u32 {
        let guest = Guest::new(number, PersonId::new(u64::from(number)), format!("P{number}"), false);
        fixture.take(Input::Join(Box::new(guest.at(address))));
        for _ in 0..5 {
            fixture.received(1);
            fixture.send(number, chat("spam"));
            said +=
                fixture.received(1).iter().filter(|message| matches!(message, ToClient::Chat { .. })).count();
        }
    }
    assert_eq!(said, 15);
    fixture.received(2);
    fixture.send(2, chat("I live elsewhere"));
    assert!(matches!(&fixture.received(2)[..], [ToClient::Chat { .. }]));
}

#[test]
fn no_two_people_at_a_table_have_names_that_look_the_same() {
    let mut fixture = RoomFixture::new(3, None);
    fixture.join_as(1, 1, "Ada");
    fixture.send(1, ToServer::Bot { seat: "C".into(), level: Some("normal".into()) });
    for (number, name) in [(2, "ａｄａ"), (3, "\u{410}d\u{430}"), (4, "A da"), (5, "bot c"), (6, "Bot B")]
    {
        fixture.join_as(number, number, name);
    }
    let names: Vec<String> =
        fixture.newest_room(1).watching.into_iter().map(|watcher| watcher.name).collect();
    assert_eq!(names, ["Guest (2)", "Guest", "A da (4)", "\u{410}d\u{430} (3)", "ａｄａ (2)"]);
    fixture.join_as(72, 2, "ａｄａ");
    assert_eq!(fixture.newest_room(72).watching[0].name, "ａｄａ (2)", "the same after coming back");

    fixture.send(1, ToServer::Stand {});
    fixture.take(Input::Leave(1));
    fixture.join_as(8, 8, "Ada");
    assert_eq!(fixture.newest_room(8).watching[0].name, "Ada (5)", "the founder's name is kept for them");
}
