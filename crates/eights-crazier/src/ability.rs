//! The ability tree: what a card's sentences mean, as plain data.
//!
//! One sentence is one [`Ability`]. There are eight kinds, and each has its
//! place in the machine:
//!
//! | ability | read by | how it is carried out |
//! |---|---|---|
//! | [`Require`](Ability::Require) | the list of legal plays | the card cannot be played unless the condition holds |
//! | [`Do`](Ability::Do) | playing an event | the event's text, clause after clause, in printed order |
//! | [`When`](Ability::When) | the gate *when* | locked in when the moment comes, carried out once the running text is finished |
//! | [`Never`](Ability::Never) | the gate *can't* | a deed that fits does not happen; nobody is asked |
//! | [`Less`](Ability::Less) | the gate *would* | a draw that fits shrinks; all of them add up |
//! | [`Instead`](Ability::Instead) | the gate *would* | a deed that fits is replaced; where the order of several substitutions matters, the player it happens to is asked `choose <card>` |
//! | [`Allow`](Ability::Allow) | the list of legal plays | more discards or plays a turn while the card is in play; counted anew each time, never stored |
//! | [`Check`](Ability::Check) | after every deed | a player who meets the condition wins or loses |
//!
//! An event has `Require` and `Do` only, an asset everything but `Do`; the loader
//! of card files sees to that. While a text is carried out the machine keeps three
//! things beside the clause: *you* (the controller), the player in focus (*that
//! player*, *they*, *their*: see [`Who::They`]), and the cards in focus (one for
//! *it*, a set for *them*: see [`Pick::It`] and [`Pick::Them`]). All are small and
//! plain. What [`sense`](crate::sense) lets pass never reads a focus that nobody set.

mod act;
mod condition;
mod pattern;
mod player;
mod select;

use serde::Serialize;

pub use act::{Act, Destination, End, Extra, Redeal, Source};
pub use condition::{Condition, Heap, Measure, Range};
pub use pattern::{Blow, By, Edge, Fate, Forced, Moment, Pattern, Watched};
pub use player::{Actor, Chooser, Other, Owner, Party, Rival, Side, Subject, Who, Whose};
pub use select::{Amount, Count, Kindred, Noun, Number, Pick, Place};

/// The most steps one clause may have.
pub const MOST_STEPS: usize = 4;

/// The most sentences one card may have.
pub const MOST_SENTENCES: usize = 4;

/// What one sentence of a card means.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// "Play this card only if an opponent controls two or more assets." Read while the card is still
    /// in the hand, which counts it.
    Require(Condition),
    /// "Destroy a card in play of your choice.": a sentence of an event.
    Do(Clause),
    /// "At the beginning of your turn, draw a card."
    When {
        /// What triggers it.
        moment: Moment,
        /// What is then done.
        clause: Clause,
    },
    /// "Cards that you control can't be destroyed."
    Never {
        /// Only while this holds; read at the very moment of the deed.
        condition: Option<Condition>,
        /// What cannot happen.
        blow: Blow,
    },
    /// "If an opponent would make you draw cards, draw one fewer."
    Less {
        /// Which draws.
        draw: Forced,
        /// By how many cards; never below nought.
        fewer: Number,
    },
    /// "If a card that you control would be destroyed, take it into your hand instead."
    Instead {
        /// How often while the card is in play; a counter on the card.
        limit: Option<Number>,
        /// What would happen.
        deed: Pattern,
        /// What happens in its place.
        outcome: Replacement,
    },
    /// "You may discard an additional card each turn."
    Allow {
        /// Only while this holds; read whenever the legal answers are listed.
        condition: Option<Condition>,
        /// How many more.
        number: Number,
        /// Of what.
        extra: Extra,
    },
    /// "As soon as a player has thirteen or more cards in hand, that player loses the game."
    Check {
        /// What is looked at after every deed; whom it names comes into focus.
        condition: Condition,
        /// Whom it concerns.
        who: Actor,
        /// What becomes of them.
        verdict: Verdict,
    },
}

impl Ability {
    /// All steps of the ability, whatever kind it is.
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
    /// "… take it into your hand instead." If the first step is a "may" and the answer is
    /// `no`, the deed goes on as it was.
    Steps(Steps),
}

/// Steps, and the condition under which they are done at all.
///
/// The condition is read once, when the clause is reached. If it does not hold,
/// the clause is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Clause {
    /// "If you control a queen, …"
    pub condition: Option<Condition>,
    /// What is done.
    pub steps: Steps,
}

/// One step or several, in order. The first stands by itself, so that there is always one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Steps {
    /// The first step.
    pub first: Step,
    /// The further steps, each with its link to what came before.
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

/// How a step hangs on the step before it. When a link does not hold, its step and all
/// later ones are left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// ", then": in any case.
    Then,
    /// ", and if you do": only if the step before moved or drew at least one card.
    /// After a step of several players: if any of them did.
    IfDone,
    /// ", and if it is a green card": only if the condition holds now.
    If(Condition),
}

/// One step of a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Somebody does something.
    Do {
        /// Who does it. "Of your choice" asks *you* first: `choose <seat>`. Several do it clockwise.
        who: Who,
        /// Whether the doer is asked `yes` or `no` first. Not asked when nothing could be done.
        may: bool,
        /// What is done.
        act: Act,
    },
    /// "You may discard two additional cards this turn." Adds to a counter that is cleared at the
    /// end of the turn; the list of legal answers reads it.
    Grant {
        /// Who may.
        who: Who,
        /// How many more.
        number: Number,
        /// Of what.
        extra: Extra,
    },
    /// "You win the game."
    End {
        /// Whom it concerns.
        who: Who,
        /// What becomes of them.
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

/// The end of the game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Wins the game, which is over.
    Win,
    /// Loses the game and leaves it; passes the gate *would*.
    Lose,
}
