//! `eights bench`: measures random games and decisions per second on one thread.

use std::io::Write;

use anyhow::bail;
use eights_bench::{Choice, Figures};
use eights_match::{Catalog, Shipped};
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
            let choice = if args.listed { Choice::Listed } else { Choice::Picked };
            let figures = eights_bench::measure(&rules.rules, *n_seats, args.seconds, choice);
            report(args, name, *n_seats, &figures, out)?;
        }
    }
    Ok(FINE)
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
