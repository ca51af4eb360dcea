//! What bots know of Crazy 8-Ball.

use eights::{CardId, CardSet, Dice, Seat};
use eights_ball::{Action, Ball, Deed, Face, Glance, Seen, State, Told, View, Watch};

use crate::{
    guess::{Guess, Last, Recall, Telling},
    instinct::{Believe, Instinct},
    search::Whole,
};

impl Instinct for Ball {
    type Glance<'a> = Glance<'a>;

    const CARELESS: [u32; 3] = [23, 15, 7];

    const IMAGINED: [u32; 3] = [200, 400, 1_200];

    const CURIOSITY: f32 = 0.6;

    const LONGEST: u32 = 24;

    fn glance<'a>(&'a self, state: &'a State, seat: Seat) -> Glance<'a> {
        Ball::glance(self, state, seat)
    }

    fn instinct(&self, glance: Glance<'_>, dice: &mut Dice) -> Action {
        Ball::instinct(self, glance, dice)
    }

    fn greedy(&self, glance: Glance<'_>, dice: &mut Dice) -> Action {
        Ball::instinct(self, glance, dice)
    }

    fn careless(&self, glance: Glance<'_>, dice: &mut Dice) -> Action {
        Ball::careless(self, glance, dice)
    }

    fn standing(&self, state: &State, seat: Seat) -> f32 {
        Ball::standing(self, state, seat)
    }

    fn pace(&self, _: Glance<'_>) -> u32 {
        100
    }

    fn shortlist(&self, glance: Glance<'_>, options: &mut Vec<Action>, most: usize) {
        Ball::shortlist(self, glance, options, most);
    }

    fn secret(&self, glance: Glance<'_>) -> u64 {
        glance.secret()
    }

    fn reason(&self, glance: Glance<'_>, action: Action) -> String {
        let other = glance.seat().left(2);
        match action {
            Action::ShootEight(_) | Action::ShootLastAndEight(..) => "wins the game".into(),
            Action::ShootTwo(..) => "pockets two balls at once".into(),
            Action::Shoot(set) => format!("pockets your {} ball", set.color),
            Action::Block(_, at) => format!("covers a pocket at {at} that {other} could use"),
            Action::Pocket(_, at) => format!("opens a pocket at {at} for what you hold"),
            Action::Discard(face) => format!("parts with {face}, which does least for you"),
            Action::Swap(face) => format!("gives {face} for something better"),
            Action::Draw => "hopes for more than what lies open".into(),
            Action::Take => "takes what goes with your hand, or what would help the other".into(),
        }
    }
}

impl Telling for Ball {
    type Deed = Deed;
    type Watch = Watch;

    const STEPS: u32 = 4;

    fn face_of(&self, card: CardId) -> Face {
        Ball::face_of(self, card)
    }

    fn cards_of(&self, face: Face) -> CardSet {
        Ball::cards_of(self, face)
    }

    fn tells(&self, recall: &mut Recall<Ball>, me: Seat, seen: &Seen) {
        match recall.watch.see(seen) {
            Some(Told::Dealt) => recall.deal_anew(),
            Some(Told::Did(seat, deed)) if seat != me => recall.note(seat, deed),
            Some(Told::Swapped(seat)) if seat != me => {
                if let Some(deed) = recall.last_mut(seat)
                    && let Action::Discard(face) = deed.action
                {
                    deed.action = Action::Swap(face);
                }
            }
            _ => (),
        }
    }

    fn likely(&self, deed: &Deed, hand: &[Face]) -> f32 {
        Ball::likely(self, deed, hand)
    }
}

impl Believe for Ball {
    type Memory = Recall<Ball>;
    type Belief = Guess<Ball>;
    type Last = Last;
    type Shortcut<'a> = Whole<'a, Self>;

    fn remember(&self, recall: &mut Recall<Ball>, me: Seat, seen: &Seen) {
        recall.remember(self, me, seen);
    }

    fn believe(&self, view: &View, me: Seat, recall: &Recall<Ball>) -> Guess<Ball> {
        Guess::new(self, view, me, recall)
    }

    fn dream(&self, guess: &Guess<Ball>, last: &mut Last, dice: &mut Dice) -> State {
        guess.dream(self, last, dice)
    }
}
