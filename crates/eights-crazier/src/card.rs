//! Cards: name, rank, colours, kind and text.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::ability::Ability;

/// A card: what is printed on it, and its abilities.
///
/// `text` is exactly what the abilities print as, stored to avoid printing it again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Card {
    /// The name, unique in its card file.
    pub name: String,
    /// The rank. Some multicoloured cards have none and match by colour only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// One colour or more.
    pub colours: Colours,
    /// Asset or event.
    pub kind: Kind,
    /// The sentences on the card.
    pub text: String,
    /// The same sentences, parsed.
    pub abilities: Vec<Ability>,
}

impl Card {
    /// The name used in notation: `angel-of-hope`.
    pub fn id(&self) -> String {
        id_of(&self.name)
    }

    /// Whether the card is wild as a discard.
    pub fn is_eight(&self) -> bool {
        self.rank == Some(Rank::Eight)
    }
}

/// The notation name of a card: lower case, words joined by hyphens.
///
/// ```
/// assert_eq!(eights_crazier::id_of("Angel of Hope"), "angel-of-hope");
/// assert_eq!(eights_crazier::id_of("Kidnapper's Ship"), "kidnappers-ship");
/// ```
pub fn id_of(name: &str) -> String {
    let plain: String = name.chars().filter(|c| *c != '\'').map(|c| c.to_ascii_lowercase()).collect();
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Whether a card stays in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It enters play, and its text applies while it is there.
    Asset,
    /// It takes effect at once and goes to the bottom of the discard pile.
    Event,
}

impl Kind {
    /// Both kinds.
    pub const ALL: [Kind; 2] = [Kind::Asset, Kind::Event];

    /// The word printed on the card.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Asset => "asset",
            Kind::Event => "event",
        }
    }
}

/// The rank of a card, from ace to king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// All ranks, ace first.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// The text in the corner of the card: `A`, `2` … `10`, `J`, `Q`, `K`.
    pub fn symbol(self) -> &'static str {
        const SYMBOLS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
        SYMBOLS[self as usize]
    }

    /// A card of this rank in words: `an ace`, `a two`.
    pub fn with_article(self) -> &'static str {
        const WORDS: [&str; 13] = [
            "an ace", "a two", "a three", "a four", "a five", "a six", "a seven", "an eight", "a nine",
            "a ten", "a jack", "a queen", "a king",
        ];
        WORDS[self as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

/// One of the four colours, each with its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The eye: sight and thought.
    Purple,
    /// The ankh: growth and the wild.
    Green,
    /// The moon: night, loss and ruin.
    Blue,
    /// The sun: order, shelter and crafts.
    Orange,
}

impl Colour {
    /// All four colours.
    pub const ALL: [Colour; 4] = [Colour::Purple, Colour::Green, Colour::Blue, Colour::Orange];

    /// The English name of the colour.
    pub fn word(self) -> &'static str {
        ["purple", "green", "blue", "orange"][self as usize]
    }

    /// The symbol on the card, for people who cannot tell the colours apart.
    pub fn symbol(self) -> &'static str {
        ["eye", "ankh", "moon", "sun"][self as usize]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The colours of a card, as a bit set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colours(u8);

impl Colours {
    /// The same set with one more colour.
    #[must_use]
    pub fn with(self, colour: Colour) -> Self {
        Colours(self.0 | 1 << colour as u8)
    }

    /// Whether the set contains the colour.
    pub fn has(self, colour: Colour) -> bool {
        self.0 & 1 << colour as u8 != 0
    }

    /// Whether the two sets share a colour, which makes a discard match.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set has no colours.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of colours.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The colours, in their fixed order.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |colour| self.has(*colour))
    }
}

impl FromIterator<Colour> for Colours {
    fn from_iter<T: IntoIterator<Item = Colour>>(colours: T) -> Self {
        colours.into_iter().fold(Colours::default(), Colours::with)
    }
}

impl fmt::Display for Colours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.iter().map(Colour::word).collect();
        f.write_str(&words.join("-"))
    }
}

impl Serialize for Colours {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
