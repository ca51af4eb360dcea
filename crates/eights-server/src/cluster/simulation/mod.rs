//! Simulates nodes that crash, sleep, are cut off and are deployed, in virtual time.
//!
//! Every node has a runtime of its own with a paused clock, and all of them are stepped in turn: a node that sleeps
//! is not stepped, one that crashes is dropped with everything that it holds. The loops are the real ones (`watch`,
//! `link`, rooms, drivers), over a store in memory that nodes share. The seed decides what happens when.
//!
//! turmoil works in the same way, and adds a simulated network. It cannot be used here: sockets of clients and of
//! relays are written to by system calls on their descriptors (see `net::connection`), which a simulated stream does
//! not have. Relays are therefore left to `tests/all/cluster.rs` and `eights load --nodes`.

mod ledger;
mod node;
mod player;
mod store;

use std::{sync::Arc, time::Duration};

use eights_store::{Memory, PersonId};
use eights_wire::{Door, Settings};

use self::{
    ledger::Ledger,
    node::{Node, Shared},
    player::Player,
    store::{Beats, Way},
};
use crate::{blocking, clock::Clock, random, room::NewRoom};

const NODES: usize = 3;
const TABLES: usize = 3;
/// How long nodes run by themselves between looks.
const TICK: Duration = Duration::from_millis(50);
/// The time that faults are spread over, and the time after it until everything must play again.
const FAULTY: Duration = Duration::from_secs(15);
const CALM: Duration = Duration::from_secs(15);

struct Simulation {
    shared: Shared,
    nodes: Vec<Option<Node>>,
    /// When a node that has crashed starts again.
    back_at: Vec<Duration>,
    players: Vec<Player>,
    ledger: Ledger,
    now: Duration,
    rng: u64,
}

impl Simulation {
    fn new(seed: u64, clock: &Arc<Clock>, is_fenced: bool) -> Simulation {
        random::seed(seed);
        blocking::inline();
        let shared =
            Shared { store: Memory::default(), clock: clock.clone(), beats: Beats::default(), is_fenced };
        let start = |number| Some(Node::start(&shared, number, Duration::ZERO));
        let nodes = (0..NODES).map(start).collect();
        let mut simulation = Simulation {
            shared,
            nodes,
            back_at: vec![Duration::ZERO; NODES],
            players: Vec::new(),
            ledger: Ledger::default(),
            now: Duration::ZERO,
            rng: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        };
        for table in 0..TABLES {
            simulation.open_table(table);
        }
        simulation
    }

    fn open_table(&mut self, number: usize) {
        let node = self.nodes[number % NODES].as_ref().expect("all nodes run at first");
        let people = [1, 2].map(|seat| PersonId::new((number * 2 + seat) as u64));
        let new_room = NewRoom {
            code: String::new(),
            host: (people[0], "A".into()),
            rules: node.hub.library.get("crazy-eights", "basic").expect("it is shipped"),
            key: "basic".into(),
            settings: Settings { public: true, turn_seconds: None, chat: true, door: Door::Open },
            bots: vec![None, None],
            secret: [number as u8; 32],
        };
        let code =
            node.within(async || node.hub.open_table(new_room, None, 0).await).expect("the store works");
        let sit = |(seat, person)| Player::new(person, seat, code.clone());
        self.players.extend(people.into_iter().enumerate().map(sit));
    }

    /// A random number below `n` (xorshift64).
    fn below(&mut self, n: u64) -> u64 {
        self.rng ^= self.rng << 13;
        self.rng ^= self.rng >> 7;
        self.rng ^= self.rng << 17;
        self.rng % n.max(1)
    }

    fn seconds(&mut self, least: u64, most: u64) -> Duration {
        Duration::from_millis(least * 1000 + self.below((most - least) * 1000))
    }

    /// Perhaps something happens to a node.
    fn fault(&mut self, number: usize) {
        let what = self.below(400);
        let until = self.now + self.seconds(0, 8);
        let Some(node) = &mut self.nodes[number] else { return };
        match what {
            0 => {
                self.nodes[number] = None;
                self.back_at[number] = until;
            }
            1 => node.asleep = node.asleep.or(Some((until, self.now))),
            2 | 3 => {
                node.way.send_replace(if what == 2 { Way::Shut } else { Way::Mute });
                node.disturbed = until;
            }
            4 if node.asleep.is_none() && *node.way.borrow() == Way::Open => {
                node.within(async || node.hub.drain().await);
                node.hub.store.close();
                self.nodes[number] = None;
                self.back_at[number] = until;
            }
            _ => (),
        }
    }

