//! Draws the screens. The result depends only on the application state.

pub(crate) mod canvas;
pub(crate) mod hand;
mod lobby;
mod menu;
pub(crate) mod panes;
mod popups;
mod replay;
mod table;

use ratatui::{Frame, buffer::Buffer, layout::Rect};

use crate::{
    app::{App, Screen},
    items::Hit,
};
use canvas::Canvas;

/// Draws the screen; returns the clickable areas.
pub fn draw(frame: &mut Frame, app: &App) -> Vec<(Rect, Hit)> {
    paint(frame.buffer_mut(), app)
}

/// Draws the screen into a buffer; returns the clickable areas.
pub fn paint(buffer: &mut Buffer, app: &App) -> Vec<(Rect, Hit)> {
    let mut canvas = Canvas { buffer, skin: app.skin, hits: Vec::new() };
    let all = canvas.all();
    canvas.fill(all, ' ', app.skin.felt());
    match &app.screen {
        Screen::Menu => menu::draw(&mut canvas, &app.menu),
        Screen::Table(sitting) if sitting.table.is_gathering() => lobby::draw(&mut canvas, sitting),
        Screen::Table(sitting) => table::draw(&mut canvas, sitting),
        Screen::Replay(replaying) => replay::draw(&mut canvas, replaying),
    }
    if let Screen::Table(sitting) = &app.screen {
        popups::draw(&mut canvas, sitting);
    }
    let hits = std::mem::take(&mut canvas.hits);
    app.skin.finish(buffer);
    hits
}
