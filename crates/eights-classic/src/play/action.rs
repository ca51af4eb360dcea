//! Answers, their packed form and their notation.

use std::{borrow::Cow, fmt};

use eights::{Offer, Seat, Verb};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::face::{Face, Printed};

/// The suit or rank that a wild card calls for, of one of the two packs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(u8);

/// The first number of a suit and of a rank, in the French pack and in the one with five shapes.
const FRENCH_SUIT: u8 = 1;
const FRENCH_RANK: u8 = 5;
const SHAPE: u8 = 18;
const NUMBER: u8 = 23;
const PAST_NAMES: u8 = 37;

impl Name {
    /// No name.
    pub const NONE: Name = Name(0);
    /// Any card may follow.
    pub const ANYTHING: Name = Name(u8::MAX);

    /// A name that calls for a suit.
    #[inline]
    pub const fn suit(printed: Printed, suit: u8) -> Name {
        match printed {
            Printed::French => Name(FRENCH_SUIT + suit),
            Printed::Shapes => Name(SHAPE + suit),
        }
    }

    /// A name that calls for a rank.
    pub const fn rank(printed: Printed, rank: u8) -> Name {
        match printed {
            Printed::French => Name(FRENCH_RANK + rank),
            Printed::Shapes => Name(NUMBER + rank),
        }
    }

    /// A name that calls for the suit of a card; none for a joker.
    pub const fn suit_of(face: Face) -> Name {
        if face.is_joker() { Name::NONE } else { Name::suit(face.printed(), face.suit()) }
    }

    /// Parses the letter of a suit, or a rank.
    pub(crate) fn parse(printed: Printed, text: &str) -> Option<Name> {
        let suit = printed.suit_lettered(&text.to_ascii_uppercase());
        let rank = || printed.rank_named(text).map(|rank| Name::rank(printed, rank));
        suit.map(|suit| Name::suit(printed, suit)).or_else(rank)
    }

    /// The suit, if one is named.
    #[inline]
    pub const fn as_suit(self) -> Option<u8> {
        match self.0 {
            FRENCH_SUIT..FRENCH_RANK => Some(self.0 - FRENCH_SUIT),
            SHAPE..NUMBER => Some(self.0 - SHAPE),
            _ => None,
        }
    }

    /// The rank, if one is named.
    #[inline]
    pub const fn as_rank(self) -> Option<u8> {
        match self.0 {
            FRENCH_RANK..SHAPE => Some(self.0 - FRENCH_RANK),
            NUMBER..PAST_NAMES => Some(self.0 - NUMBER),
            _ => None,
        }
    }

    /// The pack that it belongs to.
    pub const fn printed(self) -> Printed {
        if matches!(self.0, SHAPE..PAST_NAMES) { Printed::Shapes } else { Printed::French }
    }

    /// The faces that it calls for, if it calls for a suit or a rank.
    #[inline]
    pub(crate) const fn faces(self) -> Option<u64> {
        match (self.as_suit(), self.as_rank()) {
            (Some(suit), _) => Some(self.printed().of_suit(suit)),
            (_, Some(rank)) => Some(self.printed().of_rank(rank)),
            _ => None,
        }
    }

    /// The name in sentences: "hearts", "sevens".
    pub(crate) fn spoken(self) -> String {
        match (self.as_suit(), self.as_rank()) {
            (Some(suit), _) => self.printed().suit_name(suit).to_owned(),
            (_, Some(rank)) => self.printed().rank_plural(rank),
            _ => self.to_string(),
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
            (Some(suit), _) => write!(f, "{}", self.printed().suit_letters()[suit as usize]),
            (_, Some(rank)) => f.write_str(self.printed().rank_names()[rank as usize]),
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

impl JsonSchema for Name {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "null"] })
    }
}

/// The cards laid under the top one, all of its rank: a count per suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Under(u16);

impl Under {
    /// No cards: only the top card is laid.
    pub const NONE: Under = Under(0);

