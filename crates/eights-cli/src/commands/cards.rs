//! `eights cards`: lists, shows, explains and checks the cards of Crazier Eights.

use std::{collections::BTreeMap, fmt::Write as _, io::Write, path::PathBuf};

use anyhow::bail;
use eights::{Seat, Sight};
use eights_crazier::{Card, CardFile, Crazier, Deck, Face, Pile, SHIPPED, View, explain, icons, shipped};
use eights_match::Catalog;
use serde_json::{Value, json};

use crate::{
    Ending, FAILED, FINE,
    files::{self, Files},
    trying::{Trying, With},
    work::Work,
};

/// List, show, explain and check cards of Crazier Eights
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// List the cards of a set
    List {
        /// A shipped set (original, many-colours) or the path of a card file
        #[arg(default_value = "original")]
        set: String,
        /// Print all shipped cards as one JSON object, by id
        #[arg(long, conflicts_with = "set")]
        json: bool,
    },
    /// Print a card in full
    Show {
        /// Its name or id, e.g. devious-dragon
        card: String,
        /// The card set or card file to look in; all shipped sets if not given
        #[arg(long)]
        set: Option<String>,
    },
    /// Explain what a card does, step by step, and what is easily overlooked
    Explain {
        /// Its name or id, e.g. devious-dragon
        card: String,
        /// The card set or card file to look in; all shipped sets if not given
        #[arg(long)]
        set: Option<String>,
    },
    /// Check card files and report everything that is wrong with them
    Check {
        /// The card files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Also check that the files together make a deck for this many players
        #[arg(long, short)]
        seats: Option<usize>,
        #[command(flatten)]
        trying: Trying,
    },
}

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Ending {
    match command {
        Command::List { json: true, .. } => {
            writeln!(out, "{}", serde_json::to_string_pretty(&printed()?)?)?;
            Ok(FINE)
        }
        Command::List { set, .. } => {
            let set = open(set)?;
            writeln!(out, "{}: {} cards\n{}\n", set.title, set.cards.len(), set.about.trim())?;
            set.cards.iter().try_for_each(|card| writeln!(out, "{}", line(card)))?;
            Ok(FINE)
        }
        Command::Show { card, set } => {
            let card = find(card, set.as_deref())?;
            writeln!(out, "{}", line(&card))?;
            let signs: Vec<String> = icons(&card.abilities).iter().map(|icon| format!("{icon:?}")).collect();
            if !signs.is_empty() {
                writeln!(out, "Signs: {}", signs.join(", ").to_lowercase())?;
            }
            Ok(FINE)
        }
        Command::Explain { card, set } => {
            write!(out, "{}", explain(&find(card, set.as_deref())?))?;
            Ok(FINE)
        }
        Command::Check { files, seats, trying } => {
            let ending = check(files, *seats, out)?;
            if ending == FINE && trying.wanted() { try_out(files, trying, out) } else { Ok(ending) }
        }
    }
}

fn check(paths: &[PathBuf], seats: Option<usize>, out: &mut impl Write) -> Ending {
    let (mut sets, mut ending) = (Vec::new(), FINE);
    for path in paths {
        let shown = path.display().to_string();
        match CardFile::read(&shown, &files::read(path)?) {
            Ok(set) => {
                writeln!(out, "{shown}: fine, {} cards", set.cards.len())?;
                sets.push(set);
            }
            Err(problems) => {
                ending = FAILED;
                problems.iter().try_for_each(|problem| writeln!(out, "{problem}"))?;
            }
        }
    }
    if let (FINE, Some(seats)) = (ending, seats) {
        let together: Vec<&CardFile> = sets.iter().collect();
        match Deck::new(&together, seats) {
            Ok(deck) => writeln!(out, "a deck of {} cards for {seats} players", deck.len())?,
            Err(problems) => {
                ending = FAILED;
                problems.iter().try_for_each(|problem| writeln!(out, "{problem}"))?;
            }
        }
    }
    Ok(ending)
}

