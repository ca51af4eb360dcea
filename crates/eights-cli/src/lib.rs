//! The commands of the binary `eights`, one file each.
//!
//! All commands write to standard output through one writer, so that a closed pipe
//! (`eights rules keys | head`) ends a command quietly instead of with a panic.

mod board;
mod commands;
mod files;
mod hands;
mod keys;
mod lines;
mod screen;
mod trying;
mod work;

use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use clap::{CommandFactory, Parser, Subcommand};

pub use commands::engine;
pub use files::Files;

use commands::{
    admin, arena, backup, bench, cards, lab, manual, perft, play, replay, rulebook, rules, schema, store,
    verify,
};

#[cfg(unix)]
use commands::load;

/// The version, and the commit and date from which the program was built if they are known.
const VERSION: &str = env!("VERSION_WITH_COMMIT");

/// Play Crazy Eights, Crazier Eights and Crazy 8-Ball, host tables, and write and test house rules
#[derive(Parser)]
#[command(name = "eights", version = VERSION, propagate_version = true, max_term_width = 100)]
struct Eights {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    #[command(subcommand)]
    Rules(rules::Command),
    #[command(subcommand)]
    Cards(cards::Command),
    Rulebook(rulebook::Args),
    Engine(engine::Args),
    #[command(subcommand)]
    Schema(schema::Command),
    Replay(replay::Args),
    Serve(eights_host::Args),
    Admin(admin::Args),
    Backup(backup::Backup),
    Restore(backup::Restore),
    #[command(subcommand)]
    Store(store::Command),
    #[cfg(unix)]
    Load(load::Args),
    Verify(verify::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Arena(arena::Args),
    #[command(subcommand)]
    Lab(lab::Command),
    Completions(manual::Completions),
    Man(manual::Man),
}

/// The exit status of a command, or the error that stopped it.
type Ending = anyhow::Result<u8>;

/// Exit status: success.
const FINE: u8 = 0;
/// Exit status: the command ran, and what it checked does not hold.
const FAILED: u8 = 1;
/// Exit status: the command could not run, for example because its input cannot be read.
const UNREADABLE: u8 = 2;
/// Exit status: what was checked holds, but something is missing.
const INCOMPLETE: u8 = 3;

/// Parses the arguments and runs the command.
pub fn main() -> ExitCode {
    let eights = Eights::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let ended = match eights.command {
        Command::Play(args) => play::run(&args, &mut out),
        Command::Rules(command) => rules::run(&command, &mut out),
        Command::Cards(command) => cards::run(&command, &mut out),
        Command::Rulebook(args) => rulebook::run(&args, &mut out),
        Command::Engine(args) => engine::run(&args, &mut out),
        Command::Schema(command) => schema::run(&command, &mut out),
        Command::Replay(args) => replay::run(&args, &mut out),
        Command::Serve(args) => {
            eights_host::run(&args, option_env!("BUILT_FROM_COMMIT"), &mut out).map(|()| FINE)
        }
        Command::Admin(args) => admin::run(&args, &mut out),
        Command::Backup(args) => backup::back_up(&args, &mut out),
        Command::Restore(args) => backup::restore(&args, &mut out),
        Command::Store(command) => store::run(&command, &mut out),
        #[cfg(unix)]
        Command::Load(args) => load::run(&args, &mut out),
        Command::Verify(args) => verify::run(&args, &mut out),
        Command::Perft(args) => perft::run(&args, &mut out),
        Command::Bench(args) => bench::run(&args, &mut out),
        Command::Arena(args) => arena::run(&args, &mut out),
        Command::Lab(command) => lab::run(&command, &mut out),
        Command::Completions(args) => manual::completions(&args, &mut Eights::command(), &mut out),
        Command::Man(args) => manual::man(&args, Eights::command(), &mut out),
    };
    let ended = ended.and_then(|status| {
        out.flush()?;
        Ok(status)
    });
    match ended {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            let closed = error.chain().any(|cause| {
                cause
                    .downcast_ref::<io::Error>()
                    .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
            });
            // Dropping the writer would try to flush the rest of the buffer again.
            std::mem::forget(out);
            if closed {
                return ExitCode::from(FINE);
            }
            let _ = writeln!(io::stderr(), "eights: {error:#}");
            ExitCode::from(UNREADABLE)
        }
    }
}
