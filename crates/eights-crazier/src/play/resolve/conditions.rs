//! Evaluates conditions, matches deeds against patterns and finds the cards that a text means.

use eights::{CardId, CardSet, Seat};

use crate::ability::*;
use crate::need::Need;
use crate::play::place::{Chairs, Pile};
use crate::play::resolve::agenda::{Deed, Frame, What, card};
use crate::play::state::State;
use crate::rules::{Crazier, what_befalls};

/// The context of a condition: the controller, the player in focus, the card in focus and the card with
/// the text.
#[derive(Clone, Copy)]
pub(crate) struct Reader {
    pub(crate) you: Seat,
    pub(crate) they: Option<Seat>,
    pub(crate) it: u8,
    pub(crate) speaking: u8,
}

impl Reader {
    pub(crate) fn of(frame: &Frame) -> Reader {
        Reader { you: frame.you, they: frame.they, it: frame.it, speaking: frame.card }
    }

    pub(crate) fn card(you: Seat, speaking: u8) -> Reader {
        Reader { you, they: None, it: crate::play::resolve::agenda::NO_CARD, speaking }
    }
}

impl Crazier {
    /// Whether a condition holds; if so, returns the player in focus afterwards.
    pub(crate) fn holds(&self, state: &State, condition: &Condition, reader: Reader) -> Option<Option<Seat>> {
        let same = |holds: bool| holds.then_some(reader.they);
        match condition {
            Condition::Control { .. } | Condition::Hand { .. } | Condition::Compare { .. } => {
                let found = self.found(state, condition, reader).nearest(state.public.turn)?;
                Some(if condition.singles_out() { Some(found) } else { reader.they })
            }
            Condition::There { range, what, heap } => {
                let there = match heap {
                    Heap::Play => state.in_play(),
                    Heap::Discard => state.cards.set(Pile::Discard),
                };
                same(range.holds(there.and(self.kin(what, reader.speaking)).len()))
            }
            Condition::Stock(range) => same(range.holds(state.cards.len(Pile::Stock))),
            Condition::Tally { who, what, range } => {
                let seat = match who {
                    Actor::You => Some(reader.you),
                    Actor::They => reader.they,
                };
                let count = |seat: Seat| match what {
                    Extra::Discard => state.public.tally(seat).discarded,
                    Extra::Play => state.public.tally(seat).played,
                };
                same(seat.is_some_and(|seat| range.holds(usize::from(count(seat)))))
            }
            Condition::Top(what) => {
                let kin = self.kin(what, reader.speaking);
                same(state.cards.top(Pile::Discard).is_some_and(|top| kin.has(top)))
            }
            Condition::It(what) => {
                same(card(reader.it).is_some_and(|id| self.kin(what, reader.speaking).has(id)))
            }
        }
    }

    /// All players for whom a condition holds; nobody if it is not about players.
    pub(crate) fn found(&self, state: &State, condition: &Condition, reader: Reader) -> Chairs {
        let public = &state.public;
        let Some(who) = condition.subject() else { return Chairs::NONE };
        let among = match who {
            Subject::You => Chairs::only(reader.you),
            Subject::They => reader.they.map_or(Chairs::NONE, Chairs::only).and(public.alive),
            Subject::Opponent => public.opponents(reader.you),
            Subject::Player => public.alive,
        };
        let test = |seat: Seat| match condition {
            Condition::Control { range, what, .. } => {
                range.holds(state.played(seat).and(self.kin(what, reader.speaking)).len())
            }
            Condition::Hand { range, .. } => range.holds(state.in_hand(seat)),
            Condition::Compare { more, of, .. } => {
                let amount = |seat: Seat| match of {
                    Measure::Hand => state.in_hand(seat),
                    Measure::Control(what) => state.played(seat).and(self.kin(what, reader.speaking)).len(),
                };
                if *more { amount(seat) > amount(reader.you) } else { amount(seat) < amount(reader.you) }
            }
            _ => false,
        };
        among.iter().filter(|seat| test(*seat)).fold(Chairs::NONE, Chairs::with)
    }

    /// The cards in play that an owner phrase means on a card of `you`.
    pub(crate) fn owned(&self, state: &State, owner: Owner, you: Seat, they: Option<Seat>) -> CardSet {
        let all = |seats: Chairs| seats.iter().fold(CardSet::NONE, |all, seat| all.or(state.played(seat)));
        match owner {
            Owner::Anyone => state.in_play(),
            Owner::You => state.played(you),
            Owner::Opponent => all(state.public.opponents(you)),
            Owner::OpponentWith(number) => {
                let rows = state.public.opponents(you).iter().map(|seat| state.played(seat));
                rows.filter(|row| row.len() >= usize::from(number.get())).fold(CardSet::NONE, CardSet::or)
            }
            Owner::They => they.map_or(CardSet::NONE, |they| state.played(they)),
        }
    }

    /// The cards of a kind at a place, as a running text means them.
    pub(crate) fn at_place(&self, state: &State, what: &Kindred, place: Place, frame: &Frame) -> CardSet {
        let there = match place {
            Place::Play(owner) => self.owned(state, owner, frame.you, frame.they),
            Place::Discard => state.cards.set(Pile::Discard),
            Place::Among => frame.them.set(),
        };
        there.and(self.kin(what, frame.card))
    }

