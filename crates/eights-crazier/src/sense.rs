//! Finds sentences that parse but mean nothing: references to nothing, events that wait, assets that
//! act at once.

use crate::ability::*;
use crate::card::Kind;

/// What the words of a sentence can refer to at some point.
#[derive(Clone, Copy, Default)]
struct Focus {
    player: bool,
    it: bool,
    them: bool,
    amount: bool,
}

/// Everything that is senseless about an ability on a kind of card; empty if it makes sense.
///
/// The engine relies on this: in an accepted ability every *that player*, *it*, *them* and *that many*
/// refers to something, and nothing looks for an event in play.
pub fn sense(kind: Kind, ability: &Ability) -> Vec<String> {
    let mut said = Sense { wrong: Vec::new() };
    said.of_kind(kind, ability);
    said.of_ability(ability);
    said.wrong.dedup();
    said.wrong
}

/// Whether the ability makes sense on at least one kind of card.
pub(crate) fn makes_sense(ability: &Ability) -> bool {
    Kind::ALL.iter().any(|kind| sense(*kind, ability).is_empty())
}

struct Sense {
    wrong: Vec<String>,
}

impl Sense {
    fn complain(&mut self, wrong: &str) {
        self.wrong.push(wrong.to_owned());
    }

    fn of_kind(&mut self, kind: Kind, ability: &Ability) {
        match (kind, ability) {
            (_, Ability::Require(_)) => {}
            (Kind::Event, Ability::Do(clause)) => {
                if clause
                    .steps
                    .iter()
                    .any(|step| matches!(step, Step::Do { act, .. } if act.pick() == Some(&Pick::This)))
                {
                    self.complain("\"this card\" is never in play: it is an event");
                }
            }
            (Kind::Asset, Ability::Do(_)) => {
                self.complain(
                    "an asset needs to know when: \"At the beginning of your turn, …\" or \"When …, …\"",
                );
            }
            (Kind::Event, _) => self.complain(
                "an event is gone as soon as it is played: only what it does at once can stand on it",
            ),
            (Kind::Asset, _) => {}
        }
    }

    fn of_ability(&mut self, ability: &Ability) {
        let nothing = Focus::default();
        match ability {
            Ability::Require(condition) => drop(self.of_condition(condition, nothing)),
            Ability::Do(clause) => self.of_clause(clause, nothing),
            Ability::When { moment, clause } => {
                let focus = self.of_moment(moment);
                self.of_clause(clause, focus);
            }
            Ability::Never { condition, blow } => {
                self.of_optional(condition, nothing);
                self.of_watched(blow.what);
            }
            Ability::Less { .. } => {}
            Ability::Instead { deed, outcome, .. } => {
                let focus = self.of_pattern(deed);
                if let Replacement::Steps(steps) = outcome {
                    self.of_steps(steps, focus);
                }
            }
            Ability::Allow { condition, .. } => drop(self.of_optional(condition, nothing)),
            Ability::Check { condition, who, .. } => {
                let focus = self.of_condition(condition, nothing);
                self.needs_player(*who == Actor::They, focus);
            }
        }
    }

    fn of_moment(&mut self, moment: &Moment) -> Focus {
        match moment {
            Moment::Turn { .. } => Focus { player: true, ..Focus::default() },
            Moment::Play(..) | Moment::Discard(..) => Focus { player: true, it: true, ..Focus::default() },
            Moment::Enter(watched) => {
                self.of_watched(*watched);
                Focus { player: true, it: true, ..Focus::default() }
            }
            Moment::After(pattern) => self.of_pattern(pattern),
        }
    }

    fn of_pattern(&mut self, pattern: &Pattern) -> Focus {
        let focus = Focus { player: true, ..Focus::default() };
        match pattern {
            Pattern::Draw(_) => Focus { amount: true, ..focus },
            Pattern::Lose(_) => focus,
            Pattern::Blow(blow) => {
                self.of_watched(blow.what);
                Focus { it: true, ..focus }
            }
        }
    }

    fn of_watched(&mut self, watched: Watched) {
        if let Watched::Some { what, .. } = watched {
            self.in_play(what);
        }
    }

    fn in_play(&mut self, what: Kindred) {
        if what.noun == Noun::Event {
            self.complain("events are never in play");
        }
    }

    fn of_optional(&mut self, condition: &Option<Condition>, focus: Focus) -> Focus {
        condition.as_ref().map_or(focus, |condition| self.of_condition(condition, focus))
    }

