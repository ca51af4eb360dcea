//! Performs the deeds that pass the gates and queues the abilities that they trigger.

use eights::{CardId, End, Glimpse, Log, Seat};

use crate::ability::*;
use crate::card::Kind;
use crate::play::event::Event;
use crate::play::moves::Run;
use crate::play::place::{Face, Pile};
use crate::play::resolve::agenda::{Deed, Frame, What, card};
use crate::play::state::Phase;
use crate::rules::Cue;

impl<L: Log<Event<Glimpse>>> Run<'_, L> {
    /// Performs a deed.
    pub(crate) fn perform(&mut self, deed: Deed) {
        let Some(of) = self.still(&deed) else { return };
        self.deed();
        let done = match deed.what {
            What::Draw => {
                self.watch_deed(Cue::Draw, &deed);
                self.draw(of, deed.amount, deed.by) > 0
            }
            What::Destroy => {
                self.watch_deed(Cue::Destroy, &deed);
                self.befall(&deed, Pile::Discard, End::Bottom);
                self.note(Event::Destroyed { seat: of, card: Face::of_id(deed.card), by: deed.by });
                true
            }
            What::Capture => {
                self.watch_deed(Cue::Capture, &deed);
                self.befall(&deed, Pile::Play(deed.to), End::Top);
                self.note(Event::Captured { seat: deed.to, card: Face::of_id(deed.card) });
                true
            }
            What::Recall => {
                self.watch_deed(Cue::Recall, &deed);
                self.befall(&deed, Pile::Hand(deed.to), End::Top);
                true
            }
            What::Lose => {
                self.leave(&deed);
                true
            }
        };
        self.has_done(done);
    }

    /// Records whether the running text moved or drew a card.
    pub(crate) fn has_done(&mut self, done: bool) {
        if let Some(frame) = self.top() {
            frame.doing |= done;
        }
    }

    /// The affected player, if the deed is still possible.
    fn still(&self, deed: &Deed) -> Option<Seat> {
        let public = &self.s.public;
        match deed.what {
            What::Draw | What::Lose => public.alive.has(deed.of).then_some(deed.of),
            _ => {
                let there = self.s.controller(card(deed.card)?) == Some(deed.of);
                let taken = deed.what == What::Destroy || public.alive.has(deed.to);
                (there && taken).then_some(deed.of)
            }
        }
    }

    fn befall(&mut self, deed: &Deed, to: Pile, end: End) {
        if let Some(id) = card(deed.card) {
            self.shift(id, Pile::Play(deed.of), to, end);
        }
    }

    /// A player loses and leaves the game, together with the team. (XE-WIN-2, XE-WIN-3)
    fn leave(&mut self, deed: &Deed) {
        self.watch_deed(Cue::Lose, deed);
        let team = self.s.public.team(deed.of).and(self.s.public.alive);
        for seat in team.clockwise(self.s.public.turn) {
            self.note(Event::Lost { seat });
            self.s.public.left_with[seat.index() & 7] = self.s.in_hand(seat) as u8;
            for pile in [Pile::Hand(seat), Pile::Play(seat)] {
                for id in self.s.cards.set(pile).iter() {
                    self.shift(id, pile, Pile::Discard, End::Bottom);
                }
            }
        }
        let public = &mut self.s.public;
        public.alive = public.alive.without(team);
        public.doomed = public.doomed.without(team);
        for frame in &mut public.frames[..public.n_frames as usize] {
            frame.doers = frame.doers.without(team);
        }
        if team.has(public.turn) && public.phase != Phase::Over {
            // The turn ends at once, without an end phase; only abilities already triggered remain.
            public.phase = Phase::End;
        }
        if let Some(last) = public.alive.nearest(public.turn)
            && public.alive.without(public.team(last)).is_empty()
        {
            self.win(last);
        }
    }

    /// Plays a card for its effect, from any pile.
    pub(crate) fn play(&mut self, seat: Seat, id: CardId, from: Pile) {
        let number = id.index() as u8;
        let last = from == Pile::Hand(seat) && self.s.in_hand(seat) == 1;
        self.deed();
        self.note(Event::Played { seat, card: Face::of_id(number) });
        let tally = self.s.public.tally_mut(seat);
        tally.played = tally.played.saturating_add(1);
        let kind = self.game.def(number).kind;
        if !last {
            self.watch_play(seat, id);
        }
        match kind {
            Kind::Event => self.shift(id, from, Pile::Resolving, End::Top),
            Kind::Asset => self.shift(id, from, Pile::Play(seat), End::Top),
        }
        if last {
            // Nothing on the last card takes effect. (XE-WIN-1)
            self.s.public.decided = None;
            return self.win(seat);
        }
        match kind {
            Kind::Asset => {
                self.deed();
                self.watch_enter(seat, id);
            }
            Kind::Event => self.speak(seat, number),
        }
    }

    /// Starts carrying out the text of an event.
    fn speak(&mut self, seat: Seat, number: u8) {
        let first =
            self.game.def(number).abilities.iter().position(|ability| matches!(ability, Ability::Do(_)));
        match first {
            Some(first) => {
                self.push(Frame { card: number, ability: first as u8, you: seat, ..Frame::IDLE });
            }
            None => self.settle(),
        }
    }
}
