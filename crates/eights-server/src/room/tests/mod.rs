//! Rooms without a network: phases, permissions, refusals, clocks, bots, rematches and failed
//! writes.

mod guests;
mod hints;
mod pauses;
mod requests;

use eights_match::{Catalog, Shipped};
use eights_store::{MatchId, Op, Store, StoreError};
use eights_wire::{self as wire, Door, Permission, Phase, Settings, Setup, ToClient, ToServer, Who};

use super::{
    Asker, BotReply, Input, Room, Saved,
    testing::{RoomFixture, room_config, rules},
};
use crate::refusal::Refusal;

#[test]
fn people_gather_sit_down_and_start() {
    let mut fixture = RoomFixture::new(2, None);
    fixture.join(1);
    let room = fixture.newest_room(1);
    assert_eq!((room.you.as_deref(), room.phase), (Some("A"), Phase::Gathering), "the host sits already");
    assert!(room.may.contains(&Permission::Start) && !room.may.contains(&Permission::Rematch));
    assert_eq!(fixture.refused(1, ToServer::Start {}), "nobody sits at B: a bot could");
    fixture.join(2);
    assert_eq!(fixture.newest_room(2).may, [Permission::Sit, Permission::Chat]);
    assert_eq!(fixture.refused(2, ToServer::Sit { seat: "A".into() }), "that chair is taken");
    assert_eq!(fixture.refused(2, ToServer::Sit { seat: "Q".into() }), "there is no such chair");
    fixture.send(2, ToServer::Sit { seat: "b".into() });
    assert_eq!(fixture.refused(1, ToServer::Start {}), "P2 is not ready");
    fixture.send(2, ToServer::Ready { ready: true });
    fixture.send(1, ToServer::Start {});
    for connection in [1, 2] {
        let heard = fixture.received(connection);
        let [.., ToClient::Room(room), ToClient::Update(update)] = &heard[..] else { panic!("{heard:?}") };
        assert_eq!((room.phase, update.step), (Phase::Playing, 0));
    }
}

#[test]
fn only_the_host_can_send_host_messages() {
    let mut fixture = RoomFixture::new(3, None);
    for number in 1..=3 {
        fixture.join(number);
    }
    fixture.send(2, ToServer::Sit { seat: "B".into() });
    let host_only = [
        ToServer::Start {},
        ToServer::Kick { guest: fixture.guest(1) },
        ToServer::Bot { seat: "C".into(), level: Some("normal".into()) },
        ToServer::Change { setup: Setup { game: "crazy-8-ball".into(), rules: String::new(), seats: 2 } },
        ToServer::Set {
            settings: Settings { public: false, turn_seconds: None, chat: false, door: Door::Open },
        },
    ];
    for connection in [2, 3] {
        for message in host_only.clone() {
            assert_eq!(fixture.refused(connection, message), "only the host of the table may do that");
        }
    }
    for message in [ToServer::Stand {}, ToServer::Ready { ready: true }] {
        assert_eq!(fixture.refused(3, message), "only somebody on a chair may do that");
    }
    assert_eq!(fixture.refused(1, ToServer::Rematch {}), "not before a match has been played");
    assert_eq!(
        fixture.refused(1, ToServer::Kick { guest: fixture.guest(1) }),
        "nobody can send themselves away"
    );
    let bot = |level: &str| ToServer::Bot { seat: "C".into(), level: Some(level.into()) };
    assert_eq!(fixture.refused(1, bot("godlike")), "there is no bot of level \"godlike\"");
    fixture.send(1, bot("normal"));
    assert!(matches!(fixture.newest_room(3).chairs[2].who, Who::Bot { .. }));
    fixture.send(1, ToServer::Kick { guest: fixture.guest(2) });
    assert_eq!(fixture.world.ended, [2]);
    fixture.join(2);
    assert!(matches!(&fixture.received(2)[..], [.., ToClient::Bye { .. }]), "who was sent away stays away");
}

