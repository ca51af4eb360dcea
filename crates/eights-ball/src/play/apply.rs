//! Applies an answer: moves cards, pockets balls, passes the turn.

use eights::{CardId, Dice, End, Log, Seat, Viewer};

use crate::{
    Ball,
    color::{Balls, Colors},
    face::Face,
    place::{Place, Top},
    play::{
        action::{Action, Set},
        state::{Ending, Event, Happening, State, Step, other},
    },
};

impl Ball {
    /// Applies a legal answer and runs up to the next question.
    pub(crate) fn play(&self, state: &mut State, action: Action, dice: &mut Dice, log: &mut impl Log<Event>) {
        let seat = state.public.turn;
        match action {
            Action::Choose(balls) => {
                let first = other(seat);
                state.public.solids = Some(if balls == Balls::Solids { seat } else { first });
                state.public.turn = first;
                state.public.step = Step::Act;
                log.note(Happening::Chose { seat, balls });
            }
            Action::Discard(face) => {
                self.lay(state, seat, face, Place::Discard, log);
                self.fill_blindly(state, dice, log);
            }
            Action::Swap(face) => {
                let taken =
                    state.cards.top(Place::Discard).expect("a swap is legal only with a discard pile");
                self.lay(state, seat, face, Place::Discard, log);
                state.cards.shift(taken, Place::Discard, Place::Hand(seat), End::Top, log);
                self.fill_blindly(state, dice, log);
            }
            Action::Pocket(face, at) => {
                self.lay(state, seat, face, Place::Table(at), log);
                state.public.tops[at] = Top::Pocket(face);
                // Never causes a stalemate: a player may only play a pocket that they can use.
                self.fill(state, log);
            }
            Action::Block(face, at) => {
                self.lay(state, seat, face, Place::Table(at), log);
                state.public.tops[at] = Top::Block(face);
                self.after_cover(state, log);
            }
            Action::Shoot(set) => {
                self.shoot(state, set, log);
                self.after_cover(state, log);
            }
            Action::ShootTwo(first, second) => {
                self.shoot(state, first, log);
                self.shoot(state, second, log);
                self.after_cover(state, log);
            }
            Action::ShootEight(set) => self.shoot_eight(state, set, log),
            Action::ShootLastAndEight(last, eight) => {
                self.shoot(state, last, log);
                self.shoot_eight(state, eight, log);
            }
            Action::Draw => {
                self.draw(state, dice, log);
                self.fill(state, log);
            }
            Action::Take => {
                self.take(state, Place::Discard, log);
                self.fill(state, log);
            }
        }
    }

    fn shoot(&self, state: &mut State, set: Set, log: &mut impl Log<Event>) {
        let seat = state.public.turn;
        self.lay_set(state, set, log);
        let row = state.public.rows[seat];
        state.public.rows[seat] = row.without(Colors::only(set.color));
        state.public.tops[set.at] = Top::Ball(seat, set.color);
        log.note(Happening::Ball { seat, color: set.color, at: set.at });
    }

    fn shoot_eight(&self, state: &mut State, set: Set, log: &mut impl Log<Event>) {
        let seat = state.public.turn;
        self.lay_set(state, set, log);
        state.public.tops[set.at] = Top::Eight(seat);
        log.note(Happening::Eight { seat, at: set.at });
        self.end(state, Ending::Eight(seat), log);
    }

    /// Puts stick and cue ball on a pocket.
    fn lay_set(&self, state: &mut State, set: Set, log: &mut impl Log<Event>) {
        let seat = state.public.turn;
        self.lay(state, seat, Face::stick(set.color), Place::Table(set.at), log);
        self.lay(state, seat, Face::cue(set.color), Place::Table(set.at), log);
    }

    /// Puts a card from a hand face up on a place.
    #[inline]
    fn lay(&self, state: &mut State, seat: Seat, face: Face, to: Place, log: &mut impl Log<Event>) {
        let card = self.pick(state, seat, face);
        state.cards.shift(card, Place::Hand(seat), to, End::Top, log);
    }

    /// The copy of a face that a hand gives up: one that everybody has seen, if there is one. Players
    /// cannot tell copies apart. If an unseen copy was given up, the seen one would stay visible and
    /// reveal that the hand holds another.
    #[inline]
    fn pick(&self, state: &State, seat: Seat, face: Face) -> CardId {
        let cards = state.cards.set(Place::Hand(seat)).and(self.pack.cards_of(face));
        let seen = cards.and(state.cards.known_to(Viewer::Public));
        seen.first().or(cards.first()).expect("a legal answer names a card of the hand")
    }

    /// Moves the top card of a pile to the hand of the seat whose turn it is.
    #[inline]
    fn take(&self, state: &mut State, from: Place, log: &mut impl Log<Event>) {
        if let Some(card) = state.cards.top(from) {
            state.cards.shift(card, from, Place::Hand(state.public.turn), End::Top, log);
        }
    }

    /// Draws a card. An empty draw pile is first replaced by the shuffled discard pile (EB-DRAW-2,
    /// EB-DRAW-3).
    #[inline]
    fn draw(&self, state: &mut State, dice: &mut Dice, log: &mut impl Log<Event>) {
        if state.cards.len(Place::Stock) == 0 {
            state.cards.gather(Place::Discard, Place::Stock, 0, log);
            state.cards.shuffle(Place::Stock, dice, log);
        }
        self.take(state, Place::Stock, log);
    }

    /// Whether the hand of the seat whose turn it is can and must be refilled.
    #[inline]
    fn is_short(&self, state: &State) -> bool {
        state.cards.len(Place::Hand(state.public.turn)) < self.hand
            && state.cards.len(Place::Stock) + state.cards.len(Place::Discard) > 0
    }

    /// Refills the hand without a question after a discard or a swap: the action already decided where
    /// the card comes from (EB-DIS-1).
    #[inline]
    fn fill_blindly(&self, state: &mut State, dice: &mut Dice, log: &mut impl Log<Event>) {
        while self.is_short(state) {
            self.draw(state, dice, log);
        }
        self.pass(state, log);
    }

    /// Asks for the next replacement card, if one is missing, or passes the turn on.
    #[inline]
    fn fill(&self, state: &mut State, log: &mut impl Log<Event>) {
        if self.is_short(state) {
            state.public.step = Step::Fill;
        } else {
            self.pass(state, log);
        }
    }

    /// Continues after a pocket was covered, which may cause a stalemate.
    fn after_cover(&self, state: &mut State, log: &mut impl Log<Event>) {
        if self.is_dead(state) {
            self.end(state, Ending::Stalemate, log);
        } else {
            self.fill(state, log);
        }
    }

    /// Ends the turn. A seat without cards, which is only possible in a test position, is skipped.
    #[inline]
    fn pass(&self, state: &mut State, log: &mut impl Log<Event>) {
        state.public.step = Step::Act;
        loop {
            state.public.turns += 1;
            state.public.turn = other(state.public.turn);
            if state.public.turns >= self.turn_cap {
                self.end(state, Ending::TurnCap, log);
                return;
            }
            if state.cards.len(Place::Hand(state.public.turn)) > 0 {
                return;
            }
        }
    }

    fn end(&self, state: &mut State, ending: Ending, log: &mut impl Log<Event>) {
        state.public.step = Step::Over(ending);
        log.note(Happening::Over(ending));
    }
}
