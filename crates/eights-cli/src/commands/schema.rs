//! `eights schema`: prints machine-readable descriptions of what clients send and receive.

use std::io::Write;

use eights_match::Catalog;

use crate::{Ending, FINE};

/// Describe what clients send and receive, for generating types and checking messages
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Print the JSON Schema of a game's views and events
    Views {
        /// The game; without it, what all games have in common
        #[arg(long)]
        game: Option<String>,
    },
    /// Print the OpenAPI document of the HTTP API
    Http,
}

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Ending {
    let document = match command {
        Command::Views { game: None } => Catalog::common_view_schema(),
        Command::Views { game: Some(id) } => Catalog::view_schema(Catalog::game(id)?),
        Command::Http => eights_server::openapi(),
    };
    writeln!(out, "{}", serde_json::to_string_pretty(&document)?)?;
    Ok(FINE)
}
