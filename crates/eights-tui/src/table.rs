//! The client's model of the table it is connected to, and the position of the cursor.

use std::collections::BTreeMap;

use eights_wire::{
    Chair, Clock, HandOver, Offer, Over, Permission, Phase, Room, ToClient, ToServer, Update, Who,
};

use crate::{
    items::{self, COMMANDS, Item, Rows},
    popup::Popup,
    printed_names::PrintedNames,
    seen::Seen,
    shapes,
    words::{self, Names},
};

/// Parses the view of a game, given the game's id.
pub(crate) type ReadView = fn(&str, &str) -> Seen;

/// A table as the screen shows it.
#[derive(Clone, Debug)]
pub struct Table {
    /// Passed in, because the modules of the games need the table to draw.
    read_view: ReadView,
    /// Everything but the cards; `None` before the first message.
    pub room: Option<Room>,
    /// The state of the match; `None` before the first one.
    pub now: Option<Now>,
    /// What happened, each line with its step.
    pub log: Vec<(u64, String)>,
    /// Every finished hand of the match, with the step it ended in.
    pub hands: Vec<(u64, HandOver)>,
    /// What a guided hand tells the player to do now.
    pub guidance: Option<String>,
    /// A sentence for the player, and whether it is an error.
    pub note: Option<(String, bool)>,
    /// The last hint: the step it is for, and the answer it recommends.
    pub hint: Option<(u64, String)>,
    /// The item under the cursor.
    pub focus: Option<Item>,
    /// The popup over the table.
    pub popup: Option<Popup>,
    /// How far the log is scrolled back, in lines.
    pub scroll: usize,
    /// Whether several people share this screen.
    pub shared: bool,
    /// The chair under the cursor before the match starts.
    pub chair: usize,
    /// The seat whose cards were last uncovered on a shared screen.
    shown_to: Option<String>,
    /// Whether the cards have shapes instead of suits.
    shaped: bool,
    /// What the pack prints on its cards, where it is not what French cards show.
    pub(crate) printed: PrintedNames,
}

/// The state of the match after a step.
#[derive(Clone, Debug)]
pub struct Now {
    pub match_id: String,
    /// The number of answers so far.
    pub step: u64,
    pub seen: Seen,
    /// The seat that must answer.
    pub asks: Option<String>,
    /// The answers open to this client.
    pub offers: Vec<Offer>,
    /// The points of the match by seat.
    pub score: BTreeMap<String, i32>,
    /// The result, once the match is over.
    pub over: Option<Over>,
    /// The time left to answer.
    pub clock: Option<Clock>,
    /// Whether the last answer can be undone.
    pub undo: bool,
}

impl Table {
    /// A table from which no message has arrived yet.
    pub(crate) fn new(read_view: ReadView, shared: bool) -> Table {
        Table {
            read_view,
            room: None,
            now: None,
            log: Vec::new(),
            hands: Vec::new(),
            guidance: None,
            note: None,
            hint: None,
            focus: None,
            popup: None,
            scroll: 0,
            shared,
            chair: 0,
            shown_to: None,
            shaped: false,
            printed: PrintedNames::default(),
        }
    }

    /// Applies a message from the table.
    pub fn receive(&mut self, message: ToClient) {
        match message {
            ToClient::Room(room) => self.room(*room),
            ToClient::Update(update) => self.update(*update),
            ToClient::Refused { why, .. } => self.note = Some((self.plain(&why), true)),
            ToClient::Why { say, why, .. } => {
                let said = if self.shaped { shapes::symbols(&say) } else { say };
                let said = self.printed.card(&said).unwrap_or(said);
                self.note = Some((format!("{said}: {}", self.plain(&why)), false));
            }
            ToClient::Hint { step, say, why, .. } => {
                let offer =
                    self.now.as_ref().and_then(|now| now.offers.iter().find(|offer| offer.say == say));
                let advice =
                    offer.map_or_else(|| say.clone(), |offer| words::offer_text(offer, &self.printed));
                self.note = Some((format!("{advice} — {}", self.plain(&why)), false));
                if let Some(item) = offer.and_then(|offer| self.item_of(offer)) {
                    self.focus = Some(item);
                }
                self.hint = Some((step, say));
            }
            ToClient::Chat { name, text, .. } => self.log_now(format!("{name}: {text}")),
            ToClient::Emote { seat, emote, .. } => self.log_now(format!("{} {emote}", self.name(&seat))),
            ToClient::Bye { why, .. } => self.note = Some((why, true)),
            ToClient::Pong { .. } | ToClient::Done { .. } => (),
        }
    }

