//! Describes the chairs of a local table as a wire `Room`.

use eights::Seat;
use eights_match::RuleSet;
use eights_wire::{Chair, Door, Permission, Phase, Room, RulesBrief, Settings, Who};

use crate::open::Sitter;

pub(crate) fn room(rules: &RuleSet, sitters: &[Sitter], you: Option<Seat>, over: bool) -> Room {
    Room {
        code: String::new(),
        rules: RulesBrief {
            game: rules.game.id.to_owned(),
            name: rules.name.clone(),
            title: rules.title.clone(),
            about: rules.about.clone(),
            hash: rules.hash.clone(),
        },
        chairs: sitters.iter().enumerate().map(|(i, sitter)| chair(sitters, i, sitter)).collect(),
        you: you.map(|seat| seat.to_string()),
        guest: you.map(|seat| seat.to_string()).unwrap_or_default(),
        phase: if over { Phase::Over } else { Phase::Playing },
        may: if over { vec![Permission::Rematch] } else { Vec::new() },
        settings: Settings { public: false, turn_seconds: None, chat: false, door: Door::Open },
        watchers: 0,
        watching: Vec::new(),
        muted: Vec::new(),
        match_id: None,
        shuffle: None,
        banner: None,
        pause: None,
    }
}

fn chair(sitters: &[Sitter], index: usize, sitter: &Sitter) -> Chair {
    let seat = Seat::new(index).to_string();
    let who = match sitter {
        Sitter::Person { name } => Who::Person {
            guest: seat.clone(),
            name: name.clone(),
            here: true,
            host: index == 0,
            bot: None,
            missed: 0,
        },
        Sitter::Bot { level } => Who::Bot { name: bot_name(sitters, index), level: level.clone() },
    };
    Chair { seat, who, ready: true }
}

/// Names for bots.
const NAMES: [&str; 16] = [
    "Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jon", "Kira", "Leo", "Mia",
    "Nils", "Olga", "Pia",
];

/// The name of the bot on a chair: different from those of other bots and people at the table.
fn bot_name(sitters: &[Sitter], index: usize) -> String {
    let taken = |name: &str| {
        sitters.iter().any(|sitter| matches!(sitter, Sitter::Person { name: own } if own == name))
    };
    let free: Vec<&str> = NAMES.into_iter().filter(|name| !taken(name)).collect();
    free.get(index % free.len().max(1))
        .map_or_else(|| Seat::new(index).to_string(), |name| (*name).to_owned())
}
