//! A match behind a trait object, for clients, servers and tools that handle every game.

use eights::{BySeat, CardSet, Final, Offer, Outcome, Seat, Seed, Setup, Viewer};
use serde::Serialize;
use serde_json::Value;

use crate::{
    journal::Entry,
    json,
    playing::{Actor, Match, Refusal},
};

/// The result of a finished hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HandOver {
    /// The winners of the hand and the points of each seat.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The match score, this hand included.
    pub score: BySeat<i32>,
}

/// Everything one viewer receives after a step. The view alone is complete; the events
/// only explain how it came about, for animations and narration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Update {
    /// The number of inputs so far.
    pub step: u64,
    /// The state of the hand with everything hidden from this viewer removed.
    pub view: Value,
    /// The events of the last step, as this viewer saw them.
    pub events: Value,
    /// The seat that must answer now.
    pub asks: Option<Seat>,
    /// The legal answers of this viewer; it may have some even when another seat must answer.
    pub offers: Vec<Offer>,
    /// The result of the hand that ended with the last step.
    pub hand_over: Option<HandOver>,
    /// The result of the match, once it is over.
    pub over: Option<Final>,
}

/// A match of any game. Implemented once, for every `Match<G>`.
pub trait AnyMatch: Send {
    /// Plays an answer, and deals the next hand if this one is over.
    ///
    /// # Errors
    ///
    /// Why the answer is refused; the match is unchanged.
    fn act(&mut self, by: Seat, said: &str) -> Result<Entry, Refusal> {
        self.act_wishing(by, said, "")
    }

    /// Like [`AnyMatch::act`], but if the answer causes a shuffle, the cards named in `wishes`
    /// end up on top.
    ///
    /// # Errors
    ///
    /// Why the answer is refused, or which of the wished cards is unknown.
    fn act_wishing(&mut self, by: Seat, said: &str, wishes: &str) -> Result<Entry, Refusal>;

    /// Records that the time agreed for the match is up: the hand in progress is the last.
    ///
    /// # Errors
    ///
    /// If the match is over.
    fn time_is_up(&mut self) -> Result<Entry, Refusal>;

    /// Plays a journal entry again without computing or checking its digest.
    ///
    /// # Errors
    ///
    /// Why the entry is refused; the match is unchanged.
    fn redo(&mut self, entry: &Entry) -> Result<(), Refusal>;

    /// The seat that must answer now; none when the match is over.
    fn asks(&self) -> Option<Seat>;
    /// The legal answers of a seat; it may have some even when another seat must answer.
    fn options(&self, seat: Seat) -> Vec<Offer>;
    /// Everything that a viewer receives after a step.
    fn update(&self, viewer: Viewer) -> Update;
    /// Writes [`AnyMatch::update`] and the match score directly as JSON. The braces around the
    /// members are left out, so that the caller can add members of its own.
    fn write_update(&self, viewer: Viewer, out: &mut Vec<u8>);
    /// The answer to give for a seat that has run out of time: draw, pass or end the turn where
    /// that is legal, otherwise the first legal answer.
    fn idle_answer(&self, seat: Seat) -> Option<String>;
    /// The events of the last step, as a viewer saw them.
    fn events(&self, viewer: Viewer) -> Value;
    /// The state of the hand with everything hidden from this viewer removed.
    fn view(&self, viewer: Viewer) -> Value;
    /// The result of the hand that ended with the last step.
    fn hand_over(&self) -> Option<HandOver>;
    /// The result of the match, once it is over.
    fn over(&self) -> Option<&Final>;
    /// The events of the last step as English sentences, addressed to the player at `you`.
    fn told(&self, you: Option<Seat>) -> Vec<String>;
    /// Explains in one sentence why this answer of a seat is not legal now.
    fn why_not(&self, seat: Seat, said: &str) -> String;
    /// The number of inputs so far.
    fn step(&self) -> u64;
    /// The number of players.
    fn n_seats(&self) -> u8;
    /// The match score.
    fn score(&self) -> BySeat<i32>;
    /// A hash of the complete state, hidden cards included.
    fn digest(&self) -> String;
    /// The number of different sequences of `depth` actions from here.
    fn perft(&self, depth: u32) -> u64;
    /// A copy of the match, for undo and for trying moves.
    fn copy(&self) -> Box<dyn AnyMatch>;
    /// The match for downcasting to its `Match<G>`, which bots need.
    fn as_any(&self) -> &dyn std::any::Any;

    /// Whether the match is over.
    fn is_over(&self) -> bool {
        self.over().is_some()
    }
}

/// The answers given for an idle seat, in order of preference.
const IDLE: &[&str] = &["draw", "pass", "done", "end", "no"];

/// Writes a value after its key. `key` includes the punctuation around the name.
fn put(out: &mut Vec<u8>, key: &[u8], value: &impl Serialize) {
    out.extend_from_slice(key);
    json::write(out, value).expect("views, events and offers always serialize");
}

