//! What the network sees of a position in which all cards are known, and who it thinks will win.
//!
//! Colours are interchangeable, and so are positions of one shape: no row names a colour or a position. A row says
//! everything that matters about one colour, one open pocket or one pocket in a hand, and the rows of all of them
//! are added up. The network sees the table from the seat whose turn it is.

use std::sync::OnceLock;

use eights::{MAX_SEATS, Seat};
use eights_kit::{Shares, ValueNetwork};

use crate::{
    Ball,
    color::{Color, Colors},
    face::{BLOCKS, Face, POCKETS, cues_of, faces_in, sticks_of},
    place::Place,
    play::state::{State, Step, other},
    spot::Shape,
};

/// One colour as the seat whose turn it is sees it, and as the other does.
const COLOR: [usize; 2] = [0, 288];
/// One colour with what both seats have of it.
const BOTH: usize = 576;
/// An open pocket of two colours, and of one.
const OPEN_PAIR: usize = BOTH + 432;
const OPEN_SIDE: usize = OPEN_PAIR + 136;
/// A pocket in a hand, likewise.
const HELD_PAIR: [usize; 2] = [OPEN_SIDE + 16, OPEN_SIDE + 16 + 152];
const HELD_SIDE: [usize; 2] = [HELD_PAIR[0] + 136, HELD_PAIR[1] + 136];
/// How many balls each seat has left, and whether the turn's action is done.
const BALLS: usize = HELD_PAIR[1] + 152;
/// How many corners and sides are open.
const ROOM: usize = BALLS + 128;
/// How many cards the hand lacks.
const LACKING: usize = ROOM + 15;
/// Which seats hold a wild block.
const WILD: usize = LACKING + 5;
/// How many blocks a hand has.
const N_BLOCKS: [usize; 2] = [WILD + 4, WILD + 8];
/// What is on top of the discard pile.
const ON_TOP: usize = WILD + 12;
/// How many turns were played.
const TURNS: usize = ON_TOP + 4;
/// How many balls each seat could pocket at once.
const SHOTS: usize = TURNS + 16;
/// The number of rows.
pub const N_ROWS: usize = SHOTS + 18;

/// Written by `train/train.py`; see `train/MODEL.md`. In the browser it is loaded when a strong bot sits down.
static NETWORK: OnceLock<ValueNetwork> = OnceLock::new();

#[cfg(not(target_family = "wasm"))]
fn current() -> Option<&'static ValueNetwork> {
    Some(
        NETWORK.get_or_init(|| {
            ValueNetwork::parse(include_bytes!("network.bin"), N_ROWS).expect("a test reads it")
        }),
    )
}

#[cfg(target_family = "wasm")]
fn current() -> Option<&'static ValueNetwork> {
    NETWORK.get()
}

/// Takes weights if there are none yet: in the browser those that ship, in training others, before any position is
/// valued. Returns whether they are used from now on.
pub fn load_network(weights: &[u8]) -> bool {
    ValueNetwork::parse(weights, N_ROWS).is_ok_and(|network| NETWORK.set(network).is_ok())
}

/// What one seat has, as sets of colours.
struct Side {
    faces: u64,
    sticks: Colors,
    cues: Colors,
    blocks: Colors,
    pockets: Colors,
    /// The colours that the seat needs.
    wanted: Colors,
    n_balls: usize,
}

impl Side {
    fn of(game: &Ball, state: &State, seat: Seat) -> Side {
        let faces = game.pack.faces_of(state.cards.set(Place::Hand(seat)));
        let colors = |faces: u64| faces_in(faces).fold(Colors::NONE, |all, face| all.or(face.colors()));
        Side {
            faces,
            sticks: sticks_of(faces),
            cues: cues_of(faces),
            blocks: colors(faces & BLOCKS & !Face::WILD_BLOCK.bit()),
            pockets: colors(faces & POCKETS),
            wanted: state.public.wanted(seat),
            n_balls: state.public.rows[seat].len(),
        }
    }

    /// How many of the stick and the cue ball of a colour the seat has.
    fn halves(&self, color: Color) -> usize {
        usize::from(self.sticks.has(color)) + usize::from(self.cues.has(color))
    }

    /// 0 if the seat does not need the colour, otherwise 1 to 3 by how much of a set it has.
    fn progress(&self, color: Color) -> usize {
        if self.wanted.has(color) { 1 + self.halves(color) } else { 0 }
    }

    /// How many balls the seat could pocket at once, up to two.
    fn shots(&self, open: Colors) -> usize {
        self.sticks.and(self.cues).and(self.wanted).and(open).len().min(2)
    }
}

impl Ball {
    /// Whether the network knows such rules: it was trained on the shipped deck and hands of four.
    pub(super) fn has_network(&self) -> bool {
        self.is_standard && current().is_some()
    }

