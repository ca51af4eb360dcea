//! Solves a small game by CFR+ (Tammelin 2014), and measures policies by their best response.
//!
//! All hands of a player pass through the public tree at once, as in public chance sampling (Johanson
//! et al. 2012), but nothing is sampled: the values are exact. A player's own draws can be forgotten
//! without loss, since the rest of the game depends only on the hand and on what everybody saw.

use super::{
    hands::{HandTables, NO_HAND},
    tree::{Next, Node, Step, Tree},
};

/// The probability of every answer with every hand at every node.
pub(super) type Policy = Vec<f32>;

/// What a walk does at the nodes of the player it is for, and of the other.
trait Walk {
    /// Adds up the values of the answers that a hand allows.
    fn combine(&mut self, node: &Node, hand: usize, values: &[f64]) -> f64;

    /// How the other player answers with a hand that is reached with this probability.
    fn answer(&mut self, node: &Node, hand: usize, reach: f64, out: &mut [f64]);
}

/// Learns a solution, pass by pass.
pub(super) struct Solver<'t> {
    tree: &'t Tree,
    regrets: Vec<f32>,
    sums: Vec<f32>,
    pass: u32,
}

impl<'t> Solver<'t> {
    pub(super) fn new(tree: &'t Tree) -> Solver<'t> {
        Solver { tree, regrets: vec![0.0; tree.size], sums: vec![0.0; tree.size], pass: 0 }
    }

    /// One pass for each player.
    pub(super) fn improve(&mut self) {
        self.pass += 1;
        let tree = self.tree;
        for player in 0..2 {
            let weight = f64::from(self.pass);
            let mut walk = Learn { regrets: &mut self.regrets, sums: &mut self.sums, weight };
            value(tree, player, &mut walk);
        }
    }

    /// The mean of all passes, later ones counting more.
    pub(super) fn policy(&self) -> Policy {
        let mut policy = vec![0.0; self.tree.size];
        for node in &self.tree.nodes {
            for (hand, legal) in node.legal.iter().enumerate() {
                let entries = node.entries(hand);
                normalize(&self.sums[entries.clone()], *legal, &mut policy[entries]);
            }
        }
        policy
    }
}

/// Divides by the sum; equal parts for the legal answers if that is nothing.
fn normalize(weights: &[f32], legal: u32, out: &mut [f32]) {
    let sum: f32 = weights.iter().sum();
    let equal = 1.0 / legal.count_ones().max(1) as f32;
    for (at, (out, weight)) in out.iter_mut().zip(weights).enumerate() {
        *out = if sum > 0.0 { weight / sum } else { equal * (legal >> at & 1) as f32 };
    }
}

/// All legal answers are equally likely.
pub(super) fn uniform(tree: &Tree) -> Policy {
    let mut policy = vec![0.0; tree.size];
    for node in &tree.nodes {
        for (hand, legal) in node.legal.iter().enumerate() {
            let entries = node.entries(hand);
            let zeros = vec![0.0; entries.len()];
            normalize(&zeros, *legal, &mut policy[entries]);
        }
    }
    policy
}

/// What a best response wins against a policy, as the first or as the second player, from -1 to 1.
pub(super) fn best_response(tree: &Tree, player: usize, against: &Policy) -> f64 {
    value(tree, player, &mut Respond { against })
}

/// What one policy wins against another, as the first or as the second player, from -1 to 1.
pub(super) fn match_up(tree: &Tree, player: usize, mine: &Policy, against: &Policy) -> f64 {
    value(tree, player, &mut Follow { mine, against })
}

/// Walks through the tree for one player and returns the value of the game.
fn value(tree: &Tree, player: usize, walk: &mut impl Walk) -> f64 {
    let root = &tree.nodes[0];
    let (m, k) = (root.m(), root.held[player]);
    let n_hands = tree.tables.count(m, k);
    let deals = n_hands * tree.tables.count(m - k, root.held[1 - player]);
    let reach = vec![1.0 / deals as f64; tree.tables.count(m, root.held[1 - player])];
    values_at(tree, root, player, &reach, walk).iter().sum()
}

/// The value of a node for each hand of the player: what it wins against every hand of the other, times
/// the probability that the other and the cards lead here.
fn values_at(tree: &Tree, node: &Node, player: usize, reach: &[f64], walk: &mut impl Walk) -> Vec<f64> {
    let (m, n_edges) = (node.m(), node.edges.len());
    let (mine, theirs) = (node.held[player], node.held[1 - player]);
    let tables = &tree.tables;
    let n_hands = tables.count(m, mine);
    let mut total = vec![0.0; n_hands];
    if reach.iter().all(|reach| *reach == 0.0) {
        return total;
    }
    if node.turn == player {
        let mut values = vec![0.0; n_hands * n_edges];
        for (at, edge) in node.edges.iter().enumerate() {
            let shape = (m, mine, theirs);
            let after = match edge.step {
                Step::Lay(card) => {
                    let mut left = vec![0.0; tables.count(m - 1, theirs)];
                    for (reach, to) in reach.iter().zip(tables.beside(m, theirs, card)) {
                        if *to != NO_HAND {
                            left[usize::from(*to)] = *reach;
                        }
                    }
                    values_after(tree, edge.next, (m - 1, mine - 1, theirs), player, &left, walk)
                }
                Step::Draw => values_after(tree, edge.next, (m, mine + 1, theirs), player, reach, walk),
                Step::Pass => values_after(tree, edge.next, shape, player, reach, walk),
            };
            for hand in (0..n_hands).filter(|hand| node.legal[*hand] >> at & 1 == 1) {
                values[hand * n_edges + at] = match edge.step {
                    Step::Lay(card) => after[usize::from(tables.without(m, mine, card)[hand])],
                    Step::Draw => mean_after_draw(tables, (m, mine, hand), node.stock, &after),
                    Step::Pass => after[hand],
                };
            }
        }
        for (hand, total) in total.iter_mut().enumerate().filter(|(hand, _)| node.legal[*hand] != 0) {
            *total = walk.combine(node, hand, &values[hand * n_edges..(hand + 1) * n_edges]);
        }
        return total;
    }
    let mut answers = vec![0.0; reach.len() * n_edges];
    for (hand, reach) in reach.iter().enumerate().filter(|(hand, _)| node.legal[*hand] != 0) {
        walk.answer(node, hand, *reach, &mut answers[hand * n_edges..(hand + 1) * n_edges]);
    }
    for (at, edge) in node.edges.iter().enumerate() {
        let chosen = |hand: usize| reach[hand] * answers[hand * n_edges + at];
        match edge.step {
            Step::Lay(card) => {
                let mut left = vec![0.0; tables.count(m - 1, theirs - 1)];
                for (hand, to) in tables.without(m, theirs, card).iter().enumerate() {
                    if *to != NO_HAND {
                        left[usize::from(*to)] += chosen(hand);
                    }
                }
                let after = values_after(tree, edge.next, (m - 1, mine, theirs - 1), player, &left, walk);
                for (total, to) in total.iter_mut().zip(tables.beside(m, mine, card)) {
                    if *to != NO_HAND {
                        *total += after[usize::from(*to)];
                    }
                }
            }
            Step::Draw => {
                let mut grown = vec![0.0; tables.count(m, theirs + 1)];
                for hand in 0..reach.len() {
                    let each = chosen(hand) / node.stock as f64;
                    if each > 0.0 {
                        let with = tables.with_another(m, theirs, hand);
                        with.iter().for_each(|to| grown[usize::from(*to)] += each);
                    }
                }
                let after = values_after(tree, edge.next, (m, mine, theirs + 1), player, &grown, walk);
                total.iter_mut().zip(after).for_each(|(total, after)| *total += after);
            }
            Step::Pass => {
                let same: Vec<f64> = (0..reach.len()).map(chosen).collect();
                let after = values_after(tree, edge.next, (m, mine, theirs), player, &same, walk);
                total.iter_mut().zip(after).for_each(|(total, after)| *total += after);
            }
        }
    }
    total
}

/// The mean over the cards that the stock may give; one in the other hand counts nothing, since that
/// hand then cannot be there.
fn mean_after_draw(
    tables: &HandTables,
    (m, k, hand): (usize, usize, usize),
    stock: usize,
    after: &[f64],
) -> f64 {
    let grown = tables.with_another(m, k, hand);
    grown.iter().map(|hand| after[usize::from(*hand)]).sum::<f64>() / stock as f64
}

/// The values behind an edge, where there are `m` hidden cards and the players hold `mine` and `theirs`.
fn values_after(
    tree: &Tree,
    next: Next,
    (m, mine, theirs): (usize, usize, usize),
    player: usize,
    reach: &[f64],
    walk: &mut impl Walk,
) -> Vec<f64> {
    match next {
        Next::Node(node) => values_at(tree, &tree.nodes[node as usize], player, reach, walk),
        Next::Never => vec![0.0; tree.tables.count(m, mine)],
        Next::Over(first_wins) => {
            let wins = if player == 0 { first_wins } else { -first_wins };
            if mine == 0 || theirs == 0 {
                // Somebody is out, so no two hands exclude each other.
                return vec![wins * reach.iter().sum::<f64>(); tree.tables.count(m, mine)];
            }
            // Blocked: the stock is gone, and the other holds all the other cards.
            debug_assert_eq!(m, mine + theirs, "a blocked hand has no stock");
            tree.tables.rest(m, mine).iter().map(|rest| wins * reach[usize::from(*rest)]).collect()
        }
    }
}

/// A pass of CFR+: regrets never fall below zero, and later passes count more in the mean.
struct Learn<'a> {
    regrets: &'a mut [f32],
    sums: &'a mut [f32],
    weight: f64,
}

