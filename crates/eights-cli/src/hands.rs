//! Draws cards and tables of Crazy Eights as lines of text.

use std::io::IsTerminal;

use eights::{Seat, Sight};
use eights_classic::{Face, Pile, Printed, Step, View};

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
    /// Whether to use colour on standard output.
    pub(crate) fn on(self) -> bool {
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                std::io::stdout().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        }
    }
}

/// The look of cards: suits as symbols or letters, coloured or not.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) colour: bool,
    /// Whether to use suit symbols instead of letters.
    pub(crate) symbols: bool,
    /// What is printed on the cards.
    pub(crate) printed: Printed,
}

/// Green clubs, blue diamonds, red hearts, bold spades: each suit differs in colour as well as in
/// shape. Stars, the fifth shape of the other pack, are yellow.
const COLOURS: [&str; 5] = ["\x1b[32m", "\x1b[34m", "\x1b[31m", "\x1b[1m", "\x1b[33m"];

/// The symbols of the suits.
fn symbols(printed: Printed) -> &'static [char] {
    match printed {
        Printed::French => &['♣', '♦', '♥', '♠'],
        Printed::Shapes => &['●', '▲', '✚', '■', '★'],
    }
}

/// Replaces suit symbols by letters, so that players can type or paste a card as it is drawn.
pub(crate) fn with_letters(text: &str) -> String {
    let letter = |c: char| match c {
        '♣' | '♧' | '●' => Some('C'),
        '♦' | '♢' => Some('D'),
        '▲' => Some('T'),
        '✚' => Some('X'),
        '■' => Some('Q'),
        '♥' | '♡' => Some('H'),
        '♠' | '♤' | '★' => Some('S'),
        // Variation selectors: they choose between the text and the emoji form of a symbol.
        '\u{fe0e}' | '\u{fe0f}' => None,
        other => Some(other),
    };
    text.chars().filter_map(letter).collect()
}

impl Look {
    pub(crate) fn card(self, face: Face) -> String {
        let text = face.to_string();
        if face.is_joker() {
            return text;
        }
        let suit = face.suit() as usize;
        if self.symbols {
            self.paint(suit, &format!("{}{}", &text[..text.len() - 1], symbols(face.printed())[suit]))
        } else {
            self.paint(suit, &text)
        }
    }

    fn paint(self, suit: usize, text: &str) -> String {
        if self.colour { format!("{}{text}\x1b[0m", COLOURS[suit]) } else { text.to_owned() }
    }

    /// Draws every card in a sentence such as `B plays 8S.`
    pub(crate) fn sentence(self, text: &str) -> String {
        let word = |word: &str| {
            let bare = word.trim_end_matches(['.', ',', ';', ':']);
            match self.printed.parse(bare) {
                Some(face) if bare == face.to_string() => {
                    format!("{}{}", self.card(face), &word[bare.len()..])
                }
                _ => word.to_owned(),
            }
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// The visible cards of a hand, sorted by suit.
    pub(crate) fn hand(self, view: &View, seat: Seat) -> String {
        let mut faces: Vec<Face> = view.table.pile(Pile::Hand(seat)).iter().filter_map(face).collect();
        faces.sort_by_key(|face| (face.is_joker(), face.suit(), face.rank()));
        faces.into_iter().map(|face| self.card(face)).collect::<Vec<_>>().join(" ")
    }

    /// The table as a player sees it before a turn, in one line.
    pub(crate) fn table(self, view: &View, you: Seat) -> String {
        let public = &view.public;
        let top = view.table.top(Pile::Discard).as_ref().and_then(face);
        let mut line = format!("Top {}", top.map_or("none".to_owned(), |top| self.card(top)));
        if public.named.is_some() {
            let named = match public.named.as_suit() {
                Some(suit) if self.symbols => {
                    let symbol = symbols(public.named.printed())[suit as usize];
                    self.paint(suit as usize, &symbol.to_string())
                }
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
