//! The public tree of a small game: what everybody sees, with all hands of both players at once.
//!
//! Every legal answer and everything that follows from it comes from the engine: for each node and each
//! hand of the player to act, a state with that hand is set up and asked.

use eights::{
    CardId, Dice, Game, Glimpse, HiddenDeal, Imagine, Opening, Seat, Seed, Setup, Sight, Silent, Turn, Viewer,
};
use eights_classic::{Action, Answer, Classic, Event, Face, Pile, Printed, State, View};

use super::{
    SmallGame,
    hands::{HandTables, NO_HAND},
};
use crate::LabError;

/// What an answer does to the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The card at this position among the hidden cards is laid.
    Lay(usize),
    Draw,
    Pass,
}

/// Where an answer leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Next {
    Node(u32),
    /// The hand is over: what the first player wins, from -1 to 1.
    Over(f64),
    /// No two hands lead here.
    Never,
}

#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) action: Action,
    pub(super) step: Step,
    pub(super) next: Next,
}

/// A point of the game as everybody sees it.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The node before and the edge from there; the root is its own.
    pub(super) parent: (u32, u8),
    /// The player to act: 0 is the one who began.
    pub(super) turn: usize,
    /// The cards that nobody has laid, as bits.
    pub(super) hidden: u32,
    pub(super) held: [usize; 2],
    pub(super) stock: usize,
    pub(super) edges: Vec<Edge>,
    /// For each hand of the player to act, the edges that are legal with it, as bits; none if it
    /// cannot be held here.
    pub(super) legal: Vec<u32>,
    /// Where the node's part of a policy begins: one number for each hand and edge.
    pub(super) first: usize,
}

impl Node {
    /// The number of hidden cards.
    pub(super) fn m(&self) -> usize {
        self.hidden.count_ones() as usize
    }

    /// Where a hand's part of a policy lies.
    pub(super) fn entries(&self, hand: usize) -> std::ops::Range<usize> {
        let at = self.first + hand * self.edges.len();
        at..at + self.edges.len()
    }
}

#[derive(Debug)]
pub(super) struct Tree {
    pub(super) rules: Classic,
    pub(super) tables: HandTables,
    /// The pack: card `i` of a set of bits is `faces[i]`.
    pub(super) faces: Vec<Face>,
    pub(super) nodes: Vec<Node>,
    /// The length of a policy.
    pub(super) size: usize,
    /// The deal as everybody sees it, and its events.
    root: View,
    pub(super) deal_events: Vec<Event<Glimpse>>,
}

/// A tree larger than this would not fit into the memory of a small machine.
const MAX_NODES: usize = 4_000_000;

/// The seat of the first or of the second player.
pub(super) fn seat(player: usize) -> Seat {
    Seat::new(player)
}

impl Tree {
    /// Builds the tree of a game in which the lowest card of the first suit starts the discard pile.
    /// Any other card that is not wild would do: the game is the same but for names.
    pub(super) fn build(game: &SmallGame) -> Result<Tree, LabError> {
        let rules = game.rules()?;
        let faces: Vec<Face> =
            rules.all_cards(2).iter().map(|card| Printed::French.at(card.index() as u8)).collect();
        let opening = Opening::first(2, seat(1));
        let deal = |number: u64| {
            let mut events = Vec::new();
            let state = rules.deal(&opening, &mut Dice::at(&Seed::from_number(number), 0), &mut events);
            let view = rules.view(&state, Viewer::Public);
            let starts = view.table.pile(Pile::Discard) == [Sight::Face(faces[0])];
            starts.then_some((view, events))
        };
        // One deal in as many as there are cards starts like this; the bound is never reached.
        let (root, deal_events) =
            (0..100_000).find_map(deal).ok_or_else(|| LabError::SmallGame(game.to_string()))?;
        let tables = HandTables::new(faces.len());
        let n_hands = tables.count(faces.len() - 1, usize::from(game.deal));
        let mut tree = Tree { rules, tables, faces, nodes: Vec::new(), size: 0, root, deal_events };
        let all = [vec![true; n_hands], vec![true; n_hands]];
        let view = tree.root.clone();
        tree.add(&view, (0, 0), &all).ok_or_else(|| LabError::TooLarge(game.to_string(), MAX_NODES))?;
        Ok(tree)
    }

