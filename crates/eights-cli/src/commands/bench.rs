//! `eights bench`: measures random games and decisions per second on one thread.

use std::{io::Write, sync::Arc, time::Instant};

use anyhow::bail;
use cpu_time::ProcessTime;
use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn};
use eights_classic::{Action, Classic, State};
use eights_match::{Catalog, Playable, Shipped, Visitor};
use serde_json::json;

use crate::{
    Ending, FINE,
    files::{self, Which},
};

/// Measure the speed of random play on one thread
///
/// Prints games and decisions per second, and a digest of the games that were played.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The rule sets; all shipped ones if none is given
    names: Vec<String>,
    /// The game
    #[arg(long, default_value = "crazy-eights")]
    game: String,
    /// Numbers of players, separated by commas; 2,4,8 if not given
    #[arg(long, short, value_delimiter = ',')]
    seats: Vec<u8>,
    /// Seconds to measure each
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Change a rule, e.g. --with "stock.empty = reshuffle"
    #[arg(long, short, value_name = "KEY = VALUE")]
    with: Vec<String>,
    /// Always list all options before choosing one, even where the engine can pick one faster
    #[arg(long)]
    listed: bool,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The digest covers this many games, so that it does not depend on speed.
const DIGESTED_GAMES: u64 = 1000;

struct Figures {
    games: u64,
    decisions: u64,
    cpu_s: f64,
    wall_s: f64,
    digest: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    if args.seconds <= 0.0 || !args.seconds.is_finite() {
        bail!("--seconds must be positive");
    }
    Catalog::game(&args.game)?;
    let shipped: Vec<String> = Shipped::names(&args.game).map(str::to_owned).collect();
    let names = if args.names.is_empty() { &shipped } else { &args.names };
    let asked = if args.seats.is_empty() { &[2, 4, 8][..] } else { &args.seats };
    if !args.json {
        writeln!(
            out,
            "{:<20} {:>5} {:>12} {:>14} {:>10}  digest",
            "rules", "seats", "games/s", "decisions/s", "per game"
        )?;
    }
    for name in names {
        let which = Which { rules: name.clone(), with: args.with.clone(), cards: None };
        let rules = files::rule_set(&args.game, &which)?;
        for n_seats in asked {
            if !rules.seats().contains(n_seats) {
                if !args.seats.is_empty() {
                    bail!(
                        "{name}: {} to {} can play, not {n_seats}",
                        rules.seats().start(),
                        rules.seats().end()
                    );
                }
                continue;
            }
            // Crazy Eights can pick a random answer without listing them all, as OpenSpiel's bench does.
            let figures = match rules.rules.of::<Classic>() {
                Some(game) if args.listed => {
                    measure(game.as_ref(), *n_seats, args.seconds, any_card_listed())
                }
                Some(game) => measure(game.as_ref(), *n_seats, args.seconds, any_card),
                None => rules.rules.visit(Measure(*n_seats, args.seconds)),
            };
            report(args, name, *n_seats, &figures, out)?;
        }
    }
    Ok(FINE)
}

/// Measures a game of any type with answers picked from the list.
struct Measure(u8, f64);

impl Visitor for Measure {
    type Output = Figures;

    fn visit<G: Playable>(self, game: &Arc<G>) -> Figures {
        measure(game.as_ref(), self.0, self.1, any_listed())
    }
}

fn report(
    args: &Args,
    name: &str,
    n_seats: u8,
    figures: &Figures,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if args.json {
        let line = json!({
            "game": args.game, "rules": name, "seats": n_seats, "games": figures.games,
            "decisions": figures.decisions, "cpu_s": figures.cpu_s, "wall_s": figures.wall_s,
            "digest": format!("{:016x}", figures.digest),
        });
        writeln!(out, "{line}")?;
    } else {
        let games = figures.games as f64 / figures.cpu_s;
        let decisions = figures.decisions as f64 / figures.cpu_s;
        let each = figures.decisions as f64 / figures.games as f64;
        let digest = figures.digest;
        writeln!(out, "{name:<20} {n_seats:>5} {games:>12.0} {decisions:>14.0} {each:>10.1}  {digest:016x}")?;
    }
    out.flush()?;
    Ok(())
}

