//! A position in the middle of a hand, for asking why an answer is refused.

use eights::{Dice, Game, Position, Seat, Seed, Setup, Silent, Turn, Viewer, option_said};
use eights_classic::{Classic, State};

use crate::common::with;

pub(crate) struct Table {
    pub(crate) game: Classic,
    pub(crate) state: State,
}

impl Table {
    /// `hands` are separated by slashes; `lines` are the other lines of the position.
    pub(crate) fn new(name: &str, overrides: &str, hands: &str, lines: &[(&str, &str)]) -> Table {
        let game = with(name, overrides);
        let position = Position {
            hands: hands.split('/').map(|hand| hand.trim().to_owned()).collect(),
            lines: lines.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
            shuffle: None,
        };
        let (_, state) = game.set_up(&position).expect("a position");
        Table { game, state }
    }

    pub(crate) fn play(mut self, said: &str) -> Table {
        let seat = match self.game.turn(&self.state) {
            Turn::Act(seat) => seat,
            Turn::Over(_) => panic!("the hand is over"),
        };
        let action = option_said(&self.game, &self.state, seat, said).expect("a legal answer");
        let mut dice = Dice::at(&Seed::from_number(1), 1);
        self.game.apply(&mut self.state, seat, action, &mut dice, &mut Silent).expect("a legal answer");
        self
    }

    pub(crate) fn why(&self, seat: &str, said: &str) -> String {
        let seat = Seat::from_letter(seat).expect("a seat");
        self.game.why_not(&self.game.view(&self.state, Viewer::Seat(seat)), seat, said)
    }

    #[track_caller]
    pub(crate) fn says(&self, said: &str, sentence: &str) -> &Table {
        assert_eq!(self.why("A", said), sentence);
        self
    }
}

pub(crate) fn race(hands: &str, top: &str) -> Table {
    Table::new("score-race", "", hands, &[("discard", top), ("turn", "A")])
}

pub(crate) fn with_rules(overrides: &str, hands: &str, top: &str) -> Table {
    Table::new("score-race", overrides, hands, &[("discard", top), ("turn", "A")])
}
