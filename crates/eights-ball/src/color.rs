//! The seven ball colours, and sets of them.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// The number of colours.
pub const N_COLORS: usize = 7;

/// The colour of a ball. Cards are named with colours in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(rename_all = "lowercase")]
#[repr(u8)]
pub enum Color {
    /// Balls 1 and 9.
    Yellow,
    /// Balls 2 and 10.
    Blue,
    /// Balls 3 and 11.
    Red,
    /// Balls 4 and 12.
    Purple,
    /// Balls 5 and 13.
    Orange,
    /// Balls 6 and 14.
    Green,
    /// Balls 7 and 15.
    Maroon,
}

impl Color {
    /// All colours, in order.
    pub const ALL: [Color; N_COLORS] =
        [Color::Yellow, Color::Blue, Color::Red, Color::Purple, Color::Orange, Color::Green, Color::Maroon];

    /// The index of the colour; yellow is 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name of the colour.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub enum Balls {
    /// Balls 1 to 7.
    Solids,
    /// Balls 9 to 15.
    Stripes,
}

impl Balls {
    /// The name of the set, which is also the answer that chooses it.
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

/// A set of colours: the balls of a row, or the colours on a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Colors(u8);

impl Colors {
    /// The empty set.
    pub const NONE: Colors = Colors(0);
    /// All seven colours.
    pub const ALL: Colors = Colors(0x7f);

    /// The set with only this colour.
    pub const fn only(color: Color) -> Colors {
        Colors(1 << color as u8)
    }

    /// The set with the given bits; yellow is the lowest.
    pub const fn from_bits(bits: u8) -> Colors {
        Colors(bits & 0x7f)
    }

    /// The set as bits; yellow is the lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the set contains the colour.
    pub const fn has(self, color: Color) -> bool {
        self.0 & (1 << color as u8) != 0
    }

    /// The intersection of both sets.
    #[must_use]
    pub const fn and(self, other: Colors) -> Colors {
        Colors(self.0 & other.0)
    }

    /// The union of both sets.
    #[must_use]
    pub const fn or(self, other: Colors) -> Colors {
        Colors(self.0 | other.0)
    }

    /// The colours in this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Colors) -> Colors {
        Colors(self.0 & !other.0)
    }

    /// Whether the sets share a colour.
    pub const fn meets(self, other: Colors) -> bool {
        self.0 & other.0 != 0
    }

    /// The number of colours in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first colour in order, if any.
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

/// Writes the names separated by spaces, as in `blue red`; `none` for the empty set.
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

impl JsonSchema for Colors {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Colors".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<Color>>::json_schema(generator)
    }
}
