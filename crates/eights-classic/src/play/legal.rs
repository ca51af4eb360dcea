//! Lists and checks legal answers.

use eights::{CardSet, Seat};

use crate::{
    face::{Face, faces, of_rank, of_suit},
    play::{
        action::{Action, Answer, Lay, Name, Under},
        state::{Pile, State, Step},
    },
    rules::{Classic, Course},
    sheet::{
        AfterDraw, Again, AnswerWith, Breach, CallPrice, Drawing, Duty, JumpIn, MultiMatch, Names, Noticed,
        SameSuit, Shape, StockEmpty, StockKeeps, WildWhen,
    },
};

/// The legal moves of the seat whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offers {
    /// The faces that may be played.
    pub(crate) plays: u64,
    pub(crate) draw: bool,
    pub(crate) pass: bool,
}

/// All faces but jokers.
const RANKED: u64 = (1 << 52) - 1;

impl Classic {
    /// The faces that are wild for a seat. In a countdown, that depends on the seat's level.
    #[inline]
    pub(crate) fn wild_for(&self, state: &State, seat: Seat) -> u64 {
        if self.rules.choices.course == Course::Countdown {
            let level = self.rules.layout(state.public.seats).target as i32 - state.public.scores[seat];
            return self.rules.wild | crate::face::of_rank((level - 1).clamp(0, 12) as u8);
        }
        self.rules.wild
    }

    /// Whether a card can be drawn, if necessary after a reshuffle.
    #[inline]
    pub(crate) fn can_draw(&self, state: &State) -> bool {
        state.cards.len(Pile::Stock) > 0
            || (self.rules.choices.stock_empty == StockEmpty::Reshuffle
                && state.cards.len(Pile::Discard) > 1
                && (self.rules.choices.stock_keeps == StockKeeps::Nothing || self.goes_back(state) > 0))
    }

    /// The number of cards that a reshuffle takes from the discard pile where the special ones stay.
    pub(crate) fn goes_back(&self, state: &State) -> usize {
        let stays = CardSet::from_words([self.rules.special | self.rules.wild; 3]);
        let top = state.cards.top(Pile::Discard);
        let mut plain = state.cards.set(Pile::Discard).without(stays);
        top.into_iter().for_each(|top| plain.remove(top));
        plain.len()
    }

    /// The card that a face counts as when it is laid now.
    pub(crate) fn acts_as(&self, state: &State, face: Face) -> Face {
        if self.copies_below(face) { state.top_as().unwrap_or(face) } else { face }
    }

    /// Whether a card counts as the one below it.
    pub(crate) fn copies_below(&self, face: Face) -> bool {
        self.rules.wild & face.bit() != 0 && self.rules.names_of(face) == Names::CardBelow
    }

    /// Whether a seat holds a card of this suit that is not wild. (FA-COL-3)
    pub(crate) fn could_follow(&self, state: &State, seat: Seat, suit: Name) -> bool {
        let suit = suit.as_suit().map_or(0, of_suit);
        state.faces(seat) & suit & !self.wild_for(state, seat) != 0
    }

    /// The faces that fit now, regardless of who holds them.
    #[inline]
    pub(crate) fn fitting(&self, state: &State, seat: Seat) -> u64 {
        match state.public.step {
            Step::Play | Step::Cover => self.matching(state, seat),
            Step::Answer { family, least, .. } => self.answering(state, family, least),
            Step::Miss => self.rules.skips & state.top_as().map_or(0, like),
            Step::More(again) => match (again, state.top_as()) {
                (Again::SameSuit, Some(top)) if !top.is_joker() => of_suit(top.suit()),
                (Again::Fitting, _) => self.matching(state, seat),
                _ => u64::MAX,
            },
            Step::Opening { .. } => self.rules.choices.starter_opening.suit().map_or(0, of_suit),
            Step::Exchange => RANKED,
            Step::Doubt { .. } | Step::NameStarter | Step::Out | Step::Blocked => 0,
        }
    }

