//! What lies over a table for a while.

use eights_wire::Offer;

/// Something over the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Popup {
    /// Several answers go with a card: which?
    Choose {
        /// What the answers are about.
        title: String,
        /// The answers.
        offers: Vec<Offer>,
        /// The one the cursor is on.
        at: usize,
    },
    /// The score sheet.
    Score,
    /// All keys.
    Help,
    /// The rules in words, scrolled down by so many lines.
    Rules {
        /// Lines.
        scroll: usize,
    },
    /// Whether to leave.
    Leave,
    /// A line of text is typed.
    Type {
        /// What for.
        what: Typing,
        /// The text so far.
        text: String,
    },
    /// Another person's cards come next.
    Curtain,
}

/// What a line of text is typed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// An answer, or a question why it is none.
    Answer,
    /// Something to say to everybody.
    Chat,
}
