//! The tree over what a seat can know, and the way down it.

use eights::Seat;

use super::{
    ActionStats, Budget, SearchConfig, Shares, halving::is_worthwhile, parallel::SearchTask,
    simulator::Simulator,
};

const NONE: u32 = u32::MAX;
const ROOT: u32 = 0;

/// What is known when somebody is asked.
struct Node<A> {
    /// What the searching seat knows that others may not.
    private_hash: u64,
    /// The first answer that was ever given here.
    edges: u32,
    /// How many answers lie side by side, where they are the same in every world.
    n_edges: u32,
    /// The next node under the same answer.
    next: u32,
    visits: u32,
    /// What instinct says here, if it is the searching seat's turn: it sees
    /// the same in every world that comes by.
    prior: Option<A>,
}

impl<A> Node<A> {
    const fn new(private_hash: u64, next: u32) -> Node<A> {
        Node { private_hash, edges: NONE, n_edges: 0, next, visits: 0, prior: None }
    }
}

/// An answer that was given at a node.
struct Edge<A> {
    action: A,
    seat: Seat,
    visits: u32,
    /// How often it could have been given.
    available: u32,
    wins: f32,
    /// The first node that followed.
    nodes: u32,
    /// The next answer at the same node.
    next: u32,
}

/// A tree in two arenas, which are kept from one search to the next.
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
    edges: Vec<Edge<A>>,
    /// The answers given on the way down.
    path: Vec<u32>,
    options: Vec<A>,
    /// The edge of each option, where there is one.
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
    /// Looks at imagined games as long as there is patience, and lists what was found.
    pub(super) fn think<W: Simulator<Action = A>>(
        &mut self,
        worlds: &mut W,
        task: &SearchTask<'_, A>,
        budget: &mut Budget<'_>,
        stats: &mut Vec<ActionStats<A>>,
    ) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(Node::new(0, NONE));
        let games = budget.games().unwrap_or(u32::MAX);
        if task.config.halving && is_worthwhile(games, task.options.len()) {
            self.halve(worlds, task, budget);
        } else {
            while budget.spend(32) {
                let mut world = worlds.sample();
                self.go_through(worlds, &mut world, task, None);
            }
        }
        self.list_found(task.options, stats);
    }

    /// Goes through one world, after this first answer if one is given, and
    /// takes down for every answer on the way who won.
    pub(super) fn go_through<W: Simulator<Action = A>>(
        &mut self,
        worlds: &mut W,
        world: &mut W::World,
        task: &SearchTask<'_, A>,
        first: Option<u32>,
    ) {
        let shares = self.descend(worlds, world, task.me, task.config, first);
        for edge in &self.path {
            let edge = &mut self.edges[*edge as usize];
            edge.visits += 1;
            edge.wins += shares[edge.seat.index()];
        }
    }

    /// Lays out all options at the root, in order.
    pub(super) fn lay_out(&mut self, me: Seat, options: &[A]) {
        self.options.clear();
        self.options.extend_from_slice(options);
        self.unfold(ROOT, me, None);
    }

    /// How many of the imagined games with an answer were won, and how many there were.
    pub(super) fn score(&self, edge: u32) -> (f32, u32) {
        let edge = &self.edges[edge as usize];
        (edge.wins / edge.visits.max(1) as f32, edge.visits)
    }

    fn list_found(&self, options: &[A], stats: &mut Vec<ActionStats<A>>) {
        stats.extend(options.iter().map(|action| ActionStats { action: *action, visits: 0, wins: 0.0 }));
        let mut at = self.nodes[ROOT as usize].edges;
        while let Some(edge) = self.edges.get(at as usize) {
            if let Ok(index) = options.binary_search(&edge.action) {
                stats[index].visits = edge.visits;
                stats[index].wins = edge.wins / edge.visits.max(1) as f32;
            }
            at = edge.next;
        }
    }

    /// Goes down through one world, adds one answer and plays out from there.
    fn descend<W: Simulator<Action = A>>(
        &mut self,
        worlds: &mut W,
        world: &mut W::World,
        me: Seat,
        config: &SearchConfig,
        mut first: Option<u32>,
    ) -> Shares {
        self.path.clear();
        let mut node = ROOT;
        loop {
            let seat = match worlds.to_act(world) {
                Ok(seat) => seat,
                Err(shares) => return shares,
            };
            let edge = if let Some(edge) = first.take() {
                edge
            } else if W::SAME_OPTIONS && seat == me {
                self.select_own(worlds, world, node, seat, config)
            } else {
                self.options.clear();
                worlds.list(world, seat, &mut self.options);
                self.select(worlds, world, node, (seat, me), config)
            };
            self.path.push(edge);
            let Edge { action, visits, .. } = self.edges[edge as usize];
            worlds.act(world, seat, action);
            if visits == 0 {
                return worlds.play_out(world);
            }
            node = self.follow(edge, worlds.private_hash(world, me));
        }
    }

    /// The most promising answer: what has won much, what instinct would say,
    /// and what is little known.
    fn select<W: Simulator<Action = A>>(
        &mut self,
        worlds: &mut W,
        world: &W::World,
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
            return if edge == NONE { self.grow(node, self.options[0], seat) } else { edge };
        }
        let prior = match self.nodes[node as usize].prior {
            Some(prior) => prior,
            None => worlds.prior(world, seat),
        };
        if seat == me {
            self.nodes[node as usize].prior = Some(prior);
        }
        let hope = if tries == 0 { 0.5 } else { wins / tries as f32 - 0.05 };
        let rest = (1.0 - config.prior_weight) / self.options.len() as f32;
        let mut best = (0, f32::MIN);
        for (index, action) in self.options.iter().enumerate() {
            let prior = if *action == prior { config.prior_weight + rest } else { rest };
            let score = match self.edges.get(self.edge_of[index] as usize) {
                Some(edge) => {
                    let mean = if edge.visits == 0 { hope } else { edge.wins / edge.visits as f32 };
                    mean + config.exploration * prior * (edge.available as f32).sqrt()
                        / (1 + edge.visits) as f32
                }
                None => hope + config.exploration * prior * visits.sqrt(),
            };
            if score > best.1 {
                best = (index, score);
            }
        }
        match self.edge_of[best.0] {
            NONE => self.grow(node, self.options[best.0], seat),
            edge => edge,
        }
    }

    /// The same where the searching seat has the same answers in every world
    /// that comes by: they lie side by side and are all there at once.
    #[inline]
    fn select_own<W: Simulator<Action = A>>(
        &mut self,
        worlds: &mut W,
        world: &W::World,
        node: u32,
        seat: Seat,
        config: &SearchConfig,
    ) -> u32 {
        if self.nodes[node as usize].n_edges == 0 {
            self.options.clear();
            worlds.list(world, seat, &mut self.options);
            let prior = (self.options.len() > 1).then(|| worlds.prior(world, seat));
            self.unfold(node, seat, prior);
        }
        let here = &mut self.nodes[node as usize];
        here.visits += 1;
        let (first, n, prior, far) = (here.edges, here.n_edges, here.prior, (here.visits as f32).sqrt());
        if n == 1 {
            return first;
        }
        let edges = &self.edges[first as usize..(first + n) as usize];
        let (mut wins, mut tries) = (0.0, 0);
        for edge in edges {
            wins += edge.wins;
            tries += edge.visits;
        }
        let hope = if tries == 0 { 0.5 } else { wins / tries as f32 - 0.05 };
        let rest = (1.0 - config.prior_weight) / n as f32;
        let mut best = (0, f32::MIN);
        for (edge, at) in edges.iter().zip(first..) {
            let prior = if Some(edge.action) == prior { config.prior_weight + rest } else { rest };
            let mean = if edge.visits == 0 { hope } else { edge.wins / edge.visits as f32 };
            let score = mean + config.exploration * prior * far / (1 + edge.visits) as f32;
            if score > best.1 {
                best = (at, score);
            }
        }
        best.0
    }

    /// Lays out all listed answers side by side.
    fn unfold(&mut self, node: u32, seat: Seat, prior: Option<A>) {
        let here = &mut self.nodes[node as usize];
        here.prior = prior;
        here.edges = self.edges.len() as u32;
        here.n_edges = self.options.len() as u32;
        let edge =
            |(action, next)| Edge { action, seat, visits: 0, available: 1, wins: 0.0, nodes: NONE, next };
        let last = here.edges + here.n_edges;
        let nexts = (here.edges + 1..=last).map(|next| if next == last { NONE } else { next });
        self.edges.extend(self.options.iter().copied().zip(nexts).map(edge));
    }

    fn grow(&mut self, node: u32, action: A, seat: Seat) -> u32 {
        let new = self.edges.len() as u32;
        let next = std::mem::replace(&mut self.nodes[node as usize].edges, new);
        self.edges.push(Edge { action, seat, visits: 0, available: 1, wins: 0.0, nodes: NONE, next });
        new
    }

    /// The node behind an answer, as the searching seat knows it: what it drew
    /// is part of that, what others drew is not.
    fn follow(&mut self, edge: u32, private_hash: u64) -> u32 {
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
