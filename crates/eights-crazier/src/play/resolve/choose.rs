//! Lets players choose cards and applies acts to them.

use eights::{CardId, CardSet, End, Eyes, Glimpse, Log, Seat};

use crate::ability::{self, *};
use crate::play::event::Event;
use crate::play::moves::Run;
use crate::play::place::Pile;
use crate::play::resolve::agenda::{At, Deed, Frame, NO_CARD, Question, What, card};
use crate::play::state::State;
use crate::rules::Crazier;

impl Crazier {
    /// The cards that can answer the open question.
    pub(crate) fn candidates(&self, state: &State, what: Question) -> CardSet {
        let Some(frame) = state.public.frame() else { return CardSet::NONE };
        let Some(act) = self.act_of(frame) else { return CardSet::NONE };
        let chosen = frame.todo.set();
        match (what, act) {
            (Question::Pick, act) => match act.pick() {
                Some(pick) => self.picked(state, pick, frame).without(chosen),
                None => CardSet::NONE,
            },
            (Question::Focus, Act::Choose { what, place }) => self.at_place(state, what, *place, frame),
            (Question::PutBack | Question::Own, _) => state.hand(frame.doer),
            (Question::Order, _) => frame.them.set().without(chosen),
            (Question::Search, Act::Search { what, to, .. }) => {
                let there = state.cards.set(Pile::Stock).and(self.kin(what, frame.card)).without(chosen);
                if *to == Destination::Play { there.and(self.tables.assets) } else { there }
            }
            (Question::Theirs, _) => frame.they.map_or(CardSet::NONE, |they| state.hand(they)),
            (Question::Play, Act::Play(Source::Hand(what))) => self.plays(state, what, frame),
            _ => CardSet::NONE,
        }
    }
}

