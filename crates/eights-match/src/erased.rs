//! Implements [`AnyMatch`] for the matches of every game.

use eights::{BySeat, CardEvent, Final, Offer, Place, Seat, Seed, Sight, Viewer};
use eights_bots::BotKind;
use eights_kit::Playable;
use serde::Serialize;
use serde_json::Value;

use crate::{
    any::{AnyMatch, HandOver, SeatedBot, Update},
    journal::format::{Actor, Entry},
    json,
    playing::{Match, Refusal, wished},
    seated::TypedSeat,
};

/// The answers given for an idle seat, in order of preference.
const IDLE: &[&str] = &["draw", "pass", "done", "end", "no"];

/// Writes a value after its key. `key` includes the punctuation around the name.
fn put(out: &mut Vec<u8>, key: &[u8], value: &impl Serialize) {
    out.extend_from_slice(key);
    json::write(out, value).expect("views, events and offers always serialize");
}

impl<G: Playable> AnyMatch for Match<G> {
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
        json::to_value(&seen)
    }

    fn view(&self, viewer: Viewer) -> Value {
        json::to_value(&Match::view(self, viewer))
    }

    fn reveals(&self, viewer: Viewer) -> bool {
        let (_, stock) = self.game.before_the_deal();
        self.seen(viewer).any(|seen| match G::card_event(&seen) {
            Some(CardEvent::Moved { card: Sight::Face(_), from, .. }) => *from == stock,
            Some(CardEvent::Shown { .. }) => true,
            _ => false,
        })
    }

    fn hand_over(&self) -> Option<HandOver> {
        self.hand_over.clone().map(|outcome| HandOver { outcome, score: Match::score(self) })
    }

    fn over(&self) -> Option<&Final> {
        self.over.as_ref()
    }

    fn told(&self, you: Option<Seat>) -> Vec<String> {
        let viewer = you.map_or(Viewer::Public, Viewer::Seat);
        let deals = self.step == 0 || self.hand_over.is_some();
        let (_, pack) = self.game.before_the_deal();
        let is_dealt = |seen: &G::Seen| match G::card_event(seen) {
            Some(CardEvent::Moved { from, to, .. }) => deals && *from == pack && !to.is_ordered(),
            Some(CardEvent::Shown { .. }) => deals,
            _ => false,
        };
        self.seen(viewer)
            .filter(|seen| !is_dealt(seen))
            .filter_map(|seen| self.game.tell(&seen, you))
            .collect()
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

    fn sit(&self, bot: BotKind, seat: Seat) -> Box<dyn SeatedBot> {
        Box::new(TypedSeat::<G>::new(bot, seat))
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}
