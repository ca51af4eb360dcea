//! A room as it is kept, and how it comes back: after a start, a fault, or a full disk.

use std::{collections::VecDeque, sync::Arc};

use eights_match::{AnyMatch, Entry, Head, RuleSet, journal};
use eights_store::{MatchId, Op, PersonId};
use eights_wire::{Phase, Settings};
use serde::{Deserialize, Serialize};

use super::{Asker, BannedBy, Chair, CurrentMatch, Guest, Limits, Millis, Past, Room, RoomConfig, Sitter};

/// Everything about a table that must not be lost, but for the steps of its match.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Saved {
    /// Its code.
    pub(crate) code: String,
    /// Who decides about the table now.
    pub(crate) host: PersonId,
    /// Who opened it, and their name; the host where an older version kept the table.
    #[serde(default)]
    founder: Option<(PersonId, String)>,
    /// The game.
    pub(crate) game: String,
    /// The name or hash of the rules.
    pub(crate) rules: String,
    /// The settings.
    pub(crate) settings: Settings,
    /// The chairs.
    chairs: Vec<SavedChair>,
    /// How far it is.
    pub(crate) phase: Phase,
    /// The secret of the shuffle.
    secret: String,
    /// The match, and the date of its deal.
    pub(crate) played: Option<(MatchId, Millis)>,
    /// Who was sent away by the founder; by an heir.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    banned: Vec<PersonId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    banned_by_heirs: Vec<PersonId>,
    /// Who may sit and talk while the door is set to ask.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    admitted: Vec<PersonId>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct SavedChair {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    person: Option<(PersonId, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bot: Option<String>,
    #[serde(default)]
    ready: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    entropy: String,
}

/// What a new table starts from.
pub(crate) struct Founding {
    /// Its code.
    pub(crate) code: String,
    /// Whose table it is, and what they call themselves.
    pub(crate) host: (PersonId, String),
    /// What is played.
    pub(crate) rules: Arc<RuleSet>,
    /// The name or hash by which the rules were asked for.
    pub(crate) key: String,
    /// The settings.
    pub(crate) settings: Settings,
    /// A level for every chair that a bot sits on.
    pub(crate) bots: Vec<Option<String>>,
    /// The secret of the first shuffle.
    pub(crate) secret: [u8; 32],
}

impl Room {
    /// A new table. The host sits on the first chair that is free.
    pub(crate) fn new(founding: Founding, room_config: Arc<RoomConfig>, now: Millis) -> Room {
        let chair = |bot: Option<String>| match bot {
            Some(level) => Chair { ready: true, ..Chair::of(Sitter::Bot(level)) },
            None => Chair::of(Sitter::Nobody),
        };
        let mut chairs: Vec<Chair> = founding.bots.into_iter().map(chair).collect();
        let (host, name) = founding.host;
        if let Some(free) = chairs.iter_mut().find(|chair| chair.sitter == Sitter::Nobody) {
            *free = Chair { gone: Some(now), ..Chair::of(Sitter::Person(host, name.clone())) };
        }
        Room {
            code: founding.code,
            founder: host,
            founder_name: name,
            host,
            rules: founding.rules,
            key: founding.key,
            settings: founding.settings,
            chairs,
            phase: Phase::Gathering,
            secret: founding.secret,
            current_match: None,
            banned: Vec::new(),
            admitted: Vec::new(),
            mutes: VecDeque::new(),
            guests: Vec::new(),
            limits: Limits::new(&room_config),
            room_config,
            asker: None,
            waiting: None,
            queue: VecDeque::new(),
            starting: None,
            host_gone: Some(now),
            quiet: Some(now),
        }
    }

    /// The room as it is kept.
    pub(crate) fn saved(&self) -> Saved {
        let chair = |chair: &Chair| SavedChair {
            person: match &chair.sitter {
                Sitter::Person(id, name) => Some((*id, name.clone())),
                _ => None,
            },
            bot: match &chair.sitter {
                Sitter::Bot(level) => Some(level.clone()),
                _ => chair.stand_in.clone(),
            },
            ready: chair.ready,
            entropy: chair.entropy.clone(),
        };
        let banned = |by: BannedBy| {
            self.banned.iter().filter(|(_, who)| *who == by).map(|(person, _)| *person).collect()
        };
        Saved {
            code: self.code.clone(),
            host: self.host,
            founder: Some((self.founder, self.founder_name.clone())),
            game: self.rules.game.id.into(),
            rules: self.key.clone(),
            settings: self.settings.clone(),
            chairs: self.chairs.iter().map(chair).collect(),
            phase: self.phase,
            secret: journal::hex(&self.secret),
            played: self.current_match.as_ref().map(|played| (played.id, played.dealt_on)),
            banned: banned(BannedBy::Founder),
            banned_by_heirs: banned(BannedBy::Heir),
            admitted: self.admitted.clone(),
        }
    }

    /// What keeps the room as it is now.
    pub(crate) fn saved_op(&self) -> Op {
        Op::Room { code: self.code.clone(), saved: eights_wire::write(&self.saved()) }
    }

