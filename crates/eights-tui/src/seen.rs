//! Parses the view of each game from an update.
//!
//! The types have only the fields that the screens show. Unknown fields are ignored, so that a
//! newer table may send more.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// A view of one of the games.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// Crazy Eights.
    Classic(Classic),
    /// Crazier Eights.
    Crazier(Crazier),
    /// Crazy 8-Ball.
    Ball(Ball),
    /// A game that this client does not know: only its answers can be shown.
    Other,
}

/// The cards of a pile, or only their number if all are face down.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Pile {
    Count(usize),
    /// Bottom card first; `??` is a card face down.
    Cards(Vec<String>),
}

/// Every pile by its name: `stock`, `discard`, `hand A`.
pub type Piles = BTreeMap<String, Pile>;

/// A hand of Crazy Eights.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Classic {
    /// The number of the hand, starting at 0.
    #[serde(default)]
    pub hand: u32,
    #[serde(default)]
    pub dealer: String,
    pub turn: String,
    /// The phase of the turn: a word, or an object such as `{"answer": {"owed": 4}}`.
    #[serde(default)]
    pub step: Value,
    /// Whether play passes to the left.
    #[serde(default)]
    pub clockwise: bool,
    /// The suit (or colour) named for the top card.
    #[serde(default)]
    pub named: Option<String>,
    /// The seats still in this hand.
    #[serde(default)]
    pub playing: Vec<String>,
    /// The card just drawn, while it may be played.
    #[serde(default)]
    pub fresh: Option<String>,
    /// The seats of each team; empty if there are no teams.
    #[serde(default)]
    pub teams: Vec<Vec<String>>,
    pub table: Piles,
}

impl Classic {
    /// The number of penalty cards that the seat must draw or pass on.
    pub fn owed(&self) -> Option<u64> {
        self.step.get("answer")?.get("owed")?.as_u64()
    }
}

/// A game of Crazier Eights.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Crazier {
    /// The number of the game, starting at 0.
    #[serde(default)]
    pub game: u32,
    pub turn: String,
    #[serde(default)]
    pub phase: String,
    /// The kind of question that is asked.
    #[serde(default)]
    pub question: Option<String>,
    /// The card whose text is being resolved.
    #[serde(default)]
    pub speaking: Option<String>,
    /// The colour named for the top card.
    #[serde(default)]
    pub named: Option<String>,
    /// The seats still in this game.
    #[serde(default)]
    pub playing: Vec<String>,
    pub table: Piles,
}

/// A game of Crazy 8-Ball.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ball {
    pub turn: String,
    /// The phase of the turn.
    #[serde(default)]
    pub step: Value,
    /// The seat with the solids; `None` until the dealer has chosen.
    #[serde(default)]
    pub solids: Option<String>,
    /// The colours of the balls that each seat has not pocketed yet.
    #[serde(default)]
    pub rows: BTreeMap<String, Vec<String>>,
    /// The top of each position, such as `NW`.
    #[serde(default)]
    pub tops: BTreeMap<String, Top>,
    /// The number of finished turns.
    #[serde(default)]
    pub turns: u32,
    pub table: Piles,
}

/// The top of one of the six positions of the pool table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Top {
    /// Empty: no card was played there yet.
    Nothing,
    /// An open pocket card, which both players can use.
    Pocket(String),
    /// A pocketed ball: seat and colour.
    Ball(String, String),
    /// The 8-ball, pocketed by this seat.
    Eight(String),
    /// A block card.
    Block(String),
    /// A closed pocket, as in a given position that does not say what closes it.
    Something,
}

impl Seen {
    /// Parses the view of a game; [`Seen::Other`] if that fails.
    pub fn read(game: &str, view: &str) -> Seen {
        let read = match game {
            "crazy-eights" => serde_json::from_str(view).map(Seen::Classic),
            "crazier-eights" => serde_json::from_str(view).map(Seen::Crazier),
            "crazy-8-ball" => serde_json::from_str(view).map(Seen::Ball),
            _ => return Seen::Other,
        };
        read.unwrap_or(Seen::Other)
    }

    pub fn piles(&self) -> Option<&Piles> {
        match self {
            Seen::Classic(view) => Some(&view.table),
            Seen::Crazier(view) => Some(&view.table),
            Seen::Ball(view) => Some(&view.table),
            Seen::Other => None,
        }
    }

    /// The number of cards in a pile.
    pub fn count(&self, place: &str) -> usize {
        match self.piles().and_then(|piles| piles.get(place)) {
            Some(Pile::Count(n)) => *n,
            Some(Pile::Cards(cards)) => cards.len(),
            None => 0,
        }
    }

    /// The cards of a pile, bottom first; `??` for each card face down.
    pub fn cards(&self, place: &str) -> Vec<String> {
        match self.piles().and_then(|piles| piles.get(place)) {
            Some(Pile::Count(n)) => vec!["??".to_owned(); *n],
            Some(Pile::Cards(cards)) => cards.clone(),
            None => Vec::new(),
        }
    }

    /// The top card of a pile, if it is face up.
    pub fn top(&self, place: &str) -> Option<String> {
        self.cards(place).pop().filter(|card| card != "??")
    }

    /// The cards of a seat, in Crazy Eights sorted by suit and rank.
    pub fn hand(&self, seat: &str) -> Vec<String> {
        let mut cards = self.cards(&format!("hand {seat}"));
        if let Seen::Classic(_) = self {
            cards.sort_by_key(|card| (suit_of(card).unwrap_or(4), rank_of(card)));
        }
        cards
    }

    /// The number of a seat's team, starting at 0; `None` if there are no teams.
    pub fn team(&self, seat: &str) -> Option<usize> {
        let Seen::Classic(view) = self else { return None };
        view.teams.iter().position(|team| team.iter().any(|member| member == seat))
    }

    /// Whether a seat is still in this hand.
    pub fn plays(&self, seat: &str) -> bool {
        match self {
            Seen::Classic(view) => view.playing.iter().any(|other| other == seat),
            Seen::Crazier(view) => view.playing.iter().any(|other| other == seat),
            _ => true,
        }
    }
}

/// The suits in the order of a sorted hand: black and red alternate.
const SUITS: &str = "CDSH";

/// The suit of a card as an index: clubs, diamonds, spades, hearts. `None` for other texts.
pub(crate) fn suit_of(card: &str) -> Option<usize> {
    let last = card.chars().last().filter(|_| (2..=3).contains(&card.len()))?;
    let is_rank = "A23456789TJQK10".contains(card.chars().next()?);
    SUITS.find(last).filter(|_| is_rank)
}

/// The rank of a card as an index, the ace first.
fn rank_of(card: &str) -> usize {
    const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let rank = &card[..card.len().saturating_sub(1)];
    RANKS.iter().position(|other| *other == rank).unwrap_or(RANKS.len())
}
