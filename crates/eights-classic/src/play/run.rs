//! Runs: cards laid one after the other, which act when the run is closed. (FA-MACAU-4, FA-RUN-4)

use eights::{Dice, Glimpse, Log, Seat};

use crate::{
    face::Face,
    play::{
        action::{Lay, Name},
        effects::CombinedEffects,
        event::Event,
        state::{Pile, State, Step},
    },
    rules::Classic,
    sheet::{Again, Names, Noticed, Shape, StockWhen},
};

impl Classic {
    /// The run with one more card, if cards are laid in runs now. A card just drawn is laid alone.
    #[inline]
    pub(super) fn run_with(&self, state: &State, seat: Seat, top: Face, owed: u16) -> Option<Step> {
        if self.goes_on_openly(state, seat, top) {
            return Some(Step::More(Again::OpenRun));
        }
        if self.rules.choices.shape != Shape::Run || state.fresh.is_some() {
            return None;
        }
        match state.public.step {
            Step::Run { cards, owed, family, least, bound } => {
                Some(Step::Run { cards: cards + 1, owed, family, least, bound })
            }
            Step::Answer { family, least, .. } => {
                Some(Step::Run { cards: 1, owed, family, least, bound: true })
            }
            Step::Miss => Some(Step::Run { cards: 1, owed: 0, family: 0, least: 0, bound: true }),
            Step::Play | Step::Cover | Step::More(_) => {
                Some(Step::Run { cards: 1, owed: 0, family: 0, least: 0, bound: false })
            }
            _ => None,
        }
    }

    /// Whether a card opens a run that may stay open, or goes on with one. The player before may have left it: it is
    /// open as long as the card that opens runs is on top. (FA-RUN-5)
    #[inline]
    fn goes_on_openly(&self, state: &State, seat: Seat, top: Face) -> bool {
        if matches!(state.public.step, Step::Opening { .. }) {
            return false;
        }
        let opens = |face: Face| self.rules.effect_of(face).opens_run();
        let is_open = match state.public.step {
            Step::More(Again::OpenRun) => true,
            _ => state.public.played && state.top_as().is_some_and(opens),
        };
        let changes =
            self.wild_for(state, seat) & top.bit() != 0 && self.rules.names_of(top) != Names::OwnSuit;
        opens(top) || is_open && !changes && !top.is_joker() && state.suit_in_force() == Some(top.suit())
    }

    /// The faces that may be laid in an open run: those of its suit, and wild cards. Among these, only one after
    /// which anything follows or another suit holds may not. (FA-RUN-4)
    pub(super) fn in_open_run(&self, state: &State, seat: Seat) -> u64 {
        let wild = self.wild_for(state, seat);
        let suit = state.suited_in_force();
        let may_end = |face: &Face| match self.rules.names_of(*face) {
            _ if self.rules.effect_of(*face).counts_as.is_some() => true,
            Names::Suit | Names::Rank | Names::SuitOrRank | Names::CardBelow => true,
            Names::OwnSuit => suit & face.bit() != 0,
            Names::Anything => false,
        };
        suit & !wild | state.printed.filter(self.matching(state, seat) & wild, &may_end)
    }

    /// Closes a run, whose cards act now, or declines a further card.
    pub(super) fn close_run(
        &self,
        state: &mut State,
        seat: Seat,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let (owed, top) = match (state.public.step, state.top_as()) {
            (Step::Run { owed, .. }, Some(top)) => (owed, top),
            (Step::More(Again::OpenRun), Some(top)) => (0, top),
            _ => {
                let next = state.onward(seat, 1);
                return self.begin(state, next);
            }
        };
        if state.public.uncalled == Some(seat) && self.rules.choices.noticed == Noticed::AtOnce {
            self.catch(state, seat, None, dice, log);
        }
        if self.rules.special & top.bit() == 0 {
            let next = state.onward(seat, 1);
            self.begin(state, next);
        } else if !state.is_over() {
            self.carry_out(state, seat, &Lay::card(top), (owed, Name::NONE), dice, log);
        }
        if self.rules.choices.stock_when == StockWhen::AtOnce {
            self.restock(state, dice, log);
        }
    }

    /// Sums up the effects of the cards in a run that have the rank of the top one.
    pub(super) fn run_deeds(&self, state: &State, top: Face, cards: u8) -> CombinedEffects {
        let mut deeds = CombinedEffects::default();
        let run = state.cards.from_top(Pile::Discard).take(cards.into()).skip(1);
        let run = run.map(|card| state.printed.at(card.index() as u8));
        for face in run.filter(|face| face.rank() == top.rank()).chain([top]) {
            deeds.add(self.rules.effect_of(face));
        }
        deeds
    }
}
