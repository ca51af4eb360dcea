//! Checks the laws of all games for 2 to 8 seats, alone and in teams, with both card sets.
//! `LAWS_TIMES=20` plays twenty times as many games.

use eights::{Dice, Game, Opening, Position, Seat, Seed, Setup, Silent, Turn, laws};
use eights_crazier::{Action, Crazier};

/// Checks random games of one rule set, for every possible number of seats.
fn keeps_the_laws(overrides: &str, games: u64, limit: u64) {
    let game = crate::common::with(overrides);
    let (least, most) = eights::Game::seats(&game).into_inner();
    let size = game.sheet().teams.size();
    let seats: Vec<u8> = (least..=most).filter(|n| n % size == 0).collect();
    let mut over = 0;
    let times = std::env::var("LAWS_TIMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    for i in 0..games * times {
        let n_seats = seats[i as usize % seats.len()];
        let opening = Opening::first(n_seats, Seat::new(i as usize % n_seats as usize));
        over += u64::from(laws::check(&game, &opening, &Seed::from_number(i), limit).over);
    }
    assert!(over > 0, "{overrides}: no game of {games} came to an end");
}

#[test]
fn the_main_deck_keeps_the_laws() {
    keeps_the_laws("", 42, 500);
}

#[test]
fn both_sets_keep_the_laws() {
    keeps_the_laws(crate::common::BOTH, 42, 500);
}

#[test]
fn games_of_two_keep_the_laws() {
    keeps_the_laws(&format!("{}, players.max = 2", crate::common::BOTH), 60, 900);
}

#[test]
fn teams_keep_the_laws() {
    keeps_the_laws("teams = pairs, players.min = 4", 18, 500);
    keeps_the_laws(
        &format!("teams = threes, players.min = 6, players.max = 6, {}", crate::common::BOTH),
        6,
        500,
    );
}

#[test]
fn options_keep_the_laws() {
    keeps_the_laws("turn.early-discard = allowed, players.max = 4", 12, 400);
    keeps_the_laws("deal.hand = 1, players.max = 4", 12, 400);
    keeps_the_laws("deck.two-decks-from = 2, players.max = 3, deal.hand = 12", 9, 400);
    keeps_the_laws("match.end = { games = 3 }, players.max = 3", 6, 400);
}

/// An opponent who declined to look is asked about cards that only another opponent has seen. *Yes* is
/// offered whether or not there is an ace, because leaving it out would tell.
#[test]
fn a_question_about_unseen_cards_can_be_answered_with_yes() {
    let cards = "title = \"One card\"\nabout = \"-\"\ncredit = \"-\"\n\
        [[card]]\nname = \"Lottery\"\ncolours = [\"blue\"]\nkind = \"event\"\n\
        text = \"Each opponent may look at the top two cards of the draw pile, then that player may take an \
        ace of your choice from among them into their hand.\"\n";
    let fetch = |name: &str| (name == "one.toml").then(|| cards.to_owned());
    let game =
        Crazier::read_cards(&crate::common::document(""), "original, one.toml", &fetch).expect("a deck");
    let [b, c] = [Seat::new(1), Seat::new(2)];
    for (stock, takes) in [("wood-elf ferocity ...", false), ("wood-elf rising-tide ...", true)] {
        let hands = ["lottery trade", "nightmare death", "castle market-day"].map(str::to_owned).to_vec();
        let mut position = Position { hands, ..Position::default() };
        let lines = [("discard", "first-shoots"), ("stock", stock)];
        position.lines.extend(lines.map(|(key, value)| (key.to_owned(), value.to_owned())));
        let mut state = game.set_up(&position).expect("a position").1;
        let lottery = game.names().find("lottery").expect("a card of this deck");
        for (step, (seat, action)) in
            [(Seat::A, Action::Play(lottery)), (b, Action::Yes), (c, Action::No)].into_iter().enumerate()
        {
            let mut dice = Dice::at(&Seed::from_number(1), step as u64);
            game.apply(&mut state, seat, action, &mut dice, &mut Silent).expect("a legal answer");
        }
        let mut options = Vec::new();
        game.legal(&state, c, &mut options);
        assert_eq!(options, [Action::Yes, Action::No], "{stock}");
        let dice = &mut Dice::at(&Seed::from_number(1), 3);
        game.apply(&mut state, c, Action::Yes, dice, &mut Silent).expect("a legal answer");
        assert_eq!(game.turn(&state), Turn::Act(Seat::A), "A chooses the ace, or goes on without one");
        options.clear();
        game.legal(&state, Seat::A, &mut options);
        let chooses = options.iter().any(|option| matches!(option, Action::Card { .. }));
        assert_eq!(chooses, takes, "{stock}");
    }
}
