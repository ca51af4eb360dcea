//! Plays one bot against copies of another, every deal from every seat.
//!
//! `cargo run --release -p eights-match --example duel -- master greedy --deals 500 --threads 16`
//!
//! Beside the regular bots there are some for experiments only:
//!
//! - `openspiel:N`, a search as in OpenSpiel: random rollouts, no inference;
//! - `forgetful:N`, `search:N` without inference from the others' actions;
//! - `oracle:N`, which sees all cards, the order of the stock too, and is an upper bound for any bot;
//! - `oracle-hands:N`, which sees all hands but not the stock: N rollouts of every option;
//! - `knows:greedy:N` and `knows:normal:N`, `search:N` that knows which policy the others follow: how much
//!   that policy can be exploited, at least (two or more players of Crazy Eights with the simplest rules);
//! - `lbr:greedy:N` and `lbr:normal:N`, the local best response to that policy: one answer ahead in N worlds;
//! - `tune:N:exploration:prior-weight`, a search with other parameters, and flags such as `follow=0.5`,
//!   or `value=0` to value positions by a network that many answers beyond the tree.
//!
//! `--hands N` plays matches of N hands, each with a deal of its own, in which the bots remember how the others
//! played before; every match counts as one deal. `anew:master` is a `master` who remembers nothing of earlier hands.
//!
//! `--weights FILE` takes other weights for the network that values positions, or in Crazy Eights for the one that
//! estimates answers; `--cards FILE` takes other cards.
//!
//! The results, except for times, do not depend on the number of threads.

use std::{error::Error, fs, sync::Arc, time::Instant};

use cpu_time::ThreadTime;
use eights::{Dice, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_bots::{Bot, BotKind, Question, RolloutPolicy, Search, SearchConfig};
use eights_kit::{BeliefModel, KnownPolicy, Playable};
use eights_match::{Catalog, SheetSource, Shipped, SourceError, Visitor};

fn main() -> Result<(), Box<dyn Error>> {
    struct Run<'a>(&'a Args);
    impl Visitor for Run<'_> {
        type Output = ();
        fn visit<G: Playable>(self, game: &Arc<G>) {
            run(game.as_ref(), self.0);
        }
    }
    let args = Args::parse()?;
    if !args.weights.is_empty() {
        let weights = fs::read(&args.weights)?;
        let load: fn(&[u8]) -> bool = match args.game.as_str() {
            "crazy-eights" => |weights| {
                eights_classic::load_value_network(weights) || eights_classic::load_answer_network(weights)
            },
            "crazier-eights" => eights_crazier::load_network,
            _ => eights_ball::load_network,
        };
        if !load(&weights) {
            return Err(format!("{} has no weights for this game", args.weights).into());
        }
    }
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
    rules.rules.visit(Run(&args));
    Ok(())
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

struct Args {
    bots: [Contender; 2],
    names: [String; 2],
    /// Whether these bots forget each hand.
    anew: [bool; 2],
    game: String,
    rules: String,
    with: String,
    cards: String,
    weights: String,
    seats: u8,
    deals: u64,
    hands: u64,
    seed: u64,
    threads: u64,
}

/// A bot of a duel, experimental ones included.
#[derive(Clone, Copy)]
enum Contender {
    Kind(BotKind),
    Config(SearchConfig),
    Forgetful(u32),
    Oracle(u32),
    OracleHands(u32),
    Knows(KnownPolicy, u32),
    Local(KnownPolicy, u32),
}

