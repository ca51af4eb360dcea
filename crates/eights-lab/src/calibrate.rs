//! Compares the winning chances that hints show with how often the player then wins.

use std::{ops::ControlFlow, ops::Range};

use eights::{Dice, Game, Seat, Viewer};
use eights_bots::{Bot, BotKind, Question, Search, SearchConfig};
use eights_kit::Playable;
use serde::Serialize;

use crate::{
    deals::Deals,
    error::LabError,
    game_loop::{EndReason, GameLimits, NoObserver, Players, Unit, play},
    runner::Runner,
    stats::{Estimate, Ratio},
    trial::share_of,
};

/// Chances are grouped by tenths.
const BINS: usize = 10;

/// Hands in which one player follows the hints.
#[derive(Clone, Debug)]
pub struct Calibrate {
    /// The bot on all other seats.
    pub against: BotKind,
    pub n_seats: u8,
    pub deals: Deals,
    pub hands: u64,
}

/// How well the chances shown agree with the results.
#[derive(Clone, Debug, Serialize)]
pub struct Calibration {
    /// The hands that count.
    pub hands: u64,
    /// The hints asked for.
    pub hints: u64,
    /// How far results are from the chances shown: the mean over all hints of the distance in their bin.
    pub error: f64,
    /// The part of that distance which chance alone would cause.
    pub noise: f64,
    /// By how much results are better than the chances shown.
    pub bias: Estimate,
    pub bins: Vec<CalibrationBin>,
    /// Whether the run was stopped from outside.
    pub partial: bool,
}

/// The hints that showed a chance within a tenth.
#[derive(Clone, Debug, Serialize)]
pub struct CalibrationBin {
    pub hints: u64,
    /// The mean chance shown.
    pub shown: f64,
    /// The share of hands won, with the interval over hands.
    pub won: Estimate,
}

/// Sums of hints by the chance they showed, a hand at a time.
#[derive(Clone, Copy, Default)]
struct Sums {
    bins: [(Ratio, Ratio); BINS],
    bias: Ratio,
    hands: u64,
}

impl Sums {
    /// Adds a hand, of which the player won this share.
    fn add(&mut self, shown: &[f32], won: f64) {
        let of_bin = |bin: usize| {
            shown.iter().map(|chance| f64::from(*chance)).filter(move |chance| bin_of(*chance) == bin)
        };
        for (bin, (won_here, shown_here)) in self.bins.iter_mut().enumerate() {
            let n = of_bin(bin).count() as f64;
            won_here.add(n * won, n);
            shown_here.add(of_bin(bin).sum(), n);
        }
        let all: f64 = shown.iter().map(|chance| won - f64::from(*chance)).sum();
        self.bias.add(all, shown.len() as f64);
        self.hands += 1;
    }

    fn merge(&mut self, other: &Sums) {
        for (mine, theirs) in self.bins.iter_mut().zip(&other.bins) {
            mine.0.merge(&theirs.0);
            mine.1.merge(&theirs.1);
        }
        self.bias.merge(&other.bias);
        self.hands += other.hands;
    }
}

fn bin_of(chance: f64) -> usize {
    ((chance * BINS as f64) as usize).min(BINS - 1)
}

impl Calibrate {
    /// Plays all hands, or until the run is stopped.
    ///
    /// # Errors
    ///
    /// If there is nothing to play, or the rules do not allow this many players.
    pub fn run<G: Playable>(&self, game: &G, runner: &Runner) -> Result<Calibration, LabError> {
        if self.hands == 0 {
            return Err(LabError::NoGames);
        }
        if !game.can_seat(self.n_seats) {
            return Err(LabError::Seats(self.n_seats, *game.seats().start(), *game.seats().end()));
        }
        let mut sums = Sums::default();
        let work = |deals: Range<u64>| {
            let mut part = Sums::default();
            deals.for_each(|deal| self.play(game, deal, &mut part));
            part
        };
        let status = runner.run(self.hands, 1, work, |part| {
            sums.merge(&part);
            ControlFlow::Continue(())
        })?;
        Ok(calibration(&sums, status.partial))
    }

