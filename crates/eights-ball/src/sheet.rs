//! The sheet: a rule set as people write it.
//!
//! Every field needs a doc comment: it becomes the schema, and so the help text in editors and in the
//! lobby's form.

use eights_config::Written;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A rule set of Crazy 8-Ball. Keys left out keep the rules of the published game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Sheet {
    /// Another rule set that this one changes: a shipped name, or the path of a sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extends: Option<String>,
    /// The name that players see.
    #[schemars(length(max = 80))]
    pub title: String,
    /// A paragraph for players.
    #[schemars(length(max = 600))]
    pub about: String,
    /// Where the rules come from.
    #[schemars(length(max = 600))]
    pub source: String,
    /// Which cards are shuffled into the draw deck.
    pub deck: Deck,
    /// How the game is set up.
    pub deal: Deal,
    /// How a game ends that nobody wins with the 8-ball.
    pub stalemate: Stalemate,
    /// How many games make a match.
    #[serde(rename = "match")]
    pub match_: Match,
}

impl Written for Sheet {
    const CHECKED_IN: Option<&'static str> = Some(include_str!("../../../schema/bare/crazy-8-ball.json"));
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet {
            extends: None,
            title: "Crazy 8-Ball".into(),
            about: String::new(),
            source: String::new(),
            deck: Deck::default(),
            deal: Deal::default(),
            stalemate: Stalemate::default(),
            match_: Match::default(),
        }
    }
}

/// Which cards are shuffled into the draw deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Deck {
    /// Cue sticks of each colour. At least three, so that they cannot run out: one for each of the two balls
    /// of the colour and one for the 8-ball.
    #[schemars(range(min = 3, max = 12))]
    pub sticks: u8,
    /// Cue balls of each colour. At least three, for the same reason.
    #[schemars(range(min = 3, max = 12))]
    pub cue_balls: u8,
    /// Blocks of each colour.
    #[schemars(range(max = 4))]
    pub blocks: u8,
    /// Blocks that cover any pocket.
    #[schemars(range(max = 8))]
    pub wild_blocks: u8,
    /// Side pockets of each colour.
    #[schemars(range(max = 9))]
    pub sides: u8,
    /// Corner pockets: one entry for each card, its two colours joined by a
    /// hyphen, such as `blue-red`.
    #[schemars(length(max = 64), inner(length(max = 40)))]
    pub corners: Vec<String>,
}

impl Default for Deck {
    fn default() -> Deck {
        let corners = crate::face::Face::all().filter(|face| face.shape() == Some(crate::Shape::Corner));
        Deck {
            sticks: 4,
            cue_balls: 4,
            blocks: 1,
            wild_blocks: 1,
            sides: 2,
            corners: corners.map(crate::face::Face::pocket_name).collect(),
        }
    }
}

/// How the game is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Deal {
    /// How many cards each player is dealt, and draws back up to after each action.
    #[schemars(range(min = 2, max = 10))]
    pub hand: u8,
    /// Which balls the dealer takes. Both sets have the same seven colours, so the choice only changes the
    /// pictures.
    pub dealer_takes: DealerTakes,
}

impl Default for Deal {
    fn default() -> Deal {
        Deal { hand: 4, dealer_takes: DealerTakes::Choice }
    }
}

/// Which balls the dealer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DealerTakes {
    /// The dealer is asked at the start of each game.
    Choice,
    /// Balls 1 to 7; nobody is asked.
    Solids,
    /// Balls 9 to 15; nobody is asked.
    Stripes,
}

/// How a game ends that nobody wins with the 8-ball.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Stalemate {
    /// Who wins when neither player can ever finish, and at the turn cap.
    pub winner: StalemateWinner,
    /// After this many turns, counted over both players, the game ends in the same way.
    #[schemars(range(min = 1, max = 10000))]
    pub turn_cap: u16,
}

impl Default for Stalemate {
    fn default() -> Stalemate {
        Stalemate { winner: StalemateWinner::MostBalls, turn_cap: 300 }
    }
}

/// Who wins a stalemate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StalemateWinner {
    /// The player who has pocketed more balls; a tie is a draw.
    MostBalls,
    /// Nobody: it is a draw.
    Draw,
}

/// How many games make a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Match {
    /// The match is over when somebody has won more than half of this many games, or when all of them have
    /// been played; a drawn game counts as played.
    #[schemars(range(min = 1, max = 99))]
    pub best_of: u8,
}

impl Default for Match {
    fn default() -> Match {
        Match { best_of: 1 }
    }
}
