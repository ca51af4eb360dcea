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

/// Hands are dealt to this many groups, each of which is left out once (the jackknife).
const GROUPS: usize = 20;

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
    /// The distance without chance: the root of the mean square of the distances in the bins, after the squares of
    /// their standard errors are subtracted. The square is unbiased, so it can fall below zero; that counts as zero.
    pub true_error: Estimate,
    /// The same for the shares of simulated games, which hints correct before they show them.
    pub uncorrected: Estimate,
    /// By how much results are better than the chances shown.
    pub bias: Estimate,
    /// The correction of the shares of simulated games that fits these hands best.
    pub fitted: FittedCorrection,
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

/// A [`HintCorrection`](eights_kit::HintCorrection) fitted to hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct FittedCorrection {
    pub shift: f64,
    pub stretch: f64,
}

/// Sums of hints by the chance they showed, a hand at a time.
#[derive(Clone, Copy, Default)]
struct Sums {
    bins: [Bin; BINS],
    bias: Ratio,
    hands: u64,
}

#[derive(Clone, Copy, Default)]
struct Bin {
    won: Ratio,
    shown: Ratio,
    /// What was won minus what was shown.
    gap: Ratio,
}

impl Sums {
    /// Adds a hand, of which the player won this share.
    fn add(&mut self, shown: &[f32], won: f64) {
        let of_bin = |bin: usize| {
            shown.iter().map(|chance| f64::from(*chance)).filter(move |chance| bin_of(*chance) == bin)
        };
        for (at, bin) in self.bins.iter_mut().enumerate() {
            let (n, chances) = (of_bin(at).count() as f64, of_bin(at).sum::<f64>());
            // A hand without such a hint says nothing about it.
            if n > 0.0 {
                bin.won.add(n * won, n);
                bin.shown.add(chances, n);
                bin.gap.add(n * won - chances, n);
            }
        }
        let all: f64 = shown.iter().map(|chance| won - f64::from(*chance)).sum();
        self.bias.add(all, shown.len() as f64);
        self.hands += 1;
    }

    fn merge(&mut self, other: &Sums) {
        for (mine, theirs) in self.bins.iter_mut().zip(&other.bins) {
            mine.won.merge(&theirs.won);
            mine.shown.merge(&theirs.shown);
            mine.gap.merge(&theirs.gap);
        }
        self.bias.merge(&other.bias);
        self.hands += other.hands;
    }

    /// The mean square of the distances in the bins, minus what chance adds to it: in each bin the square of the
    /// distance is expected to be that of the true distance plus the square of its standard error.
    fn true_square(&self) -> f64 {
        let square = |bin: &Bin| {
            let by_chance = bin.gap.error().powi(2);
            let weight = bin.gap.denominator() / self.bias.denominator();
            // The error of a single hand is not known: all of its distance may be chance.
            if by_chance.is_finite() { weight * (bin.gap.value().powi(2) - by_chance) } else { 0.0 }
        };
        self.bins.iter().filter(|bin| bin.gap.n() > 0).map(square).sum()
    }
}

/// The correction with the least squares of the distances in the bins that are left, weighted by hints.
fn fit(sums: &Sums) -> FittedCorrection {
    let (mut a, mut b, mut c, mut d, mut e) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for bin in sums.bins.iter().filter(|bin| bin.gap.n() > 0) {
        let (share, gap, weight) = (bin.shown.value(), bin.gap.value(), bin.gap.denominator());
        let shifts = share * (1.0 - share);
        let stretches = shifts * (2.0 * share - 1.0);
        a += weight * shifts * shifts;
        b += weight * shifts * stretches;
        c += weight * stretches * stretches;
        d += weight * shifts * gap;
        e += weight * stretches * gap;
    }
    let determinant = a * c - b * b;
    // Hints in a single bin cannot tell a shift from a stretch.
    if determinant <= f64::EPSILON * a * c {
        return FittedCorrection { shift: if a > 0.0 { d / a } else { 0.0 }, stretch: 0.0 };
    }
    FittedCorrection { shift: (c * d - b * e) / determinant, stretch: (a * e - b * d) / determinant }
}

