//! Positions with all cards known, and who won.

use std::{error::Error, fs};

use eights::{Dice, Opening, Outcome, Seat, Seed, Silent, Turn, Viewer};
use eights_ball::Ball;
use eights_bots::{Bot, BotKind, Level, Question};
use eights_classic::Classic;
use eights_crazier::Crazier;
use eights_kit::{BeliefModel, CardShape, MOST_ROWS};

use crate::Args;

/// One in this many positions is kept where policies play: those of one hand are much alike, and hands are cheap.
const KEPT_OF_CHEAP: u32 = 8;
/// The same where the network chooses.
const KEPT_OF_VALUED: u32 = 3;
/// One in this many answers is any legal one, so that the network sees what follows mistakes, too.
const DEVIATIONS: u32 = 16;
/// How many rows of a position are written where cards differ; a position with more is left out.
const MOST_ROWS_WITH_CARDS: usize = 96;
/// The whole win, as outcomes are written.
const WHOLE: u32 = 240;

/// A game whose network values positions.
pub(crate) trait Valued: BeliefModel {
    /// The number of rows that a position is padded to.
    const MOST_ROWS: usize = MOST_ROWS_WITH_CARDS;
    /// The rows of a position from a seat.
    fn rows(&self, state: &Self::State, seat: Seat, row: &mut dyn FnMut(usize));
    /// The number of rows, and what is known about cards and sheet where they differ.
    fn shape(&self) -> Shape;
    /// Whether there is a use for values by these rules.
    fn needs_values(&self) -> bool {
        true
    }

    /// Takes other weights than those that ship. Returns whether they can be used.
    fn load(weights: &[u8]) -> bool;
}

/// What the head of a file says.
pub(crate) enum Shape {
    Rows(usize),
    Cards { shape: CardShape, cards: Vec<Vec<f32>>, sheet: Vec<f32> },
}

impl Valued for Ball {
    const MOST_ROWS: usize = MOST_ROWS;

    fn rows(&self, state: &Self::State, _: Seat, row: &mut dyn FnMut(usize)) {
        self.network_rows(state, row);
    }

    fn shape(&self) -> Shape {
        Shape::Rows(eights_ball::N_ROWS)
    }

    fn load(weights: &[u8]) -> bool {
        eights_ball::load_network(weights)
    }
}

impl Valued for Crazier {
    fn rows(&self, state: &Self::State, seat: Seat, row: &mut dyn FnMut(usize)) {
        self.network_rows(state, seat, row);
    }

    fn shape(&self) -> Shape {
        Shape::Cards { shape: eights_crazier::NETWORK_SHAPE, cards: self.network_cards(), sheet: vec![1.0] }
    }

    fn load(weights: &[u8]) -> bool {
        eights_crazier::load_network(weights)
    }
}

impl Valued for Classic {
    fn rows(&self, state: &Self::State, seat: Seat, row: &mut dyn FnMut(usize)) {
        self.value_rows(state, seat, row);
    }

    fn shape(&self) -> Shape {
        Shape::Cards {
            shape: eights_classic::VALUE_SHAPE,
            cards: self.value_cards(),
            sheet: self.value_sheet(),
        }
    }

    fn needs_values(&self) -> bool {
        Classic::needs_values(self)
    }

    fn load(weights: &[u8]) -> bool {
        eights_classic::load_value_network(weights)
    }
}

/// Records until time is over or there are enough positions. Returns their number and the file.
pub(crate) fn record<G: Valued>(game: &G, args: &Args) -> Result<(usize, Vec<u8>), Box<dyn Error>> {
    if !args.weights.is_empty() && !G::load(&fs::read(&args.weights)?) {
        return Err(format!("{} has no weights for this game", args.weights).into());
    }
    if !game.needs_values() {
        return Err("by these rules no positions are valued".into());
    }
    let is_over = crate::clock(args);
    let mut records = Records::default();
    for hand in 0.. {
        if is_over() || records.outcomes.len() >= args.most {
            break;
        }
        play(game, args, hand, &mut records);
    }
    Ok((records.outcomes.len(), records.bytes(game)))
}

/// What is written.
#[derive(Default)]
struct Records {
    rows: Vec<u16>,
    /// What the seat that looks got in the end, in 240ths of the win.
    outcomes: Vec<u8>,
    /// The seat that looks, for the positions of the current hand.
    seats: Vec<Seat>,
}

