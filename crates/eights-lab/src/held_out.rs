//! Two bots on random house rules of Crazy Eights that nobody has trained or tuned for.

use std::{
    ops::{ControlFlow, Range},
    sync::Arc,
};

use eights::{Dice, Game, Outcome, Seat, Seed};
use eights_bots::BotKind;
use eights_classic::{Classic, house_rules};
use eights_match::{Catalog, RuleSet, Shipped};
use serde::Serialize;

use crate::{
    deals::Deals,
    error::LabError,
    game_loop::{GameLimits, GameResult, NoObserver, Observer, Unit, play},
    players::{RandomPlayers, play_with},
    runner::Runner,
    stats::{Estimate, Ratio},
    trial::share_of,
};

const GAME: &str = "crazy-eights";

/// Deals per chunk of work: few, since a bot may think for long.
const BLOCK: u64 = 2;

/// Random hands that show whether a sheet plays differently from the one it changes.
const TRIED_HANDS: u64 = 40;

/// Where more hands than this end without a winner who went out, a sheet hardly ends.
const HARDLY_ENDS: f64 = 0.5;

/// A random sheet: a shipped one with a few changes.
#[derive(Clone)]
pub struct HeldOutSheet {
    pub number: u64,
    /// The shipped rule set and the changes, as for `--with`.
    pub base: &'static str,
    pub with: String,
    game: Arc<Classic>,
}

impl HeldOutSheet {
    /// The sheet of this number: the first one from its own dice that makes sense, allows this many players, and in
    /// which hands go differently from those of the shipped rule set. So a sheet can be found again alone.
    pub fn find(seed: u64, number: u64, n_seats: u8) -> HeldOutSheet {
        let mut dice = Dice::at(&Seed::from_number(seed), number);
        let catalog = Catalog::new(&Shipped);
        loop {
            let (base, with) = house_rules::random(&mut dice);
            let read = |with: &str| {
                let rules: RuleSet = catalog.rules(GAME, base, with).ok()?;
                rules.rules.of::<Classic>().filter(|game| game.can_seat(n_seats)).cloned()
            };
            let (Some(shipped), Some(game)) = (read(""), read(&with)) else { continue };
            if differs(&shipped, &game, n_seats) {
                return HeldOutSheet { number, base, with, game };
            }
        }
    }
}

/// Whether any of a few random hands goes differently under the other rules.
fn differs(one: &Classic, other: &Classic, n_seats: u8) -> bool {
    let deals = Deals { seed: 0 };
    (0..TRIED_HANDS).any(|deal| {
        let hand = |game: &Classic| -> GameResult {
            let mut players = RandomPlayers::new(deals.bot_dice(deal, 0));
            let limits = GameLimits { max_answers: 500, ..GameLimits::of(Unit::Hand) };
            play(game, n_seats, &deals.seed(deal), limits, &mut players, &mut NoObserver)
        };
        hand(one) != hand(other)
    })
}

/// Two bots, and how many sheets they play.
#[derive(Clone, Debug)]
pub struct HeldOut {
    pub bot: BotKind,
    /// The bot on all other seats.
    pub against: BotKind,
    pub n_seats: u8,
    pub sheets: u64,
    /// The number of the first sheet.
    pub first: u64,
    /// Deals per sheet, each played with the bot on every seat.
    pub deals: u64,
    /// By how much a share must be above the equal one.
    pub margin: f64,
    pub seed: u64,
}

/// How the bot did.
#[derive(Clone, Debug, Serialize)]
pub struct HeldOutScores {
    pub sheets: Vec<SheetScore>,
    /// The share that reaches the bar.
    pub bar: f64,
    /// How many sheets reach it.
    pub reached: usize,
    /// Whether the run was stopped from outside.
    pub partial: bool,
}

/// How the bot did under one sheet.
#[derive(Clone, Debug, Serialize)]
pub struct SheetScore {
    pub number: u64,
    pub base: &'static str,
    pub with: String,
    /// What the bot won; a hand without a winner counts in equal parts.
    pub won: Estimate,
    /// Hands that were blocked, drawn or cut off.
    pub undecided: f64,
    /// Whether most hands were.
    pub hardly_ends: bool,
    pub reaches: bool,
}