    /// The faces that match the top card by suit, rank or name, or are wild.
    #[inline]
    pub(crate) fn matching(&self, state: &State, seat: Seat) -> u64 {
        let wild = self.wild_for(state, seat);
        match self.rules.choices.wild_when {
            WildWhen::Always => state.follow | wild,
            WildWhen::MustMatch => state.follow,
            WildWhen::NotOnWild if state.top_as().is_some_and(|top| wild & top.bit() != 0) => {
                state.follow & !wild
            }
            WildWhen::NotOnWild => state.follow | wild,
        }
    }

    /// The faces that answer a penalty.
    fn answering(&self, state: &State, family: u8, least: u8) -> u64 {
        let rules = &self.rules;
        let passes_on = match rules.choices.answer {
            AnswerWith::None => 0,
            AnswerWith::SameFamily => rules.families[family as usize & 63],
            AnswerWith::AnyDrawCard => rules.answerable,
            AnswerWith::EqualOrHigher => faces(rules.answerable)
                .filter(|face| rules.effect_of(*face).draw >= least)
                .fold(0, |all, face| all | face.bit()),
        };
        passes_on | rules.helpers[family as usize & 63] | (rules.enders[family as usize & 63] & state.follow)
    }

    /// The faces that the seat whose turn it is may play.
    #[inline(always)]
    pub(crate) fn plays(&self, state: &State, seat: Seat) -> u64 {
        if !self.rules.simple || !matches!(state.public.step, Step::Play) {
            return self.plays_here(state, seat);
        }
        let plays = state.faces(seat) & (state.follow | self.rules.wild);
        if self.rules.only_fresh && state.public.drawn > 0 { plays & fresh_bit(state) } else { plays }
    }

    /// The general case of [`Classic::plays`], for any rules and any question.
    fn plays_here(&self, state: &State, seat: Seat) -> u64 {
        let rules = &self.rules;
        let mut plays = state.faces(seat) & self.fitting(state, seat);
        if state.public.step == Step::Exchange {
            return plays;
        }
        if rules.banned != 0 && state.n_cards(seat) == 1 && rules.choices.breach == Breach::Refused {
            plays &= !rules.banned;
        }
        if state.n_cards(seat) == 1 && self.must_stay_in(state, seat) {
            plays = 0;
        }
        if rules.only_fresh && state.public.drawn > 0 && matches!(state.public.step, Step::Play) {
            plays &= fresh_bit(state);
        }
        plays
    }

    /// Whether a seat may not go out now, because it forgot to call. (FA-IRISH-4)
    pub(crate) fn must_stay_in(&self, state: &State, seat: Seat) -> bool {
        self.rules.choices.call_price == CallPrice::NoGoingOut && state.public.barred.has(seat)
    }

    /// The legal moves of the seat whose turn it is.
    #[inline(always)]
    pub(crate) fn offers(&self, state: &State, seat: Seat) -> Offers {
        let choices = &self.rules.choices;
        let public = &state.public;
        let plays = self.plays(state, seat);
        if public.step == Step::Miss {
            return Offers { plays, draw: false, pass: true };
        }
        if public.step == Step::Exchange {
            // A joker must be taken, if there is another card to lay. (FA-SCREW-2)
            let leaves = plays == 0 || !state.top().is_some_and(Face::is_joker);
            return Offers { plays, draw: false, pass: leaves };
        }
        if matches!(public.step, Step::Cover | Step::Opening { .. }) {
            let draw = plays == 0 && self.can_draw(state);
            return Offers { plays, draw, pass: plays == 0 && !draw };
        }
        if public.step != Step::Play {
            let draw = matches!(public.step, Step::Answer { .. } | Step::Doubt { .. });
            return Offers { plays, draw, pass: false };
        }
        let able = plays != 0;
        let satisfied = public.drawn > 0
            && able
            && (choices.draw == Drawing::UntilPlayable || choices.after_draw == AfterDraw::MustPlayDrawn);
        let willing = choices.duty != Duty::Must || !able;
        let draw = willing && !satisfied && public.drawn < self.rules.most_drawn && self.can_draw(state);
        let kept = public.drawn > 0 && choices.after_draw == AfterDraw::MayPlayDrawn;
        let forced = public.drawn > 0 && choices.after_draw == AfterDraw::MustPlayDrawn;
        let pass = !draw && (!able || kept || (choices.duty == Duty::MayDraw && !forced));
        Offers { plays, draw, pass }
    }