impl Walk for Learn<'_> {
    fn combine(&mut self, node: &Node, hand: usize, values: &[f64]) -> f64 {
        let regrets = &mut self.regrets[node.entries(hand)];
        let legal = node.legal[hand];
        let sum: f32 = regrets.iter().sum();
        let share = |at: usize, regret: f32| {
            if sum > 0.0 {
                f64::from(regret / sum)
            } else {
                f64::from(legal >> at & 1) / f64::from(legal.count_ones())
            }
        };
        let mean: f64 =
            regrets.iter().zip(values).enumerate().map(|(at, (regret, v))| share(at, *regret) * v).sum();
        for (at, (regret, value)) in regrets.iter_mut().zip(values).enumerate() {
            if legal >> at & 1 == 1 {
                *regret = (*regret + (value - mean) as f32).max(0.0);
            }
        }
        mean
    }

    fn answer(&mut self, node: &Node, hand: usize, reach: f64, out: &mut [f64]) {
        let regrets = &self.regrets[node.entries(hand)];
        let legal = node.legal[hand];
        let sum: f32 = regrets.iter().sum();
        let equal = 1.0 / f64::from(legal.count_ones());
        for (at, out) in out.iter_mut().enumerate() {
            *out = if sum > 0.0 { f64::from(regrets[at] / sum) } else { equal * f64::from(legal >> at & 1) };
        }
        if reach > 0.0 {
            let sums = &mut self.sums[node.entries(hand)];
            sums.iter_mut().zip(out).for_each(|(sum, share)| *sum += (self.weight * reach * *share) as f32);
        }
    }
}

