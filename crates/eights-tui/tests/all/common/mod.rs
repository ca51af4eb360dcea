//! Runs the application without a terminal: tests send keys and read the screen as text.
#![allow(dead_code)]

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use eights_client::ClientError;
use eights_local::{Local, Open, RulesAsked};
use eights_tui::{
    App, ConnectError, Connection, Connector, Depth, JoinRequest, LocalConnection, Menu, Pace, Popup, Screen,
    Sitting, Skin, Table, paint,
};
use ratatui::{buffer::Buffer, layout::Rect};

/// The screen sizes to test.
pub(crate) const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

/// Symbols, no colours.
pub(crate) const PLAIN: Skin = Skin { depth: Depth::None, unicode: true, letters: false };

/// Opens tables that answer at once.
pub(crate) struct AtOnce {
    pub(crate) seed: u64,
}

impl Connector for AtOnce {
    fn local(&mut self, open: Open, _: Pace) -> Result<Box<dyn Connection>, ConnectError> {
        let table = Local::opened(open)?;
        Ok(Box::new(LocalConnection::new(table, None)))
    }

    fn server(&mut self, _: JoinRequest) -> Result<Box<dyn Connection>, ConnectError> {
        Err(ClientError::Refused { status: 503, message: "there is no server here".into() }.into())
    }

    fn seed(&mut self) -> String {
        self.seed.to_string()
    }
}

pub(crate) fn app(seed: u64) -> App {
    App::new(PLAIN, Menu::new("Ada"), Box::new(AtOnce { seed }))
}

/// A game against bots, dealt from the menu.
pub(crate) fn dealt(game: &str, seats: u8, seed: u64) -> App {
    let mut app = app(seed);
    app.menu.game = app.menu.games.iter().position(|choice| choice.id == game).unwrap();
    app.menu.seats = seats;
    app.menu.settle();
    app.deal();
    settle(&mut app);
    app
}

/// A game against bots that the menu does not list.
pub(crate) fn dealt_unlisted(game: &str, seats: u8, seed: u64) -> App {
    let bot = || eights_local::Sitter::Bot { level: "normal".into() };
    let mut chairs = vec![eights_local::Sitter::Person { name: "Ada".into() }];
    chairs.extend((1..seats).map(|_| bot()));
    let rules = RulesAsked::default();
    let open = Open { game: game.into(), rules, chairs, seed: seed.to_string(), ..Open::default() };
    let mut app = app(seed);
    app.sit(Box::new(LocalConnection::new(Local::opened(open).unwrap(), None)), false);
    settle(&mut app);
    app
}

/// Processes messages until nothing changes any more.
pub(crate) fn settle(app: &mut App) {
    while app.tick() {}
}

pub(crate) fn press(app: &mut App, code: KeyCode) {
    app.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    settle(app);
}

pub(crate) fn keys(app: &mut App, text: &str) {
    text.chars().for_each(|c| press(app, KeyCode::Char(c)));
}

pub(crate) fn click(app: &mut App, column: u16, row: u16, button: MouseButton) {
    let kind = MouseEventKind::Down(button);
    app.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    settle(app);
}

pub(crate) fn sitting(app: &App) -> &Sitting {
    match &app.screen {
        Screen::Table(sitting) => sitting,
        _ => panic!("the application does not show a table"),
    }
}

pub(crate) fn table(app: &App) -> &Table {
    &sitting(app).table
}

/// Draws the screen into a buffer, and stores its clickable areas in the application.
pub(crate) fn screen(app: &mut App, size: (u16, u16)) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    app.hits = paint(&mut buffer, app);
    buffer
}

/// The screen as text.
pub(crate) fn text(app: &mut App, size: (u16, u16)) -> String {
    lines(&screen(app, size))
}

pub(crate) fn lines(buffer: &Buffer) -> String {
    let row = |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..buffer.area.height).map(|y| row(y).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// Plays one turn with keys: asks for a hint and follows it.
pub(crate) fn follow_the_hint(app: &mut App) {
    if table(app).popup.is_none() {
        keys(app, "h");
    }
    go_on(app);
}

/// Plays one turn with keys: whatever the cursor is on.
pub(crate) fn go_on(app: &mut App) {
    if table(app).popup.is_some() {
        return press(app, KeyCode::Enter);
    }
    let before = table(app).now.as_ref().map(|now| now.step);
    press(app, KeyCode::Enter);
    if let Some(Popup::Choose { .. }) = table(app).popup {
        press(app, KeyCode::Enter);
    }
    let after = table(app).now.as_ref().map(|now| now.step);
    assert_ne!(before, after, "the answer was not taken: {:?}", table(app).note);
}

/// Plays until the match is over, with keys only.
pub(crate) fn play_to_the_end(app: &mut App) {
    for _ in 0..4000 {
        let state = table(app);
        if state.now.as_ref().is_some_and(|now| now.over.is_some()) {
            return;
        }
        assert!(state.popup.is_some() || state.is_asked(), "nobody is asked: {:?}", state.note);
        go_on(app);
    }
    panic!("the match does not end");
}

/// A table with people on all chairs, so that snapshots do not depend on how bots play.
pub(crate) fn people(game: &str, seats: u8, seed: u64) -> Local {
    people_with(game, "", seats, seed)
}

/// [`people`] with changed rules.
pub(crate) fn people_with(game: &str, with: &str, seats: u8, seed: u64) -> Local {
    people_by(game, "", with, seats, seed)
}

/// [`people`] with a rule set and changes to it.
fn people_by(game: &str, rules: &str, with: &str, seats: u8, seed: u64) -> Local {
    const NAMES: [&str; 7] = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta"];
    let chair = |i: u8| eights_local::Sitter::Person { name: NAMES[usize::from(i)].into() };
    let open = Open {
        game: game.into(),
        rules: RulesAsked::Named(rules.into()),
        with: with.into(),
        chairs: (0..seats).map(chair).collect(),
        seed: seed.to_string(),
        ..Open::default()
    };
    Local::opened(open).unwrap()
}

/// Shows such a table; the screen always shows the cards of the seat whose turn it is.
pub(crate) fn gathered(game: &str, seats: u8, seed: u64) -> App {
    gathered_with(game, "", seats, seed)
}

/// [`gathered`] with changed rules.
pub(crate) fn gathered_with(game: &str, with: &str, seats: u8, seed: u64) -> App {
    gathered_by(game, "", with, seats, seed)
}

/// [`gathered`] with a rule set and changes to it.
pub(crate) fn gathered_by(game: &str, rules: &str, with: &str, seats: u8, seed: u64) -> App {
    let mut app = app(seed);
    app.sit(Box::new(LocalConnection::new(people_by(game, rules, with, seats, seed), None)), false);
    settle(&mut app);
    app
}

/// The journal of a match in which every seat plays its first offer, with at most `steps` steps.
pub(crate) fn journal(game: &str, seats: u8, seed: u64, steps: u64) -> String {
    let mut table = people(game, seats, seed);
    while let Some(seat) = table.table().asks().filter(|_| table.table().step() < steps) {
        let said = table.table().options(seat).swap_remove(0).say;
        let (match_id, step) = (table.room().match_id.unwrap(), table.table().step());
        table.receive(&eights_wire::write(&eights_wire::ToServer::Say { match_id, step, say: said }));
        assert!(table.table().step() > step);
    }
    table.journal()
}
