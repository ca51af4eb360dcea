//! A local table: people at one screen and bots, with hints and undo.

use eights::{Dice, Seat, Seed, Viewer};
use eights_bots::{BotKind, Level};
use eights_match::{
    Actor, AnyMatch, Catalog, Entry, RuleSet, SeatedBot, Shipped,
    journal::{self, Undone},
};
use eights_wire::{ByeCode, ToClient, ToServer, VERSION, id_of};
use serde::{Deserialize, Serialize};

use crate::{
    chairs,
    open::{LocalError, Open, RulesAsked, Sitter},
    refusal::Refusal,
    update::{told_to, update_for},
};

pub struct Local {
    open: Open,
    rules: RuleSet,
    seed: Seed,
    /// The id of the match in messages, so that a late answer does not count in the next match.
    match_id: String,
    table: Box<dyn AnyMatch>,
    entries: Vec<Entry>,
    bots: Vec<Option<(BotKind, Box<dyn SeatedBot>)>>,
    /// For each entry, whether it showed a hidden card to the person at the screen.
    revealed: Vec<bool>,
    /// What was taken back so far, for the journal.
    undone: Vec<Undone>,
    /// The seat whose cards are shown.
    you: Option<Seat>,
    words: bool,
}

/// The form in which a table is saved.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SavedTable {
    open: Open,
    entries: Vec<Entry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    undone: Vec<Undone>,
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
    pub fn opened(mut open: Open) -> Result<Local, LocalError> {
        let (rules, seed) = (open.rule_set()?, open.seed()?);
        // They become entries, and must not be given again when a saved table is loaded.
        let answers = std::mem::take(&mut open.answers);
        let table = open.start(&rules, &seed)?;
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
            revealed: Vec::new(),
            undone: Vec::new(),
            you: None,
            words: false,
        };
        local.seat_bots()?;
        // They know what the deal showed them, whether the table was saved in between or not.
        local.show_bots();
        local.look();
        for (seat, say) in answers {
            let by = Seat::from_letter(&seat)
                .ok_or_else(|| LocalError::Position(format!("there is no seat {seat:?}")))?;
            local.act(by, &say).map_err(|why| LocalError::Position(format!("{seat}: {say}: {why}")))?;
        }
        Ok(local)
    }

    /// Loads a table that was saved with [`Local::save`].
    ///
    /// # Errors
    ///
    /// Why it cannot be loaded.
    pub fn load(saved: &str) -> Result<Local, LocalError> {
        let saved: SavedTable =
            serde_json::from_str(saved).map_err(|error| LocalError::MessageError(error.to_string()))?;
        let mut local = Local::opened(saved.open)?;
        local.play_again(saved.entries)?;
        local.undone = saved.undone;
        Ok(local)
    }

    /// Continues a journal from a step with other people and bots.
    ///
    /// # Errors
    ///
    /// What is wrong with the journal or the chairs.
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
            chairs: sitters,
            seed: head.seed,
            position: head.position,
            ..Open::default()
        };
        let mut local = Local::opened(open)?;
        local.play_again(entries)?;
        Ok(local)
    }

    /// Serialises the table, for [`Local::load`].
    pub fn save(&self) -> String {
        let (open, entries, undone) = (self.open.clone(), self.entries.clone(), self.undone.clone());
        let saved = SavedTable { open, entries, undone };
        serde_json::to_string(&saved).expect("a table can always be serialised")
    }

    /// The journal so far.
    pub fn journal(&self) -> String {
        let mut head = self.rules.head(self.table.n_seats(), &self.seed);
        head.position.clone_from(&self.open.position);
        head.undone.clone_from(&self.undone);
        (head.names, head.bots) = (self.room().chairs.into_iter())
            .map(|chair| match chair.who {
                eights_wire::Who::Person { name, .. } => (name, String::new()),
                eights_wire::Who::Bot { name, level } => (name, level),
                eights_wire::Who::Nobody {} => Default::default(),
            })
            .unzip();
        if head.bots.iter().all(String::is_empty) {
            head.bots.clear();
        }
        journal::write(&head, &self.entries)
    }

    pub fn table(&self) -> &dyn AnyMatch {
        self.table.as_ref()
    }

    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The state of the table except the cards.
    pub fn room(&self) -> eights_wire::Room {
        let room = chairs::room(&self.rules, &self.open.chairs, self.you, self.table.is_over());
        eights_wire::Room { match_id: Some(self.match_id.clone()), ..room }
    }

    /// Handles a message, and returns the answers.
    pub fn receive(&mut self, text: &str) -> Vec<String> {
        let request = match eights_wire::read_checked(text) {
            Ok(request) => request,
            Err(why) => return vec![eights_wire::write(&self.refused(id_of(text), why.into()))],
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

    fn carry_out(&mut self, id: Option<u32>, message: ToServer) -> Result<Vec<String>, Refusal> {
        Ok(match message {
            ToServer::Hello { version, .. } if version != VERSION => {
                let why = "this page is older than the table: load it again".to_owned();
                vec![eights_wire::write(&ToClient::Bye { code: ByeCode::OtherVersion, why, back_in: None })]
            }
            ToServer::Hello { words, .. } => {
                self.words = words;
                self.everything()
            }
            ToServer::Say { match_id, step, say } => self.act_for_person(&match_id, step, &say)?,
            ToServer::Why { say } => vec![self.why(id, say)],
            ToServer::Hint {} => vec![self.hint(id)?],
            ToServer::Undo {} => self.take_back()?,
            ToServer::Rematch {} => self.again()?,
            ToServer::Ping { n } => vec![eights_wire::write(&ToClient::Pong { n })],
            _ => return Err(Refusal::NotSupported),
        })
    }

    /// Lets a bot answer if it is its turn; otherwise does nothing.
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

    /// Calls the time limit of the match, if the rules set one.
    pub fn time_is_up(&mut self) -> Vec<String> {
        match self.table.time_is_up() {
            Ok(entry) => {
                self.note(entry);
                self.everything()
            }
            Err(why) => vec![eights_wire::write(&self.refused(None, why.into()))],
        }
    }

    /// Whether a bot at this table asks the network of the game.
    pub fn uses_network(&self) -> bool {
        self.bots.iter().flatten().any(|(kind, _)| kind.uses_network())
    }

    pub fn bot_is_asked(&self) -> bool {
        self.table.asks().is_some_and(|seat| matches!(self.bots.get(seat.index()), Some(Some(_))))
    }

    fn act_for_person(&mut self, match_id: &str, step: u64, say: &str) -> Result<Vec<String>, Refusal> {
        if match_id != self.match_id || step != self.table.step() {
            return Err(Refusal::GoneOn);
        }
        // If several people share the screen, the one whose turn it is answers.
        let seat = self.you.ok_or(Refusal::NobodyHere)?;
        self.act(seat, say)?;
        Ok(self.everything())
    }

    fn act(&mut self, seat: Seat, say: &str) -> Result<(), Refusal> {
        let entry = self.table.act(seat, say)?;
        self.note(entry);
        self.show_bots();
        self.look();
        Ok(())
    }

    /// Records the step that was just played.
    fn note(&mut self, entry: Entry) {
        let shown = |seat| self.table.reveals(Viewer::Seat(seat));
        let revealed = self.table.hand_over().is_some() || self.you.is_some_and(shown);
        self.entries.push(entry);
        self.revealed.push(revealed);
    }

    fn show_bots(&mut self) {
        for (_, bot) in self.bots.iter_mut().flatten() {
            bot.observe(self.table.as_ref());
        }
    }

    fn why(&self, id: Option<u32>, say: String) -> String {
        let why = match self.you {
            Some(seat) => self.table.why_not(seat, &say),
            None => Refusal::NobodyHere.to_string(),
        };
        eights_wire::write(&ToClient::Why { id, say, why })
    }

    fn hint(&mut self, id: Option<u32>) -> Result<String, Refusal> {
        let asked = self.you.filter(|seat| !self.table.options(*seat).is_empty());
        let seat = asked.ok_or(Refusal::NotAsked)?;
        let mut dice = self.dice_of(seat);
        let mut adviser = self.table.sit(BotKind::Level(Level::Expert), seat);
        let hint = adviser.hint(self.table.as_ref(), &mut dice).ok_or(Refusal::NoHint)?;
        let step = self.table.step();
        Ok(eights_wire::write(&ToClient::Hint { id, step, say: hint.say, why: hint.why }))
    }

    /// The step before the last answer of a person, which undo returns to.
    ///
    /// Against bots that is always possible. People who share a screen can take back only what
    /// showed nobody a card: the others would lose a secret, or play against one who knows more.
    fn undo_step(&self) -> Result<usize, Refusal> {
        let by_person = |entry: &Entry| matches!(entry.by, Actor::Seat(seat) if self.is_person(seat));
        let at = self.entries.iter().rposition(by_person).ok_or(Refusal::NoUndo)?;
        let people = self.open.chairs.iter().filter(|sitter| matches!(sitter, Sitter::Person { .. })).count();
        if people > 1 && self.revealed[at..].contains(&true) {
            return Err(Refusal::CardShown);
        }
        Ok(at)
    }

    /// Plays the match again up to the step before the last answer of a person.
    fn take_back(&mut self) -> Result<Vec<String>, Refusal> {
        let to = self.undo_step()?;
        let mut again = Local::opened(self.open.clone())?;
        again.play_again(self.entries[..to].to_vec())?;
        let mut undone = std::mem::take(&mut self.undone);
        undone.push(Undone { from: self.entries.len() as u64, to: to as u64 });
        *self = Local { words: self.words, undone, ..again };
        Ok(self.everything())
    }

    fn again(&mut self) -> Result<Vec<String>, Refusal> {
        if !self.table.is_over() {
            return Err(Refusal::NotOver);
        }
        let next = blake3::derive_key("eights: the next match at this table", self.seed.expose());
        self.open.seed = blake3::Hash::from_bytes(next).to_hex().to_string();
        self.open.position = None;
        let next = Local::opened(self.open.clone())?;
        *self = Local { words: self.words, ..next };
        Ok(self.everything())
    }

    fn play_again(&mut self, entries: Vec<Entry>) -> Result<(), LocalError> {
        for entry in entries {
            journal::replay_entry(self.table.as_mut(), &entry)?;
            self.note(entry);
            self.show_bots();
            self.look();
        }
        Ok(())
    }

    fn seat_bots(&mut self) -> Result<(), LocalError> {
        let kinds = self.open.bot_kinds()?;
        let sit = |(i, kind): (usize, Option<BotKind>)| {
            kind.map(|kind| {
                let seated = self.table.sit(kind, Seat::new(i));
                (kind, seated)
            })
        };
        self.bots = kinds.into_iter().enumerate().map(sit).collect();
        Ok(())
    }

    /// Shows the cards of the person whose turn it is, or of the last one.
    fn look(&mut self) {
        let person = |seat: &Seat| self.is_person(*seat);
        let first = || Seat::first(self.table.n_seats()).find(person);
        self.you = self.table.asks().filter(person).or(self.you).or_else(first);
    }

    fn is_person(&self, seat: Seat) -> bool {
        matches!(self.open.chairs.get(seat.index()), Some(Sitter::Person { .. }))
    }

    /// Dice for a bot, derived from seed, step and seat: the same position gives the same answer.
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
        update.undo = self.undo_step().is_ok();
        told_to(update)
    }

    fn refused(&self, id: Option<u32>, refusal: Refusal) -> ToClient {
        ToClient::Refused { id, step: self.table.step(), code: refusal.code(), why: refusal.to_string() }
    }
}
