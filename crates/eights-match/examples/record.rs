//! Plays hands of Crazy Eights and writes what a search found out about every answer, to train a network.
//!
//! `cargo run --release -p eights-match --example record -- OUT --rules openspiel --seats 2 --seconds 60`
//!
//! Searching bots sit beside weaker ones and sometimes play something else, so that the positions
//! are those of all kinds of tables. The layout of the file is described in `train/data.py`.

use std::{
    error::Error,
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

use eights::{Dice, Game, Opening, Seat, Seed, Turn, Viewer};
use eights_bots::{Bot, BotKind, Level, Question, Search, SearchConfig};
use eights_classic::{Action, Classic, Memory};
use eights_kit::{BeliefModel, HeuristicPolicy, NetworkInput, Playable};
use eights_match::{Catalog, Shipped, Visitor};

struct Args {
    out: String,
    rules: String,
    with: String,
    seats: u8,
    seconds: u64,
    games: u32,
    network: u32,
    seed: u64,
}

impl Args {
    fn parse() -> Result<Args, Box<dyn Error>> {
        let mut args = Args {
            out: String::new(),
            rules: "openspiel".into(),
            with: String::new(),
            seats: 2,
            seconds: 10,
            games: 3_000,
            network: 0,
            seed: 1,
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--rules" => args.rules = value()?,
                "--with" => args.with = value()?,
                "--seats" => args.seats = value()?.parse::<u8>()?.min(16),
                "--seconds" => args.seconds = value()?.parse()?,
                "--games" => args.games = value()?.parse()?,
                "--network" => args.network = value()?.parse()?,
                "--seed" => args.seed = value()?.parse()?,
                _ if word.starts_with('-') => return Err(format!("unknown option {word}").into()),
                _ => args.out = word,
            }
        }
        if args.out.is_empty() {
            return Err("name a file to write".into());
        }
        Ok(args)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    struct Find;
    impl Visitor for Find {
        type Output = Option<Arc<Classic>>;
        fn visit<G: Playable>(self, game: &Arc<G>) -> Option<Arc<Classic>> {
            let any: Arc<dyn std::any::Any + Send + Sync> = game.clone();
            any.downcast().ok()
        }
    }
    let args = Args::parse()?;
    let catalog = Catalog::new(&Shipped);
    let rules = catalog.rules("crazy-eights", &args.rules, &args.with).map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })?;
    if !rules.seats().contains(&args.seats) {
        return Err(format!("these rules are not for {} players", args.seats).into());
    }
    let game = rules.rules.visit(Find).ok_or("only Crazy Eights has a network")?;
    let mut records = Records::default();
    let began = Instant::now();
    let mut hand = 0;
    let is_over = || began.elapsed() >= Duration::from_secs(args.seconds);
    while !is_over() {
        play(&game, &args, hand, &is_over, &mut records);
        hand += 1;
    }
    fs::write(&args.out, records.bytes(&game))?;
    println!("{} {} seats: {hand} hands, {} decisions", args.rules, args.seats, records.decisions.len());
    Ok(())
}

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

fn players(args: &Args, dice: &mut Dice) -> Vec<Player> {
    let config = SearchConfig {
        exploration: Classic::EXPLORATION,
        network_games: args.network,
        ..SearchConfig::for_level(args.games)
    };
    let searching = || Player::Searching(Box::new((Search::new(config), Memory::default())));
    let sure = dice.below(args.seats.into()) as usize;
    (0..args.seats as usize)
        .map(|seat| match dice.below(20) {
            _ if seat == sure => searching(),
            0..8 => searching(),
            8..11 => Player::Other(BotKind::from(Level::Normal).build()),
            11..14 => Player::Other(BotKind::Greedy.build()),
            14..16 => Player::Other(BotKind::from(Level::Learner).build()),
            16..18 => Player::Other(BotKind::Random.build()),
            _ => Player::Other(BotKind::Network.build()),
        })
        .collect()
}

/// Plays a hand until it ends or time is over.
fn play(game: &Classic, args: &Args, hand: u64, is_over: &dyn Fn() -> bool, records: &mut Records) {
    let seed = Seed::from_number(args.seed << 32 | hand);
    let mut bot_dice = Dice::at(&seed, u64::MAX);
    let dealer = Seat::new(hand as usize % args.seats as usize);
    let mut players = players(args, &mut bot_dice);
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
                record(records, bot, |action, input| game.network_input(seat_view, memory, action, input));
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

fn record(records: &mut Records, bot: &Search<Classic>, describe: impl Fn(Action, &mut NetworkInput)) {
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
