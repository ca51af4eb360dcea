//! Tables in this program, spoken to as a page would.

use eights_local::{Local, Replay, Sitter};
use eights_wire::{Phase, Room, ToClient, Update, read};

fn open(game: &str, rules: &str, chairs: &str, seed: u32) -> Local {
    let request =
        format!(r#"{{"game": "{game}", "rules": "{rules}", "seed": "{seed}", "chairs": [{chairs}]}}"#);
    Local::open(&request).expect("the table can be opened")
}

const ADA: &str = r#"{"person": {"name": "Ada"}}"#;
const BEN: &str = r#"{"person": {"name": "Ben"}}"#;
const BOT: &str = r#"{"bot": {"level": "greedy"}}"#;

/// The newest room and update among some messages.
fn news(messages: &[String]) -> (Option<Room>, Option<Update>) {
    let (mut room, mut update) = (None, None);
    for message in messages {
        match read::<ToClient>(message).expect("a message of the wire") {
            ToClient::Room(it) => room = Some(*it),
            ToClient::Update(it) => update = Some(*it),
            ToClient::Refused { why, .. } => panic!("refused: {why}"),
            _ => (),
        }
    }
    (room, update)
}

fn refusal(messages: &[String]) -> String {
    match read::<ToClient>(&messages[0]).expect("a message of the wire") {
        ToClient::Refused { why, .. } => why,
        other => panic!("not refused: {other:?}"),
    }
}

fn say(local: &mut Local, update: &Update, offer: usize) -> Vec<String> {
    let said = serde_json::json!({
        "say": {"match-id": update.match_id, "step": update.step, "say": update.offers[offer].say}
    });
    local.hear(&said.to_string())
}

/// Plays the first offer until the match is over or so many steps are done.
fn play(local: &mut Local, steps: u64) -> Update {
    let mut update = news(&local.hear(r#"{"hello": {"version": 2}}"#)).1.expect("an update");
    while update.over.is_none() && update.step < steps {
        let messages = match local.bot_is_asked() {
            true => local.tick(),
            false => say(local, &update, 0),
        };
        update = news(&messages).1.expect("an update");
    }
    update
}

#[test]
fn whole_matches_of_every_game_are_played_and_stepped_through() {
    for (game, rules, cap) in [
        ("crazy-eights", "basic", 4000),
        ("crazier-eights", "standard", 4000),
        ("crazy-8-ball", "standard", 60),
    ] {
        let mut local = open(game, rules, &[ADA, BOT].join(","), 3);
        let last = play(&mut local, cap);
        assert!(last.over.is_some() || cap == 60, "{game} ends");
        let replay = Replay::read(&local.journal()).expect("the journal holds");
        assert_eq!(replay.steps(), last.step);
        for step in [0, 1, last.step / 2, last.step] {
            let told = replay.at(step, Some(eights::Seat::A));
            assert_eq!(news(&[told]).1.expect("an update").step, step);
        }
        let again = Local::load(&local.save()).expect("it was put away");
        assert_eq!(again.journal(), local.journal());
    }
}

#[test]
fn only_a_finished_journal_shows_all_cards() {
    let mut local = open("crazy-eights", "basic", &[ADA, BOT].join(","), 5);
    play(&mut local, 4);
    let view = |text: &str| {
        let told = Replay::read(text).expect("it holds").at(0, None);
        news(&[told]).1.expect("an update").view.get().to_owned()
    };
    assert!(
        view(&local.journal()).contains(r#""hand B":5"#) || view(&local.journal()).contains(r#""hand B":7"#)
    );
    play(&mut local, u64::MAX);
    assert!(view(&local.journal()).contains(r#""hand B":["#));
}

#[test]
fn an_answer_can_be_taken_back_until_a_card_is_turned_up() {
    // Two people share the screen, so that no bot answers in between.
    let mut local = open("crazy-eights", "openspiel", &[ADA, BEN].join(","), 1);
    let first = news(&local.hear(r#"{"hello": {"version": 2}}"#)).1.expect("an update");
    assert!(!first.undo);
    assert_eq!(
        refusal(&local.hear(r#"{"undo": {}}"#)),
        "nothing can be taken back: a card was turned up since"
    );
    let card = first.offers.iter().position(|offer| offer.card().is_some()).expect("a card can be played");
    let second = news(&say(&mut local, &first, card)).1.expect("an update");
    assert!(second.undo, "a card was laid, nothing was turned up");
    let back = news(&local.hear(r#"{"undo": {}}"#)).1.expect("an update");
    assert_eq!((back.step, back.view.get(), &back.offers), (first.step, first.view.get(), &first.offers));
    let draw = first.offers.iter().position(|offer| offer.say == "draw").expect("drawing is allowed");
    let drawn = news(&say(&mut local, &back, draw)).1.expect("an update");
    assert!(!drawn.undo, "the drawn card was seen");
}

#[test]
fn whoever_is_asked_sees_their_cards() {
    let mut local = open("crazy-eights", "basic", &[ADA, BEN].join(","), 2);
    let (room, update) = news(&local.hear(r#"{"hello": {"version": 2}}"#));
    let (mut room, mut update) = (room.expect("a room"), update.expect("an update"));
    for _ in 0..20 {
        assert_eq!(room.you, update.asks, "the screen belongs to whoever is asked");
        assert!(!update.offers.is_empty());
        let messages = say(&mut local, &update, 0);
        let (next_room, next_update) = news(&messages);
        (room, update) = (next_room.expect("a room"), next_update.expect("an update"));
    }
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let mut local = open("crazy-eights", "basic", &[ADA, BOT].join(","), 7);
    let told = local.hear(r#"{"hello": {"version": 2}}"#);
    let id = news(&told).1.expect("an update").match_id;
    let say = |id: &str, step: u32, say: &str| {
        format!(r#"{{"id": 5, "say": {{"match-id": "{id}", "step": {step}, "say": "{say}"}}}}"#)
    };
    let before = local.save();
    for (message, why) in [
        ("".into(), "this is not a message"),
        (say(&id, 99, "draw"), "the table has gone on"),
        (say("another", 0, "draw"), "the table has gone on"),
        (r#"{"sit": {"seat": "B"}}"#.into(), "only on this device"),
        (r#"{"rematch": {}}"#.into(), "the match is not over yet"),
        (say(&id, 0, "no such card"), ""),
    ] {
        let told = local.hear(&message);
        assert!(refusal(&told).contains(why), "{message}");
        assert_eq!(told[0].contains(r#""id":5"#), message.contains("id"), "{message}: {}", told[0]);
    }
    assert_eq!(local.save(), before);
    let old = local.hear(r#"{"hello": {"version": 0}}"#);
    assert!(old[0].contains("load it again"));
}

#[test]
fn a_match_that_is_over_can_be_played_again_with_other_cards() {
    let mut local = open("crazy-eights", "basic", &[ADA, BOT].join(","), 11);
    let before = play(&mut local, u64::MAX);
    let first = local.journal();
    let (room, update) = news(&local.hear(r#"{"rematch": {}}"#));
    let (room, update) = (room.expect("a room"), update.expect("an update"));
    assert_eq!((room.phase, update.step), (Phase::Playing, 0));
    assert_ne!(update.match_id, before.match_id);
    assert_eq!(room.match_id.as_ref(), Some(&update.match_id));
    assert_ne!(local.journal().lines().next(), first.lines().next());
}

#[test]
fn a_journal_can_be_gone_on_with() {
    let mut local = open("crazy-eights", "action", &[ADA, BOT, BOT].join(","), 13);
    play(&mut local, 30);
    let sitters = vec![
        Sitter::Bot { level: "greedy".into() },
        Sitter::Person { name: "Cleo".into() },
        Sitter::Bot { level: "random".into() },
    ];
    let mut other =
        Local::from_journal(&local.journal(), 10, sitters.clone()).expect("it can be gone on with");
    assert_eq!(other.table().step(), 10);
    assert!(play(&mut other, 40).step >= 10);
    assert!(Local::from_journal(&local.journal(), 10, sitters[..2].to_vec()).is_err());
}

#[test]
fn trouble_is_told_in_a_sentence() {
    let why = |request: &str| Local::open(request).err().expect("it cannot be opened").to_string();
    assert!(why("{").contains("does not open a table"));
    assert!(why(r#"{"game": "chess", "seed": "1", "chairs": []}"#).contains("no such game"));
    let one = format!(r#"{{"game": "crazy-eights", "seed": "1", "chairs": [{ADA}]}}"#);
    assert!(why(&one).contains("1 player: by these rules"), "{}", why(&one));
    let bot = format!(
        r#"{{"game": "crazy-eights", "seed": "1", "chairs": [{ADA}, {{"bot": {{"level": "god"}}}}]}}"#
    );
    assert!(why(&bot).contains("god") || why(&bot).contains("there is"));
    let seed = format!(r#"{{"game": "crazy-eights", "seed": "x", "chairs": [{ADA}, {BOT}]}}"#);
    assert!(why(&seed).contains("seed"));
}
