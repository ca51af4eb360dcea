//! Two terminal clients play at a table on a real server, using keys only.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use eights_server::{Config, Server};
use eights_tui::{App, Depth, Health, House, Menu, Popup, Screen, Sitting, Skin, Way, paint};
use eights_wire::{Permission, Who};
use ratatui::{buffer::Buffer, layout::Rect};

fn somebody(name: &str, server: &str, code: &str, config: &Path) -> App {
    let house = House { config: Some(config.to_owned()), ..House::default() };
    let skin = Skin { depth: Depth::None, unicode: true, letters: false };
    let mut menu = Menu::new(name);
    (menu.way, menu.server, menu.code, menu.seats) = (Way::Server, server.into(), code.into(), 2);
    menu.rules = menu.games[0].rules.iter().position(|rules| rules.name == "basic").unwrap();
    menu.settle();
    let mut app = App::new(skin, menu, Box::new(house));
    app.deal();
    app
}

fn press(app: &mut App, code: KeyCode) {
    app.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn sitting(app: &App) -> &Sitting {
    match &app.screen {
        Screen::Table(sitting) => sitting,
        _ => panic!("nobody sits at a table: {:?}", app.menu.note),
    }
}

fn shown(app: &App) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 100, 30));
    paint(&mut buffer, app);
    buffer.content.iter().map(|cell| cell.symbol()).collect()
}

/// Waits until a condition holds, while all clients process their messages.
fn until(apps: &mut [&mut App], what: &str, holds: impl Fn(&[&mut App]) -> bool) {
    let start = Instant::now();
    while !holds(apps) {
        assert!(start.elapsed() < Duration::from_secs(30), "it never came to that: {what}");
        apps.iter_mut().for_each(|app| {
            app.tick();
        });
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Does the next thing: sits down, gets ready, starts the match or answers.
fn act(app: &mut App) {
    let table = &sitting(app).table;
    if table.gathers() {
        let Some(room) = &table.room else { return };
        let free = room.chairs.iter().position(|chair| matches!(chair.who, Who::Nobody {}));
        let own = room.chairs.iter().find(|chair| Some(&chair.seat) == room.you.as_ref());
        let ready = own.is_some_and(|chair| chair.ready);
        let full = free.is_none();
        if let (None, Some(at)) = (&room.you, free) {
            if let Screen::Table(sitting) = &mut app.screen {
                sitting.table.chair = at;
            }
            press(app, KeyCode::Enter);
        } else if table.may(Permission::Ready) && !ready {
            press(app, KeyCode::Char('r'));
        } else if table.may(Permission::Start) && full {
            press(app, KeyCode::Char('s'));
        }
    } else if table.popup.is_some() || table.is_asked() {
        press(app, KeyCode::Enter);
    }
}

fn step(app: &App) -> Option<u64> {
    sitting(app).table.now.as_ref().map(|now| now.step)
}

fn is_over(app: &App) -> bool {
    sitting(app).table.now.as_ref().is_some_and(|now| now.over.is_some())
}

#[test]
fn two_clients_play_a_match_on_a_real_server() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        data: folder.path().join("data"),
        forget: true,
        bot_pause: 0,
        shuffle_wait: 50,
        message_rate: 0.0,
        request_rate: 0.0,
        ..Config::default()
    };
    let server = runtime.block_on(Server::bind(config)).unwrap();
    let address = format!("http://{}", server.address);
    let homes = [folder.path().join("ada"), folder.path().join("ben")];

    let mut ada = somebody("Ada", &address, "", &homes[0]);
    until(&mut [&mut ada], "a table", |apps| sitting(apps[0]).table.room.is_some());
    let code = sitting(&ada).table.room.as_ref().unwrap().code.clone();
    assert!(shown(&ada).contains(&code));
    let mut ben = somebody("Ben", &address, &format!("{address}/t/{code}"), &homes[1]);
    until(&mut [&mut ada, &mut ben], "Ben sees the table", |apps| sitting(apps[1]).table.room.is_some());

    let start = Instant::now();
    while !(is_over(&ada) && is_over(&ben)) {
        assert!(start.elapsed() < Duration::from_secs(120), "the match does not end");
        for app in [&mut ada, &mut ben] {
            if is_over(app) {
                app.tick();
                continue;
            }
            let before = step(app);
            act(app);
            // Wait for the update before acting again, so that no answer is given twice.
            let waiting = Instant::now();
            while step(app) == before && waiting.elapsed() < Duration::from_millis(60) {
                app.tick();
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
    let over = |app: &App| sitting(app).table.now.as_ref().unwrap().over.clone();
    assert_eq!(over(&ada), over(&ben));
    assert_eq!(sitting(&ada).table.popup, Some(Popup::Score));
    assert!(shown(&ben).contains("Ada") && shown(&ben).contains("Ben"));

    // The cookie is stored in a file that only its owner may read.
    let cookies = homes[0].join("cookies.json");
    assert!(std::fs::read_to_string(&cookies).unwrap().contains("eights="));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&cookies).unwrap().permissions().mode() & 0o777, 0o600);
    }

    // The server shuts down: the client notices, and the player can leave the table.
    runtime.block_on(server.shut_down());
    until(&mut [&mut ada], "the line is lost", |apps| sitting(apps[0]).line.health() != Health::Fine);
    press(&mut ada, KeyCode::Esc);
    press(&mut ada, KeyCode::Char('q'));
    if matches!(ada.screen, Screen::Table(_)) {
        press(&mut ada, KeyCode::Enter);
    }
    assert!(matches!(ada.screen, Screen::Menu));
}

#[test]
fn joining_an_unknown_table_leads_back_to_the_menu() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        data: folder.path().join("data"),
        forget: true,
        ..Config::default()
    };
    let server = runtime.block_on(Server::bind(config)).unwrap();
    let address = format!("http://{}", server.address);
    let mut app = somebody("Ada", &address, "ZZZZZ", &folder.path().join("ada"));
    let gone = |app: &App| matches!(sitting(app).line.health(), Health::Gone(_));
    until(&mut [&mut app], "the server says no", |apps| gone(apps[0]));
    press(&mut app, KeyCode::Enter);
    assert!(matches!(app.screen, Screen::Menu));
    runtime.block_on(server.shut_down());
}
