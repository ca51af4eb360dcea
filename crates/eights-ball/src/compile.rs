//! Compiles a sheet into rules, reporting every problem at once.

use std::fmt;

use eights::{MAX_CARDS, Seat};
use eights_config::{Document, Problem};

use crate::{
    Ball,
    color::{Color, N_COLORS},
    face::{Face, N_FACES},
    pack::{MAX_POCKETS, Pack},
    play::{outlook::Outlook, state::Public},
    sheet::Sheet,
    spot::Shape,
};

/// One problem with a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The key with the problem, dotted, such as `deck.corners[3]`.
    pub path: String,
    /// What is wrong with it, in one sentence.
    pub message: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for Flaw {}

impl Ball {
    /// Compiles the rule set on a document whose `extends` is already resolved.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, and where.
    pub fn read(document: &Document) -> Result<Ball, Vec<Problem>> {
        let sheet: Sheet = document.typed()?;
        compile(&sheet).map_err(|flaws| {
            let mut problems: Vec<Problem> =
                flaws.into_iter().map(|flaw| document.problem(flaw.path, flaw.message)).collect();
            Problem::sort(&mut problems);
            problems
        })
    }
}

/// Compiles a sheet.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn compile(sheet: &Sheet) -> Result<Ball, Vec<Flaw>> {
    let mut flaws = Vec::new();
    let mut flaw = |path: &str, message: String| flaws.push(Flaw { path: path.into(), message });
    let mut within = |path: &str, n: u16, least: u16, most: u16| {
        if n < least || n > most {
            flaw(path, format!("{n} is not from {least} to {most}"));
        }
    };
    let deck = &sheet.deck;
    within("deck.sticks", deck.sticks.into(), 3, 12);
    within("deck.cue-balls", deck.cue_balls.into(), 3, 12);
    within("deck.blocks", deck.blocks.into(), 0, 4);
    within("deck.wild-blocks", deck.wild_blocks.into(), 0, 8);
    within("deck.sides", deck.sides.into(), 0, 9);
    within("deal.hand", sheet.deal.hand.into(), 2, 10);
    within("stalemate.turn-cap", sheet.stalemate.turn_cap, 1, 10_000);
    within("match.best-of", sheet.match_.best_of.into(), 1, 99);
    let counts = count(sheet, &mut flaw);
    if flaws.is_empty() {
        whole(sheet, &counts, &mut flaws);
    }
    if !flaws.is_empty() {
        return Err(flaws);
    }
    Ok(Ball {
        sheet: sheet.clone(),
        pack: Pack::new(&counts),
        hand: sheet.deal.hand.into(),
        dealer_takes: sheet.deal.dealer_takes,
        stalemate: sheet.stalemate.winner,
        turn_cap: sheet.stalemate.turn_cap,
        best_of: sheet.match_.best_of,
        is_standard: is_standard(sheet, &counts),
    })
}

/// The number of cards of each face.
fn count(sheet: &Sheet, flaw: &mut impl FnMut(&str, String)) -> [u8; N_FACES] {
    let deck = &sheet.deck;
    let mut counts = [0u8; N_FACES];
    for color in Color::ALL {
        counts[Face::stick(color).index()] = deck.sticks;
        counts[Face::cue(color).index()] = deck.cue_balls;
        counts[Face::block(color).index()] = deck.blocks;
        counts[Face::side(color).index()] = deck.sides;
    }
    counts[Face::WILD_BLOCK.index()] = deck.wild_blocks;
    for (number, name) in deck.corners.iter().enumerate() {
        match corner(name) {
            Ok(face) => {
                let n = &mut counts[face.index()];
                *n = n.saturating_add(1);
            }
            Err(why) => flaw(&format!("deck.corners[{number}]"), why.to_string()),
        }
    }
    counts
}

/// Whether cards and hands are those of the shipped sheet.
fn is_standard(sheet: &Sheet, counts: &[u8; N_FACES]) -> bool {
    let deck = &sheet.deck;
    let is_one = |face: Face| face.shape() != Some(Shape::Corner) || counts[face.index()] == 1;
    (deck.sticks, deck.cue_balls, deck.blocks, deck.wild_blocks, deck.sides) == (4, 4, 1, 1, 2)
        && Face::all().all(is_one)
        && sheet.deal.hand == 4
}

/// Parses a corner pocket such as `blue-red`, with the colours in either order.
fn corner(name: &str) -> Result<Face, CornerError> {
    let (a, b) = name.split_once('-').ok_or_else(|| CornerError::NotTwoColors(name.into()))?;
    let color =
        |word: &str| Color::from_name(word.trim()).ok_or_else(|| CornerError::UnknownColor(word.into()));
    Face::corner(color(a)?, color(b)?).ok_or_else(|| CornerError::SameColor(name.into()))
}

/// Why a text does not name a corner pocket.
#[derive(Debug, thiserror::Error)]
enum CornerError {
    #[error("{0:?} is not two colours, such as blue-red")]
    NotTwoColors(String),
    #[error("{0:?} is not a colour")]
    UnknownColor(String),
    #[error("{0:?} is the same colour twice")]
    SameColor(String),
}

/// Checks the sheet as a whole, for problems that no single key causes.
fn whole(sheet: &Sheet, counts: &[u8; N_FACES], flaws: &mut Vec<Flaw>) {
    let mut flaw = |path: &str, message: String| flaws.push(Flaw { path: path.into(), message });
    let n_cards: usize = counts.iter().map(|n| *n as usize).sum();
    if n_cards > MAX_CARDS {
        flaw("deck", format!("{n_cards} cards are more than the {MAX_CARDS} that a table holds"));
    }
    let n_pockets: usize =
        Face::all().filter(|face| face.is_pocket()).map(|face| counts[face.index()] as usize).sum();
    if n_pockets > MAX_POCKETS {
        flaw("deck", format!("{n_pockets} pocket cards are more than {MAX_POCKETS}"));
    }
    // At most two cards end up under each of the fourteen balls, and the fifteenth ball wins. The
    // remaining sticks and cue balls must fill both hands, or a player could run out of cards.
    let n_cues = N_COLORS * (sheet.deck.sticks + sheet.deck.cue_balls) as usize;
    if n_cues < 4 * N_COLORS + 2 * sheet.deal.hand as usize {
        flaw("deal.hand", format!("{n_cues} sticks and cue balls cannot keep two such hands full"));
    }
    if n_pockets <= MAX_POCKETS && !Outlook::new(counts, &Public::fresh(Seat::A, Seat::A)).can_finish(0) {
        flaw("deck.corners", "there are too few pockets to pocket seven balls and the 8-ball".into());
    }
}
