//! What bots know of Crazy 8-Ball.

use eights::{Dice, Imagine, Seat, Viewer};
use eights_ball::{Action, Ball, Glance, Seen, State, View};

use crate::{
    instinct::{Believe, Instinct},
    search::Whole,
};

impl Instinct for Ball {
    type Glance<'a> = Glance<'a>;

    const CARELESS: [u32; 3] = [23, 15, 7];

    const IMAGINED: [u32; 3] = [130, 600, 4_000];

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

impl Believe for Ball {
    type Memory = ();
    type Belief = (View, Seat);
    type Shortcut<'a> = Whole<'a, Self>;

    fn remember(&self, (): &mut (), _: Seat, _: &Seen) {}

    fn believe(&self, view: &View, seat: Seat, (): &()) -> (View, Seat) {
        (view.clone(), seat)
    }

    fn dream(&self, (view, seat): &(View, Seat), dice: &mut Dice) -> State {
        self.imagine(view, Viewer::Seat(*seat), dice)
    }
}
