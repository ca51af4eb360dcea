//! Cards and tables drawn in a line of text.

use std::io::IsTerminal;

use eights::{Seat, Sight};
use eights_classic::{Face, Pile, Step, View};

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    /// Whether to use it.
    pub(crate) fn on(self) -> bool {
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty())
            }
        }
    }
}

/// How cards look: suits as symbols or letters, coloured or not.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    /// Whether to use colour.
    pub(crate) colour: bool,
    /// Whether to use the four symbols; letters otherwise.
    pub(crate) symbols: bool,
}

/// Four colours, so that no suit is told by shape alone: green clubs, blue
/// diamonds, red hearts, plain spades.
const COLOURS: [&str; 4] = ["\x1b[32m", "\x1b[34m", "\x1b[31m", "\x1b[1m"];
const SYMBOLS: [char; 4] = ['♣', '♦', '♥', '♠'];

/// A text with suit symbols replaced by their letters, so that a card can be typed or pasted as it is drawn.
pub(crate) fn with_letters(text: &str) -> String {
    let letter = |c: char| match c {
        '♣' | '♧' => Some('C'),
        '♦' | '♢' => Some('D'),
        '♥' | '♡' => Some('H'),
        '♠' | '♤' => Some('S'),
        // Selects between the text and the emoji form of the symbol before it.
        '\u{fe0e}' | '\u{fe0f}' => None,
        other => Some(other),
    };
    text.chars().filter_map(letter).collect()
}

impl Look {
    /// A card.
    pub(crate) fn card(self, face: Face) -> String {
        let text = face.to_string();
        if face.is_joker() {
            return text;
        }
        self.paint(
            face.suit() as usize,
            &match self.symbols {
                true => format!("{}{}", &text[..text.len() - 1], SYMBOLS[face.suit() as usize]),
                false => text,
            },
        )
    }

    fn paint(self, suit: usize, text: &str) -> String {
        if self.colour { format!("{}{text}\x1b[0m", COLOURS[suit]) } else { text.to_owned() }
    }

    /// A sentence with every card in it drawn: `B plays 8S.`
    pub(crate) fn sentence(self, text: &str) -> String {
        let word = |word: &str| {
            let bare = word.trim_end_matches(['.', ',', ';', ':']);
            match Face::parse(bare) {
                Some(face) if bare == face.to_string() => {
                    format!("{}{}", self.card(face), &word[bare.len()..])
                }
                _ => word.to_owned(),
            }
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// A hand, by suit.
    pub(crate) fn hand(self, view: &View, seat: Seat) -> String {
        let mut faces: Vec<Face> = view.table.pile(Pile::Hand(seat)).iter().filter_map(face).collect();
        faces.sort_by_key(|face| (face.is_joker(), face.suit(), face.rank()));
        faces.into_iter().map(|face| self.card(face)).collect::<Vec<_>>().join(" ")
    }

    /// Everything a player looks at before a turn.
    pub(crate) fn table(self, view: &View, you: Seat) -> String {
        let public = &view.public;
        let top = view.table.top(Pile::Discard).as_ref().and_then(face);
        let mut line = format!("Top {}", top.map_or("none".to_owned(), |top| self.card(top)));
        if public.named.is_some() {
            let named = match public.named.as_suit() {
                Some(suit) if self.symbols => self.paint(suit as usize, &SYMBOLS[suit as usize].to_string()),
                _ => public.named.to_string(),
            };
            line += &format!(" naming {named}");
        }
        line += &format!(" · stock {}", view.table.pile(Pile::Stock).len());
        let mut seat = you;
        for _ in 1..public.seats {
            seat = if public.clockwise { seat.left(public.seats) } else { seat.right(public.seats) };
            let n = view.table.pile(Pile::Hand(seat)).len();
            let mark = if public.playing.has(seat) { "" } else { " (out)" };
            line += &format!(" · {seat} {n}{mark}");
        }
        if let Step::Answer { owed, .. } = public.step {
            line += &format!(" · you owe {owed}");
        }
        line
    }
}

fn face(sight: &Sight<Face>) -> Option<Face> {
    match sight {
        Sight::Face(face) => Some(*face),
        Sight::Back => None,
    }
}
