//! Explains why a card does not fit, and what would.

use super::{Why, capital_the, n_cards};
use crate::{
    face::Face,
    play::{action::Name, deal::counts_with_own_suit, state::Step},
    sheet::{AfterDraw, Again, Follow, Names, StarterCounts, WhileNamed, WildWhen},
    words::{
        english::{and, small},
        kinds::the,
        turn::what_is_named,
    },
};

impl Why<'_> {
    /// Why a card may not be laid on the discard pile now; `None` if it may.
    pub(super) fn unfit(&self, face: Face) -> Option<String> {
        let fits = self.game.fitting(self.state, self.seat) & face.bit() != 0;
        match self.state.public.step {
            Step::Answer { owed, .. } => {
                (!fits).then(|| self.owed(owed)).or_else(|| self.not_the_fresh(face))
            }
            Step::Miss => (!fits).then(|| self.missing()),
            Step::Doubt { owed, .. } => {
                Some(format!("You owe {}: draw, or doubt the wild card.", n_cards(owed)))
            }
            Step::Exchange => (!fits).then(|| "A joker cannot be laid in place of the first card.".into()),
            Step::Opening { .. } => (!fits).then(|| {
                let suit =
                    self.choices().starter_opening.suit().map_or("", |suit| self.printed().suit_name(suit));
                format!("In the first round only {suit} are laid.")
            }),
            Step::Match { .. } => (!fits).then(|| {
                let last = self.state.top().map_or_else(String::new, the);
                format!("This was the last card: only {last} matches it, otherwise pass.")
            }),
            Step::Cover => (!fits).then(|| self.mismatch(face)),
            Step::Run { bound, .. } => (!fits).then(|| self.not_in_run(bound)),
            Step::More(again) => (!fits).then(|| self.no_further(face, again)),
            _ => self.not_the_fresh(face).or_else(|| (!fits).then(|| self.mismatch(face))),
        }
    }

    fn owed(&self, owed: u16) -> String {
        let top = self.state.top().filter(|top| self.game.rules.draws & top.bit() != 0);
        let cause = top.map_or_else(String::new, |top| format!(" for {}", the(top)));
        let answers = self.game.fitting(self.state, self.seat) & self.pack;
        let n = n_cards(owed);
        if answers == 0 {
            return format!("You owe {n}{cause}: nothing answers it, so draw.");
        }
        format!("You owe {n}{cause}: only {} answers it, otherwise draw.", self.any(answers))
    }

    fn missing(&self) -> String {
        let cause = self.state.top().map_or_else(String::new, |top| format!(" for {}", the(top)));
        let answers = self.game.fitting(self.state, self.seat) & self.pack;
        format!("You miss a turn{cause}: only {} passes it on, otherwise pass.", self.any(answers))
    }

    fn not_in_run(&self, bound: bool) -> String {
        let after = self.state.top().map_or_else(String::new, |top| format!("After {} ", the(top)));
        let or = if bound { "" } else { ", or of its suit and the next rank up or down" };
        format!("{after}only a card of its rank may follow{or}; otherwise say done.")
    }

    fn no_further(&self, face: Face, again: Again) -> String {
        let after = self.state.top().map_or_else(String::new, |top| format!("After {} ", the(top)));
        match (again, self.state.top_as()) {
            (Again::SameSuit, Some(top)) => {
                let suit = self.printed().suit_name(top.suit());
                format!("{after}only one more card of its suit ({suit}) may follow; otherwise say done.")
            }
            (Again::OpenRun, _) => {
                let suit = self.state.suit_in_force().map_or("", |suit| self.printed().suit_name(suit));
                format!(
                    "Only {suit} go on with this run, or a wild card that names something; otherwise say done."
                )
            }
            _ => format!("{after}one more card may follow only if it fits: {}", small(&self.mismatch(face))),
        }
    }

    /// Under some rules, only the card just drawn may be played after drawing.
    fn not_the_fresh(&self, face: Face) -> Option<String> {
        let only = matches!(self.choices().after_draw, AfterDraw::MayPlayDrawn | AfterDraw::MustPlayDrawn)
            || matches!(self.state.public.step, Step::Answer { .. });
        let other = self.state.public.drawn > 0 && self.state.fresh != Some(face);
        let fresh = self.state.fresh.map_or_else(String::new, |fresh| format!(", {}", the(fresh)));
        let mine = self.state.public.turn == self.seat;
        (mine && only && other).then(|| format!("After drawing you may lay only the card just drawn{fresh}."))
    }

    /// What a card lacks, and what would fit.
    fn mismatch(&self, face: Face) -> String {
        let is_wild = self.game.wild_for(self.state, self.seat) & face.bit() != 0;
        let (card, would) = (capital_the(face), self.would());
        match self.choices().wild_when {
            _ if self.state.binding > 0 || self.game.rules.must_fit & face.bit() != 0 => {
                self.plain_mismatch(face)
            }
            _ if is_wild && self.choices().while_named == WhileNamed::SameKind => {
                let names = what_is_named(self.game.rules.names_of(face));
                format!("{card} names {names}, and first what was named must be served: {would} fit.")
            }
            WildWhen::NotOnWild if is_wild => {
                format!("{card} is wild, and here no wild card is laid on another; {would} fit.")
            }
            WildWhen::MustMatch if is_wild => {
                format!("Here wild cards must fit as well: {}", small(&self.plain_mismatch(face)))
            }
            _ => self.plain_mismatch(face),
        }
    }

    fn plain_mismatch(&self, face: Face) -> String {
        let (card, would) = (capital_the(face), self.would());
        if let Some((top, only)) = self.bound().filter(|(_, only)| only & face.bit() == 0) {
            return format!("Only {} may be laid on {}.", self.all(only), the(top));
        }
        let (suit, rank) = self.wanted();
        let suit = suit.map(|suit| self.printed().suit_name(suit));
        let rank = rank.map(|rank| self.printed().rank_spoken(rank));
        let named = if self.nobody_named() { Name::NONE } else { self.state.public.named };
        match (named, suit, rank) {
            (Name::NONE, Some(suit), Some(rank)) => {
                format!(
                    "{card} fits neither the suit ({suit}) nor the rank ({rank}) of the top card; {would}."
                )
            }
            (Name::NONE, Some(suit), None) => {
                format!("{card} does not fit the suit of the top card ({suit}); {would}.")
            }
            (Name::NONE, _, Some(rank)) => {
                format!("{card} does not fit the rank of the top card ({rank}); {would}.")
            }
            (_, Some(suit), _) => format!("{card} is not of the suit that was named ({suit}); {would} fit."),
            (_, _, Some(rank)) => format!("{card} is not of the rank that was named ({rank}); {would} fit."),
            _ => format!("{card} does not fit."),
        }
    }

    /// Whether the suit to follow is just that of a wild card, which nobody named.
    fn nobody_named(&self) -> bool {
        let (choices, public) = (self.choices(), &self.state.public);
        let own_suit =
            counts_with_own_suit(choices.starter_wild) || choices.starter_counts == StarterCounts::OnlySuit;
        let names = self.state.top_as().map(|top| self.game.rules.names_of(top));
        names == Some(Names::OwnSuit) || (!public.played && own_suit)
    }

    /// The suit and the rank, of which one must be followed.
    fn wanted(&self) -> (Option<u8>, Option<u8>) {
        let named = self.state.public.named;
        if named.is_some() {
            return (named.as_suit(), named.as_rank());
        }
        let Some(top) = self.state.top_as().filter(|top| !top.is_joker()) else { return (None, None) };
        // A wild card that names nothing is followed by its suit only.
        let by_rank = self.state.follow & top.rank_mates() & !top.suit_mates() != 0;
        match self.choices().follow {
            Follow::Rank if by_rank => (None, Some(top.rank())),
            _ => (Some(top.suit()), by_rank.then_some(top.rank())),
        }
    }

    /// The top card and the cards that it can be followed by, if these are not all.
    fn bound(&self) -> Option<(Face, u64)> {
        let top = self.state.top_as().filter(|_| !self.state.public.named.is_some())?;
        let only = self.game.rules.effect_of(top).followed_by;
        (only != 0).then_some((top, only))
    }

    /// What would fit: "clubs, sevens and eights would".
    fn would(&self) -> String {
        let wild = self.game.wild_for(self.state, self.seat);
        if self.bound().is_some() {
            return format!("{} would", self.all(self.game.matching(self.state, self.seat)));
        }
        let (suit, rank) = self.wanted();
        let suit = suit.map(|suit| self.printed().suit_name(suit).to_owned());
        let mut names: Vec<String> =
            suit.into_iter().chain(rank.map(|rank| self.printed().rank_plural(rank))).collect();
        let on_wild = self.state.top_as().is_some_and(|top| wild & top.bit() != 0);
        let mut but = "";
        match self.choices().wild_when {
            WildWhen::MustMatch => (),
            WildWhen::NotOnWild if on_wild => but = " that are not wild",
            WildWhen::Always | WildWhen::NotOnWild => {
                // A wild card that has to fit does by suit or rank, unless it names anew.
                let fits_anyhow = if self.state.binding > 0 { 0 } else { self.game.rules.must_fit };
                let wild = wild & self.game.matching(self.state, self.seat) & !fits_anyhow;
                let wild = self.kinds(wild).into_iter().map(|kind| kind.all);
                let new: Vec<String> = wild.filter(|name| !names.contains(name)).collect();
                names.extend(new);
            }
        }
        format!("{}{but} would", and(&names))
    }
}
