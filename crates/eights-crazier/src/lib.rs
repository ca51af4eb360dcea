//! Crazier Eights: cards that read themselves.
//!
//! A card is its name, rank, colours, kind and the sentence printed on it. The
//! sentence is parsed into a tree of abilities, the tree is what is played, and
//! printing the tree gives the sentence back:
//!
//! ```
//! use eights_crazier::{parse, print};
//!
//! let text = "At the beginning of your turn, destroy a card in play of your choice.";
//! let abilities = parse(text)?;
//! assert_eq!(print(&abilities), text);
//!
//! let error = parse("At the begining of your turn, draw one card.").unwrap_err();
//! assert_eq!(error.column, 8);
//! assert_eq!(error.nearest, "At the beginning of your turn, draw a card.");
//! # Ok::<(), eights_crazier::SentenceError>(())
//! ```
//!
//! # The tour
//!
//! - [`ability`]: the tree. Plain enums, no strings, small numbers; its module docs say how each node
//!   is to be carried out: which gate reads it, who chooses, what is asked.
//! - [`english`]: the closed English, both directions. [`parse`] reads a text, [`print()`] says a tree,
//!   [`english::FORMS`] lists every form of sentence. A text that parses prints back letter by letter, and
//!   every tree prints as a text of its own.
//! - [`sense`]: sentences that parse and mean nothing ("That player draws a card." on an event).
//! - [`CardFile`]: a file of cards, read whole or refused with every [`Problem`] in it.
//! - [`Deck`]: card files put together for a number of seats.
//! - [`shipped`]: the two card files that come with the game.
//! - Derived from the tree, so that they cannot disagree with it: [`icons`] for clients, [`needs`] for the
//!   list of legal plays, [`explain`] for people.
//!
//! # Carrying out a tree
//!
//! A deed passes the gates can't, would and when, which the page `timing.md` of the rulebook explains.
//! For a machine that means:
//!
//! 1. Before a deed, walk the cards in play: any [`Ability::Never`](ability::Ability::Never) that fits ends
//!    it. The [`Ability::Less`](ability::Ability::Less) that fit make a draw smaller, and an
//!    [`Ability::Instead`](ability::Ability::Instead) that fits replaces the deed; each is applied once.
//! 2. The deed happens. The [`Ability::When`](ability::Ability::When) that fit, of the cards that were in play
//!    before it, wait in line until the running text is finished.
//! 3. [`Ability::Check`](ability::Ability::Check) and the empty hand are looked at.
//! 4. A [`Clause`](ability::Clause) is carried out with a place in it, *you*, the player in focus, the card *it*,
//!    the cards *them* and the amount of the deed. The place is three small numbers: which card, which of its
//!    abilities, which step. All of that is data: no closures, no recursion.
//! 5. Questions are `choose <card>`, `choose <seat>`, `done` (only where fewer are allowed) and `yes` or `no`
//!    (only for "may"). A question with one answer is asked too; a question without any is not.
//!
//! [`Crazier`] is the machine that does it: rules and cards compiled from a [`Sheet`], a
//! [`Game`](eights::Game) like the others. In `play`, the agenda (`agenda`) holds the texts being carried out, the
//! abilities that wait, a deed that hangs and the question; `turn` is the one loop, `text` and `work` carry out
//! steps, `gates` lets deeds through, `happen` and `watch` make them happen and lock in who saw it.

pub mod ability;
mod card;
mod deck;
pub mod english;
mod explain;
mod file;
mod icon;
mod need;
mod play;
mod problem;
mod sense;
mod sets;

pub use card::{Card, Colour, Colours, Kind, Rank, id_of};
pub use deck::Deck;
pub use english::{SentenceError, parse, parse_all, print};
pub use explain::{Explanation, explain};
pub use file::CardFile;
pub use icon::{Icon, icons};
pub use need::{Need, needs};
pub use play::{
    Action, Crazier, Event, Face, Glance, MOST_SEATS, Names, PLACES, Phase, Pile, Public, Seen, Sheet, State,
    Told, View, Watch, sheet,
};
pub use problem::Problem;
pub use sense::sense;
pub use sets::{MANY_COLOURS, ORIGINAL, SHIPPED, shipped};
