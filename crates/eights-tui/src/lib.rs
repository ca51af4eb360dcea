//! A full-screen terminal client for all games.
//!
//! Read in this order: a [`Line`] connects the client to a table, in this program ([`Desk`],
//! [`Backroom`]) or on a server ([`visit`]); a [`Table`] is the client's model of that table,
//! built from the messages it receives; [`App`] handles events; [`draw()`] renders the screen.
//! Only [`run`] touches a terminal. The client does not know the rules: it draws views and
//! offers, and sends back the text of an offer.
//!
//! ```
//! use eights_tui::{App, Depth, House, Menu, Skin, paint};
//! use ratatui::{buffer::Buffer, layout::Rect};
//!
//! let skin = Skin { depth: Depth::None, unicode: true, letters: false };
//! let app = App::new(skin, Menu::new("Ada"), Box::new(House::default()));
//! let mut screen = Buffer::empty(Rect::new(0, 0, 80, 24));
//! paint(&mut screen, &app);
//! let first: String = screen.content[..80].iter().map(|cell| cell.symbol()).collect();
//! assert!(first.contains("Eights"));
//! ```

#![allow(missing_docs, reason = "an internal crate: docs are written where names do not say enough")]

mod app;
mod desk;
mod doors;
mod draw;
mod input;
mod items;
mod line;
mod menu;
mod net;
mod popup;
mod replaying;
mod seen;
mod skin;
mod svg;
mod table;
mod terminal;
mod words;

pub use app::{App, Hit, Screen, Sitting};
pub use desk::{Backroom, Desk};
pub use doors::{Doors, House};
pub use draw::{draw, paint};
pub use items::{Item, Rows};
pub use line::{Health, Line, Pace};
pub use menu::{GameChoice, Menu, Plan, Row, RulesChoice, Visit, Way};
pub use net::{Address, NetError, config_folder, visit};
pub use popup::{Popup, Typing};
pub use replaying::Replaying;
pub use seen::{Ball, Classic, Crazier, Pile, Piles, Seen, Top};
pub use skin::{Depth, Skin};
pub use svg::svg;
pub use table::{Now, Table};
pub use terminal::{Ended, is_possible, run};
