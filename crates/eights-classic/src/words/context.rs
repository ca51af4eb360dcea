//! The rules and the number of players to describe them for.

use eights::CardSet;

use super::kinds::{self, Kind};
use crate::{
    face::{Printed, faces_of},
    rules::{Choices, Course, Rules},
    sheet::{HandEnd, Teams},
};

/// The rules and the range of players that the text is for.
pub(super) struct RulesContext<'a> {
    pub(super) rules: &'a Rules,
    pub(super) choices: &'a Choices,
    pub(super) seats: (u8, u8),
    /// All faces in the pack.
    pub(super) pack: u64,
}

impl RulesContext<'_> {
    /// For `n_seats` players, if that many can play; otherwise for every number that can.
    pub(super) fn new(rules: &Rules, n_seats: Option<u8>) -> RulesContext<'_> {
        let seats = match n_seats {
            Some(n) if (rules.seats.0..=rules.seats.1).contains(&n) => (n, n),
            _ => rules.seats,
        };
        let pack = (seats.0..=seats.1).fold(0, |all, n| all | faces_of(&rules.layout(n).pack));
        RulesContext { rules, choices: &rules.choices, seats, pack }
    }

    /// What is printed on the cards.
    pub(super) fn printed(&self) -> Printed {
        self.choices.printed
    }

    /// Names all cards of a set: "twos and the queen of spades".
    pub(super) fn all(&self, bits: u64) -> String {
        kinds::all(self.printed(), bits, self.pack)
    }

    /// Names any card of a set: "a two or the queen of spades".
    pub(super) fn any(&self, bits: u64) -> String {
        kinds::any(self.printed(), bits, self.pack)
    }

    /// Splits a set of cards into kinds.
    pub(super) fn kinds(&self, bits: u64) -> Vec<Kind> {
        kinds::kinds(self.printed(), bits, self.pack)
    }

    /// Splits the range of players into runs with an equal value.
    pub(super) fn runs<T: PartialEq>(&self, what: impl Fn(u8) -> T) -> Vec<(u8, u8, T)> {
        let mut runs: Vec<(u8, u8, T)> = Vec::new();
        for n in self.seats.0..=self.seats.1 {
            let value = what(n);
            match runs.last_mut() {
                Some((_, to, same)) if *same == value => *to = n,
                _ => runs.push((n, n, value)),
            }
        }
        runs
    }

    pub(super) fn pack_for(&self, n: u8) -> CardSet {
        self.rules.layout(n).pack
    }

    /// The number that ends the match with `n` players.
    pub(super) fn goal(&self, n: u8) -> u32 {
        self.rules.layout(n).target
    }

    /// The maximum number of cards dealt to a player.
    pub(super) fn most_dealt(&self, n: u8) -> u8 {
        let level = if self.counts_down() { self.goal(n) as u8 } else { self.rules.layout(n).deal };
        self.rules.schedule.iter().copied().max().unwrap_or(level)
    }

    /// Cards that are wild for everybody.
    pub(super) fn wild(&self) -> u64 {
        self.rules.wild & self.pack
    }

    /// Cards that do more than name something.
    pub(super) fn special(&self) -> u64 {
        self.rules.special & self.pack
    }

    /// Cards that make the next player draw.
    pub(super) fn draws(&self) -> u64 {
        self.rules.draws & self.pack
    }

    /// Whether every player has a level, and with it their own wild cards.
    pub(super) fn counts_down(&self) -> bool {
        self.choices.course == Course::Countdown
    }

    pub(super) fn in_pairs(&self) -> bool {
        self.choices.teams == Teams::Pairs
    }

    /// Whether only two may be playing, at the start or later.
    pub(super) fn may_be_two(&self) -> bool {
        self.seats.0 == 2 || self.choices.ends == HandEnd::PlayOn || self.has_limit()
    }

    /// Whether players with too many cards are out of the hand.
    pub(super) fn has_limit(&self) -> bool {
        self.choices.limit != u8::MAX
    }
}