    /// Appends every legal answer of a seat.
    #[inline]
    pub(crate) fn list(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !self.rules.simple || seat != state.public.turn || !matches!(state.public.step, Step::Play) {
            return self.list_here(state, seat, out);
        }
        let offers = self.offers(state, seat);
        let named = offers.plays & self.naming(state, seat);
        if named == 0 {
            faces(offers.plays).for_each(|face| out.push(Action::card(face)));
        } else {
            // Wild cards usually share one rank, so only the faces between the lowest and the
            // highest wild one need the test below.
            let low = offers.plays & ((named & named.wrapping_neg()) - 1);
            let high = offers.plays & !(u64::MAX >> named.leading_zeros());
            faces(low).for_each(|face| out.push(Action::card(face)));
            for face in faces(offers.plays & !low & !high) {
                if named & face.bit() == 0 {
                    out.push(Action::card(face));
                } else {
                    out.extend([0, 1, 2, 3].map(|suit| Action::card_naming(face, suit)));
                }
            }
            faces(high).for_each(|face| out.push(Action::card(face)));
        }
        if offers.draw {
            out.push(Action::DRAW);
        }
        if offers.pass {
            out.push(Action::PASS);
        }
    }

    /// The general case of [`Classic::list`], for any rules, any question and any seat.
    fn list_here(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if state.is_over() || seat.index() >= state.public.seats as usize {
            return;
        }
        if seat == state.public.turn {
            if matches!(state.public.step, Step::NameStarter) {
                self.names(state, state.top().unwrap_or(Face::new(0)), &mut |name| {
                    out.push(Answer::Name(name).into())
                });
            } else if matches!(state.public.step, Step::Exchange) {
                let offers = self.offers(state, seat);
                faces(offers.plays).for_each(|face| out.push(Action::card(face)));
                out.extend(offers.pass.then_some(Action::PASS));
            } else {
                let offers = self.offers(state, seat);
                self.list_plays(state, seat, offers.plays, out);
                if offers.draw {
                    out.push(Action::DRAW);
                }
                if offers.pass {
                    out.push(Action::PASS);
                }
                if matches!(state.public.step, Step::More(_)) {
                    out.push(Action::DONE);
                }
            }
        } else {
            let jump = self.jumps(state, seat);
            self.each_lay(state, seat, jump, &mut |lay| out.push(Action::play(lay)));
        }
        if let Some(forgetful) = self.may_catch(state, seat) {
            out.push(Answer::Catch(forgetful).into());
        }
        if seat == state.public.turn && matches!(state.public.step, Step::Doubt { .. }) {
            out.push(Action::CHALLENGE);
        }
    }

    fn list_plays(&self, state: &State, seat: Seat, plays: u64, out: &mut Vec<Action>) {
        if self.may_lay_several(state) {
            self.each_stack(state, seat, plays, &mut |lay| out.push(Action::play(lay)));
        } else {
            self.each_lay(state, seat, plays, &mut |lay| out.push(Action::play(lay)));
        }
    }

    /// In a simple rule set, the faces that name a suit when played now. A wild card that ends the
    /// hand names nothing.
    #[inline]
    pub(crate) fn naming(&self, state: &State, seat: Seat) -> u64 {
        if state.n_cards(seat) > 1 { self.rules.wild } else { 0 }
    }

