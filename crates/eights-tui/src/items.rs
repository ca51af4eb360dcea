//! The cards and buttons that the cursor can move to.

use crate::{seen::Seen, table::Table};

/// A card or button that the cursor can be on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A card that is face up for this player.
    Card {
        /// The pile it is in: `hand A`, `discard`, `in play B`.
        place: String,
        /// Its index in the pile.
        index: usize,
        id: String,
    },
    /// An answer that does not belong to a card on the table.
    Button {
        /// The answer in the game's notation.
        say: String,
    },
}

/// The items in three rows, as on the screen: the table, the hand, the buttons.
#[derive(Clone, Debug, Default)]
pub struct Rows(pub Vec<Vec<Item>>);

impl Rows {
    pub fn hand(&self) -> &[Item] {
        self.0.get(1).map_or(&[], Vec::as_slice)
    }

    pub fn buttons(&self) -> &[Item] {
        self.0.get(2).map_or(&[], Vec::as_slice)
    }

    /// The item reached by moving the cursor `right` columns and `down` rows. Empty rows are
    /// skipped.
    pub fn step(&self, from: Option<&Item>, right: isize, down: isize) -> Option<Item> {
        let place = from.and_then(|item| {
            let found = self.0.iter().enumerate();
            found.into_iter().find_map(|(y, row)| row.iter().position(|other| other == item).map(|x| (y, x)))
        });
        let Some((y, x)) = place else { return self.0.iter().flatten().next().cloned() };
        if down == 0 {
            let n = self.0[y].len() as isize;
            return self.0[y].get((x as isize + right).rem_euclid(n) as usize).cloned();
        }
        let mut next = y as isize + down;
        while let Some(row) = usize::try_from(next).ok().and_then(|next| self.0.get(next)) {
            if !row.is_empty() {
                // Rows have different lengths, so the column is scaled to keep the horizontal position.
                let x = x * row.len() / self.0[y].len().max(1);
                return row.get(x.min(row.len() - 1)).cloned();
            }
            next += down;
        }
        None
    }
}

/// The items of a table in its current state.
pub(crate) fn rows(table: &Table) -> Rows {
    let Some(now) = &table.now else { return Rows::default() };
    let card = |place: &str, index: usize, id: &String| Item::Card {
        place: place.to_owned(),
        index,
        id: id.clone(),
    };
    let known = |cards: Vec<String>, place: String| -> Vec<Item> {
        let seen = cards.iter().enumerate().filter(|(_, id)| *id != "??");
        seen.map(|(index, id)| card(&place, index, id)).collect()
    };
    let hand = match table.you() {
        Some(_) if table.covered() => Vec::new(),
        Some(you) => known(now.seen.hand(you), format!("hand {you}")),
        None => Vec::new(),
    };
    let mut board = Vec::new();
    if let Seen::Crazier(_) = now.seen {
        for chair in table.others() {
            let place = format!("in play {}", chair.seat);
            board.extend(known(now.seen.cards(&place), place));
        }
        if let Some(top) = now.seen.top("discard") {
            let index = now.seen.count("discard").saturating_sub(1);
            board.push(card("discard", index, &top));
        }
        if let Some(you) = table.you() {
            let place = format!("in play {you}");
            board.extend(known(now.seen.cards(&place), place));
        }
    }
    let is_visible = |id: &str| {
        board.iter().chain(&hand).any(|item| matches!(item, Item::Card { id: there, .. } if there == id))
    };
    let loose = now.offers.iter().filter(|offer| !offer.card().is_some_and(is_visible));
    let buttons = if table.covered() {
        Vec::new()
    } else {
        loose.map(|offer| Item::Button { say: offer.say.clone() }).collect()
    };
    Rows(vec![board, hand, buttons])
}

/// Assigns a key to each text: a letter of the text if one is free, otherwise a digit or any
/// free letter.
pub(crate) fn keys(texts: &[String], taken: &str) -> Vec<char> {
    let mut used: Vec<char> = taken.chars().collect();
    let mut key = |text: &String| {
        // The named suit is what tells the answers apart: `8S=H` gets H.
        let tail = text.rsplit(['=', '>']).next().filter(|tail| *tail != text).unwrap_or(text);
        // `choose B` gets B.
        let last = text.rsplit(' ').next().filter(|word| word.len() == 1).unwrap_or_default();
        let letters =
            last.chars().chain(tail.chars()).map(|c| c.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
        let found = letters.chain('1'..='9').chain('a'..='z').find(|c| !used.contains(c)).unwrap_or(' ');
        used.push(found);
        found
    };
    texts.iter().map(&mut key).collect()
}

/// The keys that are commands at every table, so buttons cannot use them.
pub(crate) const COMMANDS: &str = "hwusrq123456789";
