//! Small Eights: games for two players with few cards, solved exactly, and how far bots are from the
//! solution.

mod cfr;
mod hands;
mod tabulate;
mod tree;

use std::{fmt, ops::ControlFlow, str::FromStr, sync::atomic::Ordering};

use eights_bots::{BotKind, Search, SearchConfig};
use eights_classic::Classic;
use eights_config::Document;
use serde::{Serialize, Serializer};

use crate::{LabError, Runner, policy_of};
use hands::MAX_CARDS;
use tree::Tree;

/// A game with few cards, written `2x4-2-must`: two suits of four ranks, of which the highest is wild,
/// hands of two cards, and how cards are drawn. The stock is not shuffled anew, and when both players are
/// stuck, the one with fewer cards wins. The lowest card of the first suit starts the discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SmallGame {
    pub suits: u8,
    pub ranks: u8,
    pub deal: u8,
    pub draw: SmallDraw,
}

/// How cards are drawn in a small game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SmallDraw {
    /// A player who cannot play draws one card, which ends the turn.
    Must,
    /// A player may draw one card instead of playing, which ends the turn.
    May,
    /// As in the rules `openspiel`: a player may draw up to five cards, and then play any card or pass.
    Five,
}

impl SmallGame {
    /// Six games that are solved within seconds.
    pub const SOLVED: [SmallGame; 6] = [
        SmallGame { suits: 2, ranks: 4, deal: 2, draw: SmallDraw::Must },
        SmallGame { suits: 2, ranks: 4, deal: 2, draw: SmallDraw::May },
        SmallGame { suits: 2, ranks: 4, deal: 2, draw: SmallDraw::Five },
        SmallGame { suits: 3, ranks: 3, deal: 2, draw: SmallDraw::Must },
        SmallGame { suits: 2, ranks: 5, deal: 2, draw: SmallDraw::Must },
        SmallGame { suits: 2, ranks: 5, deal: 3, draw: SmallDraw::Must },
    ];

    /// The rules, as the engine plays them.
    ///
    /// # Errors
    ///
    /// [`LabError::SmallGame`] if there is no such pack, or it is too small for the deal.
    pub fn rules(&self) -> Result<Classic, LabError> {
        let turn = match self.draw {
            SmallDraw::Must => "",
            SmallDraw::May => "duty = 'may-draw-never-pass'",
            SmallDraw::Five => "duty = 'may-draw'\ndraw = { up-to = 5 }\nafter-draw = 'may-play-any'",
        };
        // All plain cards are worth the same, so that only suits and ranks tell them apart.
        let text = format!(
            "title = 'Small Eights'\n[players]\nmin = 2\nmax = 2\n[deal]\ncards = 7\n[turn]\n{turn}\n\
             [cards]\n8 = ['wild']\n[stock]\nempty = 'pass'\n[hand]\nblocked = 'fewest-cards'\n\
             [score]\nmode = 'hand-won'\n[values]\nA = 5\n2 = 5\n3 = 5\n4 = 5\n5 = 5\n6 = 5\n7 = 5\n8 = 50\n\
             [match]\nend = 'single-hand'\ntie = 'shared'\n"
        );
        let impossible = || LabError::SmallGame(self.to_string());
        if usize::from(self.suits) * usize::from(self.ranks) > MAX_CARDS {
            return Err(impossible());
        }
        let document = Document::toml("small.toml", &text).map_err(|_| impossible())?;
        let rules = Classic::read(&document).map_err(|_| impossible())?;
        rules.with_small_pack(self.suits, self.ranks, self.deal).ok_or_else(impossible)
    }
}

impl fmt::Display for SmallGame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let draw = match self.draw {
            SmallDraw::Must => "must",
            SmallDraw::May => "may",
            SmallDraw::Five => "five",
        };
        f.pad(&format!("{}x{}-{}-{draw}", self.suits, self.ranks, self.deal))
    }
}

impl FromStr for SmallGame {
    type Err = LabError;

    fn from_str(text: &str) -> Result<SmallGame, LabError> {
        let parse = || {
            let [pack, deal, draw] = text.split('-').collect::<Vec<_>>()[..] else { return None };
            let (suits, ranks) = pack.split_once('x')?;
            let draw = match draw {
                "must" => SmallDraw::Must,
                "may" => SmallDraw::May,
                "five" => SmallDraw::Five,
                _ => return None,
            };
            let number = |text: &str| text.parse::<u8>().ok();
            Some(SmallGame { suits: number(suits)?, ranks: number(ranks)?, deal: number(deal)?, draw })
        };
        let game = parse().ok_or_else(|| LabError::SmallGame(text.to_owned()))?;
        game.rules()?;
        Ok(game)
    }
}

