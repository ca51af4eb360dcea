//! What is known about the table one sits at, and where the cursor is.

use std::collections::BTreeMap;

use eights_wire::{
    Chair, Clock, HandOver, Offer, Over, Permission, Phase, Room, ToClient, ToServer, Update, Who,
};

use crate::{
    items::{self, Item, Rows},
    popup::Popup,
    seen::Seen,
    words::{self, Names},
};

/// A table as the screen shows it.
#[derive(Clone, Debug)]
pub struct Table {
    /// Everything but the cards; nothing before the table has spoken.
    pub room: Option<Room>,
    /// The cards, once a match runs.
    pub now: Option<Now>,
    /// What happened, each line with the step it happened in.
    pub log: Vec<(u64, String)>,
    /// Every finished hand of the match, with the step it ended in.
    pub hands: Vec<(u64, HandOver)>,
    /// A sentence for the player, and whether it is about something wrong.
    pub note: Option<(String, bool)>,
    /// The advice that was given: the answer, for the step it was given in.
    pub hint: Option<(u64, String)>,
    /// Where the cursor is.
    pub focus: Option<Item>,
    /// What lies over the table.
    pub popup: Option<Popup>,
    /// How far the log is scrolled back, in lines.
    pub scroll: usize,
    /// Whether several people share this screen.
    pub shared: bool,
    /// The chair the cursor is on while people sit down.
    pub chair: usize,
    /// Whose cards lie open before everybody looked away.
    shown_to: Option<String>,
}

/// The cards after a step.
#[derive(Clone, Debug)]
pub struct Now {
    /// The match.
    pub match_id: String,
    /// How many answers there have been.
    pub step: u64,
    /// What is seen.
    pub seen: Seen,
    /// Who must answer.
    pub asks: Option<String>,
    /// What may be answered here.
    pub offers: Vec<Offer>,
    /// Points of the match.
    pub score: BTreeMap<String, i32>,
    /// How the match ended.
    pub over: Option<Over>,
    /// How long may be thought.
    pub clock: Option<Clock>,
    /// Whether the last answer can be taken back.
    pub undo: bool,
}

impl Table {
    /// A table that has said nothing yet.
    pub fn new(shared: bool) -> Table {
        Table {
            room: None,
            now: None,
            log: Vec::new(),
            hands: Vec::new(),
            note: None,
            hint: None,
            focus: None,
            popup: None,
            scroll: 0,
            shared,
            chair: 0,
            shown_to: None,
        }
    }

    /// Hears what the table says.
    pub fn hear(&mut self, message: ToClient) {
        match message {
            ToClient::Room(room) => self.room = Some(*room),
            ToClient::Update(update) => self.update(*update),
            ToClient::Refused { why, .. } => self.note = Some((self.plain(&why), true)),
            ToClient::Why { say, why, .. } => {
                let said = words::notation_text(&say);
                self.note = Some((format!("{said}: {}", self.plain(&why)), false));
            }
            ToClient::Hint { step, say, why, .. } => {
                self.note = Some((format!("{} — {}", words::notation_text(&say), self.plain(&why)), false));
                let card = self.now.as_ref().and_then(|now| now.offers.iter().find(|it| it.say == say));
                if let Some(item) = card.and_then(|offer| self.item_of(offer)) {
                    self.focus = Some(item);
                }
                self.hint = Some((step, say));
            }
            ToClient::Chat { name, text, .. } => self.tell(format!("{name}: {text}")),
            ToClient::Emote { seat, emote, .. } => self.tell(format!("{} {emote}", self.name(&seat))),
            ToClient::Bye { why, .. } => self.note = Some((why, true)),
            ToClient::Pong { .. } | ToClient::Done { .. } => (),
        }
    }

    fn tell(&mut self, line: String) {
        let step = self.now.as_ref().map_or(0, |now| now.step);
        self.log.push((step, line));
        self.scroll = 0;
    }

    fn update(&mut self, update: Update) {
        let game = self.room.as_ref().map(|room| room.rules.game.clone()).unwrap_or_default();
        let same_match = self.now.as_ref().filter(|now| now.match_id == update.match_id);
        let before = same_match.map(|now| now.step);
        // After a reconnect the table repeats how the last step came about.
        let again = before == Some(update.step);
        if before.is_none() && self.now.is_some() {
            self.log.clear();
            self.hands.clear();
        }
        if before.is_some_and(|before| update.step < before) {
            // Something was taken back.
            self.log.retain(|(step, _)| *step <= update.step && update.step > 0);
            self.hands.retain(|(step, _)| *step <= update.step && update.step > 0);
        } else if !again {
            let dealt = update.step == 0 || update.hand_over.is_some();
            for line in update.told.iter().filter(|line| !(dealt && is_of_a_deal(line))) {
                let line = self.plain(line);
                self.log.push((update.step, line));
            }
            self.scroll = 0;
        }
        if !again {
            self.note = None;
        }
        let ended = update.hand_over.clone().filter(|_| !again);
        let over = update.over.is_some() && !again;
        self.now = Some(Now {
            match_id: update.match_id,
            step: update.step,
            seen: Seen::read(&game, update.view.get()),
            asks: update.asks,
            offers: update.offers,
            score: update.score,
            over: update.over,
            clock: update.clock,
            undo: update.undo,
        });
        if let Some(Popup::Choose { .. }) = self.popup {
            self.popup = None;
        }
        if let Some(hand) = ended {
            self.hands.push((update.step, hand));
            self.popup = Some(Popup::Score);
        }
        if over {
            self.popup = Some(Popup::Score);
        }
        self.look_away();
        self.rest_focus();
    }