/// The distance without chance, with its jackknife interval over groups of hands.
fn true_error(groups: &[Sums]) -> Estimate {
    let all_but = |out: Option<usize>| {
        let mut sums = Sums::default();
        let kept = groups.iter().enumerate().filter(|(at, _)| Some(*at) != out);
        kept.for_each(|(_, group)| sums.merge(group));
        sums.true_square()
    };
    let n = groups.len() as f64;
    let without: Vec<f64> = (0..groups.len()).map(|out| all_but(Some(out))).collect();
    let mean = without.iter().sum::<f64>() / n;
    let variance = (n - 1.0) / n * without.iter().map(|square| (square - mean).powi(2)).sum::<f64>();
    let square = Estimate::mean(all_but(None), variance.sqrt(), groups.len() as u64);
    let hands = groups.iter().map(|group| group.hands).sum();
    Estimate { n: hands, ..square.map_monotonic(|square| square.max(0.0).sqrt()) }
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
        let mut groups = [[Sums::default(); GROUPS]; 2];
        let work = |deals: Range<u64>| {
            let mut part = [Sums::default(); 2];
            let group = deals.start as usize / usize::from(self.n_seats) % GROUPS;
            deals.for_each(|deal| self.play(game, deal, &mut part));
            (group, part)
        };
        let status = runner.run(self.hands, 1, work, |(group, part)| {
            groups.iter_mut().zip(&part).for_each(|(groups, part)| groups[group].merge(part));
            ControlFlow::Continue(())
        })?;
        Ok(calibration(&groups, status.partial))
    }

    /// Plays a hand and adds the chances shown, and those that were corrected for it.
    fn play<G: Playable>(&self, game: &G, deal: u64, [shown, uncorrected]: &mut [Sums; 2]) {
        let seat = Seat::new((deal % u64::from(self.n_seats)) as usize);
        let mut players = Advised {
            seat,
            hints: Search::new(SearchConfig::for_hints::<G>()),
            others: (0..self.n_seats).map(|_| self.against.build()).collect(),
            dice: self.deals.bot_dice(deal, 0),
            shown: Vec::new(),
            uncorrected: Vec::new(),
        };
        let (seed, limits) = (self.deals.seed(deal), GameLimits::of(Unit::Hand));
        let result = play(game, self.n_seats, &seed, limits, &mut players, &mut NoObserver);
        if result.reason == EndReason::Over {
            let won = share_of(result.winners, seat, self.n_seats);
            shown.add(&players.shown, won);
            uncorrected.add(&players.uncorrected, won);
        }
    }
}

fn calibration([groups, uncorrected]: &[[Sums; GROUPS]; 2], partial: bool) -> Calibration {
    let merged = |groups: &[Sums]| {
        let mut sums = Sums::default();
        groups.iter().for_each(|group| sums.merge(group));
        sums
    };
    let sums = merged(groups);
    let hints: f64 = sums.bias.denominator();
    let (mut error, mut noise, mut bins) = (0.0, 0.0, Vec::new());
    for Bin { won, shown, gap } in sums.bins.iter().filter(|bin| bin.gap.n() > 0) {
        let weight = won.denominator() / hints;
        error += weight * gap.value().abs();
        // The mean distance of a normal variable from its mean.
        let spread = gap.error() * std::f64::consts::FRAC_2_PI.sqrt();
        noise += weight * if spread.is_finite() { spread } else { 0.0 };
        bins.push(CalibrationBin { hints: won.denominator() as u64, shown: shown.value(), won: won.share() });
    }
    Calibration {
        hands: sums.hands,
        hints: hints as u64,
        error,
        noise,
        true_error: true_error(groups),
        uncorrected: true_error(uncorrected),
        bias: sums.bias.mean(),
        fitted: fit(&merged(uncorrected)),
        bins,
        partial,
    }
}

