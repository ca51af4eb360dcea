//! A sheet with one of everything serde and schemars can express.
#![allow(dead_code)]

use std::collections::BTreeMap;

use eights_config::Written;
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Sheet {
    pub(crate) name: String,
    pub(crate) turn: Turn,
    #[serde(default)]
    pub(crate) seats: Option<Seats>,
    #[serde(default)]
    pub(crate) powers: BTreeMap<String, Power>,
    #[serde(default)]
    pub(crate) hand: Option<Hand>,
    #[serde(default)]
    pub(crate) by_seats: BTreeMap<u8, u8>,
    #[serde(default)]
    pub(crate) colours: BTreeMap<Suit, String>,
    #[serde(default)]
    pub(crate) end: Option<End>,
    #[serde(default)]
    pub(crate) pair: Option<(u8, String)>,
    #[serde(default)]
    pub(crate) starter: Option<Card>,
    #[serde(default)]
    pub(crate) cards: Vec<Card>,
    #[serde(default)]
    pub(crate) big: u32,
}

impl Written for Sheet {}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Turn {
    pub(crate) draw: Draw,
    #[schemars(range(min = 1, max = 4))]
    #[serde(default)]
    pub(crate) plays: u8,
    #[serde(default)]
    pub(crate) jump_in: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Seats {
    pub(crate) least: u8,
    pub(crate) most: u8,
}

/// How cards are drawn.
#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Draw {
    /// One card.
    One,
    UntilPlayable,
    UntilWilling,
    /// Up to this many cards.
    UpTo(#[schemars(range(min = 1, max = 20))] u8),
    #[serde(rename_all = "kebab-case")]
    Then {
        at_most: u8,
        suit: Suit,
    },
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Effect {
    Skip,
    Reverse,
    Wild,
    Draw(u8),
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Power {
    One(Effect),
    Several(Vec<Effect>),
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Hand {
    All(u8),
    Per(BTreeMap<String, u8>),
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum End {
    FirstOut,
    Points { target: u32 },
}

/// A card code, which only this type's own `Deserialize` can check.
#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
pub(crate) struct Card(pub(crate) String);

impl TryFrom<String> for Card {
    type Error = String;

    fn try_from(code: String) -> Result<Self, String> {
        match code.as_str() {
            "8S" | "QH" => Ok(Card(code)),
            _ => Err(format!("\"{code}\" is not a card")),
        }
    }
}
