//! One module per game: each parses the view of its game and draws it.
//!
//! A module here is optional. A game without one is drawn from the piles of its view and from its
//! offers (`generic`).

mod ball;
mod classic;
mod crazier;
mod drawing;
mod generic;

use std::any::Any;

use ratatui::layout::Rect;
use serde::de::DeserializeOwned;

use self::{drawing::Draw, generic::Generic};
use crate::{
    draw::canvas::Canvas,
    seen::{GameView, Seen},
    table::Table,
};

/// The functions of a game's module. Both return `None` for a view that the module does not know.
struct Module {
    game: &'static str,
    read: fn(&str) -> Option<Seen>,
    draw: fn(&dyn Any, &mut Canvas<'_>, Rect, Rect, &Table) -> Option<()>,
    /// The page of the rulebook that leads through a first hand.
    first_hand: &'static str,
}

impl Module {
    const fn of<V: Draw + DeserializeOwned>(game: &'static str, first_hand: &'static str) -> Module {
        Module { game, read: parse::<V>, draw: draw_as::<V>, first_hand }
    }
}

const MODULES: &[Module] = &[
    Module::of::<classic::Classic>(classic::ID, classic::FIRST_HAND),
    Module::of::<crazier::Crazier>(crazier::ID, crazier::FIRST_HAND),
    Module::of::<ball::Ball>(ball::ID, ball::FIRST_HAND),
];

/// The page that leads through a first hand of a game, if there is one.
pub(crate) fn first_hand(game: &str) -> Option<&'static str> {
    MODULES.iter().find(|module| module.game == game).map(|module| module.first_hand)
}

/// Parses the view of a game. A game without a module of its own, or a view that its module cannot
/// read, is drawn generically.
pub(crate) fn read(game: &str, view: &str) -> Seen {
    let module = MODULES.iter().find(|module| module.game == game);
    module
        .and_then(|module| (module.read)(view))
        .or_else(|| parse::<Generic>(view))
        .unwrap_or_else(|| Seen::new(Generic::default()))
}

/// Draws a game into `main` and the pane beside it into `side`.
pub(crate) fn draw(seen: &Seen, canvas: &mut Canvas<'_>, main: Rect, side: Rect, table: &Table) {
    let view: &dyn Any = seen.game();
    let drawn = MODULES.iter().find_map(|module| (module.draw)(view, canvas, main, side, table));
    if drawn.is_none() {
        draw_as::<Generic>(view, canvas, main, side, table);
    }
}

fn parse<V: GameView + DeserializeOwned>(view: &str) -> Option<Seen> {
    serde_json::from_str::<V>(view).ok().map(Seen::new)
}

fn draw_as<V: Draw>(
    view: &dyn Any,
    canvas: &mut Canvas<'_>,
    main: Rect,
    side: Rect,
    table: &Table,
) -> Option<()> {
    view.downcast_ref::<V>().map(|view| view.draw(canvas, main, side, table))
}
