//! Gives one sentence of advice to a player, based on what that player sees.
//!
//! The tips paraphrase those of the printed rules: keep no duplicates, discard colours already pocketed
//! and cards that cannot be played, play pockets that the other player cannot use, prefer sides, and
//! cover pockets that are about to be used.

use eights::{Seat, sort_by};

use crate::{
    bot::rating::{Judge, UNSEEN},
    color::{Color, Colors},
    face::{Face, POCKETS, cues_of, faces_in, sticks_of},
    play::{
        action::Set,
        state::{Step, View, other},
    },
    spot::{Shape, Spot},
};

/// A sentence of advice for a seat.
pub fn hint(view: &View, seat: Seat) -> String {
    match view.public.step {
        Step::Over(_) => "The game is over.".into(),
        Step::Choose if view.public.turn == seat => {
            "Both sets have the same seven colours: take the one you like.".into()
        }
        Step::Choose => format!("{} chooses solids or stripes.", view.public.turn),
        _ if view.public.turn != seat => {
            format!("It is {}'s turn: watch what {0} takes from the discard pile.", view.public.turn)
        }
        Step::Fill => fill(view, seat),
        Step::Act => Advice { view, seat, judge: Judge::new(view, seat) }.act(),
    }
}

/// Advises which pile to refill the hand from.
fn fill(view: &View, seat: Seat) -> String {
    let judge = Judge::new(view, seat);
    match view.top() {
        None => "Draw: the discard pile is empty.".into(),
        Some(top) if judge.hand(judge.held | top.bit()) > judge.hand(judge.held) + UNSEEN => {
            format!("Take {top}: it goes with what you have.")
        }
        Some(top) if judge.danger(top) > 20 => {
            format!("Take {top}: {} could make a set with it.", other(seat))
        }
        Some(top) => format!("Draw: {top} does little for you."),
    }
}

struct Advice<'a> {
    view: &'a View,
    seat: Seat,
    judge: Judge<'a>,
}

impl Advice<'_> {
    fn act(&self) -> String {
        let tips = [
            Advice::shoot,
            Advice::cover,
            Advice::lay,
            Advice::swap,
            Advice::duplicate,
            Advice::done_with,
            Advice::unplayable,
            Advice::careful,
        ];
        let found = tips.iter().find_map(|tip| tip(self));
        found.unwrap_or_else(|| {
            let colors = self.judge.mine.to_string().replace(' ', ", ");
            format!("Collect a cue stick and a cue ball of one colour; you still need {colors}.")
        })
    }

    fn opponent(&self) -> Seat {
        other(self.seat)
    }

    /// The wanted colours for which the player holds stick and cue ball.
    fn sets(&self) -> Colors {
        sticks_of(self.judge.held).and(cues_of(self.judge.held)).and(self.judge.mine)
    }

    /// The position of an open pocket with a colour.
    fn pocket_with(&self, color: Color) -> Option<Spot> {
        self.view.public.tops.open().find(|(_, pocket)| pocket.colors().has(color)).map(|(spot, _)| spot)
    }

    fn shoot(&self) -> Option<String> {
        let shots = self.sets().iter().filter_map(|color| Some(Set { color, at: self.pocket_with(color)? }));
        let shots: Vec<Set> = shots.collect();
        let first = shots.first()?;
        if self.view.public.rows[self.seat].is_empty() {
            return Some(format!("Pocket the 8-ball with {first}: that wins the game."));
        }
        match shots[..] {
            [_, second, ..] if second.at != first.at => Some(
                "You hold two sets and two pockets are open: a combo takes both balls in one turn.".into(),
            ),
            _ => Some(format!("Shoot {first} now: the pocket may be covered on the next turn.")),
        }
    }

    fn cover(&self) -> Option<String> {
        let is_near = |pocket: Face| self.judge.threat(pocket) >= 70 && !pocket.colors().meets(self.sets());
        let (spot, pocket) = self.view.public.tops.open().find(|(_, pocket)| is_near(*pocket))?;
        let fits = |face: &Face| face.is_block() && face.colors().meets(pocket.colors());
        let block = self.view.hand(self.seat).find(fits)?;
        Some(format!(
            "{} is close to using {pocket} at {spot}: {block} would cost a turn to replace it.",
            self.opponent()
        ))
    }

    fn lay(&self) -> Option<String> {
        let wanted = self.judge.mine.without(self.judge.open);
        let is_free = |shape: Shape| !self.view.public.tops.is_full(shape);
        let can_lay = |face: &Face| face.colors().meets(wanted) && face.shape().is_some_and(is_free);
        let mut pockets: Vec<Face> = faces_in(self.judge.held & POCKETS).filter(can_lay).collect();
        // Prefer pockets with few colours that the other player needs, and sides to corners.
        let cost = |face: &Face| (face.colors().and(self.judge.theirs).len(), face.colors().len());
        sort_by(&mut pockets, |a, b| cost(a).cmp(&cost(b)));
        if let Some(ready) = pockets.iter().find(|face| face.colors().meets(self.sets())) {
            let side = if ready.shape() == Some(Shape::Side) { ", and a side is hard to steal" } else { "" };
            return Some(format!("Lay {ready}: you hold the set for it{side}."));
        }
        let safe = pockets.iter().find(|face| !face.colors().meets(self.judge.theirs))?;
        Some(format!("Lay {safe}: you need it and {} does not.", self.opponent()))
    }

    fn swap(&self) -> Option<String> {
        let top = self.view.top()?;
        let gain = self.judge.hand(self.judge.held | top.bit()) - self.judge.hand(self.judge.held);
        (gain > 40).then(|| format!("{top} on the discard pile completes what you hold: swap a card for it."))
    }

    fn duplicate(&self) -> Option<String> {
        let twice = self.view.hand(self.seat).find(|face| self.view.n_held(self.seat, *face) > 1)?;
        Some(format!("One {twice} is enough: let the other go."))
    }

    fn done_with(&self) -> Option<String> {
        let is_done =
            |face: &Face| !face.is_pocket() && !face.is_block() && !face.colors().meets(self.judge.mine);
        let card = faces_in(self.judge.held).find(is_done)?;
        let color = card.colors().first()?;
        Some(format!("Your {color} ball is down: you no longer need {card}."))
    }

    fn unplayable(&self) -> Option<String> {
        let is_dead = |face: &Face| face.is_pocket() && !face.colors().meets(self.judge.mine);
        let card = faces_in(self.judge.held).find(is_dead)?;
        Some(format!("You cannot play {card}: none of your balls has its colour."))
    }

    fn careful(&self) -> Option<String> {
        let card = faces_in(self.judge.held).find(|face| self.judge.danger(*face) > 20)?;
        Some(format!("Keep {card}: on the discard pile it would be just what {} needs.", self.opponent()))
    }
}