    /// The focus after a condition that holds; the player it found can be referred to.
    fn of_condition(&mut self, condition: &Condition, focus: Focus) -> Focus {
        match *condition {
            Condition::Control { who, what, .. } => {
                self.in_play(what);
                self.of_subject(who, focus)
            }
            Condition::Hand { who, .. } => self.of_subject(who, focus),
            Condition::Compare { who, of, .. } => {
                if let Measure::Control(what) = of {
                    self.in_play(what);
                }
                self.needs_player(who == Rival::They, focus);
                Focus { player: true, ..focus }
            }
            Condition::There { what, heap: Heap::Play, .. } => {
                self.in_play(what);
                focus
            }
            Condition::Tally { who, .. } => {
                self.needs_player(who == Actor::They, focus);
                focus
            }
            Condition::It(_) => {
                self.needs(focus.it, "\"it\" does not refer to a card");
                focus
            }
            Condition::There { .. } | Condition::Stock(_) | Condition::Top(_) => focus,
        }
    }

    fn of_subject(&mut self, who: Subject, focus: Focus) -> Focus {
        self.needs_player(who == Subject::They, focus);
        Focus { player: focus.player || who != Subject::You, ..focus }
    }

    fn of_clause(&mut self, clause: &Clause, focus: Focus) {
        let focus = self.of_optional(&clause.condition, focus);
        self.of_steps(&clause.steps, focus);
    }

    fn of_steps(&mut self, steps: &Steps, focus: Focus) {
        let mut focus = self.of_step(&steps.first, focus);
        for (link, step) in &steps.rest {
            if let Link::If(condition) = link {
                focus = self.of_condition(condition, focus);
            }
            focus = self.of_step(step, focus);
        }
    }

    fn of_step(&mut self, step: &Step, focus: Focus) -> Focus {
        self.needs_player(step.who() == Who::They, focus);
        let player = focus.player || step.who() != Who::You;
        let focus = Focus { player, ..focus };
        match step {
            Step::Do { act, who, .. } => self.of_act(act, *who, focus),
            Step::Grant { .. } | Step::End { .. } => focus,
        }
    }

    fn of_act(&mut self, act: &Act, who: Who, focus: Focus) -> Focus {
        self.needs_player(matches!(act.owner(), Some(Owner::They)), focus);
        if let Some(pick) = act.pick() {
            let entering = matches!(act, Act::Enter(_));
            return self.of_pick(pick, entering, focus);
        }
        match *act {
            Act::Draw(Amount::ThatMany) => {
                self.needs(focus.amount, "\"that many\" does not refer to a number")
            }
            Act::Draw(Amount::Each { what, .. }) => self.in_play(what),
            Act::Choose { what, place } => {
                self.of_place(what, place, focus);
                return Focus { it: true, ..focus };
            }
            Act::Look(number) | Act::Reveal(number) => {
                return Focus { it: focus.it || number == Number::ONE, them: true, ..focus };
            }
            Act::Reorder => self.needs(focus.them, "\"them\" does not refer to any cards"),
            Act::Search { what, to: Destination::Play, .. } => self.in_play(what),
            Act::LookAtHand(other) | Act::Exchange(other) => {
                let themselves = other == Other::They && who != Who::You;
                self.needs(!themselves, "\"that player\" is the one who does it");
                self.needs_player(other == Other::They, focus);
                return Focus { player: true, ..focus };
            }
            Act::Play(Source::It) => self.needs(focus.it, "\"it\" does not refer to a card"),
            _ => {}
        }
        focus
    }

    fn of_pick(&mut self, pick: &Pick, entering: bool, focus: Focus) -> Focus {
        match *pick {
            Pick::This => focus,
            Pick::It => {
                self.needs(focus.it, "\"it\" does not refer to a card");
                focus
            }
            Pick::Them => {
                self.needs(focus.them, "\"them\" does not refer to any cards");
                focus
            }
            Pick::All { what, place } => {
                self.of_place(what, place, focus);
                self.needs(!entering || what.noun != Noun::Event, "events are never in play");
                focus
            }
            Pick::Chosen { count, what, place, by } => {
                self.of_place(what, place, focus);
                self.needs(!entering || what.noun != Noun::Event, "events are never in play");
                self.needs_player(by == Chooser::They, focus);
                let one = matches!(count, Count::Exactly(Number::ONE) | Count::UpTo(Number::ONE));
                Focus { it: focus.it || one, them: focus.them || !one, ..focus }
            }
        }
    }

    fn of_place(&mut self, what: Kindred, place: Place, focus: Focus) {
        match place {
            Place::Play(_) => self.in_play(what),
            Place::Among => self.needs(focus.them, "\"them\" does not refer to any cards"),
            Place::Discard => {}
        }
    }

    fn needs_player(&mut self, needed: bool, focus: Focus) {
        self.needs(
            !needed || focus.player,
            "\"that player\", \"they\" or \"their\" does not refer to anybody",
        );
    }

    fn needs(&mut self, holds: bool, wrong: &str) {
        if !holds {
            self.complain(wrong);
        }
    }
}
