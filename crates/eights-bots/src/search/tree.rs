//! The search tree: one node per information set of the searching seat.

use eights::Seat;
use eights_kit::{Shares, Simulator};

use crate::bot::FOR_MEASURING;

use super::{
    ActionStats, Budget, SearchConfig,
    task::{SearchTask, halving_is_worthwhile},
};

/// The end of a linked list in one of the arenas.
const NONE: u32 = u32::MAX;
const ROOT: u32 = 0;

/// First-play urgency (Gelly & Wang 2006): an option never tried is taken to
/// be this much worse than the mean of its siblings.
const FIRST_PLAY_REDUCTION: f32 = 0.05;

/// All worlds that look the same to the searching seat after the same answers.
struct Node<A> {
    /// Hash of the searching seat's private information.
    private_hash: u64,
    /// Head of the list of edges.
    edges: u32,
    /// Length of the contiguous block of edges, if the options are the same in
    /// every world; 0 if edges are added one by one.
    n_edges: u32,
    /// The next node behind the same edge.
    next: u32,
    visits: u32,
    /// The heuristic answer at the searching seat's own nodes. It is cached
    /// there, since the seat sees the same in every world of the node.
    preferred: Option<A>,
}

impl<A> Node<A> {
    const fn new(private_hash: u64, next: u32) -> Node<A> {
        Node { private_hash, edges: NONE, n_edges: 0, next, visits: 0, preferred: None }
    }
}

/// An answer given at a node.
struct Edge<A> {
    action: A,
    seat: Seat,
    visits: u32,
    /// How many worlds came by in which this answer was legal.
    available: u32,
    /// The sum of the shares won by `seat`.
    wins: f32,
    /// Head of the list of nodes behind this edge.
    nodes: u32,
    /// The next edge of the same node.
    next: u32,
}

impl<A> Edge<A> {
    const fn new(action: A, seat: Seat, next: u32) -> Edge<A> {
        Edge { action, seat, visits: 0, available: 1, wins: 0.0, nodes: NONE, next }
    }

    /// The mean share, or the first-play urgency if never visited.
    fn mean_or(&self, first_play: f32) -> f32 {
        if self.visits == 0 { first_play } else { self.wins / self.visits as f32 }
    }
}

/// Nodes and edges live in two arenas, reused across moves to avoid reallocating.
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
    edges: Vec<Edge<A>>,
    /// The edges of the current descent.
    path: Vec<u32>,
    options: Vec<A>,
    /// For each option its edge, or `NONE`.
    edge_of: Vec<u32>,
}

impl<A> Default for Tree<A> {
    fn default() -> Tree<A> {
        Tree {
            nodes: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
            options: Vec::new(),
            edge_of: Vec::new(),
        }
    }
}