    fn step_node(&mut self, number: usize) {
        if self.nodes[number].is_none() && self.now >= self.back_at[number] {
            let fresh = Node::start(&self.shared, number, self.now);
            self.nodes[number] = Some(fresh);
        }
        let Some(node) = &mut self.nodes[number] else { return };
        if self.now >= node.disturbed && *node.way.borrow() != Way::Open {
            node.way.send_replace(Way::Open);
        }
        if let Some((until, since)) = node.asleep {
            if self.now < until {
                return;
            }
            node.asleep = None;
            let slept = self.now - since;
            node.within(async || tokio::time::advance(slept).await);
        }
        node.within(async || tokio::time::sleep(TICK).await);
    }

    fn step(&mut self) {
        for number in 0..NODES {
            if self.now < FAULTY {
                self.fault(number);
            }
            self.step_node(number);
        }
        self.now += TICK;
        for place in 0..self.players.len() {
            if !self.players[place].is_attached() {
                let (number, is_led) = (self.below(NODES as u64) as usize, self.below(4) != 0);
                // Nobody can connect to a node that sleeps. Relays mostly lead to a node that has the table,
                // which need not be its owner any more.
                let has_table = |node: &Node| node.hub.room(&self.players[place].code).is_some();
                let awake =
                    |number: usize| self.nodes[number % NODES].as_ref().filter(|node| node.asleep.is_none());
                let led = (number..number + NODES).filter_map(awake).find(|node| has_table(node));
                if let Some(node) = led.filter(|_| is_led).or_else(|| awake(number)) {
                    self.players[place].attach(node, &self.ledger, self.now);
                }
            }
            // One draw for each message, whatever it offers.
            let mut rng = self.below(u64::MAX);
            let pick = |count: usize| {
                rng = rng.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                (rng >> 33) as usize % count
            };
            self.players[place].play(&mut self.ledger, self.now, pick);
        }
    }

    fn run(mut self) -> Outcome {
        while self.now < FAULTY {
            self.step();
        }
        let calm_at = self.now;
        while self.now < FAULTY + CALM / 2 {
            self.step();
        }
        let before: Vec<_> = self.players.iter().map(|player| self.ledger.newest(&player.code)).collect();
        while self.now < FAULTY + CALM {
            self.step();
        }
        for (player, before) in self.players.iter().zip(before) {
            if self.ledger.newest(&player.code) == before {
                let problem = format!("{} does not move, {calm_at:?} after the start", player.code);
                self.ledger.problems.push(problem);
            }
        }
        self.nodes.clear();
        let (steps, digest) = (self.ledger.steps_told(), self.ledger.digest());
        Outcome { steps, digest, problems: self.ledger.check(&self.shared.store) }
    }
}

/// What has become of a simulation.
struct Outcome {
    problems: Vec<String>,
    /// How many steps were played.
    steps: u64,
    /// Of everything that was said and told.
    digest: u64,
}

/// Runs seeds on all cores. Returns the problems of each seed that has some, and how many steps were played.
fn run_seeds(count: u64) -> (Vec<(u64, Vec<String>)>, u64) {
    let threads = std::thread::available_parallelism().map_or(2, usize::from) as u64;
    let clock = Clock::system();
    let work = |thread: u64| {
        let (mut found, mut steps) = (Vec::new(), 0);
        for seed in (thread..count).step_by(threads as usize) {
            let outcome = Simulation::new(seed, &clock, true).run();
            steps += outcome.steps;
            if !outcome.problems.is_empty() {
                found.push((seed, outcome.problems));
            }
        }
        (found, steps)
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        let mut all = (Vec::new(), 0);
        for worker in workers {
            let (found, steps) = worker.join().expect("a simulation does not panic");
            all.0.extend(found);
            all.1 += steps;
        }
        all
    })
}

/// `EIGHTS_SEEDS` runs more of them.
#[test]
fn nodes_lose_and_double_nothing() {
    let count = std::env::var("EIGHTS_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(200);
    let (problems, steps) = run_seeds(count);
    assert!(problems.is_empty(), "{} of {count} seeds: {:?}", problems.len(), problems[0]);
    assert!(steps > count * 20, "hardly anybody played: {steps} steps in {count} seeds");
}

#[test]
fn a_seed_is_the_same_run_each_time() {
    let clock = Clock::system();
    for seed in 0..5 {
        let [first, second] = [(); 2].map(|()| Simulation::new(seed, &clock, true).run().digest);
        assert_eq!(first, second, "seed {seed}");
    }
}

#[test]
fn without_a_fence_the_simulation_finds_lost_steps() {
    let clock = Clock::system();
    let is_wrong = |seed| {
        let problems = Simulation::new(seed, &clock, false).run().problems;
        problems.iter().any(|problem| problem.starts_with("match "))
    };
    assert!((0..50).any(is_wrong));
}
