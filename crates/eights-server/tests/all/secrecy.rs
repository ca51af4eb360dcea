//! Nothing secret leaves the server: compares every message to every seat and a spectator with the
//! truth.
//!
//! Plays random matches of all games over real sockets, with questions, hints and refused answers
//! in between. The finished journal then says where every card was at every step. A message may
//! contain a face only if its reader had seen that card by the rules of the table: in an open
//! place, in their own hand, or on its way there; and a shuffle makes everybody forget.
//! `EIGHTS_SECRECY_GAMES=3000` plays more matches.

mod recorder;
mod truth;

use std::sync::Arc;

use crate::common::Person;
use eights::{Seat, Viewer};
use eights_server::{Config, Server};
use eights_store::{Memory, Store};
use eights_wire::ToServer;
use recorder::Recorder;
use truth::Truth;

/// Every game, with a sensible number of seats.
const GAMES: &[(&str, &str, &[usize])] = &[
    ("crazy-eights", "basic", &[2, 3, 4, 5]),
    ("crazier-eights", "", &[2, 3, 4]),
    ("crazy-8-ball", "", &[2]),
    ("crazy-eights", "action", &[2, 3, 4]),
    ("crazier-eights", "", &[2, 3, 4]),
    ("crazy-eights", "pickup", &[3, 4]),
    ("crazy-8-ball", "", &[2]),
    ("crazy-eights", "action-stacking", &[2, 4]),
    ("crazier-eights", "", &[2, 3]),
    ("crazy-eights", "score-race", &[2, 3]),
    ("crazy-eights", "ten-card", &[2, 3]),
    ("crazy-eights", "openspiel", &[2, 4]),
];
/// Longer matches are left unfinished.
const MAX_STEPS: u64 = 240;
/// Matches played concurrently.
const CONCURRENT_MATCHES: usize = 4;

