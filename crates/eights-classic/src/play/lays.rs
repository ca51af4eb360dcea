//! Lists which cards may be laid together and what may be said with them.

use eights::Seat;

use crate::{
    face::{Face, faces_of},
    play::{
        action::{Lay, Name, Under},
        state::{State, Step},
    },
    rules::Classic,
    sheet::{Breach, MultiMatch, Names, SameSuit, Shape},
};

impl Classic {
    /// Whether several cards may be laid at once now.
    pub(super) fn may_lay_several(&self, state: &State) -> bool {
        matches!(self.rules.choices.shape, Shape::SameRank | Shape::Identical)
            && matches!(state.public.step, Step::Play | Step::Cover | Step::Miss | Step::Answer { .. })
            && state.fresh.is_none()
    }

    /// Calls `say` with every legal lay of a single card of these faces.
    pub(super) fn each_lay(&self, state: &State, seat: Seat, plays: u64, say: &mut dyn FnMut(Lay)) {
        for face in state.printed.faces(plays) {
            self.each_saying(state, seat, Lay::card(face), say);
        }
    }

    /// Calls `say` with every legal lay of one or more cards, where several may be laid at once.
    pub(super) fn each_stack(&self, state: &State, seat: Seat, plays: u64, say: &mut dyn FnMut(Lay)) {
        for top in state.printed.faces(state.faces(seat)) {
            self.each_under(state, seat, plays, top, &mut |lay| self.each_saying(state, seat, lay, say));
        }
    }

    /// Calls `found` with every choice of cards that may be laid under this top card.
    #[inline]
    pub(super) fn each_under(
        &self,
        state: &State,
        seat: Seat,
        plays: u64,
        top: Face,
        found: &mut dyn FnMut(Lay),
    ) {
        let alone = top.is_joker() || self.rules.choices.shape == Shape::Identical;
        let kin = if alone { top.bit() } else { top.rank_mates() };
        if plays & kin == 0 {
            // Whichever card has to fit, none of these does.
            return;
        }
        let most = self.below_top(state, seat, top);
        for c in 0..=most[0] {
            for d in 0..=most[1] {
                for h in 0..=most[2] {
                    for s in 0..=most[3] {
                        let lay = Lay { under: Under::of([c, d, h, s]), ..Lay::card(top) };
                        if let Some(lay) = self.stacked(state, seat, plays, lay) {
                            found(lay);
                        }
                    }
                }
            }
        }
    }

    /// How many cards of each suit a seat can lay under a card. Where cards of one rank are laid together, jokers
    /// are laid alone.
    fn below_top(&self, state: &State, seat: Seat, top: Face) -> [u8; 4] {
        let identical = self.rules.choices.shape == Shape::Identical;
        let mut most = [0; 4];
        for suit in 0..4 {
            let other = Face::of(top.rank(), suit);
            most[suit as usize] = if other == top {
                if top.is_joker() && !identical { 0 } else { state.copies(seat, top) - 1 }
            } else if top.is_joker() || identical {
                0
            } else {
                state.copies(seat, other)
            };
        }
        most
    }

    /// Normalises cards laid together, if the card that has to fit does and they may end the hand.
    /// The order below the top card does not matter (CE-MULTI-4), so it is card order; but if the
    /// first card has to fit, the lowest one that does comes first.
    #[inline]
    pub(crate) fn stacked(&self, state: &State, seat: Seat, plays: u64, lay: Lay) -> Option<Lay> {
        let fits = |face: Face| plays & face.bit() != 0;
        let lay = Lay { first: None, ..lay };
        let mut under = lay.faces().take(lay.len() - 1);
        let mut first = None;
        let matched = match self.rules.choices.matching {
            _ if lay.under.is_empty() => fits(lay.top),
            MultiMatch::Top => fits(lay.top),
            MultiMatch::First => {
                let lowest = under.next();
                match lowest.into_iter().chain(under).find(|face| fits(*face)) {
                    Some(face) => {
                        first = (Some(face) != lowest).then_some(face.suit());
                        true
                    }
                    None => false,
                }
            }
            MultiMatch::Any => fits(lay.top) || under.any(fits),
        };
        let last = lay.len() == state.n_cards(seat) && self.rules.choices.breach == Breach::Refused;
        let refused = last
            && lay.faces().any(|face| self.rules.banned_for(state.public.seats) & face.bit() != 0)
            || lay.len() == state.n_cards(seat) && self.must_stay_in(state, seat);
        (matched && !refused).then_some(Lay { first, ..lay })
    }

