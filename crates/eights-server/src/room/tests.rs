//! Rooms without a network: phases, powers, refusals, clock, bots, rematch, faults of the disk.

mod guests;
mod hints;
mod requests;

use eights_match::{Catalog, Shipped};
use eights_store::{MatchId, Op, Store, StoreError};
use eights_wire::{self as wire, Door, Permission, Phase, Settings, Setup, ToClient, ToServer, Who};

use super::{
    Asker, BotReply, Input, Room, Saved,
    scene::{Scene, room_config, rules},
};

#[test]
fn people_gather_sit_down_and_start() {
    let mut scene = Scene::new(2, None);
    scene.join(1);
    let room = scene.newest_room(1);
    assert_eq!((room.you.as_deref(), room.phase), (Some("A"), Phase::Gathering), "the host sits already");
    assert!(room.may.contains(&Permission::Start) && !room.may.contains(&Permission::Rematch));
    assert_eq!(scene.refused(1, ToServer::Start {}), "nobody sits at B: a bot could");
    scene.join(2);
    assert_eq!(scene.newest_room(2).may, [Permission::Sit, Permission::Chat]);
    assert_eq!(scene.refused(2, ToServer::Sit { seat: "A".into() }), "that chair is taken");
    assert_eq!(scene.refused(2, ToServer::Sit { seat: "Q".into() }), "there is no such chair");
    scene.says(2, ToServer::Sit { seat: "b".into() });
    assert_eq!(scene.refused(1, ToServer::Start {}), "P2 is not ready");
    scene.says(2, ToServer::Ready { ready: true });
    scene.says(1, ToServer::Start {});
    for line in [1, 2] {
        let heard = scene.heard(line);
        let [.., ToClient::Room(room), ToClient::Update(update)] = &heard[..] else { panic!("{heard:?}") };
        assert_eq!((room.phase, update.step), (Phase::Playing, 0));
    }
}

#[test]
fn nobody_has_powers_that_are_not_theirs() {
    let mut scene = Scene::new(3, None);
    for number in 1..=3 {
        scene.join(number);
    }
    scene.says(2, ToServer::Sit { seat: "B".into() });
    let host_only = [
        ToServer::Start {},
        ToServer::Kick { guest: scene.guest(1) },
        ToServer::Bot { seat: "C".into(), level: Some("normal".into()) },
        ToServer::Change { setup: Setup { game: "crazy-8-ball".into(), rules: String::new(), seats: 2 } },
        ToServer::Set {
            settings: Settings { public: false, turn_seconds: None, chat: false, door: Door::Open },
        },
    ];
    for line in [2, 3] {
        for message in host_only.clone() {
            assert_eq!(scene.refused(line, message), "only the host of the table may do that");
        }
    }
    for message in [ToServer::Stand {}, ToServer::Ready { ready: true }] {
        assert_eq!(scene.refused(3, message), "only somebody on a chair may do that");
    }
    assert_eq!(scene.refused(1, ToServer::Rematch {}), "not before a match has been played");
    assert_eq!(scene.refused(1, ToServer::Kick { guest: scene.guest(1) }), "nobody can send themselves away");
    let bot = |level: &str| ToServer::Bot { seat: "C".into(), level: Some(level.into()) };
    assert_eq!(scene.refused(1, bot("godlike")), "there is no bot of level \"godlike\"");
    scene.says(1, bot("normal"));
    assert!(matches!(scene.newest_room(3).chairs[2].who, Who::Bot { .. }));
    scene.says(1, ToServer::Kick { guest: scene.guest(2) });
    assert_eq!(scene.world.ended, [2]);
    scene.join(2);
    assert!(matches!(&scene.heard(2)[..], [.., ToClient::Bye { .. }]), "who was sent away stays away");
}

#[test]
fn in_play_the_host_has_no_power_over_others() {
    let mut scene = Scene::playing(2, None);
    let bot = || ToServer::Bot { seat: "B".into(), level: Some("normal".into()) };
    assert_eq!(scene.refused(1, bot()), "a bot can only play for somebody who is away");
    let setup = Setup { game: "crazy-8-ball".into(), rules: String::new(), seats: 2 };
    for message in [ToServer::Kick { guest: scene.guest(2) }, ToServer::Start {}, ToServer::Change { setup }]
    {
        assert_eq!(scene.refused(1, message), "not while a match is played");
    }
    scene.take(Input::Leave(2));
    scene.says(1, bot());
    assert!(matches!(&scene.newest_room(1).chairs[1].who, Who::Person { bot: Some(_), here: false, .. }));
}

