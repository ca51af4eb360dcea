//! Draws a screen of each game as SVG, for the README: `cargo run -p eights-tui --example shots -- docs/screens`.

use std::{env, fs, path::PathBuf};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use eights_local::{Local, Open};
use eights_tui::{
    App, ConnectError, Connection, Connector, Depth, JoinRequest, LocalConnection, Menu, Pace, Screen, Skin,
    paint, svg,
};
use ratatui::{buffer::Buffer, layout::Rect};

/// Local tables with a fixed seed, for the same cards every time.
struct Fixed(u64);

impl Connector for Fixed {
    fn local(&mut self, open: Open, _: Pace) -> Result<Box<dyn Connection>, ConnectError> {
        let table = Local::opened(open)?;
        Ok(Box::new(LocalConnection::new(table, None)))
    }

    fn server(&mut self, _: JoinRequest) -> Result<Box<dyn Connection>, ConnectError> {
        unreachable!("no server is used here")
    }

    fn seed(&mut self) -> String {
        self.0.to_string()
    }
}

/// The pictures: file name, game, players, seed, and the step to show.
const SHOTS: [(&str, &str, u8, u64, u64); 3] = [
    ("crazy-eights", "crazy-eights", 4, 12, 14),
    ("crazier-eights", "crazier-eights", 3, 4, 26),
    ("crazy-8-ball", "crazy-8-ball", 2, 5, 70),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = env::args().skip(1);
    let folder = PathBuf::from(args.next().unwrap_or_else(|| "docs/screens".into()));
    let size =
        (args.next().map_or(Ok(100), |arg| arg.parse())?, args.next().map_or(Ok(30), |arg| arg.parse())?);
    let depth = match args.next().as_deref() {
        Some("16") => Depth::Sixteen,
        Some("none") => Depth::None,
        _ => Depth::True,
    };
    fs::create_dir_all(&folder)?;
    let skin = Skin { depth, unicode: true, letters: false };
    let menu = App::new(skin, Menu::new("Ada"), Box::new(Fixed(1)));
    shoot(&menu, size, &folder, "menu")?;
    for (name, game, seats, seed, steps) in SHOTS {
        let mut app = App::new(skin, Menu::new("Ada"), Box::new(Fixed(seed)));
        app.menu.game = app.menu.games.iter().position(|choice| choice.id == game).unwrap_or(0);
        app.menu.seats = seats;
        app.menu.settle();
        app.deal();
        play(&mut app, steps);
        shoot(&app, size, &folder, name)?;
    }
    Ok(())
}

/// Follows the hints until this step is reached and it is the player's turn.
fn play(app: &mut App, steps: u64) {
    for _ in 0..2000 {
        while app.tick() {}
        let Screen::Table(sitting) = &app.screen else { return };
        let step = sitting.table.now.as_ref().map_or(0, |now| now.step);
        if step >= steps && sitting.table.popup.is_none() && sitting.table.is_asked() {
            return;
        }
        if sitting.table.popup.is_none() {
            app.event(&key(KeyCode::Char('h')));
        }
        app.event(&key(KeyCode::Enter));
    }
}

fn key(code: KeyCode) -> Event {
    Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn shoot(app: &App, size: (u16, u16), folder: &std::path::Path, name: &str) -> std::io::Result<()> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    paint(&mut buffer, app);
    fs::write(folder.join(format!("{name}.svg")), svg(&buffer, &format!("Eights in a terminal: {name}")))
}
