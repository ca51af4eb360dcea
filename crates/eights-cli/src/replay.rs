//! `eights replay`: playing a journal again and checking every line.

use std::{io::Write, path::PathBuf};

use eights::Seat;
use eights_table::{Catalog, journal};

use crate::{
    Ending, FAILED, FINE,
    files::{self, Files},
};

/// Play a journal again, check every line, and tell what happened
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The journal
    file: PathBuf,
    /// Tell the match as this seat saw it; as spectators saw it unless said
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Only check the journal
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let shown = args.file.display();
    let text = files::read(&args.file)?;
    let shelf = Files::here();
    let catalog = Catalog::new(&shelf);
    let fail = |error: journal::JournalError| anyhow::anyhow!("{shown}: {error}");
    let (head, entries) = journal::read(&text).map_err(fail)?;
    let (rules, mut table) = journal::start(&catalog, &head).map_err(fail)?;
    let you = args.seat.as_deref().map(|text| {
        Seat::from_letter(text).filter(|seat| seat.index() < head.seats as usize).ok_or_else(|| {
            anyhow::anyhow!("{text:?} is no seat of this match: A to {}", Seat::new(head.seats as usize - 1))
        })
    });
    let you = you.transpose()?;
    if !args.quiet {
        writeln!(
            out,
            "{}: {}, {} seats, {} steps",
            rules.game.title,
            rules.title,
            head.seats,
            entries.len()
        )?;
        table.told(you).iter().try_for_each(|line| writeln!(out, "      {line}"))?;
    }
    for entry in &entries {
        if let Err(error) = journal::replay_entry(table.as_mut(), entry) {
            out.flush()?;
            eprintln!("eights: {shown}: {error}");
            return Ok(FAILED);
        }
        if !args.quiet {
            writeln!(out, "{:>4}  {}: {}", entry.step, entry.by, entry.said)?;
            table.told(you).iter().try_for_each(|line| writeln!(out, "      {line}"))?;
            if let Some(hand) = table.hand_over() {
                writeln!(out, "      Score: {:?}", hand.score)?;
            }
        }
    }
    match table.over() {
        Some(end) => {
            writeln!(out, "{shown}: every line holds; won by {:?}, points {:?}", end.winners, end.points)?
        }
        None => writeln!(out, "{shown}: every line holds; the match is not over")?,
    }
    Ok(FINE)
}
