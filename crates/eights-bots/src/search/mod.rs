//! Bots that imagine worlds and play them out.
//!
//! The tree is one over what the seat can know (information sets): every
//! imagined game goes through it in another world, so that answers which a
//! world does not allow are simply not there ("availability").

mod crew;
mod flat;
mod halving;
mod patience;
mod rollout;
mod solve;
mod tree;
mod worlds;

use eights::{Dice, Seat};

use crate::{
    ask::Ask,
    bot::Bot,
    instinct::{Believe, Instinct},
};
use patience::Patience;
pub use rollout::Rollout;
use tree::Tree;
pub use worlds::{Whole, Worlds};

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// How many imagined games, or worlds when it is flat.
    pub iterations: u32,
    /// Whether it looks no deeper than the first answer.
    pub flat: bool,
    /// How imagined games are played to their end.
    pub rollout: Rollout,
    /// Whether it guesses from what the others did, not only from what was seen.
    pub deeds: bool,
    /// Whether the first answer is found by dropping the worse half of the
    /// options again and again, each tried in the same worlds.
    pub halving: bool,
    /// How much it looks at what it knows little about.
    pub curiosity: f32,
    /// How sure it is at first that instinct is right, from 0 to 1.
    pub trust: f32,
    /// Whether it imagines fewer games where each takes longer.
    pub paced: bool,
    /// How many think side by side, each about a part of the imagined games.
    /// The answer depends on how many they are, not on who is faster.
    pub threads: u8,
}

/// As many positions as are looked at for exact play.
const POSITIONS: u32 = 20_000;

/// Fewer imagined games than this tell nothing.
const FEWEST: u32 = 12;

/// How many options are tried with so many imagined games; of more, only those that look best.
const fn worth_trying(games: u32) -> usize {
    match games {
        0..16 => 2,
        16..64 => games as usize / 8,
        _ => 7 + games as usize / 64,
    }
}

impl Plan {
    /// What hints are found with. The levels of a game keep a step's distance to each other; a hint is as
    /// good as some milliseconds allow.
    pub(crate) const fn advice<G: Instinct>() -> Plan {
        let games = 3 * G::IMAGINED[2];
        let games = if games < 8_000 { games } else { 8_000 };
        Plan { curiosity: G::CURIOSITY, ..Plan::level(games) }
    }

    /// A tree search with so many imagined games.
    pub const fn tree(iterations: u32) -> Plan {
        Plan {
            iterations,
            flat: false,
            rollout: Rollout::Instinct,
            deeds: true,
            halving: true,
            curiosity: 1.0,
            trust: 0.2,
            paced: false,
            threads: 1,
        }
    }

    /// The same for a level: fewer games where each takes longer.
    pub const fn level(iterations: u32) -> Plan {
        Plan { paced: true, ..Plan::tree(iterations) }
    }

    /// The same with so many who think side by side. In a browser there is only one.
    #[must_use]
    pub const fn side_by_side(self, threads: u8) -> Plan {
        Plan { threads, ..self }
    }

    /// Every answer tried in so many worlds.
    pub const fn flat(worlds: u32) -> Plan {
        Plan { flat: true, ..Plan::tree(worlds) }
    }
}

/// What a search found out about one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<A> {
    /// The answer.
    pub action: A,
    /// In how many imagined games it was given.
    pub visits: u32,
    /// How many of them were won on average; shared wins count in part.
    pub wins: f32,
}

/// A bot that searches.
pub struct Search<G: Believe> {
    plan: Plan,
    memory: G::Memory,
    heard: Vec<G::Seen>,
    /// One tree for each who thinks.
    trees: Vec<Tree<G::Action>>,
    found: Vec<Found<G::Action>>,
}

impl<G: Believe> Search<G> {
    /// A bot that searches by this plan.
    pub fn new(plan: Plan) -> Search<G> {
        Search { plan, memory: G::Memory::default(), heard: Vec::new(), trees: Vec::new(), found: Vec::new() }
    }

    /// What the last search found out about each option.
    pub fn found(&self) -> &[Found<G::Action>] {
        &self.found
    }