    /// The card that a seat may lay out of turn.
    fn jumps(&self, state: &State, seat: Seat) -> u64 {
        let public = &state.public;
        let open = self.rules.choices.jump_in == JumpIn::Identical
            && matches!(public.step, Step::Play)
            && public.jumpable
            && public.playing.has(seat);
        let mut card = if open { state.faces(seat) & state.top().map_or(0, Face::bit) } else { 0 };
        if state.n_cards(seat) == 1 && self.rules.choices.breach == Breach::Refused {
            card &= !self.rules.banned;
        }
        if state.n_cards(seat) == 1 && self.must_stay_in(state, seat) {
            card = 0;
        }
        card
    }

    /// The player whose forgotten call a seat may point out.
    fn may_catch(&self, state: &State, seat: Seat) -> Option<Seat> {
        let caught = self.rules.choices.noticed == Noticed::WhenCaught && state.public.playing.has(seat);
        state.public.uncalled.filter(|forgetful| caught && *forgetful != seat)
    }

    fn may_lay_several(&self, state: &State) -> bool {
        self.rules.choices.shape == Shape::SameRank
            && matches!(state.public.step, Step::Play | Step::Cover | Step::Miss | Step::Answer { .. })
            && state.fresh.is_none()
    }

    /// Calls `say` with every legal lay of a single card of these faces.
    fn each_lay(&self, state: &State, seat: Seat, plays: u64, say: &mut dyn FnMut(Lay)) {
        for face in faces(plays) {
            self.each_saying(state, seat, Lay::card(face), say);
        }
    }

