//! `eights store`: moves the data of a server from a folder to PostgreSQL, and back.

use std::io::Write;

use eights_server::StoreAddress;

use super::backup::{count, report_replayed};
use crate::Ending;

/// Move the data of a server between a folder and PostgreSQL
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    Move(Move),
}

/// Copy a store from a folder to PostgreSQL, or back, and compare everything
///
/// No server may use either of them. Every match is replayed, and its journal is read from both sides and
/// compared. The store that is moved is not changed. Exit status: 0 if everything was copied and every match
/// could be replayed; 1 if everything was copied as it was, but some matches cannot be replayed; 2 if the move
/// failed: then do not use the new store.
#[derive(clap::Args)]
pub(crate) struct Move {
    /// The store to move: "sqlite:FOLDER" or "postgres://USER:PASSWORD@SERVER/DATABASE"
    from: StoreAddress,
    /// Where to: a database without data, or a folder that is empty or does not exist yet
    to: StoreAddress,
}

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Ending {
    let Command::Move(Move { from, to }) = command;
    let moved = from.move_to(to)?;
    writeln!(
        out,
        "Copied {} and {} with {} to {to}; {from} was not changed.",
        count(moved.tables, "table", "tables"),
        count(moved.matches, "match", "matches"),
        count(moved.steps, "step", "steps"),
    )?;
    report_replayed(&moved, out)
}
