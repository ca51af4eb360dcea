//! The tree over what a seat can know, and the way down it.

use eights::{Dice, Seat, Silent};

use super::{
    Found, Plan, Shares, asked, dream_dice,
    rollout::{Player, shares},
};
use crate::{ask::Ask, instinct::Believe};

const NONE: u32 = u32::MAX;
const ROOT: u32 = 0;

/// What is known when somebody is asked.
struct Node<A> {
    /// What the searching seat knows that others may not.
    secret: u64,
    /// The first answer that was ever given here.
    edges: u32,
    /// The next node under the same answer.
    next: u32,
    visits: u32,
    /// What instinct says here, if it is the searching seat's turn: it sees
    /// the same in every world that comes by.
    gut: Option<A>,
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
    #[expect(clippy::too_many_arguments, reason = "all that a search needs, lent for one call")]
    pub(super) fn think<G: Believe<Action = A>>(
        &mut self,
        game: &G,
        belief: &G::Belief,
        plan: &Plan,
        player: &mut Player,
        ask: &mut Ask<'_, G>,
        options: &[A],
        found: &mut Vec<Found<A>>,
    ) {
        let me = ask.seat();
        let mut dice = dream_dice(ask.dice());
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(Node { secret: 0, edges: NONE, next: NONE, visits: 0, gut: None });
        let most = if ask.is_timed() { u32::MAX / 2 } else { plan.iterations };
        for round in 0..most {
            if round % 32 == 31 && !ask.go_on() {
                break;
            }
            let mut state = game.dream(belief, &mut dice);
            let shares = self.descend(game, &mut state, me, plan, player, &mut dice);
            for edge in &self.path {
                let edge = &mut self.edges[*edge as usize];
                edge.visits += 1;
                edge.wins += shares[edge.seat.index()];
            }
        }
        self.list_found(options, found);
    }

    fn list_found(&self, options: &[A], found: &mut Vec<Found<A>>) {
        found.extend(options.iter().map(|action| Found { action: *action, visits: 0, wins: 0.0 }));
        let mut at = self.nodes[ROOT as usize].edges;
        while let Some(edge) = self.edges.get(at as usize) {
            if let Ok(index) = options.binary_search(&edge.action) {
                found[index].visits = edge.visits;
                found[index].wins = edge.wins / edge.visits.max(1) as f32;
            }
            at = edge.next;
        }
    }

    /// Goes down through one world, adds one answer and plays out from there.
    fn descend<G: Believe<Action = A>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        me: Seat,
        plan: &Plan,
        player: &mut Player,
        dice: &mut Dice,
    ) -> Shares {
        self.path.clear();
        let mut node = ROOT;
        loop {
            let seat = match asked(game, state) {
                Ok(seat) => seat,
                Err(outcome) => return shares(&outcome),
            };
            self.options.clear();
            game.legal(state, seat, &mut self.options);
            let edge = self.select(game, state, node, (seat, me), plan, dice);
            self.path.push(edge);
            let (action, is_new) = (self.edges[edge as usize].action, self.edges[edge as usize].visits == 0);
            if game.apply(state, seat, action, dice, &mut Silent).is_err() {
                debug_assert!(false, "taken from the legal list");
                return player.play_out(game, state, &mut self.options, dice);
            }
            if is_new {
                return player.play_out(game, state, &mut self.options, dice);
            }
            node = self.follow(edge, game.secret(game.glance(state, me)));
        }
    }

    /// The most promising answer: what has won much, what instinct would say,
    /// and what is little known.
    fn select<G: Believe<Action = A>>(
        &mut self,
        game: &G,
        state: &G::State,
        node: u32,
        (seat, me): (Seat, Seat),
        plan: &Plan,
        dice: &mut Dice,
    ) -> u32 {
        let here = &mut self.nodes[node as usize];
        here.visits += 1;
        let visits = here.visits as f32;
        self.edge_of.clear();
        self.edge_of.resize(self.options.len(), NONE);
        let (mut at, mut wins, mut tries) = (here.edges, 0.0, 0);
        while at != NONE {
            let edge = &mut self.edges[at as usize];
            if let Ok(index) = self.options.binary_search(&edge.action) {
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
        let gut = match self.nodes[node as usize].gut {
            Some(gut) => gut,
            None => game.instinct(game.glance(state, seat), dice),
        };
        if seat == me {
            self.nodes[node as usize].gut = Some(gut);
        }
        let hope = if tries == 0 { 0.5 } else { wins / tries as f32 - 0.05 };
        let rest = (1.0 - plan.trust) / self.options.len() as f32;
        let mut best = (0, f32::MIN);
        for (index, action) in self.options.iter().enumerate() {
            let prior = if *action == gut { plan.trust + rest } else { rest };
            let score = match self.edges.get(self.edge_of[index] as usize) {
                Some(edge) => {
                    let mean = if edge.visits == 0 { hope } else { edge.wins / edge.visits as f32 };
                    mean + plan.curiosity * prior * (edge.available as f32).sqrt() / (1 + edge.visits) as f32
                }
                None => hope + plan.curiosity * prior * visits.sqrt(),
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

    fn grow(&mut self, node: u32, action: A, seat: Seat) -> u32 {
        let new = self.edges.len() as u32;
        let next = std::mem::replace(&mut self.nodes[node as usize].edges, new);
        self.edges.push(Edge { action, seat, visits: 0, available: 1, wins: 0.0, nodes: NONE, next });
        new
    }

    /// The node behind an answer, as the searching seat knows it: what it drew
    /// is part of that, what others drew is not.
    fn follow(&mut self, edge: u32, secret: u64) -> u32 {
        let mut at = self.edges[edge as usize].nodes;
        while at != NONE {
            let node = &self.nodes[at as usize];
            if node.secret == secret {
                return at;
            }
            at = node.next;
        }
        let new = self.nodes.len() as u32;
        let next = std::mem::replace(&mut self.edges[edge as usize].nodes, new);
        self.nodes.push(Node { secret, edges: NONE, next, visits: 0, gut: None });
        new
    }
}
