//! Reads what is printed on the cards, where it is not what French cards show.

use std::{collections::BTreeMap, sync::Arc};

use super::reading::{Reading, path_of};
use crate::{
    face::Face,
    sheet::{Deck, PrintedNames},
};

/// How many characters a name has at most.
const MAX_LENGTH: usize = 20;

/// The names by rank (`J`), letter of a suit (`C`) or joker (`*1`); `None` if all cards are called as usual.
pub(super) fn printed_names(deck: &Deck, reading: &mut Reading) -> Option<Arc<PrintedNames>> {
    let mut names: PrintedNames = BTreeMap::new();
    for (key, name) in &deck.names {
        let path = path_of("deck.names", key);
        let Some(selector) = reading.selector(&path, key) else { continue };
        let Some(face) = reading.printed.faces(selector.faces).next() else { continue };
        let of = match selector.narrow {
            5 if face.is_joker() => face.to_string(),
            3 if !face.is_joker() => face.printed().rank_names()[face.rank() as usize].to_owned(),
            2 => letter(face).to_string(),
            _ => {
                let message = format!(
                    "{key:?} has no name of its own: write a rank (J), a suit (hearts) or a joker (*1)"
                );
                reading.wrong(&path, message);
                continue;
            }
        };
        if !(1..=MAX_LENGTH).contains(&name.chars().count())
            || name.trim() != name
            || name.chars().any(char::is_control)
        {
            reading.wrong(&path, format!("a name has 1 to {MAX_LENGTH} characters and no spaces around it"));
        }
        if !face.is_joker() && names.values().any(|other| other == name) {
            reading.wrong(&path, format!("{name:?} is printed on other cards already"));
        }
        names.insert(of, name.clone());
    }
    (!names.is_empty()).then(|| Arc::new(names))
}

fn letter(face: Face) -> char {
    face.printed().suit_letters()[face.suit() as usize]
}
