//! The sheet's sections on turns and going out.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a player may and must do in a turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TurnRules {
    /// What a card must share with the top of the discard pile.
    pub follow: Follow,
    /// Whether a player who can play must play.
    pub duty: Duty,
    /// How many cards a player draws instead of playing.
    pub draw: Drawing,
    /// What may be played after drawing.
    pub after_draw: AfterDraw,
    /// The direction in which a hand begins.
    pub direction: Direction,
}

/// The direction of play at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Clockwise; the player to the dealer's left begins.
    #[default]
    Clockwise,
    /// Counter-clockwise; the player to the dealer's right begins.
    CounterClockwise,
}

/// What a card must share with the top card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Follow {
    /// Suit or rank.
    #[default]
    SuitOrRank,
    /// The suit.
    Suit,
    /// The rank.
    Rank,
}

/// Whether a player who can play must play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// A player who can play must play; only one who cannot draws.
    #[default]
    Must,
    /// A player may draw instead of playing, and need not play after that.
    MayDraw,
    /// A player may draw instead of playing, but may not pass while able to play.
    MayDrawNeverPass,
}

/// How many cards a player draws instead of playing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Drawing {
    /// One card.
    #[default]
    One,
    /// One at a time, at most this many; never more than there are cards.
    UpTo(#[schemars(range(min = 1, max = 192))] u8),
    /// One at a time until a card fits.
    UntilPlayable,
    /// One at a time until the player is willing and able to play.
    UntilWilling,
}

/// What may be played after drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterDraw {
    /// Nothing: the turn ends.
    #[default]
    TurnEnds,
    /// The card just drawn, if it fits.
    MayPlayDrawn,
    /// The card just drawn must be played if it fits.
    MustPlayDrawn,
    /// Any card that fits.
    MayPlayAny,
}

/// How wild cards work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Wild {
    /// When a wild card may be played.
    pub when: WildWhen,
    /// What the player names.
    pub names: Names,
    /// Whether the suit already in force may be named.
    pub same_suit: SameSuit,
    /// Which wild cards may be laid while a name has not been served.
    pub while_named: WhileNamed,
}

/// Which wild cards may be laid while a name has not been served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhileNamed {
    /// Any.
    #[default]
    AnyWild,
    /// One that names the same kind of thing, a suit or a rank. Any other must serve the name.
    SameKind,
}

/// When a wild card may be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WildWhen {
    /// On anything.
    #[default]
    Always,
    /// Only where it fits by suit or rank.
    MustMatch,
    /// On anything but another wild card.
    NotOnWild,
}

/// What the player of a wild card names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Names {
    /// A suit.
    #[default]
    Suit,
    /// A rank.
    Rank,
    /// A suit or a rank.
    SuitOrRank,
    /// Nothing: the wild card's own suit applies.
    OwnSuit,
    /// Nothing: any card may follow.
    Anything,
    /// Nothing: it counts in everything as the card below it.
    CardBelow,
}

/// Whether the suit already in force may be named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SameSuit {
    /// The same suit may be named again.
    #[default]
    Allowed,
    /// A different suit must be named.
    MustDiffer,
}

/// Playing several cards in one turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Several {
    /// Which cards may be played together.
    pub shape: Shape,
    /// Which of them must fit.
    pub matching: MultiMatch,
    /// How often their effects count.
    pub effects: MultiEffects,
    /// What laying more than one of them does to others.
    pub price: SeveralPrice,
}

/// Which cards may be played together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Only one card per turn.
    #[default]
    Single,
    /// Any number of cards of one rank.
    SameRank,
    /// One after the other, each of the same rank as the one before, or of its suit and the next rank up or
    /// down. They act when the run is closed: those of the rank on top.
    Run,
    /// Any number of identical cards.
    Identical,
}

/// Which of several cards must fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MultiMatch {
    /// The card that ends up on top.
    #[default]
    Top,
    /// The card played first, directly on the old top card.
    First,
    /// Any one of them.
    Any,
}

/// How often the effects of several cards count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MultiEffects {
    /// Once for each card.
    #[default]
    Each,
    /// Once.
    Once,
}

/// What laying several cards does to others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeveralPrice {
    /// Nothing.
    #[default]
    None,
    /// The player before draws as many cards and loses no turn.
    PreviousDraws,
}

/// Playing out of turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JumpIn {
    /// Nobody plays out of turn.
    #[default]
    Off,
    /// A player who holds the same card as the one just played may play it at once, and play continues from
    /// there.
    Identical,
    /// The same, but also on the first card, on a penalty and on a last card. The player of the matched card draws
    /// one card, and what it did is void; only a penalty stays and grows. After a single last card everybody else
    /// is asked in turn for the same card, and the hand is over when nobody lays it.
    Matched,
}