    /// Whether a card may be played now: its requirements hold, and its needs are met.
    pub(crate) fn playable(&self, state: &State, seat: Seat, id: CardId) -> bool {
        if !self.tables.picky.has(id) {
            return true;
        }
        let number = id.index() as u8;
        let reader = Reader::card(seat, number);
        let required = self.def(number).abilities.iter().all(|ability| match ability {
            Ability::Require(condition) => self.holds(state, condition, reader).is_some(),
            _ => true,
        });
        let there = |need: &Need| match need {
            Need::Play(what, owner) => {
                !self.owned(state, *owner, seat, None).and(self.kin(what, number)).is_empty()
            }
            Need::Discard(what) => {
                let mut there = state.cards.set(Pile::Discard).and(self.kin(what, number));
                there.remove(id);
                !there.is_empty()
            }
            Need::Stock => {
                // The top of the discard pile stays where it is, and an event cannot find itself.
                let mut there = state.cards.set(Pile::Stock).or(state.cards.set(Pile::Discard));
                there.remove(id);
                let top = state.cards.top(Pile::Discard).filter(|top| *top != id);
                there.len() > usize::from(top.is_some())
            }
        };
        required && self.tables.needs[self.number(id)].iter().all(there)
    }

    /// How many extra discards or plays the cards of a seat allow.
    pub(crate) fn allowed(&self, state: &State, seat: Seat, extra: Extra) -> u8 {
        let cards = state.played(seat).and(self.tables.allows[(extra == Extra::Play) as usize]);
        let mut more = 0u8;
        for id in cards.iter() {
            let number = id.index() as u8;
            for ability in &self.def(number).abilities {
                if let Ability::Allow { condition, number: n, extra: of } = ability
                    && *of == extra
                    && condition.as_ref().is_none_or(|condition| {
                        self.holds(state, condition, Reader::card(seat, number)).is_some()
                    })
                {
                    more = more.saturating_add(n.get());
                }
            }
        }
        more
    }

    /// Whether a seat may still discard this turn.
    #[inline]
    pub(crate) fn may_discard(&self, state: &State, seat: Seat) -> bool {
        let tally = state.public.tally(seat);
        let right = tally.more_discards.saturating_add(1);
        // `allowed` visits the cards in play, so it is only called if it can matter.
        tally.discarded < right
            || tally.discarded < right.saturating_add(self.allowed(state, seat, Extra::Discard).into())
    }

    /// Whether a seat may still play a card this turn.
    #[inline]
    pub(crate) fn may_play(&self, state: &State, seat: Seat) -> bool {
        let tally = state.public.tally(seat);
        let right = tally.more_plays.saturating_add(1);
        tally.plays < right
            || tally.plays < right.saturating_add(self.allowed(state, seat, Extra::Play).into())
    }

    /// Whether a deed matches a blow pattern, from the point of view of the controller `you` of the
    /// card `speaking`.
    pub(crate) fn blow_fits(&self, state: &State, blow: &Blow, speaking: u8, you: Seat, deed: &Deed) -> bool {
        let what = match blow.what {
            Watched::This => deed.card == speaking,
            Watched::Some { what, side } => {
                card(deed.card).is_some_and(|id| self.kin(&what, speaking).has(id))
                    && side_fits(state, side, you, deed.of)
            }
        };
        let by = match blow.by {
            By::Anyone => true,
            By::Opponent => deed.by.is_some_and(|by| state.public.opposed(you, by)),
        };
        what_befalls(blow.fate) == deed.what && what && by
    }

    /// Whether a deed matches a pattern; if so, returns the player in focus.
    pub(crate) fn pattern_fits(
        &self,
        state: &State,
        pattern: &Pattern,
        speaking: u8,
        you: Seat,
        deed: &Deed,
    ) -> Option<Seat> {
        match pattern {
            Pattern::Draw(forced) => draw_fits(state, *forced, you, deed).then(|| match forced {
                Forced::YouByOpponent | Forced::YouByAny => deed.by.unwrap_or(deed.of),
                _ => deed.of,
            }),
            Pattern::Blow(blow) => self.blow_fits(state, blow, speaking, you, deed).then(|| match deed.by {
                Some(by) if by != you => by,
                _ => deed.of,
            }),
            Pattern::Lose(party) => {
                (deed.what == What::Lose && party_fits(state, *party, you, deed.of)).then_some(deed.of)
            }
        }
    }
}

/// Whether a deed is such a draw, from the point of view of `you`.
pub(crate) fn draw_fits(state: &State, forced: Forced, you: Seat, deed: &Deed) -> bool {
    deed.what == What::Draw
        && party_fits(state, forced.drawer(), you, deed.of)
        && deed.by.is_some_and(|by| party_fits(state, forced.cause(), you, by))
}

pub(crate) fn party_fits(state: &State, party: Party, you: Seat, who: Seat) -> bool {
    match party {
        Party::You => who == you,
        Party::Opponent => state.public.opposed(you, who),
        Party::Player => true,
    }
}

pub(crate) fn side_fits(state: &State, side: Side, you: Seat, who: Seat) -> bool {
    match side {
        Side::Anyone => true,
        Side::You => who == you,
        Side::Opponent => state.public.opposed(you, who),
    }
}
