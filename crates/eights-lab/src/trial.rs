//! Measures a rule set: plays many games and reports every number with its interval.

use eights::{MAX_SEATS, Opening, Outcome, Seat};
use eights_bots::{BotKind, Level};

use crate::{
    deals::Deals,
    error::LabError,
    game_loop::{EndReason, GameLimits, GameResult, Observer, Unit, play},
    metric::{DealSums, N_METRICS, OPTION_METRICS},
    players::{HeuristicPlayers, play_with},
    runner::{RunStatus, Runner},
    stats::{Histogram, Ratio},
};
use eights_kit::{CardGroup, HandStats, Playable};

/// What to play.
#[derive(Clone, Debug)]
pub struct Trial {
    pub deals: Deals,
    /// Number of games, one per deal.
    pub games: u64,
    pub n_seats: u8,
    pub unit: Unit,
    /// The kind of bot on every seat.
    pub bots: BotKind,
}

/// The sums of a trial. Their size does not depend on the number of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// In the order of [`crate::METRICS`].
    pub numbers: [Ratio; N_METRICS],
    /// Share of hands won by seat, counted from the seat that is asked first.
    pub seats: Vec<Ratio>,
    /// Turns per hand.
    pub turns: Histogram,
    /// Turns per game.
    pub game_turns: Histogram,
    /// For each group of cards, the share won by seats that were dealt one, drew one, played one.
    pub cards: Vec<[Ratio; 3]>,
}

impl Tally {
    pub fn new(n_seats: u8, n_groups: usize) -> Tally {
        Tally {
            numbers: [Ratio::default(); N_METRICS],
            seats: vec![Ratio::default(); n_seats as usize],
            turns: Histogram::default(),
            game_turns: Histogram::default(),
            cards: vec![[Ratio::default(); 3]; n_groups],
        }
    }

    /// Adds the sums of other deals.
    pub fn merge(&mut self, other: &Tally) {
        self.numbers.iter_mut().zip(&other.numbers).for_each(|(mine, theirs)| mine.merge(theirs));
        self.seats.iter_mut().zip(&other.seats).for_each(|(mine, theirs)| mine.merge(theirs));
        self.turns.merge(&other.turns);
        self.game_turns.merge(&other.game_turns);
        for (mine, theirs) in self.cards.iter_mut().zip(&other.cards) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| mine.merge(theirs));
        }
    }
}

/// Options are counted in one of this many deals, since listing them costs as much as playing.
const COUNTED_EVERY: u64 = 8;

/// Deals per chunk of work.
pub(crate) const CHUNK: u64 = 256;

impl Trial {
    /// Plays the games.
    ///
    /// # Errors
    ///
    /// If there is nothing to play, or the rules do not allow this many players.
    pub fn run<G: Playable>(&self, game: &G, runner: &Runner) -> Result<(Tally, RunStatus), LabError> {
        self.check(game)?;
        let groups = game.card_groups();
        let mut tally = Tally::new(self.n_seats, groups.len());
        let work = |deals: std::ops::Range<u64>| {
            let mut counter = Counter::<G>::new(self.n_seats, &groups);
            deals.for_each(|deal| counter.play(game, self, deal));
            counter.tally
        };
        let status = runner.run(self.games, CHUNK, work, |part| {
            tally.merge(&part);
            std::ops::ControlFlow::Continue(())
        })?;
        Ok((tally, status))
    }

    pub(crate) fn check<G: Playable>(&self, game: &G) -> Result<(), LabError> {
        if self.games == 0 {
            return Err(LabError::NoGames);
        }
        if !game.can_seat(self.n_seats) {
            return Err(LabError::Seats(self.n_seats, *game.seats().start(), *game.seats().end()));
        }
        Ok(())
    }
}

/// Plays the games of a chunk of deals and adds them up.
pub(crate) struct Counter<'a, G> {
    game: std::marker::PhantomData<G>,
    n_seats: u8,
    groups: &'a [CardGroup],
    pub(crate) tally: Tally,
    /// The sums of the last deal.
    pub(crate) sums: DealSums,
    hand: HandStats,
    /// For each group of cards, numerator and denominator of the last deal.
    cards: Vec<[(f64, f64); 3]>,
    seats: [f64; MAX_SEATS],
}

