//! Terminal clients play at a table on a real server, with and without TLS, using keys only.

mod terminal;
mod tls;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use crate::operating::{Served, run, store};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use eights_load::Serving;
use eights_server::{Config, Server, StoreAddress};
use eights_tui::{
    App, ConnectionState, Depth, Menu, Popup, Screen, Sitting, Skin, SystemConnector, Way, paint,
};
use eights_wire::{Permission, Who};
use ratatui::{buffer::Buffer, layout::Rect};
use terminal::Terminal;
use tls::TlsProxy;

fn somebody(name: &str, server: &str, code: &str, config: &Path) -> App {
    let connector = SystemConnector { config: Some(config.to_owned()), ..SystemConnector::default() };
    let skin = Skin { depth: Depth::None, unicode: true, letters: false };
    let mut menu = Menu::new(name);
    (menu.way, menu.server, menu.code, menu.seats) = (Way::Server, server.into(), code.into(), 2);
    menu.rules = menu.games[0].rules.iter().position(|rules| rules.name == "basic").unwrap();
    menu.settle();
    let mut app = App::new(skin, menu, Box::new(connector));
    app.deal();
    app
}

fn press(app: &mut App, code: KeyCode) {
    app.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn sitting(app: &App) -> &Sitting {
    match &app.screen {
        Screen::Table(sitting) => sitting,
        _ => panic!("the application does not show a table: {:?}", app.menu.note),
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
        assert!(start.elapsed() < Duration::from_secs(30), "timed out waiting until {what}");
        apps.iter_mut().for_each(|app| {
            app.tick();
        });
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Takes the next step: sits down, gets ready, starts the match or answers.
fn act(app: &mut App) {
    let table = &sitting(app).table;
    if table.is_gathering() {
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

/// Acts, and waits a moment for the update, so that no answer is given twice.
fn take_a_turn(app: &mut App) {
    let before = step(app);
    if !is_over(app) {
        act(app);
    }
    let start = Instant::now();
    while step(app) == before && start.elapsed() < Duration::from_millis(60) {
        app.tick();
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn two_clients_play_a_match_on_a_real_server() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        store: StoreAddress::Memory,
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
        take_a_turn(&mut ada);
        take_a_turn(&mut ben);
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
    until(&mut [&mut ada], "the connection is lost", |apps| {
        sitting(apps[0]).connection.state() != ConnectionState::Open
    });
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
    let config =
        Config { bind: ([127, 0, 0, 1], 0).into(), store: StoreAddress::Memory, ..Config::default() };
    let server = runtime.block_on(Server::bind(config)).unwrap();
    let address = format!("http://{}", server.address);
    let mut app = somebody("Ada", &address, "ZZZZZ", &folder.path().join("ada"));
    let gone = |app: &App| matches!(sitting(app).connection.state(), ConnectionState::Closed(_));
    until(&mut [&mut app], "the server says no", |apps| gone(apps[0]));
    press(&mut app, KeyCode::Enter);
    assert!(matches!(app.screen, Screen::Menu));
    runtime.block_on(server.shut_down());
}

#[test]
fn the_program_plays_over_tls() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_eights").into();
    let served = Serving::for_load(program, folder.path().join("data"), Duration::ZERO).start().unwrap();
    let url = served.server.url();
    let behind = format!("{}:{}", url.host, url.port).parse().unwrap();
    let proxy = runtime.block_on(TlsProxy::start(behind, folder.path()));

    // Ada opens a table without TLS, directly at the server.
    let mut ada = somebody("Ada", &url.to_string(), "", &folder.path().join("ada"));
    until(&mut [&mut ada], "a table", |apps| sitting(apps[0]).table.room.is_some());
    let code = sitting(&ada).table.room.as_ref().unwrap().code.clone();
    let table = format!("{}/t/{code}", proxy.url());

    // Without the proxy's authority, Ben cannot join and sees what he can do about it.
    let home = folder.path().join("ben");
    let ben = Terminal::start(&["play", "--join", &table, "--name", "Ben"], &home);
    ben.wait_for("the certificate of");
    ben.wait_for("--ca FILE");
    drop(ben);

    let ca = proxy.ca.to_str().unwrap();
    let mut ben = Terminal::start(&["play", "--join", &table, "--name", "Ben", "--ca", ca], &home);
    ben.wait_for(&code);
    let sits = |app: &App| {
        let room = sitting(app).table.room.as_ref().unwrap();
        room.chairs.iter().any(|chair| matches!(&chair.who, Who::Person { name, .. } if name == "Ben"))
    };
    const DOWN: &str = "\x1b[B";
    ben.press(DOWN);
    ben.press("\r");
    until(&mut [&mut ada], "Ben sits", |apps| sits(apps[0]));
    // Ada may learn of it before Ben does, whose terminal ignores the key until then.
    ben.wait_for("Ben (you)");
    ben.press("r");
    let start = Instant::now();
    while step(&ada).is_none_or(|step| step < 8) && !is_over(&ada) {
        assert!(start.elapsed() < Duration::from_secs(60), "the match does not go on: {}", ben.text());
        take_a_turn(&mut ada);
        ben.press("\r");
    }

    // The cookie of the encrypted connection has its own key.
    let cookies = std::fs::read_to_string(home.join("eights/cookies.json")).unwrap();
    assert!(cookies.contains(&format!("{:?}: \"eights=", proxy.url())), "{cookies}");
}

#[test]
fn a_terminal_shows_the_operators_banner() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let served = Served::start(&data, &[]);
    let admin = |text: &str| run(&["admin", "--store", &store(&data), "banner", text]).0;
    let mut ada = somebody("Ada", &served.url, "", &folder.path().join("ada"));
    until(&mut [&mut ada], "a table", |apps| sitting(apps[0]).table.room.is_some());
    assert!(!shown(&ada).contains("Restart at ten"));
    assert_eq!(admin("Restart at ten"), Some(0));
    until(&mut [&mut ada], "the banner", |apps| shown(apps[0]).contains("Restart at ten"));
    // Someone who joins later sees it too; this time the real program joins.
    let code = sitting(&ada).table.room.as_ref().unwrap().code.clone();
    let table = format!("{}/t/{code}", served.url);
    let ben = Terminal::start(&["play", "--join", &table, "--name", "Ben"], &folder.path().join("ben"));
    ben.wait_for("Restart at ten");
}
