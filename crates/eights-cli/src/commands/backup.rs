//! `eights backup` and `eights restore`: copy the data of a server to one file, and back.

use std::{io::Write, path::PathBuf};

use anyhow::bail;
use eights_server::StoreAddress;
use eights_store::Restored;

use crate::{Ending, FAILED, FINE};

/// Copy the data of a server to one file, also while the server runs
///
/// The file holds every table, match and person, and all steps that were acknowledged before the command
/// began. Keep it private: it contains the seeds of running matches. Exit status: 0 if everything was
/// copied; 1 if steps of the store are lost or damaged; 2 if there is no backup.
#[derive(clap::Args)]
pub(crate) struct Backup {
    /// The file to write; it must not exist yet
    file: PathBuf,
    /// The store to copy: "sqlite:FOLDER"
    #[arg(long, short, value_name = "STORE", default_value = "sqlite:eights-data")]
    store: StoreAddress,
}

/// Make a store from a backup, and replay every match in it
///
/// Exit status: 0 if every match could be replayed; 1 if everything was restored, but some matches cannot be
/// replayed; 2 if nothing was restored.
#[derive(clap::Args)]
pub(crate) struct Restore {
    /// The file that "eights backup" wrote
    file: PathBuf,
    /// The store to make: "sqlite:FOLDER", where the folder is empty or does not exist yet
    #[arg(long, short, value_name = "STORE")]
    store: StoreAddress,
}

fn folder(store: &StoreAddress) -> anyhow::Result<&PathBuf> {
    match store {
        StoreAddress::Sqlite(folder) => Ok(folder),
        StoreAddress::Postgres(_) => {
            bail!("a store in PostgreSQL is backed up with pg_dump or pg_basebackup")
        }
        StoreAddress::Memory => bail!("a store in memory has no backups: name one with sqlite:FOLDER"),
    }
}

/// A number with its noun: "1 table", "2 tables".
pub(crate) fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

pub(crate) fn back_up(args: &Backup, out: &mut impl Write) -> Ending {
    let report = eights_store::back_up(folder(&args.store)?, &args.file)?;
    writeln!(
        out,
        "Wrote {}, {} and {} to {} ({} KiB).",
        count(report.tables, "table", "tables"),
        count(report.matches, "match", "matches"),
        count(report.people, "person", "people"),
        args.file.display(),
        report.bytes.div_ceil(1024)
    )?;
    for problem in &report.problems {
        writeln!(out, "DAMAGED: {problem}.")?;
    }
    Ok(if report.problems.is_empty() { FINE } else { FAILED })
}

pub(crate) fn restore(args: &Restore, out: &mut impl Write) -> Ending {
    let folder = folder(&args.store)?;
    let report = eights_store::restore(&args.file, folder)?;
    writeln!(
        out,
        "Restored {} and {} with {} to {}.",
        count(report.tables, "table", "tables"),
        count(report.matches, "match", "matches"),
        count(report.steps, "step", "steps"),
        folder.display()
    )?;
    report_replayed(&report, out)
}

/// Says which matches could be replayed.
pub(crate) fn report_replayed(report: &Restored, out: &mut impl Write) -> Ending {
    if report.outdated > 0 {
        writeln!(
            out,
            "NOT replayed: {}, played by another version of the game.",
            count(report.outdated, "match", "matches")
        )?;
    }
    for problem in &report.problems {
        writeln!(out, "DAMAGED: {problem}.")?;
    }
    if !report.problems.is_empty() {
        return Ok(FAILED);
    }
    let replayed = report.matches - report.outdated;
    writeln!(out, "Replayed {}: every step is as it was played.", count(replayed, "match", "matches"))?;
    Ok(FINE)
}