impl<A: Copy + Ord> Tree<A> {
    /// Searches within the budget and appends the statistics of the options.
    pub(super) fn search<S: Simulator<Action = A>>(
        &mut self,
        simulator: &mut S,
        task: &SearchTask<'_, A>,
        budget: &mut Budget<'_>,
        stats: &mut Vec<ActionStats<A>>,
    ) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(Node::new(0, NONE));
        let games = budget.games().unwrap_or(u32::MAX);
        if task.config.halving && halving_is_worthwhile(task.config, games, task.options.len()) {
            self.halve(simulator, task, budget);
        } else {
            if !task.estimates.is_empty() {
                self.expand_root(task);
            }
            while budget.spend(32) {
                let mut world = simulator.sample();
                self.iterate(simulator, &mut world, task, None);
            }
        }
        self.collect_stats(task.options, stats);
    }

    /// One iteration: descends through a world, from a given edge of the root
    /// if there is one, and backs up the result along the path.
    pub(super) fn iterate<S: Simulator<Action = A>>(
        &mut self,
        simulator: &mut S,
        world: &mut S::World,
        task: &SearchTask<'_, A>,
        first: Option<u32>,
    ) {
        let shares = self.descend(simulator, world, task.me, task.config, first);
        for edge in &self.path {
            let edge = &mut self.edges[*edge as usize];
            edge.visits += 1;
            // Each edge is credited to the seat that chose it: max^n backup.
            edge.wins += shares[edge.seat.index()];
        }
    }

    /// Gives the root one edge per option, numbered like the options. The estimate of a network counts
    /// as if that many games had been simulated.
    pub(super) fn expand_root(&mut self, task: &SearchTask<'_, A>) {
        self.options.clear();
        self.options.extend_from_slice(task.options);
        self.expand(ROOT, task.me, None);
        for (edge, estimate) in self.edges.iter_mut().zip(task.estimates) {
            edge.visits = task.config.network_games;
            edge.wins = estimate * task.config.network_games as f32;
        }
    }

    /// The mean share of the win behind an edge.
    pub(super) fn mean(&self, edge: u32) -> f32 {
        self.edges[edge as usize].mean_or(0.0)
    }

    fn collect_stats(&self, options: &[A], stats: &mut Vec<ActionStats<A>>) {
        stats.extend(options.iter().map(|action| ActionStats { action: *action, visits: 0, wins: 0.0 }));
        let mut at = self.nodes[ROOT as usize].edges;
        while let Some(edge) = self.edges.get(at as usize) {
            if let Ok(index) = options.binary_search(&edge.action) {
                stats[index].visits = edge.visits;
                stats[index].wins = edge.mean_or(0.0);
            }
            at = edge.next;
        }
    }

    /// Descends to an edge without visits and plays out from there.
    fn descend<S: Simulator<Action = A>>(
        &mut self,
        simulator: &mut S,
        world: &mut S::World,
        me: Seat,
        config: &SearchConfig,
        mut first: Option<u32>,
    ) -> Shares {
        self.path.clear();
        let mut node = ROOT;
        loop {
            let seat = match simulator.to_act(world) {
                Ok(seat) => seat,
                Err(shares) => return shares,
            };
            let edge = if let Some(edge) = first.take() {
                edge
            } else if S::SAME_OPTIONS && seat == me {
                self.select_own(simulator, world, node, seat, config)
            } else {
                self.options.clear();
                simulator.legal(world, seat, &mut self.options);
                let follows = seat != me
                    && (simulator.follows_policy(world, seat)
                        || FOR_MEASURING && self.follows(node, config.others_follow));
                if follows {
                    self.follow(simulator, world, node, seat)
                } else {
                    self.select(simulator, world, node, (seat, me), config)
                }
            };
            self.path.push(edge);
            let Edge { action, visits, .. } = self.edges[edge as usize];
            simulator.act(world, seat, action);
            if visits == 0 {
                return simulator.play_out(world);
            }
            node = self.child(edge, simulator.private_hash(world, me));
        }
    }

    /// Selects among the listed options by PUCT (Rosin 2011, in the form of
    /// AlphaGo Zero): mean + c · prior · √N / (1 + n). As in ISMCTS, N counts
    /// the worlds in which the option was available, not the visits of the node.
    fn select<S: Simulator<Action = A>>(
        &mut self,
        simulator: &mut S,
        world: &S::World,
        node: u32,
        (seat, me): (Seat, Seat),
        config: &SearchConfig,
    ) -> u32 {
        let here = &mut self.nodes[node as usize];
        here.visits += 1;
        let visits = here.visits as f32;
        self.edge_of.clear();
        self.edge_of.resize(self.options.len(), NONE);
        let (mut at, mut wins, mut tries) = (here.edges, 0.0, 0);
        while at != NONE {
            let edge = &mut self.edges[at as usize];
            if let Some(index) = self.options.iter().position(|option| *option == edge.action) {
                edge.available += 1;
                wins += edge.wins;
                tries += edge.visits;
                self.edge_of[index] = at;
            }
            at = edge.next;
        }
        if self.options.len() == 1 {
            let edge = self.edge_of[0];
            return if edge == NONE { self.add_edge(node, self.options[0], seat) } else { edge };
        }
        let preferred = match self.nodes[node as usize].preferred {
            Some(preferred) => preferred,
            None => simulator.preferred(world, seat),
        };
        if seat == me {
            self.nodes[node as usize].preferred = Some(preferred);
        }
        let first_play = first_play_urgency(wins, tries);
        let rest = (1.0 - config.prior_weight) / self.options.len() as f32;
        let mut best = (0, f32::MIN);
        for (index, action) in self.options.iter().enumerate() {
            let prior = if *action == preferred { config.prior_weight + rest } else { rest };
            let score = match self.edges.get(self.edge_of[index] as usize) {
                Some(edge) => {
                    edge.mean_or(first_play)
                        + config.exploration * prior * (edge.available as f32).sqrt()
                            / (1 + edge.visits) as f32
                }
                // No edge yet, so no availability: the visits of the node are its upper bound.
                None => first_play + config.exploration * prior * visits.sqrt(),
            };
            if score > best.1 {
                best = (index, score);
            }
        }
        match self.edge_of[best.0] {
            NONE => self.add_edge(node, self.options[best.0], seat),
            edge => edge,
        }
    }

    /// Whether another seat follows its policy on this visit: an even share of the visits, without dice.
    fn follows(&self, node: u32, share: f32) -> bool {
        if share == 0.0 {
            return false;
        }
        let visits = self.nodes[node as usize].visits as f32;
        ((visits + 1.0) * share).floor() > (visits * share).floor()
    }

    /// The edge of the answer that the policy of a seat gives.
    fn follow<S: Simulator<Action = A>>(
        &mut self,
        simulator: &mut S,
        world: &S::World,
        node: u32,
        seat: Seat,
    ) -> u32 {
        self.nodes[node as usize].visits += 1;
        let answer = match self.options[..] {
            [only] => only,
            _ => simulator.preferred(world, seat),
        };
        let mut at = self.nodes[node as usize].edges;
        while at != NONE {
            let edge = &mut self.edges[at as usize];
            if edge.action == answer {
                edge.available += 1;
                return at;
            }
            at = edge.next;
        }
        self.add_edge(node, answer, seat)
    }

    /// [`Tree::select`] for nodes of the searching seat whose options are the
    /// same in every world: they are listed once, and all are always available.
    #[inline]
    fn select_own<S: Simulator<Action = A>>(
        &mut self,
        simulator: &mut S,
        world: &S::World,
        node: u32,
        seat: Seat,
        config: &SearchConfig,
    ) -> u32 {
        if self.nodes[node as usize].n_edges == 0 {
            self.options.clear();
            simulator.legal(world, seat, &mut self.options);
            let preferred = (self.options.len() > 1).then(|| simulator.preferred(world, seat));
            self.expand(node, seat, preferred);
        }
        let here = &mut self.nodes[node as usize];
        here.visits += 1;
        let (first, n, preferred, root) =
            (here.edges, here.n_edges, here.preferred, (here.visits as f32).sqrt());
        if n == 1 {
            return first;
        }
        let edges = &self.edges[first as usize..(first + n) as usize];
        let (mut wins, mut tries) = (0.0, 0);
        for edge in edges {
            wins += edge.wins;
            tries += edge.visits;
        }
        let first_play = first_play_urgency(wins, tries);
        let rest = (1.0 - config.prior_weight) / n as f32;
        let mut best = (0, f32::MIN);
        for (edge, at) in edges.iter().zip(first..) {
            let prior = if Some(edge.action) == preferred { config.prior_weight + rest } else { rest };
            let score =
                edge.mean_or(first_play) + config.exploration * prior * root / (1 + edge.visits) as f32;
            if score > best.1 {
                best = (at, score);
            }
        }
        best.0
    }

    /// Gives a node one edge per listed option, as a contiguous block.
    fn expand(&mut self, node: u32, seat: Seat, preferred: Option<A>) {
        let here = &mut self.nodes[node as usize];
        here.preferred = preferred;
        here.edges = self.edges.len() as u32;
        here.n_edges = self.options.len() as u32;
        let end = here.edges + here.n_edges;
        let nexts = (here.edges + 1..=end).map(|next| if next == end { NONE } else { next });
        self.edges
            .extend(self.options.iter().zip(nexts).map(|(action, next)| Edge::new(*action, seat, next)));
    }

    fn add_edge(&mut self, node: u32, action: A, seat: Seat) -> u32 {
        let new = self.edges.len() as u32;
        let next = std::mem::replace(&mut self.nodes[node as usize].edges, new);
        self.edges.push(Edge::new(action, seat, next));
        new
    }

    /// The node behind an edge for what the searching seat knows now, created
    /// if needed. What this seat drew leads to different nodes; what others
    /// drew does not.
    fn child(&mut self, edge: u32, private_hash: u64) -> u32 {
        let mut at = self.edges[edge as usize].nodes;
        while at != NONE {
            let node = &self.nodes[at as usize];
            if node.private_hash == private_hash {
                return at;
            }
            at = node.next;
        }
        let new = self.nodes.len() as u32;
        let next = std::mem::replace(&mut self.edges[edge as usize].nodes, new);
        self.nodes.push(Node::new(private_hash, next));
        new
    }
}

fn first_play_urgency(wins: f32, tries: u32) -> f32 {
    if tries == 0 { 0.5 } else { wins / tries as f32 - FIRST_PLAY_REDUCTION }
}