    /// Builds it from a count per suit.
    pub const fn of(counts: [u8; 4]) -> Under {
        Under((counts[0] as u16) << 12 | (counts[1] as u16) << 8 | (counts[2] as u16) << 4 | counts[3] as u16)
    }

    /// The number of cards of a suit.
    pub const fn count(self, suit: u8) -> u8 {
        (self.0 >> (12 - 4 * suit as u16) & 15) as u8
    }

    /// The total number of cards.
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

/// Cards laid together, with the name, target and call announced with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lay {
    /// The card that ends up on top.
    pub top: Face,
    /// The cards below it.
    pub under: Under,
    /// The suit of the bottom card, if that is not the lowest in card order.
    pub first: Option<u8>,
    /// The suit or rank named with the top card.
    pub name: Name,
    /// The chosen opponent.
    pub whom: Option<Seat>,
    /// Whether the player calls the last card.
    pub call: bool,
}

impl Lay {
    /// A single card without name, target or call.
    pub const fn card(top: Face) -> Lay {
        Lay { top, under: Under::NONE, first: None, name: Name::NONE, whom: None, call: false }
    }

    /// The number of cards laid.
    pub const fn len(&self) -> usize {
        1 + self.under.len() as usize
    }

    /// Always false: at least one card is laid.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// The cards in the order they are laid: the first card, then the others in card order, the top
    /// card last.
    #[inline]
    pub fn faces(self) -> impl Iterator<Item = Face> {
        let others =
            move |suit: u8| self.under.count(suit).saturating_sub(u8::from(self.first == Some(suit)));
        let others = (0..4).flat_map(move |suit| (0..others(suit)).map(move |_| suit));
        let under = self.first.into_iter().chain(others);
        under.map(move |suit| Face::of(self.top.rank(), suit)).chain([self.top])
    }
}

/// One answer, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// Lay cards.
    Play(Lay),
    /// Name what follows a wild starter.
    Name(Name),
    /// Draw one card, or the whole penalty.
    Draw,
    /// Pass, or keep the card just drawn.
    Pass,
    /// Lay no further card.
    Done,
    /// Point out that a player did not call the last card.
    Catch(Seat),
    /// Doubt the wild card just laid.
    Challenge,
}

/// One answer packed into 32 bits, because long lists of answers are written and read back at once.
/// Sorts like [`Answer`].
///
/// Layout from the top: kind (2 bits, at 30), top card (7, at 23), cards under it (2 per suit, at 15),
/// suit laid first (3, at 12), name (6, at 6), target (5, at 1), call (1). An answer that lays nothing and names
/// nothing has its number in the place of the top card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u32);

const KIND: u32 = 30;
const TOP: u32 = 23;
const UNDER: u32 = 15;
const FIRST: u32 = 12;

/// An answer that lays nothing and names nothing.
const fn bare(number: u32) -> Action {
    Action(2 << KIND | number << TOP)
}

impl Action {
    /// Draw one card, or the whole penalty.
    pub const DRAW: Action = bare(0);
    /// Pass.
    pub const PASS: Action = bare(1);
    /// Lay no further card.
    pub const DONE: Action = bare(2);
    /// Doubt the wild card just laid.
    pub const CHALLENGE: Action = bare(4);

    /// Lay one card without a name.
    #[inline]
    pub(crate) const fn card(face: Face) -> Action {
        Action((face.bits() as u32) << TOP)
    }

    /// Lay one card and name a suit of the French pack.
    #[inline]
    pub(crate) const fn card_naming(face: Face, suit: u8) -> Action {
        Action((face.bits() as u32) << TOP | (FRENCH_SUIT as u32 + suit as u32) << 6)
    }

