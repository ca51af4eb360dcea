//! A match without the game's type: what clients, servers and tools hold.

use eights::{BySeat, CardSet, Final, Offer, Outcome, Seat, Seed, Stage, Viewer};
use serde::Serialize;
use serde_json::Value;

use crate::{
    journal::Entry,
    json,
    playing::{Actor, Match, Refusal},
};

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HandOver {
    /// Who won it, and what everybody scored.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The match score after it.
    pub score: BySeat<i32>,
}

/// What one viewer is told after a step. The view is the truth; the events
/// only tell the way to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Update {
    /// How many inputs there have been.
    pub step: u64,
    /// What the viewer may know.
    pub view: Value,
    /// What the viewer saw happen in the last step.
    pub events: Value,
    /// Who must answer now.
    pub asks: Option<Seat>,
    /// What this viewer must, or may, answer.
    pub offers: Vec<Offer>,
    /// The hand that ended with the last step.
    pub hand_over: Option<HandOver>,
    /// How the match ended.
    pub over: Option<Final>,
}

/// Any match of any game. Written once, for every `Match<G>`.
pub trait AnyMatch: Send {
    /// Gives an answer.
    ///
    /// # Errors
    ///
    /// Why it is refused; nothing has changed then.
    fn act(&mut self, by: Seat, said: &str) -> Result<Entry, Refusal> {
        self.act_wishing(by, said, "")
    }

    /// Gives an answer; if it causes a shuffle, these cards come first.
    ///
    /// # Errors
    ///
    /// Why it is refused, or that a card is unknown.
    fn act_wishing(&mut self, by: Seat, said: &str, wishes: &str) -> Result<Entry, Refusal>;

    /// The time agreed for the match is up.
    ///
    /// # Errors
    ///
    /// When the match is over.
    fn time_is_up(&mut self) -> Result<Entry, Refusal>;

    /// Plays a line of a journal again without looking at its digest.
    ///
    /// # Errors
    ///
    /// Why it is refused; nothing has changed then.
    fn redo(&mut self, entry: &Entry) -> Result<(), Refusal>;

    /// Who must answer now.
    fn asks(&self) -> Option<Seat>;
    /// What a seat must, or may, answer.
    fn options(&self, seat: Seat) -> Vec<Offer>;
    /// Everything a viewer is told.
    fn update(&self, viewer: Viewer) -> Update;
    /// Writes the members of an update as JSON, without the braces around
    /// them, so that a table can add its own. The same as [`AnyMatch::update`]
    /// and the score, straight to bytes.
    fn write_update(&self, viewer: Viewer, out: &mut Vec<u8>);
    /// What is done for a seat that says nothing: it draws, passes or ends
    /// where it may, and otherwise does the first thing that is allowed.
    fn idle_answer(&self, seat: Seat) -> Option<String>;
    /// What the last step brought, as a viewer saw it.
    fn events(&self, viewer: Viewer) -> Value;
    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Value;
    /// The hand that ended with the last step.
    fn hand_over(&self) -> Option<HandOver>;
    /// How the match ended.
    fn over(&self) -> Option<&Final>;
    /// What happened in the last step, in sentences for somebody who sits at `you`.
    fn told(&self, you: Option<Seat>) -> Vec<String>;
    /// In one sentence, why a seat may not say this now.
    fn why_not(&self, seat: Seat, said: &str) -> String;
    /// How many inputs there have been.
    fn step(&self) -> u64;
    /// How many play.
    fn n_seats(&self) -> u8;
    /// The match score.
    fn score(&self) -> BySeat<i32>;
    /// A short word for the whole truth.
    fn digest(&self) -> String;
    /// How many lines of play of this length there are from here.
    fn perft(&self, depth: u32) -> u64;
    /// The same match once more, for taking back and trying out.
    fn copy(&self) -> Box<dyn AnyMatch>;
    /// The match with its type, for bots.
    fn as_any(&self) -> &dyn std::any::Any;

    /// Whether the match is over.
    fn is_over(&self) -> bool {
        self.over().is_some()
    }
}

/// What somebody who does nothing is taken to say, the likeliest first.
const IDLE: &[&str] = &["draw", "pass", "done", "end", "no"];

/// Writes a key, with what stands around it, and its value.
fn put(out: &mut Vec<u8>, key: &[u8], value: &impl Serialize) {
    out.extend_from_slice(key);
    json::write(out, value).expect("what a viewer may know can always be written");
}

/// The cards that a list of texts means; none is named more often than the pack holds it.
pub(crate) fn wished<G: Stage>(game: &G, n_seats: u8, text: &str) -> Result<Vec<CardSet>, Refusal> {
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

impl<G: Stage> AnyMatch for Match<G> {
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
        serde_json::to_value(seen).expect("events can always be written")
    }

    fn view(&self, viewer: Viewer) -> Value {
        serde_json::to_value(Match::view(self, viewer)).expect("views can always be written")
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