impl Serialize for SmallGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A small game to solve, and bots to measure with the solution.
#[derive(Clone, Debug)]
pub struct Solve {
    pub game: SmallGame,
    /// Passes of CFR+.
    pub passes: u32,
    pub bots: Vec<BotKind>,
    /// How often a bot that searches is asked at each information set. Few questions make a bot that
    /// varies its answers look more exploitable than it is.
    pub questions: u32,
    /// Also looks for the best response by search, with this many simulated games, for bots whose policy can be
    /// known; to see how much of the exploitability is found where nothing can be solved.
    pub respond: Option<u32>,
    pub seed: u64,
}

/// A solved game. Shares of wins are from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    pub game: SmallGame,
    /// Positions as everybody sees them.
    pub positions: u64,
    pub information_sets: u64,
    /// Those of them that offer a choice.
    pub choices: u64,
    pub passes: u32,
    /// By how much a best response beats the solution, from both seats; 0 for an equilibrium.
    pub exploitability: f64,
    /// The lower and the upper bound of the share that the first player wins under perfect play.
    pub first_wins: [f64; 2],
    pub bots: Vec<BotStanding>,
    /// Whether the run was stopped from outside.
    pub partial: bool,
}

/// How a bot does in a solved game, over both seats.
#[derive(Clone, Debug, Serialize)]
pub struct BotStanding {
    pub bot: BotKind,
    /// How often it was asked at each information set.
    pub questions: u32,
    /// What the best response to it wins beyond one half.
    pub exploitability: f64,
    /// The share that it wins against the solution.
    pub against_solution: f64,
    /// The share that it wins against `greedy`.
    pub against_greedy: f64,
    /// What searches that know its policy win, if that was asked for and is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub responses: Option<Responses>,
}

/// What two players who know a bot's policy win against it beyond one half, over both seats. Both are policies, so
/// neither is above the exploitability.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Responses {
    /// The local best response, with a tenth as many worlds as the search has simulated games.
    pub local: f64,
    pub search: f64,
}

impl Solve {
    /// Solves the game and measures the bots.
    ///
    /// # Errors
    ///
    /// If there is no such game, or it is too large.
    pub fn run(&self, runner: &Runner) -> Result<Solution, LabError> {
        let tree = Tree::build(&self.game)?;
        let mut solver = cfr::Solver::new(&tree);
        let (information_sets, choices) = tree.information_sets();
        let mut passes = 0;
        while passes < self.passes && !runner.stop.load(Ordering::Relaxed) {
            solver.improve();
            passes += 1;
        }
        let solved = solver.policy();
        let best = [0, 1].map(|player| cfr::best_response(&tree, player, &solved));
        let mut solution = Solution {
            game: self.game,
            positions: tree.nodes.len() as u64,
            information_sets,
            choices,
            passes,
            exploitability: f64::midpoint(best[0], best[1]) / 2.0,
            first_wins: [share(-best[1]), share(best[0])],
            bots: Vec::new(),
            partial: passes < self.passes,
        };
        let questions = |bot| tabulate::questions(bot, self.questions);
        let policy = |bot: BotKind| {
            if bot == BotKind::Random {
                return Ok(Some(cfr::uniform(&tree)));
            }
            tabulate::tabulate(&tree, &|| bot.build(), questions(bot), self.seed, runner)
        };
        let respond = |bot: BotKind, policy: &cfr::Policy| {
            let Some((games, known)) = self.respond.zip(policy_of(bot)) else { return Ok(None) };
            let mut wins = [0.0; 2];
            let configs = [
                SearchConfig::local_best_response(known, (games / 10).max(1)),
                SearchConfig::best_response::<Classic>(known, games),
            ];
            for (wins, config) in wins.iter_mut().zip(configs) {
                let build = || Box::new(Search::new(config)) as Box<dyn eights_bots::Bot<Classic>>;
                let response = tabulate::tabulate(&tree, &build, self.questions, self.seed, runner)?;
                let Some(response) = response else { return Ok(None) };
                let won = |player| share(cfr::match_up(&tree, player, &response, policy));
                *wins = f64::midpoint(won(0), won(1)) - 0.5;
            }
            Ok::<_, LabError>(Some(Responses { local: wins[0], search: wins[1] }))
        };
        let Some(greedy) = policy(BotKind::Greedy)? else {
            solution.partial = true;
            return Ok(solution);
        };
        let stand = |bot: BotKind| {
            let Some(policy) = policy(bot)? else { return Ok(ControlFlow::Break(())) };
            let mean = |of: &dyn Fn(usize) -> f64| f64::midpoint(share(of(0)), share(of(1)));
            Ok::<_, LabError>(ControlFlow::Continue(BotStanding {
                bot,
                questions: questions(bot),
                exploitability: mean(&|player| cfr::best_response(&tree, player, &policy)) - 0.5,
                against_solution: mean(&|player| cfr::match_up(&tree, player, &policy, &solved)),
                against_greedy: mean(&|player| cfr::match_up(&tree, player, &policy, &greedy)),
                responses: respond(bot, &policy)?,
            }))
        };
        for bot in &self.bots {
            match stand(*bot)? {
                ControlFlow::Continue(standing) => solution.bots.push(standing),
                ControlFlow::Break(()) => {
                    solution.partial = true;
                    break;
                }
            }
        }
        Ok(solution)
    }
}