#[test]
fn during_a_match_the_host_cannot_touch_other_chairs() {
    let mut fixture = RoomFixture::playing(2, None);
    let bot = || ToServer::Bot { seat: "B".into(), level: Some("normal".into()) };
    assert_eq!(fixture.refused(1, bot()), "a bot can only play for somebody who is away");
    let setup = Setup { game: "crazy-8-ball".into(), rules: String::new(), seats: 2 };
    for message in
        [ToServer::Kick { guest: fixture.guest(2) }, ToServer::Start {}, ToServer::Change { setup }]
    {
        assert_eq!(fixture.refused(1, message), "not while a match is played");
    }
    fixture.take(Input::Leave(2));
    fixture.send(1, bot());
    assert!(matches!(&fixture.newest_room(1).chairs[1].who, Who::Person { bot: Some(_), here: false, .. }));
}

#[test]
fn invalid_answers_are_refused_and_change_nothing() {
    let mut fixture = RoomFixture::playing(2, None);
    fixture.join(9);
    let connection = fixture.asks().unwrap();
    let other = 3 - connection;
    let match_id = fixture.room.saved().current_match.unwrap().0.to_string();
    let say = |step: u64, say: &str| ToServer::Say { match_id: match_id.clone(), step, say: say.into() };
    assert_eq!(fixture.refused(9, say(0, "draw")), "spectators cannot play");
    assert_eq!(
        fixture.refused(other, say(0, "draw")),
        format!("it is {}'s turn", ["A", "B"][connection as usize - 1])
    );
    assert_eq!(
        fixture.refused(connection, say(5, "draw")),
        "that was an answer to step 5, and the table is at step 0"
    );
    assert!(!fixture.refused(connection, say(0, "9X")).is_empty());
    fixture.move_on();
    let again = fixture.refused(connection, say(0, "draw"));
    assert_eq!(again, "that was an answer to step 0, and the table is at step 1", "a replayed message");
    assert_eq!(fixture.refused(connection, ToServer::Undo {}), "nothing is taken back at this table");
    let hello = ToServer::Hello { version: 1, words: false, pauses: false };
    assert_eq!(fixture.refused(connection, hello), "this line is greeted already");
    assert_eq!(
        fixture.refused(connection, ToServer::Entropy { entropy: "x".into() }),
        "the cards are shuffled already"
    );
}

#[test]
fn nothing_is_sent_before_the_step_is_persisted() {
    let mut fixture = RoomFixture::playing(2, None);
    fixture.received(1);
    fixture.received(2);
    let connection = fixture.asks().unwrap();
    let say = fixture
        .room
        .current_match
        .as_ref()
        .unwrap()
        .table
        .options(eights::Seat::new(connection as usize - 1))
        .pop()
        .unwrap();
    let answer = fixture.answer(0, &say.say);
    fixture.room.take(Input::Message(connection, answer.into()), &mut fixture.world);
    let unit = fixture.world.units.pop().expect("a step is to be kept");
    assert!(matches!(&unit[..], [Op::Append(_, entry)] if entry.step == 1));
    let next = ToServer::Chat { text: "hello".into() };
    fixture.room.take(Input::Message(1, next.into()), &mut fixture.world);
    fixture.room.take(Input::Time, &mut fixture.world);
    assert!(fixture.received(1).is_empty() && fixture.received(2).is_empty(), "nothing before it is safe");
    fixture.room.take(Input::Persisted(Ok(())), &mut fixture.world);
    let heard = fixture.received(2);
    let [ToClient::Update(update), ToClient::Chat { .. }] = &heard[..] else { panic!("{heard:?}") };
    assert_eq!(update.step, 1);
}

