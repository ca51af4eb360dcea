//! Queues the abilities that a deed triggers; they are determined before the deed happens.

use eights::{CardId, Glimpse, Log, Seat};

use crate::ability::*;
use crate::play::event::Event;
use crate::play::moves::Run;
use crate::play::resolve::agenda::{Deed, MAX_WAITING, NO_CARD, Waiting};
use crate::play::resolve::conditions::{party_fits, side_fits};
use crate::rules::Cue;

impl<L: Log<Event<Glimpse>>> Run<'_, L> {
    /// Queues every ability in play that waits for this deed. (XE-ABL-3)
    pub(crate) fn watch_deed(&mut self, cue: Cue, deed: &Deed) {
        self.watch(cue, deed.card, deed.amount, |run, moment, id, you| match moment {
            Moment::After(pattern) => run.game.pattern_fits(run.s, pattern, id, you, deed),
            _ => None,
        });
    }

    /// Queues abilities that wait for a play, on cards that were in play before it.
    pub(crate) fn watch_play(&mut self, seat: Seat, played: CardId) {
        self.watch(Cue::Play, played.index() as u8, 0, |run, moment, id, you| match moment {
            Moment::Play(party, what) => {
                (party_fits(run.s, *party, you, seat) && run.game.kin(what, id).has(played)).then_some(seat)
            }
            _ => None,
        });
    }

    /// Queues abilities that wait for a discard.
    pub(crate) fn watch_discard(&mut self, seat: Seat, discarded: CardId) {
        self.watch(Cue::Discard, discarded.index() as u8, 0, |run, moment, id, you| match moment {
            Moment::Discard(party, what) => (party_fits(run.s, *party, you, seat)
                && run.game.kin(what, id).has(discarded))
            .then_some(seat),
            _ => None,
        });
    }

    /// Queues abilities that wait for a card to enter play, including those of the card itself.
    pub(crate) fn watch_enter(&mut self, seat: Seat, entered: CardId) {
        let number = entered.index() as u8;
        self.watch(Cue::Enter, number, 0, |run, moment, id, you| match moment {
            Moment::Enter(Watched::This) => (id == number).then_some(seat),
            Moment::Enter(Watched::Some { what, side }) => {
                (run.game.kin(what, id).has(entered) && side_fits(run.s, *side, you, seat)).then_some(seat)
            }
            _ => None,
        });
    }

    /// Queues abilities that wait for the beginning or end of a turn; on a team's turn, for every
    /// member. (XE-TEAM-2)
    pub(crate) fn watch_turn(&mut self, edge: Edge) {
        let cue = if edge == Edge::Beginning { Cue::Beginning } else { Cue::End };
        let members = self.s.public.on_turn();
        for (at, member) in members.iter().enumerate() {
            self.deed();
            self.watch(cue, NO_CARD, 0, |run, moment, _, you| match moment {
                Moment::Turn { whose, .. } => match whose {
                    // It is the turn of all members at once, so "your turn" triggers in the first round only.
                    Whose::Yours => (at == 0 && members.has(you)).then_some(you),
                    Whose::EachPlayers => Some(member),
                    Whose::EachOpponents => run.s.public.opposed(you, member).then_some(member),
                },
                _ => None,
            });
        }
    }

    fn watch(
        &mut self,
        cue: Cue,
        in_focus: u8,
        amount: u8,
        fits: impl Fn(&Self, &Moment, u8, Seat) -> Option<Seat>,
    ) {
        let watching = self.game.waits_for(cue);
        let game = self.game;
        for you in self.s.public.alive.clockwise(self.s.public.turn) {
            for id in self.s.in_row(self.s.played(you).and(watching)) {
                let number = id.index() as u8;
                for (index, ability) in game.def(number).abilities.iter().enumerate() {
                    if let Ability::When { moment, .. } = ability
                        && let Some(they) = fits(self, moment, number, you)
                    {
                        let serial = self.s.public.serial;
                        let ability = index as u8;
                        self.line_up(Waiting {
                            serial,
                            card: number,
                            ability,
                            you,
                            they,
                            it: in_focus,
                            moved: false,
                            amount,
                        });
                    }
                }
            }
        }
    }

    fn line_up(&mut self, waiting: Waiting) {
        let public = &mut self.s.public;
        if (public.n_waiting as usize) < MAX_WAITING {
            public.waiting[public.n_waiting as usize] = waiting;
            public.n_waiting += 1;
        } else {
            // No room: exceed the limit, so that the main loop ends the game before anything else happens.
            public.burnt = u16::MAX;
        }
    }
}
