//! The sheet's sections on set-up, scoring and matches.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::face::Printed;

/// The maximum number of packs shuffled together.
pub const MAX_PACKS: u16 = 3;

/// The maximum number of cards dealt to a player.
pub const MAX_DEALT: u16 = 30;

/// How many can play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Players {
    /// The fewest players.
    #[schemars(range(min = 2, max = 16))]
    pub min: u8,
    /// The most players.
    #[schemars(range(min = 2, max = 16))]
    pub max: u8,
}

impl Default for Players {
    fn default() -> Players {
        Players { min: 2, max: 7 }
    }
}

/// A number from 1 to `MAX`, or one for each number of players: `{ 2 = 7, "3-5" = 6, other = 5 }`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ByPlayers<const MAX: u16> {
    /// Always the same.
    Always(u16),
    /// By the number of players: `2`, `3-5`, `other`.
    Table(BTreeMap<String, u16>),
}

/// Implemented by hand because `derive` cannot express the bound `MAX`.
impl<const MAX: u16> JsonSchema for ByPlayers<MAX> {
    fn schema_name() -> Cow<'static, str> {
        format!("ByPlayersUpTo{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number, or one for each number of players: `{ 2 = 7, \"3-5\" = 6, other = 5 }`.",
            "anyOf": [
                {
                    "description": "Always the same.",
                    "type": "integer", "format": "uint16", "minimum": 1, "maximum": MAX,
                },
                {
                    "description": "By the number of players: `2`, `3-5`, `other`.",
                    "type": "object",
                    "additionalProperties": {
                        "type": "integer", "format": "uint16", "minimum": 1, "maximum": MAX,
                    },
                },
            ],
        })
    }
}

/// Which cards are used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Deck {
    /// Which pack.
    pub kind: DeckKind,
    /// How many jokers a pack has.
    #[schemars(range(max = 12))]
    pub jokers: u8,
    /// Cards that a pack does not have, by the same selectors as `cards`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub leave_out: Vec<String>,
    /// How often cards are in the game, 1 to 3 times, by the same selectors as `cards`. All others are there once for
    /// each pack.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(schema_with = "card_copies")]
    pub copies: BTreeMap<String, u16>,
    /// What is printed on ranks, suits and jokers (`*1`), where it is not what French cards show: `{ J = "skip" }`. On
    /// a card stands its first letter, or all of it if that is not longer than two.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub names: PrintedNames,
    /// How many packs are shuffled together, 1 to 3.
    pub packs: ByPlayers<MAX_PACKS>,
    /// How many players each number of packs is for: `{ 1 = "2-4", 2 = "2-10" }`.
    pub packs_for: BTreeMap<String, String>,
}

/// What is printed on cards, by rank, suit or joker.
pub type PrintedNames = BTreeMap<String, String>;

/// The schema of copies by selector, with bounds that `derive` cannot express.
fn card_copies(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "additionalProperties": { "type": "integer", "format": "uint16", "minimum": 1, "maximum": 3 },
    })
}

impl Default for Deck {
    fn default() -> Deck {
        Deck {
            kind: DeckKind::default(),
            jokers: 0,
            leave_out: Vec::new(),
            copies: BTreeMap::new(),
            names: BTreeMap::new(),
            packs: ByPlayers::Always(1),
            packs_for: BTreeMap::new(),
        }
    }
}

/// Which pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DeckKind {
    /// The standard pack of 52.
    #[default]
    #[serde(rename = "french-52")]
    French52,
    /// Without 2 to 5.
    #[serde(rename = "short-36")]
    Short36,
    /// Without 2 to 6.
    #[serde(rename = "short-32")]
    Short32,
    /// A coloured pack of 108: each card of the four suits twice, but the 10 (the zero of this pack) once. By
    /// custom J skips, Q reverses and K makes the next player draw two; *1 to *4 and *5 to *8 are two kinds
    /// of wild cards.
    #[serde(rename = "coloured-108")]
    Coloured108,
    /// A pack of 49 cards with numbers from 1 to 14 and five shapes instead of suits: circles (C) and triangles (T)
    /// 1 to 5, 7, 8 and 10 to 14, crosses (X) and squares (Q) 1, 2, 3, 5, 7, 10, 11, 13 and 14, stars (S) 1 to 5, 7
    /// and 8. Jokers, by custom five, are its wild cards.
    #[serde(rename = "shapes-49")]
    Shapes49,
}

