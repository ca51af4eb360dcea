//! `eights admin`: looks after a running server.

use std::{io::Write, path::PathBuf};

use anyhow::bail;
use eights_server::{
    StoreAddress,
    admin::{self, Answer, Request},
};

use crate::{Ending, FAILED, FINE};

/// Look after a running server: list tables and people, close tables, ban, announce
///
/// The command talks to the server through a socket in the folder of its store, so it must run on the same
/// machine and as the same user. Exit status: 0 if it was done; 1 if the server refuses; 2 if no server
/// answers.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The store of the server: "sqlite:FOLDER"
    #[arg(long, short, value_name = "STORE", default_value = "sqlite:eights-data", global = true)]
    store: StoreAddress,
    /// Print the answer as JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List all tables
    Tables,
    /// List everybody who is connected to a table, with id and address
    People,
    /// List all bans
    Bans,
    /// Close a table; an unfinished match is deleted with it
    Close {
        /// The code of the table
        code: String,
    },
    /// Ban a person or an address, and disconnect them
    Ban {
        /// The id of a person (see "people"), an address, or a range such as 192.0.2.0/24
        #[arg(value_name = "PERSON|ADDRESS")]
        who: String,
    },
    /// Lift a ban
    Unban {
        /// As "bans" lists it
        #[arg(value_name = "PERSON|ADDRESS")]
        who: String,
    },
    /// Show a message at every table until the server stops; without a text, take it down
    Banner {
        #[arg(default_value = "")]
        text: String,
    },
    /// Open no new tables and be "not ready"; open tables go on
    Drain,
}

impl Command {
    fn request(&self) -> Request {
        match self {
            Command::Tables => Request::Tables,
            Command::People => Request::People,
            Command::Bans => Request::Bans,
            Command::Close { code } => Request::Close { code: code.clone() },
            Command::Ban { who } => Request::Ban { who: who.clone() },
            Command::Unban { who } => Request::Unban { who: who.clone() },
            Command::Banner { text } => Request::Banner { text: text.clone() },
            Command::Drain => Request::Drain,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let folder: &PathBuf = match &args.store {
        StoreAddress::Sqlite(folder) => folder,
        StoreAddress::Postgres(_) => bail!("a server with a store in PostgreSQL has no socket for commands"),
        StoreAddress::Memory => bail!("a server with a store in memory has no socket for commands"),
    };
    let answer = admin::ask(folder, &args.command.request())?;
    let status = if matches!(answer, Answer::Refused(_)) { FAILED } else { FINE };
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
    } else {
        print(&answer, out)?;
    }
    Ok(status)
}

fn print(answer: &Answer, out: &mut impl Write) -> anyhow::Result<()> {
    match answer {
        Answer::Tables(tables) => {
            for table in tables {
                let phase = serde_json::to_value(table.phase)?;
                writeln!(
                    out,
                    "{}  {:9}  {:>2} of {} chairs taken, {} connected  {} ({}), host {}{}",
                    table.code,
                    phase.as_str().unwrap_or_default(),
                    table.seats - table.free,
                    table.seats,
                    table.connected,
                    table.game,
                    table.rules,
                    if table.host.is_empty() { "away" } else { &table.host },
                    if table.public { ", public" } else { "" }
                )?;
            }
            writeln!(out, "{} in all.", count(tables.len(), "table", "tables"))?;
        }
        Answer::People(people) => {
            for person in people {
                let place = person.seat.as_deref().map_or("watching".into(), |seat| format!("chair {seat}"));
                let address = person.address.map(|address| address.to_string()).unwrap_or_default();
                writeln!(out, "{}  {}  {place:8}  {address:15}  {}", person.id, person.table, person.name)?;
            }
            writeln!(out, "{} in all.", count(people.len(), "person", "people"))?;
        }
        Answer::Bans(bans) => {
            for ban in bans {
                writeln!(out, "{ban}")?;
            }
            writeln!(out, "{} in all.", count(bans.len(), "ban", "bans"))?;
        }
        Answer::Done(said) => writeln!(out, "{}.", capital(said))?,
        Answer::Refused(why) => writeln!(out, "REFUSED: {why}.")?,
    }
    Ok(())
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