/// One seat follows the hints, bots sit on the others.
struct Advised<G: Playable> {
    seat: Seat,
    hints: Search<G>,
    others: Vec<Box<dyn Bot<G>>>,
    dice: Dice,
    /// The chances that hints have shown.
    shown: Vec<f32>,
    /// The shares of simulated games behind them.
    uncorrected: Vec<f32>,
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
            self.shown.extend(self.hints.chance());
            self.uncorrected.extend(self.hints.stats().first().map(|best| best.wins));
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
        let mut groups = [Sums::default(); GROUPS];
        for hand in 0..100 {
            groups[hand % GROUPS].add(&[0.25, 0.75], if hand % 4 == 0 { 1.0 } else { 0.0 });
        }
        let found = calibration(&[groups, groups], false);
        assert_eq!((found.hands, found.hints), (100, 200));
        assert_eq!(found.bins.len(), 2);
        // One hint of two was right, and the other 50 points too high.
        assert!((found.error - 0.25).abs() < 1e-6, "{}", found.error);
        assert!((found.bias.value + 0.25).abs() < 1e-6);
        assert!((found.bins[0].won.value - 0.25).abs() < 1e-6);
        assert!(found.noise > 0.0 && found.noise < 0.1);
    }

    /// Hands that are won as often as a correction says: fitting finds this correction, and what is shown with it is right.
    #[test]
    fn the_correction_that_fits_is_found() {
        for (shift, stretch) in [(0.0, 0.0), (0.3, -0.4), (-0.3, 0.5)] {
            let correction = eights_kit::HintCorrection { shift, stretch };
            let mut dice = Dice::at(&eights::Seed::from_number(1), 0);
            let (mut shown, mut shares) = ([Sums::default(); GROUPS], [Sums::default(); GROUPS]);
            for hand in 0..60_000 {
                let share = dice.below(1_000) as f32 / 1_000.0;
                let chance = correction.chance(share);
                let won = f64::from(u8::from(dice.below(1_000_000) < (1e6 * chance) as u32));
                shown[hand % GROUPS].add(&[chance], won);
                shares[hand % GROUPS].add(&[share], won);
            }
            let found = calibration(&[shown, shares], false);
            let FittedCorrection { shift: fitted, stretch: stretched } = found.fitted;
            let off = (fitted - f64::from(shift)).abs().max((stretched - f64::from(stretch)).abs());
            assert!(off < 0.1, "{:?} instead of {correction:?}", found.fitted);
            assert!(found.error < 0.01, "{}", found.error);
            assert!(found.uncorrected.value > 0.02 || shift == 0.0, "{:?}", found.uncorrected);
        }
        // Hints that all show the same cannot tell a shift from a stretch.
        let mut sums = Sums::default();
        (0..10).for_each(|hand| sums.add(&[0.5], f64::from(hand % 2) * 0.8));
        assert!((fit(&sums).shift + 0.4).abs() < 1e-6, "{:?}", fit(&sums));
        assert_eq!(fit(&Sums::default()), FittedCorrection::default());
    }

    /// Hands whose chances are right, or wrong by ten points: the distance without chance is that, on average over
    /// many short runs, each of which has a larger distance.
    #[test]
    fn the_true_error_does_not_count_chance() {
        for wrong_by in [0.0, 0.1] {
            let (mut squares, mut errors) = (0.0, 0.0);
            const RUNS: u64 = 400;
            for run in 0..RUNS {
                let mut dice = Dice::at(&eights::Seed::from_number(run), 0);
                let mut groups = [Sums::default(); GROUPS];
                for hand in 0..150 {
                    // Both hints of a hand are followed by the same result.
                    let chance = 0.3 + f64::from(dice.below(1_000)) / 2_500.0;
                    let wins = f64::from(dice.below(1_000_000)) < 1e6 * (chance - wrong_by);
                    let won = f64::from(u8::from(wins));
                    groups[hand % GROUPS].add(&[chance as f32, chance as f32], won);
                }
                let mut sums = Sums::default();
                groups.iter().for_each(|group| sums.merge(group));
                squares += sums.true_square() / RUNS as f64;
                errors += calibration(&[groups, groups], false).error / RUNS as f64;
            }
            assert!((squares - wrong_by * wrong_by).abs() < 0.0015, "{squares} for {wrong_by}");
            assert!(errors > wrong_by + 0.005, "{errors} for {wrong_by}");
        }
    }
}
