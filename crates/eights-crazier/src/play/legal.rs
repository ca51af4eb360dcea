//! Lists legal answers and applies an answer.

use eights::{CardId, CardSet, Glimpse, Illegal, Log, Seat, Viewer};

use crate::ability::{Act, Count, Number, Pick};
use crate::card::Colour;
use crate::play::action::Action;
use crate::play::copies::faces;
use crate::play::deeds::gates::choices;
use crate::play::event::Event;
use crate::play::moves::Run;
use crate::play::place::{Chairs, Face, Pile};
use crate::play::resolve::agenda::{Ask, NO_CARD, Question};
use crate::play::resolve::conditions::Reader;
use crate::play::state::{Phase, State};
use crate::rules::Crazier;

impl Crazier {
    /// Lists every legal answer of a seat, sorted.
    pub(crate) fn list(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.public.ask {
            _ if state.public.phase == Phase::Over => (),
            Some(ask) if ask.seat == seat => self.list_question(state, ask, out),
            Some(_) => (),
            None if !self.acts(state, seat) => (),
            None => self.list_main(state, seat, out),
        }
    }

    /// Whether the seat may act in the main phase or before the draw.
    fn acts(&self, state: &State, seat: Seat) -> bool {
        let public = &state.public;
        public.on_turn().without(public.ended).has(seat) && matches!(public.phase, Phase::Main | Phase::Early)
    }

    fn list_main(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let hand = state.hand(seat);
        let main = state.public.phase == Phase::Main;
        if main && self.may_play(state, seat) {
            let plays = hand.iter().filter(|id| self.playable(state, seat, *id));
            out.extend(faces(plays.collect()).map(Action::Play));
        }
        if self.may_discard(state, seat) {
            let fits = hand.and(self.fitting(state.cards.top(Pile::Discard), state.public.named));
            let plain = fits.without(self.tables.eights);
            out.extend(faces(plain).map(Action::Discard));
            for face in faces(fits.and(self.tables.eights)) {
                out.extend(Colour::ALL.map(|colour| Action::Name(face, colour)));
            }
        }
        out.push(if main { Action::End } else { Action::Draw });
    }

    fn list_question(&self, state: &State, ask: Ask, out: &mut Vec<Action>) {
        match ask.what {
            Question::May => {
                out.extend(self.may_say_yes(state).then_some(Action::Yes));
                out.push(Action::No);
            }
            Question::Who | Question::Found | Question::Whom => {
                out.extend(self.seats_asked(state, ask.what).iter().map(Action::Seat));
            }
            what => {
                let start = out.len();
                for id in self.cards_asked(state, what).iter() {
                    let action = Action::Card { face: Face::of(id), second: state.is_second(id) };
                    if let Err(at) = out[start..].binary_search(&action) {
                        out.insert(start + at, action);
                    }
                }
                if self.may_stop(state, what) {
                    out.push(Action::Done);
                }
            }
        }
    }

    /// Whether the optional act is possible, as far as the player who is asked can tell.
    fn may_say_yes(&self, state: &State) -> bool {
        let Some(frame) = state.public.frame() else { return false };
        self.act_of(frame).is_some_and(|act| {
            self.could(state, act, frame) || self.could_unseen_by(Viewer::Seat(frame.doer), state, act, frame)
        })
    }

    /// The players who can be chosen.
    fn seats_asked(&self, state: &State, what: Question) -> Chairs {
        let Some(frame) = state.public.frame() else { return Chairs::NONE };
        match (what, self.act_of(frame)) {
            (Question::Who, _) => self.doers(state, frame),
            (Question::Found, _) => {
                let condition = self.condition_of(frame);
                condition.map_or(Chairs::NONE, |condition| self.found(state, condition, Reader::of(frame)))
            }
            (_, Some(Act::LookAtHand(other) | Act::Exchange(other))) => self.others(state, frame, *other),
            _ => Chairs::NONE,
        }
    }

    /// The cards that can be chosen.
    pub(crate) fn cards_asked(&self, state: &State, what: Question) -> CardSet {
        let public = &state.public;
        match what {
            Question::Which => {
                let line = &public.waiting[..public.n_waiting as usize];
                let same =
                    line.iter().filter(|other| (other.serial, other.you) == (line[0].serial, line[0].you));
                same.filter_map(|waiting| crate::play::resolve::agenda::card(waiting.card)).collect()
            }
            Question::Instead => match &public.pending {
                Some(deed) => choices(self, state, deed),
                None => CardSet::NONE,
            },
            what => self.candidates(state, what),
        }
    }

    /// Whether the player may stop choosing.
    fn may_stop(&self, state: &State, what: Question) -> bool {
        let Some(act) = state.public.frame().and_then(|frame| self.act_of(frame)) else { return false };
        match what {
            // "Up to two" may be fewer, but a search for a single card must take one if it can.
            // (XE-PLAY-4)
            Question::Search => matches!(act, Act::Search { number, .. } if *number > Number::ONE),
            Question::Pick => matches!(act.pick(), Some(Pick::Chosen { count: Count::UpTo(_), .. })),
            _ => false,
        }
    }

