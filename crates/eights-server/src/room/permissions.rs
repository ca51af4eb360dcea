//! Who may do what, and when: one table, checked before anything is done.

use eights_wire::{
    Permission::{self, Admit, Bot, Change, Chat, Kick, Ready, Rematch, Set, Sit, Stand, Start},
    Phase, ToServer,
};

use super::Room;

/// What somebody is to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Host,
    Seated,
    Watcher,
}

/// The whole law. During play the host has no power over other people's chairs but to let a bot play
/// for those who are away, and can send away spectators only.
const PERMISSIONS: &[(Phase, Role, &[Permission])] = &[
    (Phase::Gathering, Role::Host, &[Sit, Stand, Ready, Bot, Kick, Admit, Start, Change, Set, Chat]),
    (Phase::Gathering, Role::Seated, &[Sit, Stand, Ready, Chat]),
    (Phase::Gathering, Role::Watcher, &[Sit, Chat]),
    (Phase::Playing, Role::Host, &[Sit, Stand, Bot, Kick, Admit, Set, Chat]),
    (Phase::Playing, Role::Seated, &[Stand, Chat]),
    (Phase::Playing, Role::Watcher, &[Sit, Chat]),
    (Phase::Over, Role::Host, &[Sit, Stand, Bot, Kick, Admit, Change, Set, Rematch, Chat]),
    (Phase::Over, Role::Seated, &[Sit, Stand, Rematch, Chat]),
    (Phase::Over, Role::Watcher, &[Sit, Chat]),
];

/// The power that a message needs.
fn needed(message: &ToServer) -> Option<Permission> {
    Some(match message {
        ToServer::Sit { .. } => Sit,
        ToServer::Stand {} => Stand,
        ToServer::Ready { .. } => Ready,
        ToServer::Bot { .. } => Bot,
        ToServer::Kick { .. } => Kick,
        ToServer::Admit { .. } => Admit,
        ToServer::Start {} => Start,
        ToServer::Change { .. } => Change,
        ToServer::Set { .. } => Set,
        ToServer::Rematch {} => Rematch,
        ToServer::Chat { .. } | ToServer::Emote { .. } => Chat,
        _ => return None,
    })
}

impl Room {
    /// What a guest may do now.
    pub(super) fn may(&self, guest: usize) -> Vec<Permission> {
        let Some(guest) = self.guests.get(guest) else { return Vec::new() };
        let role = match guest.seat {
            _ if guest.person == self.host => Role::Host,
            Some(_) => Role::Seated,
            None => Role::Watcher,
        };
        let permissions = PERMISSIONS.iter().find(|(phase, of, _)| *phase == self.phase && *of == role);
        let has_chair = self.chair_of(guest.person).is_some();
        let possible = |permission: &Permission| match permission {
            Chat | Sit if !self.is_admitted(guest.person) => false,
            Chat => self.settings.chat,
            Stand | Ready | Rematch => guest.seat.is_some(),
            // During play one may only return to one's own chair.
            Sit if self.phase == Phase::Playing => guest.seat.is_none() && has_chair,
            _ => true,
        };
        permissions
            .map(|(.., permissions)| permissions.iter().copied().filter(possible).collect())
            .unwrap_or_default()
    }

    /// Whether a guest may say this now.
    pub(super) fn allowed(&self, guest: usize, message: &ToServer) -> Result<(), String> {
        let Some(permission) = needed(message) else { return Ok(()) };
        if self.may(guest).contains(&permission) {
            return Ok(());
        }
        let host_might = PERMISSIONS.iter().any(|(phase, role, permissions)| {
            (*phase, *role) == (self.phase, Role::Host) && permissions.contains(&permission)
        });
        let is_admitted = self.guests.get(guest).is_some_and(|guest| self.is_admitted(guest.person));
        Err(match permission {
            Chat if self.settings.chat => "the host of the table must let you in first".into(),
            Chat => "this table is quiet: its host has switched talking off".into(),
            Sit if !is_admitted => "the host of the table must let you in first".into(),
            Bot | Kick | Admit | Start | Change | Set if host_might => {
                "only the host of the table may do that".into()
            }
            Stand | Ready | Rematch if host_might => "only somebody on a chair may do that".into(),
            Sit => "while a match is played, one can only return to one's own chair".into(),
            _ => match self.phase {
                Phase::Gathering => "not before a match has been played".into(),
                Phase::Playing => "not while a match is played".into(),
                Phase::Over => "not after a match is over".into(),
            },
        })
    }
}
