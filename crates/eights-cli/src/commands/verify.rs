//! `eights verify`: checks that the shuffle was fair and every step was played by the rules.

use std::{io::Write, path::PathBuf};

use eights::Seed;
use eights_match::{
    Catalog, hex,
    journal::{self, Head},
    shuffle,
};

use crate::{
    Ending, FAILED, FINE, INCOMPLETE,
    files::{self, Files},
};

/// Check the journal of a finished match: shuffle, deal and every step
///
/// Exit status: 0 if the shuffle was fair and the whole match was played by the rules; 1 if something does
/// not hold; 2 if the journal cannot be read; 3 if all that is there holds, but the proof of the shuffle
/// or the end of the match is missing.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The journal
    file: PathBuf,
    /// The commitment that the table announced before the deal; the journal must show the same
    #[arg(long, value_name = "HEX")]
    commitment: Option<String>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let text = files::read(&args.file)?;
    let shown = args.file.display();
    let (head, entries) = journal::read(&text).map_err(|error| anyhow::anyhow!("{shown}: {error}"))?;
    if let Err(why) = check_shuffle(&head, args.commitment.as_deref()) {
        writeln!(out, "NOT fair: {why}.")?;
        return Ok(FAILED);
    }
    match &head.shuffle {
        Some(proof) => {
            let added = proof.entropy.iter().filter(|text| !text.is_empty()).count();
            writeln!(out, "The secret fits the commitment {}.", proof.commitment)?;
            if args.commitment.is_some() {
                writeln!(out, "That is the commitment that was announced.")?;
            }
            writeln!(
                out,
                "The seed comes from that secret and from what {added} of {} seats added.",
                head.seats
            )?;
        }
        None => writeln!(out, "MISSING: the journal does not say how its seed was made.")?,
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
    let steps = match entries.len() {
        1 => "The one step was".to_owned(),
        n => format!("All {n} steps were"),
    };
    match table.over() {
        Some(end) => {
            let who: Vec<String> = end.winners.iter().map(|seat| seat.to_string()).collect();
            let who = if who.is_empty() { "nobody".to_owned() } else { who.join(" and ") };
            writeln!(out, "{steps} played by the rules; {who} won.")?;
        }
        None => {
            writeln!(out, "{steps} played by the rules.")?;
            writeln!(out, "MISSING: the match is not over; the journal ends before the last step.")?;
        }
    }
    let is_whole = head.shuffle.is_some() && table.is_over();
    Ok(if is_whole { FINE } else { INCOMPLETE })
}

/// Checks the proof of the shuffle in a journal, and that it shows the announced commitment.
fn check_shuffle(head: &Head, announced: Option<&str>) -> Result<(), String> {
    let Some(proof) = &head.shuffle else {
        return match announced {
            Some(_) => Err("a commitment was announced, but the journal has no proof of the shuffle".into()),
            None => Ok(()),
        };
    };
    let seed = hex::decode(&head.seed).ok_or("the seed is not 64 hexadecimal digits")?;
    shuffle::verify(proof, &Seed::from_bytes(seed)).map_err(|why| why.to_string())?;
    match announced {
        Some(hex) if !hex.trim().eq_ignore_ascii_case(&proof.commitment) => {
            Err(format!("the journal shows the commitment {}, not the one announced", proof.commitment))
        }
        _ => Ok(()),
    }
}