    /// Takes the state of the table, and shows a new message of the server's operator.
    fn room(&mut self, room: Room) {
        let known = self.room.as_ref().and_then(|known| known.banner.as_ref());
        if let Some(banner) = room.banner.clone().filter(|banner| Some(banner) != known) {
            self.log_now(format!("The operator of the server: {banner}"));
            self.note = Some((banner, false));
        }
        self.room = Some(room);
    }

    /// Takes the sentence of a guided hand. It is also logged, since the prompt may be too small for it.
    pub fn guide(&mut self, guidance: Option<&str>) {
        if self.guidance.as_deref() == guidance {
            return;
        }
        self.guidance = guidance.map(str::to_owned);
        if let Some(sentence) = guidance {
            self.log_now(sentence.to_owned());
        }
    }

    /// Adds a line to the log under the current step.
    fn log_now(&mut self, line: String) {
        let step = self.now.as_ref().map_or(0, |now| now.step);
        self.log.push((step, line));
        self.scroll = 0;
    }

    fn update(&mut self, mut update: Update) {
        self.shaped = shapes::in_view(update.view.get());
        self.printed = PrintedNames::in_view(update.view.get());
        if self.shaped {
            update.offers.iter_mut().for_each(shapes::show);
        }
        let game = self.room.as_ref().map(|room| room.rules.game.clone()).unwrap_or_default();
        let same_match = self.now.as_ref().filter(|now| now.match_id == update.match_id);
        let before = same_match.map(|now| now.step);
        // After a reconnect the table sends the last step again.
        let again = before == Some(update.step);
        if before.is_none() && self.now.is_some() {
            self.log.clear();
            self.hands.clear();
        }
        if before.is_some_and(|before| update.step < before) {
            // An answer was undone, so the lines after it no longer apply.
            self.log.retain(|(step, _)| *step <= update.step && update.step > 0);
            self.hands.retain(|(step, _)| *step <= update.step && update.step > 0);
        } else if !again {
            for line in &update.told {
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
            seen: match self.shaped {
                true => (self.read_view)(&game, &shapes::view(update.view.get())),
                false => (self.read_view)(&game, update.view.get()),
            },
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
        self.cover_cards();
        self.settle_focus();
    }

    /// On a shared screen, covers the cards until the next person confirms being there.
    fn cover_cards(&mut self) {
        let you = self.you().map(str::to_owned);
        if !self.shared || you == self.shown_to {
            return;
        }
        if self.popup.is_none() || matches!(self.popup, Some(Popup::Curtain)) {
            self.popup = Some(Popup::Curtain);
        }
    }

    /// Whether the cards of the current seat are covered.
    pub fn covered(&self) -> bool {
        self.shared && self.you() != self.shown_to.as_deref()
    }

    /// Shows the cards to the next person.
    pub fn uncover(&mut self) {
        self.shown_to = self.you().map(str::to_owned);
        self.popup = None;
        self.settle_focus();
    }

    /// Closes the popup, and covers the cards if another person is next.
    pub fn close_popup(&mut self) {
        self.popup = None;
        self.cover_cards();
    }

    /// The seat of this client.
    pub fn you(&self) -> Option<&str> {
        self.room.as_ref()?.you.as_deref()
    }

    /// Whether this client can answer now.
    pub fn is_asked(&self) -> bool {
        self.now.as_ref().is_some_and(|now| !now.offers.is_empty())
    }

    /// Whether this client has a permission.
    pub fn may(&self, permission: Permission) -> bool {
        self.room.as_ref().is_some_and(|room| room.may.contains(&permission))
    }

    /// Whether the match has not started yet.
    pub fn is_gathering(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.phase == Phase::Gathering) || self.now.is_none()
    }

    /// The message that answers the newest update.
    pub fn answer(&self, say: String) -> Option<ToServer> {
        let now = self.now.as_ref()?;
        Some(ToServer::Say { match_id: now.match_id.clone(), step: now.step, say })
    }

    /// The other chairs, starting to the left of this client's seat. A spectator gets all chairs.
    pub fn others(&self) -> Vec<&Chair> {
        let Some(room) = &self.room else { return Vec::new() };
        let at = room.chairs.iter().position(|chair| Some(&chair.seat) == room.you.as_ref());
        let n = room.chairs.len();
        match at {
            Some(at) => (1..n).map(|i| &room.chairs[(at + i) % n]).collect(),
            None => room.chairs.iter().collect(),
        }
    }

    /// The name of the person or bot on a seat.
    pub fn name(&self, seat: &str) -> String {
        let chair = self.room.as_ref().and_then(|room| room.chairs.iter().find(|chair| chair.seat == seat));
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
        let text = if self.shaped { &shapes::symbols(text) } else { text };
        words::sentence(text, &self.names(), &self.printed)
    }

    /// Everything the cursor can be on, row by row.
    pub fn rows(&self) -> Rows {
        let Some(now) = &self.now else { return Rows::default() };
        let card = |place: &str, index: usize, id: &String| Item::Card {
            place: place.to_owned(),
            index,
            id: id.clone(),
        };
        let known = |cards: Vec<String>, place: String| -> Vec<Item> {
            let seen = cards.iter().enumerate().filter(|(_, id)| *id != "??");
            seen.map(|(index, id)| card(&place, index, id)).collect()
        };
        let hand = match self.you() {
            Some(_) if self.covered() => Vec::new(),
            Some(you) => known(now.seen.hand(you), format!("hand {you}")),
            None => Vec::new(),
        };
        let others: Vec<&str> = self.others().iter().map(|chair| chair.seat.as_str()).collect();
        let mut board = Vec::new();
        for place in now.seen.game().reachable_places(self.you(), &others) {
            let mut cards = known(now.seen.cards(&place), place.clone());
            // The screen shows only the top card of the discard pile.
            if place == "discard" {
                cards.drain(..cards.len().saturating_sub(1));
            }
            board.extend(cards);
        }
        let is_visible = |id: &str| {
            board.iter().chain(&hand).any(|item| matches!(item, Item::Card { id: there, .. } if there == id))
        };
        let loose = now.offers.iter().filter(|offer| !offer.card().is_some_and(is_visible));
        let buttons = if self.covered() {
            Vec::new()
        } else {
            loose.map(|offer| Item::Button { say: offer.say.clone() }).collect()
        };
        Rows(vec![board, hand, buttons])
    }

    /// The key of each button.
    pub(crate) fn button_keys(&self) -> Vec<char> {
        let rows = self.rows();
        let offers = rows.buttons().iter().flat_map(|button| self.offers_of(button).into_iter().take(1));
        items::keys(offers, COMMANDS)
    }

    /// The answers that belong to an item.
    pub fn offers_of(&self, item: &Item) -> Vec<&Offer> {
        let Some(now) = &self.now else { return Vec::new() };
        match item {
            Item::Card { id, .. } => now.offers.iter().filter(|offer| offer.card() == Some(id)).collect(),
            Item::Button { say } => now.offers.iter().filter(|offer| offer.say == *say).collect(),
        }
    }

    /// The item that an answer belongs to.
    fn item_of(&self, offer: &Offer) -> Option<Item> {
        let goes = |item: &&Item| self.offers_of(item).contains(&offer);
        self.rows().0.iter().flatten().find(goes).cloned()
    }

    /// Moves the cursor to an item with an answer if its own has none or is gone.
    fn settle_focus(&mut self) {
        let rows = self.rows();
        let there = self.focus.as_ref().is_some_and(|item| rows.0.iter().flatten().any(|i| i == item));
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
