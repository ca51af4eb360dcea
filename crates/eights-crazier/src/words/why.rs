//! Explains in one sentence why an answer is illegal, using only what the seat can see.

use eights::{Cards, Dice, Seat, Seed, Sight, Viewer};

use crate::card::Rank;
use crate::play::place::{Face, Pile, Printed, SECOND};
use crate::play::state::{Phase, State, View};
use crate::rules::Crazier;

impl Crazier {
    /// Why this answer is not legal for a seat now.
    pub(crate) fn why(&self, view: &View, seat: Seat, said: &str) -> String {
        let public = &view.public;
        let said = said.trim();
        if public.phase == Phase::Over {
            return "The game is over.".into();
        }
        let mut dice = Dice::at(&Seed::from_number(0), 0);
        let viewer = Viewer::Seat(seat);
        let cards = Cards::imagine(&view.table, Printed, self.pack(public.seats), viewer, &mut dice);
        let state = self.around(view, cards, viewer);
        let mut options = Vec::new();
        self.list(&state, seat, &mut options);
        let listed: Vec<String> = options.iter().map(|action| action.say(&self.names)).collect();
        if listed.iter().any(|answer| answer.eq_ignore_ascii_case(said)) {
            return "That is allowed.".into();
        }
        if options.is_empty() {
            return match public.asked() {
                Some(asked) => format!("It is {asked} who is asked now."),
                None => "Nobody is asked.".into(),
            };
        }
        let (verb, rest) = said.split_once(' ').unwrap_or((said, ""));
        let (name, colour) = rest.split_once('=').unwrap_or((rest, ""));
        let name = name.trim();
        let main = public.ask.is_none();
        match (verb, self.names.find(name)) {
            ("play" | "discard", _) if !main => format!("First this is asked: {}.", listed.join(", ")),
            ("play" | "discard", None) if name.is_empty() => format!("Say which card you {verb}."),
            ("play" | "discard" | "choose", None)
                if !name.is_empty() && Seat::from_letter(name).is_none() =>
            {
                format!("There is no card called {name:?}.")
            }
            ("play" | "discard", Some(face)) if name.ends_with(SECOND) && self.is_held(view, seat, face) => {
                format!("Equal cards in a hand have one name: {}.", self.names.of(face))
            }
            ("play", Some(face)) => self.why_not_play(view, &state, seat, face),
            ("discard", Some(face)) => self.why_not_discard(view, &state, seat, face, colour),
            _ => format!("The answers are: {}.", listed.join(", ")),
        }
    }

    fn is_held(&self, view: &View, seat: Seat, face: Face) -> bool {
        view.table.pile(Pile::Hand(seat)).contains(&Sight::Face(face))
    }

    fn why_not_play(&self, view: &View, state: &State, seat: Seat, face: Face) -> String {
        let card = self.card(face);
        if !self.is_held(view, seat, face) {
            format!("{} is not in your hand.", card.name)
        } else if view.public.phase != Phase::Main {
            "Cards are played after the draw.".into()
        } else if !self.may_play(state, seat) {
            "You have played all you may play this turn.".into()
        } else {
            let required =
                card.abilities.iter().find(|ability| matches!(ability, crate::ability::Ability::Require(_)));
            match required {
                Some(ability) => {
                    format!("{} says: {}", card.name, crate::print(std::slice::from_ref(ability)))
                }
                None => format!("{} needs a card that can be chosen, and there is none.", card.name),
            }
        }
    }

    fn why_not_discard(&self, view: &View, state: &State, seat: Seat, face: Face, colour: &str) -> String {
        let card = self.card(face);
        if !self.is_held(view, seat, face) {
            return format!("{} is not in your hand.", card.name);
        }
        if !self.may_discard(state, seat) {
            return "You have discarded all you may discard this turn.".into();
        }
        if card.is_eight() {
            let known = crate::Colour::ALL.iter().any(|known| known.word() == colour);
            return match (colour, known) {
                ("", _) => "Name a colour with an eight: purple, green, blue or orange.".into(),
                (_, false) => {
                    format!("There is no colour {colour:?}: name purple, green, blue or orange.")
                }
                _ => "That is allowed.".into(),
            };
        }
        if !colour.is_empty() {
            return "You name a colour only when you discard an eight.".into();
        }
        let top = view.table.top(Pile::Discard);
        match (view.public.named, top) {
            (Some(named), _) => format!("{} is {}, and {named} was named.", card.name, card.colours),
            (None, Some(Sight::Face(top))) => {
                let top = self.card(top);
                let rank = top.rank.map_or("has no rank", Rank::with_article);
                format!(
                    "{} shares neither colour nor rank with {}, which is {} and {rank}.",
                    card.name, top.name, top.colours
                )
            }
            _ => "Nothing is there to discard it on.".into(),
        }
    }
}
