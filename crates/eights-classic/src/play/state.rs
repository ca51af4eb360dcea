//! The state of one hand: its cards and what is public about it.

use std::{fmt, sync::Arc};

use eights::{BySeat, Cards, Eyes, MAX_SEATS, Place, Seat, Seats, Sight, Table};
use schemars::JsonSchema;
use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{
    face::{Face, Printed, faces_of},
    play::action::Name,
    sheet::{Again, PrintedNames},
};

/// The maximum number of places: stock, discard pile and sixteen hands.
pub const PLACES: usize = 18;

/// A place that holds cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pile {
    /// The stock, face down.
    Stock,
    /// The discard pile, face up.
    Discard,
    /// The hand of a player.
    Hand(Seat),
}

impl Place for Pile {
    #[inline]
    fn index(self) -> usize {
        match self {
            Pile::Stock => 0,
            Pile::Discard => 1,
            Pile::Hand(seat) => 2 + seat.index(),
        }
    }

    fn at(index: usize) -> Pile {
        match index {
            0 => Pile::Stock,
            1 => Pile::Discard,
            _ => Pile::Hand(Seat::new(index - 2)),
        }
    }

    #[inline]
    fn open_to(self) -> Eyes {
        match self {
            Pile::Stock => Eyes::NONE,
            Pile::Discard => Eyes::ALL,
            Pile::Hand(seat) => Eyes::of(seat),
        }
    }

    #[inline]
    fn is_ordered(self) -> bool {
        !matches!(self, Pile::Hand(_))
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The names of all hands in notation.
const HANDS: [&str; MAX_SEATS] = [
    "hand A", "hand B", "hand C", "hand D", "hand E", "hand F", "hand G", "hand H", "hand I", "hand J",
    "hand K", "hand L", "hand M", "hand N", "hand O", "hand P",
];

impl Pile {
    fn name(self) -> &'static str {
        match self {
            Pile::Stock => "stock",
            Pile::Discard => "discard",
            Pile::Hand(seat) => HANDS[seat.index() % MAX_SEATS],
        }
    }
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("Pile", self.index() as u32, self.name())
    }
}

eights::text_schema!(
    Pile,
    "Place",
    "^(stock|discard|hand [A-P])$",
    "A place that holds cards: `stock`, `discard` or a hand such as `hand A`."
);

/// The question that the seat whose turn it is must answer. `repr(u8)` gives the tag its own byte,
/// because it is read several times per step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Step {
    /// An ordinary turn: play, draw or pass.
    Play,
    /// A penalty: take it or answer it.
    Answer {
        /// The number of cards owed.
        owed: u16,
        /// The lowest face of the penalty's family, which identifies the family.
        family: u8,
        /// The number of cards that the last penalty card alone demands.
        least: u8,
        /// The player of the card, if it asks the player before that one, out of turn. Left out otherwise.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// A turn to miss: pass, or pass it on with a card of the same rank.
    Miss,
    /// The player must cover the own card: lay one that fits, drawing until there is one.
    Cover,
    /// The player may lay one more card at once, or go on with an open run.
    More(Again),
    /// The player may go on with a run of cards, or close it.
    Run {
        /// The number of cards laid in it.
        cards: u8,
        /// The number of cards owed that it answers; 0 for none.
        owed: u16,
        /// The lowest face of the family of that penalty.
        family: u8,
        /// The number of cards that the last penalty card alone demands.
        least: u8,
        /// Whether only cards of the same rank may follow, because it answers a penalty or a skip.
        bound: bool,
    },
    /// A penalty that may be doubted: take it, or challenge the player who laid the card.
    Doubt {
        /// The player who laid the card.
        by: Seat,
        /// The number of cards owed.
        owed: u16,
        /// The suit that held before it; the card is guilty if its player had one. `None` if no suit held.
        suit: Name,
        /// The number of further cards that a wrong challenge costs.
        wrong: u8,
    },
    /// A player's last card, which another one may match: lay the same card, or pass.
    Match {
        /// The player of the last card.
        by: Seat,
        /// The number of cards that it demands of the next player if it is matched.
        owed: u16,
        /// The number of players who have yet to answer.
        left: u8,
    },
    /// The first round, in which everybody lays a card of one suit.
    Opening {
        /// The number of players who have yet to lay one.
        left: u8,
    },
    /// The dealer may exchange the starter for a card from the hand.
    Exchange,
    /// A player names what follows a wild starter.
    NameStarter,
    /// No question: the hand is over because a player went out.
    Out,
    /// No question: the hand is blocked.
    Blocked,
}