#[test]
fn wrong_answers_are_refused_and_change_nothing() {
    let mut scene = Scene::playing(2, None);
    scene.join(9);
    let line = scene.asks().unwrap();
    let other = 3 - line;
    let match_id = scene.room.saved().played.unwrap().0.to_string();
    let say = |step: u64, say: &str| ToServer::Say { match_id: match_id.clone(), step, say: say.into() };
    assert_eq!(scene.refused(9, say(0, "draw")), "who watches does not play");
    assert_eq!(
        scene.refused(other, say(0, "draw")),
        format!("it is {}'s turn", ["A", "B"][line as usize - 1])
    );
    assert_eq!(
        scene.refused(line, say(5, "draw")),
        "that was an answer to step 5, and the table is at step 0"
    );
    assert!(!scene.refused(line, say(0, "9X")).is_empty());
    scene.move_on();
    let again = scene.refused(line, say(0, "draw"));
    assert_eq!(again, "that was an answer to step 0, and the table is at step 1", "a replayed message");
    assert_eq!(scene.refused(line, ToServer::Undo {}), "nothing is taken back at this table");
    let hello = ToServer::Hello { version: 1, words: false };
    assert_eq!(scene.refused(line, hello), "this line is greeted already");
    assert_eq!(
        scene.refused(line, ToServer::Entropy { entropy: "x".into() }),
        "the cards are shuffled already"
    );
}

#[test]
fn nobody_is_told_before_the_step_is_safe() {
    let mut scene = Scene::playing(2, None);
    scene.heard(1);
    scene.heard(2);
    let line = scene.asks().unwrap();
    let say = scene
        .room
        .current_match
        .as_ref()
        .unwrap()
        .table
        .options(eights::Seat::new(line as usize - 1))
        .pop()
        .unwrap();
    let answer = scene.answer(0, &say.say);
    scene.room.take(Input::Heard(line, answer.into()), &mut scene.world);
    let unit = scene.world.units.pop().expect("a step is to be kept");
    assert!(matches!(&unit[..], [Op::Append(_, entry)] if entry.step == 1));
    let next = ToServer::Chat { text: "hello".into() };
    scene.room.take(Input::Heard(1, next.into()), &mut scene.world);
    scene.room.take(Input::Time, &mut scene.world);
    assert!(scene.heard(1).is_empty() && scene.heard(2).is_empty(), "nothing before it is safe");
    scene.room.take(Input::Kept(Ok(())), &mut scene.world);
    let heard = scene.heard(2);
    let [ToClient::Update(update), ToClient::Chat { .. }] = &heard[..] else { panic!("{heard:?}") };
    assert_eq!(update.step, 1);
}

#[test]
fn what_cannot_be_kept_never_happened() {
    let mut scene = Scene::playing(2, None);
    scene.move_on();
    let line = scene.asks().unwrap();
    let say = scene
        .room
        .current_match
        .as_ref()
        .unwrap()
        .table
        .options(eights::Seat::new(line as usize - 1))
        .pop()
        .unwrap();
    let answer = scene.answer(1, &say.say);
    scene.room.take(Input::Heard(line, answer.into()), &mut scene.world);
    scene.world.units.clear();
    let full = StoreError::Failed("the disk is full".into());
    scene.room.take(Input::Kept(Err(full.clone())), &mut scene.world);
    let asker = Asker { line, id: None };
    assert_eq!(scene.world.rebuild, Some((full, Some(asker))));

    let saved: Saved = serde_json::from_str(&scene.store.room("TABLE1").unwrap().unwrap()).unwrap();
    let journal = scene.store.journal(saved.played.unwrap().0).unwrap();
    let rules = rules("crazy-eights", "basic").unwrap();
    let mut fresh = Room::restore(saved, rules, journal, room_config(), scene.world.now).unwrap();
    let (guests, queue) = scene.room.hand_over();
    fresh.take_over(guests, queue);
    scene.room = fresh;
    scene.heard(1);
    scene.heard(2);
    scene.room.resume(Some((asker, "the disk is full".into())), &mut scene.world);
    assert_eq!(scene.step(), 1, "back at what was kept");
    let heard = scene.heard(line);
    assert!(
        matches!(&heard[..], [ToClient::Room(_), ToClient::Update(_), ToClient::Refused { .. }]),
        "{heard:?}"
    );
    scene.play_out();
}