    /// Calls `say` with every combination of name, target and call that goes with these cards, in
    /// order.
    pub(super) fn each_saying(&self, state: &State, seat: Seat, lay: Lay, say: &mut dyn FnMut(Lay)) {
        let left = state.n_cards(seat) - lay.len();
        let ends = self.ends_hand(state, &lay, left);
        let called = Lay { call: true, ..lay };
        let ends_if_called = !ends && self.ends_hand(state, &called, left);
        let due = !ends && !ends_if_called && self.call_is_due(state, &lay, left);
        let may_call = due || (self.rules.choices.false_call > 0 && !ends && !ends_if_called);
        let calls: &[bool] = if may_call { &[false, true] } else { &[false] };
        // In the opening round no card does or names anything. (FA-PIS-1)
        let acts = !ends
            && !matches!(state.public.step, Step::Opening { .. })
            && !self.awaits_match(state, &lay, left);
        let top = self.acts_as(state, lay.top, Name::NONE);
        let targets = acts && self.rules.effect_of(top).targets();
        let names_suit = self.needs_a_suit(state, lay.top);
        let names = acts && (names_suit || self.names_something(state, seat, top));
        let says_more = names || targets;
        // A card that ends the hand with its call says nothing else. In the order of answers it comes before
        // the same card with a name or a target, and after the bare one.
        if ends_if_called && says_more {
            say(called);
        }
        let mut choose = |lay: Lay| {
            if !targets {
                return calls.iter().for_each(|call| say(Lay { call: *call, ..lay }));
            }
            for whom in state.public.playing.iter().filter(|other| *other != seat) {
                calls.iter().for_each(|call| say(Lay { whom: Some(whom), call: *call, ..lay }));
            }
        };
        if names {
            let naming = if names_suit { lay.top } else { top };
            self.names(state, naming, &mut |name| choose(Lay { name, ..lay }));
        } else {
            choose(lay);
        }
        if ends_if_called && !says_more {
            say(called);
        }
    }

    #[inline]
    pub(crate) fn names_something(&self, state: &State, seat: Seat, face: Face) -> bool {
        self.wild_for(state, seat) & face.bit() != 0
            && matches!(self.rules.names_of(face), Names::Suit | Names::Rank | Names::SuitOrRank)
    }

    /// Whether a card counts as one of the suit that must be followed, and there is none. (FA-RUN-6)
    pub(crate) fn needs_a_suit(&self, state: &State, face: Face) -> bool {
        self.rules.effect_of(face).counts_as.is_some() && state.suit_in_force().is_none()
    }

    /// Calls `say` with everything that may be named with a card.
    pub(super) fn names(&self, state: &State, top: Face, say: &mut dyn FnMut(Name)) {
        let choices = &self.rules.choices;
        let holds = state.suit_in_force();
        let barred = |suit: u8| choices.same_suit == SameSuit::MustDiffer && holds == Some(suit);
        let names = if self.needs_a_suit(state, top) { Names::Suit } else { self.rules.names_of(top) };
        if matches!(names, Names::Suit | Names::SuitOrRank) {
            let suits = (0..self.rules.suits).filter(|suit| !barred(*suit));
            suits.for_each(|suit| say(Name::suit(state.printed, suit)));
        }
        if matches!(names, Names::Rank | Names::SuitOrRank) {
            let pack = self.rules.layout(state.public.seats).pack;
            let there = |rank: &u8| faces_of(&pack) & state.printed.of_rank(*rank) != 0;
            (0..state.printed.ranks())
                .filter(there)
                .filter(|rank| self.may_name(top, *rank))
                .for_each(|rank| say(Name::rank(state.printed, rank)));
        }
    }

    /// Whether a card that names a rank may name this one.
    pub(crate) fn may_name(&self, top: Face, rank: u8) -> bool {
        let ranks = self.rules.effect_of(top).ranks;
        rank != top.rank() && (ranks == 0 || ranks >> rank & 1 != 0)
    }

    /// Whether a seat holds all cards of a lay.
    #[inline]
    pub(super) fn holds(&self, state: &State, seat: Seat, lay: &Lay) -> bool {
        let others = (0..4).any(|suit| lay.under.count(suit) > 0 && suit != lay.top.suit());
        if self.rules.choices.shape == Shape::Identical && others {
            return false;
        }
        if lay.top.is_joker() && self.rules.choices.shape != Shape::Identical {
            return lay.under.is_empty() && state.copies(seat, lay.top) > 0;
        }
        (0..4).all(|suit| {
            let face = Face::of(lay.top.rank(), suit);
            lay.under.count(suit) + u8::from(face == lay.top) <= state.copies(seat, face)
        })
    }
}
