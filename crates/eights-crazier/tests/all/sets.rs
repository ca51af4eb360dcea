//! Tests of the shipped cards: they parse, print back, form complete sets and match the rulebook.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use eights_crazier::ability::{Ability, Owner};
use eights_crazier::{
    Card, CardFile, Colour, Deck, Icon, Kind, Need, ORIGINAL, Rank, SHIPPED, explain, icons, needs, parse,
    print, shipped,
};

fn file(name: &str) -> CardFile {
    shipped(name).unwrap_or_else(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{}", lines.join("\n"))
    })
}

fn card(name: &str) -> Card {
    let cards = [file("original").cards, file("many-colours").cards].concat();
    cards.into_iter().find(|card| card.name == name).expect("a shipped card")
}

#[test]
fn every_card_prints_its_own_text() {
    for name in ["original", "many-colours"] {
        for card in file(name).cards {
            assert_eq!(print(&card.abilities), card.text, "{}", card.name);
            assert_eq!(parse(&card.text), Ok(card.abilities));
        }
    }
}

#[test]
fn the_main_deck_has_one_card_of_each_colour_and_rank() {
    let cards = file("original").cards;
    assert_eq!(cards.len(), 52);
    for colour in Colour::ALL {
        for rank in Rank::ALL {
            let here = |card: &&Card| card.rank == Some(rank) && card.colours.has(colour);
            assert_eq!(cards.iter().filter(here).count(), 1, "{colour} {rank}");
        }
    }
    assert!(cards.iter().all(|card| card.colours.len() == 1));
}

#[test]
fn the_small_set_has_many_colours_and_some_cards_without_rank() {
    let cards = file("many-colours").cards;
    assert!((12..=16).contains(&cards.len()));
    assert!(cards.iter().all(|card| card.colours.len() >= 2));
    assert!(cards.iter().filter(|card| card.rank.is_none()).count() >= 6);
}

/// The cards that the rulebook names: XE-CARD-1 to XE-CARD-8.
#[test]
fn the_named_cards_are_what_the_rulebook_says() {
    let named = [
        (
            "Angel of Hope",
            None,
            None,
            Some(Kind::Asset),
            "At the beginning of your turn, a player of your choice draws a card.",
        ),
        (
            "Devious Dragon",
            None,
            None,
            Some(Kind::Asset),
            "At the beginning of your turn, destroy a card in play of your choice.",
        ),
        (
            "Castle",
            None,
            None,
            Some(Kind::Asset),
            "If an opponent would make you draw cards, draw one fewer.",
        ),
        ("Death", Some(Rank::Five), None, Some(Kind::Event), "Destroy a card in play of your choice."),
        (
            "Restoration",
            None,
            None,
            Some(Kind::Event),
            "Choose an asset from the discard pile, then put it into play under your control.",
        ),
        (
            "Trade",
            None,
            None,
            Some(Kind::Event),
            "Look at the hand of another player of your choice, then exchange a card from your hand with a card from the hand of that player.",
        ),
        ("Ferocity", None, None, Some(Kind::Event), "You may discard an additional card this turn."),
        (
            "Potion of Vitality",
            Some(Rank::Seven),
            Some(Colour::Green),
            None,
            "You may discard two additional cards this turn.",
        ),
        (
            "Forbidden Knowledge",
            Some(Rank::Seven),
            Some(Colour::Orange),
            Some(Kind::Event),
            "A player of your choice draws three cards.",
        ),
        (
            "Tempest",
            Some(Rank::Five),
            Some(Colour::Green),
            Some(Kind::Event),
            "Choose a card in play, then a player of your choice takes it into their hand.",
        ),
    ];
    for (name, rank, colour, kind, text) in named {
        let card = card(name);
        assert_eq!(card.text, text);
        assert!(rank.is_none_or(|rank| card.rank == Some(rank)), "{name}");
        assert!(colour.is_none_or(|colour| card.colours.has(colour)), "{name}");
        assert!(kind.is_none_or(|kind| card.kind == kind), "{name}");
    }
    assert!(card("Elven Princess").colours.has(Colour::Green) && card("Wood Elf").colours.has(Colour::Green));
    assert!(card("Elven Princess").text.contains("the top card of the draw pile"));
    assert!(card("Queen Guinevere").text.starts_with("At the beginning of your turn,"));
    assert_eq!(card("Queen Guinevere").kind, Kind::Asset);
    assert!(card("Spell Tome").is_eight());
    card("Malevolent Minion");
}

/// Apart from the fifteen names in the rulebook, no card has the name of a card from another game.
#[test]
fn no_name_is_borrowed_beyond_the_rulebook() {
    let theirs =
        ["king arthur", "lancelot", "mordred", "merlin", "titania", "bewitch", "allosaurus", "armageddon"];
    for name in ["original", "many-colours"] {
        for card in file(name).cards {
            assert!(!theirs.contains(&card.name.to_lowercase().as_str()), "{}", card.name);
        }
    }
}

