//! What a viewer sees of each game, read from the view of an update.
//!
//! These are the views' own words, as far as the screens show them. What a
//! view says beside that is left alone, so that a table may say more.

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
    /// A game that these screens do not know: only its answers can be shown.
    Other,
}

/// The cards at a place: those that are seen, or how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Pile {
    /// Only backs.
    Count(usize),
    /// Bottom card first; `??` is a back.
    Cards(Vec<String>),
}

/// Every pile by the name of its place: `stock`, `discard`, `hand A`.
pub type Piles = BTreeMap<String, Pile>;

/// A hand of Crazy Eights.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Classic {
    /// The number of the hand, from 0.
    #[serde(default)]
    pub hand: u32,
    /// Who dealt.
    #[serde(default)]
    pub dealer: String,
    /// Whose turn it is.
    pub turn: String,
    /// Where the turn stands; a penalty has its number in it.
    #[serde(default)]
    pub step: Value,
    /// Whether play goes to the left.
    #[serde(default)]
    pub clockwise: bool,
    /// What was named for the top card.
    #[serde(default)]
    pub named: Option<String>,
    /// Who still plays in this hand.
    #[serde(default)]
    pub playing: Vec<String>,
    /// The card just drawn, while it may be played.
    #[serde(default)]
    pub fresh: Option<String>,
    /// Who plays together; empty where everybody plays alone.
    #[serde(default)]
    pub teams: Vec<Vec<String>>,
    /// The cards.
    pub table: Piles,
}

impl Classic {
    /// How many cards are owed.
    pub fn owed(&self) -> Option<u64> {
        self.step.get("answer")?.get("owed")?.as_u64()
    }
}

/// A game of Crazier Eights.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Crazier {
    /// The number of the game, from 0.
    #[serde(default)]
    pub game: u32,
    /// Whose turn it is.
    pub turn: String,
    /// Where the turn stands.
    #[serde(default)]
    pub phase: String,
    /// What the question is about, as a word.
    #[serde(default)]
    pub question: Option<String>,
    /// The card whose text is being carried out.
    #[serde(default)]
    pub speaking: Option<String>,
    /// The colour named for the top card.
    #[serde(default)]
    pub named: Option<String>,
    /// Who still plays.
    #[serde(default)]
    pub playing: Vec<String>,
    /// The cards.
    pub table: Piles,
}

/// A game of Crazy 8-Ball.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ball {
    /// Whose turn it is.
    pub turn: String,
    /// What is asked.
    #[serde(default)]
    pub step: Value,
    /// Who has the solids; nobody before the dealer has chosen.
    #[serde(default)]
    pub solids: Option<String>,
    /// The balls that are not pocketed yet, by seat.
    #[serde(default)]
    pub rows: BTreeMap<String, Vec<String>>,
    /// What lies on top of each position.
    #[serde(default)]
    pub tops: BTreeMap<String, Top>,
    /// How many turns have been finished.
    #[serde(default)]
    pub turns: u32,
    /// The cards.
    pub table: Piles,
}

/// What lies on top of a position of the pool table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Top {
    /// Nothing was played there yet.
    Nothing,
    /// A pocket card, open for either player.
    Pocket(String),
    /// A ball of a seat.
    Ball(String, String),
    /// The 8-ball, pocketed by a seat.
    Eight(String),
    /// A block.
    Block(String),
    /// Something that closes the pocket below.
    Something,
}

impl Seen {
    /// Reads the view of a game; [`Seen::Other`] when it cannot be read.
    pub fn read(game: &str, view: &str) -> Seen {
        let read = match game {
            "crazy-eights" => serde_json::from_str(view).map(Seen::Classic),
            "crazier-eights" => serde_json::from_str(view).map(Seen::Crazier),
            "crazy-8-ball" => serde_json::from_str(view).map(Seen::Ball),
            _ => return Seen::Other,
        };
        read.unwrap_or(Seen::Other)
    }

    /// The piles on the table.
    pub fn piles(&self) -> Option<&Piles> {
        match self {
            Seen::Classic(view) => Some(&view.table),
            Seen::Crazier(view) => Some(&view.table),
            Seen::Ball(view) => Some(&view.table),
            Seen::Other => None,
        }
    }

    /// How many cards lie at a place.
    pub fn count(&self, place: &str) -> usize {
        match self.piles().and_then(|piles| piles.get(place)) {
            Some(Pile::Count(n)) => *n,
            Some(Pile::Cards(cards)) => cards.len(),
            None => 0,
        }
    }

    /// The cards at a place, bottom first; `??` for each back.
    pub fn cards(&self, place: &str) -> Vec<String> {
        match self.piles().and_then(|piles| piles.get(place)) {
            Some(Pile::Count(n)) => vec!["??".to_owned(); *n],
            Some(Pile::Cards(cards)) => cards.clone(),
            None => Vec::new(),
        }
    }

    /// The card on top of a place, if it is seen.
    pub fn top(&self, place: &str) -> Option<String> {
        self.cards(place).pop().filter(|card| card != "??")
    }

    /// A hand in the order in which people hold it.
    pub fn hand(&self, seat: &str) -> Vec<String> {
        let mut cards = self.cards(&format!("hand {seat}"));
        if let Seen::Classic(_) = self {
            cards.sort_by_key(|card| (suit_of(card).unwrap_or(4), rank_of(card)));
        }
        cards
    }

    /// The number of a seat's team, from 0; none where everybody plays alone.
    pub fn team(&self, seat: &str) -> Option<usize> {
        let Seen::Classic(view) = self else { return None };
        view.teams.iter().position(|team| team.iter().any(|it| it == seat))
    }

    /// Whether a seat is still in this hand.
    pub fn plays(&self, seat: &str) -> bool {
        match self {
            Seen::Classic(view) => view.playing.iter().any(|it| it == seat),
            Seen::Crazier(view) => view.playing.iter().any(|it| it == seat),
            _ => true,
        }
    }
}

/// The suits in the order in which a hand is held: colours alternate.
const SUITS: &str = "CDSH";

/// The number of a suit in a fan: clubs, diamonds, spades, hearts.
pub(crate) fn suit_of(card: &str) -> Option<usize> {
    let last = card.chars().last().filter(|_| (2..=3).contains(&card.len()))?;
    let is_rank = "A23456789TJQK10".contains(card.chars().next()?);
    SUITS.find(last).filter(|_| is_rank)
}

/// The place of a card's rank, the ace first.
fn rank_of(card: &str) -> usize {
    const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let rank = &card[..card.len().saturating_sub(1)];
    RANKS.iter().position(|it| *it == rank).unwrap_or(RANKS.len())
}
