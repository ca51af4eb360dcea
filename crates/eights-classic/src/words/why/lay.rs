//! Explains why cards may not be laid.

use super::{Laid, Why, capital_the};
use crate::{
    face::Face,
    play::{
        action::{Answer, Lay, Name, Under},
        state::Step,
    },
    sheet::{Again, Ban, Breach, MultiMatch, Shape},
    words::{
        english::{number, small},
        kinds::the,
    },
};

impl Why<'_> {
    /// Why these cards, with name, target and call, may not be laid.
    pub(super) fn lay(&self, laid: &Laid) -> String {
        let cards = self.not_held(laid).or_else(|| match laid.faces[..] {
            [face] => self.unfit(face),
            _ => self.several(laid),
        });
        let cards = cards.or_else(|| self.banned(laid)).or_else(|| self.barred(laid));
        cards.or_else(|| self.saying(laid)).unwrap_or_else(|| self.spelt(laid))
    }

    fn not_held(&self, laid: &Laid) -> Option<String> {
        for face in &laid.faces {
            let wanted = laid.faces.iter().filter(|other| *other == face).count();
            let held = self.state.copies(self.seat, *face) as usize;
            if self.pack & face.bit() == 0 {
                return Some(format!("{} is not in the pack.", capital_the(*face)));
            }
            if held == 0 {
                return Some(format!("You do not hold {}.", the(*face)));
            }
            if held < wanted {
                return Some(format!("You hold {} only {}.", the(*face), times(held)));
            }
        }
        None
    }

    /// What is wrong with laying these cards together; `None` if nothing is.
    fn several(&self, laid: &Laid) -> Option<String> {
        let (choices, public) = (self.choices(), &self.state.public);
        match choices.shape {
            Shape::Single if public.step == Step::More(Again::OpenRun) => {
                return Some("The cards of a run are laid one by one.".into());
            }
            Shape::Single => return Some("Only one card is laid in a turn.".into()),
            Shape::Run => return Some("The cards of a run are laid one by one.".into()),
            Shape::Identical if laid.faces.iter().any(|face| *face != laid.top()) => {
                return Some("Only identical cards are laid together.".into());
            }
            Shape::Identical | Shape::SameRank => (),
        }
        if let Step::Match { .. } = public.step {
            return Some("A last card is matched with one card.".into());
        }
        if let Step::More(_) = public.step {
            return Some("Only one more card may follow, not several.".into());
        }
        if self.state.fresh.is_some() {
            return Some("A card just drawn is laid alone.".into());
        }
        let top = laid.top();
        if choices.shape == Shape::SameRank && laid.faces.iter().any(|face| face.is_joker()) {
            return Some("A joker is laid alone.".into());
        }
        if let Some(other) = laid.faces.iter().find(|face| face.rank() != top.rank()) {
            return Some(format!(
                "Cards laid together must be of one rank, not {} and {}.",
                the(*other),
                the(top)
            ));
        }
        let first = laid.faces[0];
        let none_fits = |faces: &[Face]| faces.iter().all(|face| self.unfit(*face).is_some());
        let why = || small(&self.unfit(top).or_else(|| self.unfit(first)).unwrap_or_default());
        match choices.matching {
            MultiMatch::Top if none_fits(&[top]) => {
                Some(format!("Of several cards the one that ends on top must fit: {}", why()))
            }
            MultiMatch::First if none_fits(&[first]) => {
                let why = small(&self.unfit(first).unwrap_or_default());
                Some(format!("Of several cards the one laid first must fit: {why}"))
            }
            MultiMatch::Any if none_fits(&laid.faces) => {
                Some(format!("Of several cards one must fit, and none of these does: {}", why()))
            }
            _ => None,
        }
    }

    /// Explains that these would be the last cards and are banned as such.
    fn banned(&self, laid: &Laid) -> Option<String> {
        let choices = self.choices();
        let banned = laid
            .faces
            .iter()
            .find(|face| self.game.rules.banned_for(self.state.public.seats) & face.bit() != 0)?;
        if choices.breach != Breach::Refused || laid.faces.len() != self.state.n_cards(self.seat) {
            return None;
        }
        let what = match choices.ban {
            _ if choices.ban_cards & banned.bit() != 0 => self.any(choices.ban_cards),
            _ if self.game.rules.banned & banned.bit() == 0 => {
                let here = self.any(choices.ban_for[self.state.public.seats as usize]);
                let n = number(self.state.public.seats);
                return Some(format!(
                    "{} would be your last card, and with {n} players nobody goes out with {here}.",
                    capital_the(*banned)
                ));
            }
            Ban::Wild => "a wild card".to_owned(),
            Ban::Draw => "a card that makes somebody draw".to_owned(),
            Ban::Special | Ban::None => "a special card".to_owned(),
        };
        Some(format!("{} would be your last card, and nobody goes out with {what}.", capital_the(*banned)))
    }

    /// Explains that the player may not go out, because the last card was not called.
    fn barred(&self, laid: &Laid) -> Option<String> {
        let last = laid.faces.len() == self.state.n_cards(self.seat);
        (last && self.game.must_stay_in(self.state, self.seat))
            .then(|| "You did not call your last card, so you may not go out in this turn.".into())
    }

    /// Explains that only the order in which the cards are written is wrong.
    fn spelt(&self, laid: &Laid) -> String {
        let action = Answer::Play(self.as_lay(laid));
        let order = match self.choices().matching {
            MultiMatch::First => "between the first card and the top one, cards go in their order",
            MultiMatch::Top | MultiMatch::Any => "the cards under the top one go in their order",
        };
        if self.game.allows(self.state, self.seat, action) {
            format!("Write it as {action}: {order}.")
        } else {
            self.none_of_them()
        }
    }

    /// The cards in the order of the rules. The hand must hold them, so that the counts per suit
    /// fit into [`Under`].
    pub(super) fn as_lay(&self, laid: &Laid) -> Lay {
        let mut counts = [0u8; 4];
        for face in &laid.faces[..laid.faces.len() - 1] {
            // Of the fifth suit nothing is laid together.
            if let Some(count) = counts.get_mut(face.suit() as usize) {
                *count += 1;
            }
        }
        let lay = Lay {
            top: laid.top(),
            under: if laid.faces.len() > 1 { Under::of(counts) } else { Under::NONE },
            first: None,
            name: laid.name.unwrap_or(Name::NONE),
            whom: laid.whom,
            call: laid.call,
        };
        let plays = self.game.plays(self.state, self.seat);
        self.game.stacked(self.state, self.seat, plays, lay).unwrap_or(lay)
    }
}

/// Formats how often: "once", "twice".
fn times(n: usize) -> String {
    match n {
        1 => "once".into(),
        2 => "twice".into(),
        n => format!("{} times", number(n as u32)),
    }
}
