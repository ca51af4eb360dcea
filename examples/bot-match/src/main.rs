//! Plays a match between bots of any registered game, and verifies its journal.
//!
//! `cargo run -p bot-match -- crazy-8-ball expert`

use std::error::Error;

use eights::{Dice, Seat, Seed};
use eights_bots::BotKind;
use eights_match::{Catalog, Shipped, journal};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, bot] = &args[..] else { return Err("name a game and a bot".into()) };
    println!("{}", play(game, bot)?);
    Ok(())
}

/// Plays a match by the default rules of a game, the same bot at every seat.
fn play(game: &str, bot: &str) -> Result<String, Box<dyn Error>> {
    let kind = BotKind::named(bot)?;
    let catalog = Catalog::new(&Shipped);
    let rules = catalog.rules(game, "", "").map_err(|problems| format!("{problems:?}"))?;
    let (seed, n_seats) = (Seed::from_number(1), *rules.seats().start());
    let mut table = rules.start(n_seats, seed.clone())?;
    let mut bots: Vec<_> = Seat::first(n_seats).map(|seat| table.sit(kind, seat)).collect();
    let mut dice = Dice::at(&seed, u64::MAX);
    let mut entries = Vec::new();
    while let Some(seat) = table.asks() {
        bots.iter_mut().for_each(|bot| bot.observe(table.as_ref()));
        let answer = bots[seat.index()].answer(table.as_ref(), &mut dice).ok_or("a bot had no answer")?;
        entries.push(table.act(seat, &answer)?);
    }
    let written = journal::write(&rules.head(n_seats, &seed), &entries);
    let replayed = journal::replay(&catalog, &written)?;
    if !replayed.is_over() {
        return Err("the replay of the journal is not over".into());
    }
    Ok(format!("{}: {} answers, replayed from its journal", rules.title, entries.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_play_every_game() {
        for game in Catalog::games() {
            println!("{}", play(game.id, "search:5").unwrap());
        }
    }
}
