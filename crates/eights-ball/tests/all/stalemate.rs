//! Compares the stalemate proof with a slow model that tries every line of play.

use std::collections::HashSet;

use crate::common::Luck;
use eights::{Dice, Game, Position, Seat, Seed, Setup, Silent, Viewer};
use eights_ball::{Action, Ball, Color, Ending, Face, Place, Shape, State, Step, View};

/// A table where every card is available when needed and both players help. Colours are bit masks,
/// corners (index 0) are separate from sides (index 1), and every list is sorted.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Model {
    open: [Vec<u8>; 2],
    left: [Vec<u8>; 2],
    blocks: Vec<u8>,
    rows: [u8; 2],
}

const ROOM: [usize; 2] = [4, 2];

impl Model {
    fn of_view(view: &View) -> Model {
        let mut model =
            Model { open: [vec![], vec![]], left: [vec![], vec![]], blocks: vec![], rows: [0; 2] };
        for seat in [0, 1] {
            model.rows[seat] = view.public.rows[Seat::new(seat)].bits();
        }
        for (_, pocket) in view.public.tops.open() {
            model.open[shape(pocket)].push(pocket.colors().bits());
        }
        let off_table = [Place::Stock, Place::Discard, Place::Hand(Seat::A), Place::Hand(Seat::new(1))];
        for sight in off_table.into_iter().flat_map(|place| view.table.pile(place)) {
            let eights::Sight::Face(face) = sight else { panic!("a referee sees all cards") };
            if face.is_pocket() {
                model.left[shape(*face)].push(face.colors().bits());
            } else if face.is_block() {
                model.blocks.push(face.colors().bits());
            }
        }
        model.sorted()
    }

    fn sorted(mut self) -> Model {
        self.open.iter_mut().chain(&mut self.left).for_each(|list| list.sort_unstable());
        self.blocks.sort_unstable();
        self
    }

    /// Every table that one action of either player leads to.
    fn next(&self) -> Vec<Model> {
        let mut next = Vec::new();
        let wanted = self.rows.map(|row| if row == 0 { 0x7f } else { row });
        for shape in [0, 1] {
            for (at, pocket) in self.left[shape].iter().enumerate() {
                if pocket & (wanted[0] | wanted[1]) != 0 && self.open[shape].len() < ROOM[shape] {
                    let mut laid = self.clone();
                    laid.left[shape].remove(at);
                    laid.open[shape].push(*pocket);
                    next.push(laid);
                }
            }
            for (at, pocket) in self.open[shape].iter().enumerate() {
                let mut covered = self.clone();
                covered.open[shape].remove(at);
                for (number, block) in
                    self.blocks.iter().enumerate().filter(|(_, block)| **block & pocket != 0)
                {
                    let mut blocked = covered.clone();
                    assert_eq!(blocked.blocks.remove(number), *block);
                    next.push(blocked);
                }
                for (seat, ball) in (0..14).map(|number| (number / 7, 1 << (number % 7))) {
                    if self.rows[seat] & pocket & ball != 0 {
                        let mut shot = covered.clone();
                        shot.rows[seat] &= !ball;
                        next.push(shot);
                    }
                }
            }
        }
        next.into_iter().map(Model::sorted).collect()
    }

    fn can_finish(&self, seat: usize) -> bool {
        let mut seen = HashSet::from([self.clone()]);
        let mut todo = vec![self.clone()];
        while let Some(model) = todo.pop() {
            if model.rows[seat] == 0 && model.open.iter().any(|open| !open.is_empty()) {
                return true;
            }
            todo.extend(model.next().into_iter().filter(|next| seen.insert(next.clone())));
        }
        false
    }
}

fn shape(pocket: Face) -> usize {
    usize::from(pocket.shape() == Some(Shape::Side))
}

fn truth(ball: &Ball, state: &State) -> View {
    ball.view(state, Viewer::Referee(eights::Referee::trusted()))
}

/// Removes and returns up to `n` pockets of a shape, or of any shape.
fn some(pockets: &mut Vec<Face>, n: usize, shape: Option<Shape>) -> Vec<Face> {
    let (mut taken, mut rest) = (Vec::new(), Vec::new());
    for pocket in pockets.drain(..) {
        let fits = taken.len() < n && shape.is_none_or(|shape| pocket.shape() == Some(shape));
        if fits { &mut taken } else { &mut rest }.push(pocket);
    }
    *pockets = rest;
    taken
}

fn shuffle(faces: &mut [Face], luck: &mut Luck) {
    for at in (1..faces.len()).rev() {
        faces.swap(at, luck.below(at + 1));
    }
}