impl DeckKind {
    /// What is printed on its cards.
    pub(crate) fn printed(self) -> Printed {
        match self {
            DeckKind::French52 | DeckKind::Short36 | DeckKind::Short32 | DeckKind::Coloured108 => {
                Printed::French
            }
            DeckKind::Shapes49 => Printed::Shapes,
        }
    }
}

/// How many cards each player gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Deal {
    /// How many.
    pub cards: ByPlayers<MAX_DEALT>,
    /// How many when two or more packs are used.
    #[schemars(range(min = 1, max = 30))]
    pub with_more_packs: Option<u8>,
    /// How many in the first, second, third hand and so on, then from the start again; instead of `cards`.
    #[schemars(length(max = 100), inner(range(min = 1, max = 30)))]
    pub schedule: Vec<u8>,
}

impl Default for Deal {
    fn default() -> Deal {
        let mut cards = BTreeMap::new();
        cards.insert("2".into(), 7);
        cards.insert("other".into(), 5);
        Deal { cards: ByPlayers::Table(cards), with_more_packs: None, schedule: Vec::new() }
    }
}

/// Who deals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Dealer {
    /// Who deals the next hand.
    pub next: NextDealer,
}

/// Who deals the next hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NextDealer {
    /// The player to the left of the last dealer.
    #[default]
    Left,
    /// The winner of the hand.
    Winner,
    /// The same player.
    Same,
}

/// When the first card turned up is a special one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Starter {
    /// When it is a wild card.
    pub wild: StarterWild,
    /// When it has another effect.
    pub special: StarterSpecial,
    /// What of it must be followed.
    pub counts: StarterCounts,
    /// When it turns the direction, and works as if the dealer had played it.
    pub reverse: StarterReverse,
    /// Further cards that are put back at a random place, by the same selectors as `cards`.
    #[schemars(length(max = 100))]
    pub back_cards: Vec<String>,
    /// Whether the dealer may exchange it.
    pub exchange: StarterExchange,
    /// How the discard pile begins.
    pub opening: StarterOpening,
}

/// Who begins after a first card that turns the direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterReverse {
    /// The dealer's neighbour on the other side.
    #[default]
    NeighbourBegins,
    /// The dealer.
    DealerBegins,
}

/// Whether the dealer may exchange the first card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterExchange {
    /// Nobody may.
    #[default]
    Never,
    /// The dealer may take it into the hand and lay any card but a joker instead; a joker must be taken.
    DealerMay,
}

/// How the discard pile begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterOpening {
    /// With the top card of the stock.
    #[default]
    TurnedUp,
    /// With a round in which everybody lays a club, drawing until there is one. These cards do nothing.
    Clubs,
    /// With such a round of diamonds.
    Diamonds,
    /// With such a round of hearts.
    Hearts,
    /// With such a round of spades.
    Spades,
}

impl StarterOpening {
    /// The suit of the first round.
    pub(crate) fn suit(self) -> Option<u8> {
        match self {
            StarterOpening::TurnedUp => None,
            StarterOpening::Clubs => Some(0),
            StarterOpening::Diamonds => Some(1),
            StarterOpening::Hearts => Some(2),
            StarterOpening::Spades => Some(3),
        }
    }
}

/// What of the first card must be followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterCounts {
    /// Suit or rank, like any other card.
    #[default]
    LikeAny,
    /// Only its suit.
    OnlySuit,
}