    /// Packs cards to be laid.
    #[inline]
    pub fn play(lay: Lay) -> Action {
        let under = (0..4).fold(0, |all, suit| all << 2 | u32::from(lay.under.count(suit)));
        let first = lay.first.map_or(0, |suit| 1 + u32::from(suit & 3));
        let whom = lay.whom.map_or(0, |seat| 1 + seat.index() as u32);
        let name = u32::from(lay.name.0) & 63;
        let cards = Action::card(lay.top).0 | under << UNDER | first << FIRST;
        Action(cards | name << 6 | whom << 1 | u32::from(lay.call))
    }

    /// Unpacks the answer.
    #[inline]
    pub fn answer(self) -> Answer {
        match (self.0 >> KIND, self.0 >> TOP & 127) {
            (0, _) => Answer::Play(self.lay()),
            (1, _) => Answer::Name(Name((self.0 >> 6 & 63) as u8)),
            (_, 0) => Answer::Draw,
            (_, 1) => Answer::Pass,
            (_, 2) => Answer::Done,
            (_, 3) => Answer::Catch(Seat::new((self.0 >> 1 & 31) as usize)),
            _ => Answer::Challenge,
        }
    }

    /// The card and its name, if the answer is a single card of the French pack without target or call.
    #[inline]
    pub(crate) fn as_card(self) -> Option<(Face, Name)> {
        // The bit below the kind is the pack.
        let plain = self.0 >> (KIND - 1) == 0 && self.0 & (2047 << FIRST | 63) == 0;
        plain.then(|| (Face::from_bits((self.0 >> TOP) as u8), Name((self.0 >> 6 & 63) as u8)))
    }

    /// Whether the answer lays cards and names something.
    #[inline]
    pub fn names(self) -> bool {
        self.0 >> KIND == 0 && self.0 >> 6 & 63 != 0
    }

    /// Whether both answers lay the same cards, regardless of name, target and call.
    #[inline]
    pub fn same_cards(self, other: Action) -> bool {
        self.0 >> FIRST == other.0 >> FIRST && self.0 >> KIND == 0
    }

    /// The cards laid, if this is a play.
    #[inline]
    pub fn as_lay(self) -> Option<Lay> {
        (self.0 >> KIND == 0).then(|| self.lay())
    }

    #[inline]
    fn lay(self) -> Lay {
        let under = self.0 >> UNDER & 255;
        let first = self.0 >> FIRST & 7;
        let whom = self.0 >> 1 & 31;
        Lay {
            top: Face::from_bits((self.0 >> TOP) as u8),
            under: if under == 0 {
                Under::NONE
            } else {
                Under::of([6, 4, 2, 0].map(|at| (under >> at & 3) as u8))
            },
            first: if first == 0 { None } else { Some((first - 1) as u8 & 3) },
            name: Name((self.0 >> 6 & 63) as u8),
            whom: if whom == 0 { None } else { Some(Seat::new(whom as usize - 1)) },
            call: self.0 & 1 != 0,
        }
    }
}

/// Answers in parts, for clients.
impl Action {
    pub(crate) fn offer(self) -> Offer {
        let answer = self.answer();
        let say = answer.to_string();
        match answer {
            Answer::Play(lay) => Offer {
                cards: lay.faces().map(Face::text).collect(),
                places: vec!["discard".into()],
                names: lay.name.is_some().then(|| lay.name.to_string().into()).into_iter().collect(),
                whom: lay.whom,
                call: lay.call,
                ..Offer::new(say, Verb::Play)
            },
            Answer::Name(name) => {
                Offer { names: vec![name.to_string().into()], ..Offer::new(say, Verb::Name) }
            }
            Answer::Draw => Offer::new(say, Verb::Draw),
            Answer::Pass => Offer::new(say, Verb::Pass),
            Answer::Done => Offer::new(say, Verb::Done),
            Answer::Catch(seat) => Offer { whom: Some(seat), ..Offer::new(say, Verb::Catch) },
            Answer::Challenge => Offer::new(say, Verb::Challenge),
        }
    }
}

