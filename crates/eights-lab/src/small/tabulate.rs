//! Asks a bot at every information set of a small game, and so turns it into a policy.

use eights::{CardEvent, Dice, Game, Seed, Sight, Viewer};
use eights_bots::{Bot, BotKind, Question};
use eights_classic::{Action, Classic, Event, Face, Pile, State};

use super::{
    cfr::{self, Policy},
    tree::{Node, Step, Tree, seat, spread},
};
use crate::{LabError, Runner};

/// Questions with dice for a bot that answers without searching, which costs next to nothing.
const CHEAP_QUESTIONS: u32 = 200;

/// Nodes per chunk of work.
const CHUNK: u64 = 64;

/// How many times a bot is asked at each information set.
pub(super) fn questions(bot: BotKind, wanted: u32) -> u32 {
    if bot.remembers() { wanted.max(1) } else { CHEAP_QUESTIONS }
}

/// The share of each answer at every information set with a choice. `None` if the run was stopped.
pub(super) fn tabulate(
    tree: &Tree,
    build: &(dyn Fn() -> Box<dyn Bot<Classic>> + Sync),
    n_questions: u32,
    seed: u64,
    runner: &Runner,
) -> Result<Option<Policy>, LabError> {
    let mut policy = cfr::uniform(tree);
    let ask = |nodes: std::ops::Range<u64>| {
        let mut answers = Vec::new();
        for at in nodes {
            let node = &tree.nodes[at as usize];
            for hand in (0..node.legal.len()).filter(|hand| node.legal[*hand].count_ones() > 1) {
                let dice = Dice::at(&Seed::from_number(seed), node.entries(hand).start as u64);
                if let Some(shares) = ask(tree, at as u32, hand, build(), n_questions, dice) {
                    answers.push((node.entries(hand), shares));
                }
            }
        }
        answers
    };
    let status = runner.run(tree.nodes.len() as u64, CHUNK, ask, |answers| {
        for (entries, shares) in answers {
            policy[entries].copy_from_slice(&shares);
        }
        std::ops::ControlFlow::Continue(())
    })?;
    Ok((!status.partial).then_some(policy))
}

/// How often a bot gives each answer with this hand; `None` if no hand of the other goes with it.
fn ask(
    tree: &Tree,
    at: u32,
    hand: usize,
    mut asked: Box<dyn Bot<Classic>>,
    n_questions: u32,
    mut dice: Dice,
) -> Option<Vec<f32>> {
    let node = &tree.nodes[at as usize];
    let me = seat(node.turn);
    let (state, seen) = replay(tree, at, hand)?;
    let mut options = Vec::new();
    tree.rules.legal(&state, me, &mut options);
    if asked.listens() {
        asked.witness(&seen);
    }
    let mut shares = vec![0.0; node.edges.len()];
    for _ in 0..n_questions {
        let answer = *asked.choose(Question::new(&tree.rules, &state, me, &mut dice), &options);
        let edge = node.edges.iter().position(|edge| edge.action == answer)?;
        shares[edge] += 1.0 / n_questions as f32;
    }
    Some(shares)
}

/// Plays a hand that leads to a node in which the player to act holds this hand. Returns the state there
/// and everything that this player saw.
pub(super) fn replay(tree: &Tree, at: u32, hand: usize) -> Option<(State, Vec<Event<Sight<Face>>>)> {
    let node = &tree.nodes[at as usize];
    let me = node.turn;
    let positions: Vec<usize> = (0..tree.faces.len()).filter(|at| node.hidden >> at & 1 == 1).collect();
    let mine = spread(tree.tables.masks(positions.len(), node.held[me])[hand], &positions);
    let theirs = tree.tables.masks(positions.len(), node.held[1 - me]).iter();
    let theirs = theirs.map(|mask| spread(*mask, &positions)).filter(|theirs| theirs & mine == 0);
    let (hands, draws, actions) = theirs.into_iter().find_map(|theirs| {
        let hands = if me == 0 { [mine, theirs] } else { [theirs, mine] };
        history(tree, at, hands)
    })?;

    let viewer = Viewer::Seat(seat(me));
    let mut state = tree.start(hands, &draws);
    let mut own = (0..tree.faces.len()).filter(|at| hands[me] >> at & 1 == 1);
    let mut seen: Vec<Event<Sight<Face>>> = Vec::new();
    for event in &tree.deal_events {
        let mut event = tree.rules.witness(event, viewer);
        // The events are those of another deal with the same starter: the cards that the seat sees
        // in its own hand are put in.
        if let Event::Card(CardEvent::Moved { card: card @ Sight::Face(_), to: Pile::Hand(_), .. }) =
            &mut event
        {
            *card = Sight::Face(tree.faces[own.next()?]);
        }
        seen.push(event);
    }
    let mut dice = Dice::at(&Seed::from_number(0), 0);
    for (player, action) in actions {
        let mut events = Vec::new();
        tree.rules.apply(&mut state, seat(player), action, &mut dice, &mut events).ok()?;
        seen.extend(events.iter().map(|event| tree.rules.witness(event, viewer)));
    }
    Some((state, seen))
}

/// The hands at the beginning, the cards drawn in their order, and the answers in theirs.
type History = ([u32; 2], Vec<usize>, Vec<(usize, Action)>);

/// One way in which these hands came about; `None` if they cannot be held at this node.
fn history(tree: &Tree, mut at: u32, mut hands: [u32; 2]) -> Option<History> {
    let (mut draws, mut actions) = (Vec::new(), Vec::new());
    while at != 0 {
        let (parent, edge) = tree.nodes[at as usize].parent;
        let node = &tree.nodes[parent as usize];
        let (player, action) = (node.turn, &node.edges[usize::from(edge)]);
        let cards: Vec<usize> = (0..tree.faces.len()).filter(|at| node.hidden >> at & 1 == 1).collect();
        match action.step {
            Step::Lay(card) => hands[player] |= 1 << cards[card],
            Step::Pass => (),
            Step::Draw => {
                let drawn = cards.iter().copied().find(|card| {
                    hands[player] >> card & 1 == 1 && allows(tree, node, hands[player] & !(1 << card), edge)
                })?;
                hands[player] &= !(1 << drawn);
                draws.push(drawn);
            }
        }
        if !allows(tree, node, hands[player], edge) {
            return None;
        }
        actions.push((player, action.action));
        at = parent;
    }
    draws.reverse();
    actions.reverse();
    Some((hands, draws, actions))
}

/// Whether the player to act can hold these cards here and take this edge.
fn allows(tree: &Tree, node: &Node, hand: u32, edge: u8) -> bool {
    let cards = (0..tree.faces.len()).filter(|at| node.hidden >> at & 1 == 1);
    let squeezed =
        cards.enumerate().filter(|(_, card)| hand >> card & 1 == 1).fold(0, |all, (at, _)| all | 1u32 << at);
    node.legal[tree.tables.number(squeezed)] >> edge & 1 == 1
}
