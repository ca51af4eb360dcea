//! The same types for the page, written by `cargo xtask fresh`.

use ts_rs::{Config, TS};

use crate::{
    Chair, Clock, DEFAULT_PORT, HandOver, LONGEST, Offer, Over, Phase, Power, Room, RulesBrief, Settings,
    Setup, ShuffleProof, ToClient, ToServer, Update, VERSION, Verb, Who,
};

/// The whole module `wire.ts`.
pub fn module() -> String {
    let config = Config::default().with_large_int("number");
    let mut text = String::from(
        "// The messages between a table and those who sit at it.\n\
         // Generated from crates/eights-wire by `cargo xtask fresh --write`.\n\n",
    );
    text.push_str(&format!("export const VERSION = {VERSION};\nexport const LONGEST = {LONGEST};\n"));
    text.push_str(&format!("export const DEFAULT_PORT = {DEFAULT_PORT};\n\n"));
    macro_rules! types {
        ($($name:ident),*) => { $(
            text.push_str("export ");
            text.push_str(&$name::decl(&config));
            text.push_str("\n\n");
        )* };
    }
    types!(
        ToServer,
        ToClient,
        Update,
        Offer,
        Verb,
        HandOver,
        Over,
        Clock,
        Room,
        RulesBrief,
        Chair,
        Who,
        Phase,
        Power,
        Settings,
        ShuffleProof,
        Setup
    );
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}
