//! Rates answers heuristically, one step ahead.
//!
//! Pure functions of a [`View`]: they use only what the seat sees and keep no memory. A greedy bot
//! takes the best-rated answer; a search can use the ratings to try better answers first.

use eights::Seat;

use crate::{
    Ball,
    color::{Color, Colors},
    face::{BLOCKS, Face, POCKETS, cues_of, faces_in, sticks_of},
    play::{
        action::{Action, Set},
        state::{Public, View, other},
    },
    spot::{Shape, Spot},
};

/// The average value that a card from the draw pile adds to a hand, on the scale of [`Judge::hand`].
pub(crate) const UNSEEN: i32 = 22;

/// The rating of answers that are worse than any discard.
const POINTLESS: i32 = -1000;

/// From this turn on, what the other player might do counts less. Otherwise two players who each wait
/// for the other to give something away would wait until the turn cap.
const LATE_TURN: u16 = 180;

/// Rates an answer: higher is better. Winning rates highest, then pocketing a ball; the rest is on one
/// common scale.
pub fn rate(_: &Ball, view: &View, seat: Seat, action: Action) -> i32 {
    let judge = Judge::new(view, seat);
    judge.rate(action, judge.hand(judge.held))
}

/// The table from the point of view of one seat.
pub(crate) struct Judge<'a> {
    public: &'a Public,
    seat: Seat,
    /// The faces in the seat's own hand, as bits; a second copy adds nothing.
    pub(crate) held: u64,
    /// The faces of which the seat holds more than one card.
    twice: u64,
    top: Option<Face>,
    /// The colours that the seat needs.
    pub(crate) mine: Colors,
    /// The colours that the other player needs.
    pub(crate) theirs: Colors,
    /// The colours of all open pockets.
    pub(crate) open: Colors,
    /// The faces known to be in the other hand.
    known: u64,
}

