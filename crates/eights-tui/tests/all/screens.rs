//! Every screen at three sizes, as text.

use crossterm::event::KeyCode;
use eights_local::Replay;
use eights_tui::{App, Connection, Popup, Replaying, Screen};
use eights_wire::{
    Chair, Door, Permission, Phase, RefusalCode, Room, RulesBrief, Settings, ToClient, ToServer, Who,
};

use crate::common::{
    self, SIZES, app, gathered, gathered_by, gathered_with, go_on, keys, press, settle, table, text,
};

/// Compares the screen with its snapshots.
fn look(name: &str, app: &mut App) {
    for size in SIZES {
        let shown = text(app, size);
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), shown);
    }
}

/// Plays until a condition holds.
fn until(app: &mut App, holds: impl Fn(&App) -> bool) {
    for _ in 0..400 {
        if holds(app) {
            return;
        }
        go_on(app);
    }
    panic!("it never came to that");
}

/// Sends a hint that recommends the last offer.
fn advise(app: &mut App) {
    let Screen::Table(sitting) = &mut app.screen else { return };
    let Some(now) = &sitting.table.now else { return };
    let (step, say) = (now.step, now.offers.last().unwrap().say.clone());
    sitting.table.receive(ToClient::Hint {
        id: None,
        step,
        say,
        why: "It leaves you with the better cards.".into(),
    });
}

#[test]
fn the_menu() {
    let mut app = app(1);
    look("menu-bots", &mut app);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Right);
    look("menu-crazier", &mut app);
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Right);
    look("menu-hot-seat", &mut app);
    press(&mut app, KeyCode::Right);
    look("menu-server", &mut app);
    keys(&mut app, "d");
    look("menu-note", &mut app);
}

#[test]
fn crazy_eights() {
    let mut app = gathered("crazy-eights", 3, 7);
    look("classic-deal", &mut app);
    let step = |app: &App| table(app).now.as_ref().map_or(0, |now| now.step);
    until(&mut app, |app| step(app) > 12 && table(app).is_asked() && table(app).popup.is_none());
    look("classic-later", &mut app);
    advise(&mut app);
    look("classic-hint", &mut app);
    until(&mut app, |app| table(app).popup == Some(Popup::Score));
    look("classic-hand-over", &mut app);
}

#[test]
fn crazy_eights_with_seven_players() {
    look("classic-seven", &mut gathered("crazy-eights", 7, 3));
}

#[test]
fn the_choice_of_a_suit() {
    let mut app = gathered("crazy-eights", 4, 2);
    let several = |app: &App| {
        let state = table(app);
        let rows = state.rows();
        state.popup.is_none() && rows.hand().iter().any(|item| state.offers_of(item).len() > 1)
    };
    until(&mut app, several);
    let item = table(&app).rows().hand().iter().find(|item| table(&app).offers_of(item).len() > 1).cloned();
    if let Screen::Table(sitting) = &mut app.screen {
        sitting.table.focus = item;
    }
    press(&mut app, KeyCode::Enter);
    look("classic-choose", &mut app);
}

/// Cards with shapes are drawn with the symbol of the shape, in the hand, on the pile and in sentences.
#[test]
fn cards_with_shapes() {
    let mut app =
        gathered_with("crazy-eights", "deck.kind = shapes-49, deck.jokers = 5, deck.packs = 1", 3, 7);
    let step = |app: &App| table(app).now.as_ref().map_or(0, |now| now.step);
    until(&mut app, |app| step(app) > 12 && table(app).is_asked() && table(app).popup.is_none());
    look("classic-shapes", &mut app);
    // What is asked about a card goes out with letters again.
    for _ in 0..5 {
        press(&mut app, KeyCode::Right);
        keys(&mut app, "w");
        settle(&mut app);
        let note = table(&app).note.clone().map_or_else(String::new, |(note, _)| note);
        assert!(note.contains("may be played") || note.contains(" of "), "{note:?}");
        assert!(!note.contains("neither a card"), "{note:?}");
    }
}

/// What a rule set prints on its cards is on the cards and in the log; notation stays what is typed.
#[test]
fn cards_with_printed_names() {
    let mut app = gathered_by("crazy-eights", "two-signs", "", 3, 5);
    let logged = |app: &App, what: &str| table(app).log.iter().any(|(_, line)| line.contains(what));
    let named = |app: &App| logged(app, " plays frog") || logged(app, " plays wasp");
    until(&mut app, |app| named(app) && table(app).is_asked() && table(app).popup.is_none());
    look("classic-printed-names", &mut app);
    for size in SIZES {
        let shown = text(&mut app, size);
        assert!(!shown.contains("J♥ ") && !shown.contains("plays K"), "{shown}");
    }
    // A card is typed as ever.
    let item = table(&app).rows().hand().iter().find(|item| !table(&app).offers_of(item).is_empty()).cloned();
    let say = item.and_then(|item| Some(table(&app).offers_of(&item).first()?.say.clone())).unwrap();
    let step = |app: &App| table(app).now.as_ref().map_or(0, |now| now.step);
    let before = step(&app);
    keys(&mut app, ":");
    keys(&mut app, &say);
    press(&mut app, KeyCode::Enter);
    assert!(step(&app) > before, "{say}: {:?}", table(&app).note);
}

