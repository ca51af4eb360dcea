//! A full-screen terminal client for all games.
//!
//! Read in this order: a [`Connection`] leads to a table, in this program ([`LocalConnection`],
//! [`ThreadedConnection`]), in a guided first hand ([`LessonConnection`]) or on a server ([`ServerConnection`]), and a [`Connector`] opens it; a
//! [`Table`] is the client's model of that table,
//! built from the messages it receives; [`App`] handles events; [`draw()`] renders the screen.
//! Only [`run`] touches a terminal. The client does not know the rules: it draws views and
//! offers, and sends back the text of an offer.
//!
//! ```
//! use eights_tui::{App, Depth, SystemConnector, Menu, Skin, paint};
//! use ratatui::{buffer::Buffer, layout::Rect};
//!
//! let skin = Skin { depth: Depth::None, unicode: true, letters: false };
//! let app = App::new(skin, Menu::new("Ada"), Box::new(SystemConnector::default()));
//! let mut screen = Buffer::empty(Rect::new(0, 0, 80, 24));
//! paint(&mut screen, &app);
//! let first: String = screen.content[..80].iter().map(|cell| cell.symbol()).collect();
//! assert!(first.contains("Eights"));
//! ```

#![allow(missing_docs, reason = "an internal crate: docs are written where names do not say enough")]

mod app;
mod connection;
mod connector;
mod cookies;
mod draw;
mod games;
mod input;
mod items;
mod lesson;
mod local_connection;
mod menu;
mod popup;
mod printed_names;
mod replaying;
mod seen;
mod server_connection;
mod shapes;
mod skin;
mod svg;
mod table;
mod terminal;
mod words;

pub use app::{App, Screen, Sitting};
pub use connection::{Connection, ConnectionState, Pace};
pub use connector::{ConnectError, Connector, SystemConnector};
pub use cookies::config_folder;
pub use draw::{draw, paint};
pub use items::{Hit, Item, Rows};
pub use lesson::{LessonConnection, LessonError};
pub use local_connection::{LocalConnection, ThreadedConnection};
pub use menu::{GameChoice, Menu, Plan, Row, RulesChoice, Way};
pub use popup::{Popup, Typing};
pub use replaying::Replaying;
pub use seen::{Pile, Piles, Seen};
pub use server_connection::{JoinRequest, ServerConnection};
pub use skin::{Depth, Skin};
pub use svg::svg;
pub use table::{Now, Table};
pub use terminal::{Ended, is_possible, run};
