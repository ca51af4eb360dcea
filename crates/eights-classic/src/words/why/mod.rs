//! Explains a refusal in one sentence, from the rules and what the seat can see.

mod beside;
mod fit;
mod lay;
mod said;
mod with;

use eights::{Dice, Game, Imagine, Seat, Seed, Viewer, said_among};

use super::{
    english::capital,
    kinds::{self, Kind, the},
};
use crate::{
    face::{Face, Printed, faces_of},
    play::{
        action::{Action, Answer},
        state::{State, Step, View},
    },
    rules::Classic,
    sheet::{JumpIn, Names, StockEmpty},
};
use said::{Laid, Said};

impl Classic {
    /// Explains in one sentence why a seat may not give an answer, or says that it may.
    pub(crate) fn explain(&self, view: &View, seat: Seat, said: &str) -> String {
        if seat.index() >= view.public.seats as usize {
            return format!("There is no seat {seat} at this table.");
        }
        // Any sampled world will do: the seat's legal answers do not depend on hidden cards.
        let state = self.imagine(view, Viewer::Seat(seat), &mut Dice::at(&Seed::from_number(0), 0));
        let pack = faces_of(&self.rules.layout(view.public.seats).pack);
        let mut options = Vec::new();
        self.legal(&state, seat, &mut options);
        let why = Why { game: self, state: &state, seat, pack, options: &options };
        match said_among(self, &options, said) {
            Some(action) => why.allowed(action),
            None => why.refused(said),
        }
    }
}

/// A seat that asks why an answer is refused, and its legal answers.
struct Why<'a> {
    game: &'a Classic,
    state: &'a State,
    seat: Seat,
    /// The faces in the pack.
    pack: u64,
    /// The legal answers of the seat.
    options: &'a [Action],
}

