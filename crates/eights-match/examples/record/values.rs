//! Positions of Crazy 8-Ball with all cards known, and who won.

use eights::{Dice, Game, Imagine, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_ball::{Action, Ball, N_ROWS, State};
use eights_bots::{Bot, BotKind, Level, Question};
use eights_kit::{HeuristicPolicy, MOST_ROWS};

use crate::Args;

/// One in this many positions is kept where policies play: those of one hand are much alike, and hands are cheap.
const KEPT_OF_CHEAP: u32 = 8;
/// The same where the network chooses.
const KEPT_OF_VALUED: u32 = 2;
/// One in this many answers is any legal one, so that the network sees what follows mistakes, too.
const DEVIATIONS: u32 = 16;

/// What is written.
#[derive(Default)]
pub(crate) struct Records {
    rows: Vec<u16>,
    /// What the seat whose turn it is got in the end: 0 for a loss, 1 for a draw, 2 for a win.
    outcomes: Vec<u8>,
    /// The seat whose turn it is, for the positions of the current hand.
    seats: Vec<Seat>,
}

impl Records {
    pub(crate) fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// The file, as `train/values.py` reads it.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"eightpos".to_vec();
        bytes.extend((self.outcomes.len() as u32).to_le_bytes());
        bytes.extend((N_ROWS as u32).to_le_bytes());
        bytes.extend(self.rows.iter().flat_map(|row| row.to_le_bytes()));
        bytes.extend(&self.outcomes);
        bytes
    }

    /// Adds a position, padded with a row that does not exist.
    fn add(&mut self, game: &Ball, state: &State, seat: Seat) {
        let end = self.rows.len() + MOST_ROWS;
        game.network_rows(state, |row| self.rows.push(row as u16));
        assert!(self.rows.len() <= end, "a position has too many rows");
        self.rows.resize(end, N_ROWS as u16);
        self.seats.push(seat);
    }
}

/// A player of a hand.
enum Player {
    /// Plays what the network likes best, over some worlds that fit the view.
    Valuing,
    Other(Box<dyn Bot<Ball>>),
}

fn player(args: &Args, dice: &mut Dice) -> Player {
    match dice.below(8) {
        0..6 if args.worlds > 0 => Player::Valuing,
        0..7 => Player::Other(BotKind::from(Level::Normal).build()),
        _ => Player::Other(BotKind::from(Level::Casual).build()),
    }
}

/// Plays a hand to its end.
pub(crate) fn play(game: &Ball, args: &Args, hand: u64, records: &mut Records) {
    let seed = Seed::from_number(args.seed << 32 | hand);
    let mut dice = Dice::at(&seed, u64::MAX);
    let mut players = [player(args, &mut dice), player(args, &mut dice)];
    let kept = if args.worlds > 0 { KEPT_OF_VALUED } else { KEPT_OF_CHEAP };
    let dealer = Seat::new(hand as usize % 2);
    let mut state = game.deal(&Opening::first(2, dealer), &mut Dice::at(&seed, 0), &mut Silent);
    let mut options = Vec::new();
    records.seats.clear();
    for step in 1.. {
        let seat = match game.turn(&state) {
            Turn::Act(seat) => seat,
            Turn::Over(outcome) => {
                records.outcomes.extend(records.seats.iter().map(|seat| match outcome.winners.len() {
                    0 => 1,
                    _ => 2 * u8::from(outcome.winners.has(*seat)),
                }));
                return;
            }
        };
        options.clear();
        game.legal(&state, seat, &mut options);
        let mut action = match &mut players[seat.index()] {
            Player::Valuing => valued(game, args, &state, seat, &options, &mut dice),
            Player::Other(bot) => *bot.choose(Question::new(game, &state, seat, &mut dice), &options),
        };
        if dice.below(kept) == 0 {
            records.add(game, &state, seat);
        }
        if dice.below(DEVIATIONS) == 0 {
            action = options[dice.below(options.len() as u32) as usize];
        }
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut Silent)
            .expect("a legal answer");
    }
}

/// The option after which the network gives the seat the largest share, over some worlds.
fn valued(
    game: &Ball,
    args: &Args,
    state: &State,
    seat: Seat,
    options: &[Action],
    dice: &mut Dice,
) -> Action {
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
