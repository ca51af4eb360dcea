//! Generates the TypeScript types of the messages for `cargo xtask fresh`.

use ts_rs::{Config, TS};

use crate::{
    ByeCode, Chair, Clock, DEFAULT_PORT, Door, HandOver, MAX_CHAT, MAX_MESSAGE_BYTES, Offer, Over, Pause,
    Permission, Phase, RefusalCode, Room, RulesBrief, Settings, Setup, ShuffleProof, ToClient, ToServer,
    Update, VERSION, Verb, Watcher, Who,
};

/// The module `wire.ts`.
pub fn module() -> String {
    let head = "// The messages between a table and those who sit at it.\n\
                // Generated from crates/eights-wire by `cargo xtask fresh --write`.\n";
    let constants = format!(
        "export const VERSION = {VERSION};\nexport const MAX_MESSAGE_BYTES = {MAX_MESSAGE_BYTES};\nexport const MAX_CHAT = {MAX_CHAT};\n\
         export const DEFAULT_PORT = {DEFAULT_PORT};\n"
    );
    let types = types().into_iter().map(|declared| format!("export {declared}\n\n")).collect::<String>();
    let request = "/** A message to a table, with the number its sender gave it. */\n\
                   export type Request = { id?: number } & ToServer;\n";
    format!("{head}\n{constants}\n{request}\n{}\n", one_line_comments(&types).trim_end())
}

/// Puts each comment on one line, before the field it describes.
fn one_line_comments(text: &str) -> String {
    let mut out = String::new();
    let mut comment: Option<Vec<&str>> = None;
    for line in text.lines().map(str::trim) {
        match (&mut comment, line) {
            (_, "/**") => comment = Some(Vec::new()),
            (Some(words), "*/") => {
                out.push_str(&format!("  /** {} */\n", words.join(" ")));
                comment = None;
            }
            (Some(words), line) => words.push(line.trim_start_matches('*').trim()),
            (None, "") => out.push('\n'),
            (None, line) => {
                let is_declaration = line.starts_with("export ");
                out.push_str(&format!("{}{line}\n", if is_declaration { "" } else { "  " }));
            }
        }
    }
    out
}

fn types() -> Vec<String> {
    let config = Config::default().with_large_int("number");
    macro_rules! declare {
        ($($name:ident),* $(,)?) => { vec![$($name::decl(&config)),*] };
    }
    declare!(
        ToServer,
        ToClient,
        RefusalCode,
        Update,
        Offer,
        Verb,
        HandOver,
        ByeCode,
        Over,
        Clock,
        Room,
        RulesBrief,
        Chair,
        Who,
        Watcher,
        Phase,
        Pause,
        Permission,
        Settings,
        Door,
        ShuffleProof,
        Setup
    )
}