/// A win counted as 1 and a loss as -1, as a share of wins.
fn share(value: f64) -> f64 {
    f64::midpoint(value, 1.0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use eights::{Game, Turn};

    use super::{
        tree::{Next, Step, seat},
        *,
    };

    #[test]
    fn names_are_read_as_they_are_written() {
        for game in SmallGame::SOLVED {
            assert_eq!(game.to_string().parse::<SmallGame>().unwrap(), game);
        }
        for wrong in ["", "2x4", "2x4-2", "1x4-2-must", "2x9-2-must", "2x4-4-must", "4x5-2-may", "2x4-2-six"]
        {
            let told = wrong.parse::<SmallGame>().unwrap_err().to_string();
            assert!(told.contains("is not a small game"), "{wrong}: {told}");
        }
    }

    /// Follows every line of play from one deal and notes the information sets on the way.
    fn follow(tree: &Tree, at: u32, hands: [u32; 2], stock: &[usize], reached: &mut HashSet<(u32, u32)>) {
        let node = &tree.nodes[at as usize];
        let cards: Vec<usize> = (0..tree.faces.len()).filter(|card| node.hidden >> card & 1 == 1).collect();
        let hand = hands[node.turn];
        let place = |card: &usize| cards.iter().position(|one| one == card).unwrap();
        let held = cards.iter().filter(|card| hand >> *card & 1 == 1);
        let number = tree.tables.number(held.fold(0, |all, card| all | 1 << place(card)));
        reached.insert((at, number as u32));
        for (edge, taken) in node.edges.iter().enumerate() {
            let Next::Node(next) = taken.next else { continue };
            if node.legal[number] >> edge & 1 == 0 {
                continue;
            }
            let (mut hands, mut stock) = (hands, stock);
            match taken.step {
                Step::Lay(card) => hands[node.turn] &= !(1 << cards[card]),
                Step::Draw => {
                    hands[node.turn] |= 1 << stock[0];
                    stock = &stock[1..];
                }
                Step::Pass => (),
            }
            follow(tree, next, hands, stock, reached);
        }
    }

    /// A bot is asked at exactly the information sets that some deal leads to, with the same options.
    #[test]
    fn every_information_set_is_played_to() {
        for game in &SmallGame::SOLVED[..2] {
            let tree = Tree::build(game).unwrap();
            let mut reached = HashSet::new();
            // Seven cards: two for each player, and three in the stock, in every order.
            for (one, other) in (0..128u32).flat_map(|one| (0..128u32).map(move |other| (one, other))) {
                if one & other != 0 || one.count_ones() != 2 || other.count_ones() != 2 {
                    continue;
                }
                let stock: Vec<usize> =
                    (0..7).filter(|card| (one | other) >> card & 1 == 0).map(|card| card + 1).collect();
                for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                    let stock = [stock[a], stock[b], stock[c]];
                    follow(&tree, 0, [one << 1, other << 1], &stock, &mut reached);
                }
            }
            for (at, node) in tree.nodes.iter().enumerate() {
                for hand in (0..node.legal.len()).filter(|hand| node.legal[*hand] != 0) {
                    let replayed = tabulate::replay(&tree, at as u32, hand);
                    assert_eq!(
                        replayed.is_some(),
                        reached.contains(&(at as u32, hand as u32)),
                        "{at} {hand}"
                    );
                    let Some((state, seen)) = replayed else { continue };
                    assert!(
                        matches!(tree.rules.turn(&state), Turn::Act(to_act) if to_act == seat(node.turn))
                    );
                    assert!(seen.len() >= tree.deal_events.len());
                    let mut options = Vec::new();
                    tree.rules.legal(&state, seat(node.turn), &mut options);
                    let edges = node.edges.iter().enumerate();
                    let edges = edges.filter(|(edge, _)| node.legal[hand] >> edge & 1 == 1);
                    let mut listed: Vec<_> = edges.map(|(_, edge)| edge.action).collect();
                    listed.sort_unstable();
                    assert_eq!(options, listed);
                }
            }
        }
    }
}
