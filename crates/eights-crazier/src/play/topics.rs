//! The rules of a sheet in words for players.

use super::{
    rules::Crazier,
    sheet::{EarlyDiscard, MatchEnd, Teams},
};

impl Crazier {
    /// The rules in words: title and text of each topic, made from what the sheet says.
    pub fn topics(&self) -> Vec<(String, String)> {
        let sheet = &self.sheet;
        let topic = |title: &str, text: String| (title.to_owned(), text);
        let discard_first = match sheet.turn.early_discard {
            EarlyDiscard::Never => "",
            EarlyDiscard::Allowed => " The card may be discarded before you draw.",
        };
        let teams = match sheet.teams {
            Teams::None => "Everybody plays alone.".to_owned(),
            Teams::Pairs => "Teams of two, who sit opposite each other, win together.".to_owned(),
            Teams::Threes => "Teams of three, who sit evenly round the table, win together.".to_owned(),
        };
        let games = match sheet.match_.end {
            MatchEnd::SingleGame => "One game decides.".to_owned(),
            MatchEnd::Games(n) => format!(
                "The match has {n} {}: each card left in hand is a point, and the fewest points win.",
                if n == 1 { "game" } else { "games" }
            ),
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
                    "What happens at the beginning of your turn happens; you draw a card; then you may play one card \
                     for its effect and discard one, in either order; then what happens at the end of your turn \
                     happens.{discard_first}"
                ),
            ),
            topic(
                "Discarding",
                "A discard shares a colour or the rank with the top card, or is an eight; who discards an eight \
                 names the colour that must follow. A discard has no effect."
                    .to_owned(),
            ),
            topic(
                "Playing",
                "An event has its effect and goes to the bottom of the discard pile. An asset is put into play \
                 before you, and its text holds while it is there. Destroyed cards go to the bottom of the discard \
                 pile."
                    .to_owned(),
            ),
            topic(
                "Winning",
                "Whoever has no card left in hand wins at once, before any effect of the last card. A player who \
                 loses leaves the game; the last one left wins. When drawing is impossible, the fewest cards in hand \
                 win."
                    .to_owned(),
            ),
            topic("Teams", teams),
            topic("The match", games),
        ]
    }
}
