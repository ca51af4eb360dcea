//! What is on top of the six positions, and every place of cards.

use std::{borrow::Cow, collections::BTreeMap, fmt, ops};

use eights::{Eyes, Seat};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    color::{Color, Colors},
    face::Face,
    spot::{N_SPOTS, Shape, Spot},
};

/// The number of places where cards can be.
pub const PLACES: usize = 11;

/// What is on top of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Top {
    /// Nothing has been played there yet.
    Nothing,
    /// A pocket card, open to both players.
    Pocket(Face),
    /// A ball of a seat.
    Ball(Seat, Color),
    /// The 8-ball, pocketed by a seat.
    Eight(Seat),
    /// A block.
    Block(Face),
    /// Something unspecified that closes the pocket below, for test positions that do not say what.
    Something,
}

impl Top {
    /// The open pocket card, if there is one.
    #[inline]
    pub const fn open(self) -> Option<Face> {
        match self {
            Top::Pocket(pocket) => Some(pocket),
            _ => None,
        }
    }
}

/// What is on top of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tops([Top; N_SPOTS]);

impl Tops {
    /// The empty table.
    pub const BARE: Tops = Tops([Top::Nothing; N_SPOTS]);

    /// Every open pocket with its position.
    pub fn open(&self) -> impl Iterator<Item = (Spot, Face)> + '_ {
        Spot::ALL.into_iter().filter_map(|spot| Some((spot, self[spot].open()?)))
    }

    /// The colours of the open pocket on each position; empty where none is open.
    #[inline]
    pub(crate) fn open_colors(&self) -> [Colors; N_SPOTS] {
        self.0.map(|top| top.open().map_or(Colors::NONE, Face::colors))
    }

    /// Whether every position of a shape holds an open pocket.
    pub fn is_full(&self, shape: Shape) -> bool {
        shape.spots().iter().all(|spot| self[*spot].open().is_some())
    }
}

impl ops::Index<Spot> for Tops {
    type Output = Top;
    #[inline]
    fn index(&self, spot: Spot) -> &Top {
        &self.0[spot.index()]
    }
}

impl ops::IndexMut<Spot> for Tops {
    #[inline]
    fn index_mut(&mut self, spot: Spot) -> &mut Top {
        &mut self.0[spot.index()]
    }
}

impl Serialize for Tops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(N_SPOTS))?;
        for spot in Spot::ALL {
            map.serialize_entry(&spot, &self[spot])?;
        }
        map.end()
    }
}

impl JsonSchema for Tops {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Tops".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let top = generator.subschema_for::<Top>();
        let names = Spot::ALL.map(Spot::name);
        let properties: BTreeMap<&str, &Schema> = names.into_iter().map(|name| (name, &top)).collect();
        json_schema!({ "type": "object", "properties": properties, "required": names })
    }
}

/// A place where cards can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The draw pile, face down.
    Stock,
    /// The discard pile, face up.
    Discard,
    /// The hand of a seat.
    Hand(Seat),
    /// A stack on the table, face up.
    Table(Spot),
    /// Beside the table, face up: cards that a test position leaves out.
    Out,
}

const FIRST_HAND: usize = 2;
const FIRST_SPOT: usize = 4;

impl eights::Place for Place {
    #[inline]
    fn index(self) -> usize {
        match self {
            Place::Stock => 0,
            Place::Discard => 1,
            Place::Hand(seat) => FIRST_HAND + (seat.index() & 1),
            Place::Table(spot) => FIRST_SPOT + spot.index(),
            Place::Out => FIRST_SPOT + N_SPOTS,
        }
    }

    fn at(index: usize) -> Place {
        match index {
            0 => Place::Stock,
            1 => Place::Discard,
            FIRST_HAND..FIRST_SPOT => Place::Hand(Seat::new(index - FIRST_HAND)),
            _ => Spot::ALL.get(index - FIRST_SPOT).map_or(Place::Out, |spot| Place::Table(*spot)),
        }
    }

    #[inline]
    fn open_to(self) -> Eyes {
        match self {
            Place::Stock => Eyes::NONE,
            Place::Hand(seat) => Eyes::of(seat),
            _ => Eyes::ALL,
        }
    }

    #[inline]
    fn is_ordered(self) -> bool {
        !matches!(self, Place::Hand(_) | Place::Out)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Stock => f.write_str("stock"),
            Place::Discard => f.write_str("discard"),
            Place::Hand(seat) => write!(f, "hand {seat}"),
            Place::Table(spot) => write!(f, "{spot}"),
            Place::Out => f.write_str("out"),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

eights::text_schema!(
    Place,
    "Place",
    "^(stock|discard|out|hand [AB]|N|S|NW|NE|SW|SE)$",
    "A place that holds cards: `stock`, `discard`, a hand such as `hand A`, or a position such as `NW`."
);
