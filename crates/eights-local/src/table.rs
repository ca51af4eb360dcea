//! A table in this program.

use eights::{Dice, Seat, Seed, Viewer};
use eights_bots::{BotKind, Level, SeatedBot};
use eights_match::{AnyMatch, Catalog, Entry, RuleSet, Shipped, journal};
use eights_wire::{ToClient, ToServer, VERSION, id_of};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    chairs,
    open::{LocalError, Open, RulesAsked, Sitter},
    update::{told_to, update_for},
};

/// People and bots at one match in this program.
pub struct Local {
    open: Open,
    rules: RuleSet,
    seed: Seed,
    /// Names the match in messages, so that an answer to one does not count in the next.
    match_id: String,
    table: Box<dyn AnyMatch>,
    entries: Vec<Entry>,
    bots: Vec<Option<(BotKind, Box<dyn SeatedBot>)>>,
    /// Positions that the person may go back to: nothing was turned up since.
    past: Vec<Box<dyn AnyMatch>>,
    /// Whose cards are shown.
    you: Option<Seat>,
    words: bool,
}

/// A table that was put away.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Kept {
    open: Open,
    entries: Vec<Entry>,
}

impl Local {
    /// Opens a table and deals; the request is an [`Open`] in JSON.
    ///
    /// # Errors
    ///
    /// Why it cannot be opened.
    pub fn open(request: &str) -> Result<Local, LocalError> {
        let open =
            serde_json::from_str(request).map_err(|error| LocalError::MessageError(error.to_string()))?;
        Local::opened(open)
    }

    /// Opens a table and deals.
    ///
    /// # Errors
    ///
    /// Why it cannot be opened.
    pub fn opened(open: Open) -> Result<Local, LocalError> {
        let (rules, seed) = (open.rule_set()?, open.seed()?);
        let n_seats = u8::try_from(open.chairs.len()).unwrap_or(u8::MAX);
        let table = rules.start(n_seats, seed.clone()).map_err(|why| LocalError::Chairs(why.to_string()))?;
        let kinds = open.bot_kinds()?;
        let match_id = blake3::derive_key("eights: the id of a match at this table", seed.expose());
        let mut local = Local {
            open,
            rules,
            seed,
            match_id: blake3::Hash::from_bytes(match_id).to_hex()[..16].to_owned(),
            table,
            entries: Vec::new(),
            bots: kinds.into_iter().map(|_| None).collect(),
            past: Vec::new(),
            you: None,
            words: false,
        };
        local.seat_the_bots()?;
        local.look();
        Ok(local)
    }

    /// A table that was put away with [`Local::save`], where it was left.
    ///
    /// # Errors
    ///
    /// Why it cannot be gone on with.
    pub fn load(kept: &str) -> Result<Local, LocalError> {
        let kept: Kept =
            serde_json::from_str(kept).map_err(|error| LocalError::MessageError(error.to_string()))?;
        let mut local = Local::opened(kept.open)?;
        local.play_again(kept.entries)?;
        Ok(local)
    }

    /// A journal up to a step, to be gone on with by other people and bots.
    ///
    /// # Errors
    ///
    /// What is wrong with the journal, or with the chairs.
    pub fn from_journal(text: &str, step: u64, sitters: Vec<Sitter>) -> Result<Local, LocalError> {
        let (head, mut entries) = journal::read(text)?;
        if sitters.len() != usize::from(head.seats) {
            return Err(LocalError::Chairs(format!("the journal has {} chairs", head.seats)));
        }
        journal::start(&Catalog::new(&Shipped), &head)?;
        entries.truncate(usize::try_from(step).unwrap_or(usize::MAX));
        let open = Open {
            game: head.game,
            rules: RulesAsked::Sheet(head.rules),
            with: String::new(),
            chairs: sitters,
            seed: head.seed,
        };
        let mut local = Local::opened(open)?;
        local.play_again(entries)?;
        Ok(local)
    }

    /// Everything that is needed to go on later.
    pub fn save(&self) -> String {
        let kept = Kept { open: self.open.clone(), entries: self.entries.clone() };
        serde_json::to_string(&kept).expect("a table can always be put away")
    }

    /// The journal so far.
    pub fn journal(&self) -> String {
        let mut head = self.rules.head(self.table.n_seats(), &self.seed);
        head.names = (self.room().chairs.iter())
            .map(|chair| match &chair.who {
                eights_wire::Who::Person { name, .. } | eights_wire::Who::Bot { name, .. } => name.clone(),
                eights_wire::Who::Nobody {} => String::new(),
            })
            .collect();
        journal::write(&head, &self.entries)
    }