#[test]
fn a_run_out_clock_gives_the_idle_answer_and_then_a_bot_plays() {
    let mut scene = Scene::playing(2, Some(10));
    let slow = scene.asks().unwrap();
    let heard = scene.heard(slow);
    let Some(ToClient::Update(update)) = heard.last() else { panic!("{heard:?}") };
    assert_eq!(update.clock, Some(wire::Clock { left: 10_000, of: 10_000 }));
    let idle = scene
        .room
        .current_match
        .as_ref()
        .unwrap()
        .table
        .idle_answer(eights::Seat::new(slow as usize - 1))
        .unwrap();
    scene.pass(9_999);
    assert_eq!(scene.step(), 0);
    scene.pass(1);
    assert_eq!(scene.step(), 1, "the answer was given for them");
    let id = scene.room.saved().played.unwrap().0;
    assert_eq!(scene.store.journal(id).unwrap().unwrap().1[0].said, idle);
    while scene.room.chairs[slow as usize - 1].stand_in.is_none() {
        match scene.asks() {
            Some(line) if line == slow => scene.pass(10_000),
            _ => scene.move_on(),
        }
    }
    while scene.asks() != Some(slow) {
        scene.move_on();
    }
    let think = scene.world.thinking.pop().expect("the bot is asked");
    let step = scene.step();
    assert_eq!((think.step, think.level.as_str()), (step, "normal"));
    scene.take(Input::BotReply(BotReply {
        seat: think.seat,
        step,
        say: None,
        why: String::new(),
        is_hint: false,
    }));
    assert_eq!(scene.step(), step + 1, "a bot without an idea does what the idle do");
    while scene.asks() != Some(slow) {
        scene.move_on();
    }
    scene.move_on();
    assert!(scene.room.chairs[slow as usize - 1].stand_in.is_none(), "who answers has returned");
}

#[test]
fn a_bot_plays_on_for_somebody_who_left_until_they_return() {
    let mut scene = Scene::playing(2, None);
    let away = scene.asks().unwrap();
    scene.take(Input::Leave(away));
    scene.pass(999);
    assert!(scene.world.thinking.is_empty());
    scene.pass(1);
    let think = scene.world.thinking.pop().expect("after the grace a bot is asked");
    scene.join_by(50, away);
    let step = scene.step();
    scene.take(Input::BotReply(BotReply {
        seat: think.seat,
        step,
        say: None,
        why: String::new(),
        is_hint: false,
    }));
    assert_eq!(scene.step(), step, "the person has returned: the bot's answer comes too late");
    let heard = scene.heard(50);
    assert!(heard.iter().any(|it| matches!(it, ToClient::Update(update) if !update.offers.is_empty())));
}

#[test]
fn a_table_without_people_sleeps_and_is_cleared_away_in_the_end() {
    let mut scene = Scene::playing(2, Some(10));
    scene.take(Input::Leave(1));
    scene.take(Input::Leave(2));
    scene.pass(99_999);
    assert_eq!(scene.step(), 0, "nobody plays at an empty table");
    assert!(!scene.world.over);
    scene.pass(1);
    assert!(scene.world.over);
    assert_eq!(scene.store.room("TABLE1"), Ok(None));
}

#[test]
fn a_second_page_takes_over() {
    let mut scene = Scene::playing(2, None);
    scene.join_by(70, 1);
    assert_eq!(scene.world.ended, [1]);
    assert!(matches!(scene.heard(1).last(), Some(ToClient::Bye { back_in: None, .. })));
    scene.take(Input::Leave(1));
    let room = scene.newest_room(2);
    assert!(
        matches!(&room.chairs[0].who, Who::Person { here: true, .. }),
        "the old line's end is no leaving"
    );
    let heard = scene.heard(70);
    assert!(matches!(heard.last(), Some(ToClient::Update(_)) | Some(ToClient::Room(_))), "{heard:?}");
}

