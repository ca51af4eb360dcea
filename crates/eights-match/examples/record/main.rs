//! Plays hands and writes what a network is trained on: in Crazy Eights what a search found out about every answer, in
//! Crazy 8-Ball who won from which positions.
//!
//! `cargo run --release -p eights-match --example record -- OUT --rules openspiel --seats 2 --seconds 60`
//! `cargo run --release -p eights-match --example record -- OUT --game crazy-8-ball --seconds 60`
//!
//! Searching bots sit beside weaker ones and sometimes play something else, so that the positions
//! are those of all kinds of tables. `train/answers.py` and `train/values.py` describe the two kinds of files.

mod answers;
mod values;

use std::{
    any::Any,
    error::Error,
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

use eights_kit::Playable;
use eights_match::{Catalog, Shipped, Visitor};

struct Args {
    out: String,
    game: String,
    rules: String,
    with: String,
    seats: u8,
    seconds: u64,
    games: u32,
    network: u32,
    worlds: u32,
    weights: String,
    seed: u64,
}

impl Args {
    fn parse() -> Result<Args, Box<dyn Error>> {
        let mut args = Args {
            out: String::new(),
            game: "crazy-eights".into(),
            rules: String::new(),
            with: String::new(),
            seats: 2,
            seconds: 10,
            games: 3_000,
            network: 0,
            worlds: 0,
            weights: String::new(),
            seed: 1,
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--game" => args.game = value()?,
                "--rules" => args.rules = value()?,
                "--with" => args.with = value()?,
                "--seats" => args.seats = value()?.parse::<u8>()?.min(16),
                "--seconds" => args.seconds = value()?.parse()?,
                "--games" => args.games = value()?.parse()?,
                "--network" => args.network = value()?.parse()?,
                "--worlds" => args.worlds = value()?.parse()?,
                "--weights" => args.weights = value()?,
                "--seed" => args.seed = value()?.parse()?,
                _ if word.starts_with('-') => return Err(format!("unknown option {word}").into()),
                _ => args.out = word,
            }
        }
        if args.rules.is_empty() && args.game == "crazy-eights" {
            args.rules = "openspiel".into();
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
        type Output = Arc<dyn Any + Send + Sync>;
        fn visit<G: Playable>(self, game: &Arc<G>) -> Arc<dyn Any + Send + Sync> {
            game.clone()
        }
    }
    let args = Args::parse()?;
    let catalog = Catalog::new(&Shipped);
    let rules = catalog.rules(&args.game, &args.rules, &args.with).map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })?;
    if !rules.seats().contains(&args.seats) {
        return Err(format!("these rules are not for {} players", args.seats).into());
    }
    let game = rules.rules.visit(Find);
    let began = Instant::now();
    let is_over = || began.elapsed() >= Duration::from_secs(args.seconds);
    let hands = (0..).take_while(|_| !is_over());
    let (n, bytes) = if let Some(game) = game.downcast_ref() {
        let mut records = answers::Records::default();
        hands.for_each(|hand| answers::play(game, &args, hand, &is_over, &mut records));
        (records.len(), records.bytes(game))
    } else if let Some(game) = game.downcast_ref() {
        if !args.weights.is_empty() && !eights_ball::load_network(&fs::read(&args.weights)?) {
            return Err(format!("{} has no weights for this game", args.weights).into());
        }
        let mut records = values::Records::default();
        hands.for_each(|hand| values::play(game, &args, hand, &mut records));
        (records.len(), records.bytes())
    } else {
        return Err(format!("{} has no network", args.game).into());
    };
    fs::write(&args.out, bytes)?;
    println!("{} {} {} seats: {n} decisions", args.game, args.rules, args.seats);
    Ok(())
}
