//! Actions and their notation.

use std::fmt;

use eights::{Offer, Verb};

use crate::{
    color::{Balls, Color},
    face::Face,
    spot::Spot,
};

/// A cue stick and a cue ball of one colour, played on a pocket with that colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set {
    /// The colour of stick, cue ball and pocket.
    pub color: Color,
    /// The position of the pocket.
    pub at: Spot,
}

/// One answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Chooses a set of balls, before the first turn.
    Choose(Balls),
    /// Discards a card and draws from the draw pile.
    Discard(Face),
    /// Swaps a card with the top of the discard pile.
    Swap(Face),
    /// Plays a pocket card on a position.
    Pocket(Face, Spot),
    /// Covers an open pocket with a block.
    Block(Face, Spot),
    /// Pockets the player's own ball of the set's colour.
    Shoot(Set),
    /// Pockets two of the player's own balls on two pockets, in colour order.
    ShootTwo(Set, Set),
    /// Pockets the 8-ball.
    ShootEight(Set),
    /// Pockets the player's last ball and the 8-ball on two pockets.
    ShootLastAndEight(Set, Set),
    /// Refills the hand from the draw pile.
    Draw,
    /// Refills the hand with the top card of the discard pile.
    Take,
}

impl Action {
    /// The hand card that the action is about, if it is a single one.
    pub fn card(self) -> Option<Face> {
        match self {
            Action::Discard(face) | Action::Swap(face) => Some(face),
            Action::Pocket(face, _) | Action::Block(face, _) => Some(face),
            _ => None,
        }
    }

    /// The answer in parts, for clients.
    pub(crate) fn offer(self) -> Offer {
        let say = self.to_string();
        let with_card = |verb: Verb, face: Face, place: &'static str| Offer {
            cards: vec![face.to_string().into()],
            places: vec![place.into()],
            ..Offer::new(say.clone(), verb)
        };
        // A shot uses the stick and the cue ball of its colour.
        let shots = |shots: &[(Set, &'static str)]| Offer {
            cards: shots
                .iter()
                .flat_map(|(set, _)| [Face::stick(set.color), Face::cue(set.color)])
                .map(|face| face.to_string().into())
                .collect(),
            places: shots.iter().map(|(set, _)| set.at.name().into()).collect(),
            names: shots.iter().map(|(_, ball)| (*ball).into()).collect(),
            ..Offer::new(say.clone(), Verb::Shoot)
        };
        match self {
            Action::Choose(balls) => {
                Offer { names: vec![balls.name().into()], ..Offer::new(say, Verb::Choose) }
            }
            Action::Discard(face) => with_card(Verb::Discard, face, "discard"),
            Action::Swap(face) => with_card(Verb::Swap, face, "discard"),
            Action::Pocket(face, spot) => with_card(Verb::Pocket, face, spot.name()),
            Action::Block(face, spot) => with_card(Verb::Block, face, spot.name()),
            Action::Shoot(set) => shots(&[(set, set.color.name())]),
            Action::ShootTwo(first, second) => {
                shots(&[(first, first.color.name()), (second, second.color.name())])
            }
            Action::ShootEight(set) => shots(&[(set, "8")]),
            Action::ShootLastAndEight(last, eight) => shots(&[(last, last.color.name()), (eight, "8")]),
            Action::Draw => Offer::new(say, Verb::Draw),
            Action::Take => Offer::new(say, Verb::Take),
        }
    }

    /// Whether the answer pockets a ball.
    pub const fn is_shot(self) -> bool {
        matches!(
            self,
            Action::Shoot(_) | Action::ShootTwo(..) | Action::ShootEight(_) | Action::ShootLastAndEight(..)
        )
    }

    /// Parses an action in any letter case, whether or not it is legal. Only used to explain refusals:
    /// answers are accepted by comparing them with the text of the legal options.
    pub fn read(said: &str) -> Option<Action> {
        let said = said.trim().to_ascii_lowercase();
        let words: Vec<&str> = said.split_whitespace().collect();
        let set =
            |color: &str, at: &str| Some(Set { color: Color::from_name(color)?, at: Spot::from_name(at)? });
        match words[..] {
            ["solids"] => Some(Action::Choose(Balls::Solids)),
            ["stripes"] => Some(Action::Choose(Balls::Stripes)),
            ["draw"] => Some(Action::Draw),
            ["take"] => Some(Action::Take),
            ["discard", card] => Face::parse(card).map(Action::Discard),
            ["swap", card] => Face::parse(card).map(Action::Swap),
            [card, "at", spot] => {
                let (face, spot) = (Face::parse(card)?, Spot::from_name(spot)?);
                match (face.is_pocket(), face.is_block()) {
                    (true, _) => Some(Action::Pocket(face, spot)),
                    (_, true) => Some(Action::Block(face, spot)),
                    _ => None,
                }
            }
            ["shoot", "8", "with", color, "at", at] => set(color, at).map(Action::ShootEight),
            ["shoot", color, "at", at] => set(color, at).map(Action::Shoot),
            ["shoot", color, "at", at, "and", "8", "with", other, "at", there] => {
                Some(Action::ShootLastAndEight(set(color, at)?, set(other, there)?))
            }
            ["shoot", color, "at", at, "and", other, "at", there] => {
                Some(Action::ShootTwo(set(color, at)?, set(other, there)?))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} at {}", self.color, self.at)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Action::Choose(balls) => write!(f, "{balls}"),
            Action::Discard(face) => write!(f, "discard {face}"),
            Action::Swap(face) => write!(f, "swap {face}"),
            Action::Pocket(face, spot) | Action::Block(face, spot) => write!(f, "{face} at {spot}"),
            Action::Shoot(set) => write!(f, "shoot {set}"),
            Action::ShootTwo(first, second) => write!(f, "shoot {first} and {second}"),
            Action::ShootEight(set) => write!(f, "shoot 8 with {set}"),
            Action::ShootLastAndEight(last, eight) => write!(f, "shoot {last} and 8 with {eight}"),
            Action::Draw => f.write_str("draw"),
            Action::Take => f.write_str("take"),
        }
    }
}
