//! `eights completions` and `eights man`: shell completions and manual pages.

use std::{fs, io::Write, path::PathBuf};

use anyhow::Context;

use crate::{Ending, FINE};

/// Print a completion script for a shell
#[derive(clap::Args)]
pub(crate) struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

/// Print the manual page, or write the pages of all commands to a folder
#[derive(clap::Args)]
pub(crate) struct Man {
    /// Write one page per command to this folder
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}

pub(crate) fn completions(args: &Completions, command: &mut clap::Command, out: &mut impl Write) -> Ending {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "eights", &mut script);
    out.write_all(&script)?;
    Ok(FINE)
}

pub(crate) fn man(args: &Man, command: clap::Command, out: &mut impl Write) -> Ending {
    match &args.into {
        Some(folder) => {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            clap_mangen::generate_to(command, folder)
                .with_context(|| format!("cannot write to {}", folder.display()))?;
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            out.write_all(&page)?;
        }
    }
    Ok(FINE)
}