/// Calling the last card.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct LastCard {
    /// How many cards a player who forgot to call draws; 0 to play without calls.
    #[schemars(range(max = 20))]
    pub forgot: u8,
    /// When a forgotten call is punished.
    pub noticed: Noticed,
    /// What a forgotten call costs.
    pub price: CallPrice,
    /// How many cards a player draws who does not call the very last card either, and so is not out; 0 if it
    /// need not be called.
    #[schemars(range(max = 20))]
    pub forgot_last: u8,
    /// How many cards a player draws at once for a call that is not due; 0 if it cannot be made.
    #[schemars(range(max = 20))]
    pub false_call: u8,
}

/// What a forgotten call costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CallPrice {
    /// The cards that `forgot` says.
    #[default]
    Cards,
    /// No cards, but the player may not go out in the next turn. Nobody has to notice it.
    NoGoingOut,
    /// The cards that `forgot` says, drawn in the next turn instead of playing.
    NextTurn,
}

/// When a forgotten call is punished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Noticed {
    /// At once.
    #[default]
    AtOnce,
    /// When somebody notices it before the next player moves.
    WhenCaught,
}

/// Going out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Finish {
    /// Which cards may not be the last.
    pub ban: Ban,
    /// Further cards that may not be the last, by the same selectors as `cards`.
    #[schemars(length(max = 100))]
    pub ban_cards: Vec<String>,
    /// Further cards that may not be the last, and for how many players: `{ 2 = "2", 3 = "2-4" }`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ban_for: BTreeMap<String, String>,
    /// What happens to a player who plays one anyway.
    pub breach: Breach,
    /// What happens to the effect of the last card.
    pub effect: FinishEffect,
    /// With `waits-a-round`: which cards bring back a player who is out, and for how many players,
    /// `{ 7 = "2-4", 7H = "2-5" }`. Every card whose penalty hits such a player, if none is listed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub brings_back: BTreeMap<String, String>,
    /// What happens when the last card gives its player another turn.
    pub another_turn: AnotherLast,
    /// Whether all points of the hand count double when it ends with a wild card.
    pub doubles_on_wild: bool,
}

/// Which cards may not be the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ban {
    /// Any card may be the last.
    #[default]
    None,
    /// Wild cards.
    Wild,
    /// Cards that make others draw.
    Draw,
    /// All special cards.
    Special,
}

/// What happens to a player who ends with a banned card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Breach {
    /// The card cannot be played.
    #[default]
    Refused,
    /// The card is played, and the player draws this many cards and plays on.
    Draws(#[schemars(range(min = 1, max = 20))] u8),
}

/// What happens to the effect of the last card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FinishEffect {
    /// The effect is ignored.
    #[default]
    Ignored,
    /// The next player draws the penalty before the hand is scored.
    ApplyBeforeScoring,
    /// A penalty is answered as always. Taking it ends the hand; a player who is out and has to take it is in
    /// again.
    Answered,
    /// The last card has its effect, and its player has won when the turn comes round again, be it only to be
    /// missed. A penalty that hits the player then must be drawn, and the player is in again.
    WaitsARound,
}

/// What happens when the last card gives another turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AnotherLast {
    /// The turn falls away, because the hand is over.
    #[default]
    FallsAway,
    /// The hand goes on: the player has to draw.
    MustGoOn,
}

/// What happens when the stock is used up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Stock {
    /// What to do when the stock is empty.
    pub empty: StockEmpty,
    /// When the discard pile is reshuffled.
    pub when: StockWhen,
    /// Which cards stay in the discard pile then, beside the top one.
    pub keeps: StockKeeps,
    /// How many points a player writes down whose draw makes a reshuffle necessary; twice as many each further
    /// time in the same hand.
    #[schemars(range(max = 100))]
    pub pressure: u8,
    /// A hand is blocked when the total number of cards in hands has not reached a new low for this many
    /// answers.
    #[schemars(range(min = 10))]
    pub circling: u16,
}

/// What happens when the stock is used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StockEmpty {
    /// The discard pile without its top card is shuffled into a new stock.
    #[default]
    Reshuffle,
    /// Nothing: a player who cannot play passes.
    Pass,
    /// The hand is blocked as soon as somebody cannot draw.
    EndsHand,
}

/// When the discard pile is reshuffled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StockWhen {
    /// When a card must be drawn.
    #[default]
    OnNeed,
    /// As soon as the last card of the stock is gone.
    AtOnce,
}

/// Which cards stay in the discard pile at a reshuffle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StockKeeps {
    /// None: all are shuffled.
    #[default]
    Nothing,
    /// Wild cards and all other special ones.
    Special,
}

impl Default for Stock {
    fn default() -> Stock {
        Stock {
            empty: StockEmpty::default(),
            when: StockWhen::default(),
            keeps: StockKeeps::default(),
            pressure: 0,
            circling: 1000,
        }
    }
}
