//! Decides whether a player can still finish: the proof behind every stalemate.
//!
//! The question (clause EB-STALE-1) is whether a player could ever pocket the rest of the row and then
//! the 8-ball if the other player helped and every stick, cue ball, pocket and block that is not on the
//! table was available when needed. Sticks and cue balls never run out (a sheet has at least three of
//! each per colour, and the two balls of a colour use one each), so only pocket cards and the six
//! positions can be in short supply.
//!
//! **What helps.** A covered pocket card never comes back. If one position of a shape is free, all
//! pocket cards of that shape in hands and piles can be used one after the other: play one, shoot, and
//! the position is free again. If all positions of a shape are open pockets, no card of that shape can
//! be played before one of them is covered: by a ball of the player, by a ball of the other player, or
//! by a block. One covering is enough and more would only waste pockets, so the search tries at most
//! one per shape.
//!
//! **Therefore** a player can finish if, after at most one covering of each full shape, the balls of
//! the row and the 8-ball can be matched with different pocket cards among the open ones and those in
//! hands and piles whose shape has a free position. If there is such a matching, the line of play
//! described above finishes the game. Conversely, if some line of play finishes, take from it the first
//! covering of each full shape of which a card was played later (no card of that shape can be played
//! before it, so it covers one of the pockets that are open now), and the pockets under the player's
//! other balls and under the 8-ball: they form such a matching.
//!
//! **Only a covered pocket can cause a stalemate.** Discards do not affect the question. Playing a
//! pocket never hurts: a player plays it only if they can use it, for a ball or for the 8-ball. If it
//! filled its shape, that shot (or, for the other player, that help) frees the position again, and a
//! player who had planned another pocket for that ball can use this one.
//!
//! **Matching.** A ball needs a pocket with its colour; the 8-ball takes any pocket. By Hall's theorem
//! a matching exists exactly when every set of balls has at least as many pockets with one of their
//! colours, and there is at least one more pocket than balls.

use eights::{Seat, Sight};

use crate::{
    Ball,
    color::{Color, Colors, N_COLORS},
    face::{Face, N_FACES},
    place::Place,
    play::state::{Public, View},
    spot::{Shape, Spot},
};

const N_SETS: usize = 1 << N_COLORS;

/// Everything that determines whether a player can still finish.
#[derive(Clone)]
pub(crate) struct Outlook {
    /// The open pocket on each position.
    pub(crate) open: [Option<Face>; 6],
    /// The balls of each seat that are not yet pocketed.
    pub(crate) rows: [Colors; 2],
    /// The number of cards of each face in hands and piles.
    pub(crate) left: [u8; N_FACES],
}

impl Outlook {
    /// The outlook for a table, given the number of cards of each face in hands and piles.
    pub(crate) fn new(left: &[u8; N_FACES], public: &Public) -> Outlook {
        let open = Spot::ALL.map(|spot| public.tops[spot].open());
        Outlook { open, rows: [0, 1].map(|seat| public.rows[Seat::new(seat)]), left: *left }
    }

    /// The outlook as any viewer can compute it: cards that are not on the table are in hands and piles.
    pub(crate) fn of_view(ball: &Ball, view: &View) -> Outlook {
        let mut left = [0; N_FACES];
        for face in Face::all() {
            left[face.index()] = ball.pack.cards_of(face).len() as u8;
        }
        let gone = Spot::ALL.map(Place::Table).into_iter().chain([Place::Out]);
        for sight in gone.flat_map(|place| view.table.pile(place)) {
            if let Sight::Face(face) = sight {
                left[face.index()] -= 1;
            }
        }
        Outlook::new(&left, &view.public)
    }

    /// Whether a seat can still finish.
    pub(crate) fn can_finish(&self, me: usize) -> bool {
        self.has_match(self.rows[me])
            || [Shape::Corner, Shape::Side].into_iter().any(|shape| self.can_free(shape, me))
    }

    /// Whether a seat can finish after one open pocket of a full shape is covered.
    fn can_free(&self, shape: Shape, me: usize) -> bool {
        self.is_full(shape) && shape.spots().iter().any(|spot| self.can_cover(*spot, me))
    }

    /// Whether a seat can finish after the pocket on this position is covered by anything.
    fn can_cover(&self, spot: Spot, me: usize) -> bool {
        let Some(pocket) = self.open[spot.index()] else { return false };
        let mut next = self.clone();
        next.open[spot.index()] = None;
        let by_ball = [me, 1 - me].into_iter().any(|seat| {
            pocket.colors().and(self.rows[seat]).iter().any(|ball| {
                next.rows = self.rows;
                next.rows[seat] = self.rows[seat].without(Colors::only(ball));
                next.can_finish(me)
            })
        });
        next.rows = self.rows;
        by_ball
            || self.blocks_for(pocket).any(|block| {
                next.left = self.left;
                next.left[block.index()] -= 1;
                next.can_finish(me)
            })
    }

    /// The blocks in hands and piles that can cover a pocket.
    fn blocks_for(&self, pocket: Face) -> impl Iterator<Item = Face> {
        let colored = pocket.colors().iter().map(Face::block);
        colored.chain([Face::WILD_BLOCK]).filter(|block| self.left[block.index()] > 0)
    }

    fn is_full(&self, shape: Shape) -> bool {
        shape.spots().iter().all(|spot| self.open[spot.index()].is_some())
    }

    /// Whether the balls and the 8-ball can be matched with the pockets that are usable now.
    fn has_match(&self, row: Colors) -> bool {
        // First counts the usable pockets with exactly these colours. The loop over colours below then
        // turns this into the number of pockets with no colours outside the set (the zeta transform).
        let mut within = [0u8; N_SETS];
        for pocket in self.open.iter().flatten() {
            within[pocket.colors().bits() as usize] += 1;
        }
        let full = [self.is_full(Shape::Corner), self.is_full(Shape::Side)];
        for face in Face::all() {
            if let Some(shape) = face.shape()
                && !full[shape as usize]
            {
                within[face.colors().bits() as usize] += self.left[face.index()];
            }
        }
        for color in Color::ALL {
            let bit = 1 << color.index();
            for set in (0..N_SETS).filter(|set| set & bit != 0) {
                within[set] += within[set ^ bit];
            }
        }
        let all = within[N_SETS - 1] as usize;
        let mut balls = row.bits();
        loop {
            let set = Colors::from_bits(balls);
            let with = all - within[Colors::ALL.without(set).bits() as usize] as usize;
            if with < set.len() {
                return false;
            }
            if balls == 0 {
                return all > row.len();
            }
            balls = (balls - 1) & row.bits();
        }
    }
}
