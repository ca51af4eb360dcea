//! Checks for wins and losses after every deed and every text.

use eights::{CardId, Glimpse, Log, Seat};

use crate::ability::*;
use crate::play::event::Event;
use crate::play::moves::Run;
use crate::play::place::{Chairs, Face, Pile};
use crate::play::resolve::agenda::What;
use crate::play::resolve::conditions::Reader;

impl<L: Log<Event<Glimpse>>> Run<'_, L> {
    /// Checks for wins and losses. (XE-WIN-1, XE-WIN-4)
    pub(crate) fn check(&mut self) {
        let public = &mut self.s.public;
        let (stirred, finished) = (public.stirred, public.finished);
        (public.stirred, public.finished) = (false, false);
        let all = finished || public.n_frames == 0;
        let among = match public.frame() {
            Some(frame) if !all => Chairs::only(frame.you),
            _ => public.alive,
        };
        let turn = public.turn;
        let empty = among.and(self.s.public.alive).clockwise(turn).find(|seat| self.s.in_hand(*seat) == 0);
        if let Some(seat) = empty {
            // The text that emptied the hand may be over by now, so no card is credited with the win.
            self.s.public.decided = None;
            return self.win(seat);
        }
        if !stirred || self.game.tables.checks.and(self.s.in_play()).is_empty() {
            return;
        }
        for you in self.s.public.alive.clockwise(turn) {
            // In the order in which they entered play, lowest first.
            let mut left = self.s.played(you).and(self.game.tables.checks);
            while let Some(id) = self.s.cards.from_top(Pile::Play(you)).filter(|id| left.has(*id)).last() {
                left.remove(id);
                if self.as_soon_as(id, you) {
                    return;
                }
            }
        }
    }

    /// Evaluates the "as soon as" abilities of one card; returns whether the game is over.
    fn as_soon_as(&mut self, id: CardId, you: Seat) -> bool {
        let number = id.index() as u8;
        let game = self.game;
        for ability in &game.def(number).abilities {
            let Ability::Check { condition, who, verdict } = ability else { continue };
            let reader = Reader::card(you, number);
            // Collects every player who meets the condition, not only the first.
            let mut met = Chairs::NONE;
            match who {
                Actor::You if game.holds(self.s, condition, reader).is_some() && !self.is_saved(you) => {
                    met = Chairs::only(you);
                }
                Actor::You => (),
                Actor::They => {
                    for they in self.s.public.alive.iter() {
                        if self.meets(condition, reader, they) && !self.is_saved(they) {
                            met = met.with(they);
                        }
                    }
                }
            }
            match (verdict, met.nearest(self.s.public.turn)) {
                (Verdict::Win, Some(seat)) => {
                    self.win(seat);
                    self.s.public.decided = Some(Face::of_id(number));
                    return true;
                }
                (Verdict::Lose, Some(_)) => {
                    self.s.public.decided = Some(Face::of_id(number));
                    self.s.public.doomed = self.s.public.doomed.or(met);
                }
                (_, None) => (),
            }
        }
        false
    }

    /// Whether a replacement of this player's loss is being carried out.
    fn is_saved(&self, seat: Seat) -> bool {
        let public = &self.s.public;
        let frames = &public.frames[..public.n_frames as usize];
        frames.iter().any(|frame| frame.deed.is_some_and(|deed| deed.what == What::Lose && deed.of == seat))
    }

    /// Whether a condition holds for this particular player.
    fn meets(&self, condition: &Condition, reader: Reader, they: Seat) -> bool {
        let public = &self.s.public;
        let one = |who: Subject| match who {
            Subject::Opponent => public.opposed(reader.you, they),
            Subject::Player => true,
            Subject::You | Subject::They => false,
        };
        let about = Reader { they: Some(they), ..reader };
        match *condition {
            Condition::Control { who, range, what } if one(who) => {
                let condition = Condition::Control { who: Subject::They, range, what };
                self.game.holds(self.s, &condition, about).is_some()
            }
            Condition::Hand { who, range } if one(who) => {
                let condition = Condition::Hand { who: Subject::They, range };
                self.game.holds(self.s, &condition, about).is_some()
            }
            Condition::Compare { who: Rival::Opponent, more, of } if one(Subject::Opponent) => {
                let condition = Condition::Compare { who: Rival::They, more, of };
                self.game.holds(self.s, &condition, about).is_some()
            }
            _ => false,
        }
    }
}
