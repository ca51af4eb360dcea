//! Plays hands and writes what a network is trained on: what a search found out about every answer (Crazy Eights), or with
//! `--values` who won from which positions (all games).
//!
//! `cargo run --release -p eights-match --example record -- OUT --rules openspiel --seats 2 --seconds 60`
//! `cargo run --release -p eights-match --example record -- OUT --values --game crazy-8-ball --seconds 60`
//! `cargo run --release -p eights-match --example record -- OUT --random 17 --held-out switch,irish-switch --seconds 60`
//! `cargo run --release -p eights-match --example record -- OUT --rules openspiel --beside random --seconds 60`
//!
//! Good players sit beside weaker ones and sometimes play something else, so that the positions are those of all kinds of
//! tables. `train/answers.py`, `train/values.py` and `train/cards.py` describe the kinds of files.

mod answers;
mod values;

use std::{
    any::Any,
    error::Error,
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

use eights::{Dice, Seed};
use eights_ball::Ball;
use eights_classic::{Classic, house_rules};
use eights_crazier::Crazier;
use eights_kit::Playable;
use eights_match::{Catalog, SheetSource, Shipped, SourceError, Visitor};

struct Args {
    out: String,
    game: String,
    rules: String,
    with: String,
    /// The number of random house rules, in place of `rules` and `with`.
    random: Option<u64>,
    /// Rule sets that random ones are not made of, with commas between them.
    held_out: String,
    cards: String,
    values: bool,
    seats: u8,
    seconds: u64,
    most: usize,
    games: u32,
    network: u32,
    worlds: u32,
    weights: String,
    /// The bot on all seats but one; empty for a mix.
    beside: String,
    seed: u64,
}

impl Args {
    fn parse() -> Result<Args, Box<dyn Error>> {
        let mut args = Args {
            out: String::new(),
            game: "crazy-eights".into(),
            rules: String::new(),
            with: String::new(),
            random: None,
            held_out: String::new(),
            cards: String::new(),
            values: false,
            seats: 2,
            seconds: 10,
            most: usize::MAX,
            games: 3_000,
            network: 0,
            worlds: 0,
            weights: String::new(),
            beside: String::new(),
            seed: 1,
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--game" => args.game = value()?,
                "--rules" => args.rules = value()?,
                "--with" => args.with = value()?,
                "--random" => args.random = Some(value()?.parse()?),
                "--held-out" => args.held_out = value()?,
                "--cards" => args.cards = value()?,
                "--values" => args.values = true,
                "--most" => args.most = value()?.parse()?,
                "--seats" => args.seats = value()?.parse::<u8>()?.min(16),
                "--seconds" => args.seconds = value()?.parse()?,
                "--games" => args.games = value()?.parse()?,
                "--network" => args.network = value()?.parse()?,
                "--worlds" => args.worlds = value()?.parse()?,
                "--weights" => args.weights = value()?,
                "--beside" => args.beside = value()?,
                "--seed" => args.seed = value()?.parse()?,
                _ if word.starts_with('-') => return Err(format!("unknown option {word}").into()),
                _ => args.out = word,
            }
        }
        if let Some(number) = args.random {
            (args.rules, args.with) = random_rules(number, args.seats, &args.held_out);
        } else if args.rules.is_empty() && args.game == "crazy-eights" {
            args.rules = "openspiel".into();
        }
        if args.out.is_empty() {
            return Err("name a file to write".into());
        }
        Ok(args)
    }
}

/// Random house rules of Crazy Eights that make sense and allow this many players. They come from other dice than those
/// of `eights lab held-out`, whose seed would have to be the largest one.
fn random_rules(number: u64, n_seats: u8, held_out: &str) -> (String, String) {
    let mut dice = Dice::at(&Seed::from_number(u64::MAX), number);
    let catalog = Catalog::new(&Shipped);
    loop {
        let (base, with) = house_rules::random(&mut dice);
        if held_out.split(',').any(|name| name == base) {
            continue;
        }
        let rules = catalog.rules("crazy-eights", base, &with);
        if rules.is_ok_and(|rules| rules.seats().contains(&n_seats)) {
            return (base.into(), with);
        }
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
    let catalog = Catalog::new(&Files);
    let rules = match args.cards.as_str() {
        "" => catalog.rules(&args.game, &args.rules, &args.with),
        cards => catalog.rules_with_cards(&args.game, &args.rules, &args.with, cards),
    };
    let rules = rules.map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })?;
    if !rules.seats().contains(&args.seats) {
        return Err(format!("these rules are not for {} players", args.seats).into());
    }
    let game = rules.rules.visit(Find);
    let (n, bytes) = if let Some(game) = game.downcast_ref::<Classic>() {
        if args.values { values::record(game, &args)? } else { answers::record(game, &args)? }
    } else if let Some(game) = game.downcast_ref::<Crazier>() {
        values::record(game, &args)?
    } else if let Some(game) = game.downcast_ref::<Ball>() {
        values::record(game, &args)?
    } else {
        return Err(format!("{} has no network", args.game).into());
    };
    fs::write(&args.out, bytes)?;
    println!("{} {} {} {} seats: {n} decisions", args.game, args.rules, args.with, args.seats);
    Ok(())
}

/// Says when the time is over.
fn clock(args: &Args) -> impl Fn() -> bool + use<> {
    let (began, time) = (Instant::now(), Duration::from_secs(args.seconds));
    move || began.elapsed() >= time
}

/// The shipped rule sets, and card files by their path.
struct Files;

impl SheetSource for Files {
    fn fetch(&self, game: &str, name: &str, from: Option<&str>) -> Result<(String, String), SourceError> {
        Shipped.fetch(game, name, from)
    }

    fn cards(&self, name: &str) -> Option<String> {
        fs::read_to_string(name).ok()
    }
}
