//! A rule set tried out: many games, every number with its interval.

use eights::{MAX_SEATS, Opening, Outcome, Seat};
use eights_bots::{BotKind, Level};

use crate::{
    deals::Deals,
    error::LabError,
    game_loop::{EndReason, GameLimits, GameResult, Observer, Unit, play},
    hand_stats::HandStats,
    metric::{DealSums, N_METRICS, OPTION_METRICS},
    players::{HeuristicPlayers, play_with},
    runner::{RunStatus, Runner},
    stats::{Histogram, Ratio},
    study::{CardGroup, Study},
};

/// What to try.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The deals.
    pub deals: Deals,
    /// How many games, one a deal.
    pub games: u64,
    /// How many play.
    pub n_seats: u8,
    /// What a game is.
    pub unit: Unit,
    /// Who plays, on every seat.
    pub bots: BotKind,
}

/// What came of it. Holds sums only: a million games need no more room than a thousand.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// The numbers, in the order of [`crate::METRICS`].
    pub numbers: [Ratio; N_METRICS],
    /// Who wins a hand, by the distance from the seat that is asked first.
    pub seats: Vec<Ratio>,
    /// Turns of each hand.
    pub turns: Histogram,
    /// Turns of each game.
    pub game_turns: Histogram,
    /// Of each kind of cards, what those win who hold it from the deal, draw it, play it.
    pub cards: Vec<[Ratio; 3]>,
}

impl Tally {
    /// Nothing yet.
    pub fn new(n_seats: u8, n_groups: usize) -> Tally {
        Tally {
            numbers: [Ratio::default(); N_METRICS],
            seats: vec![Ratio::default(); n_seats as usize],
            turns: Histogram::default(),
            game_turns: Histogram::default(),
            cards: vec![[Ratio::default(); 3]; n_groups],
        }
    }

    /// Counts the deals of another part of the run.
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

/// The options of one deal in so many are counted: listing them costs as much as playing.
const COUNTED_EVERY: u64 = 8;

/// A chunk of work has so many deals.
pub(crate) const CHUNK: u64 = 256;

impl Trial {
    /// Plays the games.
    ///
    /// # Errors
    ///
    /// When there is nothing to play, or so many cannot play.
    pub fn run<G: Study>(&self, game: &G, runner: &Runner) -> Result<(Tally, RunStatus), LabError> {
        self.check(game)?;
        let kinds = game.card_groups();
        let mut tally = Tally::new(self.n_seats, kinds.len());
        let work = |deals: std::ops::Range<u64>| {
            let mut counter = Counter::<G>::new(self.n_seats, &kinds);
            deals.for_each(|deal| counter.play(game, self, deal));
            counter.tally
        };
        let done = runner.run(self.games, CHUNK, work, |part| {
            tally.merge(&part);
            std::ops::ControlFlow::Continue(())
        })?;
        Ok((tally, done))
    }

    pub(crate) fn check<G: Study>(&self, game: &G) -> Result<(), LabError> {
        if self.games == 0 {
            return Err(LabError::NoGames);
        }
        if !game.can_seat(self.n_seats) {
            return Err(LabError::Seats(self.n_seats, *game.seats().start(), *game.seats().end()));
        }
        Ok(())
    }
}

/// Counts the games of a chunk of deals.
pub(crate) struct Counter<'a, G> {
    game: std::marker::PhantomData<G>,
    n_seats: u8,
    kinds: &'a [CardGroup],
    pub(crate) tally: Tally,
    pub(crate) sums: DealSums,
    hand_stats: HandStats,
    /// Of each kind, what counts above and below in this deal.
    cards: Vec<[(f64, f64); 3]>,
    seats: [f64; MAX_SEATS],
}