    /// At a shared screen the cards are covered until the next person looks.
    fn look_away(&mut self) {
        let you = self.you().map(str::to_owned);
        if !self.shared || you == self.shown_to {
            return;
        }
        if self.popup.is_none() || matches!(self.popup, Some(Popup::Curtain)) {
            self.popup = Some(Popup::Curtain);
        }
    }

    /// Whether the cards of whoever is asked are covered.
    pub fn covered(&self) -> bool {
        self.shared && self.you() != self.shown_to.as_deref()
    }

    /// The next person looks.
    pub fn uncover(&mut self) {
        self.shown_to = self.you().map(str::to_owned);
        self.popup = None;
        self.rest_focus();
    }

    /// Closes what lies over the table; the curtain comes down where it must.
    pub fn close_popup(&mut self) {
        self.popup = None;
        self.look_away();
    }

    /// The seat of whoever looks.
    pub fn you(&self) -> Option<&str> {
        self.room.as_ref()?.you.as_deref()
    }

    /// Whether an answer is wanted from whoever looks.
    pub fn is_asked(&self) -> bool {
        self.now.as_ref().is_some_and(|now| !now.offers.is_empty())
    }

    /// Whether whoever looks may do something.
    pub fn may(&self, permission: Permission) -> bool {
        self.room.as_ref().is_some_and(|room| room.may.contains(&permission))
    }

    /// Whether people are still sitting down.
    pub fn gathers(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.phase == Phase::Gathering) || self.now.is_none()
    }

    /// Gives an answer to the newest update.
    pub fn answer(&self, say: String) -> Option<ToServer> {
        let now = self.now.as_ref()?;
        Some(ToServer::Say { match_id: now.match_id.clone(), step: now.step, say })
    }

    /// The chairs, from the left of whoever looks.
    pub fn others(&self) -> Vec<&Chair> {
        let Some(room) = &self.room else { return Vec::new() };
        let at = room.chairs.iter().position(|chair| Some(&chair.seat) == room.you.as_ref());
        let n = room.chairs.len();
        match at {
            Some(at) => (1..n).map(|i| &room.chairs[(at + i) % n]).collect(),
            None => room.chairs.iter().collect(),
        }
    }

    /// What the person or bot on a seat is called.
    pub fn name(&self, seat: &str) -> String {
        let chair = self.room.as_ref().and_then(|room| room.chairs.iter().find(|it| it.seat == seat));
        match chair.map(|chair| &chair.who) {
            Some(Who::Person { name, .. } | Who::Bot { name, .. }) if !name.is_empty() => name.clone(),
            _ => seat.to_owned(),
        }
    }

    /// The names of all seats.
    pub fn names(&self) -> Names {
        let chairs = self.room.iter().flat_map(|room| &room.chairs);
        chairs.map(|chair| (chair.seat.clone(), self.name(&chair.seat))).collect()
    }

    fn plain(&self, text: &str) -> String {
        words::sentence(text, &self.names())
    }

    /// Everything the cursor can be on, row by row.
    pub fn rows(&self) -> Rows {
        items::rows(self)
    }

    /// The answers that go with an item.
    pub fn offers_of(&self, item: &Item) -> Vec<&Offer> {
        let Some(now) = &self.now else { return Vec::new() };
        match item {
            Item::Card { id, .. } => now.offers.iter().filter(|offer| offer.card() == Some(id)).collect(),
            Item::Button { say } => now.offers.iter().filter(|offer| offer.say == *say).collect(),
        }
    }

    /// The item with which an answer is given.
    fn item_of(&self, offer: &Offer) -> Option<Item> {
        let goes = |item: &&Item| self.offers_of(item).contains(&offer);
        self.rows().0.iter().flatten().find(goes).cloned()
    }

    /// Keeps the cursor on something that is there.
    fn rest_focus(&mut self) {
        let rows = self.rows();
        let there = self.focus.as_ref().is_some_and(|item| rows.0.iter().flatten().any(|it| it == item));
        let useful = self.focus.as_ref().is_some_and(|item| !self.offers_of(item).is_empty());
        if there && (useful || !self.is_asked()) {
            return;
        }
        let answers = |item: &&Item| !self.offers_of(item).is_empty();
        let best = rows.0.iter().flatten().find(answers);
        let first = rows.hand().first().or_else(|| rows.0.iter().flatten().next());
        self.focus = best.or(if there { None } else { first }).cloned().or(self.focus.take());
    }
}

/// Nobody wants to read every card of a deal.
fn is_of_a_deal(line: &str) -> bool {
    line.contains(" draw") || (line.starts_with("It is ") && !line.ends_with("turn."))
}