impl<'a, G: Playable> Counter<'a, G> {
    pub(crate) fn new(n_seats: u8, groups: &'a [CardGroup]) -> Counter<'a, G> {
        Counter {
            game: std::marker::PhantomData,
            n_seats,
            groups,
            tally: Tally::new(n_seats, groups.len()),
            sums: DealSums::default(),
            hand: HandStats::new(),
            cards: vec![[(0.0, 0.0); 3]; groups.len()],
            seats: [0.0; MAX_SEATS],
        }
    }

    /// Plays the game of a deal and adds it to the tally.
    pub(crate) fn play(&mut self, game: &G, trial: &Trial, deal: u64) {
        self.sums = DealSums::default();
        self.seats = [0.0; MAX_SEATS];
        self.cards.iter_mut().for_each(|group| *group = [(0.0, 0.0); 3]);
        let result = match (trial.bots, deal % COUNTED_EVERY) {
            (BotKind::Level(Level::Normal), 0) => self.play_heuristic::<true>(game, trial, deal),
            (BotKind::Level(Level::Normal), _) => self.play_heuristic::<false>(game, trial, deal),
            _ => {
                let kinds = vec![trial.bots; trial.n_seats as usize];
                let dice = trial.deals.bot_dice(deal, 0);
                let (seed, limits) = (trial.deals.seed(deal), GameLimits::of(trial.unit));
                play_with(game, &seed, limits, (&kinds, dice), &mut CountingObserver::<G, true>(self))
            }
        };
        self.sums.unfinished = result.reason != EndReason::Over;
        self.add_deal();
    }

    fn play_heuristic<const WANTS_OPTIONS: bool>(
        &mut self,
        game: &G,
        trial: &Trial,
        deal: u64,
    ) -> GameResult {
        let mut players = HeuristicPlayers::new(trial.deals.bot_dice(deal, 0));
        let (seed, limits) = (trial.deals.seed(deal), GameLimits::of(trial.unit));
        let mut observer = CountingObserver::<G, WANTS_OPTIONS>(self);
        play(game, trial.n_seats, &seed, limits, &mut players, &mut observer)
    }

    /// Adds the sums of the deal to the tally.
    fn add_deal(&mut self) {
        let fractions = self.sums.fractions();
        for (at, (numerator, denominator)) in fractions.into_iter().enumerate() {
            if self.sums.has_options() || !OPTION_METRICS.contains(&at) {
                self.tally.numbers[at].add(numerator, denominator);
            }
        }
        let hands = fractions[2].0;
        for (ratio, share) in self.tally.seats.iter_mut().zip(self.seats) {
            ratio.add(share, hands);
        }
        self.tally.game_turns.add(fractions[1].0 as u64);
        for (ratios, fractions) in self.tally.cards.iter_mut().zip(&self.cards) {
            for (ratio, (numerator, denominator)) in ratios.iter_mut().zip(fractions) {
                ratio.add(*numerator, *denominator);
            }
        }
    }

    /// Adds a hand to the sums of the deal; without an outcome if it was cut off.
    fn add_hand(&mut self, outcome: Option<&Outcome>) {
        let n = self.n_seats as usize;
        let winners = outcome.map_or(eights::Seats::NONE, |outcome| outcome.winners);
        let mut shares = [0.0; MAX_SEATS];
        for (index, share) in shares[..n].iter_mut().enumerate() {
            *share = share_of(winners, Seat::new(index), self.n_seats);
        }
        let blocked = outcome.is_some_and(|outcome| outcome.blocked);
        self.sums.add_hand(&self.hand, &shares[..n], blocked, !winners.is_empty(), G::COMEBACK_DEFICIT);
        self.tally.turns.add(u64::from(self.hand.turns));
        let first = self.hand.first.map_or(0, Seat::index);
        for at in 0..n {
            self.seats[at] += shares[(first + at) % n];
        }
        for (group, fractions) in self.groups.iter().zip(&mut self.cards) {
            let sets = [&self.hand.dealt, &self.hand.drawn, &self.hand.played];
            for (by_seat, fraction) in sets.into_iter().zip(fractions) {
                for at in 0..n {
                    if !by_seat[at].and(group.cards).is_empty() {
                        fraction.0 += shares[at];
                        fraction.1 += 1.0;
                    }
                }
            }
        }
    }
}

/// A seat's share of the win: split among the winners, or among everybody if there are none.
pub(crate) fn share_of(winners: eights::Seats, seat: Seat, n_seats: u8) -> f64 {
    if winners.is_empty() {
        1.0 / f64::from(n_seats)
    } else if winners.has(seat) {
        1.0 / winners.len() as f64
    } else {
        0.0
    }
}

/// Feeds a counter. Counting options is a compile-time choice, since it is the slow part.
struct CountingObserver<'a, 'b, G, const WANTS_OPTIONS: bool>(&'a mut Counter<'b, G>);

impl<G: Playable, const WANTS_OPTIONS: bool> Observer<G> for CountingObserver<'_, '_, G, WANTS_OPTIONS> {
    const WANTS_EVENTS: bool = true;
    const WANTS_OPTIONS: bool = WANTS_OPTIONS;

    fn on_deal(&mut self, _: &G, opening: &Opening) {
        self.0.hand.begin(opening.n_seats);
    }

    #[inline]
    fn on_event(&mut self, game: &G, event: &G::Event) {
        game.record(event, &mut self.0.hand);
    }

    #[inline]
    fn on_question(&mut self, seat: Seat, options: usize) {
        self.0.hand.record_question(seat, options);
    }

    fn on_hand_over(&mut self, outcome: Option<&Outcome>) {
        self.0.add_hand(outcome);
    }
}