    /// The match itself, for whoever draws it.
    pub fn table(&self) -> &dyn AnyMatch {
        self.table.as_ref()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Who sits where.
    pub fn room(&self) -> eights_wire::Room {
        let room = chairs::room(&self.rules, &self.open.chairs, self.you, self.table.is_over());
        eights_wire::Room { match_id: Some(self.match_id.clone()), ..room }
    }

    /// Hears a message and answers with messages.
    pub fn hear(&mut self, text: &str) -> Vec<String> {
        let request = match eights_wire::read_checked(text) {
            Ok(request) => request,
            Err(why) => return vec![eights_wire::write(&self.refused(id_of(text), why.to_string()))],
        };
        let id = request.id;
        let answers_itself =
            matches!(request.message, ToServer::Why { .. } | ToServer::Hint {} | ToServer::Ping { .. });
        match self.carry_out(id, request.message) {
            Ok(mut said) => {
                let done =
                    id.filter(|_| !answers_itself).map(|id| eights_wire::write(&ToClient::Done { id }));
                said.extend(done);
                said
            }
            Err(why) => vec![eights_wire::write(&self.refused(id, why))],
        }
    }

    fn carry_out(&mut self, id: Option<u32>, message: ToServer) -> Result<Vec<String>, String> {
        Ok(match message {
            ToServer::Hello { version, .. } if version != VERSION => {
                let why = "this page is older than the table: load it again".to_owned();
                vec![eights_wire::write(&ToClient::Bye { why, back_in: None })]
            }
            ToServer::Hello { words, .. } => {
                self.words = words;
                self.everything()
            }
            ToServer::Say { match_id, step, say } => self.said(&match_id, step, &say)?,
            ToServer::Why { say } => vec![self.why(id, say)],
            ToServer::Hint {} => vec![self.hint(id)?],
            ToServer::Undo {} => self.take_back()?,
            ToServer::Rematch {} => self.again()?,
            ToServer::Ping { n } => vec![eights_wire::write(&ToClient::Pong { n })],
            _ => return Err("this table has no such thing: it is only on this device".into()),
        })
    }

    /// Lets the next bot answer; nothing happens when a person is asked.
    pub fn tick(&mut self) -> Vec<String> {
        let Some(seat) = self.table.asks() else { return Vec::new() };
        let mut dice = self.dice_of(seat);
        let Some(Some((_, bot))) = self.bots.get_mut(seat.index()) else { return Vec::new() };
        let Some(say) = bot.answer(self.table.as_ref(), &mut dice) else { return Vec::new() };
        match self.act(seat, &say) {
            Ok(()) => self.everything(),
            Err(why) => vec![eights_wire::write(&self.refused(None, why))],
        }
    }

    /// Says that the time of the match is up, where the rules set a limit.
    pub fn time_is_up(&mut self) -> Vec<String> {
        match self.table.time_is_up() {
            Ok(entry) => {
                self.entries.push(entry);
                self.everything()
            }
            Err(why) => vec![eights_wire::write(&self.refused(None, why.to_string()))],
        }
    }

    /// Whether the next answer is a bot's.
    pub fn bot_is_asked(&self) -> bool {
        self.table.asks().is_some_and(|seat| matches!(self.bots.get(seat.index()), Some(Some(_))))
    }

    fn said(&mut self, match_id: &str, step: u64, say: &str) -> Result<Vec<String>, String> {
        if match_id != self.match_id || step != self.table.step() {
            return Err("the table has gone on since".into());
        }
        // Where several people share the screen, the one who is asked answers.
        let seat = self.you.ok_or("nobody plays at this screen")?;
        let before = self.table.copy();
        self.act(seat, say)?;
        if !self.turned_up(seat) {
            self.past.push(before);
        }
        Ok(self.everything())
    }

    fn act(&mut self, seat: Seat, say: &str) -> Result<(), String> {
        let entry = self.table.act(seat, say).map_err(|why| why.to_string())?;
        self.entries.push(entry);
        if self.you.is_some_and(|you| self.turned_up(you)) {
            self.past.clear();
        }
        self.tell_the_bots();
        self.look();
        Ok(())
    }

    fn tell_the_bots(&mut self) {
        for (_, bot) in self.bots.iter_mut().flatten() {
            bot.observe(self.table.as_ref());
        }
    }

    /// Whether the last step showed somebody a card that nobody could know.
    fn turned_up(&self, viewer: Seat) -> bool {
        self.table.hand_over().is_some() || reveals(&self.table.events(Viewer::Seat(viewer)))
    }

    fn why(&self, id: Option<u32>, say: String) -> String {
        let why = match self.you {
            Some(seat) => self.table.why_not(seat, &say),
            None => "nobody plays at this screen".to_owned(),
        };
        eights_wire::write(&ToClient::Why { id, say, why })
    }

    fn hint(&mut self, id: Option<u32>) -> Result<String, String> {
        let asked = self.you.filter(|seat| !self.table.options(*seat).is_empty());
        let seat = asked.ok_or("you are not asked anything now")?;
        let mut dice = self.dice_of(seat);
        let mut adviser = BotKind::Level(Level::Expert).sit(self.table.as_ref(), seat);
        let hint = adviser.hint(self.table.as_ref(), &mut dice).ok_or("there is nothing to say")?;
        let step = self.table.step();
        Ok(eights_wire::write(&ToClient::Hint { id, step, say: hint.say, why: hint.why }))
    }

    fn take_back(&mut self) -> Result<Vec<String>, String> {
        let before = self.past.pop().ok_or("nothing can be taken back: a card was turned up since")?;
        self.entries.truncate(usize::try_from(before.step()).unwrap_or(usize::MAX));
        self.table = before;
        // What the bots made of the answers that were taken back is forgotten.
        if self.seat_the_bots().is_err() {
            return Err("the bots have left".into());
        }
        self.look();
        Ok(self.everything())
    }

    fn again(&mut self) -> Result<Vec<String>, String> {
        if !self.table.is_over() {
            return Err("the match is not over yet".into());
        }
        let next = blake3::derive_key("eights: the next match at this table", self.seed.expose());
        self.open.seed = blake3::Hash::from_bytes(next).to_hex().to_string();
        let next = Local::opened(self.open.clone()).map_err(|why| why.to_string())?;
        *self = Local { words: self.words, ..next };
        Ok(self.everything())
    }

    fn play_again(&mut self, entries: Vec<Entry>) -> Result<(), LocalError> {
        for entry in entries {
            journal::replay_entry(self.table.as_mut(), &entry)?;
            self.entries.push(entry);
            self.tell_the_bots();
        }
        self.look();
        Ok(())
    }

    fn seat_the_bots(&mut self) -> Result<(), LocalError> {
        let kinds = self.open.bot_kinds()?;
        let sit = |(i, kind): (usize, Option<BotKind>)| {
            kind.map(|kind| {
                let seated = kind.sit(self.table.as_ref(), Seat::new(i));
                (kind, seated)
            })
        };
        self.bots = kinds.into_iter().enumerate().map(sit).collect();
        Ok(())
    }

    /// Whose cards are shown: the person who is asked, or the last one who was.
    fn look(&mut self) {
        let person = |seat: &Seat| matches!(self.open.chairs.get(seat.index()), Some(Sitter::Person { .. }));
        let first = || Seat::first(self.table.n_seats()).find(person);
        self.you = self.table.asks().filter(person).or(self.you).or_else(first);
    }

    /// Luck of a bot's own: the same position gives the same answer.
    fn dice_of(&self, seat: Seat) -> Dice {
        let own = blake3::derive_key("eights: a bot's own dice", self.seed.expose());
        Dice::at(&Seed::from_bytes(own), self.table.step() * 16 + seat.index() as u64)
    }

    fn everything(&self) -> Vec<String> {
        let room = eights_wire::write(&ToClient::Room(Box::new(self.room())));
        vec![room, self.update()]
    }

    fn update(&self) -> String {
        let viewer = self.you.map_or(Viewer::Public, Viewer::Seat);
        let mut update = update_for(self.table.as_ref(), &self.match_id, viewer, self.words);
        update.undo = !self.past.is_empty();
        told_to(update)
    }

    fn refused(&self, id: Option<u32>, why: String) -> ToClient {
        ToClient::Refused { id, step: self.table.step(), why }
    }
}

/// Whether events show a card that came from the stock, face up, or that was shown.
fn reveals(events: &Value) -> bool {
    match events {
        Value::Array(list) => list.iter().any(reveals),
        Value::Object(fields) => fields.iter().any(|(name, value)| match name.as_str() {
            "moved" => value["from"] == "stock" && value["card"].as_str().is_some_and(|card| card != "??"),
            "shown" => true,
            _ => reveals(value),
        }),
        _ => false,
    }
}
