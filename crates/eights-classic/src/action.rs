//! Answers and their notation.

use std::fmt;

use eights::Seat;
use serde::{Serialize, Serializer};

use crate::face::{Face, RANKS, SUITS};

/// What a wild card calls for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(u8);

impl Name {
    /// Nothing is named.
    pub const NONE: Name = Name(0);
    /// Anything may follow.
    pub const ANYTHING: Name = Name(u8::MAX);

    /// A suit.
    pub const fn suit(suit: u8) -> Name {
        Name(1 + suit)
    }

    /// A rank.
    pub const fn rank(rank: u8) -> Name {
        Name(5 + rank)
    }

    /// The suit, if one is named.
    pub const fn as_suit(self) -> Option<u8> {
        match self.0 {
            1..=4 => Some(self.0 - 1),
            _ => None,
        }
    }

    /// The rank, if one is named.
    pub const fn as_rank(self) -> Option<u8> {
        match self.0 {
            5..=17 => Some(self.0 - 5),
            _ => None,
        }
    }

    /// Whether something is named.
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.as_suit(), self.as_rank()) {
            (Some(suit), _) => write!(f, "{}", SUITS[suit as usize]),
            (_, Some(rank)) => f.write_str(RANKS[rank as usize]),
            _ => f.write_str(if *self == Name::ANYTHING { "anything" } else { "nothing" }),
        }
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_some() { serializer.collect_str(self) } else { serializer.serialize_none() }
    }
}

/// Cards laid under the top one, all of its rank: how many of each suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Under(u16);

impl Under {
    /// Only the top card is laid.
    pub const NONE: Under = Under(0);

    /// So many of each suit.
    pub const fn of(counts: [u8; 4]) -> Under {
        Under((counts[0] as u16) << 12 | (counts[1] as u16) << 8 | (counts[2] as u16) << 4 | counts[3] as u16)
    }

    /// How many of a suit.
    pub const fn count(self, suit: u8) -> u8 {
        (self.0 >> (12 - 4 * suit as u16) & 15) as u8
    }

    /// How many in all.
    #[inline]
    pub const fn len(self) -> u8 {
        if self.0 == 0 {
            return 0;
        }
        self.count(0) + self.count(1) + self.count(2) + self.count(3)
    }

    /// Whether only the top card is laid.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Cards laid in one go, and what is said with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lay {
    /// The card that ends on top.
    pub top: Face,
    /// What lies under it.
    pub under: Under,
    /// What is named.
    pub name: Name,
    /// Who is chosen.
    pub whom: Option<Seat>,
    /// Whether the last card is called.
    pub call: bool,
}

impl Lay {
    /// Just one card.
    pub const fn card(top: Face) -> Lay {
        Lay { top, under: Under::NONE, name: Name::NONE, whom: None, call: false }
    }

    /// How many cards are laid.
    pub const fn len(&self) -> usize {
        1 + self.under.len() as usize
    }

    /// Never: at least one card is laid.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The cards in the order they are laid: card order, the top one last.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        let under = (0..4).flat_map(move |suit| (0..self.under.count(suit)).map(move |_| suit));
        under.map(move |suit| Face::of(self.top.rank(), suit)).chain([self.top])
    }
}

/// One answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Lay cards.
    Play(Lay),
    /// Name what follows a wild starter.
    Name(Name),
    /// Draw one card, or all that is owed.
    Draw,
    /// Do nothing; also: keep the card just drawn.
    Pass,
    /// Lay no further card.
    Done,
    /// Point out that somebody did not call the last card.
    Catch(Seat),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Action::Play(lay) => {
                for (i, face) in lay.faces().enumerate() {
                    write!(f, "{}{face}", if i > 0 { "+" } else { "" })?;
                }
                if lay.name.is_some() {
                    write!(f, "={}", lay.name)?;
                }
                if let Some(seat) = lay.whom {
                    write!(f, ">{seat}")?;
                }
                f.write_str(if lay.call { "!" } else { "" })
            }
            Action::Name(name) => write!(f, "={name}"),
            Action::Draw => f.write_str("draw"),
            Action::Pass => f.write_str("pass"),
            Action::Done => f.write_str("done"),
            Action::Catch(seat) => write!(f, "catch {seat}"),
        }
    }
}
