//! What a player's action reveals about the hand, as other players can reconstruct it.
//!
//! Everything except the hands is public. So for every action the full situation is known, and the
//! likelihood of that action can be computed for any possible hand: a player with a set and a pocket
//! for it would have shot, and a player with a less useful card would have discarded that one.

use eights::{CardEvent, Seat, Sight};

use crate::{
    Ball,
    bot::rating::Judge,
    color::Colors,
    face::{BLOCKS, Face, POCKETS, cues_of, faces_in, sticks_of},
    place::{Place, Top},
    play::{
        action::Action,
        state::{Happening, Public, Seen, other},
    },
    spot::Spot,
};

/// An action of a seat, with the situation in which it was taken.
#[derive(Clone, Copy, Debug)]
pub struct Deed {
    public: Public,
    /// The faces that the seat knew in the other hand, as bits.
    known: u64,
    top: Option<Face>,
    /// The action taken.
    pub action: Action,
}

/// The public information about a game, updated with each event. An observer who missed the deal tracks
/// nothing.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    public: Option<Public>,
    discard: Vec<Face>,
    /// The publicly known faces in each hand, as bits.
    open: [u64; 2],
    /// Whose hand is being refilled, and whether that was part of a discard.
    filling: Option<(Seat, bool)>,
    gathered: bool,
}

/// What an observer infers from an event.
#[derive(Clone, Copy, Debug)]
pub enum Told {
    /// A player took an action.
    Did(Seat, Deed),
    /// The last discard turned out to be a swap.
    Swapped(Seat),
    /// A new deal begins.
    Dealt,
}

impl Watch {
    /// Processes an event and returns the player action that it shows.
    pub fn see(&mut self, seen: &Seen) -> Option<Told> {
        match seen {
            Happening::Card(event) => self.see_card(event),
            Happening::Ball { seat, color, at } => {
                if let Some(public) = &mut self.public {
                    public.rows[*seat] = public.rows[*seat].without(Colors::only(*color));
                    public.tops[*at] = Top::Ball(*seat, *color);
                }
                None
            }
            Happening::Chose { .. } | Happening::Eight { .. } | Happening::Over(_) => None,
        }
    }

    fn see_card(&mut self, event: &CardEvent<Place, Sight<Face>>) -> Option<Told> {
        match event {
            CardEvent::Shuffled { .. } if self.gathered => self.gathered = false,
            CardEvent::Shuffled { .. } => {
                let public = Some(Public::fresh(Seat::A, Seat::A));
                *self = Watch { public, ..Watch::default() };
                return Some(Told::Dealt);
            }
            CardEvent::Gathered { .. } => {
                self.discard.clear();
                self.gathered = true;
            }
            CardEvent::Moved { card: Sight::Face(face), from: Place::Hand(seat), to, .. } => {
                return self.leaves(*seat, *face, *to);
            }
            CardEvent::Moved { from: Place::Stock, to: Place::Hand(seat), .. } => {
                let by_choice = self.filling == Some((*seat, false)) && !self.discard.is_empty();
                return by_choice.then(|| self.deed(*seat, Action::Draw)).flatten();
            }
            CardEvent::Moved {
                card: Sight::Face(face), from: Place::Discard, to: Place::Hand(seat), ..
            } => {
                return self.takes(*seat, *face);
            }
            _ => (),
        }
        None
    }

    fn deed(&self, seat: Seat, action: Action) -> Option<Told> {
        let (public, known) = (self.public?, self.open[other(seat).index()]);
        Some(Told::Did(seat, Deed { public, known, top: self.discard.last().copied(), action }))
    }

    /// A card leaves a hand face up.
    fn leaves(&mut self, seat: Seat, face: Face, to: Place) -> Option<Told> {
        if let Some(public) = &mut self.public {
            public.turn = seat;
        }
        let did = match to {
            Place::Table(at) if face.is_pocket() => self.deed(seat, Action::Pocket(face, at)),
            Place::Table(at) if face.is_block() => self.deed(seat, Action::Block(face, at)),
            Place::Discard => self.deed(seat, Action::Discard(face)),
            _ => None,
        };
        self.open[seat.index() & 1] &= !face.bit();
        self.filling = Some((seat, to == Place::Discard));
        match (to, &mut self.public) {
            (Place::Discard, _) => self.discard.push(face),
            (Place::Table(at), Some(public)) if face.is_pocket() => public.tops[at] = Top::Pocket(face),
            (Place::Table(at), Some(public)) if face.is_block() => public.tops[at] = Top::Block(face),
            _ => (),
        }
        if let Some(public) = &mut self.public {
            public.turns += 1;
        }
        did
    }

