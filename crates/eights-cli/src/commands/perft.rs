//! `eights perft`: counts the sequences of answers from a deal, to compare engines.

use std::{io::Write, time::Instant};

use eights::Seed;

use crate::{
    Ending, FINE,
    files::{self, Which},
};

/// Count the lines of play from a deal, to compare engines
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The length of the longest lines, in answers
    depth: u32,
    /// The game
    #[arg(long, default_value = "crazy-eights")]
    game: String,
    #[command(flatten)]
    which: Which,
    /// Number of players
    #[arg(long, short, default_value_t = 2)]
    seats: u8,
    /// Seed of the deal
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let rules = files::rule_set(&args.game, &args.which)?;
    let table = rules.start(args.seats, Seed::from_number(args.seed))?;
    for depth in 1..=args.depth {
        let began = Instant::now();
        let lines = table.perft(depth);
        writeln!(out, "perft {depth} {lines}  ({:.1} s)", began.elapsed().as_secs_f64())?;
        out.flush()?;
    }
    Ok(FINE)
}
