//! The main loop: running texts first, then waiting abilities, then the phases of the turn. It stops at
//! a question.

use eights::{End, Glimpse, Log, Seat};

use crate::ability::{Ability, Edge};
use crate::card::Colour;
use crate::play::event::Event;
use crate::play::moves::Run;
use crate::play::place::{Chairs, Face, Pile};
use crate::play::resolve::agenda::{
    Ask, At, Deed, Frame, MAX_FRAMES, NO_CARD, Question, Used, Waiting, What,
};
use crate::play::resolve::conditions::Reader;
use crate::play::state::{Phase, Tally};
use crate::sheet::EarlyDiscard;

impl<L: Log<Event<Glimpse>>> Run<'_, L> {
    /// Runs until a player must answer or the game is over.
    pub(crate) fn run(&mut self) {
        loop {
            let public = &self.s.public;
            if public.phase == Phase::Over || public.ask.is_some() {
                return;
            }
            // Losses and wins are settled before a text goes on, and a text is finished before a waiting
            // ability begins.
            if public.burnt > self.game.sheet.fuel && (public.n_frames > 0 || public.n_waiting > 0) {
                self.endless();
            } else if let Some(of) = public.doomed.nearest(public.turn) {
                self.s.public.doomed = public.doomed.without(Chairs::only(of));
                let used = Used::default();
                self.attempt(Deed { what: What::Lose, of, by: None, to: of, card: NO_CARD, amount: 0, used });
            } else if public.stirred || public.finished {
                self.check();
            } else if public.n_frames > 0 {
                self.step();
            } else if public.n_waiting > 0 {
                self.next_waiting();
            } else if !self.next_phase() {
                return;
            }
        }
    }

    /// Ends the current phase if nothing is left to do in it; returns whether another one began.
    fn next_phase(&mut self) -> bool {
        if matches!(self.s.public.phase, Phase::Early | Phase::Main) && self.has_gone_on_too_long() {
            let public = &mut self.s.public;
            let seat = public.turn;
            public.ended = public.on_turn();
            self.note(Event::CutShort { seat });
        }
        let public = &mut self.s.public;
        let all_ended = public.on_turn().without(public.ended).is_empty();
        match public.phase {
            Phase::Beginning => {
                let early = self.game.sheet.turn.early_discard == EarlyDiscard::Allowed;
                public.phase = if early { Phase::Early } else { Phase::Draw };
            }
            Phase::Early if !all_ended => return false,
            Phase::Early => {
                public.phase = Phase::Draw;
                public.ended = Chairs::NONE;
            }
            Phase::Draw => {
                public.phase = Phase::Main;
                public.burnt = 0;
                for seat in public.on_turn().iter() {
                    if self.s.public.phase == Phase::Main {
                        self.deed();
                        self.draw(seat, 1, None);
                    }
                }
            }
            Phase::Main if !all_ended => return false,
            Phase::Main => {
                public.phase = Phase::End;
                public.burnt = 0;
                if let Some(first) = public.on_turn().iter().next() {
                    public.turn = first;
                }
                self.watch_turn(Edge::End);
            }
            Phase::End => {
                let (seats, turn) = (public.seats, public.turn);
                let others = public.alive.without(public.team(turn));
                if let Some(next) = others.nearest(turn.left(seats)) {
                    self.begin(next);
                }
            }
            Phase::Over => return false,
        }
        true
    }

    /// Whether more cards were played and discarded this turn than the sheet allows. Without this limit
    /// a turn could go on for ever if the player keeps drawing a card that grants another play.
    fn has_gone_on_too_long(&self) -> bool {
        let public = &self.s.public;
        let done = public.on_turn().iter().map(|seat| {
            let tally = public.tally(seat);
            u32::from(tally.plays) + u32::from(tally.discarded)
        });
        !public.on_turn().without(public.ended).is_empty() && done.sum::<u32>() >= self.game.sheet.fuel.into()
    }

    pub(crate) fn begin(&mut self, seat: Seat) {
        let public = &mut self.s.public;
        let team = public.team(seat).and(public.alive);
        public.turn = team.iter().next().unwrap_or(seat);
        public.phase = Phase::Beginning;
        public.turns = public.turns.saturating_add(1);
        public.ended = Chairs::NONE;
        public.burnt = 0;
        public.tally = [Tally::default(); 8];
        self.note(Event::Began { seat });
        self.watch_turn(Edge::Beginning);
    }

    /// Carries out the next waiting ability; if several could be next, asks the active player which.
    /// (XE-ABL-2)
    fn next_waiting(&mut self) {
        let public = &self.s.public;
        let line = &public.waiting[..public.n_waiting as usize];
        let first = line[0];
        let rival = |other: &Waiting| {
            other.serial == first.serial && other.you == first.you && other.card != first.card
        };
        if line.iter().any(rival) {
            let active = self.active();
            self.ask(active, Question::Which);
        } else {
            self.take_effect(0);
        }
    }

    /// Starts the text of a waiting ability.
    pub(crate) fn take_effect(&mut self, index: usize) {
        let public = &mut self.s.public;
        let n = public.n_waiting as usize;
        let Waiting { card, ability, you, they, it: in_focus, moved, amount, .. } = public.waiting[index];
        public.waiting.copy_within(index + 1..n, index);
        public.waiting[n - 1] = Waiting::IDLE;
        public.n_waiting -= 1;
        // The "if" is evaluated now; if it does not hold, the ability lapses.
        if let Some(Ability::When { clause, .. }) = self.game.def(card).abilities.get(ability as usize)
            && let Some(condition) = &clause.condition
            && self
                .game
                .holds(self.s, condition, Reader { you, they: Some(they), it: in_focus, speaking: card })
                .is_none()
        {
            return self.note(Event::Lapsed { seat: you, card: Face::of_id(card) });
        }
        self.note(Event::Speaks { seat: you, card: Face::of_id(card) });
        self.push(Frame { card, ability, you, they: Some(they), it: in_focus, moved, amount, ..Frame::IDLE });
    }

    /// Asks a player. Questions count towards the limit too, because a text that asks could also go on
    /// for ever.
    pub(crate) fn ask(&mut self, seat: Seat, what: Question) {
        if !self.s.public.alive.has(seat) {
            return self.nobody_decides();
        }
        self.s.public.burnt = self.s.public.burnt.saturating_add(1);
        self.s.public.ask = Some(Ask { seat, what });
    }

    /// Handles a decision by a player who has left: that player's own text is dropped, and in another
    /// player's text the step does nothing. (XE-WIN-3)
    pub(crate) fn nobody_decides(&mut self) {
        let Frame { you, card, .. } = self.frame();
        if self.s.public.alive.has(you) {
            return self.set_at(At::Next);
        }
        self.note(Event::Dropped { seat: you, card: Face::of_id(card) });
        self.pop();
    }

    /// The active player, or the next one if the active player has left.
    pub(crate) fn active(&self) -> Seat {
        let public = &self.s.public;
        public.alive.nearest(public.turn).unwrap_or(public.turn)
    }

    /// The frame of the running text.
    pub(crate) fn top(&mut self) -> Option<&mut Frame> {
        let n = self.s.public.n_frames as usize;
        self.s.public.frames.get_mut(n.checked_sub(1)?)
    }

    /// Starts another text on top of the running one. Returns false if there is no room, which ends the
    /// game. A text with nothing left to do makes room for the text of the card it plays. It counts as
    /// finished only when that text is: until then its card stays where it is, and empty hands are not
    /// checked.
    pub(crate) fn push(&mut self, frame: Frame) -> bool {
        if frame.deed.is_none() && self.is_through() {
            self.s.public.n_frames -= 1;
        }
        let n = self.s.public.n_frames as usize;
        if n >= MAX_FRAMES {
            self.endless();
            return false;
        }
        self.s.public.frames[n] = frame;
        self.s.public.n_frames += 1;
        true
    }

    /// Whether the running text has nothing left to do.
    fn is_through(&self) -> bool {
        let Some(frame) = self.s.public.frame() else { return false };
        let card = self.game.def(frame.card);
        let later = card.abilities.iter().skip(frame.ability as usize + 1);
        frame.at == At::Next
            && frame.deed.is_none()
            && frame.doers.is_empty()
            && frame.step as usize + 1 >= self.game.steps(frame).count()
            && !later.into_iter().any(|ability| matches!(ability, Ability::Do(_)))
    }

    /// A player discards a card in the main phase. (XE-DIS-1, XE-DIS-2)
    pub(crate) fn discard(&mut self, seat: Seat, face: Face, named: Option<Colour>) {
        let Some(id) = self.game.held(self.s, seat, face) else { return };
        let last = self.s.in_hand(seat) == 1;
        self.deed();
        self.note(Event::Discarded { seat, card: face, named });
        let tally = self.s.public.tally_mut(seat);
        tally.discarded = tally.discarded.saturating_add(1);
        if !last {
            self.watch_discard(seat, id);
        }
        self.shift(id, Pile::Hand(seat), Pile::Discard, End::Top);
        self.s.public.named = named;
        if last {
            self.s.public.decided = None;
            self.win(seat);
        }
    }
}
