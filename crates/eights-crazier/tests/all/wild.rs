//! Plays games with generated cards and random answers. Nothing panics or hangs, no card is lost, and
//! the laws hold.

use eights::{Dice, Game, Opening, Referee, Seat, Seed, Silent, Turn, Viewer, laws};
use eights_crazier::ability::Ability;
use eights_crazier::{Card, CardFile, Colour, Colours, Crazier, Kind, Rank, print, sense};
use proptest::prelude::*;

use crate::trees;

fn cases(cases: u32) -> ProptestConfig {
    let cases = std::env::var("WILD_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(cases);
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 400, ..ProptestConfig::default() }
}

/// A deck of generated abilities, leaving out those that make no sense on either kind of card.
fn deck(abilities: Vec<(Ability, Option<Ability>, u8)>) -> Option<CardFile> {
    let mut cards = Vec::new();
    for (number, (ability, second, look)) in abilities.into_iter().enumerate() {
        let kind = Kind::ALL.into_iter().find(|kind| sense(*kind, &ability).is_empty());
        let Some(kind) = kind else { continue };
        let mut abilities = vec![ability];
        abilities.extend(second.filter(|second| sense(kind, second).is_empty()));
        let colour = Colour::ALL[number % 4];
        let mut colours: Colours = [colour].into_iter().collect();
        if look > 200 {
            colours = colours.with(Colour::ALL[look as usize % 4]);
        }
        let rank = (look < 230).then(|| Rank::ALL[number % 13]);
        let text = print(&abilities);
        cards.push(Card { name: format!("Card {number}"), rank, colours, kind, text, abilities });
    }
    let lines = vec![1; cards.len()];
    let [file, title, about, credit] = ["generated"; 4].map(str::to_owned);
    (cards.len() >= 26).then_some(CardFile { file, title, about, credit, cards, lines })
}

fn some_deck() -> impl Strategy<Value = CardFile> {
    let card = (trees::ability(), prop::option::of(trees::ability()), any::<u8>());
    prop::collection::vec(card, 50..90).prop_filter_map("enough that makes sense", deck)
}

fn game(file: CardFile, with: &str) -> Option<Crazier> {
    match Crazier::read_with(&crate::common::document(with), vec![file]) {
        Ok(game) => Some(game),
        Err(problems) if problems.iter().all(|problem| problem.message.contains("no eight")) => None,
        Err(problems) => panic!("{problems:?}"),
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// Each byte selects one of the legal answers, and no card ever disappears.
    #[test]
    fn generated_cards_never_lose_a_card(file in some_deck(), bytes in prop::collection::vec(any::<u8>(), 50..600), n_seats in 2u8..=4) {
        let with = "deal.hand = 5, players.max = 4, deck.two-decks-from = 2, fuel = 200";
        let Some(game) = game(file, with) else { return Ok(()) };
        let seed = Seed::from_number(bytes[0].into());
        let mut state = crate::common::deal(&game, n_seats, &seed);
        let all = game.pack(n_seats).len();
        for (step, byte) in bytes.iter().enumerate() {
            let Turn::Act(seat) = game.turn(&state) else { break };
            let mut options = Vec::new();
            game.legal(&state, seat, &mut options);
            prop_assert!(!options.is_empty());
            let action = options[*byte as usize % options.len()];
            game.apply(&mut state, seat, action, &mut Dice::at(&seed, step as u64 + 1), &mut Silent).expect("listed");
            let view = game.view(&state, Viewer::Referee(Referee::trusted()));
            prop_assert_eq!(view.table.n_cards(), all);
        }
    }

    /// The laws, for cards that can do anything. The law of two worlds holds for the shipped cards
    /// (`laws.rs`), but generated cards break it occasionally: from the order of events, one player may
    /// infer what another holds.
    #[test]
    fn generated_cards_keep_the_laws(file in some_deck(), number in any::<u64>(), n_seats in 2u8..=4, pairs in any::<bool>()) {
        let with = "deal.hand = 5, players.max = 4, deck.two-decks-from = 2";
        let teams = ", players.min = 4, teams = pairs";
        let Some(game) = game(file, &format!("{with}{}", if pairs { teams } else { "" })) else { return Ok(()) };
        let n_seats = if pairs { 4 } else { n_seats };
        let opening = Opening::first(n_seats, Seat::A);
        laws::check_one_world(&game, &opening, &Seed::from_number(number), 120);
    }
}
