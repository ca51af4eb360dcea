//! What the cursor can be on: cards and the answers that are about no card.

use crate::{seen::Seen, table::Table};

/// Something the cursor can be on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A card that is seen.
    Card {
        /// Where it lies: `hand A`, `discard`, `in play B`.
        place: String,
        /// Which one from the left.
        index: usize,
        /// The card.
        id: String,
    },
    /// An answer that is about no card on the table.
    Button {
        /// Its text.
        say: String,
    },
}

/// Items in rows, as they lie on the screen: the table, the hand, the buttons.
#[derive(Clone, Debug, Default)]
pub struct Rows(pub Vec<Vec<Item>>);

impl Rows {
    /// The hand.
    pub fn hand(&self) -> &[Item] {
        self.0.get(1).map_or(&[], Vec::as_slice)
    }

    /// The buttons.
    pub fn buttons(&self) -> &[Item] {
        self.0.get(2).map_or(&[], Vec::as_slice)
    }

    /// The item so many columns and rows away. Rows without items are passed over.
    pub fn step(&self, from: Option<&Item>, right: isize, down: isize) -> Option<Item> {
        let place = from.and_then(|item| {
            let found = self.0.iter().enumerate();
            found.into_iter().find_map(|(y, row)| row.iter().position(|it| it == item).map(|x| (y, x)))
        });
        let Some((y, x)) = place else { return self.0.iter().flatten().next().cloned() };
        if down == 0 {
            let n = self.0[y].len() as isize;
            return self.0[y].get((x as isize + right).rem_euclid(n) as usize).cloned();
        }
        let mut next = y as isize + down;
        while let Some(row) = usize::try_from(next).ok().and_then(|next| self.0.get(next)) {
            if !row.is_empty() {
                // The column is kept in proportion: rows are not equally long.
                let x = x * row.len() / self.0[y].len().max(1);
                return row.get(x.min(row.len() - 1)).cloned();
            }
            next += down;
        }
        None
    }
}

/// The items of a table as it stands.
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
    let lies = |id: &str| {
        board.iter().chain(&hand).any(|item| matches!(item, Item::Card { id: there, .. } if there == id))
    };
    let loose = now.offers.iter().filter(|offer| !offer.card().is_some_and(lies));
    let buttons = match table.covered() {
        true => Vec::new(),
        false => loose.map(|offer| Item::Button { say: offer.say.clone() }).collect(),
    };
    Rows(vec![board, hand, buttons])
}

/// A key for each text: a letter of its own where one is free, else a digit.
pub(crate) fn keys(texts: &[String], taken: &str) -> Vec<char> {
    let mut used: Vec<char> = taken.chars().collect();
    let mut key = |text: &String| {
        // What is named is what people think of: `8S=H` is H.
        let tail = text.rsplit(['=', '>']).next().filter(|tail| *tail != text).unwrap_or(text);
        // `choose B` is B.
        let last = text.rsplit(' ').next().filter(|word| word.len() == 1).unwrap_or_default();
        let letters =
            last.chars().chain(tail.chars()).map(|c| c.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
        let found = letters.chain('1'..='9').chain('a'..='z').find(|c| !used.contains(c)).unwrap_or(' ');
        used.push(found);
        found
    };
    texts.iter().map(&mut key).collect()
}

/// The keys that mean something at every table.
pub(crate) const COMMANDS: &str = "hwusrq123456789";
