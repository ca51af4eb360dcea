//! Persists a room, and restores it after a restart, a panic or a failed write.

use std::{collections::VecDeque, sync::Arc};

use eights_match::{AnyMatch, Entry, Head, RuleSet, hex};
use eights_store::{MatchId, Op, PersonId, StoreError};
use eights_wire::{Phase, Settings};
use serde::{Deserialize, Serialize};

use super::{
    Asker, BannedBy, Chair, CurrentMatch, Guest, Limits, Millis, Room, RoomConfig, Sitter, Snapshots,
};
use crate::library::RulesError;
use crate::refusal::Refusal;

/// What is stored of a table, except the steps of its match.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Saved {
    pub(crate) code: String,
    /// The current host.
    pub(crate) host: PersonId,
    /// The person who opened the table, and their name. Absent in tables stored by older versions,
    /// where the host counts as the founder.
    #[serde(default)]
    founder: Option<(PersonId, String)>,
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) settings: Settings,
    chairs: Vec<SavedChair>,
    pub(crate) phase: Phase,
    /// The shuffle secret, in hexadecimal.
    secret: String,
    /// The id of the match, and the date of its deal.
    #[serde(rename = "played")]
    pub(crate) current_match: Option<(MatchId, Millis)>,
    /// People banned by the founder, and by an interim host.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    banned: Vec<PersonId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    banned_by_heirs: Vec<PersonId>,
    /// People who may sit and talk while the door is set to `ask`.
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

pub(crate) struct NewRoom {
    pub(crate) code: String,
    /// The host's id and name.
    pub(crate) host: (PersonId, String),
    pub(crate) rules: Arc<RuleSet>,
    /// The name or hash by which the rules were requested.
    pub(crate) key: String,
    pub(crate) settings: Settings,
    /// One entry per chair: the level of its bot, or none.
    pub(crate) bots: Vec<Option<String>>,
    pub(crate) secret: [u8; 32],
}