    /// Calls `say` with every legal lay of one or more cards of one rank.
    fn each_stack(&self, state: &State, seat: Seat, plays: u64, say: &mut dyn FnMut(Lay)) {
        for top in faces(state.faces(seat)) {
            let most: [u8; 4] = std::array::from_fn(|suit| {
                let twin = Face::of(top.rank(), suit as u8);
                if top.is_joker() { 0 } else { state.copies(seat, twin) - u8::from(twin == top) }
            });
            for c in 0..=most[0] {
                for d in 0..=most[1] {
                    for h in 0..=most[2] {
                        for s in 0..=most[3] {
                            let lay = Lay { under: Under::of([c, d, h, s]), ..Lay::card(top) };
                            if let Some(lay) = self.stacked(state, seat, plays, lay) {
                                self.each_saying(state, seat, lay, say);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Normalises cards laid together, if the card that has to fit does and they may end the hand.
    /// The order below the top card does not matter (CE-MULTI-4), so it is card order; but if the
    /// first card has to fit, the lowest one that does comes first.
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
        let refused = last && lay.faces().any(|face| self.rules.banned & face.bit() != 0)
            || lay.len() == state.n_cards(seat) && self.must_stay_in(state, seat);
        (matched && !refused).then_some(Lay { first, ..lay })
    }

    /// Calls `say` with every combination of name, target and call that goes with these cards, in
    /// order.
    fn each_saying(&self, state: &State, seat: Seat, lay: Lay, say: &mut dyn FnMut(Lay)) {
        let left = state.n_cards(seat) - lay.len();
        let ends = self.ends_hand(state, &lay, left);
        let called = Lay { call: true, ..lay };
        let ends_if_called = !ends && self.ends_hand(state, &called, left);
        let due = !ends && !ends_if_called && self.call_is_due(state, &lay, left);
        let may_call = due || (self.rules.choices.false_call > 0 && !ends && !ends_if_called);
        let calls: &[bool] = if may_call { &[false, true] } else { &[false] };
        // In the opening round no card does or names anything. (FA-PIS-1)
        let acts = !ends && !matches!(state.public.step, Step::Opening { .. });
        let top = self.acts_as(state, lay.top);
        let targets = acts && self.rules.effect_of(top).targets();
        let names = acts && self.names_something(state, seat, top);
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
            self.names(state, top, &mut |name| choose(Lay { name, ..lay }));
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

    /// Calls `say` with everything that may be named with a card.
    fn names(&self, state: &State, top: Face, say: &mut dyn FnMut(Name)) {
        let choices = &self.rules.choices;
        let holds = state.suit_in_force();
        let barred = |suit: u8| choices.same_suit == SameSuit::MustDiffer && holds == Some(suit);
        let names = self.rules.names_of(top);
        if matches!(names, Names::Suit | Names::SuitOrRank) {
            (0..4).filter(|suit| !barred(*suit)).for_each(|suit| say(Name::suit(suit)));
        }
        if matches!(names, Names::Rank | Names::SuitOrRank) {
            let pack = self.rules.layout(state.public.seats).pack;
            let there = |rank: &u8| crate::face::Printed::faces_of(&pack) & crate::face::of_rank(*rank) != 0;
            (0..13).filter(there).filter(|rank| *rank != top.rank()).for_each(|rank| say(Name::rank(rank)));
        }
    }

    /// In a simple rule set, whether a card may be played with this name.
    #[inline]
    pub(crate) fn allows_card(&self, state: &State, seat: Seat, top: Face, name: Name) -> bool {
        let named = name.as_suit().is_some();
        seat == state.public.turn
            && self.plays(state, seat) & top.bit() != 0
            && named == (self.naming(state, seat) & top.bit() != 0)
            && named == name.is_some()
    }

    /// Whether an answer is one of those [`Classic::list`] would list.
    #[inline]
    pub(crate) fn allows(&self, state: &State, seat: Seat, said: Answer) -> bool {
        if state.is_over() || seat.index() >= state.public.seats as usize {
            return false;
        }
        let mine = seat == state.public.turn;
        match said {
            Answer::Play(lay) if mine && state.public.step == Step::Exchange => {
                lay == Lay::card(lay.top) && self.plays(state, seat) & lay.top.bit() != 0
            }
            Answer::Play(lay) => {
                let plays = if mine { self.plays(state, seat) } else { self.jumps(state, seat) };
                let bare = Lay { under: lay.under, ..Lay::card(lay.top) };
                let laid = if !(mine && self.may_lay_several(state)) {
                    (lay.under.is_empty() && plays & lay.top.bit() != 0).then_some(bare)
                } else if self.holds(state, seat, &lay) {
                    self.stacked(state, seat, plays, bare)
                } else {
                    None
                };
                let mut said = false;
                if let Some(laid) = laid {
                    self.each_saying(state, seat, laid, &mut |option| said |= option == lay);
                }
                said
            }
            Answer::Name(name) => {
                let mut said = false;
                if mine && state.public.step == Step::NameStarter {
                    self.names(state, state.top().unwrap_or(Face::new(0)), &mut |option| {
                        said |= option == name
                    });
                }
                said
            }
            Answer::Draw => mine && self.offers(state, seat).draw,
            Answer::Pass => mine && self.offers(state, seat).pass,
            Answer::Done => mine && matches!(state.public.step, Step::More(_)),
            Answer::Catch(forgetful) => self.may_catch(state, seat) == Some(forgetful),
            Answer::Challenge => mine && matches!(state.public.step, Step::Doubt { .. }),
        }
    }

    /// Whether a seat holds all cards of a lay.
    fn holds(&self, state: &State, seat: Seat, lay: &Lay) -> bool {
        if lay.top.is_joker() {
            return lay.under.is_empty() && state.copies(seat, lay.top) > 0;
        }
        (0..4).all(|suit| {
            let face = Face::of(lay.top.rank(), suit);
            lay.under.count(suit) + u8::from(face == lay.top) <= state.copies(seat, face)
        })
    }
}

/// The bit of the card just drawn.
#[inline]
fn fresh_bit(state: &State) -> u64 {
    state.fresh.map_or(0, Face::bit)
}

/// The faces of a card's rank; for a joker, all jokers.
fn like(face: Face) -> u64 {
    if face.is_joker() { !((1 << 52) - 1) } else { of_rank(face.rank()) }
}