#[test]
fn a_failed_write_rolls_the_room_back_to_the_store() {
    let mut fixture = RoomFixture::playing(2, None);
    fixture.move_on();
    let connection = fixture.asks().unwrap();
    let say = fixture
        .room
        .current_match
        .as_ref()
        .unwrap()
        .table
        .options(eights::Seat::new(connection as usize - 1))
        .pop()
        .unwrap();
    let answer = fixture.answer(1, &say.say);
    fixture.room.take(Input::Message(connection, answer.into()), &mut fixture.world);
    fixture.world.units.clear();
    let full = StoreError::Failed("the disk is full".into());
    fixture.room.take(Input::Persisted(Err(full.clone())), &mut fixture.world);
    let asker = Asker { connection, id: None };
    assert_eq!(fixture.world.rebuild, Some((full, Some(asker))));

    let saved: Saved = serde_json::from_str(&fixture.store.room("TABLE1").unwrap().unwrap()).unwrap();
    let journal = fixture.store.journal(saved.current_match.unwrap().0).unwrap();
    let rules = rules("crazy-eights", "basic").unwrap();
    let mut fresh = Room::restore(saved, rules, journal, room_config(), fixture.world.now).unwrap();
    let (guests, queue) = fixture.room.hand_over();
    fresh.take_over(guests, queue);
    fixture.room = fresh;
    fixture.received(1);
    fixture.received(2);
    fixture.room.resume(Some((asker, Refusal::NotSaved("the disk is full".into()))), &mut fixture.world);
    assert_eq!(fixture.step(), 1, "back at what was kept");
    let heard = fixture.received(connection);
    assert!(
        matches!(&heard[..], [ToClient::Room(_), ToClient::Update(_), ToClient::Refused { .. }]),
        "{heard:?}"
    );
    fixture.play_out();
}

#[test]
fn a_timeout_plays_the_idle_answer_and_then_a_bot_takes_over() {
    let mut fixture = RoomFixture::playing(2, Some(10));
    let slow = fixture.asks().unwrap();
    let heard = fixture.received(slow);
    let Some(ToClient::Update(update)) = heard.last() else { panic!("{heard:?}") };
    assert_eq!(update.clock, Some(wire::Clock { left: 10_000, of: 10_000 }));
    let idle = fixture
        .room
        .current_match
        .as_ref()
        .unwrap()
        .table
        .idle_answer(eights::Seat::new(slow as usize - 1))
        .unwrap();
    fixture.pass(9_999);
    assert_eq!(fixture.step(), 0);
    fixture.pass(1);
    assert_eq!(fixture.step(), 1, "the answer was given for them");
    let (chair, other) = (slow as usize - 1, 3 - slow);
    assert!(matches!(fixture.newest_room(other).chairs[chair].who, Who::Person { missed: 1, bot: None, .. }));
    let id = fixture.room.saved().current_match.unwrap().0;
    assert_eq!(fixture.store.journal(id).unwrap().unwrap().1[0].said, idle);
    while fixture.room.chairs[chair].stand_in.is_none() {
        match fixture.asks() {
            Some(connection) if connection == slow => fixture.pass(10_000),
            _ => fixture.move_on(),
        }
    }
    while fixture.asks() != Some(slow) {
        fixture.move_on();
    }
    let think = fixture.world.bot_requests.pop().expect("the bot is asked");
    let step = fixture.step();
    assert_eq!((think.step, think.level.as_str()), (step, "normal"));
    fixture.take(Input::BotReply(BotReply {
        seat: think.seat,
        step,
        answer: None,
        why: String::new(),
        is_hint: false,
    }));
    assert_eq!(fixture.step(), step + 1, "a bot without an idea does what the idle do");
    while fixture.asks() != Some(slow) {
        fixture.move_on();
    }
    fixture.move_on();
    let room = fixture.newest_room(other);
    let is_back = matches!(room.chairs[chair].who, Who::Person { missed: 0, bot: None, .. });
    assert!(is_back, "a person who answers is back, and the others see it: {:?}", room.chairs);
}

