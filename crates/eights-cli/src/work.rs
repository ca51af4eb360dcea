//! What long commands share: threads, a bar with the time that is left, Ctrl-C, reports.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::Context;
use eights_bots::{BotKind, UnknownBotError};
use eights_lab::{Runner, report};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The arguments that long commands share.
#[derive(clap::Args, Clone)]
pub(crate) struct Effort {
    /// The seed; the same seed gives the same results
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads, by default one for each core; results do not depend on it
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    pub(crate) threads: usize,
    /// Write a report to this folder: HTML, JSON, CSV and Parquet
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
}

impl Effort {
    /// Makes sure that the report can be written, before any work is done.
    pub(crate) fn prepare(&self) -> anyhow::Result<()> {
        Ok(self.out.as_deref().map_or(Ok(()), report::prepare)?)
    }

    /// Where a result comes from.
    pub(crate) fn origin(&self) -> report::Origin {
        report::Origin {
            eights_lab: 1,
            command: command_line(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
        }
    }

    /// Writes the report, if one is wanted, and says where it is.
    pub(crate) fn report(&self, summary: &report::Summary) -> anyhow::Result<Option<&Path>> {
        let Some(folder) = self.out.as_deref() else { return Ok(None) };
        report::write(summary, folder)?;
        Ok(Some(folder))
    }
}

/// Parses a bot argument.
pub(crate) fn bot_kind(name: &str) -> Result<BotKind, UnknownBotError> {
    BotKind::named(name)
}

/// Work that can be stopped.
pub(crate) struct Work {
    stop: Arc<AtomicBool>,
    threads: usize,
}

impl Work {
    /// Watches for Ctrl-C: the first one stops the work, the second one the program.
    pub(crate) fn new(threads: usize) -> anyhow::Result<Work> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            eprintln!("\neights: stopping; what is finished will be told. Once more to leave at once.");
        })
        .context("cannot watch for Ctrl-C")?;
        Ok(Work { stop, threads })
    }

    /// Does something with a bar of so many deals on the terminal, if there is one.
    pub(crate) fn with_bar<T>(&self, name: &str, deals: u64, work: impl FnOnce(&Runner) -> T) -> T {
        let bar = ProgressBar::with_draw_target(Some(deals), ProgressDrawTarget::stderr());
        let style =
            ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} deals, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(name.to_owned());
        let done = work(&Runner {
            threads: self.threads,
            stop: &self.stop,
            progress: &|deals| bar.set_position(deals),
        });
        bar.finish_and_clear();
        done
    }

    /// Whether somebody wants to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The command as somebody could type it again.
fn command_line() -> String {
    let quoted = |word: String| match word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:,=".contains(c))
    {
        true if !word.is_empty() => word,
        _ => format!("'{}'", word.replace('\'', "'\\''")),
    };
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| quoted(word.to_string_lossy().into_owned())).collect();
    format!("eights {}", words.join(" "))
}
