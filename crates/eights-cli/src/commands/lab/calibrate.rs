//! `eights lab calibrate`: checks the chances that hints show.

use std::io::Write;

use eights_bots::BotKind;
use eights_lab::{Calibrate, Calibration, Deals, report::Origin};
use serde::Serialize;

use crate::{
    Ending, FINE,
    files::{self, Which},
    work::{Effort, Work, bot_kind},
};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A shipped rule set or the path of a sheet
    #[arg(value_name = "SHEET")]
    sheet: String,
    /// Which game
    #[arg(long, default_value = "crazy-eights")]
    game: String,
    /// Number of hands
    #[arg(long, default_value_t = 1_000)]
    hands: u64,
    /// The bot on all other seats
    #[arg(long, short, default_value = "expert", value_parser = bot_kind)]
    bots: BotKind,
    /// Number of players; the fewest that the rules allow if not given
    #[arg(long, short)]
    seats: Option<u8>,
    /// Change a rule of the sheet, e.g. --with "turn.draw = { up-to = 3 }"
    #[arg(long, short, value_name = "KEY = VALUE")]
    with: Vec<String>,
    /// Crazier Eights: use these card sets or card files instead, separated by commas
    #[arg(long, value_name = "SETS")]
    cards: Option<String>,
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

/// What was found about chances, as JSON.
#[derive(Serialize)]
struct Calibrated {
    #[serde(flatten)]
    origin: Origin,
    rules: String,
    seats: u8,
    bots: String,
    #[serde(flatten)]
    found: Calibration,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let which = Which { rules: args.sheet.clone(), with: args.with.clone(), cards: args.cards.clone() };
    let rules = files::rule_set(&args.game, &which)?;
    let n_seats = args.seats.unwrap_or(*rules.seats().start());
    let deals = Deals { seed: args.seed };
    let asked = Calibrate { against: args.bots, n_seats, deals, hands: args.hands };
    let work = Work::new(args.threads)?;
    let found =
        work.with_bar(&rules.name, args.hands, |runner| eights_lab::calibrate(&rules, &asked, runner))?;
    if args.json {
        let effort = Effort { seed: args.seed, threads: args.threads, out: None };
        let (rules, bots) = (rules.name.clone(), args.bots.to_string());
        let found = Calibrated { origin: effort.origin(), rules, seats: n_seats, bots, found };
        writeln!(out, "{}", serde_json::to_string_pretty(&found)?)?;
        return Ok(FINE);
    }
    if found.partial {
        writeln!(out, "Partial: stopped before the end.\n")?;
    }
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    writeln!(out, "{}, {n_seats} seats, against {}", rules.title, args.bots)?;
    writeln!(out, "{} hands with {} hints\n", found.hands, found.hints)?;
    writeln!(out, "{:>10} {:>10} {:>10}   95 %", "hints", "shown", "won")?;
    for bin in &found.bins {
        let [won, low, high] = [bin.won.value, bin.won.low, bin.won.high].map(percent);
        writeln!(out, "{:>10} {:>10} {won:>10}   {low} – {high}", bin.hints, percent(bin.shown))?;
    }
    let points = |share: f64| format!("{:+.1}", 100.0 * share);
    let [bias, low, high] = [found.bias.value, found.bias.low, found.bias.high].map(points);
    writeln!(
        out,
        "\nResults are {:.1} points from the chances shown; chance alone would make that {:.1}. On the whole {bias} ({low} – {high}).",
        100.0 * found.error,
        100.0 * found.noise
    )?;
    let [error, low, high] =
        [found.true_error.value, found.true_error.low, found.true_error.high].map(|share| 100.0 * share);
    writeln!(
        out,
        "Without chance the distance is {error:.1} points ({low:.1} – {high:.1}, root mean square); of uncorrected hints {:.1}.",
        100.0 * found.uncorrected.value
    )?;
    writeln!(
        out,
        "Uncorrected hints would be closest with a shift of {:+.2} and a stretch of {:+.2}.",
        found.fitted.shift, found.fitted.stretch
    )?;
    Ok(FINE)
}