#[test]
fn every_kind_of_ability_is_used() {
    let cards = file("original").cards;
    let kinds: HashSet<_> =
        cards.iter().flat_map(|card| &card.abilities).map(std::mem::discriminant::<Ability>).collect();
    assert_eq!(kinds.len(), 8);
    let acts: HashSet<_> = cards
        .iter()
        .flat_map(|card| &card.abilities)
        .flat_map(Ability::acts)
        .map(std::mem::discriminant)
        .collect();
    assert_eq!(acts.len(), 16, "an act that no card uses needs a card, or should go");
    let icons: HashSet<Icon> = cards.iter().flat_map(|card| icons(&card.abilities)).collect();
    assert_eq!(icons.len(), 5);
}

/// Checks every event of both sets against "Choosing cards" in the rulebook: events that make a player
/// choose a card need a candidate, and all others can be played at any time.
#[test]
fn events_need_a_candidate_for_every_choice() {
    let kind = |need: &Need| match need {
        Need::Play(_, Owner::You) => "a card of yours",
        Need::Play(_, Owner::Anyone) => "a card in play",
        Need::Play(..) => "a card of an opponent",
        Need::Discard(_) => "a discard",
        Need::Stock => "a card to reveal",
    };
    let mut found = Vec::new();
    for card in SHIPPED.iter().flat_map(|(name, _)| shipped(name).expect("a shipped set").cards) {
        let needs = needs(&card.abilities);
        assert!(
            needs.is_empty() || card.kind == Kind::Event,
            "{}: an asset may lie there and wait",
            card.name
        );
        found.extend(needs.iter().map(|need| format!("{}: {}", card.name, kind(need))));
    }
    let wanted = [
        "Crystal Gazing: a card to reveal",
        "Sweet Persuasion: a card of an opponent",
        "Tempest: a card in play",
        "Stampede: a card of yours",
        "Restoration: a discard",
        "Turning Leaves: a card in play",
        "Death: a card in play",
        "Lean Winter: a card in play",
        "Siren Song: a card of an opponent",
    ];
    assert_eq!(found, wanted);
}

#[test]
fn reading_the_deck_takes_less_than_ten_milliseconds() {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        assert!(CardFile::read("original.toml", ORIGINAL).is_ok());
        best = best.min(start.elapsed());
    }
    assert!(best < Duration::from_millis(10), "{best:?}");
}

#[test]
fn there_are_decks_for_two_to_eight_seats() {
    let (original, many) = (file("original"), file("many-colours"));
    for seats in 2..=8 {
        let deck = Deck::new(&[&original], seats).expect("a deck");
        assert_eq!(deck.len(), if seats < 5 { 52 } else { 104 });
        assert!(Deck::new(&[&original, &many], seats).is_ok());
    }
}

/// For each card, a phrase that its explanation must contain and one that it must not.
#[test]
fn explanations_say_what_they_must_and_no_more() {
    for (name, says, keeps_quiet) in [
        (
            "Gatekeeper",
            "cards can be destroyed or put on the draw pile unless another text forbids it",
            "It may still be destroyed",
        ),
        ("Ledger of Debts", "draws caused by you or an ally do not count", "choose this card"),
        ("Rising Tide", "In your own turn you may choose this card too.", "must if"),
        ("Queen of Owls", "In your own turn you may choose this card too.", "must if"),
        ("Devious Dragon", "You may choose this card, and must if there is nothing else", "In your own turn"),
        ("Riddling Sphinx", "when an opponent plays an event", "itself"),
        ("Spell Tome", "when you play an event", "itself"),
        ("Guild Hall", "Playing this card itself does not count.", "nothing else"),
        ("Patron of the Arts", "you win the game", "win of"),
        ("The Reaper King", "that player loses the game", "loss of"),
        ("Nightmare", "If this is true of several opponents, you choose one of them.", "several players"),
        (
            "Malevolent Minion",
            "If this is true of several opponents, you choose one of them.",
            "several players",
        ),
        ("Wood Elf", "an opponent has fewer cards in hand than you", "you choose one of them"),
        ("Coronation", "If there is one, you must take it.", "need not"),
        ("Royal Summons", "You may take fewer.", "need not"),
        ("Sworn Guard", "They can still be chosen", "It can still"),
    ] {
        let page = explain(&card(name)).to_string();
        assert!(page.contains(says), "{name} does not say {says:?}:\n{page}");
        assert!(!page.contains(keeps_quiet), "{name} says {keeps_quiet:?}:\n{page}");
    }
}

#[test]
fn explanations_match_their_snapshot() {
    let names = [
        "Devious Dragon",
        "Castle",
        "Trade",
        "Restoration",
        "Spell Tome",
        "Moth Librarian",
        "Mirror Maze",
        "Hungry Shadow",
        "The Reaper King",
        "Sworn Guard",
        "Lord of Storms",
        "Round Dance",
    ];
    let pages: Vec<String> = names.iter().map(|name| explain(&card(name)).to_string()).collect();
    insta::assert_snapshot!(pages.join("\n"));
}