#[test]
fn the_shuffle_can_be_checked_and_a_rematch_promises_anew() {
    let mut scene = Scene::new(2, None);
    scene.join(1);
    scene.says(1, ToServer::Entropy { entropy: "mine".into() });
    assert!(scene.refused(1, ToServer::Entropy { entropy: "x".repeat(65) }).starts_with("up to 64"));
    scene.says(1, ToServer::Bot { seat: "B".into(), level: Some("normal".into()) });
    let promised = scene.newest_room(1).shuffle.unwrap();
    assert_eq!((promised.secret, promised.entropy.len()), (None, 0));
    scene.says(1, ToServer::Start {});
    for _ in 0..5000 {
        match scene.world.thinking.pop() {
            Some(it) => {
                let thought =
                    BotReply { seat: it.seat, step: it.step, say: None, why: String::new(), is_hint: false };
                scene.take(Input::BotReply(thought));
            }
            None if scene.room.phase == Phase::Over => break,
            None => scene.move_on(),
        }
    }
    let room = scene.newest_room(1);
    let proof = room.shuffle.unwrap();
    assert_eq!((room.phase, &proof.commitment), (Phase::Over, &promised.commitment));
    assert_eq!(proof.entropy, ["mine", ""]);
    let id: MatchId = room.match_id.unwrap().parse().unwrap();
    let (head, entries) = scene.store.journal(id).unwrap().unwrap();
    assert_eq!(head.shuffle.as_ref().map(|it| it.secret.clone()), proof.secret);
    let text = eights_match::journal::write(&head, &entries);
    assert!(eights_match::journal::replay(&Catalog::new(&Shipped), &text).unwrap().is_over());

    scene.says(1, ToServer::Rematch {});
    let room = scene.newest_room(1);
    assert_eq!(room.phase, Phase::Gathering);
    assert_ne!(room.shuffle.unwrap().commitment, promised.commitment);
    scene.says(1, ToServer::Entropy { entropy: "mine again".into() });
    assert_eq!(scene.room.phase, Phase::Playing, "everybody has added: it starts at once");
}

#[test]
fn a_rematch_does_not_wait_for_ever() {
    let mut scene = Scene::playing(2, None);
    scene.play_out();
    scene.says(2, ToServer::Rematch {});
    scene.pass(1000);
    assert_eq!(scene.room.phase, Phase::Gathering, "the other is not ready");
    scene.says(1, ToServer::Ready { ready: true });
    scene.pass(1000);
    assert_eq!((scene.room.phase, scene.step()), (Phase::Playing, 0));
}

#[test]
fn talking_has_limits() {
    let mut scene = Scene::playing(2, None);
    let chat = |text: &str| ToServer::Chat { text: text.into() };
    scene.says(2, ToServer::Mute { guest: scene.guest(1), mute: true });
    scene.heard(1);
    scene.heard(2);
    scene.says(1, chat("hi\u{7} there"));
    assert!(matches!(&scene.heard(1)[..], [ToClient::Chat { text, .. }] if text == "hi there"));
    assert!(scene.heard(2).is_empty(), "who mutes does not hear");
    assert_eq!(scene.refused(1, chat(" \n")), "nothing was said");
    assert!(scene.refused(1, chat(&"x".repeat(301))).contains("300"));
    assert_eq!(scene.refused(1, ToServer::Emote { emote: "<script>".into() }), "there is no such gesture");
    for _ in 0..4 {
        scene.says(1, ToServer::Emote { emote: "well-played".into() });
    }
    assert_eq!(scene.refused(1, chat("more")), "a little slower, please");
    scene.says(
        1,
        ToServer::Set {
            settings: Settings { public: true, turn_seconds: None, chat: false, door: Door::Open },
        },
    );
    assert!(!scene.newest_room(2).may.contains(&Permission::Chat));
    assert!(scene.refused(2, chat("hm")).starts_with("this table is quiet"));
}

#[test]
fn standing_up_in_play_keeps_the_chair() {
    let mut scene = Scene::playing(3, None);
    scene.says(3, ToServer::Stand {});
    assert!(matches!(&scene.newest_room(1).chairs[2].who, Who::Person { bot: Some(_), .. }));
    scene.join(9);
    assert!(scene.refused(9, ToServer::Sit { seat: "C".into() }).contains("own chair"));
    scene.says(3, ToServer::Sit { seat: "C".into() });
    assert!(matches!(&scene.newest_room(1).chairs[2].who, Who::Person { bot: None, .. }));
}

#[test]
fn the_table_of_a_host_who_stays_away_goes_to_somebody_else() {
    let mut scene = Scene::playing(2, None);
    scene.take(Input::Leave(1));
    scene.pass(1000);
    let room = scene.newest_room(2);
    assert!(matches!(room.chairs[1].who, Who::Person { host: true, .. }), "{:?}", room.chairs);
}

#[test]
fn changing_the_game_keeps_those_who_fit() {
    let mut scene = Scene::new(4, None);
    for (number, seat) in [(1, "A"), (2, "B"), (3, "D")] {
        scene.join(number);
        scene.says(number, ToServer::Sit { seat: seat.into() });
    }
    let setup = |seats: u8| Setup { game: "crazy-8-ball".into(), rules: String::new(), seats };
    assert!(!scene.refused(1, ToServer::Change { setup: setup(3) }).is_empty(), "two play 8-Ball");
    scene.says(1, ToServer::Change { setup: setup(2) });
    assert_eq!(scene.newest_room(3).you, None);
    assert_eq!(scene.newest_room(2).you.as_deref(), Some("B"));
}