fn luck(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as usize
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_message_reveals_a_hidden_card() {
    let games: usize = std::env::var("EIGHTS_SECRECY_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(36);
    let config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        message_rate: 0.0,
        request_rate: 0.0,
        max_per_address: 0,
        ..Config::default()
    };
    let store: Arc<dyn Store> = Arc::new(Memory::default());
    let server = Server::with_store(config, store.clone()).await.unwrap();
    let mut workers = Vec::new();
    for worker in 0..CONCURRENT_MATCHES {
        let (address, store) = (server.address, store.clone());
        workers.push(tokio::spawn(async move {
            let mut looked_at = 0;
            for game in (worker..games).step_by(CONCURRENT_MATCHES) {
                looked_at += Match::play(address, game).await.check(&*store);
            }
            looked_at
        }));
    }
    let mut looked_at = 0;
    for worker in workers {
        looked_at += worker.await.unwrap();
    }
    println!("{games} matches, {looked_at} messages looked at");
    assert!(looked_at > games * 50, "too few messages were recorded: {looked_at}");
    server.shut_down().await;
}

/// One match, and everything that each client received.
struct Match {
    what: String,
    id: String,
    recorders: Vec<Recorder>,
    cookies: Vec<String>,
}

impl Match {
    /// Plays a random match. The last recorder is a spectator.
    async fn play(address: std::net::SocketAddr, number: usize) -> Match {
        let mut dice = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (game, rules, sizes) = GAMES[number % GAMES.len()];
        let seats = sizes[luck(&mut dice) % sizes.len()];
        let mut people = Vec::new();
        for _ in 0..=seats {
            people.push(Person::new(address).await);
        }
        let body = format!(r#"{{"game":"{game}","rules":"{rules}","seats":{seats}}}"#);
        let founded = people[0].post("/api/tables", &body).await;
        let code = founded.json()["code"].as_str().unwrap_or_else(|| panic!("{}", founded.text)).to_owned();
        let mut recorders = Vec::new();
        for (i, person) in people.iter().enumerate() {
            let seat = (i < seats).then(|| Seat::new(i));
            let words = luck(&mut dice).is_multiple_of(2);
            recorders.push(Recorder::sit(person, &code, seat, words, &format!("luck-{number}-{i}-x")).await);
        }
        recorders[0].send(&ToServer::Start {}).await;
        for recorder in &mut recorders {
            recorder.until(0).await;
        }
        let what = format!("{game} {rules} with {seats} seats, number {number}");
        let mut played = Match { what, id: String::new(), recorders, cookies: Vec::new() };
        played.cookies = people.into_iter().map(|person| person.cookie).collect();
        played.go_on(seats, &mut dice).await;
        played
    }

    async fn go_on(&mut self, seats: usize, dice: &mut u64) {
        for step in 0..MAX_STEPS {
            let Some(asked) = self.recorders[0].asked() else { break };
            self.pester(seats, asked, step, dice).await;
            let offers = self.recorders[asked].offers();
            let say = offers[luck(dice) % offers.len()].clone();
            self.recorders[asked].act(step, &say).await;
            for recorder in &mut self.recorders {
                recorder.until(step + 1).await;
            }
        }
        for recorder in &mut self.recorders {
            recorder.catch_up().await;
        }
        self.id = self.recorders[0].match_id();
    }

    /// Other clients send forbidden messages and ask questions.
    async fn pester(&mut self, seats: usize, asked: usize, step: u64, dice: &mut u64) {
        let who = luck(dice) % (seats + 1);
        let say = self.recorders[asked].offers().first().cloned().unwrap_or_default();
        match luck(dice) % 24 {
            0 if who != asked => self.recorders[who].act(step, "draw").await,
            1 => {
                // In each game's own notation: an unknown text is answered with an example.
                let how = [("crazy-8-ball", "discard "), ("crazier-eights", "play ")];
                let how = how.iter().find(|(game, _)| self.what.starts_with(game)).map_or("", |(_, how)| how);
                let say = format!("{how}{}", self.recorders[who].some_card());
                self.recorders[who].send(&ToServer::Why { say }).await;
            }
            2 => self.recorders[who].send(&ToServer::Hint {}).await,
            3 => self.recorders[who].send(&ToServer::Undo {}).await,
            4 => self.recorders[asked].act(step + 1, &say).await,
            _ => (),
        }
    }

    /// Compares every message with the truth; returns how many there were.
    fn check(self, store: &dyn Store) -> usize {
        let (head, entries) = store.journal(self.id.parse().unwrap()).unwrap().unwrap();
        let secrets = [head.seed.clone(), head.shuffle.as_ref().unwrap().secret.clone()];
        let entropy = head.shuffle.as_ref().unwrap().entropy.clone();
        let viewers: Vec<Viewer> = self
            .recorders
            .iter()
            .map(|recorder| recorder.seat.map_or(Viewer::Public, Viewer::Seat))
            .collect();
        let truth = Truth::new(&head, &entries, &viewers);
        let mut looked_at = 0;
        for (who, recorder) in self.recorders.iter().enumerate() {
            let fail = |why: &str, text: &str| panic!("{}, recorder {who}: {why}: {text}", self.what);
            let mut step = 0;
            for text in &recorder.messages {
                looked_at += 1;
                if let Some(now) = recorder::step_of(text) {
                    step = now;
                    if let Err(why) = truth.is_the_view(who, step, text, recorder.words) {
                        fail(&why, text);
                    }
                }
                if let Err(why) = truth.is_clean(who, step, text) {
                    fail(&why, text);
                }
                let over = truth.is_over(step);
                if !over && secrets.iter().any(|secret| text.contains(secret)) {
                    fail("the seed or the secret before the end", text);
                }
                let mut others = entropy.iter().enumerate().filter(|(seat, _)| *seat != who);
                if !over && others.any(|(_, added)| text.contains(added)) {
                    fail("what somebody else added to the shuffle", text);
                }
                if self.cookies.iter().any(|cookie| text.contains(cookie.split('.').nth(1).unwrap())) {
                    fail("somebody's cookie", text);
                }
            }
        }
        looked_at
    }
}

/// Checks the test itself: another seat's view must be detected as a leak.
#[test]
fn a_leak_is_detected() {
    use eights_match::{Catalog, Shipped};
    let rules = Catalog::new(&Shipped).rules("crazy-eights", "basic", "").unwrap();
    let seed = eights::Seed::from_number(5);
    let mut table = rules.start(3, seed.clone()).unwrap();
    let mut entries = Vec::new();
    for _ in 0..12 {
        let seat = table.asks().unwrap();
        let say = table.options(seat)[0].say.clone();
        entries.push(table.act(seat, &say).unwrap());
    }
    let viewers: Vec<Viewer> = (0..3).map(|i| Viewer::Seat(Seat::new(i))).collect();
    let truth = Truth::new(&rules.head(3, &seed), &entries, &viewers);
    let text_for = |who: usize| {
        let mut bytes = b"{\"update\":{".to_vec();
        table.write_update(viewers[who], &mut bytes);
        bytes.extend_from_slice(b"}}");
        String::from_utf8(bytes).unwrap()
    };
    for who in 0..3 {
        assert_eq!(truth.is_clean(who, 12, &text_for(who)), Ok(()));
        assert_eq!(truth.is_the_view(who, 12, &text_for(who), false), Ok(()));
        let other = text_for((who + 1) % 3);
        assert!(truth.is_clean(who, 12, &other).is_err(), "the hand of somebody else");
        assert!(truth.is_the_view(who, 12, &other, false).is_err());
    }
}
