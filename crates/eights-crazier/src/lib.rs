//! Crazier Eights: a card game whose cards carry rules text that the program parses and plays.
//!
//! A card has a name, a rank, colours, a kind and the text printed on it. The text is parsed into a
//! tree of abilities. The engine plays the tree, and printing the tree gives the same text back:
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
//! # Guided tour
//!
//! - [`ability`]: the tree. Plain enums, no strings, small numbers. Its module docs define how each
//!   node is carried out: which gate reads it, who chooses, what is asked.
//! - [`english`]: the closed English of the cards, in both directions. [`parse`] reads a text,
//!   [`print()`] prints a tree and [`english::FORMS`] lists every form of sentence. A text that parses
//!   prints back exactly, and every tree has exactly one text.
//! - [`sense`]: finds sentences that parse but mean nothing ("That player draws a card." on an event).
//! - [`CardFile`]: a file of cards. Reading it either succeeds or returns every [`Problem`] in it.
//! - [`Deck`]: one or more card files combined for a number of seats.
//! - [`shipped`]: the two card files that come with the game.
//! - Derived from the tree, so they cannot disagree with it: [`icons`] for clients, [`needs`] for the
//!   list of legal plays, [`explain`] for people.
//!
//! # Carrying out a tree
//!
//! A deed (something that happens to a player or a card) passes three gates: can't, would and when. The
//! rulebook page `timing.md` explains them. The engine does this:
//!
//! 1. Before a deed, it visits the cards in play. Any matching
//!    [`Ability::Never`](ability::Ability::Never) stops the deed. Matching
//!    [`Ability::Less`](ability::Ability::Less) abilities make a draw smaller, and a matching
//!    [`Ability::Instead`](ability::Ability::Instead) replaces the deed. Each applies once.
//! 2. The deed happens. Every matching [`Ability::When`](ability::Ability::When) on a card that was in
//!    play before the deed is queued until the running text is finished.
//! 3. The engine evaluates every [`Ability::Check`](ability::Ability::Check) and looks for an empty
//!    hand.
//! 4. While a [`Clause`](ability::Clause) runs, the engine stores its position in the text, *you*, the
//!    player in focus, the card *it*, the cards *them* and the amount of the deed. The position is
//!    three small numbers: which card, which of its abilities, which step. All of this is plain data:
//!    no closures, no recursion.
//! 5. Questions are `choose <card>`, `choose <seat>`, `done` (only where fewer are allowed) and `yes`
//!    or `no` (only for "may"). A question with a single answer is still asked; a question without any
//!    answer is not.
//!
//! [`Crazier`] is that engine: rules and cards compiled from a [`Sheet`], and a [`Game`](eights::Game)
//! like the others. In `play`, the agenda (`resolve::agenda`) holds the running texts, the waiting
//! abilities, the suspended deed and the open question. `turn` is the main loop, `resolve` carries out
//! the steps of a text, and `deeds` applies the gates, performs deeds and queues the abilities that
//! they trigger.

pub mod ability;
mod bot;
mod card;
mod compile;
mod deck;
pub mod english;
mod explain;
mod file;
mod icon;
mod need;
mod play;
mod playable;
mod problem;
mod rules;
mod sense;
mod sets;
mod setup;
pub mod sheet;
mod study;
mod words;

pub use bot::{
    inference::{Told, Watch},
    network::{SHAPE as NETWORK_SHAPE, load_network},
    seat_view::SeatView,
};
pub use card::{Card, Colour, Colours, Kind, Rank, id_of};
pub use deck::Deck;
pub use english::{SentenceError, parse, parse_all, print};
pub use explain::{Explanation, explain};
pub use file::CardFile;
pub use icon::{Icon, icons};
pub use need::{Need, needs};
pub use play::{
    action::Action,
    event::{Event, Seen},
    place::{Face, MAX_SEATS, Names, PLACES, Pile},
    state::{Phase, Public, State, View},
    view::serialize::QuestionKind,
};
pub use problem::Problem;
pub use rules::Crazier;
pub use sense::sense;
pub use sets::{MANY_COLOURS, ORIGINAL, SHIPPED, shipped};
pub use sheet::Sheet;