#[test]
fn a_bot_plays_for_an_absent_person_until_they_return() {
    let mut fixture = RoomFixture::playing(2, None);
    let away = fixture.asks().unwrap();
    fixture.take(Input::Leave(away));
    fixture.pass(999);
    assert!(fixture.world.bot_requests.is_empty());
    fixture.pass(1);
    let think = fixture.world.bot_requests.pop().expect("after the grace a bot is asked");
    fixture.join_by(50, away);
    let step = fixture.step();
    fixture.take(Input::BotReply(BotReply {
        seat: think.seat,
        step,
        answer: None,
        why: String::new(),
        is_hint: false,
    }));
    assert_eq!(fixture.step(), step, "the person has returned: the bot's answer comes too late");
    let heard = fixture.received(50);
    assert!(
        heard.iter().any(|message| matches!(message, ToClient::Update(update) if !update.offers.is_empty()))
    );
}

#[test]
fn an_empty_table_pauses_and_is_finally_removed() {
    let mut fixture = RoomFixture::playing(2, Some(10));
    fixture.take(Input::Leave(1));
    fixture.take(Input::Leave(2));
    fixture.pass(99_999);
    assert_eq!(fixture.step(), 0, "nobody plays at an empty table");
    assert!(!fixture.world.over);
    fixture.pass(1);
    assert!(fixture.world.over);
    assert_eq!(fixture.store.room("TABLE1"), Ok(None));
}

#[test]
fn a_second_connection_of_the_same_person_replaces_the_first() {
    let mut fixture = RoomFixture::playing(2, None);
    fixture.join_by(70, 1);
    assert_eq!(fixture.world.ended, [1]);
    assert!(matches!(fixture.received(1).last(), Some(ToClient::Bye { back_in: None, .. })));
    fixture.take(Input::Leave(1));
    let room = fixture.newest_room(2);
    assert!(
        matches!(&room.chairs[0].who, Who::Person { here: true, .. }),
        "the old line's end is no leaving"
    );
    let heard = fixture.received(70);
    assert!(matches!(heard.last(), Some(ToClient::Update(_)) | Some(ToClient::Room(_))), "{heard:?}");
}

#[test]
fn the_shuffle_is_verifiable_and_a_rematch_commits_to_a_new_secret() {
    let mut fixture = RoomFixture::new(2, None);
    fixture.join(1);
    fixture.send(1, ToServer::Entropy { entropy: "mine".into() });
    assert!(fixture.refused(1, ToServer::Entropy { entropy: "x".repeat(65) }).starts_with("up to 64"));
    fixture.send(1, ToServer::Bot { seat: "B".into(), level: Some("normal".into()) });
    let promised = fixture.newest_room(1).shuffle.unwrap();
    assert_eq!((promised.secret, promised.entropy.len()), (None, 0));
    fixture.send(1, ToServer::Start {});
    for _ in 0..5000 {
        match fixture.world.bot_requests.pop() {
            Some(request) => {
                let reply = BotReply {
                    seat: request.seat,
                    step: request.step,
                    answer: None,
                    why: String::new(),
                    is_hint: false,
                };
                fixture.take(Input::BotReply(reply));
            }
            None if fixture.room.phase == Phase::Over => break,
            None => fixture.move_on(),
        }
    }
    let room = fixture.newest_room(1);
    let proof = room.shuffle.unwrap();
    assert_eq!((room.phase, &proof.commitment), (Phase::Over, &promised.commitment));
    assert_eq!(proof.entropy, ["mine", ""]);
    let id: MatchId = room.match_id.unwrap().parse().unwrap();
    let (head, entries) = fixture.store.journal(id).unwrap().unwrap();
    assert_eq!(head.shuffle.as_ref().map(|shuffle| shuffle.secret.clone()), proof.secret);
    let text = eights_match::journal::write(&head, &entries);
    assert!(eights_match::journal::replay(&Catalog::new(&Shipped), &text).unwrap().is_over());

    fixture.send(1, ToServer::Rematch {});
    let room = fixture.newest_room(1);
    assert_eq!(room.phase, Phase::Gathering);
    assert_ne!(room.shuffle.unwrap().commitment, promised.commitment);
    fixture.send(1, ToServer::Entropy { entropy: "mine again".into() });
    assert_eq!(fixture.room.phase, Phase::Playing, "everybody has added: it starts at once");
}

