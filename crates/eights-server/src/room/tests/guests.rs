//! People at the table: names, heirs, spectators who disturb, and those who were sent away.

use std::net::{IpAddr, Ipv4Addr};

use eights_store::{PersonId, Store};
use eights_wire::{Door, Permission, Settings, ToClient, ToServer, Who};

use super::super::{
    Guest, Input, Room, Saved,
    scene::{Scene, room_config, rules},
};

fn chat(text: &str) -> ToServer {
    ToServer::Chat { text: text.into() }
}

/// The number of the host, as line 2 or 3 sees it on the chairs.
fn host_seat(scene: &mut Scene, line: u32) -> Option<String> {
    let room = scene.newest_room(line);
    let is_host = |who: &Who| matches!(who, Who::Person { host: true, .. });
    room.chairs.into_iter().find(|chair| is_host(&chair.who)).map(|chair| chair.seat)
}

#[test]
fn a_spectator_does_not_inherit_the_table() {
    let mut scene = Scene::new(2, None);
    scene.join(1);
    scene.join(9);
    scene.take(Input::Leave(1));
    scene.pass(60_000);
    assert_eq!(scene.room.host(), PersonId::new(1), "nobody on a chair is here");
    scene.says(9, ToServer::Sit { seat: "B".into() });
    scene.pass(1000);
    assert_eq!(scene.room.host(), PersonId::new(9), "somebody must be able to go on");
}

#[test]
fn the_founder_gets_the_table_back_and_cannot_be_banned() {
    let mut scene = Scene::new(3, None);
    for number in 1..=4 {
        scene.join(number);
    }
    scene.says(2, ToServer::Sit { seat: "B".into() });
    scene.take(Input::Leave(1));
    scene.pass(1000);
    assert_eq!(host_seat(&mut scene, 2).as_deref(), Some("B"));
    scene.says(2, ToServer::Kick { guest: scene.guest(4) });
    scene.says(2, ToServer::Kick { guest: scene.guest(1) });
    assert_eq!(scene.newest_room(2).chairs[0].who, Who::Nobody {}, "others can go on without the founder");
    let why = scene.refused(2, ToServer::Kick { guest: scene.guest(1) });
    assert_eq!(why, "nobody here is called that");

    scene.join_by(71, 1);
    assert_eq!(scene.room.host(), PersonId::new(1));
    assert!(scene.newest_room(71).may.contains(&Permission::Kick));
    assert!(!scene.newest_room(2).may.contains(&Permission::Kick));
    let kept: Saved = serde_json::from_str(&scene.store.room("TABLE1").unwrap().unwrap()).unwrap();
    assert_eq!(kept.host, PersonId::new(1), "and it is kept");
    scene.join_by(74, 4);
    let heard = scene.heard(74);
    assert!(!heard.iter().any(|it| matches!(it, ToClient::Bye { .. })), "an heir's bans end with their time");
}

#[test]
fn a_founder_without_a_chair_cannot_be_sent_away_either() {
    let mut scene = Scene::new(3, None);
    scene.join(1);
    scene.join(2);
    scene.says(1, ToServer::Stand {});
    scene.says(2, ToServer::Sit { seat: "B".into() });
    scene.take(Input::Leave(1));
    scene.pass(1000);
    assert_eq!(scene.room.host(), PersonId::new(2));
    scene.join_by(71, 1);
    assert_eq!(scene.room.host(), PersonId::new(1));
}

#[test]
fn spectators_can_be_sent_away_and_muted() {
    let mut scene = Scene::playing(2, None);
    scene.join(8);
    scene.join(9);
    let watching = scene.newest_room(1).watching;
    assert_eq!(watching.len(), 2);
    assert_eq!((&watching[0].guest, watching[0].name.as_str()), (&scene.guest(9), "P9"), "the newest first");
    for line in [1, 2, 8, 9] {
        scene.heard(line);
    }
    scene.says(2, ToServer::Mute { guest: scene.guest(9), mute: true });
    assert_eq!(scene.newest_room(2).muted, [scene.guest(9)]);
    scene.says(9, chat("noise"));
    let heard = scene.heard(1);
    let [ToClient::Chat { guest, seat: None, .. }] = &heard[..] else { panic!("{heard:?}") };
    assert_eq!(*guest, scene.guest(9));
    assert!(scene.heard(2).is_empty());
    scene.join_by(92, 2);
    scene.join_by(99, 9);
    scene.heard(92);
    scene.says(99, chat("noise"));
    assert!(scene.heard(92).is_empty(), "muted, whatever lines the two come by");

    scene.says(1, ToServer::Kick { guest: scene.guest(9) });
    assert!(matches!(scene.heard(99).last(), Some(ToClient::Bye { back_in: None, .. })));
    scene.join_by(100, 9);
    assert!(matches!(&scene.heard(100)[..], [ToClient::Bye { .. }]));
    assert_eq!(scene.refused(1, ToServer::Kick { guest: scene.guest(2) }), "not while a match is played");
}

