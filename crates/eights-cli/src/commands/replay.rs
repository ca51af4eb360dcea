//! `eights replay`: plays a journal again and checks every line.

use std::{io::Write, path::PathBuf};

use anyhow::{Context, bail};
use eights::{BySeat, Seat, Seed};
use eights_match::{AnyMatch, Catalog, RuleSet, SheetSource, SourceError, hex, journal};

use crate::{
    Ending, FAILED, FINE,
    files::{self, Files},
};

/// Replay a journal: check every line and describe what happened
///
/// Exit status: 0 if every line holds, 1 if one does not, 2 if the journal cannot be read.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The journal
    file: PathBuf,
    /// Describe the match as this seat saw it, instead of as spectators did
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Crazier Eights: the card sets or card files it was played with, if they are not those of the rules
    #[arg(long, value_name = "SETS")]
    cards: Option<String>,
    /// Check the journal without describing the match
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    look: crate::screen::Look,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let shown = args.file.display();
    let text = files::read(&args.file)?;
    let shelf = Files::here();
    let catalog = Catalog::new(&shelf);
    let fail = |error: journal::JournalError| anyhow::anyhow!("{shown}: {error}");
    let (head, entries) = journal::read(&text).map_err(fail)?;
    let (rules, mut table) = match &args.cards {
        None => journal::start(&catalog, &head).map_err(fail)?,
        Some(cards) => start_with(cards, &head).with_context(|| format!("{shown}: line 1"))?,
    };
    let you = args.seat.as_deref().map(|text| {
        Seat::from_letter(text).filter(|seat| seat.index() < head.seats as usize).ok_or_else(|| {
            anyhow::anyhow!(
                "there is no seat {text:?}: seats are A to {}",
                Seat::new(head.seats as usize - 1)
            )
        })
    });
    let you = you.transpose()?;
    // A journal that does not replay falls through to the plain lines, which report the error.
    if args.look.full()
        && !args.quiet
        && args.cards.is_none()
        && let Ok(replay) = eights_local::Replay::read(&text)
    {
        return crate::screen::replay(&args.look, replay, you);
    }
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
                writeln!(out, "      Score: {}", points(&hand.score))?;
            }
        }
    }
    match table.over() {
        Some(end) => {
            let winners: Vec<String> = end.winners.iter().map(|seat| seat.to_string()).collect();
            let won = if winners.is_empty() { "nobody".to_owned() } else { winners.join(" and ") };
            writeln!(out, "{shown}: every line holds; won by {won} ({})", points(&end.points))?
        }
        None => writeln!(out, "{shown}: every line holds; the match is not over")?,
    }
    Ok(FINE)
}

/// Formats points as `A 35, B 0`.
fn points(points: &BySeat<i32>) -> String {
    points.iter().map(|(seat, n)| format!("{seat} {n}")).collect::<Vec<_>>().join(", ")
}

/// Starts the match of a journal that was played with custom cards.
fn start_with(cards: &str, head: &journal::Head) -> anyhow::Result<(RuleSet, Box<dyn AnyMatch>)> {
    let shelf = Sheet { text: head.rules.to_string() };
    let rules = Catalog::new(&shelf).rules_with_cards(&head.game, "journal", "", cards);
    let rules = rules.map_err(files::complain)?;
    if rules.hash != head.hash {
        bail!("the hash of these rules and cards is {}, but the journal has {}", rules.hash, head.hash);
    }
    let seed = hex::decode(&head.seed).context("the seed is not 64 hexadecimal digits")?;
    let table = rules.start(head.seats, Seed::from_bytes(seed))?;
    Ok((rules, table))
}

/// A shelf with the sheet from a journal, and card files by path.
struct Sheet {
    text: String,
}

impl SheetSource for Sheet {
    fn fetch(&self, _: &str, name: &str, _: Option<&str>) -> Result<(String, String), SourceError> {
        Ok((name.to_owned(), self.text.clone()))
    }

    fn cards(&self, name: &str) -> Option<String> {
        Files::here().cards(name)
    }
}
