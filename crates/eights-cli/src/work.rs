//! Shared by long-running commands: threads, the progress bar, Ctrl-C and reports.

use std::{
    io::{IsTerminal, stderr},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
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
    /// Checks that the report can be written, before the long work begins.
    pub(crate) fn prepare(&self) -> anyhow::Result<()> {
        Ok(self.out.as_deref().map_or(Ok(()), report::prepare)?)
    }

    /// The command, version and seed that produced a result.
    pub(crate) fn origin(&self) -> report::Origin {
        report::Origin {
            eights_lab: 1,
            command: command_line(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
        }
    }

    /// Writes the report, if `--out` asks for one; returns its folder.
    pub(crate) fn report(&self, summary: &report::Summary) -> anyhow::Result<Option<&Path>> {
        let Some(folder) = self.out.as_deref() else { return Ok(None) };
        report::write(summary, folder)?;
        Ok(Some(folder))
    }
}

pub(crate) fn bot_kind(name: &str) -> Result<BotKind, UnknownBotError> {
    BotKind::named(name)
}

/// Long-running work that Ctrl-C can stop.
pub(crate) struct Work {
    stop: Arc<AtomicBool>,
    threads: usize,
}

impl Work {
    /// Installs the Ctrl-C handler: the first Ctrl-C stops the work, the second ends the program.
    pub(crate) fn new(threads: usize) -> anyhow::Result<Work> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            eprintln!("\neights: stopping; the results so far will be printed. Ctrl-C again ends at once.");
        })
        .context("cannot watch for Ctrl-C")?;
        Ok(Work { stop, threads })
    }

    /// Does the work, with a progress bar if standard error is a terminal, and a line a minute if not.
    pub(crate) fn with_bar<T>(&self, name: &str, deals: u64, work: impl FnOnce(&Runner) -> T) -> T {
        let bar = ProgressBar::with_draw_target(Some(deals), ProgressDrawTarget::stderr());
        let style =
            ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} deals, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(name.to_owned());
        let (lines, is_terminal) = (ProgressLines::new(name, deals), stderr().is_terminal());
        let began = Instant::now();
        let progress = |done| {
            bar.set_position(done);
            if !is_terminal && let Some(line) = lines.line(began.elapsed(), done) {
                eprintln!("{line}");
            }
        };
        let done = work(&Runner { threads: self.threads, stop: &self.stop, progress: &progress });
        bar.finish_and_clear();
        done
    }

    /// A runner without a progress bar.
    pub(crate) fn quietly(&self) -> Runner<'_> {
        Runner { threads: self.threads, stop: &self.stop, progress: &|_| () }
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Progress for a log file: one line a minute, and none for work that takes less than a minute.
struct ProgressLines<'a> {
    name: &'a str,
    deals: u64,
    /// The minute in which the last line was printed.
    minutes: AtomicU64,
}

impl<'a> ProgressLines<'a> {
    fn new(name: &'a str, deals: u64) -> ProgressLines<'a> {
        ProgressLines { name, deals, minutes: AtomicU64::new(0) }
    }

    /// The line to print, if one is due, when `done` deals are finished after `elapsed`.
    fn line(&self, elapsed: Duration, done: u64) -> Option<String> {
        let minutes = elapsed.as_secs() / 60;
        if self.minutes.swap(minutes, Ordering::Relaxed) == minutes || done == 0 {
            return None;
        }
        let left = elapsed.as_secs_f64() * self.deals.saturating_sub(done) as f64 / done as f64;
        let (name, deals) = (self.name, self.deals);
        Some(format!("{name}: {done} of {deals} deals, about {:.0} min left", (left / 60.0).ceil()))
    }
}

/// The command line, quoted so that it can be pasted into a shell.
fn command_line() -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=".contains(c);
    let quoted = |word: String| {
        if !word.is_empty() && word.chars().all(is_plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    };
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| quoted(word.to_string_lossy().into_owned())).collect();
    format!("eights {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_gets_a_line_a_minute() {
        let lines = ProgressLines::new("held out", 1_000);
        let after = |seconds, done| lines.line(Duration::from_secs(seconds), done);
        assert_eq!(after(59, 100), None);
        assert_eq!(after(60, 100).unwrap(), "held out: 100 of 1000 deals, about 9 min left");
        assert_eq!(after(119, 250), None);
        assert_eq!(after(130, 500).unwrap(), "held out: 500 of 1000 deals, about 3 min left");
        assert_eq!(after(131, 1_000), None);
    }
}