    /// Whether the network knows such rules, but its weights are not loaded.
    pub(super) fn lacks_network(&self) -> bool {
        self.is_standard && current().is_none()
    }

    /// The share of the win of each seat, for sampled worlds.
    pub(super) fn value_by_network(&self, state: &State) -> Option<Shares> {
        let network = current().filter(|_| self.is_standard)?;
        let mut sum = network.start();
        self.network_rows(state, |row| sum.add(row));
        let share = sum.share();
        let turn = state.public.turn;
        let mut shares = [0.0; MAX_SEATS];
        shares[turn.index()] = share;
        shares[other(turn).index()] = 1.0 - share;
        Some(shares)
    }

    /// Describes a position by rows of the network, at most [`eights_kit::MOST_ROWS`] of them.
    pub fn network_rows(&self, state: &State, mut row: impl FnMut(usize)) {
        let public = &state.public;
        let sides = [public.turn, other(public.turn)].map(|seat| Side::of(self, state, seat));
        let [me, they] = &sides;
        let top = state.cards.top(Place::Discard).map(|card| self.pack.face_of(card));
        let (mut once, mut twice, mut n_open) = (Colors::NONE, Colors::NONE, [0, 0]);
        for (_, pocket) in public.tops.open() {
            twice = twice.or(once.and(pocket.colors()));
            once = once.or(pocket.colors());
            n_open[usize::from(pocket.shape() == Some(Shape::Side))] += 1;
        }
        let top_colors = top.map_or(Colors::NONE, Face::colors);
        let top_kind = match top {
            Some(face) if face.is_block() => 0,
            Some(face) if face.is_pocket() => 3,
            Some(face) if sticks_of(face.bit()).is_empty() => 2,
            Some(_) => 1,
            None => 0,
        };
        for color in Color::ALL {
            let n_open = usize::from(once.has(color)) + usize::from(twice.has(color));
            for (first, (mine, theirs)) in COLOR.into_iter().zip([(me, they), (they, me)]) {
                let need = match mine.n_balls {
                    0 => 2,
                    _ => usize::from(mine.wanted.has(color)),
                };
                let sets = [mine.sticks, mine.cues, mine.pockets, mine.blocks, theirs.blocks];
                let bits = sets.iter().fold(0, |bits, set| 2 * bits + usize::from(set.has(color)));
                row(first + (need * 3 + n_open) * 32 + bits);
            }
            let wants = usize::from(me.wanted.has(color)) + 2 * usize::from(they.wanted.has(color));
            let halves = me.halves(color) + 3 * they.halves(color);
            let kind = if top_colors.has(color) { top_kind } else { 0 };
            row(BOTH + wants + 4 * (halves + 9 * (n_open + 3 * kind)));
        }
        let open_state = |color: Color| me.progress(color) + 4 * they.progress(color);
        for (_, pocket) in public.tops.open() {
            row(of_pocket(pocket, OPEN_PAIR, OPEN_SIDE, open_state));
        }
        for (place, (mine, theirs)) in [(me, they), (they, me)].into_iter().enumerate() {
            let held_state = |color: Color| {
                mine.progress(color)
                    + 4 * usize::from(theirs.wanted.has(color))
                    + 8 * usize::from(once.has(color))
            };
            for pocket in faces_in(mine.faces & POCKETS) {
                row(of_pocket(pocket, HELD_PAIR[place], HELD_SIDE[place], held_state));
            }
            row(N_BLOCKS[place] + ((mine.faces & BLOCKS).count_ones() as usize).min(3));
        }
        let fills = usize::from(public.step == Step::Fill);
        row(BALLS + fills + 2 * (me.n_balls + 8 * they.n_balls));
        row(ROOM + n_open[0] + 5 * n_open[1]);
        let n_cards = state.cards.len(Place::Hand(public.turn));
        row(LACKING + self.hand.saturating_sub(n_cards).min(4));
        let has_wild = |side: &Side| usize::from(side.faces & Face::WILD_BLOCK.bit() != 0);
        row(WILD + has_wild(me) + 2 * has_wild(they));
        row(ON_TOP
            + match top {
                None => 0,
                Some(Face::WILD_BLOCK) => 1,
                Some(face) if face.is_block() => 2,
                Some(_) => 3,
            });
        row(TURNS + usize::from(public.turns / 20).min(15));
        row(SHOTS + fills + 2 * (me.shots(once) + 3 * they.shots(once)));
    }
}

/// The row of a pocket of one or two colours, each of which is in one of 16 states. The order of colours does not
/// matter.
fn of_pocket(pocket: Face, pair: usize, side: usize, state: impl Fn(Color) -> usize) -> usize {
    let mut states = pocket.colors().iter().map(state);
    let first = states.next().unwrap_or(0);
    match states.next() {
        None => side + first,
        Some(second) => {
            let (low, high) = (first.min(second), first.max(second));
            pair + high * (high + 1) / 2 + low
        }
    }
}
