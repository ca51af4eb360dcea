//! Crazy Eights at a glance.

use eights::{Seat, Sight};
use eights_classic::{Action, Answer, Classic, Face, Lay, Pile, View};

use crate::bot::Rate;

impl Rate for Classic {
    fn rate(&self, view: &View, seat: Seat, option: Action) -> i32 {
        match option.answer() {
            Answer::Catch(_) => 10_000,
            Answer::Play(lay) => 1_000 + rate_lay(self, view, seat, &lay),
            Answer::Name(name) => {
                name.as_suit().map_or(0, |suit| held(view, seat, |face| face.suit() == suit))
            }
            Answer::Done => 500,
            Answer::Draw => 100,
            Answer::Pass => 0,
        }
    }
}

/// More cards at once and dear cards first; wild cards are kept for need,
/// penalties for a neighbour who is nearly out.
fn rate_lay(game: &Classic, view: &View, seat: Seat, lay: &Lay) -> i32 {
    let left = hand(view, seat).len() - lay.len();
    if left == 0 {
        return 5_000;
    }
    let nearest = others(view, seat).map(|other| hand(view, other).len()).min().unwrap_or(7) as i32;
    let mut rate = 40 * lay.len() as i32 + i32::from(game.value(lay.top)).min(20) + i32::from(lay.call) * 5;
    if game.is_wild(lay.top) {
        // The last but one card may well be wild: whatever is left then fits.
        rate -= if left == 1 { 0 } else { 80 };
        let suit = lay.name.as_suit().or(Some(lay.top.suit()));
        let fits = |face: &Face| suit == Some(face.suit()) || lay.name.as_rank() == Some(face.rank());
        rate += 4 * held(view, seat, |face| fits(&face) && face != lay.top);
    } else {
        rate += 3 * held(view, seat, |face| face.suit() == lay.top.suit() && face != lay.top);
    }
    if game.is_special(lay.top) {
        rate += if nearest <= 2 { 60 } else { -10 };
    }
    if let Some(whom) = lay.whom {
        rate += 20 - hand(view, whom).len() as i32;
    }
    rate
}

fn hand(view: &View, seat: Seat) -> &[Sight<Face>] {
    view.table.pile(Pile::Hand(seat))
}

fn others(view: &View, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
    view.public.playing.iter().filter(move |other| *other != seat)
}

/// How many cards of a kind the seat holds.
fn held(view: &View, seat: Seat, test: impl Fn(Face) -> bool) -> i32 {
    let is = |sight: &&Sight<Face>| matches!(sight, Sight::Face(face) if !face.is_joker() && test(*face));
    hand(view, seat).iter().filter(is).count() as i32
}