impl<L: Log<Event<Glimpse>>> Run<'_, L> {
    /// Asks for the next card to choose, or goes on when all are chosen.
    pub(crate) fn pick(&mut self) {
        let (game, frame) = (self.game, self.frame());
        let Some(act) = game.act_of(&frame) else { return };
        let (question, asked, over) = match act {
            Act::PutBack { .. } => (Question::PutBack, frame.doer, frame.left == 0),
            Act::Reorder => (Question::Order, frame.doer, frame.them.len() <= frame.todo.len() + 1),
            Act::Search { .. } => (Question::Search, frame.doer, frame.left == 0),
            act => {
                let asked = match act.pick() {
                    Some(Pick::Chosen { by: Chooser::They, .. }) => frame.they,
                    _ => None,
                };
                (Question::Pick, asked.unwrap_or(frame.you), frame.left == 0)
            }
        };
        if !over && !game.candidates(self.s, question).is_empty() {
            self.show_them(asked);
            return self.ask(asked, question);
        }
        self.chosen(act);
    }

    /// Shows the cards in the draw pile to the player who chooses among them, even if another player
    /// looked first.
    pub(crate) fn show_them(&mut self, asked: Seat) {
        let Some(frame) = self.s.public.frame().filter(|frame| !frame.them.is_empty()) else { return };
        if !self.s.public.alive.has(asked) {
            return;
        }
        let them = frame.them.set().and(self.s.cards.set(Pile::Stock));
        let deepest =
            self.s.cards.from_top(Pile::Stock).take(64).enumerate().filter(|(_, id)| them.has(*id)).last();
        if let Some((depth, _)) = deepest.filter(|_| !them.is_empty()) {
            self.peek_at(depth + 1, Eyes::of(asked), them);
        }
    }

    /// Continues once all cards are chosen.
    pub(crate) fn chosen(&mut self, act: &Act) {
        let frame = self.frame();
        self.set_at(At::Next);
        match act {
            Act::PutBack { .. } => (),
            Act::Reorder => {
                let mut order = frame.todo;
                let rest = frame.them.set().without(order.set());
                rest.iter().for_each(|id| order.push(id.index() as u8));
                if order.len() > 1 {
                    self.reorder(order.as_slice(), frame.doer);
                    if let Some(top) = self.top() {
                        top.them = order;
                    }
                }
            }
            Act::Search { to, .. } => self.found(*to),
            act => {
                self.set_at(At::Work);
                let Some(Pick::Chosen { count, place, .. }) = act.pick() else { return };
                let (Count::Exactly(number) | Count::UpTo(number)) = *count;
                let Some(top) = self.top() else { return };
                if number == Number::ONE {
                    (top.it, top.moved) = (frame.todo.as_slice().first().copied().unwrap_or(NO_CARD), false);
                } else if *place != Place::Among {
                    top.them = frame.todo;
                }
            }
        }
    }

    /// Shows and moves the cards that a search found. The draw pile is shuffled before they are moved,
    /// so that nobody sees from where in the pile they came.
    fn found(&mut self, to: Destination) {
        let frame = self.frame();
        self.deed();
        self.note(Event::Searched { seat: frame.doer, cards: frame.todo.len() as u8 });
        self.s.cards.shuffle(Pile::Stock, self.dice, self.log);
        for id in frame.todo.as_slice().iter().filter_map(|id| card(*id)) {
            self.s.cards.raise(id, Pile::Stock);
            match to {
                Destination::Play if self.game.tables.assets.has(id) => {
                    self.shift(id, Pile::Stock, Pile::Play(frame.doer), End::Top);
                    self.deed();
                    self.watch_enter(frame.doer, id);
                }
                Destination::Play => continue,
                Destination::Hand => {
                    self.shift(id, Pile::Stock, Pile::Hand(frame.doer), End::Top);
                    self.s.cards.show(id, Pile::Hand(frame.doer), Eyes::ALL, self.log);
                }
            }
            self.has_done(true);
        }
        let stock = self.s.cards.set(Pile::Stock);
        if let Some(top) = self.top() {
            top.moved |= card(top.it).is_some_and(|id| stock.has(id));
            for id in top.them.set().and(stock).iter() {
                top.them.remove(id.index() as u8);
            }
        }
    }

    /// Applies the act to the next card.
    pub(crate) fn work(&mut self) {
        let (game, frame) = (self.game, self.frame());
        let Some(act) = game.act_of(&frame) else { return };
        let all = if frame.todo.is_empty() { frame.all } else { frame.todo.set() };
        let Some(id) = self.next_of(all, frame.todo.as_slice()) else { return self.set_at(At::Next) };
        let number = id.index() as u8;
        if let Some(top) = self.top() {
            top.todo.remove(number);
            top.all.remove(id);
        }
        let in_play = self.s.controller(id);
        let doing = self.doing(number);
        if matches!(act, Act::Take(_) | Act::Enter(_)) && !self.s.public.alive.has(frame.doer) {
            return;
        }
        match (act, in_play) {
            (Act::Destroy(_), Some(_)) => self.attempt(Deed { what: What::Destroy, ..doing }),
            (Act::Control(_), Some(of)) if of != frame.doer => {
                self.attempt(Deed { what: What::Capture, ..doing })
            }
            (Act::Take(_), Some(_)) => self.attempt(Deed { what: What::Recall, ..doing }),
            (Act::Take(_), None) => self.carry(id, Pile::Hand(frame.doer), End::Top),
            (Act::Tuck { end, .. }, _) => {
                let end = if *end == ability::End::Top { End::Top } else { End::Bottom };
                self.carry(id, Pile::Stock, end);
            }
            (Act::Enter(_), None) if game.tables.assets.has(id) => {
                self.carry(id, Pile::Play(frame.doer), End::Top);
                if self.s.played(frame.doer).has(id) {
                    self.deed();
                    self.watch_enter(frame.doer, id);
                }
            }
            _ => (),
        }
    }

    /// Moves a card by an ungated deed. Cards in hands and events being carried out are left alone.
    fn carry(&mut self, id: CardId, to: Pile, end: End) {
        let from = self.s.place_of(id);
        if let Some(from) = from.filter(|from| !matches!(from, Pile::Hand(_) | Pile::Resolving)) {
            self.deed();
            self.shift(id, from, to, end);
            self.has_done(true);
        }
    }

    /// The next card to process. Order: clockwise by controller, and for one controller in the order in
    /// which the cards entered play; elsewhere in the order of choice.
    fn next_of(&self, all: CardSet, chosen: &[u8]) -> Option<CardId> {
        let here = all.and(self.s.in_play());
        let of = |seat: Seat| self.s.cards.from_top(Pile::Play(seat)).filter(|id| here.has(*id)).last();
        let in_play = if here.is_empty() {
            None
        } else {
            self.s.public.alive.clockwise(self.s.public.turn).find_map(of)
        };
        let listed = || chosen.iter().find_map(|id| card(*id));
        let piled = || self.s.cards.from_top(Pile::Discard).find(|id| all.has(*id));
        in_play.or_else(listed).or_else(piled).or_else(|| all.first())
    }

    /// Shows another player's hand to the doer and, for an exchange, asks for the doer's own card.
    pub(crate) fn with_hand(&mut self, seat: Seat) {
        let frame = self.frame();
        if let Some(top) = self.top() {
            top.they = Some(seat);
        }
        for id in self.s.hand(seat).iter() {
            self.s.cards.show(id, Pile::Hand(seat), Eyes::of(frame.doer), self.log);
        }
        let both = self.s.in_hand(seat) > 0 && self.s.in_hand(frame.doer) > 0;
        if matches!(self.game.act_of(&frame), Some(Act::Exchange(_))) && both {
            self.ask(frame.doer, Question::Own);
        }
    }

    /// Moves a card from the hand onto the draw pile.
    pub(crate) fn put_back(&mut self, id: CardId) {
        let frame = self.frame();
        let Some(Act::PutBack { end, .. }) = self.game.act_of(&frame) else { return };
        let end = if *end == ability::End::Top { End::Top } else { End::Bottom };
        if let Some(top) = self.top() {
            top.left -= 1;
        }
        self.deed();
        self.shift(id, Pile::Hand(frame.doer), Pile::Stock, end);
        self.has_done(true);
    }

    /// Exchanges two cards between hands; neither hand counts as empty in between.
    pub(crate) fn exchange(&mut self, theirs: CardId) {
        let frame = self.frame();
        let (Some(own), Some(they)) = (card(frame.own), frame.they) else { return };
        self.deed();
        self.shift(own, Pile::Hand(frame.doer), Pile::Hand(they), End::Top);
        self.shift(theirs, Pile::Hand(they), Pile::Hand(frame.doer), End::Top);
        if let Some(top) = self.top() {
            top.own = NO_CARD;
        }
        self.has_done(true);
    }

    /// Starts playing a card through an ability.
    pub(crate) fn begin_play(&mut self, source: &Source, frame: &Frame) {
        let game = self.game;
        match source {
            Source::Hand(what) => {
                if !game.plays(self.s, what, frame).is_empty() {
                    self.ask(frame.doer, Question::Play);
                }
            }
            Source::Top => {
                self.lengthen(1);
                self.peek(1, Eyes::ALL);
                if let Some(top) = self.s.cards.top(Pile::Stock) {
                    self.play_if(frame.doer, top);
                }
            }
            Source::It => {
                if let Some(id) = game.it(frame) {
                    self.play_if(frame.doer, id);
                }
            }
        }
    }

    /// Plays a card through an ability, if it can be played. (XE-PLAY-6)
    pub(crate) fn play_if(&mut self, seat: Seat, id: eights::CardId) {
        let from = self.s.place_of(id).filter(|from| !matches!(from, Pile::Play(_) | Pile::Resolving));
        if let Some(from) = from
            && self.game.playable(self.s, seat, id)
        {
            self.has_done(true);
            self.play(seat, id, from);
        }
    }
}