impl Room {
    /// Opens a table. The host sits on the first free chair.
    pub(crate) fn new(new_room: NewRoom, room_config: Arc<RoomConfig>, now: Millis) -> Room {
        let chair = |bot: Option<String>| match bot {
            Some(level) => Chair { ready: true, ..Chair::of(Sitter::Bot(level)) },
            None => Chair::of(Sitter::Nobody),
        };
        let mut chairs: Vec<Chair> = new_room.bots.into_iter().map(chair).collect();
        let (host, name) = new_room.host;
        if let Some(free) = chairs.iter_mut().find(|chair| chair.sitter == Sitter::Nobody) {
            *free = Chair { away_since: Some(now), ..Chair::of(Sitter::Person(host, name.clone())) };
        }
        Room {
            code: new_room.code,
            founder: host,
            founder_name: name,
            host,
            rules: new_room.rules,
            key: new_room.key,
            settings: new_room.settings,
            chairs,
            phase: Phase::Gathering,
            secret: new_room.secret,
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
            starts_at: None,
            pause: None,
            host_away_since: Some(now),
            empty_since: Some(now),
        }
    }

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
            secret: hex::encode(&self.secret),
            current_match: self.current_match.as_ref().map(|current| (current.id, current.dealt_on)),
            banned: banned(BannedBy::Founder),
            banned_by_heirs: banned(BannedBy::Heir),
            admitted: self.admitted.clone(),
        }
    }

    /// The write that stores the room in its current state.
    pub(crate) fn saved_op(&self) -> Op {
        Op::Room { code: self.code.clone(), saved: eights_wire::write(&self.saved()) }
    }

    /// Rebuilds a stored room and replays its match up to the end of the journal.
    ///
    /// # Errors
    ///
    /// One sentence that says what is inconsistent.
    pub(crate) fn restore(
        saved: Saved,
        rules: Arc<RuleSet>,
        journal: Option<(Head, Vec<Entry>)>,
        room_config: Arc<RoomConfig>,
        now: Millis,
    ) -> Result<Room, RestoreError> {
        let secret = hex::decode(&saved.secret).ok_or(RestoreError::BadSecret)?;
        let current = match (saved.current_match, journal) {
            (Some((id, dealt_on)), Some((head, entries))) => {
                let (table, snapshots) = replay(&rules, &head, &entries)?;
                // The journal says how long the match has been played: downtime does not count.
                let began = now.saturating_sub(entries.last().and_then(|last| last.at).unwrap_or(0));
                let time_is_up = entries.iter().any(|entry| entry.by == eights_match::Actor::Table);
                Some(CurrentMatch {
                    id,
                    table,
                    snapshots,
                    began,
                    dealt_on,
                    clock: None,
                    thinking: None,
                    hint: None,
                    time_is_up,
                })
            }
            (Some((id, _)), None) => return Err(RestoreError::NoJournal(id)),
            (None, _) => None,
        };
        let chair = |chair: SavedChair| {
            let (sitter, stand_in) = match (chair.person, chair.bot) {
                (Some((id, name)), bot) => (Sitter::Person(id, name), bot),
                (None, Some(level)) => (Sitter::Bot(level), None),
                (None, None) => (Sitter::Nobody, None),
            };
            let away_since = matches!(sitter, Sitter::Person(..)).then_some(now);
            Chair { ready: chair.ready, stand_in, away_since, entropy: chair.entropy, ..Chair::of(sitter) }
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
            current_match: current,
            banned,
            admitted: saved.admitted,
            mutes: VecDeque::new(),
            guests: Vec::new(),
            limits: Limits::new(&room_config),
            room_config,
            asker: None,
            waiting: None,
            queue: VecDeque::new(),
            starts_at: None,
            pause: None,
            host_away_since: Some(now),
            empty_since: Some(now),
        })
    }

    /// Takes the connected guests and the queued inputs of the room that this one replaces.
    pub(crate) fn take_over(&mut self, guests: Vec<Guest>, queue: VecDeque<super::Input>) {
        for mut guest in guests {
            guest.seat = self.chair_of(guest.person);
            if let Some(seat) = guest.seat {
                let chair = &mut self.chairs[seat.index()];
                (chair.away_since, chair.stand_in) = (None, None);
            }
            if guest.person == self.founder {
                self.host = self.founder;
            }
            if guest.person == self.host {
                self.host_away_since = None;
            }
            self.guests.push(guest);
        }
        if !self.guests.is_empty() {
            self.empty_since = None;
        }
        self.queue = queue;
    }

    /// Gives up the guests and the queued inputs; this room is not used afterwards.
    pub(crate) fn hand_over(&mut self) -> (Vec<Guest>, VecDeque<super::Input>) {
        (std::mem::take(&mut self.guests), std::mem::take(&mut self.queue))
    }

    /// Refuses what was not carried out, because the table is somewhere else now.
    pub(crate) fn refuse_all(
        &mut self,
        asker: Option<Asker>,
        why: &StoreError,
        world: &mut dyn super::World,
    ) {
        let queued = self.queue.drain(..).filter_map(|input| match input {
            super::Input::Message(connection, request) => Some(Asker { connection, id: request.id }),
            _ => None,
        });
        let askers: Vec<Asker> = asker.into_iter().chain(queued).collect();
        for asker in askers {
            self.refuse(asker, Refusal::NotSaved(why.to_string()), world);
        }
    }

    /// The match that is played, or was played last.
    pub(crate) fn match_id(&self) -> Option<MatchId> {
        self.current_match.as_ref().map(|current| current.id)
    }

    /// Sends everybody the current state after a rebuild, and the reason to the guest whose message
    /// failed.
    pub(crate) fn resume(&mut self, refused: Option<(Asker, Refusal)>, world: &mut dyn super::World) {
        self.begin_pause(world.now());
        self.start_clock(world.now());
        self.broadcast_room(world);
        self.broadcast_update(world);
        if let Some((asker, why)) = refused {
            self.refuse(asker, why, world);
        }
        self.ask_bot(world);
        while self.waiting.is_none() {
            let Some(input) = self.queue.pop_front() else { break };
            self.handle(input, world);
        }
    }
}

/// Why a room cannot be rebuilt from the store.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RestoreError {
    #[error("it is damaged: {0}")]
    Damaged(#[from] serde_json::Error),
    #[error("its secret cannot be read")]
    BadSecret,
    #[error("the seed of its match cannot be read")]
    BadSeed,
    #[error("its match {0} is missing")]
    NoJournal(MatchId),
    #[error(transparent)]
    Deal(eights_match::Refusal),
    #[error("step {0} of its match cannot be played: {1}")]
    Step(u64, eights_match::Refusal),
    #[error("digest mismatch after step {0}: the stored match differs from its replay")]
    OtherDigest(u64),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("reading it failed")]
    Interrupted,
}

/// Replays a journal. Checking the last digest is enough, since each one depends on all steps
/// before it.
fn replay(
    rules: &RuleSet,
    head: &Head,
    entries: &[Entry],
) -> Result<(Box<dyn AnyMatch>, Snapshots), RestoreError> {
    let (mut table, mut snapshots) = (first_deal(rules, head)?, Snapshots::default());
    for entry in entries {
        let step = entry.step;
        table.redo(entry).map_err(|why| RestoreError::Step(step, why))?;
        snapshots.note(table.as_ref());
    }
    match entries.last() {
        Some(last) if last.digest != table.digest() => Err(RestoreError::OtherDigest(last.step)),
        _ => Ok((table, snapshots)),
    }
}

/// A match at its first deal.
pub(crate) fn first_deal(rules: &RuleSet, head: &Head) -> Result<Box<dyn AnyMatch>, RestoreError> {
    let seed = hex::decode(&head.seed).ok_or(RestoreError::BadSeed)?;
    rules.start(head.seats, eights::Seed::from_bytes(seed)).map_err(RestoreError::Deal)
}
