//! The cards and buttons that the cursor can move to, and the effects of clicks.

use eights_wire::Offer;

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

/// The effect of a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// Plays a card or presses a button.
    Item(Item),
    /// Chooses a row of a list.
    Choice(usize),
    /// The same as pressing this key.
    Key(char),
    /// Closes a popup.
    Close,
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

/// Assigns a key to each offer: if possible a letter of the part in which it differs from the others,
/// otherwise a digit or any free letter.
pub(crate) fn keys<'a>(offers: impl IntoIterator<Item = &'a Offer>, taken: &str) -> Vec<char> {
    let mut used: Vec<char> = taken.chars().collect();
    let key = |offer: &Offer| {
        let text = match (offer.whom, offer.names.last()) {
            (Some(seat), _) => seat.to_string(),
            (None, Some(name)) => name.to_string(),
            (None, None) => offer.say.clone(),
        };
        let letters = text.chars().map(|c| c.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
        let found = letters.chain('1'..='9').chain('a'..='z').find(|c| !used.contains(c)).unwrap_or(' ');
        used.push(found);
        found
    };
    offers.into_iter().map(key).collect()
}

/// The keys that are commands at every table, so buttons cannot use them.
pub(crate) const COMMANDS: &str = "hwusrq123456789";