/// Plays games with the cards: on their own if they make a deck, otherwise together with the
/// original ones.
fn try_out(paths: &[PathBuf], trying: &Trying, out: &mut impl Write) -> Ending {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let shelf = Files::here();
    let catalog = Catalog::new(&shelf);
    let deck = |cards: &str| catalog.rules_with_cards("crazier-eights", "", "", cards);
    let alone = names.join(",");
    let together = format!("original,{alone}");
    let (cards, rules) = match deck(&alone) {
        Ok(rules) => (&alone, rules),
        Err(problems) => (&together, deck(&together).map_err(|_| files::complain(problems))?),
    };
    trying.run(&names[0], &rules, With::Cards(cards), &Work::new(0)?, false, out)
}

/// The printed face of each shipped card, by id.
fn printed() -> anyhow::Result<BTreeMap<String, Value>> {
    let mut cards = BTreeMap::new();
    for (set, _) in SHIPPED {
        for card in open(set)?.cards {
            let rank = card.rank.map(|rank| rank.to_string());
            let face = json!({
                "name": card.name, "rank": rank, "colours": card.colours, "kind": card.kind.word(),
                "text": card.text, "icons": icons(&card.abilities),
            });
            cards.insert(card.id(), face);
        }
    }
    Ok(cards)
}

fn open(set: &str) -> anyhow::Result<CardFile> {
    let read = if SHIPPED.iter().any(|(name, _)| *name == set) {
        shipped(set)
    } else {
        CardFile::read(set, &files::read(&PathBuf::from(set))?)
    };
    read.map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        anyhow::anyhow!("{}", lines.join("\n        "))
    })
}

fn find(name: &str, set: Option<&str>) -> anyhow::Result<Card> {
    let sets: Vec<&str> =
        set.map_or_else(|| SHIPPED.iter().map(|(name, _)| *name).collect(), |set| vec![set]);
    let mut ids = Vec::new();
    for set in sets {
        for card in open(set)?.cards {
            if card.id().eq_ignore_ascii_case(name) || card.name.eq_ignore_ascii_case(name) {
                return Ok(card);
            }
            ids.push(card.id());
        }
    }
    let near = eights_config::nearest(name, ids.iter().map(String::as_str));
    bail!("there is no card {name:?}{}", near.map_or(String::new(), |near| format!("; did you mean {near}?")))
}

/// A card with its full text.
fn line(card: &Card) -> String {
    let rank = card.rank.map(|rank| format!(" {rank}")).unwrap_or_default();
    format!("{} ({}{rank}, {})\n    {}", card.id(), card.colours, card.kind.word(), card.text)
}

/// The table as a player sees it before answering: piles, assets and their own hand, each card
/// with its text.
pub(crate) fn table(game: &Crazier, view: &View, you: Seat) -> String {
    let mut text = String::new();
    let card = |sight: &Sight<Face>| match sight {
        Sight::Face(face) => line(game.card(*face)),
        Sight::Back => "??".to_owned(),
    };
    let top = view.table.top(Pile::Discard);
    let top = top
        .as_ref()
        .map_or("none".to_owned(), |sight| card(sight).lines().next().unwrap_or_default().to_owned());
    let named = view.public.named.map_or(String::new(), |colour| format!(" naming {colour}"));
    let _ = writeln!(text, "Top: {top}{named} · draw pile {}", view.table.pile(Pile::Stock).len());
    for seat in Seat::first(view.public.seats) {
        let n = view.table.pile(Pile::Hand(seat)).len();
        let mark = if seat == you { " (you)" } else { "" };
        let _ = writeln!(text, "{seat}{mark}: {n} cards in hand");
        let assets = view.table.pile(Pile::Play(seat));
        for sight in assets {
            let _ = writeln!(text, "  in play: {}", card(sight).replace('\n', "\n  "));
        }
    }
    let _ = writeln!(text, "Your hand:");
    let hand = view.table.pile(Pile::Hand(you));
    for sight in hand {
        let _ = writeln!(text, "  {}", card(sight).replace('\n', "\n  "));
    }
    text
}
