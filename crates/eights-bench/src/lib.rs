//! Random play, measured on one thread: the loop behind `eights bench`.
//!
//! It is a crate of its own so that `make play` can optimise it without the commands around it, which take four times as
//! long to build then (49 instead of 11 s of CPU).

#![allow(missing_docs, reason = "an internal crate: docs are written where names do not say enough")]

use std::{sync::Arc, time::Instant};

use cpu_time::ProcessTime;
use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn};
use eights_classic::{Action, Classic, State};
use eights_match::{Playable, Rules, Visitor};

/// How a player finds an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// All options are listed first.
    Listed,
    /// Where the engine can pick one without listing them all, it does.
    Picked,
}

/// What was played, how long it took, and a digest of the first games.
pub struct Figures {
    pub games: u64,
    pub decisions: u64,
    pub cpu_s: f64,
    pub wall_s: f64,
    pub digest: u64,
}

/// The digest covers this many games, so that it does not depend on speed.
const DIGESTED_GAMES: u64 = 1000;

/// Plays for this many seconds of CPU, and at least as many games as the digest covers.
pub fn measure(rules: &Rules, n_seats: u8, seconds: f64, choice: Choice) -> Figures {
    // Crazy Eights can pick a random answer without listing them all, as OpenSpiel's bench does.
    match (rules.of::<Classic>(), choice) {
        (Some(game), Choice::Listed) => play(game.as_ref(), n_seats, seconds, any_card_listed()),
        (Some(game), Choice::Picked) => play(game.as_ref(), n_seats, seconds, any_card),
        (None, _) => rules.visit(Measure(n_seats, seconds)),
    }
}

/// Measures a game of any type with answers picked from the list.
struct Measure(u8, f64);

impl Visitor for Measure {
    type Output = Figures;

    fn visit<G: Playable>(self, game: &Arc<G>) -> Figures {
        play(game.as_ref(), self.0, self.1, any_listed())
    }
}

/// The random numbers of the players, which are not part of the game: SplitMix64.
struct FastRng(u64);

impl FastRng {
    #[inline]
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u64::from((z ^ (z >> 31)) as u32) * n as u64) >> 32) as usize
    }
}

/// Chooses uniformly among all options. The list is reused to avoid reallocating.
fn any_listed<G: Game>() -> impl FnMut(&G, &G::State, Seat, &mut FastRng) -> G::Action {
    let mut options = Vec::new();
    move |game, state, seat, luck| {
        options.clear();
        game.legal(state, seat, &mut options);
        options[luck.below(options.len())]
    }
}

/// Chooses uniformly among cards, then among the answers with that card: an eight, which can
/// name four suits, is not four times as likely.
#[inline]
fn any_card(game: &Classic, state: &State, seat: Seat, luck: &mut FastRng) -> Action {
    game.any_answer(state, seat, &mut |n| luck.below(n as usize) as u32)
        .expect("the asked seat has an answer")
}

/// Like [`any_card`], but from a list of all options, as a player would choose.
fn any_card_listed() -> impl FnMut(&Classic, &State, Seat, &mut FastRng) -> Action {
    let mut options: Vec<Action> = Vec::new();
    move |game, state, seat, luck| {
        options.clear();
        game.legal(state, seat, &mut options);
        loop {
            let chosen = luck.below(options.len());
            let action = options[chosen];
            if !action.names() {
                return action;
            }
            // Rejection sampling: only the first answer with a card stands for the card. Then all
            // answers with it are equally likely.
            if chosen == 0 || !options[chosen - 1].same_cards(action) {
                let answers = options[chosen..].iter().take_while(|other| other.same_cards(action)).count();
                return options[chosen + luck.below(answers)];
            }
        }
    }
}

fn play<G: Game>(
    game: &G,
    n_seats: u8,
    seconds: f64,
    mut choose: impl FnMut(&G, &G::State, Seat, &mut FastRng) -> G::Action,
) -> Figures {
    let seed = Seed::from_number(1);
    let mut luck = FastRng(1);
    let (mut games, mut decisions, mut digest) = (0, 0, 0xcbf2_9ce4_8422_2325u64);
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    loop {
        let dealer = Seat::new(games as usize % n_seats as usize);
        let mut dice = Dice::at(&seed, games);
        let mut state = game.deal(&Opening::first(n_seats, dealer), &mut dice, &mut Silent);
        let began = decisions;
        let outcome = loop {
            let seat = match game.turn(&state) {
                Turn::Act(seat) => seat,
                Turn::Over(outcome) => break outcome,
            };
            let action = choose(game, &state, seat, &mut luck);
            game.apply(&mut state, seat, action, &mut dice, &mut Silent).expect("taken from the legal list");
            decisions += 1;
        };
        games += 1;
        if games <= DIGESTED_GAMES {
            let points = outcome
                .points
                .as_slice()
                .iter()
                .fold(0u64, |all, points| all.wrapping_mul(1009).wrapping_add(*points as u64));
            for word in [decisions - began, points, u64::from(outcome.blocked)] {
                digest = (digest ^ word).wrapping_mul(0x100_0000_01b3);
            }
        }
        if games >= DIGESTED_GAMES && games % 256 == 0 && cpu.elapsed().as_secs_f64() >= seconds {
            break;
        }
    }
    Figures {
        games,
        decisions,
        cpu_s: cpu.elapsed().as_secs_f64(),
        wall_s: wall.elapsed().as_secs_f64(),
        digest,
    }
}
