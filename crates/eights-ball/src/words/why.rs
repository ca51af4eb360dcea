//! Explains in one sentence why an answer is illegal, using only what the seat can see.

use eights::Seat;

use crate::{
    color::Colors,
    face::Face,
    play::{
        action::{Action, Set},
        state::{Step, View},
    },
};

/// Why this answer is not legal for a seat now.
pub(crate) fn why_not(view: &View, seat: Seat, said: &str) -> String {
    let public = &view.public;
    if let Step::Over(_) = public.step {
        return "The game is over.".into();
    }
    if public.turn != seat {
        return format!("It is {}'s turn.", public.turn);
    }
    let Some(action) = Action::read(said) else {
        return format!("\"{}\" is not an answer in this game: {}", said.trim(), looks(public.step));
    };
    match (public.step, action) {
        (Step::Choose, Action::Choose(_)) => allowed(),
        (Step::Choose, _) => "Choose your balls first: say solids or stripes.".into(),
        (_, Action::Choose(_)) => "The balls are chosen before the first turn.".into(),
        (Step::Fill, Action::Draw) => allowed(),
        (Step::Fill, Action::Take) if view.top().is_some() => allowed(),
        (Step::Fill, Action::Take) => "The discard pile is empty: there is nothing to take.".into(),
        (Step::Fill, _) => {
            "Your action is done; now fill your hand: draw, or take the top of the discard pile.".into()
        }
        (_, Action::Draw | Action::Take) => {
            "Cards are drawn after an action: discard, play a pocket or a block, or shoot first.".into()
        }
        (_, Action::Discard(face)) => missing(view, seat, &[face]).unwrap_or_else(allowed),
        (_, Action::Swap(face)) => missing(view, seat, &[face]).unwrap_or_else(|| match view.top() {
            None => "The discard pile is empty: there is nothing to swap with.".into(),
            Some(_) => allowed(),
        }),
        (_, Action::Pocket(face, at)) => {
            missing(view, seat, &[face]).unwrap_or_else(|| pocket(view, seat, face, at))
        }
        (_, Action::Block(face, at)) => missing(view, seat, &[face]).unwrap_or_else(|| block(view, face, at)),
        (_, Action::Shoot(set)) => shot(view, seat, set),
        (_, Action::ShootEight(set)) => eight(view, seat, set),
        (_, Action::ShootTwo(first, second)) => two(view, seat, first, second),
        (_, Action::ShootLastAndEight(last, eight)) => last_and_eight(view, seat, last, eight),
    }
}

fn allowed() -> String {
    "That answer is allowed.".into()
}

/// The form of the answers to a question.
fn looks(step: Step) -> &'static str {
    match step {
        Step::Choose => "say solids or stripes.",
        Step::Fill => "say draw or take.",
        _ => {
            "say something like discard stick-red, swap stick-red, pocket-red at N, block-red at N or shoot red at N."
        }
    }
}

/// The reason, if the hand lacks some of these cards, counting copies.
fn missing(view: &View, seat: Seat, faces: &[Face]) -> Option<String> {
    let wants = |face: Face| faces.iter().filter(|other| **other == face).count();
    let lacking = faces.iter().find(|face| view.n_held(seat, **face) < wants(**face))?;
    Some(match wants(*lacking) {
        1 => format!("You do not hold {lacking}."),
        n => format!("You do not hold {n} of {lacking}."),
    })
}

fn pocket(view: &View, seat: Seat, face: Face, at: crate::Spot) -> String {
    let shape = face.shape().unwrap_or(at.shape());
    if shape != at.shape() {
        return format!("{face} is a {} pocket, and {at} is a {}.", shape.name(), at.shape().name());
    }
    if !face.colors().meets(view.public.wanted(seat)) {
        return format!("{face} has none of the colours you still have to pocket: {}.", row(view, seat));
    }
    match view.public.tops[at].open() {
        Some(there) => format!("{at} is occupied by {there}, which is still open."),
        None => allowed(),
    }
}

fn row(view: &View, seat: Seat) -> String {
    view.public.rows[seat].to_string().replace(' ', ", ")
}

fn block(view: &View, face: Face, at: crate::Spot) -> String {
    match view.public.tops[at].open() {
        None => format!("There is no open pocket at {at} to block."),
        Some(there) if !there.colors().meets(face.colors()) => {
            format!("{face} covers only pockets of its colour, and {there} lies at {at}.")
        }
        Some(_) => allowed(),
    }
}

/// The reason, if the pocket of a set is not open or has another colour.
fn no_pocket(view: &View, set: Set) -> Option<String> {
    match view.public.tops[set.at].open() {
        None => Some(format!("There is no open pocket at {}; a covered one is closed.", set.at)),
        Some(there) if !there.colors().has(set.color) => {
            Some(format!("{there} lies at {}: it takes no {} set.", set.at, set.color))
        }
        Some(_) => None,
    }
}

fn cards_of(set: Set) -> [Face; 2] {
    [Face::stick(set.color), Face::cue(set.color)]
}

/// The reason, if the seat has already pocketed this ball.
fn no_ball(view: &View, seat: Seat, set: Set) -> Option<String> {
    let gone = !view.public.rows[seat].has(set.color);
    gone.then(|| format!("Your {} ball is pocketed already.", set.color))
}

fn shot(view: &View, seat: Seat, set: Set) -> String {
    let why = no_ball(view, seat, set).or_else(|| no_pocket(view, set));
    why.or_else(|| missing(view, seat, &cards_of(set))).unwrap_or_else(allowed)
}

fn eight(view: &View, seat: Seat, set: Set) -> String {
    let row = view.public.rows[seat];
    if !row.is_empty() {
        return format!("The 8-ball comes last: you still have {} to pocket.", self::row(view, seat));
    }
    no_pocket(view, set).or_else(|| missing(view, seat, &cards_of(set))).unwrap_or_else(allowed)
}

fn both(view: &View, seat: Seat, first: Set, second: Set) -> String {
    if first.at == second.at {
        return "The two balls of a combo need two different pockets.".into();
    }
    let [[a, b], [c, d]] = [cards_of(first), cards_of(second)];
    let why = no_pocket(view, first).or_else(|| no_pocket(view, second));
    why.or_else(|| missing(view, seat, &[a, b, c, d])).unwrap_or_else(allowed)
}

fn two(view: &View, seat: Seat, first: Set, second: Set) -> String {
    if first.color == second.color {
        return format!("You have only one {} ball.", first.color);
    }
    if let Some(why) = no_ball(view, seat, first).or_else(|| no_ball(view, seat, second)) {
        return why;
    }
    if first.color > second.color && both(view, seat, first, second) == allowed() {
        return format!("Name the balls in the order of the colours: shoot {second} and {first}.");
    }
    both(view, seat, first, second)
}

fn last_and_eight(view: &View, seat: Seat, last: Set, eight: Set) -> String {
    if let Some(why) = no_ball(view, seat, last) {
        return why;
    }
    if view.public.rows[seat] != Colors::only(last.color) {
        return format!("The 8-ball can only follow your last ball, and you still have {}.", row(view, seat));
    }
    both(view, seat, last, eight)
}