#[test]
fn somebody_who_returns_with_a_new_cookie_gets_neither_a_seat_nor_a_word() {
    let mut scene = Scene::new(3, None);
    for number in 1..=3 {
        scene.join(number);
    }
    scene.says(2, ToServer::Sit { seat: "B".into() });
    scene.says(1, ToServer::Kick { guest: scene.guest(2) });
    assert_eq!(scene.newest_room(1).settings.door, Door::Ask);
    assert!(scene.newest_room(3).may.contains(&Permission::Sit), "people who were here stay welcome");
    // Person 22 is person 2 under another cookie.
    scene.join(22);
    let room = scene.newest_room(22);
    assert_eq!(room.may, []);
    let why = "the host of the table must let you in first";
    assert_eq!(scene.refused(22, ToServer::Sit { seat: "B".into() }), why);
    assert_eq!(scene.refused(22, chat("hello again")), why);
    let waits = |scene: &mut Scene| scene.newest_room(1).watching[0].waits;
    assert!(waits(&mut scene));
    assert!(scene.refused(3, ToServer::Admit { guest: scene.guest(22) }).starts_with("only the host"));

    scene.says(1, ToServer::Admit { guest: scene.guest(22) });
    assert!(!waits(&mut scene));
    scene.says(22, ToServer::Sit { seat: "B".into() });
    assert_eq!(scene.newest_room(22).you.as_deref(), Some("B"));

    let saved: Saved = serde_json::from_str(&scene.store.room("TABLE1").unwrap().unwrap()).unwrap();
    scene.room =
        Room::restore(saved, rules("crazy-eights", "basic").unwrap(), None, room_config(), scene.world.now)
            .unwrap();
    scene.join(3);
    assert!(scene.newest_room(3).may.contains(&Permission::Chat), "also after a restart");
    scene.join(2);
    assert!(matches!(&scene.heard(2)[..], [.., ToClient::Bye { .. }]));
}

#[test]
fn a_host_can_close_the_door_at_any_time() {
    let mut scene = Scene::new(2, None);
    scene.join(1);
    scene.join(8);
    let settings = scene.newest_room(1).settings;
    scene.says(1, ToServer::Set { settings: Settings { door: Door::Ask, ..settings.clone() } });
    assert_eq!(
        scene.newest_room(8).may,
        [Permission::Sit, Permission::Chat],
        "people who are here stay welcome"
    );
    scene.join(9);
    assert_eq!(scene.newest_room(9).may, []);
    scene.says(1, ToServer::Set { settings });
    assert_eq!(scene.newest_room(9).may, [Permission::Sit, Permission::Chat]);
}

#[test]
fn a_new_line_does_not_reset_the_chat_limit() {
    let mut scene = Scene::playing(2, None);
    for _ in 0..5 {
        scene.says(2, chat("hey"));
    }
    assert_eq!(scene.refused(2, chat("hey")), "a little slower, please");
    scene.join_by(72, 2);
    assert_eq!(scene.refused(72, chat("hey")), "a little slower, please");
}

#[test]
fn new_cookies_from_one_address_share_a_chat_limit() {
    let mut scene = Scene::playing(2, None);
    let address = Some(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7)));
    let mut said = 0;
    for number in 100..110_u32 {
        let guest = Guest::new(number, PersonId::new(u64::from(number)), format!("P{number}"), false);
        scene.take(Input::Join(Box::new(guest.at(address))));
        for _ in 0..5 {
            scene.heard(1);
            scene.says(number, chat("spam"));
            said += scene.heard(1).iter().filter(|it| matches!(it, ToClient::Chat { .. })).count();
        }
    }
    assert_eq!(said, 15);
    scene.heard(2);
    scene.says(2, chat("I live elsewhere"));
    assert!(matches!(&scene.heard(2)[..], [ToClient::Chat { .. }]));
}

#[test]
fn no_two_people_at_a_table_have_names_that_look_the_same() {
    let mut scene = Scene::new(3, None);
    scene.join_as(1, 1, "Ada");
    scene.says(1, ToServer::Bot { seat: "C".into(), level: Some("normal".into()) });
    for (number, name) in [(2, "ａｄａ"), (3, "\u{410}d\u{430}"), (4, "A da"), (5, "bot c"), (6, "Bot B")]
    {
        scene.join_as(number, number, name);
    }
    let names: Vec<String> = scene.newest_room(1).watching.into_iter().map(|it| it.name).collect();
    assert_eq!(names, ["Guest (2)", "Guest", "A da (4)", "\u{410}d\u{430} (3)", "ａｄａ (2)"]);
    scene.join_as(72, 2, "ａｄａ");
    assert_eq!(scene.newest_room(72).watching[0].name, "ａｄａ (2)", "the same after coming back");

    scene.says(1, ToServer::Stand {});
    scene.take(Input::Leave(1));
    scene.join_as(8, 8, "Ada");
    assert_eq!(scene.newest_room(8).watching[0].name, "Ada (5)", "the founder's name is kept for them");
}
