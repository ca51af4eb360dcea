//! `eights verify`: was the shuffle fair, and was every step played by the rules?

use std::{io::Write, path::PathBuf};

use eights::Seed;
use eights_table::{Catalog, journal, shuffle};

use crate::{
    Ending, FAILED, FINE,
    files::{self, Files},
};

/// Check the journal of a finished match: the promise, the seed, the deal and every step
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The journal
    file: PathBuf,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let text = files::read(&args.file)?;
    let shown = args.file.display();
    let (head, entries) = journal::read(&text).map_err(|error| anyhow::anyhow!("{shown}: {error}"))?;
    match &head.shuffle {
        Some(proof) => {
            let seed = journal::unhex(&head.seed)
                .ok_or_else(|| anyhow::anyhow!("{shown}: the seed is not 64 hexadecimal digits"))?;
            if let Err(why) = shuffle::verify(proof, &Seed::from_bytes(seed)) {
                writeln!(out, "NOT fair: {why}.")?;
                return Ok(FAILED);
            }
            let added = proof.entropy.iter().filter(|text| !text.is_empty()).count();
            writeln!(out, "The promise was kept: the secret fits the commitment {}.", proof.commitment)?;
            writeln!(
                out,
                "The seed comes from that secret and from what {added} of {} seats added.",
                head.seats
            )?;
        }
        None => {
            writeln!(out, "This journal does not say how its seed came about: only play can be checked.")?
        }
    }
    let shelf = Files::here();
    let (rules, mut table) = match journal::start(&Catalog::new(&shelf), &head) {
        Ok(started) => started,
        Err(error) => {
            writeln!(out, "NOT as written: {error}.")?;
            return Ok(FAILED);
        }
    };
    writeln!(
        out,
        "The cards were dealt from that seed, by the rules {} ({}), for {} seats.",
        rules.title, rules.hash, head.seats
    )?;
    for entry in &entries {
        if let Err(error) = journal::replay_entry(table.as_mut(), entry) {
            writeln!(out, "NOT as written: {error}.")?;
            return Ok(FAILED);
        }
    }
    match table.over() {
        Some(end) => {
            let who: Vec<String> = end.winners.iter().map(|seat| seat.to_string()).collect();
            let who = if who.is_empty() { "nobody".to_owned() } else { who.join(" and ") };
            writeln!(out, "All {} steps were played by the rules; {who} won.", entries.len())?;
        }
        None => {
            writeln!(out, "All {} steps were played by the rules; the match is not over.", entries.len())?
        }
    }
    Ok(FINE)
}
