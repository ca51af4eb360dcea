//! One bot against copies of another, every deal from every seat.
//!
//! `cargo run --release -p eights-bots --example duel -- master greedy --deals 500 --threads 16`
//!
//! Beside the bots there are some that must not sit at a real table:
//! `openspiel:N`, a search as in OpenSpiel (random play-outs, nothing guessed
//! from what others did), and `oracle:N`, which looks at all cards and is the
//! ceiling of what can be reached. `forgetful:N` is `search:N` without a memory
//! of what others did: what that memory is worth. `tune:N:exploration:prior_weight` tries other plans.
//!
//! The figures do not depend on the number of threads, but for the times.

use std::time::Instant;

use cpu_time::ThreadTime;
use eights::{Dice, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_bots::{BeliefModel, Bot, BotKind, Question, RolloutPolicy, Search, SearchConfig};
use eights_table::{Catalog, Rules, Shipped};

fn main() -> Result<(), String> {
    let args = Args::read()?;
    let catalog = Catalog::new(&Shipped);
    let rules = catalog.rules(&args.game, &args.rules, &args.with).map_err(|problems| {
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        told.join("\n")
    })?;
    if !rules.seats().contains(&args.seats) {
        return Err(format!("{} cannot play by these rules", args.seats));
    }
    match &rules.rules {
        Rules::Classic(game) => run(game.as_ref(), &args),
        Rules::Crazier(game) => run(game.as_ref(), &args),
        Rules::Ball(game) => run(game.as_ref(), &args),
    }
    Ok(())
}

struct Args {
    bots: [Who; 2],
    names: [String; 2],
    game: String,
    rules: String,
    with: String,
    seats: u8,
    deals: u64,
    seed: u64,
    threads: u64,
}

/// Who plays, cheats included.
#[derive(Clone, Copy)]
enum Who {
    Fair(BotKind),
    Config(SearchConfig),
    Forgetful(u32),
    Oracle(u32),
}

impl Who {
    fn named(name: &str) -> Result<Who, String> {
        let number = |text: &str| text.parse().map_err(|_| format!("{text:?} is no number"));
        match name.split(':').collect::<Vec<_>>()[..] {
            ["oracle", n] => Ok(Who::Oracle(number(n)?)),
            ["forgetful", n] => Ok(Who::Forgetful(number(n)?)),
            ["openspiel", n] => {
                let config = SearchConfig::tree(number(n)?);
                let config =
                    SearchConfig { rollout: RolloutPolicy::Random, infer: false, halving: false, ..config };
                let config = SearchConfig { prior_weight: 0.0, exploration: 2.0, ..config };
                Ok(Who::Config(config))
            }
            ["tune", n, exploration, prior_weight, ref rest @ ..] => {
                let real = |text: &str| text.parse::<f32>().map_err(|_| format!("{text:?} is no number"));
                let mut config = SearchConfig {
                    exploration: real(exploration)?,
                    prior_weight: real(prior_weight)?,
                    ..SearchConfig::tree(number(n)?)
                };
                for word in rest {
                    match *word {
                        "blind" => config.infer = false,
                        "random" => config.rollout = RolloutPolicy::Random,
                        "flat" => config.flat = true,
                        "curious" => config.halving = false,
                        _ => return Err(format!("a config knows no {word:?}")),
                    }
                }
                Ok(Who::Config(config))
            }
            _ => BotKind::named(name).map(Who::Fair),
        }
    }
}

impl Args {
    fn read() -> Result<Args, String> {
        let mut names = Vec::new();
        let mut args = Args {
            bots: [Who::Fair(BotKind::Greedy); 2],
            names: Default::default(),
            game: "crazy-eights".into(),
            rules: String::new(),
            with: String::new(),
            seats: 2,
            deals: 200,
            seed: 1,
            threads: 1,
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            let number = |text: String| text.parse::<u64>().map_err(|_| format!("{text:?} is no number"));
            match word.as_str() {
                "--game" => args.game = value()?,
                "--rules" => args.rules = value()?,
                "--with" => args.with = value()?,
                "--seats" => args.seats = number(value()?)?.min(16) as u8,
                "--deals" => args.deals = number(value()?)?.max(1),
                "--seed" => args.seed = number(value()?)?,
                "--threads" => args.threads = number(value()?)?.max(1),
                _ if word.starts_with('-') => return Err(format!("there is no {word}")),
                _ => names.push(word),
            }
        }
        if args.rules.is_empty() && args.game == "crazy-eights" {
            args.rules = "openspiel".into();
        }
        let [one, other] = names.try_into().map_err(|_| "name two bots")?;
        args.bots = [Who::named(&one)?, Who::named(&other)?];
        args.names = [one, other];
        Ok(args)
    }
}

/// What one deal, played from every seat, brought the first bot.
#[derive(Clone, Default)]
struct Deal {
    share: f64,
    answers: u64,
    times: Vec<u32>,
}

fn run<G: BeliefModel>(game: &G, args: &Args) {
    let began = Instant::now();
    let mut deals = vec![Deal::default(); args.deals as usize];
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..args.threads)
            .map(|part| {
                scope.spawn(move || {
                    let mine = (part..args.deals).step_by(args.threads as usize);
                    mine.map(|number| (number, play_deal(game, args, number))).collect::<Vec<_>>()
                })
            })
            .collect();
        for run in runs {
            for (number, deal) in run.join().expect("no game panics") {
                deals[number as usize] = deal;
            }
        }
    });
    report(args, &deals, began.elapsed().as_secs_f64());
}