impl Why<'_> {
    fn allowed(&self, action: Action) -> String {
        match (action.answer(), self.state.public.step) {
            (Answer::Play(_), _) => format!("{action} may be played."),
            (Answer::Name(_), _) => format!("{action} may be named."),
            (Answer::Draw, Step::Answer { owed, .. } | Step::Doubt { owed, .. }) => {
                format!("You may draw the {} you owe.", n_cards(owed))
            }
            (Answer::Draw, _) => "You may draw.".into(),
            (Answer::Pass, Step::Miss) => "You may pass and miss the turn.".into(),
            (Answer::Pass, Step::Match { .. }) => "You may pass and let the last card win.".into(),
            (Answer::Pass, Step::Exchange) => "You may pass and leave the first card where it is.".into(),
            (Answer::Pass, _) => "You may pass.".into(),
            (Answer::Done, _) => "You may say done and lay no further card.".into(),
            (Answer::Catch(seat), _) => format!("You may catch {seat}."),
            (Answer::Challenge, _) => "You may doubt the wild card.".into(),
        }
    }

    fn refused(&self, text: &str) -> String {
        if let Some(over) = self.over() {
            return over;
        }
        let Some(said) = Said::read(self.printed(), text) else {
            return format!("\"{}\" is neither a card nor an answer.", shown(text));
        };
        if let Said::Catch(whom) = said {
            return self.catch(whom);
        }
        if !self.state.public.playing.has(self.seat) {
            return "You are out of this hand.".into();
        }
        if self.state.public.turn != self.seat {
            return self.out_of_turn(&said);
        }
        if self.state.public.step == Step::NameStarter {
            return self.starter(&said);
        }
        match said {
            Said::Lay(laid) => self.lay(&laid),
            Said::Name(_) => self.nothing_to_name(),
            Said::Draw => self.draw(),
            Said::Pass => self.pass(),
            Said::Challenge => "There is nothing to doubt now.".into(),
            Said::Done | Said::Catch(_) => self.done(),
        }
    }

    fn over(&self) -> Option<String> {
        let public = &self.state.public;
        let first = Seat::first(public.seats).find(|seat| public.places[*seat] == 1);
        match (public.step, first) {
            (Step::Blocked, _) if public.quiet >= self.choices().circling => {
                Some(format!("The hand is over: there was no progress in {} moves.", public.quiet))
            }
            (Step::Blocked, _) if self.choices().stock_empty == StockEmpty::EndsHand => {
                Some("The hand is over: the stock is used up.".into())
            }
            (Step::Blocked, _) => Some("The hand is over: nobody could go on.".into()),
            (Step::Out, Some(seat)) if seat == self.seat => Some("The hand is over: you went out.".into()),
            (Step::Out, Some(seat)) => Some(format!("The hand is over: {seat} went out.")),
            (Step::Out, None) => Some("The hand is over.".into()),
            _ => None,
        }
    }

    /// Out of turn, only a copy of the top card can be laid, and only if the rules allow it.
    fn out_of_turn(&self, said: &Said) -> String {
        let public = &self.state.public;
        let turn = format!("It is {}'s turn", public.turn);
        let open = public.jumpable
            && match self.choices().jump_in {
                JumpIn::Off => false,
                JumpIn::Identical => public.step == Step::Play,
                JumpIn::Matched => {
                    matches!(public.step, Step::Play | Step::Answer { .. })
                        && self.state.laid_by != Some(self.seat)
                }
            };
        let (true, Some(top)) = (open, self.state.top()) else {
            return format!("{turn}.");
        };
        match said {
            Said::Lay(laid) if laid.faces.len() > 1 => format!("{turn}; out of turn only one card is laid."),
            Said::Lay(laid) if laid.top() == top => self.lay(laid),
            _ => {
                format!("{turn}; out of turn you may only lay the same card as the one on top, {}.", the(top))
            }
        }
    }

    /// Explains that a wild starter needs a name first.
    fn starter(&self, said: &Said) -> String {
        let top = self.state.top().unwrap_or(self.printed().at(0));
        let what = super::turn::what_is_named(self.game.rules.names_of(top));
        match said {
            Said::Name(name) => self.name_refused(*name, top).unwrap_or_else(|| self.none_of_them()),
            _ => format!("First name {what} for {}{}.", the(top), self.example(|_| true)),
        }
    }

    fn nothing_to_name(&self) -> String {
        let wild = self.game.wild_for(self.state, self.seat) & self.pack;
        let naming =
            self.printed().faces(wild).find(|face| self.game.names_something(self.state, self.seat, *face));
        match naming.map(|face| self.game.rules.names_of(face)) {
            _ if wild == 0 => "No card is wild here, so nothing is named.".into(),
            None if self.choices().names == Names::OwnSuit => {
                "Nothing is named here: the suit of a wild card itself must be followed.".into()
            }
            None => "Nothing is named here with a wild card.".into(),
            Some(names) => format!(
                "There is nothing to name now: {} is named with a wild card as it is laid.",
                super::turn::what_is_named(names)
            ),
        }
    }

    fn choices(&self) -> &crate::rules::Choices {
        &self.game.rules.choices
    }

    fn printed(&self) -> Printed {
        self.choices().printed
    }

    /// Names all cards of a set.
    fn all(&self, bits: u64) -> String {
        kinds::all(self.printed(), bits, self.pack)
    }

    /// Names any card of a set.
    fn any(&self, bits: u64) -> String {
        kinds::any(self.printed(), bits, self.pack)
    }

    /// Splits a set of cards into kinds.
    fn kinds(&self, bits: u64) -> Vec<Kind> {
        kinds::kinds(self.printed(), bits, self.pack)
    }

    /// The first legal answer that `such` accepts, as an example: ", as in 8S=H".
    fn example(&self, such: impl Fn(&Action) -> bool) -> String {
        self.options
            .iter()
            .find(|option| such(option))
            .map_or_else(String::new, |option| format!(", as in {option}"))
    }

    /// The fallback if no other sentence applies; the tests assert that this never happens.
    fn none_of_them(&self) -> String {
        "That answer is not open to you now.".into()
    }
}

/// Formats a number of cards: "4 cards".
fn n_cards(n: impl Into<u32>) -> String {
    match n.into() {
        1 => "1 card".into(),
        n => format!("{n} cards"),
    }
}

/// Names a card at the start of a sentence: "The five of hearts".
fn capital_the(face: Face) -> String {
    capital(&the(face))
}

/// Shortens a text and makes it one line, so that a sentence can quote it.
fn shown(text: &str) -> String {
    const MAX_QUOTED_CHARS: usize = 40;
    let text = text.trim();
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut shown: String = text.chars().take(MAX_QUOTED_CHARS).map(plain).collect();
    if text.chars().nth(MAX_QUOTED_CHARS).is_some() {
        shown.push('…');
    }
    shown
}