/// Everything public apart from the cards. Part of both the state and every view, so that the two
/// cannot differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
pub struct Public {
    /// The number of players.
    pub seats: u8,
    /// The number of the hand, from 0.
    pub hand: u32,
    /// The seat that dealt.
    pub dealer: Seat,
    /// The seat whose turn it is.
    pub turn: Seat,
    /// The question for that seat.
    pub step: Step,
    /// Whether play goes clockwise (to the left).
    pub clockwise: bool,
    /// The suit or rank that was named for the top card.
    pub named: Name,
    /// Cards drawn in this turn.
    pub drawn: u8,
    /// Passes in a row while nothing can be drawn.
    pub passes: u8,
    /// The seats still playing in this hand.
    pub playing: Seats,
    /// The place each seat has finished in; 0 for none yet, above 16 for a bust.
    pub places: BySeat<u8>,
    /// The seat that has one card left and did not call it.
    pub uncalled: Option<Seat>,
    /// The seats that forgot to call and may not go out in their next turn. Left out while there are none.
    #[schemars(skip_serializing_if = "Seats::is_empty")]
    pub barred: Seats,
    /// The seats that were caught and draw in their next turn instead of playing. Left out while there are none.
    #[schemars(skip_serializing_if = "Seats::is_empty")]
    pub waiting: Seats,
    /// The card that the top card counts as, if it counts as another one. Left out otherwise.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub copied: Option<Face>,
    /// Whether a player laid the top card (it is not the starter).
    pub played: bool,
    /// Whether nobody has drawn by choice or passed since, so that others may jump in.
    pub jumpable: bool,
    /// Answers given since the number of cards in hands last reached a new minimum.
    pub quiet: u16,
    /// The minimum number of cards in all hands so far.
    pub fewest: u16,
    /// The number of cards in the game.
    pub cards: u16,
    /// The match score: without this hand during play, including it once it is over.
    pub scores: BySeat<i32>,
}

// Up to 128 bytes are copied in place; above that, a call of memcpy costs each view 4 % more instructions
// (`make counts`).
const _: () = assert!(size_of::<Public>() <= 128);

/// The complete state of a hand, hidden cards included. Not `Serialize`.
#[derive(Clone)]
pub struct State {
    pub(crate) public: Public,
    pub(crate) cards: Cards<Pile, PLACES>,
    /// What is printed on the cards, as the rules say.
    pub(crate) printed: Printed,
    /// The faces that fit now, wild cards aside. Derived from the top card and the name.
    pub(crate) follow: u64,
    /// The card just drawn, as long as it may be played.
    pub(crate) fresh: Option<Face>,
    /// In [`Step::Doubt`], whether the player of the card could have followed suit.
    pub(crate) guilty: bool,
    /// How many reshuffles each seat has made necessary in this hand; counted where they cost points. Public.
    pub(crate) reshuffles: BySeat<u8>,
    /// How many turns each seat has yet to miss, where skips add up. Public.
    pub(crate) absent: BySeat<u8>,
    /// For how many more turns the named rank or suit must be followed, if it holds for one round. Public.
    pub(crate) binding: u8,
    /// The player of the top card, where others may match it for a price. Public.
    pub(crate) laid_by: Option<Seat>,
}

/// What one viewer may know about a hand.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
pub struct View {
    /// The public part; serialised flat, next to the other fields.
    #[schemars(flatten)]
    pub public: Public,
    /// The cards as the viewer sees them.
    pub table: Table<Pile, Sight<Face>, PLACES>,
    /// The card just drawn, as long as it may be played; only its player sees it.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub fresh: Option<Face>,
    /// How many reshuffles each seat has made necessary in this hand. Left out where they cost nothing.
    #[schemars(skip_serializing_if = "is_zero")]
    pub reshuffles: BySeat<u8>,
    /// How many turns each seat has yet to miss, where skips add up. Left out while there are none.
    #[schemars(skip_serializing_if = "is_zero")]
    pub absent: BySeat<u8>,
    /// For how many more turns the named rank or suit must be followed, if it holds for one round. Left out
    /// otherwise.
    #[schemars(skip_serializing_if = "is_none_left")]
    pub binding: u8,
    /// The player of the top card, where others may match it for a price; of the first card, the dealer. Left out
    /// otherwise.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub laid_by: Option<Seat>,
    /// What is printed on the cards. Left out for the French pack.
    #[schemars(skip_serializing_if = "Printed::is_french")]
    pub printed: Printed,
    /// What is printed on ranks (`J`), suits (`C`) and jokers (`*1`), where it is not what such cards usually show. Left
    /// out where it is, and for the referee.
    #[schemars(with = "PrintedNames", skip_serializing_if = "Option::is_none")]
    pub names: Option<Arc<PrintedNames>>,
    /// The teams, each listed once. Empty if everybody plays alone, and for the referee.
    #[schemars(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Seats>,
}

