//! `eights lab solve`: solves small games exactly and measures bots with the solution.

use std::io::Write;

use eights_bots::BotKind;
use eights_lab::{LabError, SmallGame, Solution, Solve, report::Origin};
use serde::Serialize;

use crate::{
    Ending, FINE,
    work::{Effort, Work, bot_kind},
};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The games; six that take seconds if none is given
    #[arg(value_name = "GAME", value_parser = small_game)]
    games: Vec<SmallGame>,
    /// The bots to measure
    #[arg(long, short, value_delimiter = ',', default_value = "random,greedy,normal", value_parser = bot_kind)]
    bots: Vec<BotKind>,
    /// Passes of the solver (CFR+)
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    passes: u32,
    /// How often a bot that searches is asked at each information set
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    questions: u32,
    /// Also let players who know its policy beat greedy and normal, by search with this many simulated games
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    respond: Option<u32>,
    /// The seed; the same seed gives the same results
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads, by default one for each core; results do not depend on it
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

fn small_game(name: &str) -> Result<SmallGame, LabError> {
    name.parse()
}

/// The games solved, as JSON.
#[derive(Serialize)]
struct Solved {
    #[serde(flatten)]
    origin: Origin,
    partial: bool,
    solved: Vec<Solution>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let games = if args.games.is_empty() { &SmallGame::SOLVED[..] } else { &args.games };
    let effort = Effort { seed: args.seed, threads: args.threads, out: None };
    let work = Work::new(args.threads)?;
    let mut solved = Vec::new();
    for game in games.iter().take_while(|_| !work.is_stopped()) {
        let solve = Solve {
            game: *game,
            passes: args.passes,
            bots: args.bots.clone(),
            questions: args.questions,
            respond: args.respond,
            seed: args.seed,
        };
        let solution = solve.run(&work.quietly())?;
        if !args.json {
            tell_solved(&solution, out)?;
        }
        solved.push(solution);
    }
    if args.json {
        let partial = work.is_stopped();
        let solved = Solved { origin: effort.origin(), partial, solved };
        writeln!(out, "{}", serde_json::to_string_pretty(&solved)?)?;
    }
    Ok(FINE)
}

fn tell_solved(solution: &Solution, out: &mut impl Write) -> anyhow::Result<()> {
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let [low, high] = solution.first_wins.map(percent);
    writeln!(
        out,
        "{}: {} positions, {} information sets, {} with a choice",
        solution.game, solution.positions, solution.information_sets, solution.choices
    )?;
    if solution.partial {
        writeln!(out, "Partial: stopped before the end.")?;
    }
    writeln!(
        out,
        "The first player wins {low} to {high} under perfect play; after {} passes a best response wins {:.3} points.\n",
        solution.passes,
        100.0 * solution.exploitability
    )?;
    if !solution.bots.is_empty() {
        let heads = ["bot", "questions", "best response wins", "against solution", "against greedy"];
        let [bot, questions, response, solved, greedy] = heads;
        writeln!(out, "{bot:<14} {questions:>9} {response:>19} {solved:>17} {greedy:>15}")?;
    }
    for standing in &solution.bots {
        writeln!(
            out,
            "{:<14} {:>9} {:>19} {:>17} {:>15}",
            standing.bot,
            standing.questions,
            format!("{:+.2} points", 100.0 * standing.exploitability),
            percent(standing.against_solution),
            percent(standing.against_greedy)
        )?;
    }
    for (standing, found) in solution.bots.iter().filter_map(|bot| Some((bot, bot.responses?))) {
        writeln!(
            out,
            "Against {} a local best response wins {:+.2} points, and a search that knows its policy {:+.2}.",
            standing.bot,
            100.0 * found.local,
            100.0 * found.search
        )?;
    }
    writeln!(out)?;
    Ok(())
}
