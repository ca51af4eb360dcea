//! Every explanation is one sentence and never permits an illegal answer.

use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_classic::{Action, Classic, State};
use proptest::prelude::*;

use crate::common::with;

/// Rule sets that have many reasons to refuse an answer.
const RULES: [(&str, &str); 15] = [
    ("score-race", ""),
    ("action", "jump-in = identical, deck.packs = 2"),
    ("action-stacking", "several.matching = any, players.max = 5, finish.ban = special"),
    (
        "action-stacking",
        "several.matching = first, players.max = 5, deck.jokers = 2, cards.joker = [\"wild\"]",
    ),
    (
        "pickup",
        "penalty.answer = any-draw-card, cards.8 = [\"wild\", \"skip\"], wild.same-suit = must-differ",
    ),
    ("openspiel", "stock.empty = reshuffle"),
    ("score-race", "wild.names = suit-or-rank, wild.when = must-match, starter.wild = dealer-names"),
    ("score-race", "wild.when = \"not-on-wild\", last-card.forgot = 2, last-card.noticed = when-caught"),
    (
        "score-race",
        "turn.after-draw = must-play-drawn, turn.draw = { up-to = 3 }, turn.duty = may-draw-never-pass",
    ),
    (
        "score-race",
        "cards.7 = [{ swap-hands = \"chosen\" }], cards.5 = [{ again = \"fitting\" }], hand.ends = play-on",
    ),
    ("score-race", "match.end = { countdown = 8 }, finish.ban = draw"),
    ("score-race", "match.end = { countdown = 8 }, wild.names = own-suit, starter.wild = first-player-names"),
    ("score-race", "starter.wild = own-suit, starter.special = as-dealer-play, turn.follow = rank"),
    (
        "pickup",
        "several.shape = same-rank, several.matching = any, cards.K = [{ cancel = \"all\" }], starter.wild = anything-follows",
    ),
    (
        "score-race",
        "hand.limit = 9, wild.names = own-suit, turn.draw = until-playable, turn.after-draw = may-play-any",
    ),
];

/// A hand after this many random answers.
fn somewhere(game: &Classic, n_seats: u8, seed: u64, steps: u64) -> State {
    let seed = Seed::from_number(seed);
    let mut state = game.deal(&Opening::first(n_seats, Seat::A), &mut Dice::at(&seed, 0), &mut Silent);
    for step in 1..=steps {
        let Turn::Act(seat) = game.turn(&state) else { break };
        let mut options = Vec::new();
        game.legal(&state, seat, &mut options);
        let mut dice = Dice::at(&seed, step);
        let action = options[dice.below(options.len() as u32) as usize];
        game.apply(&mut state, seat, action, &mut dice, &mut Silent).expect("taken from the legal list");
    }
    state
}

fn one_sentence(text: &str, said: &str) {
    assert!(
        text.ends_with('.') && !text.contains('\n') && !text.contains("That answer is not open to you now"),
        "{said:?}: {text}"
    );
    // A quoted answer may contain anything.
    let quotes = text.contains('"');
    assert!(quotes || (!text.contains(". ") && text.len() > 10 && !text.contains("  ")), "{said:?}: {text}");
}

fn checked(rules: usize, seed: u64, steps: u64, extra: &str) {
    let (name, overrides) = RULES[rules];
    let game = with(name, overrides);
    let (least, most) = game.seats().into_inner();
    let n_seats = least + (seed % u64::from(most.min(5) - least + 1)) as u8;
    let state = somewhere(&game, n_seats, seed, steps);
    for seat in Seat::first(n_seats + 1) {
        let view = game.view(&state, Viewer::Seat(seat));
        let mut options = Vec::new();
        game.legal(&state, seat, &mut options);
        let options: Vec<(String, Action)> =
            options.into_iter().map(|action| (game.notate(action), action)).collect();
        for (text, action) in &options {
            let said = game.why_not(&view, seat, text);
            let play = action.as_lay().is_some();
            assert!(
                if play { said == format!("{text} may be played.") } else { said.contains("may") },
                "{text}: {said}"
            );
        }
        let refused = |said: &str| {
            let text = game.why_not(&view, seat, said);
            let open =
                eights::said_among(&game, &options.iter().map(|option| option.1).collect::<Vec<_>>(), said)
                    .is_some();
            assert!(open || !text.ends_with("may be played."), "{said:?}: {text}");
            if !open {
                one_sentence(&text, said);
            }
        };
        for face in (0..64).map(|i| game.printed().at(i)) {
            for tail in ["", "=H", "=7", ">B", "!", "=S>A!", "+5H", "+5C=D"] {
                refused(&format!("{face}{tail}"));
            }
        }
        for said in [
            "draw",
            "pass",
            "done",
            "catch A",
            "catch B",
            "catch P",
            "=C",
            "=A",
            "5C+5D+5H+5S",
            "1S+1T",
            "14Q=T",
            "",
            extra,
        ] {
            refused(said);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn explanations_hold_in_any_position(rules in 0..RULES.len(), seed in 0u64..1000, steps in 0u64..120, extra in ".{0,60}") {
        checked(rules, seed, steps, &extra);
    }

    #[test]
    fn explanations_hold_for_anything_like_an_answer(rules in 0..RULES.len(), extra in "[0-9AJQKTCDHS*+=>! ]{0,12}|(catch|=|!)[A-Z0-9]{0,3}") {
        checked(rules, 1, 4, &extra);
    }
}
