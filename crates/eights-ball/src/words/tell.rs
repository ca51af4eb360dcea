//! Describes events, the table and the rules in words.

use std::fmt::Write;

use eights::{CardEvent, Seat, Sight};

use crate::{
    color::Colors,
    face::Face,
    place::{Place, Top},
    play::state::{Ending, Happening, Seen, View, other},
    spot::Spot,
};

/// A sentence about an event for the player at `you`, or `None` if another event already covers it.
pub(crate) fn tell(seen: &Seen, you: Option<Seat>) -> Option<String> {
    let does = |seat: Seat, one: &str, many: &str| {
        if you == Some(seat) { format!("You {many}") } else { format!("{seat} {one}") }
    };
    Some(match seen {
        Happening::Card(event) => return tell_card(event, &does),
        Happening::Chose { seat, balls } => format!("{} the {balls}.", does(*seat, "takes", "take")),
        Happening::Ball { seat, color, at } => {
            format!("{} the {color} ball at {at}.", does(*seat, "pockets", "pocket"))
        }
        Happening::Eight { seat, at } => format!("{} the 8-ball at {at}.", does(*seat, "pockets", "pocket")),
        Happening::Over(Ending::Eight(seat)) => format!("{} the game.", does(*seat, "wins", "win")),
        Happening::Over(Ending::Stalemate) => "Neither player can ever finish: the game ends.".into(),
        Happening::Over(Ending::TurnCap) => "The turn cap is reached: the game ends.".into(),
    })
}

fn tell_card(
    event: &CardEvent<Place, Sight<Face>>,
    does: &dyn Fn(Seat, &str, &str) -> String,
) -> Option<String> {
    Some(match event {
        CardEvent::Moved { card, from: Place::Stock, to: Place::Hand(seat), .. } => match card {
            Sight::Face(face) => format!("{} {face}.", does(*seat, "draws", "draw")),
            Sight::Back => format!("{} a card.", does(*seat, "draws", "draw")),
        },
        CardEvent::Moved { card: Sight::Face(face), from, to, .. } => match (from, to) {
            (Place::Discard, Place::Hand(seat)) => {
                format!("{} {face} from the discard pile.", does(*seat, "takes", "take"))
            }
            (Place::Hand(seat), Place::Discard) => format!("{} {face}.", does(*seat, "discards", "discard")),
            (Place::Hand(seat), Place::Table(at)) if face.is_pocket() => {
                format!("{} {face} at {at}.", does(*seat, "lays", "lay"))
            }
            (Place::Hand(seat), Place::Table(at)) if face.is_block() => {
                format!("{} {at} with {face}.", does(*seat, "covers", "cover"))
            }
            // The sentence about the ball covers its stick and cue ball.
            _ => return None,
        },
        CardEvent::Gathered { .. } => "The discard pile is shuffled and turned over.".into(),
        _ => return None,
    })
}

/// The table as text: both rows, the six positions, the piles and the hands.
pub fn draw(view: &View) -> String {
    let mut text = String::new();
    let [above, below] = [other(Seat::A), Seat::A].map(|seat| player(view, seat));
    let cell = |spot: Spot| format!("{spot:>2} {}", top(view.public.tops[spot]));
    let row = |spots: [Spot; 3]| spots.map(|spot| format!("{:<26}", cell(spot))).concat();
    let discard = match view.top() {
        Some(face) => format!("{face} on top of {}", view.table.pile(Place::Discard).len()),
        None => "none".into(),
    };
    let lines = [
        above,
        format!("  {}", row([Spot::NW, Spot::N, Spot::NE]).trim_end()),
        format!("  {}", row([Spot::SW, Spot::S, Spot::SE]).trim_end()),
        format!("draw pile {} · discard pile {discard}", view.n_stock()),
        below,
    ];
    for line in lines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{line}");
    }
    text
}

/// A line with a seat's balls and hand.
fn player(view: &View, seat: Seat) -> String {
    let set = view.public.balls(seat).map_or(String::new(), |balls| format!(" {balls}"));
    let row = match view.public.rows[seat] {
        Colors::NONE => "only the 8-ball".into(),
        row => row.to_string(),
    };
    let hand = view.table.pile(Place::Hand(seat)).iter().map(|sight| match sight {
        Sight::Face(face) => face.to_string(),
        Sight::Back => "??".into(),
    });
    format!("{seat}{set}: {row} · hand {}", hand.collect::<Vec<_>>().join(" "))
}

/// What is on a position, in a few words.
fn top(top: Top) -> String {
    match top {
        Top::Nothing => "-".into(),
        Top::Pocket(pocket) => format!("[{}]", pocket.pocket_name()),
        Top::Ball(seat, color) => format!("{color} ball of {seat}"),
        Top::Eight(seat) => format!("8-ball of {seat}"),
        Top::Block(block) => block.to_string(),
        Top::Something => "covered".into(),
    }
}

impl crate::Ball {
    /// The rules in words for players: title and text of each topic.
    pub fn topics(&self) -> Vec<(String, String)> {
        let deck = &self.sheet.deck;
        let topic = |title: &str, text: String| (title.to_owned(), text);
        let games = match self.best_of {
            1 => "One game decides.".to_owned(),
            n => format!("The match is best of {n} games; the deal changes after each."),
        };
        let balls = match self.dealer_takes {
            crate::DealerTakes::Choice => {
                "The dealer chooses the solids or the stripes, and the other player takes the other set."
            }
            crate::DealerTakes::Solids => "The dealer has the solids, the other player the stripes.",
            crate::DealerTakes::Stripes => "The dealer has the stripes, the other player the solids.",
        };
        let dead = match self.stalemate {
            crate::StalemateWinner::MostBalls => "whoever has pocketed more balls wins, and equal is a draw",
            crate::StalemateWinner::Draw => "the game is a draw",
        };
        vec![
            topic("The cards", format!(
                "For each of the seven colours there are {} cue sticks, {} cue balls, {} block and {} side pockets; there are {} corner pockets of two colours and {} wild block. Each player has {} cards.",
                deck.sticks, deck.cue_balls, deck.blocks, deck.sides, deck.corners.len(), deck.wild_blocks, self.hand
            )),
            topic("The balls", format!("{balls} The other player begins.")),
            topic("A turn", "A turn is exactly one action: discard a card, play a pocket, play a block, pocket a ball, or pocket the 8-ball. Then the hand is filled up again.".into()),
            topic("Discarding", "Either swap a card with the top of the discard pile, or discard it and draw from the draw pile; what is drawn is kept.".into()),
            topic("Pockets", "A pocket may be played if it has the colour of one of your balls that is not down yet, on a position of its shape that has no open pocket. With only the 8-ball left any colour will do.".into()),
            topic("Blocks", "A block covers an open pocket of its colour, whoever played it; the wild block covers any.".into()),
            topic("Shots", "A cue stick and a cue ball of your ball's colour pocket it in an open pocket of that colour, never in the turn the pocket was played. Two sets pocket two balls in two pockets in one action. A covered pocket is closed for good.".into()),
            topic("Winning", "After your seven balls, a stick, a cue ball and a pocket of any one colour pocket the 8-ball and win at once.".into()),
            topic("Filling up", "Each replacement card is taken from the draw pile or from the top of the discard pile, one at a time. When the draw pile is empty the whole discard pile is shuffled and turned over.".into()),
            topic("When nobody can win", format!("When neither player can ever finish, and after {} turns, {dead}.", self.turn_cap)),
            topic("The match", games),
        ]
    }
}
