//! `eights perft`: counting lines of play.

use std::{io::Write, time::Instant};

use eights::Seed;

use crate::{
    Ending, FINE,
    files::{self, Which},
};

/// Count lines of play: two engines that count the same play the same rules
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many answers deep, at most
    depth: u32,
    /// Which game
    #[arg(long, default_value = "crazy-eights")]
    game: String,
    #[command(flatten)]
    which: Which,
    /// How many play
    #[arg(long, short, default_value_t = 2)]
    seats: u8,
    /// The deal to count from
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
