//! The sheet's section on special cards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{demands::Sum, play::Names};

/// One thing that happens when a card is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Effect {
    /// An effect that is only a name.
    Word(Word),
    /// An effect with a number or a choice.
    Form(Form),
}

/// Effects that need no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// May be played on anything; the player names what must follow.
    Wild,
    /// The next player misses a turn.
    Skip,
    /// The direction of play changes.
    Reverse,
    /// Everybody passes the whole hand on to the next player.
    RotateHands,
    /// The player has another turn.
    AnotherTurn,
    /// The player chooses who plays next; from there play goes on as ever.
    ChooseNext,
    /// The player must cover it: another turn, in which a player who cannot play draws until a card fits.
    Cover,
}

/// Effects with a number or a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Form {
    /// Wild in a way of its own.
    Wild(WildCard),
    /// This many players miss a turn.
    Skip(#[schemars(range(min = 1, max = 15))] u8),
    /// Somebody draws cards.
    Draw(Draw),
    /// Cancels the penalty of the cards selected here, or `all` penalties.
    Cancel(String),
    /// Answers a penalty without being one.
    Answer(AnswerForm),
    /// The player may play further cards at once.
    Again(Again),
    /// Wild, and counts in everything as a card of this rank, of the suit that must be followed. Only if there is
    /// none, its player names a suit.
    CountsAs(String),
    /// The player swaps hands with somebody.
    SwapHands(Swap),
    /// Of the cards that fit, only these may be laid on it, and wild cards.
    FollowedBy(#[schemars(length(min = 1, max = 100))] Vec<String>),
}

/// A wild card that differs from the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum WildCard {
    /// Wild, as `wild` says, but its player names this.
    Names(Names),
    /// With every option.
    Form(WildForm),
}

/// What a wild card names, where it may be laid, and whom its name binds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WildForm {
    /// What its player names.
    pub names: Names,
    /// Whether it must fit like any other card.
    #[serde(default, skip_serializing_if = "is_no")]
    pub must_fit: bool,
    /// The ranks that may be named; any but its own, if none is listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 13))]
    pub ranks: Vec<String>,
    /// Whom the name binds.
    #[serde(default, skip_serializing_if = "is_next_card")]
    pub binds: Binds,
}

/// Whom a name binds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Binds {
    /// The player of the next card.
    #[default]
    NextCard,
    /// Everybody for one turn, the player who named it last; a missed turn counts. Meanwhile no wild card may be
    /// laid, but directly on this one another of its rank names anew.
    EverybodyOnce,
}

fn is_next_card(binds: &Binds) -> bool {
    *binds == Binds::NextCard
}

/// How many cards are drawn, and by whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Draw {
    /// The next player draws this many cards.
    Cards(#[schemars(range(min = 1, max = 50))] u8),
    /// Somebody else draws.
    Form(DrawForm),
}

/// How many cards are drawn, and by whom, with every option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DrawForm {
    /// How many cards.
    #[schemars(range(min = 1, max = 50))]
    pub cards: u8,
    /// Who draws them.
    #[serde(default)]
    pub who: Whom,
    /// Penalties of the same family can answer each other; without a name, every rank is its own family.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// How many more cards the next player draws who doubts wrongly that no other card could be played; 0 if
    /// nobody may doubt it. For wild cards.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(max = 20))]
    pub challenge: u8,
    /// How it grows when it is answered with such a card, if not as `penalty.sum` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<Sum>,
    /// Whether the next player draws at once, with no card to answer it.
    #[serde(default, skip_serializing_if = "is_no")]
    pub at_once: bool,
}

fn is_no(flag: &bool) -> bool {
    !*flag
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// Which penalty a card answers, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AnswerForm {
    /// The family of the penalty: by default a rank.
    pub to: String,
    /// How many cards it adds to the penalty, which the next player faces.
    #[serde(default)]
    #[schemars(range(max = 50))]
    pub adds: u8,
}

/// Who draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// The next player, who may be able to answer.
    #[default]
    Next,
    /// The previous player.
    Previous,
    /// The previous player, who is asked out of turn and may be able to answer. When the cards are taken, nobody has
    /// lost a turn; when it is answered, play goes on from the answer.
    PreviousAsked,
    /// Everybody else.
    Others,
    /// An opponent of the player's choice.
    Chosen,
    /// The player who played the card.
    #[serde(rename = "self")]
    Player,
}

impl Whom {
    /// Whether the player may be able to answer.
    pub(crate) fn is_asked(self) -> bool {
        matches!(self, Whom::Next | Whom::PreviousAsked)
    }
}

/// Which card may follow at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Again {
    /// A card of the same suit as the one just played.
    SameSuit,
    /// A card that fits it by rank or suit.
    Fitting,
    /// Any card.
    Any,
    /// Any number of cards of its suit, one by one; a wild card that names something ends the turn. Only the last
    /// card acts, when the run is closed. While this card is on top, the run is open for the next player as well.
    OpenRun,
}

/// Whom the player swaps hands with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Swap {
    /// The next player.
    Next,
    /// An opponent of the player's choice.
    Chosen,
}