impl From<Answer> for Action {
    fn from(said: Answer) -> Action {
        match said {
            Answer::Play(lay) => Action::play(lay),
            Answer::Name(name) => Action(1 << KIND | (u32::from(name.0) & 63) << 6),
            Answer::Draw => Action::DRAW,
            Answer::Pass => Action::PASS,
            Answer::Done => Action::DONE,
            Answer::Catch(seat) => Action(bare(3).0 | (seat.index() as u32) << 1),
            Answer::Challenge => Action::CHALLENGE,
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&self.answer(), f)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Answer::Play(lay) => {
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
            Answer::Name(name) => write!(f, "={name}"),
            Answer::Draw => f.write_str("draw"),
            Answer::Pass => f.write_str("pass"),
            Answer::Done => f.write_str("done"),
            Answer::Catch(seat) => write!(f, "catch {seat}"),
            Answer::Challenge => f.write_str("challenge"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every answer survives packing and unpacking, and packing keeps the order.
    #[test]
    fn packing_keeps_meaning_and_order() {
        let mut all = vec![Answer::Draw, Answer::Pass, Answer::Done, Answer::Challenge];
        all.extend((0..16).map(Seat::new).map(Answer::Catch));
        let names = |printed: Printed| {
            let suits = (0..printed.suits()).map(move |suit| Name::suit(printed, suit));
            suits.chain((0..printed.ranks()).map(move |rank| Name::rank(printed, rank)))
        };
        let packs = [Printed::French, Printed::Shapes];
        all.extend(packs.into_iter().flat_map(names).map(Answer::Name));
        for top in packs.into_iter().flat_map(|printed| (0..64).map(move |i| printed.at(i))) {
            for name in names(top.printed()).chain([Name::NONE]) {
                for whom in [None, Some(Seat::A), Some(Seat::new(15))] {
                    for under in [[0, 0, 0, 0], [3, 0, 0, 1], [0, 2, 0, 0], [1, 1, 3, 3]] {
                        for first in [None, Some(0), Some(3)] {
                            let lay = Lay { top, under: Under::of(under), first, name, whom, call: false };
                            all.extend([Answer::Play(lay), Answer::Play(Lay { call: true, ..lay })]);
                        }
                    }
                }
            }
        }
        all.sort();
        let packed: Vec<Action> = all.iter().map(|said| Action::from(*said)).collect();
        assert!(packed.is_sorted_by(|a, b| a < b));
        assert!(packed.iter().map(|action| action.answer()).eq(all));
    }

    /// The parts of an offer as JSON, which is how clients get them.
    #[track_caller]
    fn offers(answer: Answer, json: &str) {
        assert_eq!(serde_json::to_string(&Action::from(answer).offer()).unwrap(), json);
    }

    #[test]
    fn offers_name_their_parts() {
        offers(
            Answer::Play(Lay::card(Face::of(9, 2))),
            r#"{"say":"10H","verb":"play","cards":["10H"],"places":["discard"]}"#,
        );
        offers(
            Answer::Play(Lay {
                name: Name::suit(Printed::French, 2),
                under: Under::of([0, 0, 0, 1]),
                call: true,
                ..Lay::card(Face::of(7, 0))
            }),
            r#"{"say":"8S+8C=H!","verb":"play","cards":["8S","8C"],"places":["discard"],"names":["H"],"call":true}"#,
        );
        offers(
            Answer::Play(Lay { whom: Some(Seat::new(1)), ..Lay::card(Face::of(6, 3)) }),
            r#"{"say":"7S>B","verb":"play","cards":["7S"],"places":["discard"],"whom":"B"}"#,
        );
        offers(Answer::Name(Name::suit(Printed::French, 1)), r#"{"say":"=D","verb":"name","names":["D"]}"#);
        offers(Answer::Catch(Seat::new(2)), r#"{"say":"catch C","verb":"catch","whom":"C"}"#);
        offers(Answer::Draw, r#"{"say":"draw","verb":"draw"}"#);
    }
}