/// Whether no seat has a count above 0.
fn is_zero(counts: &BySeat<u8>) -> bool {
    counts.as_slice().iter().all(|n| *n == 0)
}

fn is_none_left(turns: &u8) -> bool {
    *turns == 0
}

/// Implemented by hand: serde's `flatten` turns the struct into a map and treats every field name
/// as an arbitrary string, and views are serialised after every move.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut view = serializer.serialize_struct("View", 30)?;
        macro_rules! fields {
            ($($field:ident),*) => {
                let Public { $($field),*, barred, waiting, copied } = &self.public;
                $(view.serialize_field(stringify!($field), $field)?;)*
                // Digests are computed from views: a field that old rules never set would change them.
                if !barred.is_empty() {
                    view.serialize_field("barred", barred)?;
                }
                if !waiting.is_empty() {
                    view.serialize_field("waiting", waiting)?;
                }
                if copied.is_some() {
                    view.serialize_field("copied", copied)?;
                }
            };
        }
        fields!(
            seats, hand, dealer, turn, step, clockwise, named, drawn, passes, playing, places, uncalled,
            played, jumpable, quiet, fewest, cards, scores
        );
        view.serialize_field("table", &self.table)?;
        if let Some(fresh) = &self.fresh {
            view.serialize_field("fresh", fresh)?;
        }
        if !is_zero(&self.reshuffles) {
            view.serialize_field("reshuffles", &self.reshuffles)?;
        }
        if !is_zero(&self.absent) {
            view.serialize_field("absent", &self.absent)?;
        }
        if !is_none_left(&self.binding) {
            view.serialize_field("binding", &self.binding)?;
        }
        if self.laid_by.is_some() {
            view.serialize_field("laid_by", &self.laid_by)?;
        }
        if !self.printed.is_french() {
            view.serialize_field("printed", &self.printed)?;
        }
        if let Some(names) = &self.names {
            view.serialize_field("names", &**names)?;
        }
        if !self.teams.is_empty() {
            view.serialize_field("teams", &self.teams)?;
        }
        view.end()
    }
}

impl State {
    /// The faces in a hand.
    #[inline]
    pub(crate) fn faces(&self, seat: Seat) -> u64 {
        faces_of(self.cards.at(Pile::Hand(seat)))
    }

    #[inline]
    pub(crate) fn n_cards(&self, seat: Seat) -> usize {
        self.cards.len(Pile::Hand(seat))
    }

    /// The number of copies of a face in a hand.
    #[inline]
    pub(crate) fn copies(&self, seat: Seat, face: Face) -> u8 {
        self.cards.at(Pile::Hand(seat)).words().iter().map(|word| (word >> face.index() & 1) as u8).sum()
    }

    /// The top of the discard pile.
    #[inline]
    pub(crate) fn top(&self) -> Option<Face> {
        self.cards.top(Pile::Discard).map(|card| self.printed.at(card.index() as u8))
    }

    /// The card that the top of the discard pile counts as.
    #[inline]
    pub(crate) fn top_as(&self) -> Option<Face> {
        self.public.copied.or_else(|| self.top())
    }

    /// The suit that must be followed, if it is a suit.
    pub(crate) fn suit_in_force(&self) -> Option<u8> {
        let named = self.public.named;
        let plain = || self.top_as().filter(|top| !top.is_joker() && !named.is_some()).map(Face::suit);
        named.as_suit().or_else(plain)
    }

    /// The faces of the suit that must be followed; none if it is not a suit.
    pub(crate) fn suited_in_force(&self) -> u64 {
        self.suit_in_force().map_or(0, |suit| self.printed.of_suit(suit))
    }

    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.public.step, Step::Out | Step::Blocked)
    }

    /// The seat `steps` turns further, among the seats still playing.
    #[inline]
    pub(crate) fn onward(&self, from: Seat, steps: u32) -> Seat {
        let public = &self.public;
        let step = |seat: Seat| {
            if public.clockwise { seat.left(public.seats) } else { seat.right(public.seats) }
        };
        let mut seat = from;
        for _ in 0..steps {
            seat = step(seat);
            while !public.playing.has(seat) && !public.playing.is_empty() {
                seat = step(seat);
            }
        }
        seat
    }

    /// The partner in a team of two, who sits opposite.
    pub(crate) fn opposite(&self, seat: Seat) -> Seat {
        Seat::new((seat.index() + self.public.seats as usize / 2) % self.public.seats as usize)
    }
}
