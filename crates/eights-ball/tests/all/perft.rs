//! Perft counts. They guard against unintended changes; they do not prove any rule.

use eights::{Position, Seed, Setup, perft};

/// Deals by seed, and the perft counts at depths 1 to 4.
const DEALS: [(u64, [u64; 4]); 3] =
    [(1, [4, 48, 240, 2328]), (2, [6, 42, 458, 3022]), (3, [10, 38, 424, 2592])];

#[test]
fn perft_counts_from_a_deal() {
    let ball = crate::common::unasked();
    for (number, counts) in DEALS {
        let seed = Seed::from_number(number);
        let state = crate::common::deal(&ball, &seed);
        let found = [1, 2, 3, 4].map(|depth| perft(&ball, &state, depth, &seed));
        assert_eq!(found, counts, "deal {number}");
    }
}

/// The dealer's choice changes nothing else, so there are twice as many lines, each one answer longer.
#[test]
fn the_choice_of_balls_doubles_the_perft_counts() {
    let (asked, unasked) = (crate::common::standard(), crate::common::unasked());
    for (number, counts) in DEALS {
        let seed = Seed::from_number(number);
        let [with, without] = [&asked, &unasked].map(|ball| crate::common::deal(ball, &seed));
        for (depth, n) in (1..).zip(counts) {
            assert_eq!(perft(&unasked, &without, depth, &seed), n);
            assert_eq!(perft(&asked, &with, depth + 1, &seed), 2 * n, "deal {number}, {depth} answers");
        }
    }
}

/// A busy table: shots, combos, blocks, both piles, and the 8-ball within reach.
#[test]
fn perft_counts_from_a_busy_table() {
    let ball = crate::common::standard();
    let lines = [
        ("table", "NW blue-red, N green, NE red-green, SE yellow-maroon, S blue"),
        ("discard", "cue-maroon stick-maroon"),
        ("pocketed A", "yellow purple orange green maroon"),
        ("pocketed B", "yellow blue red purple orange"),
        ("stock", "block-wild pocket-maroon block-green pocket-red ..."),
    ];
    let position = Position {
        shuffle: None,
        hands: vec![
            "stick-blue cue-blue stick-red cue-red".into(),
            "stick-green cue-green pocket-green block-blue".into(),
        ],
        lines: lines.map(|(key, value)| (key.to_owned(), value.to_owned())).into(),
    };
    let (_, state) = ball.set_up(&position).expect("a sound position");
    let found = [1, 2, 3, 4, 5].map(|depth| perft(&ball, &state, depth, &Seed::from_number(8)));
    assert_eq!(found, [15, 110, 892, 7201, 62364]);
}