/// Parses a list of card names separated by commas or spaces, and refuses a card that is
/// named more often than the pack contains it.
pub(crate) fn wished<G: Setup>(game: &G, n_seats: u8, text: &str) -> Result<Vec<CardSet>, Refusal> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let mut left = game.all_cards(n_seats);
    let mut wish = |word: &str| {
        let cards = game.cards_named(word).ok_or_else(|| format!("shuffle: {word:?} is not a card"))?;
        match (cards.and(left).first(), cards.and(game.all_cards(n_seats)).len()) {
            (Some(card), _) => {
                left.remove(card);
                Ok(cards)
            }
            (None, 0) => Err(format!("shuffle: {word} is not in the pack")),
            (None, 1) => Err(format!("shuffle: {word} is named twice, but there is only one")),
            (None, n) => Err(format!("shuffle: {word} is named too often: there are only {n}")),
        }
    };
    words.map(|word| wish(word).map_err(Refusal::NotAllowed)).collect()
}

impl<G: Setup> AnyMatch for Match<G> {
    fn act_wishing(&mut self, by: Seat, said: &str, wishes: &str) -> Result<Entry, Refusal> {
        let wishes = wished(&*self.game, self.opening.n_seats, wishes)?;
        self.answer(by, said, wishes)
    }

    fn time_is_up(&mut self) -> Result<Entry, Refusal> {
        Match::time_is_up(self)
    }

    fn redo(&mut self, entry: &Entry) -> Result<(), Refusal> {
        match entry.by {
            Actor::Seat(seat) => self.play(seat, &entry.said, Vec::new()).map(drop),
            Actor::Table => Match::time_is_up(self).map(drop),
        }
    }

    fn asks(&self) -> Option<Seat> {
        self.asked()
    }

    fn options(&self, seat: Seat) -> Vec<Offer> {
        self.answers(seat).into_iter().map(|action| self.game.offer(action)).collect()
    }

    fn update(&self, viewer: Viewer) -> Update {
        Update {
            step: self.step,
            view: AnyMatch::view(self, viewer),
            events: self.events(viewer),
            asks: self.asked(),
            offers: match viewer {
                Viewer::Seat(seat) => self.options(seat),
                _ => Vec::new(),
            },
            hand_over: AnyMatch::hand_over(self),
            over: self.over.clone(),
        }
    }

    fn write_update(&self, viewer: Viewer, out: &mut Vec<u8>) {
        put(out, b"\"step\":", &self.step);
        put(out, b",\"view\":", &Match::view(self, viewer));
        out.extend_from_slice(b",\"events\":[");
        for (i, seen) in self.seen(viewer).enumerate() {
            put(out, if i > 0 { b"," } else { b"" }, &seen);
        }
        put(out, b"],\"asks\":", &self.asked());
        out.extend_from_slice(b",\"offers\":[");
        let answers = match viewer {
            Viewer::Seat(seat) => self.answers(seat),
            _ => Vec::new(),
        };
        for (i, action) in answers.into_iter().enumerate() {
            put(out, if i > 0 { b"," } else { b"" }, &self.game.offer(action));
        }
        put(out, b"],\"score\":", &Match::score(self));
        if let Some(hand) = AnyMatch::hand_over(self) {
            put(out, b",\"hand-over\":", &hand);
        }
        if let Some(over) = &self.over {
            put(out, b",\"over\":", over);
        }
    }

    fn idle_answer(&self, seat: Seat) -> Option<String> {
        let options: Vec<String> =
            self.answers(seat).into_iter().map(|action| self.game.notate(action)).collect();
        let idle = IDLE.iter().find(|word| options.iter().any(|option| option == *word));
        idle.map(|word| (*word).to_owned()).or_else(|| options.into_iter().next())
    }

    fn events(&self, viewer: Viewer) -> Value {
        let seen: Vec<G::Seen> = self.seen(viewer).collect();
        serde_json::to_value(seen).expect("events always serialize")
    }

    fn view(&self, viewer: Viewer) -> Value {
        serde_json::to_value(Match::view(self, viewer)).expect("views always serialize")
    }

    fn hand_over(&self) -> Option<HandOver> {
        self.hand_over.clone().map(|outcome| HandOver { outcome, score: Match::score(self) })
    }

    fn over(&self) -> Option<&Final> {
        self.over.as_ref()
    }

    fn told(&self, you: Option<Seat>) -> Vec<String> {
        let viewer = you.map_or(Viewer::Public, Viewer::Seat);
        self.seen(viewer).filter_map(|seen| self.game.tell(&seen, you)).collect()
    }

    fn why_not(&self, seat: Seat, said: &str) -> String {
        self.game.why_not(&Match::view(self, Viewer::Seat(seat)), seat, said)
    }

    fn step(&self) -> u64 {
        self.step
    }

    fn n_seats(&self) -> u8 {
        self.opening.n_seats
    }

    fn score(&self) -> BySeat<i32> {
        Match::score(self)
    }

    fn digest(&self) -> String {
        Match::digest(self)
    }

    fn perft(&self, depth: u32) -> u64 {
        eights::perft(&*self.game, &self.state, depth, &Seed::from_number(0))
    }

    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}