impl Contender {
    fn named(name: &str) -> Result<Contender, Box<dyn Error>> {
        match name.split(':').collect::<Vec<_>>()[..] {
            ["oracle", n] => Ok(Contender::Oracle(n.parse()?)),
            ["oracle-hands", n] => Ok(Contender::OracleHands(n.parse()?)),
            ["knows", "greedy", n] => Ok(Contender::Knows(KnownPolicy::Greedy, n.parse()?)),
            ["knows", "normal", n] => Ok(Contender::Knows(KnownPolicy::Heuristic, n.parse()?)),
            ["lbr", "greedy", n] => Ok(Contender::Local(KnownPolicy::Greedy, n.parse()?)),
            ["lbr", "normal", n] => Ok(Contender::Local(KnownPolicy::Heuristic, n.parse()?)),
            ["forgetful", n] => Ok(Contender::Forgetful(n.parse()?)),
            ["openspiel", n] => Ok(Contender::Config(SearchConfig {
                rollout: RolloutPolicy::Random,
                infer: false,
                halving: false,
                prior_weight: 0.0,
                exploration: 2.0,
                ..SearchConfig::tree(n.parse()?)
            })),
            ["tune", n, exploration, prior_weight, ref flags @ ..] => {
                let mut config = SearchConfig {
                    exploration: exploration.parse()?,
                    valued_exploration: exploration.parse()?,
                    prior_weight: prior_weight.parse()?,
                    ..SearchConfig::tree(n.parse()?)
                };
                for flag in flags {
                    match *flag {
                        "blind" => config.infer = false,
                        "random" => config.rollout = RolloutPolicy::Random,
                        "flat" => config.flat = true,
                        "curious" => config.halving = false,
                        "scaled" => config.scaled = true,
                        "slow" => config.fast = false,
                        _ if flag.starts_with("network=") => config.network_games = flag[8..].parse()?,
                        _ if flag.starts_with("value=") => config.value_after = Some(flag[6..].parse()?),
                        _ if flag.starts_with("follow=") => config.others_follow = flag[7..].parse()?,
                        _ => return Err(format!("unknown flag {flag:?}").into()),
                    }
                }
                Ok(Contender::Config(config))
            }
            _ => Ok(Contender::Kind(BotKind::named(name)?)),
        }
    }
}

impl Args {
    fn parse() -> Result<Args, Box<dyn Error>> {
        let mut names = Vec::new();
        let mut args = Args {
            bots: [Contender::Kind(BotKind::Greedy); 2],
            names: Default::default(),
            anew: [false; 2],
            game: "crazy-eights".into(),
            rules: String::new(),
            with: String::new(),
            cards: String::new(),
            weights: String::new(),
            seats: 2,
            deals: 200,
            hands: 1,
            seed: 1,
            threads: 1,
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--game" => args.game = value()?,
                "--rules" => args.rules = value()?,
                "--with" => args.with = value()?,
                "--cards" => args.cards = value()?,
                "--weights" => args.weights = value()?,
                "--seats" => args.seats = value()?.parse::<u8>()?.min(16),
                "--deals" => args.deals = value()?.parse::<u64>()?.max(1),
                "--hands" => args.hands = value()?.parse::<u64>()?.max(1),
                "--seed" => args.seed = value()?.parse()?,
                "--threads" => args.threads = value()?.parse::<u64>()?.max(1),
                _ if word.starts_with('-') => return Err(format!("unknown option {word}").into()),
                _ => names.push(word),
            }
        }
        if args.rules.is_empty() && args.game == "crazy-eights" {
            args.rules = "openspiel".into();
        }
        let [first, second] = names.try_into().map_err(|_| "name two bots")?;
        let known = |name: &str| Contender::named(name.strip_prefix("anew:").unwrap_or(name));
        args.bots = [known(&first)?, known(&second)?];
        args.anew = [first.starts_with("anew:"), second.starts_with("anew:")];
        args.names = [first, second];
        Ok(args)
    }
}

/// The first bot's result of one deal, played from every seat.
#[derive(Clone, Default)]
struct Deal {
    share: f64,
    answers: u64,
    /// Nanoseconds of CPU time per choice.
    times: Vec<u32>,
}

