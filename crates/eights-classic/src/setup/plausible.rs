//! Checks that a position could have arisen in play.

use eights::{Opening, PositionError, Seat};

use crate::{
    face::{Face, faces_of},
    play::{action::Name, state::State},
    rules::{CardEffect, Classic},
    sheet::{AnswerWith, Names, Sum},
};

impl Classic {
    /// Checks that the scores are possible in a match that is still going on.
    pub(crate) fn check_score(&self, opening: &Opening) -> Result<(), PositionError> {
        if let Some((seat, points)) = opening.scores.iter().find(|(_, points)| *points < 0) {
            return Err(format!("score: {seat} has {points} points, but nobody falls below 0").into());
        }
        if self.is_decided(&opening.scores) {
            let goal = self.rules.layout(opening.n_seats).target;
            return Err(format!("score: the match is over already, since it ends at {goal}").into());
        }
        Ok(())
    }

    /// Checks that the name is possible with the top card.
    pub(crate) fn check_name(&self, state: &State, top: Face, name: Name) -> Result<(), PositionError> {
        let wild = |seat: Seat| self.wild_for(state, seat) & top.bit() != 0;
        let pack = faces_of(&self.rules.layout(state.public.seats).pack);
        let (suit, rank) = (name.as_suit(), name.as_rank());
        let why = match self.rules.names_of(top) {
            _ if !name.is_some() => return Ok(()),
            _ if !Seat::first(state.public.seats).any(wild) => {
                format!("{top} on the discard pile is not wild")
            }
            Names::Suit if rank.is_some() => "only a suit can be named".to_owned(),
            Names::Rank if suit.is_some() => "only a rank can be named".to_owned(),
            Names::Anything | Names::CardBelow => format!("{top} names nothing"),
            Names::OwnSuit if top.is_joker() => format!("{top} names nothing"),
            Names::OwnSuit if suit != Some(top.suit()) => {
                format!("{top} can only name its own suit, {}", Name::suit_of(top).spoken())
            }
            _ => match rank {
                Some(rank) if rank == top.rank() => format!("{top} cannot name its own rank"),
                Some(rank) if !self.may_name(top, rank) => format!("{top} cannot name {}", name.spoken()),
                Some(_) if pack & name.faces().unwrap_or(0) == 0 => {
                    format!("there are no {} in the pack", name.spoken())
                }
                _ => return Ok(()),
            },
        };
        Err(format!("naming: {name} is impossible: {why}").into())
    }

    /// Checks that the top card and those before it can demand this penalty.
    pub(crate) fn check_owed(&self, n_seats: u8, top: Face, owed: u16) -> Result<(), PositionError> {
        let effect_of = self.rules.effect_of(top);
        let why = if effect_of.draw == 0 || !effect_of.whom.is_asked() {
            format!("{top} on the discard pile makes nobody draw")
        } else if self.rules.choices.answer == AnswerWith::None || effect_of.at_once {
            "penalties are drawn at once, and nobody owes anything".to_owned()
        } else if !self.can_add_up(n_seats, top, owed) {
            format!("penalties that end with {top} never come to {owed}")
        } else {
            return Ok(());
        };
        Err(format!("owes: {owed} is impossible: {why}").into())
    }

    /// Whether the top card and other penalty cards, each used once, can demand this many cards.
    fn can_add_up(&self, n_seats: u8, top: Face, owed: u16) -> bool {
        let effect_of = self.rules.effect_of(top);
        let before = |earlier: &CardEffect| match self.rules.choices.answer {
            AnswerWith::None => false,
            AnswerWith::SameFamily => earlier.family == effect_of.family,
            AnswerWith::AnyDrawCard => true,
            AnswerWith::EqualOrHigher => earlier.draw <= effect_of.draw,
        };
        let pack = self.rules.layout(n_seats).pack;
        let mut others: Vec<u16> = Vec::new();
        for face in pack
            .words()
            .iter()
            .flat_map(|word| self.rules.choices.printed.faces(*word & self.rules.answerable))
        {
            others.extend(
                Some(self.rules.effect_of(face))
                    .filter(|effect_of| before(effect_of))
                    .map(|effect_of| u16::from(effect_of.draw)),
            );
        }
        // The list includes the top card, which is counted as the last one already.
        if let Some(at) = others.iter().position(|draw| *draw == u16::from(effect_of.draw)) {
            others.swap_remove(at);
        }
        let sum = effect_of.sum.unwrap_or(self.rules.choices.sum);
        if sum == Sum::Stays {
            return owed == u16::from(effect_of.draw) || others.contains(&owed);
        }
        if sum == Sum::Double {
            let doubled = |first: u16, times: usize| (0..times).fold(first, |sum, _| sum.saturating_mul(2));
            let later = |first: &u16| (1..=others.len()).any(|times| doubled(*first, times) == owed);
            return owed == u16::from(effect_of.draw) || others.iter().any(later);
        }
        let mut sums = vec![false; usize::from(owed) + 1];
        if let Some(first) = sums.get_mut(usize::from(effect_of.draw)) {
            *first = true;
        }
        for draw in others.into_iter().map(usize::from) {
            for sum in (draw..sums.len()).rev() {
                sums[sum] |= sums[sum - draw];
            }
        }
        sums[usize::from(owed)]
    }
}
