//! The trait through which a game draws its view.

use ratatui::layout::Rect;

use crate::{draw::canvas::Canvas, seen::GameView, table::Table};

/// Draws the view of a game.
pub(super) trait Draw: GameView {
    /// Draws the game into `main` and the pane beside it into `side`.
    fn draw(&self, canvas: &mut Canvas<'_>, main: Rect, side: Rect, table: &Table);
}
