//! Messages with numbers, matches with ids, and updates that repeat a step.

use eights_wire::{Phase, ToClient, ToServer, Update};

use super::super::{BotReply, Input, scene::Scene};

/// The ids with which a line was answered, and whether the message was carried out.
fn answers(scene: &mut Scene, line: u32) -> Vec<(u32, bool)> {
    let answer = |message| match message {
        ToClient::Done { id } => Some((id, true)),
        ToClient::Refused { id, .. } => id.map(|id| (id, false)),
        _ => None,
    };
    scene.heard(line).into_iter().filter_map(answer).collect()
}

fn newest_update(scene: &mut Scene, line: u32) -> Option<Update> {
    scene.heard(line).into_iter().rev().find_map(|message| match message {
        ToClient::Update(update) => Some(*update),
        _ => None,
    })
}

#[test]
fn every_numbered_message_gets_one_answer_with_its_number() {
    let mut scene = Scene::new(2, None);
    scene.join(1);
    scene.requests(1, 10, ToServer::Start {});
    scene.requests(1, 11, ToServer::Bot { seat: "B".into(), level: Some("normal".into()) });
    scene.requests(1, 12, ToServer::Entropy { entropy: "mine".into() });
    scene.requests(1, 13, ToServer::Chat { text: "hi".into() });
    scene.requests(1, 14, ToServer::Mute { guest: scene.guest(1), mute: true });
    scene.requests(1, 15, ToServer::Kick { guest: "nobody".into() });
    scene.requests(1, 16, ToServer::Start {});
    let expected = [(10, false), (11, true), (12, true), (13, true), (14, true), (15, false), (16, true)];
    assert_eq!(answers(&mut scene, 1), expected);
    scene.says(1, ToServer::Chat { text: "no number, no answer".into() });
    assert_eq!(answers(&mut scene, 1), []);
}

#[test]
fn a_message_is_done_only_when_it_is_safe() {
    let mut scene = Scene::new(2, None);
    scene.join(1);
    scene.heard(1);
    let bot = ToServer::Bot { seat: "B".into(), level: Some("normal".into()) };
    let request = eights_wire::Request { id: Some(4), message: bot };
    scene.room.take(Input::Heard(1, request), &mut scene.world);
    assert!(scene.heard(1).is_empty());
    scene.room.take(Input::Kept(Ok(())), &mut scene.world);
    assert!(matches!(&scene.heard(1)[..], [ToClient::Room(_), ToClient::Done { id: 4 }]));
}

#[test]
fn questions_are_answered_under_their_number() {
    let mut scene = Scene::playing(2, None);
    let line = scene.asks().unwrap();
    scene.heard(line);
    scene.requests(line, 20, ToServer::Why { say: "2X".into() });
    assert!(matches!(&scene.heard(line)[..], [ToClient::Why { id: Some(20), .. }]));
    scene.requests(line, 21, ToServer::Hint {});
    let think = scene.world.thinking.pop().unwrap();
    let say = think.table.options(think.seat).pop().map(|offer| offer.say);
    let thought = BotReply { seat: think.seat, step: 0, say, why: String::new(), is_hint: true };
    scene.take(Input::BotReply(thought));
    assert!(matches!(&scene.heard(line)[..], [ToClient::Hint { id: Some(21), .. }]));
    scene.requests(line, 22, ToServer::Hint {});
    scene.move_on();
    assert_eq!(answers(&mut scene, line), [(22, false)], "the match went on before the hint came");
}

#[test]
fn an_answer_to_the_match_before_does_not_count_in_the_rematch() {
    let mut scene = Scene::playing(2, None);
    let late: Vec<ToServer> = ["draw", "pass"].iter().map(|say| scene.answer(0, say)).collect();
    scene.play_out();
    scene.says(1, ToServer::Rematch {});
    scene.says(2, ToServer::Ready { ready: true });
    scene.pass(1000);
    assert_eq!((scene.room.phase, scene.step()), (Phase::Playing, 0));
    let line = scene.asks().unwrap();
    for message in late {
        assert_eq!(scene.refused(line, message), "that was an answer to another match");
    }
}

#[test]
fn match_and_step_tell_that_events_are_repeated() {
    let mut scene = Scene::playing(2, None);
    scene.move_on();
    let before = newest_update(&mut scene, 1).unwrap();
    scene.take(Input::Leave(1));
    scene.join(1);
    let again = newest_update(&mut scene, 1).unwrap();
    assert_eq!((&again.match_id, again.step), (&before.match_id, before.step));
    assert_eq!(again.events.get(), before.events.get());
    assert_eq!(scene.room.saved().played.unwrap().0.to_string(), again.match_id);
    scene.move_on();
    assert_eq!(newest_update(&mut scene, 1).unwrap().step, before.step + 1);
}

#[test]
fn the_cards_are_shown_from_the_side_on_which_one_is() {
    let mut scene = Scene::playing(2, None);
    let line = scene.asks().unwrap();
    scene.heard(line);
    scene.says(line, ToServer::Stand {});
    let watching = newest_update(&mut scene, line).expect("a spectator's view");
    assert!(watching.offers.is_empty());
    scene.world.thinking.clear();
    let seat = ["A", "B"][line as usize - 1].to_owned();
    scene.says(line, ToServer::Sit { seat });
    let playing = newest_update(&mut scene, line).expect("the view of one's own seat");
    assert!(!playing.offers.is_empty(), "and one may play on at once");
}