/// Sums over some deals of a sheet.
#[derive(Clone, Copy, Default)]
struct Sums {
    won: Ratio,
    hands: f64,
    undecided: f64,
}

impl HeldOut {
    /// Plays all sheets, or until the run is stopped.
    ///
    /// # Errors
    ///
    /// If there is nothing to play, or no sheet allows this many players.
    pub fn run(&self, runner: &Runner) -> Result<HeldOutScores, LabError> {
        if self.sheets == 0 || self.deals == 0 {
            return Err(LabError::NoGames);
        }
        if !(2..=6).contains(&self.n_seats) {
            return Err(LabError::Seats(self.n_seats, 2, 6));
        }
        let sheets: Vec<HeldOutSheet> = (self.first..self.first + self.sheets)
            .map(|number| HeldOutSheet::find(self.seed, number, self.n_seats))
            .collect();
        let mut sums = vec![Sums::default(); sheets.len()];
        // Sheets take turns, so that all threads have work to the end and every sheet has deals if the run is stopped.
        let work = |blocks: Range<u64>| -> Vec<(usize, Sums)> {
            let block = |block: u64| {
                let (sheet, from) = ((block % self.sheets) as usize, block / self.sheets * BLOCK);
                (sheet, self.play(&sheets[sheet], from..(from + BLOCK).min(self.deals)))
            };
            blocks.map(block).collect()
        };
        let status = runner.run(self.blocks(), 1, work, |parts| {
            for (sheet, part) in parts {
                let sum: &mut Sums = &mut sums[sheet];
                sum.won.merge(&part.won);
                sum.hands += part.hands;
                sum.undecided += part.undecided;
            }
            ControlFlow::Continue(())
        })?;
        let bar = 1.0 / f64::from(self.n_seats) + self.margin;
        let scores: Vec<SheetScore> = sheets
            .into_iter()
            .zip(&sums)
            .map(|(HeldOutSheet { number, base, with, game: _ }, sums)| {
                let (won, undecided) = (sums.won.share(), sums.undecided / sums.hands);
                let (hardly_ends, reaches) = (undecided > HARDLY_ENDS, won.value >= bar);
                SheetScore { number, base, with, won, undecided, hardly_ends, reaches }
            })
            .collect();
        let reached = scores.iter().filter(|score| score.reaches).count();
        Ok(HeldOutScores { sheets: scores, bar, reached, partial: status.partial })
    }

    /// How many blocks of deals a run consists of, for its progress.
    pub fn blocks(&self) -> u64 {
        self.sheets * self.deals.div_ceil(BLOCK)
    }

    /// Plays some deals of a sheet, each with the bot on every seat.
    fn play(&self, sheet: &HeldOutSheet, deals: Range<u64>) -> Sums {
        let numbered = Deals { seed: self.seed << 16 ^ sheet.number };
        let mut sums = Sums::default();
        for deal in deals {
            let mut won = 0.0;
            for seat in Seat::first(self.n_seats) {
                let kinds: Vec<BotKind> = Seat::first(self.n_seats)
                    .map(|other| if other == seat { self.bot } else { self.against })
                    .collect();
                let dice = numbered.bot_dice(deal, seat.index() as u64);
                let mut end = Undecided(true);
                let limits = GameLimits::of(Unit::Hand);
                let result =
                    play_with(sheet.game.as_ref(), &numbered.seed(deal), limits, (&kinds, dice), &mut end);
                won += share_of(result.winners, seat, self.n_seats);
                sums.undecided += f64::from(u8::from(end.0));
            }
            // All games of a deal are added at once: they are not independent.
            let n = f64::from(self.n_seats);
            sums.won.add(won, n);
            sums.hands += n;
        }
        sums
    }
}

/// Whether nobody went out.
struct Undecided(bool);

impl<G: Game> Observer<G> for Undecided {
    const WANTS_EVENTS: bool = false;
    const WANTS_OPTIONS: bool = false;

    fn on_hand_over(&mut self, outcome: Option<&Outcome>) {
        self.0 = outcome.is_none_or(|outcome| outcome.blocked || outcome.winners.is_empty());
    }
}