    /// Thinks about the options, most promising first in [`Search::found`].
    fn think(&mut self, ask: &mut Ask<'_, G>, options: &[G::Action]) {
        let (game, seat) = (ask.game(), ask.seat());
        for seen in self.heard.drain(..) {
            game.remember(&mut self.memory, seat, &seen);
        }
        self.found.clear();
        if options.len() == 1 {
            self.found.push(Found { action: options[0], visits: 1, wins: 0.5 });
            return;
        }
        let view = ask.view();
        let nothing = G::Memory::default();
        let memory = if self.plan.deeds { &self.memory } else { &nothing };
        let belief = game.believe(&view, seat, memory);
        if self.plan.deeds && game.is_settled(&belief) {
            let mut dice = dream_dice(ask.dice());
            let world = game.dream(&belief, &mut G::Last::default(), &mut dice);
            let most = POSITIONS.min(2 * self.plan.iterations);
            if let Some(found) = solve::Solver::new(game, &mut dice, most).solve(&world, seat, options) {
                self.found = found;
                return self.sort();
            }
        }
        let mut plan = self.plan;
        if plan.paced {
            let games = u64::from(plan.iterations) * 100 / u64::from(game.pace(ask.glance()).max(1));
            plan.iterations = (games as u32).max(FEWEST);
        }
        let mut short = Vec::new();
        let mut options = options;
        let most = worth_trying(plan.iterations);
        if !ask.is_timed() && options.len() > most {
            short.extend_from_slice(options);
            game.shortlist(ask.glance(), &mut short, most);
            options = &short;
        }
        let mut dice = dream_dice(ask.dice());
        match game.shortcut(&belief, &mut dice).filter(|_| plan.rollout == Rollout::Instinct) {
            Some(worlds) => self.imagine(worlds, &plan, ask, options),
            None => self.imagine(Whole::new(game, &belief, plan.rollout, dice), &plan, ask, options),
        }
        self.sort();
    }

    /// Goes through imagined worlds.
    fn imagine<W>(&mut self, mut worlds: W, plan: &Plan, ask: &mut Ask<'_, G>, options: &[G::Action])
    where
        W: Worlds<Action = G::Action>,
    {
        let me = ask.seat();
        let games = if ask.is_timed() { u32::MAX } else { plan.iterations };
        let mut go_on = || ask.go_on();
        if plan.flat {
            let mut patience = Patience::new(games, &mut go_on);
            flat::think(&mut worlds, me, &mut patience, options, &mut self.found);
        } else {
            let task = crew::Task { plan, me, games, options };
            task.share_out(&mut worlds, &mut self.trees, &mut go_on, &mut self.found);
        }
    }

    /// Puts the best answer first: of those looked at closely, the one that won most.
    fn sort(&mut self) {
        let most = self.found.iter().map(|it| it.visits).max().unwrap_or(0);
        let close = |it: &Found<G::Action>| it.visits + it.visits / 16 >= most;
        let order = |a: &Found<G::Action>, b: &Found<G::Action>| {
            let wins = b.wins.total_cmp(&a.wins);
            let visits = b.visits.cmp(&a.visits);
            let last = if close(a) && close(b) { wins.then(visits) } else { visits.then(wins) };
            close(b).cmp(&close(a)).then(last).then(a.action.cmp(&b.action))
        };
        self.found.sort_by(order);
    }

    /// The best answer, and one sentence about why.
    pub(crate) fn advise(&mut self, mut ask: Ask<'_, G>, options: &[G::Action]) -> (G::Action, String) {
        self.think(&mut ask, options);
        let (game, glance, view) = (ask.game(), ask.glance(), ask.view());
        let best = self.found[0];
        if options.len() == 1 {
            return (best.action, "It is all you can do.".to_owned());
        }
        let telling = game.telling(&self.memory, &view, best.action);
        let why = telling.unwrap_or_else(|| game.reason(glance, best.action));
        let wins = (100.0 * best.wins).round();
        (best.action, format!("It {why}: about {wins} of 100 games that could follow are won."))
    }
}

impl<G: Believe> Bot<G> for Search<G> {
    fn choose<'a>(&mut self, mut ask: Ask<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        self.think(&mut ask, options);
        crate::bot::among(options, self.found[0].action)
    }

    fn witness(&mut self, seen: &[G::Seen]) {
        self.heard.extend_from_slice(seen);
    }

    fn listens(&self) -> bool {
        self.plan.deeds
    }
}

/// Dice for imagined games: the caller's own are asked once.
fn dream_dice(dice: &mut Dice) -> Dice {
    let number = u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX));
    Dice::at(&eights::Seed::from_number(number), 0)
}

/// Who got how much of the win: one share a seat.
pub type Shares = [f32; eights::MAX_SEATS];

/// Seats that are asked in an imagined game.
fn asked<G: Believe>(game: &G, state: &G::State) -> Result<Seat, eights::Outcome> {
    match game.turn(state) {
        eights::Turn::Act(seat) => Ok(seat),
        eights::Turn::Over(outcome) => Err(outcome),
    }
}
