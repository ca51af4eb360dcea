//! Carries out a text, step by step.

use eights::{CardSet, Eyes, Glimpse, Log, Seat, Viewer};

use crate::ability::*;
use crate::play::event::Event;
use crate::play::moves::Run;
use crate::play::place::{Chairs, Pile};
use crate::play::resolve::agenda::{At, Deed, Frame, List, NO_CARD, Question, What, card};
use crate::play::resolve::conditions::Reader;

impl<L: Log<Event<Glimpse>>> Run<'_, L> {
    /// Advances the running text by one stage.
    pub(crate) fn step(&mut self) {
        let Some(frame) = self.s.public.frame() else { return };
        match frame.at {
            At::Open => self.open(),
            At::Who => self.who(),
            At::Next => self.next_doer(),
            At::Act => self.act(),
            At::Pick => self.pick(),
            At::Work => self.work(),
        }
    }

    /// A copy of the current frame, for reading.
    pub(crate) fn frame(&self) -> Frame {
        self.s.public.frame().copied().unwrap_or(Frame::IDLE)
    }

    pub(crate) fn set_at(&mut self, at: At) {
        if let Some(frame) = self.top() {
            frame.at = at;
        }
    }

    /// Before a step: checks its link and condition.
    fn open(&mut self) {
        let (game, frame) = (self.game, self.frame());
        let steps = game.steps(&frame);
        let n = frame.step as usize;
        let undone = n > 0 && n < steps.count() && steps.rest[n - 1].0 == Link::IfDone && !frame.done;
        if n >= steps.count() || undone {
            return self.close();
        }
        self.set_at(At::Who);
        let Some(condition) = game.condition_of(&frame) else { return };
        let Some(they) = game.holds(self.s, condition, Reader::of(&frame)) else { return self.close() };
        if let Some(top) = self.top() {
            top.they = they;
        }
        // The text says "that player" and several players match, so its controller chooses. (XE-PLAY-4)
        let several = condition.singles_out() && game.found(self.s, condition, Reader::of(&frame)).len() > 1;
        if several && game.speaks_of_focus(&frame) {
            self.ask(frame.you, Question::Found);
        }
    }

    /// Determines who does the step.
    fn who(&mut self) {
        let (game, frame) = (self.game, self.frame());
        let doers = game.doers(self.s, &frame);
        let chosen = matches!(game.step_of(&frame).map(Step::who), Some(Who::Player | Who::Opponent));
        if let Some(frame) = self.top() {
            frame.at = At::Next;
            frame.doing = false;
            frame.doers = if chosen { Chairs::NONE } else { doers };
        }
        if chosen && !doers.is_empty() {
            self.ask(frame.you, Question::Who);
        }
    }

    /// Ends a sentence: goes on to the next sentence of an event, or ends the text.
    fn close(&mut self) {
        let frame = self.frame();
        let abilities = &self.game.def(frame.card).abilities;
        let more = abilities.iter().enumerate().skip(frame.ability as usize + 1);
        let more =
            more.into_iter().find(|(_, ability)| matches!(ability, Ability::Do(_))).map(|(index, _)| index);
        let is_event = matches!(abilities[frame.ability as usize], Ability::Do(_));
        if let (true, Some(index), Some(top)) = (is_event, more, self.top()) {
            *top = Frame { card: frame.card, ability: index as u8, you: frame.you, ..Frame::IDLE };
            return;
        }
        self.pop();
        if frame.deed.is_some() {
            self.has_done(frame.any);
        }
    }

    /// Ends the running text.
    pub(crate) fn pop(&mut self) {
        let public = &mut self.s.public;
        public.n_frames -= 1;
        public.frames[public.n_frames as usize] = Frame::IDLE;
        public.finished = true;
        self.settle();
    }

    /// Goes on to the next doer, or to the next step.
    fn next_doer(&mut self) {
        let (game, turn) = (self.game, self.s.public.turn);
        let Some(frame) = self.top() else { return };
        let Some(doer) = frame.doers.nearest(turn) else {
            (frame.done, frame.any) = (frame.doing, frame.any | frame.doing);
            frame.step += 1;
            frame.at = At::Open;
            return;
        };
        frame.doers = frame.doers.without(Chairs::only(doer));
        frame.doer = doer;
        let frame = *frame;
        let Some(step) = game.step_of(&frame) else { return };
        if !self.s.public.alive.has(doer) && !self.goes_on_without(step) {
            return;
        }
        if step.who() != Who::You
            && let Some(frame) = self.top()
        {
            frame.they = Some(doer);
        }
        match step {
            Step::Do { may: false, .. } => self.set_at(At::Act),
            Step::Do { act, .. } => {
                let frame = self.frame();
                if game.could(self.s, act, &frame)
                    || game.could_unseen_by(Viewer::Public, self.s, act, &frame)
                {
                    self.ask(doer, Question::May);
                } else {
                    self.refuse();
                }
            }
            Step::Grant { number, extra, .. } => self.grant(doer, number.get(), *extra),
            Step::End { verdict: Verdict::Win, .. } => self.win(doer),
            Step::End { verdict: Verdict::Lose, .. } => {
                let deed = Deed {
                    what: What::Lose,
                    of: doer,
                    to: doer,
                    card: NO_CARD,
                    amount: 0,
                    ..self.doing(NO_CARD)
                };
                self.attempt(deed);
            }
        }
    }

    /// Whether a step is still done if its doer has left the game. A step that would only give
    /// something to that player does nothing; a step that needs a decision of that player drops the
    /// text. (XE-WIN-3)
    fn goes_on_without(&mut self, step: &Step) -> bool {
        let Step::Do { may, act, .. } = step else { return false };
        let chosen = matches!(act.pick(), Some(Pick::Chosen { by: Chooser::You, .. }));
        match act {
            _ if *may || chosen => self.nobody_decides(),
            Act::Destroy(_) | Act::Tuck { .. } | Act::Reveal(_) | Act::Redeal(_) => return true,
            Act::Draw(_) | Act::Take(_) | Act::Control(_) | Act::Enter(_) => (),
            Act::PutBack { .. }
            | Act::Choose { .. }
            | Act::Look(_)
            | Act::Reorder
            | Act::Search { .. }
            | Act::LookAtHand(_)
            | Act::Exchange(_)
            | Act::Play(_) => self.nobody_decides(),
        }
        false
    }

    fn grant(&mut self, seat: Seat, number: u8, extra: Extra) {
        let tally = self.s.public.tally_mut(seat);
        let more = match extra {
            Extra::Discard => &mut tally.more_discards,
            Extra::Play => &mut tally.more_plays,
        };
        *more = more.saturating_add(number.into());
        self.note(Event::Granted { seat, number, extra });
    }

    /// Skips a declined "may". If it is the first step of a replacement, the original deed continues.
    pub(crate) fn refuse(&mut self) {
        let frame = self.frame();
        if let (0, Some(deed)) = (frame.step, frame.deed) {
            self.pop();
            self.substitute(Deed { used: frame.used(), ..deed });
        } else {
            self.set_at(At::Next);
        }
    }

    /// A deed by the running text, to a card in play or not yet to any card.
    pub(crate) fn doing(&self, id: u8) -> Deed {
        let frame = self.frame();
        let of = card(id).and_then(|id| self.s.controller(id)).unwrap_or(frame.doer);
        Deed {
            what: What::Draw,
            of,
            by: Some(frame.you),
            to: frame.doer,
            card: id,
            amount: 0,
            used: frame.used(),
        }
    }

    /// Starts the doer's act.
    fn act(&mut self) {
        let (game, frame) = (self.game, self.frame());
        let Some(act) = game.act_of(&frame) else { return };
        self.set_at(At::Next);
        match act {
            Act::Draw(amount) => {
                let amount = game.number_of(self.s, amount, &frame);
                if amount > 0 {
                    self.attempt(Deed { amount, ..self.doing(NO_CARD) });
                }
            }
            Act::PutBack { number, .. } => self.begin_pick(number.get()),
            Act::Destroy(pick)
            | Act::Take(pick)
            | Act::Control(pick)
            | Act::Enter(pick)
            | Act::Tuck { pick, .. } => {
                self.begin_work(pick);
            }
            Act::Choose { what, place } => {
                let candidates = game.at_place(self.s, what, *place, &frame);
                if let Some(top) = self.top() {
                    (top.it, top.moved) = (NO_CARD, false);
                }
                if !candidates.is_empty() {
                    self.show_them(frame.doer);
                    self.ask(frame.doer, Question::Focus);
                }
            }
            Act::Look(number) => self.look(*number, Eyes::of(frame.doer)),
            Act::Reveal(number) => self.look(*number, Eyes::ALL),
            Act::Reorder => self.begin_pick(0),
            Act::Search { number, .. } => {
                let all = self.s.cards.len(Pile::Stock);
                self.peek(all, Eyes::of(frame.doer));
                self.begin_pick(number.get());
            }
            Act::LookAtHand(other) | Act::Exchange(other) => {
                let others = game.others(self.s, &frame, *other);
                match (others.iter().next(), other) {
                    (None, _) => (),
                    (Some(seat), Other::They) => self.with_hand(seat),
                    (Some(_), _) => self.ask(frame.you, Question::Whom),
                }
            }
            Act::Redeal(how) => {
                self.redeal(*how);
                self.has_done(true);
            }
            Act::Play(source) => self.begin_play(source, &frame),
        }
    }

    fn begin_pick(&mut self, left: u8) {
        if let Some(frame) = self.top() {
            (frame.left, frame.todo, frame.at) = (left, List::NONE, At::Pick);
        }
    }

    fn begin_work(&mut self, pick: &Pick) {
        let (game, frame) = (self.game, self.frame());
        let all = game.picked(self.s, pick, &frame);
        let Some(top) = self.top() else { return };
        (top.todo, top.all, top.at) = (List::NONE, CardSet::NONE, At::Work);
        match pick {
            Pick::Chosen { count: Count::Exactly(number) | Count::UpTo(number), .. } => {
                (top.left, top.at) = (number.get(), At::Pick);
            }
            Pick::All { place: Place::Play(_) | Place::Discard, .. } => top.all = all,
            Pick::All { .. } => {
                let them = frame.them;
                them.as_slice()
                    .iter()
                    .filter(|id| card(**id).is_some_and(|id| all.has(id)))
                    .for_each(|id| top.todo.push(*id));
            }
            Pick::Them => top.todo = frame.them,
            Pick::This | Pick::It => all.iter().for_each(|id| top.todo.push(id.index() as u8)),
        }
    }

    /// Shows the top cards of the draw pile, which become *them*.
    fn look(&mut self, number: Number, eyes: Eyes) {
        let n = usize::from(number.get());
        self.lengthen(n);
        self.peek(n, eyes);
        let mut them = List::NONE;
        self.s.cards.from_top(Pile::Stock).take(n).for_each(|id| them.push(id.index() as u8));
        let Some(frame) = self.top() else { return };
        frame.them = them;
        if number == Number::ONE {
            frame.it = them.as_slice().first().copied().unwrap_or(NO_CARD);
            frame.moved = false;
        }
    }
}
