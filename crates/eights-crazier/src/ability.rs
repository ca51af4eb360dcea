//! The ability tree: the meaning of a card's sentences, as plain data.
//!
//! One sentence is one [`Ability`]. There are eight kinds, each read by a different part of the engine:
//!
//! | ability | read by | how it is carried out |
//! |---|---|---|
//! | [`Require`](Ability::Require) | the list of legal plays | the card cannot be played unless the condition holds |
//! | [`Do`](Ability::Do) | playing an event | the event's text, clause after clause, in printed order |
//! | [`When`](Ability::When) | the gate *when* | queued when the moment comes, carried out once the running text is finished |
//! | [`Never`](Ability::Never) | the gate *can't* | a matching deed does not happen; nobody is asked |
//! | [`Less`](Ability::Less) | the gate *would* | a matching draw gets smaller; several add up |
//! | [`Instead`](Ability::Instead) | the gate *would* | a matching deed is replaced; where the order of several substitutions matters, the affected player is asked `choose <card>` |
//! | [`Allow`](Ability::Allow) | the list of legal plays | more discards or plays per turn while the card is in play; computed each time, never stored |
//! | [`Check`](Ability::Check) | after every deed | a player who meets the condition wins or loses |
//!
//! Events have only `Require` and `Do`; assets have everything except `Do`. The card file loader checks
//! that. While a text is carried out, the engine stores three things beside the clause: *you* (the
//! controller), the player in focus (*that player*, *they*, *their*: see [`Who::They`]), and the cards
//! in focus (one for *it*, a set for *them*: see [`Pick::It`] and [`Pick::Them`]). An ability that
//! [`sense`](crate::sense) accepts never reads a focus before something sets it.

mod act;
mod condition;
mod number;
mod pattern;
mod player;
mod select;

use serde::Serialize;

pub use act::{Act, Destination, End, Extra, Redeal, Source};
pub use condition::{Condition, Heap, Measure, Range};
pub use number::Number;
pub use pattern::{Blow, By, Edge, Fate, Forced, Moment, Pattern, Watched};
pub use player::{Actor, Chooser, Other, Owner, Party, Rival, Side, Subject, Who, Whose};
pub use select::{Amount, Count, Kindred, Noun, Pick, Place};

/// Maximum number of steps in one clause.
pub const MAX_STEPS: usize = 4;

/// Maximum number of sentences on one card.
pub const MAX_SENTENCES: usize = 4;

/// The meaning of one sentence on a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// "Play this card only if an opponent controls two or more assets." Evaluated while the card is
    /// still in the hand, so the hand size includes it.
    Require(Condition),
    /// "Destroy a card in play of your choice." A sentence of an event.
    Do(Clause),
    /// "At the beginning of your turn, draw a card."
    When {
        /// What triggers it.
        moment: Moment,
        /// What happens when it triggers.
        clause: Clause,
    },
    /// "Cards that you control can't be destroyed."
    Never {
        /// Applies only while this condition holds; evaluated at the moment of the deed.
        condition: Option<Condition>,
        /// The deed that cannot happen.
        blow: Blow,
    },
    /// "If an opponent would make you draw cards, draw one fewer."
    Less {
        /// Which draws it reduces.
        draw: Forced,
        /// How many cards fewer; the draw never goes below zero.
        fewer: Number,
    },
    /// "If a card that you control would be destroyed, take it into your hand instead."
    Instead {
        /// How often it applies while the card is in play; a counter on the card.
        limit: Option<Number>,
        /// The deed that it replaces.
        deed: Pattern,
        /// What happens in its place.
        outcome: Replacement,
    },
    /// "You may discard an additional card each turn."
    Allow {
        /// Applies only while this condition holds; evaluated each time the legal answers are listed.
        condition: Option<Condition>,
        /// How many more are allowed.
        number: Number,
        /// Whether discards or plays.
        extra: Extra,
    },
    /// "As soon as a player has thirteen or more cards in hand, that player loses the game."
    Check {
        /// Evaluated after every deed; the player it finds comes into focus.
        condition: Condition,
        /// The player who wins or loses.
        who: Actor,
        /// Whether that player wins or loses.
        verdict: Verdict,
    },
}

impl Ability {
    /// All steps of the ability, or none for kinds without steps.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        let steps = match self {
            Ability::Do(clause) | Ability::When { clause, .. } => Some(&clause.steps),
            Ability::Instead { outcome: Replacement::Steps(steps), .. } => Some(steps),
            _ => None,
        };
        steps.into_iter().flat_map(Steps::iter)
    }

    /// All acts of the ability, in order.
    pub fn acts(&self) -> impl Iterator<Item = &Act> {
        self.steps().filter_map(|step| match step {
            Step::Do { act, .. } => Some(act),
            Step::Grant { .. } | Step::End { .. } => None,
        })
    }
}

/// What happens in place of a deed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Replacement {
    /// "… that does not happen."
    Nothing,
    /// "… take it into your hand instead." If the first step is a "may" and the answer is `no`, the
    /// original deed continues.
    Steps(Steps),
}

/// Steps, with an optional condition for the whole clause.
///
/// The condition is evaluated once, when the clause is reached. If it does not hold, the clause is skipped.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Clause {
    /// "If you control a queen, …"
    pub condition: Option<Condition>,
    /// The steps, carried out in order.
    pub steps: Steps,
}

/// One or more steps, in order. The first is a separate field, so the list is never empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Steps {
    /// The first step; it has no link.
    pub first: Step,
    /// The further steps, each with its link to the step before.
    pub rest: Vec<(Link, Step)>,
}

impl Steps {
    /// All steps in order.
    pub fn iter(&self) -> impl Iterator<Item = &Step> {
        std::iter::once(&self.first).chain(self.rest.iter().map(|(_, step)| step))
    }

    /// How many steps there are.
    pub fn count(&self) -> usize {
        self.rest.len() + 1
    }
}

/// How a step depends on the step before it. When a link does not hold, its step and all later ones are
/// skipped.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// ", then": unconditional.
    Then,
    /// ", and if you do": only if the previous step moved or drew at least one card. After a step done
    /// by several players: if any of them did.
    IfDone,
    /// ", and if it is a green card": only if the condition holds now.
    If(Condition),
}

/// One step of a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A player does something.
    Do {
        /// Who does it. "Of your choice" first asks *you* `choose <seat>`. Several players do it clockwise.
        who: Who,
        /// Whether the doer is asked `yes` or `no` first. Not asked when nothing could be done.
        may: bool,
        /// The effect.
        act: Act,
    },
    /// "You may discard two additional cards this turn." Adds to a counter that is cleared at the
    /// end of the turn; the list of legal answers reads it.
    Grant {
        /// The player who gets the allowance.
        who: Who,
        /// How many more are allowed.
        number: Number,
        /// Whether discards or plays.
        extra: Extra,
    },
    /// "You win the game."
    End {
        /// The player who wins or loses.
        who: Who,
        /// Whether that player wins or loses.
        verdict: Verdict,
    },
}

impl Step {
    /// Who does this step.
    pub fn who(&self) -> Who {
        match self {
            Step::Do { who, .. } | Step::Grant { who, .. } | Step::End { who, .. } => *who,
        }
    }
}

/// How the game ends for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The player wins, and the game is over.
    Win,
    /// The player loses and leaves the game. This deed passes the gate *would*.
    Lose,
}
