//! The seven colours of the balls, and sets of them.

use std::fmt;

use serde::{Serialize, Serializer};

/// How many colours there are.
pub const N_COLORS: usize = 7;

/// The colour of a ball. Cards are named with colours in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// 1 and 9.
    Yellow,
    /// 2 and 10.
    Blue,
    /// 3 and 11.
    Red,
    /// 4 and 12.
    Purple,
    /// 5 and 13.
    Orange,
    /// 6 and 14.
    Green,
    /// 7 and 15.
    Maroon,
}

impl Color {
    /// All of them, in order.
    pub const ALL: [Color; N_COLORS] =
        [Color::Yellow, Color::Blue, Color::Red, Color::Purple, Color::Orange, Color::Green, Color::Maroon];

    /// The number of the colour: yellow is 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        ["yellow", "blue", "red", "purple", "orange", "green", "maroon"][self as usize]
    }

    /// The colour with this name, in any letter case.
    pub fn from_name(name: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// One of the two sets of balls. Both have the same seven colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Balls {
    /// 1 to 7.
    Solids,
    /// 9 to 15.
    Stripes,
}

impl Balls {
    /// What people call them, and the answer that chooses them.
    pub const fn name(self) -> &'static str {
        match self {
            Balls::Solids => "solids",
            Balls::Stripes => "stripes",
        }
    }
}

impl fmt::Display for Balls {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Balls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A set of colours: the balls of a row, or what is printed on a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Colors(u8);

impl Colors {
    /// No colour.
    pub const NONE: Colors = Colors(0);
    /// All seven.
    pub const ALL: Colors = Colors(0x7f);

    /// Only this one.
    pub const fn only(color: Color) -> Colors {
        Colors(1 << color as u8)
    }

    /// The set whose bits are given, yellow lowest.
    pub const fn from_bits(bits: u8) -> Colors {
        Colors(bits & 0x7f)
    }

    /// The bits, yellow lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the colour is in it.
    pub const fn has(self, color: Color) -> bool {
        self.0 & (1 << color as u8) != 0
    }

    /// What is in both.
    #[must_use]
    pub const fn and(self, other: Colors) -> Colors {
        Colors(self.0 & other.0)
    }

    /// What is in either.
    #[must_use]
    pub const fn or(self, other: Colors) -> Colors {
        Colors(self.0 | other.0)
    }

    /// What is in this one and not in the other.
    #[must_use]
    pub const fn without(self, other: Colors) -> Colors {
        Colors(self.0 & !other.0)
    }

    /// Whether they have a colour in common.
    pub const fn meets(self, other: Colors) -> bool {
        self.0 & other.0 != 0
    }

    /// How many they are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first one.
    pub const fn first(self) -> Option<Color> {
        if self.0 == 0 { None } else { Some(Color::ALL[self.0.trailing_zeros() as usize]) }
    }

    /// The colours in order.
    pub fn iter(self) -> impl Iterator<Item = Color> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            let color = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(color)
        })
    }
}

impl FromIterator<Color> for Colors {
    fn from_iter<I: IntoIterator<Item = Color>>(colors: I) -> Colors {
        colors.into_iter().fold(Colors::NONE, |all, color| all.or(Colors::only(color)))
    }
}

/// The names with spaces between: `blue red`; `none` for no colour.
impl fmt::Display for Colors {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let names: Vec<&str> = self.iter().map(Color::name).collect();
        f.write_str(&names.join(" "))
    }
}

impl fmt::Debug for Colors {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Colors {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
