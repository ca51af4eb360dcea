//! Measures the balance of the cards: equal bots play, and a table shows how each card affects its
//! holder's chances.
//!
//! `cargo run --release -p eights-crazier --example balance [games] [seats] [sets]`
//!
//! A holder is a player who had the card in hand at any time. The chance is compared with the mean over
//! all cards, because players who draw a lot win less often, regardless of what they draw.

#[path = "../tests/all/common/mod.rs"]
mod common;

use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_crazier::{CardFile, Crazier, Phase, Pile};

#[derive(Default, Clone)]
struct Counts {
    held: Vec<u64>,
    won: Vec<u64>,
    decided: Vec<u64>,
    turns: Vec<u16>,
    first: u64,
    impossible: u64,
    endless: u64,
    unfinished: u64,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = args.first().map_or(20_000, |n| n.parse().expect("a number of games"));
    let n_seats: u8 = args.get(1).map_or(2, |n| n.parse().expect("a number of seats"));
    let sets: &[&str] = match args.get(2).map(String::as_str) {
        Some("both") => &["original", "many-colours"],
        _ => &["original"],
    };
    // Read from the folder, so that a card can be changed and measured without a rebuild.
    let read = |set: &&str| {
        let path = common::folder("cards").join(format!("{set}.toml"));
        let text = std::fs::read_to_string(path).expect("a card file");
        CardFile::read(set, &text).unwrap_or_else(|problems| panic!("{problems:#?}"))
    };
    let game = Crazier::read_with(&common::document(""), sets.iter().map(read).collect()).expect("a deck");
    let threads = 2;
    let parts: Vec<Counts> = std::thread::scope(|scope| {
        let game = &game;
        let runs: Vec<_> = (0..threads)
            .map(|part| scope.spawn(move || measure(game, n_seats, part, threads, games)))
            .collect();
        runs.into_iter().map(|run| run.join().expect("no game panics")).collect()
    });
    report(&game, &sum(parts), games, n_seats);
}

fn measure(game: &Crazier, n_seats: u8, part: u64, parts: u64, games: u64) -> Counts {
    let n = game.cards().len();
    let mut counts = Counts { held: vec![0; n], won: vec![0; n], decided: vec![0; n], ..Counts::default() };
    let mut options = Vec::new();
    for number in (part..games).step_by(parts as usize) {
        let seed = Seed::from_number(number);
        let mut luck = common::Luck(number * 2 + 0x9e37_79b9);
        let dealer = Seat::new(number as usize % n_seats as usize);
        let mut state = game.deal(&Opening::first(n_seats, dealer), &mut Dice::at(&seed, 0), &mut Silent);
        let mut held = vec![0u8; n];
        let mut step = 0;
        let outcome = loop {
            let seat = match game.turn(&state) {
                Turn::Act(seat) => seat,
                Turn::Over(outcome) => break Some(outcome),
            };
            step += 1;
            if step > 20_000 {
                break None;
            }
            let view = game.view(&state, Viewer::Seat(seat));
            if view.public.phase == Phase::Main || step == 1 {
                note(&mut held, &view, seat);
            }
            options.clear();
            game.legal(&state, seat, &mut options);
            let best =
                options.iter().max_by_key(|action| (game.rate(&view, seat, **action), luck.below(1 << 16)));
            let action = *best.expect("a question has an answer");
            game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut Silent)
                .expect("listed answers are legal");
        };
        let Some(outcome) = outcome else {
            counts.unfinished += 1;
            continue;
        };
        for (card, seats) in held.iter().enumerate() {
            for seat in Seat::first(n_seats).filter(|seat| seats >> seat.index() & 1 != 0) {
                counts.held[card] += 1;
                counts.won[card] += u64::from(outcome.winners.has(seat));
            }
        }
        let public = state.public();
        counts.first += u64::from(outcome.winners.has(dealer.left(n_seats)));
        counts.impossible += u64::from(public.impossible);
        counts.endless += u64::from(public.endless);
        counts.turns.push(public.turns.div_ceil(u16::from(n_seats)));
        if let Some(face) = public.decided {
            counts.decided[face.number()] += 1;
        }
    }
    counts
}

/// Records which cards a seat holds.
fn note(held: &mut [u8], view: &eights_crazier::View, seat: Seat) {
    for sight in view.table.pile(Pile::Hand(seat)) {
        if let eights::Sight::Face(face) = sight {
            held[face.number()] |= 1 << seat.index();
        }
    }
}

fn sum(parts: Vec<Counts>) -> Counts {
    let mut all = parts[0].clone();
    for part in &parts[1..] {
        for (total, more) in
            [(&mut all.held, &part.held), (&mut all.won, &part.won), (&mut all.decided, &part.decided)]
        {
            total.iter_mut().zip(more).for_each(|(total, more)| *total += more);
        }
        all.turns.extend(&part.turns);
        all.first += part.first;
        all.impossible += part.impossible;
        all.endless += part.endless;
        all.unfinished += part.unfinished;
    }
    all
}

fn report(game: &Crazier, counts: &Counts, games: u64, n_seats: u8) {
    let percent = |part: u64, all: u64| part as f64 * 100.0 / all.max(1) as f64;
    let mut turns = counts.turns.clone();
    turns.sort_unstable();
    let at = |share: usize| turns.get(turns.len() * share / 100).copied().unwrap_or(0);
    let mean = percent(counts.won.iter().sum(), counts.held.iter().sum());
    println!("{games} games, {n_seats} players");
    println!("turns a player: median {} (5 % {}, 95 % {})", at(50), at(5), at(95));
    println!("first seat: {:+.2} points", percent(counts.first, games) - 100.0 / f64::from(n_seats));
    println!("drawing impossible: {:.3} %", percent(counts.impossible, games));
    println!("unfinished: {}, endless: {}", counts.unfinished, counts.endless);
    println!("mean chance of a holder: {mean:.1} %\n");
    println!("| card | holder | decides |\n|---|---:|---:|");
    let mut rows: Vec<(f64, String)> = Vec::new();
    for (number, card) in game.cards().iter().enumerate() {
        let edge = percent(counts.won[number], counts.held[number]) - mean;
        rows.push((
            edge,
            format!("| {} | {edge:+.1} | {:.1} % |", card.name, percent(counts.decided[number], games)),
        ));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    rows.iter().for_each(|(_, row)| println!("{row}"));
}