fn report(args: &Args, deals: &[Deal], seconds: f64) {
    let n = deals.len() as f64;
    let mean = deals.iter().map(|deal| deal.share).sum::<f64>() / n;
    let spread = deals.iter().map(|deal| (deal.share - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let mut times: Vec<u32> = deals.iter().flat_map(|deal| deal.times.iter().copied()).collect();
    times.sort_unstable();
    let at =
        |share: f64| times.get((share * times.len() as f64) as usize).map_or(0.0, |ns| f64::from(*ns) / 1e3);
    let each = times.iter().map(|ns| f64::from(*ns)).sum::<f64>() / times.len().max(1) as f64 / 1e3;
    let answers: u64 = deals.iter().map(|deal| deal.answers).sum();
    println!(
        "{} against {} {}, {} seats: {:.2} ± {:.2} % (par {:.1}) | {} deals | {each:.1} µs a choice, p99 {:.0} | {:.1} answers a game | {seconds:.1} s",
        args.names[0],
        args.seats - 1,
        args.names[1],
        args.seats,
        100.0 * mean,
        196.0 * (spread / n).sqrt(),
        100.0 / f64::from(args.seats),
        deals.len(),
        at(0.99),
        answers as f64 / n / f64::from(args.seats),
    );
}

/// Plays one deal with the first bot at each seat in turn.
fn play_deal<G: BeliefModel>(game: &G, args: &Args, number: u64) -> Deal {
    let mut deal = Deal::default();
    for seat in Seat::first(args.seats) {
        let share = play(game, args, number, seat, &mut deal);
        deal.share += share / f64::from(args.seats);
    }
    deal
}

fn play<G: BeliefModel>(game: &G, args: &Args, number: u64, hero: Seat, deal: &mut Deal) -> f64 {
    let seed = Seed::from_number(args.seed << 32 | number);
    let dealer = Seat::new(number as usize % args.seats as usize);
    let mut luck = Dice::at(&seed, u64::MAX - hero.index() as u64);
    let who = |seat: Seat| args.bots[usize::from(seat != hero)];
    let mut bots: Vec<Option<Box<dyn Bot<G>>>> = Seat::first(args.seats).map(|seat| sit(who(seat))).collect();
    let listen = bots.iter().flatten().any(|bot| bot.listens());
    let mut log = Vec::new();
    let mut options = Vec::new();
    let mut state = game.deal(&Opening::first(args.seats, dealer), &mut Dice::at(&seed, 0), &mut log);
    for step in 1.. {
        if listen {
            for (index, bot) in bots.iter_mut().enumerate() {
                if let Some(bot) = bot.as_mut().filter(|bot| bot.listens()) {
                    let viewer = Viewer::Seat(Seat::new(index));
                    let seen: Vec<G::Seen> = log.iter().map(|event| game.witness(event, viewer)).collect();
                    bot.witness(&seen);
                }
            }
        }
        let seat = match game.turn(&state) {
            Turn::Act(seat) => seat,
            Turn::Over(outcome) => {
                return match outcome.winners.len() {
                    0 => 1.0 / f64::from(args.seats),
                    n => f64::from(u8::from(outcome.winners.has(hero))) / n as f64,
                };
            }
        };
        options.clear();
        game.legal(&state, seat, &mut options);
        let began = ThreadTime::now();
        let action = match (&mut bots[seat.index()], who(seat)) {
            _ if options.len() == 1 => options[0],
            (Some(bot), _) => *bot.choose(Question::new(game, &state, seat, &mut luck), &options),
            (None, Who::Oracle(n)) => peek(game, &state, seat, &options, n, &mut luck),
            (None, _) => options[0],
        };
        deal.answers += 1;
        if seat == hero && options.len() > 1 {
            deal.times.push(began.elapsed().as_nanos().min(u32::MAX.into()) as u32);
        }
        log.clear();
        let mut dice = Dice::at(&seed, step);
        if listen {
            game.apply(&mut state, seat, action, &mut dice, &mut log).expect("taken from the legal list");
        } else {
            game.apply(&mut state, seat, action, &mut dice, &mut Silent).expect("taken from the legal list");
        }
    }
    unreachable!("games end")
}

fn sit<G: BeliefModel>(who: Who) -> Option<Box<dyn Bot<G>>> {
    match who {
        Who::Fair(kind) => Some(kind.build()),
        Who::Config(config) => Some(Box::new(Search::<G>::new(config))),
        Who::Forgetful(n) => {
            let config = SearchConfig { exploration: G::EXPLORATION, infer: false, ..SearchConfig::tree(n) };
            Some(Box::new(Search::<G>::new(config)))
        }
        Who::Oracle(_) => None,
    }
}

/// The answer that wins most often if everybody goes on by instinct with the
/// cards they really have; only what a shuffle would bring is not known.
fn peek<G: BeliefModel>(
    game: &G,
    state: &G::State,
    seat: Seat,
    options: &[G::Action],
    worlds: u32,
    luck: &mut Dice,
) -> G::Action {
    let mut best = (options[0], -1.0);
    for option in options {
        let mut won = 0.0;
        for _ in 0..worlds {
            let mut world = state.clone();
            game.apply(&mut world, seat, *option, luck, &mut Silent).expect("taken from the legal list");
            won += finish(game, &mut world, seat, luck);
        }
        if won > best.1 {
            best = (*option, won);
        }
    }
    best.0
}

/// HeuristicPolicy with a little noise, so that the oracle tries more than one line.
fn finish<G: BeliefModel>(game: &G, world: &mut G::State, me: Seat, luck: &mut Dice) -> f64 {
    for _ in 0..1000 {
        let seat = match game.turn(world) {
            Turn::Act(seat) => seat,
            Turn::Over(outcome) => return f64::from(u8::from(outcome.winners.has(me))),
        };
        let seat_view = game.seat_view(world, seat);
        let action = if luck.below(10) == 0 {
            game.random_slip(seat_view, luck)
        } else {
            game.heuristic(seat_view, luck)
        };
        game.apply(world, seat, action, luck, &mut Silent).expect("instinct gives legal answers");
    }
    0.5
}