    /// The room that was kept, with its match played up to where the journal ends.
    ///
    /// # Errors
    ///
    /// One sentence that says what does not fit.
    pub(crate) fn restore(
        saved: Saved,
        rules: Arc<RuleSet>,
        journal: Option<(Head, Vec<Entry>)>,
        room_config: Arc<RoomConfig>,
        now: Millis,
    ) -> Result<Room, String> {
        let secret = journal::unhex(&saved.secret).ok_or("its secret cannot be read")?;
        let played = match (saved.played, journal) {
            (Some((id, dealt_on)), Some((head, entries))) => {
                let (table, past) = replay(&rules, &head, &entries)?;
                // The journal says how long was played, whatever time it is now.
                let began = now.saturating_sub(entries.last().and_then(|last| last.at).unwrap_or(0));
                let time_is_up = entries.iter().any(|entry| entry.by == eights_match::Actor::Table);
                Some(CurrentMatch {
                    id,
                    table,
                    past,
                    began,
                    dealt_on,
                    clock: None,
                    thinking: None,
                    hint: None,
                    time_is_up,
                })
            }
            (Some((id, _)), None) => return Err(format!("its match {id} is missing")),
            (None, _) => None,
        };
        let chair = |chair: SavedChair| {
            let (sitter, stand_in) = match (chair.person, chair.bot) {
                (Some((id, name)), bot) => (Sitter::Person(id, name), bot),
                (None, Some(level)) => (Sitter::Bot(level), None),
                (None, None) => (Sitter::Nobody, None),
            };
            let gone = matches!(sitter, Sitter::Person(..)).then_some(now);
            Chair { ready: chair.ready, stand_in, gone, entropy: chair.entropy, ..Chair::of(sitter) }
        };
        let by = |by: BannedBy| move |person: PersonId| (person, by);
        let banned = (saved.banned.into_iter().map(by(BannedBy::Founder)))
            .chain(saved.banned_by_heirs.into_iter().map(by(BannedBy::Heir)))
            .collect();
        let (founder, founder_name) = saved.founder.unwrap_or((saved.host, String::new()));
        Ok(Room {
            code: saved.code,
            founder,
            founder_name,
            host: saved.host,
            rules,
            key: saved.rules,
            settings: saved.settings,
            chairs: saved.chairs.into_iter().map(chair).collect(),
            phase: saved.phase,
            secret,
            current_match: played,
            banned,
            admitted: saved.admitted,
            mutes: VecDeque::new(),
            guests: Vec::new(),
            limits: Limits::new(&room_config),
            room_config,
            asker: None,
            waiting: None,
            queue: VecDeque::new(),
            starting: None,
            host_gone: Some(now),
            quiet: Some(now),
        })
    }

    /// What a rebuilt room takes over from the one it replaces: who is there, and what waits.
    pub(crate) fn take_over(&mut self, guests: Vec<Guest>, queue: VecDeque<super::Input>) {
        for mut guest in guests {
            guest.seat = self.chair_of(guest.person);
            if let Some(seat) = guest.seat {
                let chair = &mut self.chairs[seat.index()];
                (chair.gone, chair.stand_in) = (None, None);
            }
            if guest.person == self.founder {
                self.host = self.founder;
            }
            if guest.person == self.host {
                self.host_gone = None;
            }
            self.guests.push(guest);
        }
        if !self.guests.is_empty() {
            self.quiet = None;
        }
        self.queue = queue;
    }

    /// Who is there, and what waits; the room is not used any more.
    pub(crate) fn hand_over(&mut self) -> (Vec<Guest>, VecDeque<super::Input>) {
        (std::mem::take(&mut self.guests), std::mem::take(&mut self.queue))
    }

    /// Tells everybody how things stand after a rebuild, and one of them why.
    pub(crate) fn resume(&mut self, refused: Option<(Asker, String)>, world: &mut dyn super::World) {
        self.start_clock(world.now());
        self.tell_room(world);
        self.tell_update(world);
        if let Some((asker, why)) = refused {
            self.refuse(asker, &why, world);
        }
        self.ask_bot(world);
        while self.waiting.is_none() {
            let Some(input) = self.queue.pop_front() else { break };
            self.handle(input, world);
        }
    }
}

/// Plays a journal up to its end. The digest of the last step proves those before it.
fn replay(rules: &RuleSet, head: &Head, entries: &[Entry]) -> Result<(Box<dyn AnyMatch>, Past), String> {
    let (mut table, mut past) = (first_deal(rules, head)?, Past::default());
    for entry in entries {
        let step = entry.step;
        table.redo(entry).map_err(|why| format!("step {step} of its match cannot be played: {why}"))?;
        past.note(table.as_ref());
    }
    match entries.last() {
        Some(last) if last.digest != table.digest() => {
            Err(format!("after step {} its match is another one than was kept", last.step))
        }
        _ => Ok((table, past)),
    }
}

/// A match as it was dealt.
pub(crate) fn first_deal(rules: &RuleSet, head: &Head) -> Result<Box<dyn AnyMatch>, String> {
    let seed = journal::unhex(&head.seed).ok_or("the seed of its match cannot be read")?;
    rules.start(head.seats, eights::Seed::from_bytes(seed)).map_err(|why| why.to_string())
}
