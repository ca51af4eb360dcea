//! Lists and checks legal answers.

use eights::{CardSet, Seat};

use crate::{
    face::{Face, Printed},
    play::{
        action::{Action, Answer, Lay, Name},
        state::{Pile, State, Step},
    },
    rules::{Classic, Course},
    sheet::{
        AfterDraw, Again, AnswerWith, Breach, CallPrice, Drawing, Duty, Ending, JumpIn, Names, Noticed,
        OtherRank, StockEmpty, StockKeeps, WhileNamed, WildWhen,
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

impl Classic {
    /// The faces that are wild for a seat. In a countdown, that depends on the seat's level.
    #[inline]
    pub(crate) fn wild_for(&self, state: &State, seat: Seat) -> u64 {
        if self.rules.choices.course == Course::Countdown {
            let level = self.rules.layout(state.public.seats).target as i32 - state.public.scores[seat];
            return self.rules.wild | state.printed.of_rank((level - 1).clamp(0, 12) as u8);
        }
        self.rules.wild
    }

    /// Whether a card can be drawn, if necessary after a reshuffle.
    #[inline]
    pub(crate) fn can_draw(&self, state: &State) -> bool {
        state.cards.len(Pile::Stock) > 0 || self.can_reshuffle(state)
    }

    #[cold]
    fn can_reshuffle(&self, state: &State) -> bool {
        self.rules.choices.stock_empty == StockEmpty::Reshuffle
            && state.cards.len(Pile::Discard) > 1
            && (self.rules.choices.stock_keeps == StockKeeps::Nothing || self.goes_back(state) > 0)
    }

    /// The number of cards that a reshuffle takes from the discard pile where the special ones stay.
    pub(crate) fn goes_back(&self, state: &State) -> usize {
        let stays = CardSet::from_words([self.rules.special | self.rules.wild; 3]);
        let top = state.cards.top(Pile::Discard);
        let mut plain = state.cards.set(Pile::Discard).without(stays);
        top.into_iter().for_each(|top| plain.remove(top));
        plain.len()
    }

    /// The card that a face counts as when it is laid now, with a name.
    pub(crate) fn acts_as(&self, state: &State, face: Face, name: Name) -> Face {
        if let Some(rank) = self.rules.effect_of(face).counts_as {
            let suit = name.as_suit().or_else(|| state.suit_in_force());
            return Face::of(rank, suit.unwrap_or(0));
        }
        if self.copies_below(face) { state.top_as().unwrap_or(face) } else { face }
    }

    /// Whether a card counts as the one below it.
    pub(crate) fn copies_below(&self, face: Face) -> bool {
        self.rules.wild & face.bit() != 0 && self.rules.names_of(face) == Names::CardBelow
    }

    /// Whether a seat holds a card of this suit that is not wild. (FA-COL-3)
    pub(crate) fn could_follow(&self, state: &State, seat: Seat, suit: Name) -> bool {
        state.faces(seat) & suit.faces().unwrap_or(0) & !self.wild_for(state, seat) != 0
    }

    /// The faces that fit now, regardless of who holds them.
    #[inline]
    pub(crate) fn fitting(&self, state: &State, seat: Seat) -> u64 {
        match state.public.step {
            Step::Play | Step::Cover => self.matching(state, seat),
            Step::Answer { family, least, .. } => self.answering(state, family, least),
            Step::Miss => self.rules.skips & state.top_as().map_or(0, like),
            Step::More(again) => match (again, state.top_as()) {
                (Again::SameSuit, Some(top)) if !top.is_joker() => top.suit_mates(),
                (Again::Fitting, _) => self.matching(state, seat),
                (Again::OpenRun, _) => self.in_open_run(state, seat),
                _ => u64::MAX,
            },
            Step::Run { bound, .. } => state.top_as().map_or(0, |top| after_in_run(top, bound)),
            Step::Opening { .. } => {
                self.rules.choices.starter_opening.suit().map_or(0, |suit| state.printed.of_suit(suit))
            }
            Step::Match { .. } => state.top().map_or(0, Face::bit),
            Step::Exchange => state.printed.ranked(),
            Step::Doubt { .. } | Step::NameStarter | Step::Out | Step::Blocked => 0,
        }
    }

    /// The faces that match the top card by suit, rank or name, or are wild.
    #[inline]
    pub(crate) fn matching(&self, state: &State, seat: Seat) -> u64 {
        if state.binding > 0 {
            return self.serving(state);
        }
        let mut wild = self.wild_for(state, seat);
        if self.rules.choices.while_named == WhileNamed::SameKind {
            wild = self.naming_alike(wild, state.public.named);
        }
        let free = wild & !self.rules.must_fit;
        match self.rules.choices.wild_when {
            WildWhen::Always => state.follow | free,
            WildWhen::MustMatch => state.follow,
            WildWhen::NotOnWild if state.top_as().is_some_and(|top| wild & top.bit() != 0) => {
                state.follow & !wild
            }
            WildWhen::NotOnWild => state.follow | free,
        }
    }

    /// The faces that serve a name that binds everybody once. Directly on the card that made it, another of its
    /// rank names anew. (FA-MAKAO-4)
    #[cold]
    fn serving(&self, state: &State) -> u64 {
        let anew = |face: &Face| self.rules.effect_of(*face).binds_all;
        let again = state.top_as().filter(anew).map_or(0, like);
        state.follow | state.printed.filter(again, &anew)
    }

    /// The wild faces that name the same kind of thing as the name that waits to be served. (FA-MACAU-3)
    #[cold]
    fn naming_alike(&self, wild: u64, name: Name) -> u64 {
        let same_kind = |face: &Face| match self.rules.names_of(*face) {
            Names::Suit => name.as_rank().is_none(),
            Names::Rank => name.as_suit().is_none(),
            _ => true,
        };
        self.rules.choices.printed.filter(wild, &same_kind)
    }

    /// The faces of penalty cards that answer a penalty and pass it on.
    pub(crate) fn passing_on(&self, state: &State, family: u8, least: u8) -> u64 {
        self.passing_on_from(state.top_as(), family, least)
    }

    /// The same where this card is on top of the discard pile.
    pub(crate) fn passing_on_from(&self, top: Option<Face>, family: u8, least: u8) -> u64 {
        let rules = &self.rules;
        let answers = match rules.choices.answer {
            AnswerWith::None => 0,
            AnswerWith::SameFamily => rules.families[family as usize & 63],
            AnswerWith::AnyDrawCard => rules.answerable,
            AnswerWith::EqualOrHigher => {
                rules.choices.printed.filter(rules.answerable, &|face| rules.effect_of(*face).draw >= least)
            }
        };
        match (rules.choices.other_rank, top) {
            // Another rank answers in the same suit only. (FA-MAKAO-5)
            (OtherRank::SameSuit, Some(top)) if !top.is_joker() => answers & (like(top) | top.suit_mates()),
            _ => answers,
        }
    }

    /// The faces that answer a penalty.
    fn answering(&self, state: &State, family: u8, least: u8) -> u64 {
        let rules = &self.rules;
        let helps = |face: &Face| rules.effect_of(*face).answers >> (family & 63) & 1 != 0;
        let helpers = rules.choices.printed.filter(rules.helpers, &helps);
        let mut enders = rules.enders[family as usize & 63];
        if enders != 0 {
            let anywhere = if rules.choices.ending == Ending::WildAnywhere { rules.wild } else { 0 };
            enders &= state.follow | anywhere;
        }
        self.passing_on(state, family, least) | helpers | enders
    }

    /// The faces that the seat whose turn it is may play.
    #[inline(always)]
    pub(crate) fn plays(&self, state: &State, seat: Seat) -> u64 {
        if !self.rules.simple || !matches!(state.public.step, Step::Play) {
            return self.plays_here(state, seat);
        }
        self.plays_simply(state, seat)
    }

    /// The same for an ordinary turn by simple rules.
    #[inline(always)]
    fn plays_simply(&self, state: &State, seat: Seat) -> u64 {
        let plays = state.faces(seat) & (state.follow | self.rules.wild);
        if self.rules.only_fresh && state.public.drawn > 0 { plays & fresh_bit(state) } else { plays }
    }

    /// The general case of [`Classic::plays`], for any rules and any question.
    #[inline(never)]
    fn plays_here(&self, state: &State, seat: Seat) -> u64 {
        let rules = &self.rules;
        let mut plays = state.faces(seat) & self.fitting(state, seat);
        if state.public.step == Step::Exchange {
            return plays;
        }
        if state.n_cards(seat) == 1 {
            if rules.bans && rules.choices.breach == Breach::Refused {
                plays &= !rules.banned_for(state.public.seats);
            }
            if self.must_stay_in(state, seat) {
                plays = 0;
            }
        }
        if state.public.drawn > 0 {
            let only_fresh = match state.public.step {
                Step::Play => rules.only_fresh,
                // The first card of a penalty was drawn alone. (FA-CHOD-5)
                Step::Answer { .. } => true,
                _ => false,
            };
            if only_fresh {
                plays &= fresh_bit(state);
            }
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
        let plays = self.plays(state, seat);
        if matches!(state.public.step, Step::Play) {
            self.offers_in_turn(state, plays)
        } else {
            self.offers_instead(state, plays)
        }
    }

    /// Whether the seat whose turn it is may draw.
    #[inline(always)]
    pub(crate) fn may_draw(&self, state: &State, seat: Seat) -> bool {
        match state.public.step {
            Step::Play => self.offers_in_turn(state, self.plays(state, seat)).draw,
            Step::Answer { .. } | Step::Doubt { .. } => true,
            _ => self.offers_instead(state, self.plays(state, seat)).draw,
        }
    }

    /// The legal moves in an ordinary turn.
    #[inline(always)]
    fn offers_in_turn(&self, state: &State, plays: u64) -> Offers {
        let choices = &self.rules.choices;
        let public = &state.public;
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

    /// The legal moves when another question is asked.
    #[cold]
    fn offers_instead(&self, state: &State, plays: u64) -> Offers {
        let able = plays != 0;
        match state.public.step {
            Step::Miss | Step::Match { .. } => Offers { plays, draw: false, pass: true },
            // A joker must be taken, if there is another card to lay. (FA-SCREW-2)
            Step::Exchange => {
                let pass = !able || !state.top().is_some_and(Face::is_joker);
                Offers { plays, draw: false, pass }
            }
            Step::Cover | Step::Opening { .. } => {
                let draw = !able && self.can_draw(state);
                Offers { plays, draw, pass: !able && !draw }
            }
            Step::Answer { .. } | Step::Doubt { .. } => Offers { plays, draw: true, pass: false },
            Step::Play | Step::More(_) | Step::Run { .. } | Step::NameStarter | Step::Out | Step::Blocked => {
                Offers { plays, draw: false, pass: false }
            }
        }
    }

    /// Appends every legal answer of a seat.
    #[inline]
    pub(crate) fn list(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !self.rules.by_masks || seat != state.public.turn || !matches!(state.public.step, Step::Play) {
            return self.list_here(state, seat, out);
        }
        let offers = self.offers_in_turn(state, self.plays_simply(state, seat));
        let named = offers.plays & self.naming(state, seat);
        // Of the pack with five shapes, answers are not listed by masks.
        let printed = Printed::French;
        if named == 0 {
            printed.faces(offers.plays).for_each(|face| out.push(Action::card(face)));
        } else {
            // Wild cards usually share one rank, so only the faces between the lowest and the
            // highest wild one need the test below.
            let low = offers.plays & ((named & named.wrapping_neg()) - 1);
            let high = offers.plays & !(u64::MAX >> named.leading_zeros());
            printed.faces(low).for_each(|face| out.push(Action::card(face)));
            for face in printed.faces(offers.plays & !low & !high) {
                if named & face.bit() == 0 {
                    out.push(Action::card(face));
                } else {
                    out.extend([0, 1, 2, 3].map(|suit| Action::card_naming(face, suit)));
                }
            }
            printed.faces(high).for_each(|face| out.push(Action::card(face)));
        }
        if offers.draw {
            out.push(Action::DRAW);
        }
        if offers.pass {
            out.push(Action::PASS);
        }
    }

    /// The general case of [`Classic::list`], for any rules, any question and any seat.
    #[inline(never)]
    fn list_here(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if state.is_over() || seat.index() >= state.public.seats as usize {
            return;
        }
        if seat == state.public.turn {
            if matches!(state.public.step, Step::NameStarter) {
                self.names(state, state.top().unwrap_or(state.printed.at(0)), &mut |name| {
                    out.push(Answer::Name(name).into())
                });
            } else if matches!(state.public.step, Step::Exchange) {
                let offers = self.offers(state, seat);
                state.printed.faces(offers.plays).for_each(|face| out.push(Action::card(face)));
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
                if matches!(state.public.step, Step::More(_) | Step::Run { .. }) {
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
        let open = match self.rules.choices.jump_in {
            JumpIn::Off => false,
            JumpIn::Identical => matches!(public.step, Step::Play),
            // Also on a live penalty, but not on one's own card. (FA-SIGNS-4)
            JumpIn::Matched => {
                matches!(public.step, Step::Play | Step::Answer { .. }) && state.laid_by != Some(seat)
            }
        };
        let open = open && public.jumpable && public.playing.has(seat);
        let mut card = if open { state.faces(seat) & state.top().map_or(0, Face::bit) } else { 0 };
        if state.n_cards(seat) == 1 && self.rules.choices.breach == Breach::Refused {
            card &= !self.rules.banned_for(state.public.seats);
        }
        if state.n_cards(seat) == 1 && self.must_stay_in(state, seat) {
            card = 0;
        }
        card
    }

    /// The player whose forgotten call a seat may point out.
    pub(super) fn may_catch(&self, state: &State, seat: Seat) -> Option<Seat> {
        let forgetful = state.public.uncalled.filter(|forgetful| *forgetful != seat)?;
        // The call is looked at when a run is closed. (FA-MACAU-4)
        let caught = self.rules.choices.noticed == Noticed::WhenCaught
            && state.public.playing.has(seat)
            && !matches!(state.public.step, Step::Run { .. } | Step::More(Again::OpenRun));
        caught.then_some(forgetful)
    }

    /// In a simple rule set with four suits, whether a card may be played with this name.
    #[inline]
    pub(crate) fn allows_card(&self, state: &State, seat: Seat, top: Face, name: Name) -> bool {
        let named = name.as_suit().is_some();
        let in_turn = matches!(state.public.step, Step::Play);
        let plays = if in_turn { self.plays_simply(state, seat) } else { self.plays_here(state, seat) };
        seat == state.public.turn
            && plays & top.bit() != 0
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
            Answer::Play(lay) if lay.top.printed() != state.printed => false,
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
                    self.names(state, state.top().unwrap_or(state.printed.at(0)), &mut |option| {
                        said |= option == name
                    });
                }
                said
            }
            Answer::Draw => mine && self.may_draw(state, seat),
            Answer::Pass => mine && self.offers(state, seat).pass,
            Answer::Done => mine && matches!(state.public.step, Step::More(_) | Step::Run { .. }),
            Answer::Catch(forgetful) => self.may_catch(state, seat) == Some(forgetful),
            Answer::Challenge => mine && matches!(state.public.step, Step::Doubt { .. }),
        }
    }
}

/// The bit of the card just drawn.
#[inline]
fn fresh_bit(state: &State) -> u64 {
    state.fresh.map_or(0, Face::bit)
}

/// The faces of a card's rank; for a joker, all jokers.
fn like(face: Face) -> u64 {
    if face.is_joker() { !face.printed().ranked() } else { face.rank_mates() }
}

/// The faces that go on with a run on this card: of its rank and, unless the run is bound to that, its neighbours
/// in its suit. (FA-MACAU-4)
fn after_in_run(top: Face, bound: bool) -> u64 {
    let (printed, rank) = (top.printed(), top.rank());
    let neighbours = if bound || top.is_joker() {
        0
    } else {
        let below = rank.checked_sub(1).map_or(0, |rank| printed.of_rank(rank));
        let above = if rank + 1 < printed.ranks() { printed.of_rank(rank + 1) } else { 0 };
        (below | above) & top.suit_mates()
    };
    like(top) | neighbours
}