    /// A player takes a card from the discard pile.
    fn takes(&mut self, seat: Seat, face: Face) -> Option<Told> {
        let did = match self.filling {
            Some((filling, true)) if filling == seat => Some(Told::Swapped(seat)),
            _ => self.deed(seat, Action::Take),
        };
        if let Some(at) = self.discard.iter().rposition(|other| *other == face) {
            self.discard.remove(at);
        }
        self.open[seat.index() & 1] |= face.bit();
        did
    }
}

/// Softmax temperature: an action rated this much higher is preferred about three times out of four.
const GRAIN: f32 = 8.0;

/// How often players act at random.
const WHIM: f32 = 0.2;

/// The rating of a shot, far above everything else.
const SHOT: i32 = 100_000;

/// The likelihood that a player who could shoot does not.
const MISSED: f32 = 0.02;

/// How many actions are compared at most: for each card of a hand its discard, its swap and its best
/// use on the table.
const MAX_COMPARED: usize = 64;

impl Ball {
    /// The likelihood of a deed for a player with this hand.
    pub fn likely(&self, deed: &Deed, hand: &[Face]) -> f32 {
        let faces =
            hand.iter().fold((0, 0), |(all, twice), face| (all | face.bit(), twice | all & face.bit()));
        let judge = Judge::of(&deed.public, deed.public.turn, faces, deed.known, deed.top);
        let now = judge.hand(judge.held);
        let did = judge.rate(deed.action, now);
        let mut others = [0; MAX_COMPARED];
        let n = deed.instead(&judge, now, &mut others);
        let best = others[..n].iter().copied().fold(did, i32::max);
        let weight = |rate: i32| ((rate - best) as f32 / GRAIN).exp();
        let all: f32 = others[..n].iter().map(|rate| weight(*rate)).sum();
        let mine = weight(did);
        let anything = 1.0 / (1 + n) as f32;
        let likely = (1.0 - WHIM) * mine / (mine + all) + WHIM * anything;
        if best >= SHOT { MISSED * anything } else { likely }
    }
}

impl Deed {
    /// The ratings of all alternatives to the deed, with each card at its best position.
    fn instead(&self, judge: &Judge<'_>, now: i32, out: &mut [i32; MAX_COMPARED]) -> usize {
        let mut n = 0;
        let mut add = |rate: i32| {
            if let Some(next) = out.get_mut(n) {
                *next = rate;
                n += 1;
            }
        };
        let rate = |action: Action| judge.rate(action, now);
        match self.action {
            Action::Draw => add(rate(Action::Take)),
            Action::Take => add(rate(Action::Draw)),
            _ => {
                let is_other = |action: &Action| *action != self.action;
                for face in faces_in(judge.held) {
                    let plain = [Some(Action::Discard(face)), self.top.map(|_| Action::Swap(face))]
                        .into_iter()
                        .flatten();
                    plain.filter(is_other).for_each(|action| add(rate(action)));
                    self.best_place(judge, face).filter(|_| !self.lays(face)).into_iter().for_each(&mut add);
                }
                let shots = sticks_of(judge.held).and(cues_of(judge.held)).and(judge.mine);
                if shots.meets(judge.open) {
                    add(SHOT);
                }
            }
        }
        n
    }

    /// Whether the deed put this card on the table.
    fn lays(&self, face: Face) -> bool {
        matches!(self.action, Action::Pocket(card, _) | Action::Block(card, _) if card == face)
    }

    /// The rating of a card on the table, at its best position.
    fn best_place(&self, judge: &Judge<'_>, face: Face) -> Option<i32> {
        let tops = &self.public.tops;
        if face.bit() & POCKETS != 0 {
            let spots = face.shape().filter(|_| face.colors().meets(judge.mine))?.spots().iter();
            let free = spots.filter(|spot| tops[**spot].open().is_none());
            free.map(|spot| judge.rate(Action::Pocket(face, *spot), 0)).max()
        } else if face.bit() & BLOCKS != 0 {
            let spots = Spot::ALL.into_iter();
            let fits = spots
                .filter(|spot| tops[*spot].open().is_some_and(|pocket| pocket.colors().meets(face.colors())));
            fits.map(|spot| judge.rate(Action::Block(face, spot), 0)).max()
        } else {
            None
        }
    }
}
