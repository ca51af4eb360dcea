//! The popups that can cover a table.

use eights_wire::Offer;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Popup {
    /// A choice among the answers that use one card.
    Choose {
        title: String,
        offers: Vec<Offer>,
        /// The index of the offer under the cursor.
        at: usize,
    },
    /// The score sheet.
    Score,
    /// The list of all keys.
    Help,
    /// The rules in words.
    Rules {
        /// The number of lines scrolled down.
        scroll: usize,
    },
    /// The question whether to leave the table.
    Leave,
    /// An input line.
    Type {
        what: Typing,
        /// The text so far.
        text: String,
    },
    /// Hides all cards until the next person at this screen is ready.
    Curtain,
}

/// The purpose of an input line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// An answer in the game's notation, or `why` and a card.
    Answer,
    /// A chat message to the table.
    Chat,
}