/// The random numbers of the players, which are not part of the game: SplitMix64.
struct FastRng(u64);

impl FastRng {
    #[inline]
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u64::from((z ^ (z >> 31)) as u32) * n as u64) >> 32) as usize
    }
}

/// Chooses uniformly among all options. The list is reused to avoid reallocating.
fn any_listed<G: Game>() -> impl FnMut(&G, &G::State, Seat, &mut FastRng) -> G::Action {
    let mut options = Vec::new();
    move |game, state, seat, luck| {
        options.clear();
        game.legal(state, seat, &mut options);
        options[luck.below(options.len())]
    }
}

/// Chooses uniformly among cards, then among the answers with that card: an eight, which can
/// name four suits, is not four times as likely.
#[inline]
fn any_card(game: &Classic, state: &State, seat: Seat, luck: &mut FastRng) -> Action {
    game.any_answer(state, seat, &mut |n| luck.below(n as usize) as u32)
        .expect("the asked seat has an answer")
}

/// Like [`any_card`], but from a list of all options, as a player would choose.
fn any_card_listed() -> impl FnMut(&Classic, &State, Seat, &mut FastRng) -> Action {
    let mut options: Vec<Action> = Vec::new();
    move |game, state, seat, luck| {
        options.clear();
        game.legal(state, seat, &mut options);
        loop {
            let chosen = luck.below(options.len());
            let action = options[chosen];
            if !action.names() {
                return action;
            }
            // Rejection sampling: only the first answer with a card stands for the card. Then all
            // answers with it are equally likely.
            if chosen == 0 || !options[chosen - 1].same_cards(action) {
                let answers = options[chosen..].iter().take_while(|other| other.same_cards(action)).count();
                return options[chosen + luck.below(answers)];
            }
        }
    }
}

fn measure<G: Game>(
    game: &G,
    n_seats: u8,
    seconds: f64,
    mut choose: impl FnMut(&G, &G::State, Seat, &mut FastRng) -> G::Action,
) -> Figures {
    let seed = Seed::from_number(1);
    let mut luck = FastRng(1);
    let (mut games, mut decisions, mut digest) = (0, 0, 0xcbf2_9ce4_8422_2325u64);
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    loop {
        let dealer = Seat::new(games as usize % n_seats as usize);
        let mut dice = Dice::at(&seed, games);
        let mut state = game.deal(&Opening::first(n_seats, dealer), &mut dice, &mut Silent);
        let began = decisions;
        let outcome = loop {
            let seat = match game.turn(&state) {
                Turn::Act(seat) => seat,
                Turn::Over(outcome) => break outcome,
            };
            let action = choose(game, &state, seat, &mut luck);
            game.apply(&mut state, seat, action, &mut dice, &mut Silent).expect("taken from the legal list");
            decisions += 1;
        };
        games += 1;
        if games <= DIGESTED_GAMES {
            let points = outcome
                .points
                .as_slice()
                .iter()
                .fold(0u64, |all, points| all.wrapping_mul(1009).wrapping_add(*points as u64));
            for word in [decisions - began, points, u64::from(outcome.blocked)] {
                digest = (digest ^ word).wrapping_mul(0x100_0000_01b3);
            }
        }
        if games >= DIGESTED_GAMES && games % 256 == 0 && cpu.elapsed().as_secs_f64() >= seconds {
            break;
        }
    }
    Figures {
        games,
        decisions,
        cpu_s: cpu.elapsed().as_secs_f64(),
        wall_s: wall.elapsed().as_secs_f64(),
        digest,
    }
}