impl<'a, G: Study> Counter<'a, G> {
    pub(crate) fn new(n_seats: u8, kinds: &'a [CardGroup]) -> Counter<'a, G> {
        Counter {
            game: std::marker::PhantomData,
            n_seats,
            kinds,
            tally: Tally::new(n_seats, kinds.len()),
            sums: DealSums::default(),
            hand_stats: HandStats::new(),
            cards: vec![[(0.0, 0.0); 3]; kinds.len()],
            seats: [0.0; MAX_SEATS],
        }
    }

    /// Plays the game of a deal and counts it; what it brought is left in `sums`.
    pub(crate) fn play(&mut self, game: &G, trial: &Trial, deal: u64) {
        self.sums = DealSums::default();
        self.seats = [0.0; MAX_SEATS];
        self.cards.iter_mut().for_each(|kind| *kind = [(0.0, 0.0); 3]);
        let ended = match (trial.bots, deal % COUNTED_EVERY) {
            (BotKind::Level(Level::Normal), 0) => self.play_heuristic::<true>(game, trial, deal),
            (BotKind::Level(Level::Normal), _) => self.play_heuristic::<false>(game, trial, deal),
            _ => {
                let kinds = vec![trial.bots; trial.n_seats as usize];
                let luck = trial.deals.bot_dice(deal, 0);
                let (seed, limits) = (trial.deals.seed(deal), GameLimits::of(trial.unit));
                play_with(game, &seed, limits, (&kinds, luck), &mut CountingObserver::<G, true>(self))
            }
        };
        self.sums.unfinished = ended.reason != EndReason::Over;
        self.count();
    }

    fn play_heuristic<const WANTS_OPTIONS: bool>(
        &mut self,
        game: &G,
        trial: &Trial,
        deal: u64,
    ) -> GameResult {
        let mut players = HeuristicPlayers::new(trial.deals.bot_dice(deal, 0));
        let (seed, limits) = (trial.deals.seed(deal), GameLimits::of(trial.unit));
        play(
            game,
            trial.n_seats,
            &seed,
            limits,
            &mut players,
            &mut CountingObserver::<G, WANTS_OPTIONS>(self),
        )
    }

    /// Adds what the deal brought to the tally.
    fn count(&mut self) {
        let pairs = self.sums.pairs();
        for (at, (above, below)) in pairs.into_iter().enumerate() {
            if self.sums.is_counted() || !OPTION_METRICS.contains(&at) {
                self.tally.numbers[at].add(above, below);
            }
        }
        let hands = pairs[2].0;
        for (ratio, share) in self.tally.seats.iter_mut().zip(self.seats) {
            ratio.add(share, hands);
        }
        self.tally.game_turns.add(pairs[1].0 as u64);
        for (ratios, pairs) in self.tally.cards.iter_mut().zip(&self.cards) {
            ratios.iter_mut().zip(pairs).for_each(|(ratio, (above, below))| ratio.add(*above, *below));
        }
    }

    /// Counts a hand that is over or was broken off.
    fn hand(&mut self, outcome: Option<&Outcome>) {
        let n = self.n_seats as usize;
        let winners = outcome.map_or(eights::Seats::NONE, |it| it.winners);
        let mut shares = [0.0; MAX_SEATS];
        for (index, share) in shares[..n].iter_mut().enumerate() {
            *share = share_of(winners, Seat::new(index), self.n_seats);
        }
        let blocked = outcome.is_some_and(|it| it.blocked);
        self.sums.hand(&self.hand_stats, &shares[..n], blocked, !winners.is_empty(), G::COMEBACK_DEFICIT);
        self.tally.turns.add(u64::from(self.hand_stats.turns));
        let first = self.hand_stats.first.map_or(0, Seat::index);
        for at in 0..n {
            self.seats[at] += shares[(first + at) % n];
        }
        let hand_stats = &self.hand_stats;
        for (kind, pairs) in self.kinds.iter().zip(&mut self.cards) {
            for (sets, pair) in
                [&hand_stats.dealt, &hand_stats.drawn, &hand_stats.played].into_iter().zip(pairs)
            {
                for at in 0..n {
                    if !sets[at].and(kind.cards).is_empty() {
                        pair.0 += shares[at];
                        pair.1 += 1.0;
                    }
                }
            }
        }
    }
}

/// What a seat gets of a win: those who won share it, and where nobody did, everybody.
pub(crate) fn share_of(winners: eights::Seats, seat: Seat, n_seats: u8) -> f64 {
    match (winners.is_empty(), winners.has(seat)) {
        (true, _) => 1.0 / f64::from(n_seats),
        (_, true) => 1.0 / winners.len() as f64,
        _ => 0.0,
    }
}

/// A counter at a table; whether it counts options too is known when it is compiled.
struct CountingObserver<'a, 'b, G, const WANTS_OPTIONS: bool>(&'a mut Counter<'b, G>);

impl<G: Study, const WANTS_OPTIONS: bool> Observer<G> for CountingObserver<'_, '_, G, WANTS_OPTIONS> {
    const WANTS_EVENTS: bool = true;
    const WANTS_OPTIONS: bool = WANTS_OPTIONS;

    fn deals(&mut self, _: &G, opening: &Opening) {
        self.0.hand_stats.begin(opening.n_seats);
    }

    #[inline]
    fn note(&mut self, game: &G, event: &G::Event) {
        game.note(event, &mut self.0.hand_stats);
    }

    #[inline]
    fn asks(&mut self, seat: Seat, options: usize) {
        self.0.hand_stats.record_question(seat, options);
    }

    fn hand_over(&mut self, outcome: Option<&Outcome>) {
        self.0.hand(outcome);
    }
}