    fn play<G: Playable>(&self, game: &G, deal: u64, sums: &mut Sums) {
        let seat = Seat::new((deal % u64::from(self.n_seats)) as usize);
        let mut players = Advised {
            seat,
            hints: Search::new(SearchConfig::for_hints::<G>()),
            others: (0..self.n_seats).map(|_| self.against.build()).collect(),
            dice: self.deals.bot_dice(deal, 0),
            shown: Vec::new(),
        };
        let (seed, limits) = (self.deals.seed(deal), GameLimits::of(Unit::Hand));
        let result = play(game, self.n_seats, &seed, limits, &mut players, &mut NoObserver);
        if result.reason == EndReason::Over {
            sums.add(&players.shown, share_of(result.winners, seat, self.n_seats));
        }
    }
}

fn calibration(sums: &Sums, partial: bool) -> Calibration {
    let hints: f64 = sums.bias.denominator();
    let (mut error, mut noise, mut bins) = (0.0, 0.0, Vec::new());
    for (won, shown) in sums.bins.iter().filter(|(won, _)| won.denominator() > 0.0) {
        let weight = won.denominator() / hints;
        error += weight * (won.value() - shown.value()).abs();
        // The mean distance of a normal variable from its mean.
        let spread = won.error() * std::f64::consts::FRAC_2_PI.sqrt();
        noise += weight * if spread.is_finite() { spread } else { 0.0 };
        bins.push(CalibrationBin { hints: won.denominator() as u64, shown: shown.value(), won: won.share() });
    }
    let bias = sums.bias.mean();
    Calibration { hands: sums.hands, hints: hints as u64, error, noise, bias, bins, partial }
}

/// One seat follows the hints, bots sit on the others.
struct Advised<G: Playable> {
    seat: Seat,
    hints: Search<G>,
    others: Vec<Box<dyn Bot<G>>>,
    dice: Dice,
    /// The chances that hints have shown.
    shown: Vec<f32>,
}

impl<G: Playable> Players<G> for Advised<G> {
    const WANTS_EVENTS: bool = true;
    const WANTS_OPTIONS: bool = true;

    fn answer(&mut self, game: &G, state: &G::State, seat: Seat, options: &[G::Action]) -> G::Action {
        let question = Question::new(game, state, seat, &mut self.dice);
        if seat != self.seat {
            return *self.others[seat.index()].choose(question, options);
        }
        let answer = *self.hints.choose(question, options);
        // With a single option no chance is shown.
        if options.len() > 1 {
            self.shown.extend(self.hints.stats().first().map(|best| best.wins));
        }
        answer
    }

    fn interrupt(&mut self, options: &[G::Action]) -> Option<G::Action> {
        self.dice.pick(options).copied()
    }

    fn witness(&mut self, game: &G, events: &[G::Event]) {
        for index in 0..self.others.len() {
            let seat = Seat::new(index);
            let listener: &mut dyn Bot<G> =
                if seat == self.seat { &mut self.hints } else { self.others[index].as_mut() };
            if listener.listens() {
                let seen: Vec<<G as Game>::Seen> =
                    events.iter().map(|event| game.witness(event, Viewer::Seat(seat))).collect();
                listener.witness(&seen);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_that_come_true_have_no_error() {
        let mut sums = Sums::default();
        for hand in 0..100 {
            sums.add(&[0.25, 0.75], if hand % 4 == 0 { 1.0 } else { 0.0 });
        }
        let found = calibration(&sums, false);
        assert_eq!((found.hands, found.hints), (100, 200));
        assert_eq!(found.bins.len(), 2);
        // One hint of two was right, and the other 50 points too high.
        assert!((found.error - 0.25).abs() < 1e-6, "{}", found.error);
        assert!((found.bias.value + 0.25).abs() < 1e-6);
        assert!((found.bins[0].won.value - 0.25).abs() < 1e-6);
        assert!(found.noise > 0.0 && found.noise < 0.1);
    }
}
