//! Chat and gestures.

use eights_store::PersonId;
use eights_wire::{MAX_CHAT, ToClient};

use super::{Room, World, broadcast::send, lobby::Done};
use crate::people::names;
use crate::refusal::Refusal;

const MAX_EMOTE_CHARS: usize = 24;

impl Room {
    pub(super) fn chat(&mut self, person: PersonId, text: &str, world: &mut dyn World) -> Done {
        let text = names::visible(text);
        match text.chars().count() {
            0 => return Err(Refusal::EmptyChat),
            n if n > MAX_CHAT => return Err(Refusal::ChatTooLong),
            _ => (),
        }
        self.may_talk(person, world)?;
        let from = self.guest(person)?;
        let seat = from.seat.map(|seat| seat.to_string());
        let message = ToClient::Chat { guest: self.guest_id(person), seat, name: from.name.clone(), text };
        self.send_to_listeners(person, &message, world);
        Ok(())
    }

    pub(super) fn emote(&mut self, person: PersonId, emote: &str, world: &mut dyn World) -> Done {
        let Some(seat) = self.guest(person)?.seat else { return Err(Refusal::NotSeated) };
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if emote.is_empty() || emote.len() > MAX_EMOTE_CHARS || !emote.chars().all(is_word) {
            return Err(Refusal::NoSuchEmote);
        }
        self.may_talk(person, world)?;
        let from = self.guest_id(person);
        let message = ToClient::Emote { guest: from, seat: seat.to_string(), emote: emote.to_owned() };
        self.send_to_listeners(person, &message, world);
        Ok(())
    }

    fn may_talk(&mut self, person: PersonId, world: &mut dyn World) -> Done {
        let (guest, now) = (self.guest(person)?, world.now());
        let limits = &self.limits;
        let of_address = |address| limits.talk_by_address.allows(address, now);
        if limits.talk.allows(person, now) && guest.address.is_none_or(of_address) {
            return Ok(());
        }
        Err(Refusal::TooFast)
    }

    fn send_to_listeners(&self, speaker: PersonId, message: &ToClient, world: &mut dyn World) {
        for guest in self.guests.iter().filter(|guest| self.hears(guest.person, speaker)) {
            send(guest.connection, message, world);
        }
    }
}