/// Sentences of the engine call cards by what is printed on them, and count what they counted.
#[test]
fn sentences_about_cards_with_printed_names() {
    let with = "deck.jokers = 1, deck.names = { A = \"1\", 2 = \"+2\", J = \"frog\", clubs = \"acorns\", \"*1\" = \"fool\" }";
    let mut app = gathered_by("crazy-eights", "", with, 2, 5);
    let mut said = |why: &str| {
        let Screen::Table(sitting) = &mut app.screen else { panic!("no table") };
        sitting.table.receive(ToClient::Refused {
            id: None,
            step: 0,
            code: RefusalCode::NotNow,
            why: why.into(),
        });
        sitting.table.note.take().unwrap().0
    };
    for (engine, shown) in [
        ("B plays JH, 2C and *1.", "Ben plays frog♥, +2 of acorns and fool."),
        ("B plays 9C.", "Ben plays 9 of acorns."),
        ("B plays 9H.", "Ben plays 9♥."),
        ("You name jacks.", "You name frogs."),
        ("You name clubs.", "You name acorns."),
        ("An ace is not an ace: a jack, a club.", "An 1 is not a 1: a frog, an acorn."),
        ("The two of hearts draws two cards.", "The +2 of hearts draws two cards."),
        ("It is joker 1.", "It is fool."),
    ] {
        assert_eq!(said(engine), shown);
    }
}

#[test]
fn crazier_eights() {
    let mut app = gathered("crazier-eights", 3, 4);
    look("crazier-deal", &mut app);
    let step = |app: &App| table(app).now.as_ref().map_or(0, |now| now.step);
    until(&mut app, |app| step(app) > 25 && table(app).is_asked() && table(app).popup.is_none());
    look("crazier-later", &mut app);
}

#[test]
fn crazy_8_ball() {
    let mut app = gathered("crazy-8-ball", 2, 5);
    look("ball-deal", &mut app);
    let step = |app: &App| table(app).now.as_ref().map_or(0, |now| now.step);
    until(&mut app, |app| step(app) > 60 && table(app).is_asked() && table(app).popup.is_none());
    look("ball-later", &mut app);
}

#[test]
fn popups() {
    let mut app = gathered("crazy-eights", 3, 7);
    for (key, name) in [("?", "help"), ("r", "rules"), ("s", "score"), ("q", "leave"), (":8s", "typing")] {
        keys(&mut app, key);
        look(&format!("popup-{name}"), &mut app);
        press(&mut app, KeyCode::Esc);
        assert!(table(&app).popup.is_none(), "{name}");
    }
}

#[test]
fn the_curtain() {
    let mut app = app(3);
    press(&mut app, KeyCode::Right);
    app.menu.names = "Ada, Ben".into();
    app.deal();
    common::settle(&mut app);
    look("curtain", &mut app);
}

/// A connection that only ever receives these messages.
struct Lobby(Vec<ToClient>);

impl Connection for Lobby {
    fn send(&mut self, _: ToServer) {}

    fn poll(&mut self) -> Vec<ToClient> {
        std::mem::take(&mut self.0)
    }
}

#[test]
fn the_lobby() {
    let person = |name: &str, host| Who::Person {
        guest: name.into(),
        name: name.into(),
        here: true,
        host,
        bot: None,
        missed: 0,
    };
    let chair = |seat: &str, who, ready| Chair { seat: seat.into(), who, ready };
    let room = Room {
        code: "KHTB".into(),
        rules: RulesBrief {
            game: "crazy-eights".into(),
            name: "score-race".into(),
            title: "Score race".into(),
            about: "Hands are played until somebody has enough points.".into(),
            hash: "h".into(),
        },
        chairs: vec![
            chair("A", person("Ada", true), true),
            chair("B", person("Ben", false), false),
            chair("C", Who::Bot { name: "Cleo".into(), level: "expert".into() }, true),
            chair("D", Who::Nobody {}, false),
        ],
        you: Some("A".into()),
        guest: "Ada".into(),
        phase: Phase::Gathering,
        may: vec![
            Permission::Stand,
            Permission::Ready,
            Permission::Bot,
            Permission::Kick,
            Permission::Start,
            Permission::Chat,
        ],
        settings: Settings { public: false, turn_seconds: None, chat: true, door: Door::Open },
        watchers: 0,
        watching: Vec::new(),
        muted: Vec::new(),
        match_id: None,
        shuffle: None,
        banner: None,
        pause: None,
    };
    let chat = ToClient::Chat {
        guest: "Ben".into(),
        seat: Some("B".into()),
        name: "Ben".into(),
        text: "hello".into(),
    };
    let mut app = app(1);
    app.sit(Box::new(Lobby(vec![ToClient::Room(Box::new(room)), chat])), false);
    look("lobby", &mut app);
}

#[test]
fn a_journal() {
    for game in ["crazy-eights", "crazier-eights", "crazy-8-ball"] {
        let seats = if game == "crazy-8-ball" { 2 } else { 3 };
        let text = common::journal(game, seats, 9, 3000);
        let replaying = Replaying::new(Replay::read(&text).unwrap(), None);
        let mut app = App::replay(common::PLAIN, replaying, Box::new(common::AtOnce { seed: 1 }));
        for _ in 0..5 {
            press(&mut app, KeyCode::Down);
        }
        look(&format!("replay-{game}"), &mut app);
    }
}