/// A small random position with few colours; cards that are not named are out of the game.
fn position(luck: &mut Luck) -> Position {
    let colors = &Color::ALL[..2 + luck.below(3)];
    let mut pockets: Vec<Face> = colors.iter().map(|color| Face::side(*color)).collect();
    for (number, color) in colors.iter().enumerate() {
        pockets.extend(colors[..number].iter().filter_map(|other| Face::corner(*color, *other)));
    }
    shuffle(&mut pockets, luck);
    // Pockets of other colours only get in the way, especially on a crowded table.
    let strange = "orange-green orange-maroon green-maroon yellow-green yellow-orange orange green yellow";
    let mut strange: Vec<Face> = strange.split(' ').filter_map(Face::parse_pocket).collect();
    shuffle(&mut strange, luck);
    strange.truncate(luck.below(9));
    pockets.splice(0..0, strange);
    if luck.below(3) == 0 {
        shuffle(&mut pockets, luck);
    }
    let (n_corners, n_sides) = match luck.below(2) {
        0 => (luck.below(8).min(4), luck.below(4).min(2)),
        _ => (4, 2),
    };
    let mut table = Vec::new();
    for (shape, n) in [(Shape::Corner, n_corners), (Shape::Side, n_sides)] {
        let open = some(&mut pockets, n, Some(shape));
        table.extend(
            open.iter().zip(shape.spots()).map(|(pocket, spot)| format!("{spot} {}", pocket.pocket_name())),
        );
    }
    let mut left = some(&mut pockets, luck.below(5), None);
    left.extend(colors.iter().map(|color| Face::block(*color)).filter(|_| luck.below(5) == 0));
    left.extend((luck.below(6) == 0).then_some(Face::WILD_BLOCK));
    let hand = left.split_off(luck.below(left.len() + 1).min(4));
    let names = |faces: &[Face]| faces.iter().map(|face| format!("{face} ")).collect::<String>();
    let cue = colors[luck.below(colors.len())];
    let mut lines = vec![("table".to_owned(), table.join(", ")), ("stock".to_owned(), names(&left))];
    for seat in ["A", "B"] {
        let row: Vec<Color> = colors.iter().copied().filter(|_| luck.below(2) == 0).collect();
        let down = Color::ALL.iter().filter(|color| !row.contains(color)).map(|color| color.name());
        lines.push((format!("pocketed {seat}"), down.collect::<Vec<_>>().join(" ")));
    }
    Position {
        hands: vec![format!("stick-{cue} cue-{cue} {}", names(&hand)), "stick-maroon".into()],
        lines: lines.into_iter().collect(),
        shuffle: None,
    }
}

#[test]
fn the_proof_agrees_with_trying_every_line_of_play() {
    let ball = crate::common::standard();
    let mut luck = Luck(0x5ee);
    let (mut alive, mut dead, mut full_and_dead) = (0, 0, 0);
    for _ in 0..10_000 {
        let position = position(&mut luck);
        let (_, state) = ball.set_up(&position).unwrap_or_else(|why| panic!("{why}: {position:?}"));
        let view = truth(&ball, &state);
        let model = Model::of_view(&view);
        let is_dead = !model.can_finish(0) && !model.can_finish(1);
        assert_eq!(ball.is_dead(&state), is_dead, "the quick look is wrong about {position:?}");
        let over = view.public.step == Step::Over(Ending::Stalemate);
        assert_eq!(over, is_dead, "a dead position is over as it is laid out: {position:?}");
        for seat in [0, 1] {
            let slow = model.can_finish(seat);
            assert_eq!(ball.can_finish(&view, Seat::new(seat)), slow, "seat {seat} of {position:?}");
            let is_full =
                |shape: Shape| shape.spots().iter().all(|spot| view.public.tops[*spot].open().is_some());
            let stuck = is_full(Shape::Corner) || is_full(Shape::Side);
            *(if slow { &mut alive } else { &mut dead }) += 1;
            full_and_dead += usize::from(!slow && stuck);
        }
    }
    assert!(
        alive > 2_000 && dead > 2_000 && full_and_dead > 500,
        "{alive} alive, {dead} dead, {full_and_dead} stuck"
    );
}

#[test]
fn a_stalemate_is_detected_right_after_the_action_that_causes_it() {
    let ball = crate::common::standard();
    let mut luck = Luck(0xdead);
    let (mut ended, mut went_on) = (0, 0);
    for _ in 0..5_000 {
        let position = position(&mut luck);
        let (_, state) = ball.set_up(&position).expect("a sound position");
        let mut options = Vec::new();
        ball.legal(&state, Seat::A, &mut options);
        let changes_table = |action: &Action| !matches!(action, Action::Discard(_) | Action::Swap(_));
        for action in options.into_iter().filter(changes_table) {
            let mut next = state.clone();
            ball.apply(&mut next, Seat::A, action, &mut Dice::at(&Seed::from_number(1), 1), &mut Silent)
                .unwrap();
            let view = truth(&ball, &next);
            if matches!(view.public.step, Step::Over(Ending::Eight(_))) {
                continue;
            }
            let over = view.public.step == Step::Over(Ending::Stalemate);
            let is_dead = |view: &View| {
                let model = Model::of_view(view);
                !model.can_finish(0) && !model.can_finish(1)
            };
            assert_eq!(over, is_dead(&view), "{action} in {position:?}");
            *(if over { &mut ended } else { &mut went_on }) += 1;
        }
    }
    assert!(ended > 200 && went_on > 200, "{ended} ended, {went_on} went on");
}
