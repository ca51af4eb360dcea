//! Talking at the table.

use eights_wire::ToClient;

use super::{Room, TALK, World, lobby::Done, tell::say};

/// As long as anything said may be, in characters.
const LONGEST: usize = 300;
/// As long as the name of a gesture may be.
const LONGEST_EMOTE: usize = 24;

impl Room {
    pub(super) fn chat(&mut self, guest: usize, text: &str, world: &mut dyn World) -> Done {
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let text = text.trim();
        match text.chars().count() {
            0 => return Err("nothing was said".into()),
            n if n > LONGEST => return Err(format!("one can say {LONGEST} characters at a time")),
            _ => (),
        }
        self.may_talk(guest, world)?;
        let from = &self.guests[guest];
        let seat = from.seat.map(|seat| seat.to_string());
        let message = ToClient::Chat { seat, name: from.name.clone(), text: text.to_owned() };
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
        let message = ToClient::Emote { seat: seat.to_string(), emote: emote.to_owned() };
        self.tell_listeners(guest, &message, world);
        Ok(())
    }

    pub(super) fn mute(&mut self, guest: usize, seat: &str, mute: bool) -> Done {
        let seat = self.chair_named(seat)?;
        let muted = &mut self.guests[guest].muted;
        match mute {
            true => muted.insert(seat),
            false => muted.remove(seat),
        }
        Ok(())
    }

    fn may_talk(&mut self, guest: usize, world: &mut dyn World) -> Done {
        let now = world.now();
        match TALK.allows(&mut self.guests[guest].talk, now) {
            true => Ok(()),
            false => Err("a little slower, please".into()),
        }
    }

    fn tell_listeners(&self, from: usize, message: &ToClient, world: &mut dyn World) {
        let seat = self.guests[from].seat;
        let hears = |guest: &&super::Guest| seat.is_none_or(|seat| !guest.muted.has(seat));
        for guest in self.guests.iter().filter(hears) {
            say(guest.line, message, world);
        }
    }
}
