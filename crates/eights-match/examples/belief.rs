//! Measures how well hidden cards are guessed: of the cards sampled into the
//! other hand, how many are really there, without and with inference from actions.
//!
//! `cargo run --release -p eights-match --example belief -- crazy-8-ball normal --deals 200`

use std::{error::Error, sync::Arc};

use eights::{Dice, Opening, Place, Seat, Seed, Sight, Turn, Viewer, laws::Lawful};
use eights_bots::{Bot, BotKind, Question};
use eights_kit::{BeliefModel, Playable};
use eights_match::{Catalog, Shipped, Visitor};

/// Sampled worlds per answer and method.
const WORLDS: u32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    struct Run(BotKind, u64);
    impl Visitor for Run {
        type Output = ();
        fn visit<G: Playable>(self, game: &Arc<G>) {
            run(game.as_ref(), self.0, self.1);
        }
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, bot, rest @ ..] = &args[..] else { return Err("name a game and a bot".into()) };
    let deals = match rest {
        [flag, number] if flag == "--deals" => number.parse()?,
        [] => 100,
        _ => return Err("the only option is --deals".into()),
    };
    let rules = if game == "crazy-eights" { "openspiel" } else { "" };
    let found = Catalog::new(&Shipped).rules(game, rules, "").map_err(|problems| format!("{problems:?}"))?;
    let kind = BotKind::named(bot)?;
    found.rules.visit(Run(kind, deals));
    Ok(())
}

/// The number of sampled hidden cards, and how many of them were right
/// without and with a memory of actions.
#[derive(Default)]
struct Tally {
    cards: u64,
    hits: [u64; 2],
}

fn run<G: BeliefModel + Lawful>(game: &G, kind: BotKind, deals: u64) {
    let mut tally = Tally::default();
    for number in 0..deals {
        play(game, kind, number, &mut tally);
    }
    let percent = |hits: u64| 100.0 * hits as f64 / tally.cards as f64;
    println!(
        "{} sampled cards: {:.2} % right without memory, {:.2} % with memory",
        tally.cards,
        percent(tally.hits[0]),
        percent(tally.hits[1])
    );
}

fn play<G: BeliefModel + Lawful>(game: &G, kind: BotKind, number: u64, tally: &mut Tally) {
    let seed = Seed::from_number(number);
    let mut bot_dice = Dice::at(&seed, u64::MAX);
    let mut bots: Vec<Box<dyn Bot<G>>> = vec![kind.build(), kind.build()];
    let mut memories = vec![G::Memory::default(); 2];
    let mut log = Vec::new();
    let dealer = Seat::new(number as usize % 2);
    let mut state = game.deal(&Opening::first(2, dealer), &mut Dice::at(&seed, 0), &mut log);
    for step in 1.. {
        for seat in Seat::first(2) {
            let seen: Vec<G::Seen> =
                log.iter().map(|event| game.witness(event, Viewer::Seat(seat))).collect();
            seen.iter().for_each(|seen| game.remember(&mut memories[seat.index()], seat, seen));
            bots[seat.index()].witness(&seen);
        }
        let Turn::Act(seat) = game.turn(&state) else { return };
        let mut sample_dice = Dice::at(&seed, step << 32);
        count_hits(game, &state, seat, &memories[seat.index()], &mut sample_dice, tally);
        let mut options = Vec::new();
        game.legal(&state, seat, &mut options);
        let action = *bots[seat.index()].choose(Question::new(game, &state, seat, &mut bot_dice), &options);
        log.clear();
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut log).expect("a legal answer");
    }
}

/// Compares sampled hands of the other seat with the real one.
fn count_hits<G: BeliefModel + Lawful>(
    game: &G,
    state: &G::State,
    me: Seat,
    memory: &G::Memory,
    dice: &mut Dice,
    tally: &mut Tally,
) {
    let view = game.view(state, Viewer::Seat(me));
    let other = me.left(2);
    let hand = |state: &G::State| faces::<G>(game, &game.view(state, Viewer::Seat(other)), other);
    let (known, truth) = (faces::<G>(game, &view, other), hand(state));
    let hidden = truth.len() - known.len();
    tally.cards += u64::from(WORLDS) * hidden as u64;
    for (method, memory) in [&G::Memory::default(), memory].into_iter().enumerate() {
        let belief = game.believe(&view, me, memory);
        let mut chain = G::Chain::default();
        for _ in 0..WORLDS {
            // Remove each hit, so that equal cards count only as often as they are held.
            let mut left = truth.clone();
            let mut hits = 0;
            for face in hand(&game.sample(&belief, &mut chain, dice)) {
                if let Some(at) = left.iter().position(|held| *held == face) {
                    left.remove(at);
                    hits += 1;
                }
            }
            tally.hits[method] += (hits - known.len()) as u64;
        }
    }
}

/// The cards of a seat's hand that a view shows.
fn faces<G: Lawful>(game: &G, view: &G::View, seat: Seat) -> Vec<G::Face> {
    let places = (0..game.before_the_deal().0).map(G::Place::at);
    let hands = places.filter(|place| !place.open_to().are_all() && place.open_to().as_seats().has(seat));
    let sights = hands.flat_map(|place| G::pile(view, place).iter());
    sights.filter_map(|sight| if let Sight::Face(face) = sight { Some(*face) } else { None }).collect()
}
