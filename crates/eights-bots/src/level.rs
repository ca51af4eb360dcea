//! The bots by the names people know them by.

use std::fmt;

use eights::{Dice, Seat, Viewer};
use eights_ball::Ball;
use eights_classic::Classic;
use eights_crazier::Crazier;
use eights_table::{AnyMatch, Match};

use crate::bot::{Ask, Bot, Greedy, Random, Rate};

/// How well a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Plays anything that is allowed.
    Random,
    /// Plays what looks best at a glance.
    Greedy,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Level; 2] = [Level::Random, Level::Greedy];

    /// The level of this name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.to_string() == name)
    }

    /// What people should know before they sit down with it.
    pub const fn about(self) -> &'static str {
        match self {
            Level::Random => "plays anything that is allowed",
            Level::Greedy => "plays what looks best at a glance",
        }
    }

    /// What a bot of this level would say at a seat of a match, from that
    /// seat's view alone. Nothing when the seat is not asked.
    pub fn answer(self, table: &dyn AnyMatch, seat: Seat, dice: &mut Dice) -> Option<String> {
        if let Some(table) = table.as_any().downcast_ref::<Match<Classic>>() {
            return self.choose(table, seat, dice);
        }
        if let Some(table) = table.as_any().downcast_ref::<Match<Crazier>>() {
            return self.choose(table, seat, dice);
        }
        if let Some(table) = table.as_any().downcast_ref::<Match<Ball>>() {
            return self.choose(table, seat, dice);
        }
        None
    }

    fn choose<G: Rate + eights::Stage>(
        self,
        table: &Match<G>,
        seat: Seat,
        dice: &mut Dice,
    ) -> Option<String> {
        let options = table.answers(seat);
        if options.is_empty() {
            return None;
        }
        let game: &G = table.game();
        let ask = Ask { game, seat, view: &table.view(Viewer::Seat(seat)), dice };
        let chosen = match self {
            Level::Random => Random.choose(ask, &options),
            Level::Greedy => Greedy.choose(ask, &options),
        };
        Some(game.notate(*chosen))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
        })
    }
}
