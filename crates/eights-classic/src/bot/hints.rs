//! How far chances of winning are from the shares of simulated games, by rule set.
//!
//! Each line was fitted to 800 to 17,000 hands of a player who follows the hints against an `expert`, as `eights lab
//! calibrate` prints it (docs/bots.md, "Hints"). `last-card` needed none.

use eights_kit::HintCorrection;

use crate::{SeatView, rules::Classic, sheet::Drawing};

/// For two players, by the title of the sheet.
const MEASURED: [(&str, HintCorrection); 12] = [
    ("Action cards", by(-0.28, 0.42)),
    ("Basic game", by(0.16, -0.78)),
    ("Mau-Mau", by(0.18, 0.0)),
    ("OpenSpiel", by(-0.05, -0.26)),
    ("Pesten", by(0.24, -0.12)),
    ("Pick-up", by(0.53, -0.89)),
    ("Prší", by(0.07, 0.27)),
    ("Rockaway", by(0.23, -0.48)),
    ("Score race", by(-0.22, 0.38)),
    ("Swedish Rummy", by(0.17, -0.93)),
    ("Switch", by(0.11, 0.29)),
    ("Tschau Sepp", by(0.0, 0.76)),
];

/// For two players who may draw as long as they like, as in the basic game and in Swedish Rummy.
const FREE_DRAWING: HintCorrection = by(0.17, -0.85);

/// For four players and more where rollouts are fast: -0.12, -0.09 and -0.14 in three rule sets. With three there is
/// nothing to correct in `openspiel`.
const MANY_PLAYERS: HintCorrection = by(-0.12, 0.0);

const fn by(shift: f32, stretch: f32) -> HintCorrection {
    HintCorrection { shift, stretch }
}

pub(super) fn correction(game: &Classic, seat_view: SeatView<'_>) -> HintCorrection {
    let fast = seat_view.has_fast_rollout();
    match seat_view.public().seats {
        2 => {
            let measured = MEASURED.iter().find(|(title, _)| *title == game.sheet.title);
            let draws_freely = fast && game.rules.choices.draw == Drawing::UntilWilling;
            let of_its_kind = if draws_freely { FREE_DRAWING } else { HintCorrection::default() };
            measured.map_or(of_its_kind, |(_, correction)| *correction)
        }
        4.. if fast => MANY_PLAYERS,
        _ => HintCorrection::default(),
    }
}