    /// The first state of a hand in which the players hold these cards and the stock is drawn in this
    /// order.
    pub(super) fn start(&self, hands: [u32; 2], stock: &[usize]) -> State {
        self.set_up(&self.root, hands, stock)
    }

    /// A state that looks like this view, with these hands; the stock is drawn in this order, and then
    /// in any.
    fn set_up(&self, view: &View, hands: [u32; 2], stock: &[usize]) -> State {
        struct Arranged<'a> {
            tree: &'a Tree,
            hands: [u32; 2],
            stock: &'a [usize],
        }
        impl HiddenDeal<Pile> for Arranged<'_> {
            fn assign(&mut self, hidden: &mut [CardId], places: &[Pile]) {
                let bit = |card: &CardId| {
                    let at = self.tree.faces.iter().position(|face| face.index() == card.index());
                    at.map_or(0, |at| 1u32 << at)
                };
                let pool = hidden.iter().fold(0, |all, card| all | bit(card));
                let planned = self.stock.iter().fold(0, |all, card| all | 1 << card);
                let mut rest = pool & !self.hands[0] & !self.hands[1] & !planned;
                let mut hands = self.hands;
                let n_stock = places.iter().filter(|place| **place == Pile::Stock).count();
                let mut from_top = n_stock;
                for (card, place) in hidden.iter_mut().zip(places) {
                    let at = match place {
                        Pile::Hand(seat) => lowest(&mut hands[seat.index() & 1]),
                        _ => {
                            // The bottom of the stock comes first.
                            from_top -= 1;
                            self.stock.get(from_top).copied().or_else(|| lowest(&mut rest))
                        }
                    };
                    if let Some(at) = at {
                        *card = CardId::new(self.tree.faces[at].index());
                    }
                }
            }
        }
        self.rules.imagine_by(view, Viewer::Public, &mut Arranged { tree: self, hands, stock })
    }

    /// Adds a node and everything behind it; `possible` are the hands that either player can hold here.
    fn add(&mut self, view: &View, parent: (u32, u8), possible: &[Vec<bool>; 2]) -> Option<Next> {
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        let held = [0, 1].map(|player| view.table.pile(Pile::Hand(seat(player))).len());
        let stock = view.table.pile(Pile::Stock).len();
        let laid = view.table.pile(Pile::Discard);
        let hidden = (0..self.faces.len())
            .filter(|at| !laid.contains(&Sight::Face(self.faces[*at])))
            .fold(0u32, |all, at| all | 1 << at);
        let positions: Vec<usize> = (0..self.faces.len()).filter(|at| hidden >> at & 1 == 1).collect();
        let (turn, m) = (view.public.turn.index(), positions.len());
        let spread = |mask: u32| spread(mask, &positions);
        let masks = self.tables.masks(m, held[turn]).to_vec();

        // What each hand may do.
        let mut legal = vec![0u32; masks.len()];
        let mut edges: Vec<(Action, State)> = Vec::new();
        let mut options = Vec::new();
        for (hand, mask) in masks.iter().enumerate().filter(|(hand, _)| possible[turn][*hand]) {
            let mut hands = [0; 2];
            hands[turn] = spread(*mask);
            hands[1 - turn] = first_bits(hidden & !hands[turn], held[1 - turn]);
            let state = self.set_up(view, hands, &[]);
            options.clear();
            self.rules.legal(&state, seat(turn), &mut options);
            for option in &options {
                let at = edges.iter().position(|(action, _)| action == option).unwrap_or_else(|| {
                    edges.push((*option, state.clone()));
                    edges.len() - 1
                });
                legal[hand] |= 1 << at;
            }
        }

        // What follows for everybody.
        let node = self.nodes.len();
        let first = self.size;
        self.size += masks.len() * edges.len();
        self.nodes.push(Node { parent, turn, hidden, held, stock, edges: Vec::new(), legal, first });
        for (at, (action, mut state)) in edges.into_iter().enumerate() {
            let step = match action.answer() {
                Answer::Play(lay) => {
                    Step::Lay(positions.iter().position(|card| self.faces[*card] == lay.top)?)
                }
                Answer::Draw => Step::Draw,
                _ => Step::Pass,
            };
            let mut dice = Dice::at(&Seed::from_number(0), 0);
            self.rules.apply(&mut state, seat(turn), action, &mut dice, &mut Silent).ok()?;
            let next = match self.rules.turn(&state) {
                Turn::Over(outcome) => Next::Over(match outcome.winners.len() {
                    1 if outcome.winners.has(seat(0)) => 1.0,
                    1 => -1.0,
                    _ => 0.0,
                }),
                Turn::Act(_) => {
                    let after = self.possible_after(&self.nodes[node], at, step, possible);
                    if after.iter().any(|hands| !hands.contains(&true)) {
                        Next::Never
                    } else {
                        let view = self.rules.view(&state, Viewer::Public);
                        self.add(&view, (node as u32, at as u8), &after)?
                    }
                }
            };
            self.nodes[node].edges.push(Edge { action, step, next });
        }
        Some(Next::Node(node as u32))
    }

    /// The hands that either player can hold after an answer.
    fn possible_after(
        &self,
        node: &Node,
        edge: usize,
        step: Step,
        possible: &[Vec<bool>; 2],
    ) -> [Vec<bool>; 2] {
        let (m, turn) = (node.m(), node.turn);
        let k = node.held[turn];
        let (m_after, k_after) = match step {
            Step::Lay(_) => (m - 1, k - 1),
            Step::Draw => (m, k + 1),
            Step::Pass => (m, k),
        };
        let mut mine = vec![false; self.tables.count(m_after, k_after)];
        for hand in (0..node.legal.len()).filter(|hand| node.legal[*hand] >> edge & 1 == 1) {
            match step {
                Step::Lay(card) => mine[usize::from(self.tables.without(m, k, card)[hand])] = true,
                Step::Draw => {
                    let grown = self.tables.with_another(m, k, hand);
                    grown.iter().for_each(|hand| mine[usize::from(*hand)] = true);
                }
                Step::Pass => mine[hand] = true,
            }
        }
        let other = 1 - turn;
        let theirs = match step {
            Step::Lay(card) => {
                let beside = self.tables.beside(m, node.held[other], card);
                let mut theirs = vec![false; self.tables.count(m - 1, node.held[other])];
                for (hand, after) in beside.iter().enumerate().filter(|(_, after)| **after != NO_HAND) {
                    theirs[usize::from(*after)] = possible[other][hand];
                }
                theirs
            }
            _ => possible[other].clone(),
        };
        if turn == 0 { [mine, theirs] } else { [theirs, mine] }
    }

    /// How many information sets there are, and how many of them offer a choice.
    pub(super) fn information_sets(&self) -> (u64, u64) {
        let count = |least: u32| {
            let hands = self.nodes.iter().flat_map(|node| &node.legal);
            hands.filter(|legal| legal.count_ones() >= least).count() as u64
        };
        (count(1), count(2))
    }
}

/// A set of positions among the hidden cards, as a set of cards.
pub(super) fn spread(mask: u32, positions: &[usize]) -> u32 {
    positions
        .iter()
        .enumerate()
        .filter(|(at, _)| mask >> at & 1 == 1)
        .fold(0, |all, (_, card)| all | 1 << card)
}

/// Takes the lowest card out of a set.
fn lowest(set: &mut u32) -> Option<usize> {
    let at = (*set != 0).then(|| set.trailing_zeros() as usize)?;
    *set &= *set - 1;
    Some(at)
}

/// The first `n` cards of a set.
fn first_bits(mut set: u32, n: usize) -> u32 {
    (0..n).filter_map(|_| lowest(&mut set)).fold(0, |all, at| all | 1 << at)
}