    /// Whether an answer is legal, without building the whole list.
    pub(crate) fn allows(&self, state: &State, seat: Seat, action: Action) -> bool {
        let public = &state.public;
        if public.phase == Phase::Over {
            return false;
        }
        let Some(ask) = public.ask else {
            return self.acts(state, seat) && self.allows_main(state, seat, action);
        };
        ask.seat == seat
            && match (ask.what, action) {
                (Question::May, Action::Yes) => self.may_say_yes(state),
                (Question::May, Action::No) => true,
                (Question::Who | Question::Found | Question::Whom, Action::Seat(who)) => {
                    who.index() < 8 && self.seats_asked(state, ask.what).has(who)
                }
                (Question::May | Question::Who | Question::Found | Question::Whom, _) => false,
                (what, Action::Card { face, second }) => self.meant(state, what, face, second).is_some(),
                (what, Action::Done) => self.may_stop(state, what),
                _ => false,
            }
    }

    fn allows_main(&self, state: &State, seat: Seat, action: Action) -> bool {
        let main = state.public.phase == Phase::Main;
        let held = |face: Face| self.held(state, seat, face);
        let discards = |face: Face, eight: bool| {
            self.card(face).is_eight() == eight
                && held(face).is_some_and(|id| {
                    self.fitting(state.cards.top(Pile::Discard), state.public.named).has(id)
                })
                && self.may_discard(state, seat)
        };
        match action {
            Action::Play(face) => {
                main && self.may_play(state, seat)
                    && held(face).is_some_and(|id| self.playable(state, seat, id))
            }
            Action::Discard(face) => discards(face, false),
            Action::Name(face, _) => discards(face, true),
            Action::End => main,
            Action::Draw => !main,
            _ => false,
        }
    }
}

impl<L: Log<Event<Glimpse>>> Run<'_, L> {
    /// Applies an answer and runs up to the next question.
    pub(crate) fn answer(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        if !self.game.allows(self.s, seat, action) {
            return Err(Illegal);
        }
        match self.s.public.ask.take() {
            Some(ask) => self.answer_question(ask.what, action),
            None => {
                self.s.public.turn = seat;
                self.s.public.burnt = 0;
                self.answer_main(seat, action);
            }
        }
        self.run();
        Ok(())
    }

    fn answer_main(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Play(face) => {
                let tally = self.s.public.tally_mut(seat);
                tally.plays = tally.plays.saturating_add(1);
                if let Some(id) = self.game.held(self.s, seat, face) {
                    self.play(seat, id, Pile::Hand(seat));
                }
            }
            Action::Discard(face) => self.discard(seat, face, None),
            Action::Name(face, colour) => self.discard(seat, face, Some(colour)),
            Action::Draw => self.s.public.ended = self.s.public.ended.with(seat),
            _ => {
                self.s.public.ended = self.s.public.ended.with(seat);
                self.note(Event::Ended { seat });
            }
        }
    }

    fn answer_question(&mut self, what: Question, action: Action) {
        let game = self.game;
        match (what, action) {
            (Question::May, Action::Yes) => {
                let frame = self.frame();
                if frame.step == 0 && frame.deed.is_some() {
                    self.used_up(frame.card, frame.ability);
                }
                self.set_at(crate::play::resolve::agenda::At::Act);
            }
            (Question::May, _) => self.refuse(),
            (Question::Who, Action::Seat(seat)) => {
                if let Some(frame) = self.top() {
                    frame.doers = Chairs::only(seat);
                }
            }
            (Question::Found, Action::Seat(seat)) => {
                if let Some(frame) = self.top() {
                    frame.they = Some(seat);
                }
            }
            (Question::Whom, Action::Seat(seat)) => self.with_hand(seat),
            (_, Action::Done) => {
                let frame = self.frame();
                if let Some(act) = game.act_of(&frame) {
                    self.chosen(act);
                }
            }
            (what, Action::Card { face, second }) => {
                if let Some(id) = game.meant(self.s, what, face, second) {
                    self.answer_card(what, id);
                }
            }
            _ => (),
        }
    }

    fn answer_card(&mut self, what: Question, id: CardId) {
        let frame = self.frame();
        let number = id.index() as u8;
        match what {
            Question::Pick | Question::Order | Question::Search => {
                if let Some(top) = self.top() {
                    top.todo.push(number);
                    top.left = top.left.saturating_sub(1);
                }
            }
            Question::Focus => {
                if let Some(top) = self.top() {
                    (top.it, top.moved) = (number, false);
                }
            }
            Question::PutBack => self.put_back(id),
            Question::Own => {
                if let Some(top) = self.top() {
                    top.own = number;
                }
                self.ask(frame.doer, Question::Theirs);
            }
            Question::Theirs => self.exchange(id),
            Question::Play => self.play_if(frame.doer, id),
            Question::Which => {
                let line = &self.s.public.waiting[..self.s.public.n_waiting as usize];
                let key = (line[0].serial, line[0].you, number);
                let index = line.iter().position(|other| (other.serial, other.you, other.card) == key);
                self.take_effect(index.unwrap_or(0));
            }
            Question::Instead => {
                if let Some(deed) = self.s.public.pending.take() {
                    self.substitute_by(deed, number);
                }
            }
            _ => debug_assert!(frame.card == NO_CARD || what == Question::May, "no card is asked for"),
        }
    }
}
