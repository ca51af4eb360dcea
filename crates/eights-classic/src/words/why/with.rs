//! Explains what is wrong with a name, a target or a call.

use super::{Laid, Why, capital_the, n_cards};
use crate::{
    face::Face,
    play::{
        action::{Action, Name},
        state::Step,
    },
    sheet::{Names, SameSuit},
    words::{english::capital, kinds::the, turn::what_is_named},
};

impl Why<'_> {
    /// What is wrong with name, target or call, given that the cards themselves may be laid.
    pub(super) fn saying(&self, laid: &Laid) -> Option<String> {
        let left = self.state.n_cards(self.seat).saturating_sub(laid.faces.len());
        let lay = self.as_lay(laid);
        let ends =
            self.game.ends_hand(self.state, &lay, left) || self.game.awaits_match(self.state, &lay, left);
        let said = laid.name.is_some() || laid.whom.is_some();
        match self.state.public.step {
            Step::Exchange if said || laid.call => {
                return Some("With the first card nothing is named, chosen or called.".into());
            }
            Step::Exchange => return None,
            Step::Opening { .. } if said => {
                return Some("In the first round no card names anything or hits anybody.".into());
            }
            Step::Opening { .. } => return self.calling(laid, left, ends),
            _ => (),
        }
        self.naming(laid, ends)
            .or_else(|| self.choosing(laid, ends))
            .or_else(|| self.calling(laid, left, ends))
    }

    fn naming(&self, laid: &Laid, ends: bool) -> Option<String> {
        let card = capital_the(laid.top());
        let name = laid.name.unwrap_or(Name::NONE);
        let top = self.game.acts_as(self.state, laid.top(), name);
        let wild = self.game.wild_for(self.state, self.seat) & top.bit() != 0;
        let names_suit = self.game.needs_a_suit(self.state, laid.top());
        let names = names_suit || self.game.names_something(self.state, self.seat, top);
        match laid.name {
            Some(name) if names_suit && !ends => {
                name.as_rank().map(|_| "Here a suit is named, not a rank.".into())
            }
            Some(_) if !names && top != laid.top() => {
                Some(format!("{card} counts as {}: nothing is named with it.", the(top)))
            }
            Some(_) if !wild => Some(format!("{card} is not wild: nothing is named with it.")),
            Some(_) if !names && self.game.rules.names_of(top) == Names::Anything => {
                Some(format!("{card} names nothing: any card may follow."))
            }
            Some(_) if !names => {
                Some("Nothing is named here: the suit of a wild card itself must be followed.".into())
            }
            Some(_) if ends => Some(format!("{card} ends the hand as the last card: it names nothing.")),
            Some(name) => self.name_refused(name, top),
            None if names && !ends => {
                let same = |option: &Action| {
                    option.as_lay().is_some_and(|lay| lay.faces().eq(self.as_lay(laid).faces()))
                };
                let what = if names_suit { "a suit" } else { what_is_named(self.game.rules.names_of(top)) };
                Some(format!("{card} is wild: name {what} with it{}.", self.example(same)))
            }
            None => None,
        }
    }

    /// Why this may not be named for a card; `None` if it may.
    pub(super) fn name_refused(&self, name: Name, top: Face) -> Option<String> {
        let choices = self.choices();
        match (name.as_suit(), name.as_rank(), self.game.rules.names_of(top)) {
            (Some(_), _, Names::Rank) => Some("Here a rank is named, not a suit.".into()),
            (_, Some(_), Names::Suit) => Some("Here a suit is named, not a rank.".into()),
            (Some(suit), ..) => {
                let holds = choices.same_suit == SameSuit::MustDiffer && self.held_suit() == Some(suit);
                let suit = capital(self.printed().suit_name(suit));
                holds.then(|| format!("{suit} must be followed already: another suit has to be named."))
            }
            (_, Some(rank), _) if self.pack & self.printed().of_rank(rank) == 0 => {
                Some(format!("There are no {} in the pack.", name.spoken()))
            }
            (_, Some(rank), _) if !self.game.may_name(top, rank) => {
                Some(format!("{} cannot be named here.", capital(&name.spoken())))
            }
            _ => None,
        }
    }

    /// The suit that must be followed.
    fn held_suit(&self) -> Option<u8> {
        self.state.suit_in_force()
    }

    fn choosing(&self, laid: &Laid, ends: bool) -> Option<String> {
        let top = self.game.acts_as(self.state, laid.top(), laid.name.unwrap_or(Name::NONE));
        let targets = self.game.rules.effect_of(top).targets();
        let Some(whom) = laid.whom else {
            let same = |option: &Action| {
                option.as_lay().is_some_and(|lay| lay.faces().eq(self.as_lay(laid).faces()))
            };
            let missing = targets && !ends;
            return missing.then(|| format!("Choose another player for {}{}.", the(top), self.example(same)));
        };
        let public = &self.state.public;
        if !targets {
            return Some(format!("Nobody is chosen with {}.", the(top)));
        }
        if ends {
            return Some(format!("{} ends the hand as the last card: nobody is chosen.", capital_the(top)));
        }
        if whom == self.seat {
            return Some("Nobody can choose themselves.".into());
        }
        if whom.index() >= public.seats as usize {
            return Some(format!("There is no seat {whom} at this table."));
        }
        (!public.playing.has(whom)).then(|| format!("{whom} is out of this hand."))
    }

    fn calling(&self, laid: &Laid, left: usize, ends: bool) -> Option<String> {
        // A call that is not due is allowed where it costs something.
        if !laid.call || (self.choices().false_call > 0 && !ends) {
            return None;
        }
        let forgot_last = self.choices().forgot_last;
        if !self.choices().calls() && forgot_last == 0 {
            return Some("The last card is not called here.".into());
        }
        if left == 0 && forgot_last > 0 {
            let due = self.game.must_call_last(self.state, &self.as_lay(laid));
            let card = capital_the(laid.top());
            return (!due).then(|| format!("{card} does not end the hand, so there is nothing to call."));
        }
        if left == 1 && !self.choices().calls() {
            return Some("Here only the very last card is called.".into());
        }
        let left = if left == 0 { "no card".to_owned() } else { n_cards(left as u32) };
        (left != "1 card")
            .then(|| format!("The last card is called when one is left, but you would have {left} left."))
    }
}
