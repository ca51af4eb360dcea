//! Whether a player can still finish: the proof behind every stalemate.
//!
//! The question (clause EB-STALE-1) is whether a player could ever pocket the
//! rest of the row and then the 8-ball if the other player helped and every
//! stick, cue ball, pocket and block that is not on the table came to hand
//! when wanted. Sticks and cue balls never run out (a sheet has at least three
//! of each of a colour, its two balls use one each), so that only pocket cards
//! and the six positions can fail a player.
//!
//! **What helps.** A covered pocket card never comes back. If one position of
//! a shape is free, all pocket cards of that shape in hands and piles can be
//! used one after the other: lay one, shoot, and the position is free again.
//! If all positions of a shape are open, none of its cards can be laid before
//! one of the open ones is covered: by a ball of the player, by one of the
//! other player, or by a block. One is enough, and more would only waste
//! pockets, so at most one covering a shape has to be guessed.
//!
//! **So** a player can finish if, after no covering or one of each full shape,
//! the balls of the row and the 8-ball can be matched with different pocket
//! cards among the open ones and those in hands and piles whose shape has a
//! free position. If it can be matched, the line of play was just told. If the
//! player finishes by some line of play, take from it the first covering of
//! each full shape of which a card was laid later (nothing can be laid there
//! before it, so it covers one of the pockets that are open now) and the
//! pockets under the other balls of the player and under the 8-ball: that is
//! such a matching.
//!
//! **Only a covered pocket can end a game.** Discards change nothing here.
//! Laying a pocket costs nobody anything: it is laid by a player who can use
//! it, for a ball or for the 8-ball; if that filled its shape, that shot (or,
//! for the other player, that help) empties the position again, and a player
//! who meant another pocket for that ball can do with this one.
//!
//! **Matching.** A ball takes any pocket with its colour, the 8-ball any at
//! all. By Hall's theorem that works out exactly when any set of balls has at
//! least as many pockets with one of their colours, and all pockets are at
//! least one more than all balls.

use eights::{Seat, Sight};

use crate::{
    Ball,
    color::{Color, Colors, N_COLORS},
    face::{Face, N_FACES},
    place::{Place, Shape, Spot},
    state::{Public, View},
};

const N_SETS: usize = 1 << N_COLORS;

/// All that decides whether somebody can still finish.
#[derive(Clone)]
pub(crate) struct Outlook {
    /// The open pockets.
    pub(crate) open: [Option<Face>; 6],
    /// The balls of each seat that are not pocketed.
    pub(crate) rows: [Colors; 2],
    /// How many cards of each face are in hands and piles.
    pub(crate) left: [u8; N_FACES],
}

impl Outlook {
    /// The outlook of a table with so many cards of each face in hands and piles.
    pub(crate) fn new(left: &[u8; N_FACES], public: &Public) -> Outlook {
        let open = Spot::ALL.map(|spot| public.tops[spot].open());
        Outlook { open, rows: [0, 1].map(|seat| public.rows[Seat::new(seat)]), left: *left }
    }

    /// The outlook as any viewer can work it out: what is not on the table is in hands and piles.
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

    /// Whether a seat can finish after an open pocket of a full shape is covered.
    fn can_free(&self, shape: Shape, me: usize) -> bool {
        self.is_full(shape) && shape.spots().iter().any(|spot| self.can_cover(*spot, me))
    }

    /// Whether a seat can finish after the pocket on this position is covered, by whatever.
    fn can_cover(&self, spot: Spot, me: usize) -> bool {
        let Some(pocket) = self.open[spot.index()] else { return false };
        let mut next = self.clone();
        next.open[spot.index()] = None;
        let balls = |row: Colors| pocket.colors().and(row).iter();
        let by_ball = [me, 1 - me].into_iter().any(|seat| {
            balls(self.rows[seat]).any(|ball| {
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

    /// The blocks in hands and piles that cover a pocket.
    fn blocks_for(&self, pocket: Face) -> impl Iterator<Item = Face> {
        let colored = pocket.colors().iter().map(Face::block);
        colored.chain([Face::WILD_BLOCK]).filter(|block| self.left[block.index()] > 0)
    }

    fn is_full(&self, shape: Shape) -> bool {
        shape.spots().iter().all(|spot| self.open[spot.index()].is_some())
    }

    /// Whether the balls and the 8-ball can be matched with the pockets that
    /// can be used as the table stands.
    fn has_match(&self, row: Colors) -> bool {
        // First how many usable pockets have exactly these colours, then, color
        // by color, how many have no other colours than these.
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