impl Records {
    /// The file, as `train/values.py` or `train/cards.py` reads it.
    fn bytes<G: Valued>(&self, game: &G) -> Vec<u8> {
        let number = |n: usize| (n as u32).to_le_bytes();
        let mut bytes = Vec::new();
        match game.shape() {
            Shape::Rows(n_rows) => {
                bytes.extend(b"eightpos");
                bytes.extend([self.outcomes.len(), n_rows].map(number).as_flattened());
            }
            Shape::Cards { shape, cards, sheet } => {
                bytes.extend(b"eightpcd");
                let CardShape { features, roles, sheet: n_sheet, facts } = shape;
                let head = [self.outcomes.len(), cards.len(), features, roles, n_sheet, facts, G::MOST_ROWS];
                bytes.extend(head.map(number).as_flattened());
                bytes.extend(cards.concat().iter().chain(&sheet).flat_map(|feature| feature.to_le_bytes()));
            }
        }
        bytes.extend(self.rows.iter().flat_map(|row| row.to_le_bytes()));
        bytes.extend(&self.outcomes);
        bytes
    }

    /// Adds a position, padded with 65,535.
    fn add<G: Valued>(&mut self, game: &G, state: &G::State, seat: Seat) {
        let (start, end) = (self.rows.len(), self.rows.len() + G::MOST_ROWS);
        game.rows(state, seat, &mut |row| self.rows.push(row as u16));
        if self.rows.len() > end {
            return self.rows.truncate(start);
        }
        self.rows.resize(end, u16::MAX);
        self.seats.push(seat);
    }

    /// Notes who won the hand.
    fn end(&mut self, outcome: &Outcome, n_seats: u8) {
        let winners = outcome.winners.len() as u32;
        self.outcomes.extend(self.seats.drain(..).map(|seat| match winners {
            0 => WHOLE / u32::from(n_seats),
            n => WHOLE / n * u32::from(outcome.winners.has(seat)),
        } as u8));
    }
}

/// A player of a hand.
enum Player<G: BeliefModel> {
    /// Plays what the network likes best, over some worlds that fit the view.
    Valuing,
    Other(Box<dyn Bot<G>>),
}

fn player<G: BeliefModel>(game: &G, args: &Args, dice: &mut Dice) -> Player<G> {
    match dice.below(8) {
        0..6 if args.worlds > 0 && game.values_positions() => Player::Valuing,
        0..7 => Player::Other(BotKind::from(Level::Normal).build()),
        _ => Player::Other(BotKind::from(Level::Casual).build()),
    }
}

/// Plays a hand to its end.
fn play<G: Valued>(game: &G, args: &Args, hand: u64, records: &mut Records) {
    let seed = Seed::from_number(args.seed << 32 | hand);
    let mut dice = Dice::at(&seed, u64::MAX);
    let mut players: Vec<_> = Seat::first(args.seats).map(|_| player(game, args, &mut dice)).collect();
    let kept = if args.worlds > 0 { KEPT_OF_VALUED } else { KEPT_OF_CHEAP };
    let dealer = Seat::new(hand as usize % usize::from(args.seats));
    let mut state = game.deal(&Opening::first(args.seats, dealer), &mut Dice::at(&seed, 0), &mut Silent);
    let mut options = Vec::new();
    for step in 1.. {
        let seat = match game.turn(&state) {
            Turn::Act(seat) => seat,
            Turn::Over(outcome) => return records.end(&outcome, args.seats),
        };
        options.clear();
        game.legal(&state, seat, &mut options);
        let mut action = match &mut players[seat.index()] {
            _ if options.len() == 1 => options[0],
            Player::Valuing => valued(game, args, &state, seat, &options, &mut dice),
            Player::Other(bot) => *bot.choose(Question::new(game, &state, seat, &mut dice), &options),
        };
        if dice.below(kept) == 0 {
            // With two, a position is always seen from the seat whose turn it is.
            let other = args.seats > 2 && dice.below(2) == 0;
            let viewer = if other { Seat::new(dice.below(args.seats.into()) as usize) } else { seat };
            records.add(game, &state, viewer);
        }
        if dice.below(DEVIATIONS) == 0 {
            action = options[dice.below(options.len() as u32) as usize];
        }
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut Silent)
            .expect("a legal answer");
    }
}

/// The option after which the network gives the seat the largest share, over some worlds.
fn valued<G: Valued>(
    game: &G,
    args: &Args,
    state: &G::State,
    seat: Seat,
    options: &[G::Action],
    dice: &mut Dice,
) -> G::Action {
    let view = game.view(state, Viewer::Seat(seat));
    let mut sums = vec![0.0; options.len()];
    for _ in 0..args.worlds {
        let world = game.imagine(&view, Viewer::Seat(seat), dice);
        for (sum, option) in sums.iter_mut().zip(options) {
            let mut world = world.clone();
            game.apply(&mut world, seat, *option, dice, &mut Silent).expect("a legal answer");
            *sum += match game.turn(&world) {
                Turn::Over(outcome) => f32::from(u8::from(outcome.winners.has(seat))),
                Turn::Act(_) => game.value(&world).map_or(0.5, |shares| shares[seat.index()]),
            };
        }
    }
    let best = (0..options.len()).max_by(|a, b| sums[*a].total_cmp(&sums[*b]));
    options[best.unwrap_or(0)]
}
