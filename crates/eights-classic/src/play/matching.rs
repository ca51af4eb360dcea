//! Identical cards laid for a price: out of turn, or on a player's last card. (FA-SIGNS-4, FA-SIGNS-5)

use eights::{Dice, Glimpse, Log, Seat};

use crate::{
    face::Face,
    play::{
        action::{Lay, Name},
        event::Event,
        state::{Pile, State, Step},
    },
    rules::Classic,
    sheet::{JumpIn, StarterSpecial},
};

impl Classic {
    /// Whether another copy of a single card can be in a hand, because not all of them will be in the discard pile.
    pub(super) fn can_be_matched(&self, state: &State, lay: &Lay) -> bool {
        if self.rules.choices.jump_in != JumpIn::Matched || !lay.under.is_empty() {
            return false;
        }
        let copies = |words: &[u64; 3]| words.iter().filter(|word| **word & lay.top.bit() != 0).count();
        let lying = copies(state.cards.at(Pile::Discard).words());
        lying + 1 < copies(self.rules.layout(state.public.seats).pack.words())
    }

    /// Whether these are last cards that the others are asked to match before the hand is over.
    pub(crate) fn awaits_match(&self, state: &State, lay: &Lay, left: usize) -> bool {
        left == 0
            && self.can_be_matched(state, lay)
            && self.rules.banned_for(state.public.seats) & lay.top.bit() == 0
            && !self.rules.goes_on_with(self.acts_as(state, lay.top, lay.name))
    }

    /// The player whose card is matched by one that this seat lays now.
    pub(super) fn matched_by(&self, state: &State, seat: Seat) -> Option<Seat> {
        match state.public.step {
            Step::Match { by, .. } => Some(by),
            _ if self.rules.choices.jump_in == JumpIn::Matched && seat != state.public.turn => state.laid_by,
            _ => None,
        }
    }

    /// Remembers who laid the top card, and makes the player of a matched card draw. Returns that player if it was
    /// their last card and there is nothing to draw, so that they stay out.
    #[inline]
    pub(super) fn settle_match(
        &self,
        state: &mut State,
        seat: Seat,
        matched: Option<(Seat, bool)>,
        top: Face,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) -> Option<Seat> {
        if self.rules.choices.jump_in != JumpIn::Matched {
            return None;
        }
        state.laid_by = Some(seat);
        let (player, has_acted) = matched?;
        self.pay_for_match(state, player, has_acted, top, dice, log);
        (state.n_cards(player) == 0).then_some(player)
    }

    /// Makes the player of a matched card draw. If the card has turned the direction, that is void.
    #[cold]
    fn pay_for_match(
        &self,
        state: &mut State,
        player: Seat,
        has_acted: bool,
        top: Face,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        if has_acted && self.rules.effect_of(top).reverse {
            state.public.clockwise = !state.public.clockwise;
            log.note(Event::Reversed { clockwise: state.public.clockwise });
        }
        let cards = self.draw_cards(state, player, 1, dice, log);
        log.note(Event::Penalty { seat: player, cards });
        state.fresh = None;
    }

    /// Whether the top card has had its effect: a last card has not, and a first card only as the dealer's play.
    pub(super) fn top_has_acted(&self, state: &State) -> bool {
        let acts_first = self.rules.choices.starter_special == StarterSpecial::AsDealerPlay;
        !matches!(state.public.step, Step::Match { .. }) && (state.public.played || acts_first)
    }

    /// Asks the others in turn for the same card as the last one of a player.
    pub(super) fn ask_for_match(
        &self,
        state: &mut State,
        seat: Seat,
        lay: &Lay,
        owed: u16,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        log.note(Event::WentOut { seat });
        let owed = owed.saturating_add(self.deeds(lay).owed);
        state.public.named = Name::NONE;
        self.follow_top(state);
        let next = state.onward(seat, 1);
        self.ask(state, next);
        let left = state.public.playing.len() as u8 - 1;
        state.public.step = Step::Match { by: seat, owed, left };
    }

    /// Lays nothing on the last card of a player, which wins the hand when nobody else is left to match it.
    pub(super) fn let_win(&self, state: &mut State, seat: Seat, log: &mut impl Log<Event<Glimpse>>) {
        let Step::Match { by, owed, left } = state.public.step else { return };
        log.note(Event::Passed { seat });
        if left > 1 {
            let next = state.onward(seat, 1);
            self.ask(state, next);
            state.public.step = Step::Match { by, owed, left: left - 1 };
        } else {
            self.be_out(state, by);
        }
    }

    /// Ends the hand with the first place for a player without cards.
    pub(super) fn be_out(&self, state: &mut State, seat: Seat) {
        state.public.places[seat] = 1;
        state.public.playing.remove(seat);
        state.public.step = Step::Out;
        state.follow = 0;
    }
}
