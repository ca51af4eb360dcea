//! Hints without a network: one at a time, only while somebody waits, and not too many.

use eights_wire::{ToClient, ToServer};

use super::super::{BotReply, Input, scene::Scene};

fn advice(scene: &mut Scene) -> BotReply {
    let think = scene.world.thinking.pop().expect("advice is asked for");
    assert!(think.is_hint() && think.is_wanted());
    let say = think.table.options(think.seat).pop().map(|offer| offer.say);
    BotReply { seat: think.seat, step: think.step, say, why: "It fits.".into(), is_hint: true }
}

#[test]
fn a_seat_has_one_hint_at_a_time() {
    let mut scene = Scene::playing(2, None);
    let line = scene.asks().unwrap();
    scene.says(line, ToServer::Hint {});
    assert_eq!(scene.refused(line, ToServer::Hint {}), "a hint is on its way already");
    assert_eq!(scene.world.thinking.len(), 1);
    let thought = advice(&mut scene);
    scene.heard(line);
    scene.take(Input::BotReply(thought));
    assert!(matches!(&scene.heard(line)[..], [ToClient::Hint { step: 0, .. }]));
    scene.says(line, ToServer::Hint {});
    assert_eq!(scene.world.thinking.len(), 1, "after the first the next may be asked for");
}

#[test]
fn nobody_thinks_about_a_hint_that_nobody_waits_for() {
    let mut scene = Scene::playing(2, None);
    let line = scene.asks().unwrap();
    scene.says(line, ToServer::Hint {});
    scene.move_on();
    let overtaken = scene.world.thinking.pop().unwrap();
    assert!(!overtaken.is_wanted(), "the match has gone on");

    let line = scene.asks().unwrap();
    scene.says(line, ToServer::Hint {});
    scene.take(Input::Leave(line));
    let left = scene.world.thinking.pop().unwrap();
    assert!(!left.is_wanted(), "the line has ended");

    scene.join_by(70, line);
    scene.says(70, ToServer::Hint {});
    assert!(scene.world.thinking.last().unwrap().is_wanted(), "whoever returns may ask again");
}

#[test]
fn a_hint_that_cannot_be_had_is_refused() {
    let mut scene = Scene::playing(2, None);
    let line = scene.asks().unwrap();
    scene.says(line, ToServer::Hint {});
    let thought = BotReply { say: None, ..advice(&mut scene) };
    scene.heard(line);
    scene.take(Input::BotReply(thought));
    assert!(matches!(&scene.heard(line)[..], [ToClient::Refused { .. }]));
}
