//! Talking at the table.

use eights_wire::{MAX_CHAT, ToClient};

use super::{Room, World, lobby::Done, tell::say};
use crate::names;

/// As long as the name of a gesture may be.
const LONGEST_EMOTE: usize = 24;

impl Room {
    pub(super) fn chat(&mut self, guest: usize, text: &str, world: &mut dyn World) -> Done {
        let text = names::visible(text);
        match text.chars().count() {
            0 => return Err("nothing was said".into()),
            n if n > MAX_CHAT => return Err(format!("one can say {MAX_CHAT} characters at a time")),
            _ => (),
        }
        self.may_talk(guest, world)?;
        let from = &self.guests[guest];
        let seat = from.seat.map(|seat| seat.to_string());
        let message =
            ToClient::Chat { guest: self.guest_id(from.person), seat, name: from.name.clone(), text };
        self.tell_listeners(guest, &message, world);
        Ok(())
    }

    pub(super) fn emote(&mut self, guest: usize, emote: &str, world: &mut dyn World) -> Done {
        let Some(seat) = self.guests[guest].seat else { return Err("you sit on no chair".into()) };
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if emote.is_empty() || emote.len() > LONGEST_EMOTE || !emote.chars().all(is_word) {
            return Err("there is no such gesture".into());
        }
        self.may_talk(guest, world)?;
        let from = self.guest_id(self.guests[guest].person);
        let message = ToClient::Emote { guest: from, seat: seat.to_string(), emote: emote.to_owned() };
        self.tell_listeners(guest, &message, world);
        Ok(())
    }

    fn may_talk(&mut self, guest: usize, world: &mut dyn World) -> Done {
        let (guest, now) = (&self.guests[guest], world.now());
        let limits = &self.limits;
        let of_address = |address| limits.talk_by_address.allows(address, now);
        if limits.talk.allows(guest.person, now) && guest.address.is_none_or(of_address) {
            return Ok(());
        }
        Err("a little slower, please".into())
    }

    fn tell_listeners(&self, from: usize, message: &ToClient, world: &mut dyn World) {
        let speaker = self.guests[from].person;
        for guest in self.guests.iter().filter(|guest| self.hears(guest.person, speaker)) {
            say(guest.line, message, world);
        }
    }
}
