//! The faces of the cards of the draw deck.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{
    color::{Color, Colors, N_COLORS},
    spot::Shape,
};

/// The number of different faces.
pub const N_FACES: usize = 50;

const STICK: u8 = 0;
const CUE: u8 = 7;
const BLOCK: u8 = 14;
const WILD: u8 = 21;
const SIDE: u8 = 22;
const CORNER: u8 = 29;

/// A face as a small number: sticks, cue balls, blocks, the wild block, side pockets, corner pockets.
/// The set of faces in a hand fits into one word of bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

/// A face taken apart, for matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A cue stick.
    Stick(Color),
    /// A cue ball.
    Cue(Color),
    /// A block of one colour.
    Block(Color),
    /// The block that covers any pocket.
    WildBlock,
    /// A pocket of one colour, for the sides.
    Side(Color),
    /// A pocket of two colours, in colour order, for the corners.
    Corner(Color, Color),
}

impl Face {
    /// The block that covers any pocket.
    pub const WILD_BLOCK: Face = Face(WILD);

    /// All faces, in order.
    pub fn all() -> impl Iterator<Item = Face> {
        (0..N_FACES as u8).map(Face)
    }

    /// The cue stick of a colour.
    pub const fn stick(color: Color) -> Face {
        Face(STICK + color as u8)
    }

    /// The cue ball of a colour.
    pub const fn cue(color: Color) -> Face {
        Face(CUE + color as u8)
    }

    /// The block of a colour.
    pub const fn block(color: Color) -> Face {
        Face(BLOCK + color as u8)
    }

    /// The side pocket of a colour.
    pub const fn side(color: Color) -> Face {
        Face(SIDE + color as u8)
    }

    /// A corner pocket of two different colours; `None` for equal ones.
    pub fn corner(a: Color, b: Color) -> Option<Face> {
        let colors = Colors::only(a).or(Colors::only(b));
        (CORNER..N_FACES as u8).map(Face).find(|face| face.colors() == colors)
    }

    /// The index of the face.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bit of the face in a set of faces.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The colours printed on it; all seven for the wild block.
    #[inline]
    pub const fn colors(self) -> Colors {
        COLORS[self.0 as usize]
    }

    /// Whether it is a block, including the wild block.
    pub const fn is_block(self) -> bool {
        self.0 >= BLOCK && self.0 <= WILD
    }

    /// Whether it is a pocket.
    pub const fn is_pocket(self) -> bool {
        self.0 >= SIDE
    }

    /// The shape of a pocket, which determines where it fits on the table.
    #[inline]
    pub const fn shape(self) -> Option<Shape> {
        match self.0 {
            CORNER.. => Some(Shape::Corner),
            SIDE.. => Some(Shape::Side),
            _ => None,
        }
    }

    /// The kind of card, with its colours.
    pub const fn kind(self) -> Kind {
        let colors = self.colors();
        let first = Color::ALL[colors.bits().trailing_zeros() as usize];
        match self.0 {
            STICK..CUE => Kind::Stick(first),
            CUE..BLOCK => Kind::Cue(first),
            BLOCK..WILD => Kind::Block(first),
            WILD => Kind::WildBlock,
            SIDE..CORNER => Kind::Side(first),
            _ => Kind::Corner(first, Color::ALL[7 - colors.bits().leading_zeros() as usize]),
        }
    }

    /// Parses `stick-red`, `cue-red`, `block-red`, `block-wild`, `pocket-red` or `pocket-blue-red`, in
    /// any letter case.
    pub fn parse(text: &str) -> Option<Face> {
        Face::all().find(|face| face.to_string().eq_ignore_ascii_case(text))
    }

    /// Parses a pocket with or without its prefix, as tables are written: `red`, `blue-red`.
    pub fn parse_pocket(text: &str) -> Option<Face> {
        Face::parse(text).or_else(|| Face::parse(&format!("pocket-{text}"))).filter(|face| face.is_pocket())
    }

    /// The name of a pocket without its prefix, as tables are written.
    pub fn pocket_name(self) -> String {
        let name = self.to_string();
        name.strip_prefix("pocket-").unwrap_or(&name).to_owned()
    }
}

/// The faces of a set of faces, in order.
pub(crate) fn faces_in(mut bits: u64) -> impl Iterator<Item = Face> {
    std::iter::from_fn(move || {
        let face = (bits != 0).then(|| Face(bits.trailing_zeros() as u8))?;
        bits &= bits - 1;
        Some(face)
    })
}

/// All blocks as a set of faces.
pub(crate) const BLOCKS: u64 = bits(BLOCK, WILD + 1);
/// All pockets as a set of faces.
pub(crate) const POCKETS: u64 = bits(SIDE, N_FACES as u8);

const fn bits(from: u8, to: u8) -> u64 {
    (1 << to) - (1 << from)
}

/// The colours of the sticks in a set of faces.
pub(crate) const fn sticks_of(faces: u64) -> Colors {
    Colors::from_bits((faces >> STICK) as u8)
}

/// The colours of the cue balls in a set of faces.
pub(crate) const fn cues_of(faces: u64) -> Colors {
    Colors::from_bits((faces >> CUE) as u8)
}

// A stick is no cue ball, and neither is a block.
const _: () = {
    let hand = Face::stick(Color::Red).bit() | Face::cue(Color::Blue).bit() | Face::WILD_BLOCK.bit();
    assert!(sticks_of(hand).bits() == Colors::only(Color::Red).bits());
    assert!(cues_of(hand).bits() == Colors::only(Color::Blue).bits());
    assert!(hand & BLOCKS == Face::WILD_BLOCK.bit() && hand & POCKETS == 0);
};

const COLORS: [Colors; N_FACES] = {
    let mut colors = [Colors::ALL; N_FACES];
    let mut face = 0;
    while face < CORNER {
        if face != WILD {
            let color = if face < WILD { face % N_COLORS as u8 } else { face - SIDE };
            colors[face as usize] = Colors::from_bits(1 << color);
        }
        face += 1;
    }
    let (mut a, mut b) = (0, 1);
    while face < N_FACES as u8 {
        colors[face as usize] = Colors::from_bits(1 << a | 1 << b);
        b += 1;
        if b == N_COLORS {
            a += 1;
            b = a + 1;
        }
        face += 1;
    }
    colors
};

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.kind() {
            Kind::Stick(color) => write!(f, "stick-{color}"),
            Kind::Cue(color) => write!(f, "cue-{color}"),
            Kind::Block(color) => write!(f, "block-{color}"),
            Kind::WildBlock => f.write_str("block-wild"),
            Kind::Side(color) => write!(f, "pocket-{color}"),
            Kind::Corner(a, b) => write!(f, "pocket-{a}-{b}"),
        }
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

eights::text_schema!(
    Face,
    "Face",
    "^(stick|cue|block|pocket)-[a-z]+(-[a-z]+)?$",
    "The kind and colours of a card, such as `stick-red` or `pocket-blue-red`."
);
