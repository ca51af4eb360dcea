//! Local tables, driven by messages as the page drives them.

use std::collections::BTreeMap;

use eights_local::{Local, Replay, Sitter};
use eights_wire::{Phase, RefusalCode, Room, ToClient, Update, read};

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
            ToClient::Room(new) => room = Some(*new),
            ToClient::Update(new) => update = Some(*new),
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

#[test]
fn a_refusal_carries_a_code() {
    let mut local = open("crazy-eights", "basic", &format!("{ADA}, {BOT}"), 1);
    for (message, wanted) in [
        (r#"{"undo": {}}"#, RefusalCode::NoUndo),
        (r#"{"rematch": {}}"#, RefusalCode::NotNow),
        (r#"{"start": {}}"#, RefusalCode::NotSupported),
        (r#"{"say": {"match-id": "another", "step": 0, "say": "draw"}}"#, RefusalCode::Stale),
        ("nonsense", RefusalCode::Unreadable),
    ] {
        match read::<ToClient>(&local.receive(message)[0]).expect("a message of the wire") {
            ToClient::Refused { code, .. } => assert_eq!(code, wanted, "{message}"),
            other => panic!("not refused: {other:?}"),
        }
    }
}

#[test]
fn an_unknown_code_is_read_as_other() {
    for text in [
        r#"{"refused": {"step": 1, "code": "from-the-future", "why": "because"}}"#,
        r#"{"refused": {"step": 1, "why": "because"}}"#,
    ] {
        let message = read::<ToClient>(text).expect("a message of the wire");
        assert!(matches!(message, ToClient::Refused { code: RefusalCode::Other, .. }), "{message:?}");
    }
}

fn act(local: &mut Local, update: &Update, offer: usize) -> Vec<String> {
    let said = serde_json::json!({
        "say": {"match-id": update.match_id, "step": update.step, "say": update.offers[offer].say}
    });
    local.receive(&said.to_string())
}

/// Plays first offers until the match is over or this many steps are played.
fn play(local: &mut Local, steps: u64) -> Update {
    let mut update = news(&local.receive(r#"{"hello": {"version": 2}}"#)).1.expect("an update");
    while update.over.is_none() && update.step < steps {
        let messages = if local.bot_is_asked() { local.tick() } else { act(local, &update, 0) };
        update = news(&messages).1.expect("an update");
    }
    update
}

#[test]
fn every_game_can_be_played_saved_and_replayed() {
    for (game, rules, cap) in [
        ("crazy-eights", "basic", 4000),
        ("crazier-eights", "standard", 4000),
        ("crazy-8-ball", "standard", 60),
    ] {
        let mut local = open(game, rules, &[ADA, BOT].join(","), 3);
        let last = play(&mut local, cap);
        assert!(last.over.is_some() || cap == 60, "{game} ends");
        let replay = Replay::read(&local.journal()).expect("the journal is valid");
        assert_eq!(replay.steps(), last.step);
        let sitting = |chair: &eights_wire::Chair| chair.who.clone();
        assert_eq!(
            replay.room(None).chairs.iter().map(sitting).collect::<Vec<_>>(),
            local.room().chairs.iter().map(sitting).collect::<Vec<_>>(),
            "a replay knows who was a bot"
        );
        for step in [0, 1, last.step / 2, last.step] {
            let told = replay.at(step, Some(eights::Seat::A));
            assert_eq!(news(&[told]).1.expect("an update").step, step);
        }
        let again = Local::load(&local.save()).expect("the table was saved");
        assert_eq!(again.journal(), local.journal());
    }
}

#[test]
fn only_a_finished_journal_shows_all_cards() {
    let mut local = open("crazy-eights", "basic", &[ADA, BOT].join(","), 5);
    play(&mut local, 4);
    let view = |text: &str| {
        let told = Replay::read(text).expect("the journal is valid").at(0, None);
        news(&[told]).1.expect("an update").view.get().to_owned()
    };
    assert!(
        view(&local.journal()).contains(r#""hand B":5"#) || view(&local.journal()).contains(r#""hand B":7"#)
    );
    play(&mut local, u64::MAX);
    assert!(view(&local.journal()).contains(r#""hand B":["#));
}

#[test]
fn people_at_one_screen_can_undo_until_a_card_is_revealed() {
    let mut local = open("crazy-eights", "openspiel", &[ADA, BEN].join(","), 1);
    let first = news(&local.receive(r#"{"hello": {"version": 2}}"#)).1.expect("an update");
    assert!(!first.undo);
    assert_eq!(refusal(&local.receive(r#"{"undo": {}}"#)), "there is nothing to undo yet");
    let card = first.offers.iter().position(|offer| offer.card().is_some()).expect("a card can be played");
    let second = news(&act(&mut local, &first, card)).1.expect("an update");
    assert!(second.undo, "a card was played, no card was revealed");
    let back = news(&local.receive(r#"{"undo": {}}"#)).1.expect("an update");
    assert_eq!((back.step, back.view.get(), &back.offers), (first.step, first.view.get(), &first.offers));
    let draw = first.offers.iter().position(|offer| offer.say == "draw").expect("drawing is allowed");
    let drawn = news(&act(&mut local, &back, draw)).1.expect("an update");
    assert!(!drawn.undo, "the drawn card was seen");
    assert_eq!(
        refusal(&local.receive(r#"{"undo": {}}"#)),
        "nothing can be undone: a card was revealed since"
    );
}

/// One person against a bot goes back answer by answer, to the very first, over drawn cards and ends
/// of hands, and the journal says so.
#[test]
fn against_bots_everything_can_be_undone() {
    let mut local = open("crazy-eights", "score-race", &[ADA, BOT].join(","), 3);
    let mut updates = Vec::new();
    let mut update = news(&local.receive(r#"{"hello": {"version": 2}}"#)).1.expect("an update");
    let mut hands = 0;
    while hands < 2 {
        while local.bot_is_asked() {
            let told = news(&local.tick()).1.expect("an update");
            hands += usize::from(told.hand_over.is_some());
            update = told;
        }
        updates.push(update.clone());
        update = news(&act(&mut local, &update, 0)).1.expect("an update");
        hands += usize::from(update.hand_over.is_some());
    }
    let length = local.table().step();
    for before in updates.iter().rev() {
        let back = news(&local.receive(r#"{"undo": {}}"#)).1.expect("an update");
        assert_eq!(
            (back.step, back.view.get(), &back.offers),
            (before.step, before.view.get(), &before.offers)
        );
        let saved = Local::load(&local.save()).expect("a saved table");
        assert_eq!(saved.journal(), local.journal());
    }
    assert_eq!(refusal(&local.receive(r#"{"undo": {}}"#)), "there is nothing to undo yet");
    let (head, entries) = eights_match::journal::read(&local.journal()).expect("a journal");
    assert_eq!((head.undone.len(), head.undone[0].from), (updates.len(), length));
    assert_eq!(entries.len() as u64, updates[0].step);
}

/// A table that begins with a position: cards that it does not name are shuffled, the match goes on
/// after the hand, and its journal replays.
#[test]
fn a_table_can_begin_with_a_position() {
    let request = |seed: u32| {
        format!(
            r#"{{"game": "crazy-eights", "rules": "score-race", "chairs": [{ADA}, {BOT}], "seed": "{seed}",
                "position": {{"hands": ["5H 9S", "KD 2C 3C"], "lines": {{"discard": "7H", "turn": "A"}}}},
                "answers": [["A", "5H"]]}}"#
        )
    };
    let local = Local::open(&request(1)).expect("a table");
    assert_eq!(local.table().step(), 1);
    let digest = |local: &Local| {
        let (_, entries) = eights_match::journal::read(&local.journal()).expect("a journal");
        entries[0].digest.clone()
    };
    let other = Local::open(&request(2)).expect("a table");
    assert_ne!(digest(&local), digest(&other), "the stock is shuffled by the seed");
    let mut local = Local::load(&local.save()).expect("a saved table");
    play(&mut local, u64::MAX);
    assert!(local.table().is_over(), "a match of several hands was played to its end");
    assert!(Replay::read(&local.journal()).is_ok());
    for (wrong, why) in [
        ("5H 9S", "the position has 2 hands for 1 chairs"),
        ("5H 5H", "hand A: there are not that many 5H in the pack"),
    ] {
        let chairs = if wrong == "5H 9S" { ADA.to_owned() } else { [ADA, BOT].join(",") };
        let request = format!(
            r#"{{"game": "crazy-eights", "chairs": [{chairs}], "seed": "1",
                "position": {{"hands": ["{wrong}", "KD"], "lines": {{"discard": "7H"}}}}}}"#
        );
        assert_eq!(Local::open(&request).err().expect("refused").to_string(), why);
    }
}

#[test]
fn the_screen_shows_the_cards_of_the_person_whose_turn_it_is() {
    let mut local = open("crazy-eights", "basic", &[ADA, BEN].join(","), 2);
    let (room, update) = news(&local.receive(r#"{"hello": {"version": 2}}"#));
    let (mut room, mut update) = (room.expect("a room"), update.expect("an update"));
    for _ in 0..20 {
        assert_eq!(room.you, update.asks, "the screen shows the seat whose turn it is");
        assert!(!update.offers.is_empty());
        let messages = act(&mut local, &update, 0);
        let (next_room, next_update) = news(&messages);
        (room, update) = (next_room.expect("a room"), next_update.expect("an update"));
    }
}

#[test]
fn invalid_messages_are_refused_and_change_nothing() {
    let mut local = open("crazy-eights", "basic", &[ADA, BOT].join(","), 7);
    let told = local.receive(r#"{"hello": {"version": 2}}"#);
    let id = news(&told).1.expect("an update").match_id;
    let say = |id: &str, step: u32, say: &str| {
        format!(r#"{{"id": 5, "say": {{"match-id": "{id}", "step": {step}, "say": "{say}"}}}}"#)
    };
    let before = local.save();
    for (message, why) in [
        ("".into(), "this is not a message"),
        (say(&id, 99, "draw"), "the table has gone on"),
        (say("another", 0, "draw"), "the table has gone on"),
        (r#"{"sit": {"seat": "B"}}"#.into(), "a local table"),
        (r#"{"rematch": {}}"#.into(), "the match is not over yet"),
        (say(&id, 0, "no such card"), ""),
    ] {
        let told = local.receive(&message);
        assert!(refusal(&told).contains(why), "{message}");
        assert_eq!(told[0].contains(r#""id":5"#), message.contains("id"), "{message}: {}", told[0]);
    }
    assert_eq!(local.save(), before);
    let old = local.receive(r#"{"hello": {"version": 0}}"#);
    assert!(old[0].contains("load it again"));
}

#[test]
fn a_rematch_deals_other_cards() {
    let mut local = open("crazy-eights", "basic", &[ADA, BOT].join(","), 11);
    let before = play(&mut local, u64::MAX);
    let first = local.journal();
    let (room, update) = news(&local.receive(r#"{"rematch": {}}"#));
    let (room, update) = (room.expect("a room"), update.expect("an update"));
    assert_eq!((room.phase, update.step), (Phase::Playing, 0));
    assert_ne!(update.match_id, before.match_id);
    assert_eq!(room.match_id.as_ref(), Some(&update.match_id));
    assert_ne!(local.journal().lines().next(), first.lines().next());
}

#[test]
fn a_journal_can_be_continued_by_others() {
    let mut local = open("crazy-eights", "action", &[ADA, BOT, BOT].join(","), 13);
    play(&mut local, 30);
    let sitters = vec![
        Sitter::Bot { level: "greedy".into() },
        Sitter::Person { name: "Cleo".into() },
        Sitter::Bot { level: "random".into() },
    ];
    let mut other =
        Local::from_journal(&local.journal(), 10, sitters.clone()).expect("the journal can be continued");
    assert_eq!(other.table().step(), 10);
    assert!(play(&mut other, 40).step >= 10);
    assert!(Local::from_journal(&local.journal(), 10, sitters[..2].to_vec()).is_err());
}

#[test]
fn errors_are_full_sentences() {
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

/// A table that was saved and loaded goes on as it would have: bots remember as much.
#[test]
fn bots_play_the_same_after_a_table_was_loaded() {
    for (game, rules) in
        [("crazy-eights", "mau-mau"), ("crazier-eights", "standard"), ("crazy-8-ball", "standard")]
    {
        let expert = r#"{"bot": {"level": "expert"}}"#;
        let mut kept = open(game, rules, &format!("{expert}, {expert}"), 7);
        for saved_at in [0, 1, 7, 20] {
            while kept.table().step() < saved_at {
                kept.tick();
            }
            let mut loaded = Local::load(&kept.save()).expect("it was saved");
            // In the same position the same dice are rolled.
            for _ in 0..12 {
                kept.tick();
                loaded.tick();
                assert_eq!(kept.journal(), loaded.journal(), "{game}, saved at {saved_at}");
            }
        }
    }
}

/// The page's unit tests play the same matches in WebAssembly: `web/src/lib/engine/networks.test.ts`.
#[test]
fn networks_play_the_same_matches_on_every_machine() {
    let matches: Vec<BTreeMap<String, String>> =
        serde_json::from_str(include_str!("networks.json")).expect("a list of matches");
    for wanted in &matches {
        let bot = format!(r#"{{"bot": {{"level": "{}"}}}}"#, wanted["level"]);
        let mut local = open(&wanted["game"], &wanted["rules"], &format!("{bot}, {bot}"), 7);
        assert!(local.uses_network());
        while local.bot_is_asked() {
            local.tick();
            assert!(local.table().step() < 3_000, "{} does not end", wanted["game"]);
        }
        let journal = local.journal();
        let (_, digest) = journal.rsplit_once(r#""digest":""#).expect("the last entry has a digest");
        assert_eq!(digest.split('"').next(), Some(wanted["digest"].as_str()), "{}", wanted["game"]);
    }
}