/// When the first card turned up is wild.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterWild {
    /// It is put back at a random place, and the next card is turned up.
    #[default]
    Bury,
    /// Its own suit applies.
    OwnSuit,
    /// Any card may follow.
    AnythingFollows,
    /// The dealer names a suit.
    DealerNames,
    /// The first player names a suit.
    FirstPlayerNames,
    /// All cards are shuffled again, and the next one is turned up.
    Reshuffle,
}

/// When the first card turned up has an effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StarterSpecial {
    /// It has no effect, because nobody played it.
    #[default]
    NoEffect,
    /// It works as if the dealer had played it.
    AsDealerPlay,
    /// It is put back at a random place, and the next card is turned up.
    Redraw,
}

/// When a hand ends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct HandRules {
    /// When it ends.
    pub ends: HandEnd,
    /// A player who holds more cards than this is out of the hand.
    #[schemars(range(min = 5, max = 60))]
    pub limit: Option<u8>,
    /// Who wins a blocked hand.
    pub blocked: BlockedWins,
}

/// When a hand ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HandEnd {
    /// As soon as somebody has no card left.
    #[default]
    FirstOut,
    /// When only one player still holds cards.
    PlayOn,
}

/// Who wins a blocked hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BlockedWins {
    /// The player with the lowest points, who scores the difference to each other hand.
    #[default]
    LowestDifference,
    /// The player with the lowest points; the score is as usual.
    LowestPoints,
    /// The player with the fewest cards; the score is as usual.
    FewestCards,
    /// Nobody, and nothing is scored.
    Nobody,
}

/// Who scores what.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Score {
    /// Who scores.
    pub mode: ScoreMode,
}

/// Who scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreMode {
    /// The winner scores the cards left in the other hands; the most points win.
    #[default]
    WinnerCollects,
    /// Each player scores the cards left in their own hand; the fewest points win.
    OwnCards,
    /// The winner scores the average of the other hands; the most points win.
    WinnerAverage,
    /// Each player scores how far their own hand is below the highest one; the most points win.
    BelowHighest,
    /// The order of going out counts: a player scores one point for everybody behind.
    Places,
    /// The winner of a hand scores one point, whatever the hands hold; the most points win.
    HandWon,
    /// Nobody scores.
    None,
}

/// When the match ends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MatchRules {
    /// When the match is over.
    pub end: MatchEnd,
    /// What happens when several players are tied.
    pub tie: Tie,
}

/// When the match ends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum MatchEnd {
    /// After one hand.
    #[default]
    SingleHand,
    /// When somebody reaches this many points; the most points win.
    Target(Target),
    /// When somebody reaches this many points; the fewest points win.
    Limit(#[schemars(range(min = 1, max = 100_000))] u32),
    /// A player who reaches this many points is out of the match, and the last one in it wins.
    Elimination(#[schemars(range(min = 1, max = 100_000))] u32),
    /// After this many hands.
    Hands(#[schemars(range(min = 1, max = 1000))] u16),
    /// When everybody has dealt this many hands.
    Deals(#[schemars(range(min = 1, max = 50))] u16),
    /// After this many minutes; the hand in progress is finished.
    Minutes(#[schemars(range(min = 1, max = 1440))] u16),
    /// Everybody starts at this level. A player is dealt as many cards as their level, and cards of that rank
    /// are wild for them alone; winning a hand lowers the level by one, and the first to get below one wins.
    Countdown(#[schemars(range(min = 1, max = 10))] u8),
}

/// How many points win.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Target {
    /// This many points.
    Points(#[schemars(range(min = 1, max = 100_000))] u32),
    /// This many points for each player at the table.
    PerPlayer(PerPlayer),
}

/// Points for each player at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PerPlayer {
    /// How many points for each player.
    #[schemars(range(min = 1, max = 10_000))]
    pub per_player: u32,
}

/// What happens when several players are tied at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// Another hand is played, until one player is ahead.
    #[default]
    ExtraHand,
    /// They share the win.
    Shared,
}

/// Playing in teams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Teams {
    /// Everybody plays alone.
    #[default]
    None,
    /// Players who sit opposite each other are partners; when one goes out, both win.
    Pairs,
}