fn run<G: Playable>(game: &G, args: &Args) {
    let began = Instant::now();
    let mut deals = vec![Deal::default(); args.deals as usize];
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..args.threads)
            .map(|thread| {
                scope.spawn(move || {
                    let mine = (thread..args.deals).step_by(args.threads as usize);
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
    let variance = deals.iter().map(|deal| (deal.share - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let mut times: Vec<u32> = deals.iter().flat_map(|deal| deal.times.iter().copied()).collect();
    times.sort_unstable();
    let p99 = times.get((0.99 * times.len() as f64) as usize).map_or(0.0, |ns| f64::from(*ns) / 1e3);
    let mean_time = times.iter().map(|ns| f64::from(*ns)).sum::<f64>() / times.len().max(1) as f64 / 1e3;
    let answers: u64 = deals.iter().map(|deal| deal.answers).sum();
    println!(
        "{} against {} {}, {} seats: {:.2} ± {:.2} % (par {:.1}) | {} deals of {} hands | {mean_time:.1} µs a choice, p99 {p99:.0} | {:.1} answers a game | {seconds:.1} s",
        args.names[0],
        args.seats - 1,
        args.names[1],
        args.seats,
        100.0 * mean,
        196.0 * (variance / n).sqrt(),
        100.0 / f64::from(args.seats),
        deals.len(),
        args.hands,
        answers as f64 / n / f64::from(args.seats) / args.hands as f64,
    );
}

/// Plays one deal with the first bot at each seat in turn.
fn play_deal<G: Playable>(game: &G, args: &Args, number: u64) -> Deal {
    let mut deal = Deal::default();
    for seat in Seat::first(args.seats) {
        let share = play(game, args, number, seat, &mut deal);
        deal.share += share / f64::from(args.seats);
    }
    deal
}

/// Plays one match with the first bot at `hero` and returns its share of the hands won.
fn play<G: Playable>(game: &G, args: &Args, number: u64, hero: Seat, deal: &mut Deal) -> f64 {
    let sits = |seat: Seat| build(args.bots[usize::from(seat != hero)]);
    let mut bots: Vec<_> = Seat::first(args.seats).map(sits).collect();
    let mut won = 0.0;
    for number in number * args.hands..(number + 1) * args.hands {
        for seat in Seat::first(args.seats).filter(|seat| args.anew[usize::from(*seat != hero)]) {
            bots[seat.index()] = sits(seat);
        }
        won += play_hand(game, args, number, hero, &mut bots, deal);
    }
    won / args.hands as f64
}

/// Plays one hand with the first bot at `hero` and returns its share of the win.
fn play_hand<G: Playable>(
    game: &G,
    args: &Args,
    number: u64,
    hero: Seat,
    bots: &mut [Option<Box<dyn Bot<G>>>],
    deal: &mut Deal,
) -> f64 {
    let seed = Seed::from_number(args.seed << 32 | number);
    let dealer = Seat::new(number as usize % args.seats as usize);
    let mut bot_dice = Dice::at(&seed, u64::MAX - hero.index() as u64);
    let contender = |seat: Seat| args.bots[usize::from(seat != hero)];
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
        let action = match (&mut bots[seat.index()], contender(seat)) {
            _ if options.len() == 1 => options[0],
            (Some(bot), _) => *bot.choose(Question::new(game, &state, seat, &mut bot_dice), &options),
            (None, Contender::Oracle(n)) => oracle(game, &state, seat, &options, (n, true), &mut bot_dice),
            (None, Contender::OracleHands(n)) => {
                oracle(game, &state, seat, &options, (n, false), &mut bot_dice)
            }
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

/// The bot of a contender; none for the oracles, which need the whole state.
fn build<G: BeliefModel>(contender: Contender) -> Option<Box<dyn Bot<G>>> {
    match contender {
        Contender::Kind(kind) => Some(kind.build()),
        Contender::Config(config) => Some(Box::new(Search::<G>::new(config))),
        Contender::Forgetful(n) => {
            let config = SearchConfig { infer: false, ..SearchConfig::tree(n) }.tuned_to::<G>();
            Some(Box::new(Search::<G>::new(config)))
        }
        Contender::Knows(policy, n) => {
            Some(Box::new(Search::<G>::new(SearchConfig::best_response::<G>(policy, n))))
        }
        Contender::Local(policy, n) => {
            Some(Box::new(Search::<G>::new(SearchConfig::local_best_response(policy, n))))
        }
        Contender::Oracle(_) | Contender::OracleHands(_) => None,
    }
}

/// Picks the option that wins most rollouts from the true state. Only future
/// shuffles are unknown to it, and the stock if it does not see that.
fn oracle<G: Playable>(
    game: &G,
    state: &G::State,
    seat: Seat,
    options: &[G::Action],
    (rollouts, sees_stock): (u32, bool),
    dice: &mut Dice,
) -> G::Action {
    let mut best = (options[0], -1.0);
    for option in options {
        let mut won = 0.0;
        for _ in 0..rollouts {
            let mut world = state.clone();
            if !sees_stock {
                game.reorder_stock(&mut world, 0, dice);
            }
            game.apply(&mut world, seat, *option, dice, &mut Silent).expect("taken from the legal list");
            won += noisy_rollout(game, &mut world, seat, dice);
        }
        if won > best.1 {
            best = (*option, won);
        }
    }
    best.0
}

/// Plays to the end with the heuristic policy and some slips, so that the
/// oracle's rollouts differ.
fn noisy_rollout<G: BeliefModel>(game: &G, world: &mut G::State, me: Seat, dice: &mut Dice) -> f64 {
    for _ in 0..1000 {
        let seat = match game.turn(world) {
            Turn::Act(seat) => seat,
            Turn::Over(outcome) => return f64::from(u8::from(outcome.winners.has(me))),
        };
        let seat_view = game.seat_view(world, seat);
        let action = if dice.below(10) == 0 {
            game.random_slip(seat_view, dice)
        } else {
            game.heuristic(seat_view, dice)
        };
        game.apply(world, seat, action, dice, &mut Silent).expect("policies give legal answers");
    }
    0.5
}