#[test]
fn a_rematch_does_not_wait_for_ever() {
    let mut fixture = RoomFixture::playing(2, None);
    fixture.play_out();
    fixture.send(2, ToServer::Rematch {});
    fixture.pass(1000);
    assert_eq!(fixture.room.phase, Phase::Gathering, "the other is not ready");
    fixture.send(1, ToServer::Ready { ready: true });
    fixture.pass(1000);
    assert_eq!((fixture.room.phase, fixture.step()), (Phase::Playing, 0));
}

#[test]
fn chat_is_limited() {
    let mut fixture = RoomFixture::playing(2, None);
    let chat = |text: &str| ToServer::Chat { text: text.into() };
    fixture.send(2, ToServer::Mute { guest: fixture.guest(1), mute: true });
    fixture.received(1);
    fixture.received(2);
    fixture.send(1, chat("hi\u{7} there"));
    assert!(matches!(&fixture.received(1)[..], [ToClient::Chat { text, .. }] if text == "hi there"));
    assert!(fixture.received(2).is_empty(), "who mutes does not hear");
    assert_eq!(fixture.refused(1, chat(" \n")), "nothing was said");
    assert!(fixture.refused(1, chat(&"x".repeat(301))).contains("300"));
    assert_eq!(fixture.refused(1, ToServer::Emote { emote: "<script>".into() }), "there is no such gesture");
    for _ in 0..4 {
        fixture.send(1, ToServer::Emote { emote: "well-played".into() });
    }
    assert_eq!(fixture.refused(1, chat("more")), "a little slower, please");
    fixture.send(
        1,
        ToServer::Set {
            settings: Settings { public: true, turn_seconds: None, chat: false, door: Door::Open },
        },
    );
    assert!(!fixture.newest_room(2).may.contains(&Permission::Chat));
    assert!(fixture.refused(2, chat("hm")).starts_with("this table is quiet"));
}

#[test]
fn standing_up_in_play_keeps_the_chair() {
    let mut fixture = RoomFixture::playing(3, None);
    fixture.send(3, ToServer::Stand {});
    assert!(matches!(&fixture.newest_room(1).chairs[2].who, Who::Person { bot: Some(_), .. }));
    fixture.join(9);
    assert!(fixture.refused(9, ToServer::Sit { seat: "C".into() }).contains("own chair"));
    fixture.send(3, ToServer::Sit { seat: "C".into() });
    assert!(matches!(&fixture.newest_room(1).chairs[2].who, Who::Person { bot: None, .. }));
}

#[test]
fn a_seated_guest_becomes_host_when_the_host_stays_away() {
    let mut fixture = RoomFixture::playing(2, None);
    fixture.take(Input::Leave(1));
    fixture.pass(1000);
    let room = fixture.newest_room(2);
    assert!(matches!(room.chairs[1].who, Who::Person { host: true, .. }), "{:?}", room.chairs);
}

#[test]
fn changing_the_game_keeps_people_on_remaining_chairs() {
    let mut fixture = RoomFixture::new(4, None);
    for (number, seat) in [(1, "A"), (2, "B"), (3, "D")] {
        fixture.join(number);
        fixture.send(number, ToServer::Sit { seat: seat.into() });
    }
    let setup = |seats: u8| Setup { game: "crazy-8-ball".into(), rules: String::new(), seats };
    assert!(!fixture.refused(1, ToServer::Change { setup: setup(3) }).is_empty(), "two play 8-Ball");
    fixture.send(1, ToServer::Change { setup: setup(2) });
    assert_eq!(fixture.newest_room(3).you, None);
    assert_eq!(fixture.newest_room(2).you.as_deref(), Some("B"));
}