impl Judge<'_> {
    pub(crate) fn new(view: &View, seat: Seat) -> Judge<'_> {
        let faces = |seat| {
            view.hand(seat).fold((0, 0), |(all, twice), face| (all | face.bit(), twice | all & face.bit()))
        };
        Judge::of(&view.public, seat, faces(seat), faces(other(seat)).0, view.top())
    }

    /// A judge for a seat, given the faces that it holds (once and more than once) and those that it
    /// knows in the other hand.
    pub(crate) fn of(
        public: &Public,
        seat: Seat,
        (held, twice): (u64, u64),
        known: u64,
        top: Option<Face>,
    ) -> Judge<'_> {
        Judge {
            public,
            seat,
            held,
            twice,
            top,
            mine: public.wanted(seat),
            theirs: public.wanted(other(seat)),
            open: public.tops.open_colors().into_iter().fold(Colors::NONE, Colors::or),
            known,
        }
    }

    /// Rates an answer; `now` is the current value of the hand.
    pub(crate) fn rate(&self, action: Action, now: i32) -> i32 {
        match action {
            Action::ShootEight(_) | Action::ShootLastAndEight(..) => 1_000_000,
            Action::ShootTwo(first, second) => 200_000 + self.shot(first) + self.shot(second),
            Action::Shoot(set) => 100_000 + self.shot(set),
            Action::Block(block, at) => self.block(block, at),
            Action::Pocket(pocket, at) => self.pocket(pocket, at),
            Action::Discard(face) => 100 + self.hand(self.without(face)) - now + UNSEEN - self.danger(face),
            Action::Swap(face) => {
                let Some(top) = self.top else { return POINTLESS };
                let gain = self.hand(self.without(face) | top.bit()) - now;
                // Two players who swap without gain would do so for ever; if each swap must improve the
                // hand, they cannot.
                if gain <= 0 { POINTLESS } else { 100 + gain - self.danger(face) + self.danger(top) / 2 }
            }
            Action::Choose(_) => 0,
            Action::Draw => UNSEEN,
            Action::Take => {
                self.top.map_or(0, |top| self.hand(self.held | top.bit()) - now + self.danger(top) / 2)
            }
        }
    }

    /// The hand without one copy of a card.
    fn without(&self, face: Face) -> u64 {
        self.held & !(face.bit() & !self.twice)
    }

    /// The value of a hand: sticks and cue balls, complete sets, pockets for them, and blocks.
    pub(crate) fn hand(&self, faces: u64) -> i32 {
        let (sticks, cues) = (sticks_of(faces).and(self.mine), cues_of(faces).and(self.mine));
        let n_halves = |colors: Colors| (sticks.and(colors).len() + cues.and(colors).len()) as i32;
        let n_sets = sticks.and(cues).len() as i32;
        let mut worth = 20 * n_halves(Colors::ALL) + 45 * n_sets + 15 * n_halves(self.open);
        for pocket in faces_in(faces & POCKETS) {
            let missing = pocket.colors().and(self.mine).without(self.open);
            if !missing.is_empty() {
                let shared = pocket.colors().and(self.theirs).without(self.mine).len() as i32;
                worth += 14 + 12 * n_halves(missing) - 3 * shared;
            }
        }
        worth + faces_in(faces & BLOCKS).map(|block| self.worth_of_block(block)).sum::<i32>()
    }

    fn worth_of_block(&self, block: Face) -> i32 {
        let is_threat = |colors: &Colors| colors.meets(block.colors()) && colors.meets(self.theirs);
        let threats = self.public.tops.open_colors().iter().filter(|colors| is_threat(colors)).count();
        let late = if self.public.rows[other(self.seat)].len() <= 2 { 10 } else { 0 };
        4 + late + 4 * threats as i32 + if block == Face::WILD_BLOCK { 6 } else { 0 }
    }

    /// How many of the stick and the cue ball of a colour are among some faces.
    fn halves(faces: u64, color: Color) -> usize {
        usize::from(sticks_of(faces).has(color)) + usize::from(cues_of(faces).has(color))
    }

    /// How much a card on top of the discard pile would help the other player.
    pub(crate) fn danger(&self, face: Face) -> i32 {
        if face.is_block() || self.public.turns >= LATE_TURN {
            return 2;
        }
        let wanted = face.colors().and(self.theirs);
        if face.is_pocket() {
            return if wanted.without(self.open).is_empty() { 0 } else { 3 };
        }
        // A stick or cue ball is worse if the other player has its counterpart, and worse with an open
        // pocket.
        wanted.first().map_or(0, |color| {
            let known = 18 * Judge::halves(self.known & !face.bit(), color) as i32;
            4 + known + if self.open.has(color) { 6 } else { 0 }
        })
    }

    /// Which of the pockets to shoot at: preferably one that the other player could use and that this
    /// seat does not need for another ball.
    fn shot(&self, set: Set) -> i32 {
        let Some(pocket) = self.public.tops[set.at].open() else { return 0 };
        let rest = pocket.colors().without(Colors::only(set.color)).and(self.mine);
        let lost: usize = rest.iter().map(|color| 10 + 10 * Judge::halves(self.held, color)).sum();
        8 * pocket.colors().and(self.theirs).len() as i32 - lost as i32
    }

    /// How close the other player is to pocketing a ball in an open pocket.
    pub(crate) fn threat(&self, pocket: Face) -> i32 {
        let one = |color| [12, 70, 260][Judge::halves(self.known, color)];
        let most = pocket.colors().and(self.theirs).iter().map(one).max().unwrap_or(0);
        // The nearer the end, the more a lost turn hurts.
        most * [4, 3, 2, 1][self.public.rows[other(self.seat)].len().min(3)]
    }

    /// The value of an open pocket to this seat.
    fn use_of(&self, pocket: Face) -> i32 {
        let one = |color| 15 + 60 * Judge::halves(self.held, color) as i32;
        pocket.colors().and(self.mine).iter().map(one).max().unwrap_or(0)
    }

    fn block(&self, block: Face, at: Spot) -> i32 {
        let Some(pocket) = self.public.tops[at].open() else { return POINTLESS };
        let wild = if block == Face::WILD_BLOCK { 10 } else { 0 };
        80 + self.threat(pocket) + self.room(at.shape()) - self.use_of(pocket) - wild
    }

    /// The value to this seat of a free position of this shape.
    fn room(&self, shape: Shape) -> i32 {
        let waits =
            |face: Face| face.shape() == Some(shape) && face.colors().meets(self.mine.without(self.open));
        let is_full = self.public.tops.is_full(shape);
        if is_full && faces_in(self.held).any(waits) { 60 } else { 0 }
    }

    fn pocket(&self, pocket: Face, at: Spot) -> i32 {
        let missing = pocket.colors().and(self.mine).without(self.open);
        let halves = missing.iter().map(|color| Judge::halves(self.held, color)).max();
        let gain = match halves {
            None => 40,
            Some(0) => 90,
            Some(1) => 120,
            Some(_) => 400,
        };
        let is_late = self.public.turns >= LATE_TURN;
        let gift = |color| if is_late { 4 } else { [4, 20, 80][Judge::halves(self.known, color)] };
        let gifts: i32 = pocket.colors().and(self.theirs).iter().map(gift).sum();
        // Keep the last free position of a shape for a pocket that is about to be used.
        let open = |spot: &&Spot| self.public.tops[**spot].open().is_some();
        let is_last = at.shape().spots().iter().filter(open).count() + 1 == at.shape().spots().len();
        let kept = if is_last && halves < Some(2) { 30 } else { 0 };
        gain - gifts - kept
    }
}
