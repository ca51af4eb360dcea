//! Describes the rules of a sheet in words for players.

use crate::{
    rules::Crazier,
    sheet::{EarlyDiscard, MatchEnd, Teams},
};

impl Crazier {
    /// The rules in words: title and text of each topic, derived from the sheet.
    pub fn topics(&self) -> Vec<(String, String)> {
        let sheet = &self.sheet;
        let topic = |title: &str, text: String| (title.to_owned(), text);
        let discard_first = match sheet.turn.early_discard {
            EarlyDiscard::Never => "",
            EarlyDiscard::Allowed => " The card may be discarded before you draw.",
        };
        let teams = match sheet.teams {
            Teams::None => "Everybody plays alone.".to_owned(),
            Teams::Pairs => format!("Teams of two, who sit opposite each other, win together. {TEAM}"),
            Teams::Threes => format!("Teams of three, who sit evenly round the table, win together. {TEAM}"),
        };
        let games = match sheet.match_.end {
            MatchEnd::SingleGame => "One game decides.".to_owned(),
            MatchEnd::Games(n) => {
                let games = if n == 1 { "1 game".to_owned() } else { format!("{n} games") };
                let next = if n == 1 { String::new() } else { format!(" {NEXT}") };
                format!(
                    "The match has {games}: each card left in hand is a point, and the fewest points win. The winner \
                     of a game gets no points.{next}"
                )
            }
        };
        vec![
            topic(
                "The cards",
                format!(
                    "There are {} different cards; each says what it does. From {} players on, every card is there \
                     twice. Everybody begins with {} cards.",
                    self.cards.len(),
                    sheet.deck.two_decks_from,
                    sheet.deal.hand
                ),
            ),
            topic(
                "A turn",
                format!(
                    "First, abilities that happen at the beginning of your turn; then you draw a card; then you may \
                     play one card for its effect and discard one, in either order; last, abilities that happen at the \
                     end of your turn.{discard_first}"
                ),
            ),
            topic(
                "Discarding",
                "A discard shares a colour or the rank with the top card, or is an eight; a player who discards an \
                 eight names the colour that must follow. A discard has no effect."
                    .to_owned(),
            ),
            topic(
                "Playing",
                "An event has its effect and goes to the bottom of the discard pile. An asset is put into play \
                 in front of you, and its text holds while it is there. Destroyed cards go to the bottom of the discard \
                 pile."
                    .to_owned(),
            ),
            topic(
                "Running out of cards",
                "When a card must be drawn and the draw pile is empty, the discard pile without its top card is \
                 shuffled into a new draw pile. When more cards are looked at or revealed than the draw pile has, it \
                 is shuffled and put under the draw pile first. When nothing is left to shuffle either, drawing is \
                 impossible: the game is over, and the fewest cards in hand win."
                    .to_owned(),
            ),
            topic(
                "Winning",
                "The first player with no card left in hand wins at once, before any effect of the last card. A \
                 player who loses leaves the game; the last one left wins."
                    .to_owned(),
            ),
            topic("Teams", teams),
            topic("The match", games),
        ]
    }
}

/// Rules that apply to every team. (XE-TEAM-1, XE-TEAM-2)
const TEAM: &str = "If one of them loses, all of them lose. Allies see each other's hands. A team takes its turn together: \
                    each phase is done by all its members before the next one begins, and in the main phase they act in \
                    any order.";

/// Who starts the next game in a match for points. (XE-PTS-1)
const NEXT: &str = "The player with the most points begins the next game; of several, the first to the left of the \
                    player who began the last one.";
