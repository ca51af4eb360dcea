//! Explains why a player may not draw, pass, say done or catch.

use super::{Why, n_cards, said::Whom};
use crate::{
    face::Face,
    play::state::Step,
    sheet::{AfterDraw, Again, CallPrice, Drawing, Duty, Noticed, Shape, StockEmpty},
    words::{english::or, kinds::the},
};

impl Why<'_> {
    pub(super) fn draw(&self) -> String {
        let (choices, public) = (self.choices(), &self.state.public);
        if let Step::Run { .. } | Step::More(Again::OpenRun) = public.step {
            return "This is not the time to draw: go on with the run or say done.".into();
        }
        if let Step::More(_) = public.step {
            return "This is not the time to draw: lay one more card or say done.".into();
        }
        if public.step == Step::Exchange {
            return "This is not the time to draw: lay a card in place of the first one, or leave it.".into();
        }
        if let Step::Match { .. } = public.step {
            return "This is not the time to draw: lay the same card as the last one, or pass.".into();
        }
        if public.step == Step::Miss {
            return "This is not the time to draw: pass the skip on, or pass and miss the turn.".into();
        }
        let plays = self.game.offers(self.state, self.seat).plays;
        let must = matches!(public.step, Step::Cover | Step::Opening { .. });
        if plays != 0 && must {
            return format!("A player who can play must play, and {}.", self.may_lay(plays));
        }
        let drawn = public.drawn > 0 && !must;
        if plays != 0 && drawn && choices.after_draw == AfterDraw::MustPlayDrawn {
            return format!(
                "The card just drawn fits, so no further card is drawn: {}.",
                self.may_lay(plays)
            );
        }
        if plays != 0 && drawn && choices.draw == Drawing::UntilPlayable {
            return format!("Cards are drawn only until one fits: {}.", self.may_lay(plays));
        }
        if plays != 0 && choices.duty == Duty::Must {
            return format!("A player who can play must play, and {}.", self.may_lay(plays));
        }
        let most = match choices.draw {
            Drawing::One => Some(1),
            Drawing::UpTo(n) => Some(n),
            Drawing::UntilPlayable | Drawing::UntilWilling => None,
        };
        if let Some(most) = most.filter(|most| drawn && public.drawn >= *most) {
            return format!("You have drawn the {} that a turn allows.", n_cards(most));
        }
        self.nothing_left()
    }

    fn nothing_left(&self) -> String {
        let why = match self.choices().stock_empty {
            StockEmpty::Reshuffle => "the stock is used up, and so is the discard pile",
            StockEmpty::Pass | StockEmpty::EndsHand => "the stock is used up and is not made anew",
        };
        format!("There is nothing left to draw: {why}.")
    }

    pub(super) fn pass(&self) -> String {
        let (choices, public) = (self.choices(), &self.state.public);
        match public.step {
            Step::Answer { owed, .. } => {
                return format!("You owe {}: draw, or answer with a card.", n_cards(owed));
            }
            Step::Doubt { owed, .. } => {
                return format!("You owe {}: draw, or doubt the wild card.", n_cards(owed));
            }
            Step::Exchange => {
                return "A joker cannot be the first card: take it, and lay another in its place.".into();
            }
            Step::More(_) | Step::Run { .. } => return "Say done to lay no further card.".into(),
            _ => (),
        }
        let offers = self.game.offers(self.state, self.seat);
        let fresh =
            public.drawn > 0 && public.step == Step::Play && choices.after_draw == AfterDraw::MustPlayDrawn;
        match (offers.draw, offers.plays) {
            (true, 0) => "A player who can draw may not pass: draw a card first.".into(),
            (true, _) => "A player who can draw may not pass: draw or play.".into(),
            (false, plays) if fresh => {
                format!("The card just drawn fits and must be played: {}.", self.may_lay(plays))
            }
            (false, plays) => format!("A player who can play may not pass, and {}.", self.may_lay(plays)),
        }
    }

    /// Lists playable cards: "you can lay the five of hearts or the eight of spades".
    fn may_lay(&self, plays: u64) -> String {
        let cards: Vec<String> = self.printed().faces(plays).map(the).collect();
        format!("you can lay {}", or(&cards))
    }

    pub(super) fn done(&self) -> String {
        let goes_on = |face: &Face| self.game.rules.effect_of(*face).again.is_some();
        let again = self.printed().filter(self.game.rules.special & self.pack, &goes_on);
        if self.choices().shape == Shape::Run {
            return "There is no run to close now.".into();
        }
        if again == 0 {
            return "No card here lets its player lay another, so there is nothing to say done to.".into();
        }
        format!("There is no further card to lay now: that comes only after {}.", self.any(again))
    }

    pub(super) fn catch(&self, whom: Whom) -> String {
        let (choices, public) = (self.choices(), &self.state.public);
        if choices.call_price == CallPrice::NoGoingOut {
            return "A player who forgets to call may not go out in the next turn: nobody needs to be caught.".into();
        }
        if choices.forgot == 0 {
            return "Nobody has to call the last card here, so nobody can be caught.".into();
        }
        if choices.noticed == Noticed::AtOnce {
            return format!(
                "A player who forgets to call draws {} at once: nobody needs to be caught.",
                n_cards(choices.forgot)
            );
        }
        let whom = match whom {
            Whom::Seat(whom) if whom.index() < public.seats as usize => whom,
            Whom::Seat(whom) => return format!("There is no seat {whom} at this table."),
            Whom::Unknown(text) => {
                return format!("\"{}\" is not a seat at this table.", super::shown(&text));
            }
        };
        if whom == self.seat {
            return "Nobody can catch themselves.".into();
        }
        if !public.playing.has(self.seat) {
            return "You are out of this hand.".into();
        }
        match public.uncalled {
            Some(forgetful) if forgetful == self.seat => {
                format!("{whom} has not forgotten to call; it was you.")
            }
            Some(forgetful) => format!("{whom} has not forgotten to call; it was {forgetful}."),
            None => format!(
                "{whom} has not forgotten to call the last card, or the next player has already moved."
            ),
        }
    }
}