/// Chooses the best answer to a policy with every hand.
struct Respond<'a> {
    against: &'a Policy,
}

impl Walk for Respond<'_> {
    fn combine(&mut self, node: &Node, hand: usize, values: &[f64]) -> f64 {
        let legal = node.legal[hand];
        let legal = values.iter().enumerate().filter(|(at, _)| legal >> at & 1 == 1);
        legal.map(|(_, value)| *value).fold(f64::MIN, f64::max)
    }

    fn answer(&mut self, node: &Node, hand: usize, _: f64, out: &mut [f64]) {
        copy(&self.against[node.entries(hand)], out);
    }
}

/// Plays one policy against another.
struct Follow<'a> {
    mine: &'a Policy,
    against: &'a Policy,
}

impl Walk for Follow<'_> {
    fn combine(&mut self, node: &Node, hand: usize, values: &[f64]) -> f64 {
        let shares = &self.mine[node.entries(hand)];
        shares.iter().zip(values).map(|(share, value)| f64::from(*share) * value).sum()
    }

    fn answer(&mut self, node: &Node, hand: usize, _: f64, out: &mut [f64]) {
        copy(&self.against[node.entries(hand)], out);
    }
}

fn copy(policy: &[f32], out: &mut [f64]) {
    out.iter_mut().zip(policy).for_each(|(out, share)| *out = f64::from(*share));
}
