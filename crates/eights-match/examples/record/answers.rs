//! Decisions of Crazy Eights, and what a search found out about every answer.

use std::{error::Error, fs};

use eights::{Dice, Game, Opening, Seat, Seed, Turn, Viewer};
use eights_bots::{Bot, BotKind, Level, Question, Search, SearchConfig};
use eights_classic::{Action, Classic, Memory};
use eights_kit::{BeliefModel, NetworkInput};

use crate::Args;

/// What is written: the answers of all decisions in a row, and the rows of all answers in a row.
#[derive(Default)]
struct Records {
    /// The number of answers of each decision.
    decisions: Vec<u8>,
    /// The share of the win, the number of simulated games, and the number of rows of each answer.
    answers: Vec<(f32, u32, u16)>,
    rows: Vec<u16>,
    weights: Vec<u8>,
}

impl Records {
    fn len(&self) -> usize {
        self.decisions.len()
    }

    /// The file, as `train/answers.py` reads it.
    fn bytes(&self, game: &Classic) -> Vec<u8> {
        let mut bytes = b"eightrec".to_vec();
        let counts = [self.decisions.len(), self.answers.len(), self.rows.len()];
        counts.iter().for_each(|n| bytes.extend((*n as u32).to_le_bytes()));
        let cards = game.network_cards();
        cards.as_flattened().iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        game.network_sheet().iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(&self.decisions);
        self.answers.iter().for_each(|answer| bytes.extend(answer.0.to_le_bytes()));
        self.answers.iter().for_each(|answer| bytes.extend(answer.1.to_le_bytes()));
        self.answers.iter().for_each(|answer| bytes.extend(answer.2.to_le_bytes()));
        self.rows.iter().for_each(|row| bytes.extend(row.to_le_bytes()));
        bytes.extend(&self.weights);
        bytes
    }
}

/// A player of a hand.
enum Player {
    Searching(Box<(Search<Classic>, Memory)>),
    Other(Box<dyn Bot<Classic>>),
}

fn players(args: &Args, beside: Option<BotKind>, dice: &mut Dice) -> Vec<Player> {
    let config = SearchConfig { network_games: args.network, ..SearchConfig::for_level(args.games) };
    let config = config.tuned_to::<Classic>();
    let searching = || Player::Searching(Box::new((Search::new(config), Memory::default())));
    let sure = dice.below(args.seats.into()) as usize;
    (0..args.seats as usize)
        .map(|seat| match dice.below(20) {
            _ if seat == sure => searching(),
            _ if let Some(kind) = beside => Player::Other(kind.build()),
            0..8 => searching(),
            8..11 => Player::Other(BotKind::from(Level::Normal).build()),
            11..14 => Player::Other(BotKind::Greedy.build()),
            14..16 => Player::Other(BotKind::from(Level::Learner).build()),
            16..18 => Player::Other(BotKind::Random.build()),
            _ => Player::Other(BotKind::Network.build()),
        })
        .collect()
}

/// Records until time is over. Returns the number of decisions and the file.
pub(crate) fn record(game: &Classic, args: &Args) -> Result<(usize, Vec<u8>), Box<dyn Error>> {
    if !args.weights.is_empty() && !eights_classic::load_answer_network(&fs::read(&args.weights)?) {
        return Err(format!("{} has no weights for estimating answers", args.weights).into());
    }
    let beside = (!args.beside.is_empty()).then(|| BotKind::named(&args.beside)).transpose()?;
    let is_over = crate::clock(args);
    let mut records = Records::default();
    (0..).take_while(|_| !is_over()).for_each(|hand| play(game, args, beside, hand, &is_over, &mut records));
    Ok((records.len(), records.bytes(game)))
}

/// Plays a hand until it ends or time is over.
fn play(
    game: &Classic,
    args: &Args,
    beside: Option<BotKind>,
    hand: u64,
    is_over: &dyn Fn() -> bool,
    records: &mut Records,
) {
    let seed = Seed::from_number(args.seed << 32 | hand);
    let mut bot_dice = Dice::at(&seed, u64::MAX);
    let dealer = Seat::new(hand as usize % args.seats as usize);
    let mut players = players(args, beside, &mut bot_dice);
    let (mut log, mut options) = (Vec::new(), Vec::new());
    let mut state = game.deal(&Opening::first(args.seats, dealer), &mut Dice::at(&seed, 0), &mut log);
    for step in 1.. {
        for (index, player) in players.iter_mut().enumerate() {
            let seat = Seat::new(index);
            let seen: Vec<_> = log.iter().map(|event| game.witness(event, Viewer::Seat(seat))).collect();
            match player {
                Player::Searching(player) => {
                    let (bot, memory) = &mut **player;
                    bot.witness(&seen);
                    seen.iter().for_each(|seen| BeliefModel::remember(game, memory, seat, seen));
                }
                Player::Other(bot) => bot.witness(&seen),
            }
        }
        let Turn::Act(seat) = game.turn(&state) else { return };
        if is_over() {
            return;
        }
        options.clear();
        Game::legal(game, &state, seat, &mut options);
        let action = match &mut players[seat.index()] {
            _ if options.len() == 1 => options[0],
            Player::Other(bot) => *bot.choose(Question::new(game, &state, seat, &mut bot_dice), &options),
            Player::Searching(player) => {
                let (bot, memory) = &mut **player;
                let best = *bot.choose(Question::new(game, &state, seat, &mut bot_dice), &options);
                let seat_view = game.seat_view(&state, seat);
                add(records, bot, |action, input| game.network_input(seat_view, memory, action, input));
                if bot_dice.below(8) == 0 {
                    options[bot_dice.below(options.len() as u32) as usize]
                } else {
                    best
                }
            }
        };
        log.clear();
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut log).expect("a legal answer");
    }
}

fn add(records: &mut Records, bot: &Search<Classic>, describe: impl Fn(Action, &mut NetworkInput)) {
    let stats = &bot.stats()[..bot.stats().len().min(255)];
    let mut input = NetworkInput::default();
    records.decisions.push(stats.len() as u8);
    for stats in stats {
        describe(stats.action, &mut input);
        records.answers.push((stats.wins, stats.visits, input.entries().len() as u16));
        records.rows.extend(input.entries().iter().map(|(row, _)| *row));
        records.weights.extend(input.entries().iter().map(|(_, weight)| *weight));
    }
}
