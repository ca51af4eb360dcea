//! Which role may send which message in which phase.

use eights_wire::{
    Permission::{self, Admit, Bot, Change, Chat, Kick, Ready, Rematch, Set, Sit, Stand, Start},
    Phase, ToServer,
};

use super::{Guest, Room};
use crate::refusal::Refusal;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Host,
    Seated,
    Watcher,
}

/// All permissions. During a match the host can only let a bot play for absent people, and send
/// away spectators; people can be ready for the next hand while there is a pause.
const PERMISSIONS: &[(Phase, Role, &[Permission])] = &[
    (Phase::Gathering, Role::Host, &[Sit, Stand, Ready, Bot, Kick, Admit, Start, Change, Set, Chat]),
    (Phase::Gathering, Role::Seated, &[Sit, Stand, Ready, Chat]),
    (Phase::Gathering, Role::Watcher, &[Sit, Chat]),
    (Phase::Playing, Role::Host, &[Sit, Stand, Ready, Bot, Kick, Admit, Set, Chat]),
    (Phase::Playing, Role::Seated, &[Stand, Ready, Chat]),
    (Phase::Playing, Role::Watcher, &[Sit, Chat]),
    (Phase::Over, Role::Host, &[Sit, Stand, Bot, Kick, Admit, Change, Set, Rematch, Chat]),
    (Phase::Over, Role::Seated, &[Sit, Stand, Rematch, Chat]),
    (Phase::Over, Role::Watcher, &[Sit, Chat]),
];

/// The permission that a message needs, if any.
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
    pub(super) fn may(&self, guest: &Guest) -> Vec<Permission> {
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
            Ready if self.phase == Phase::Playing => guest.seat.is_some() && self.pause.is_some(),
            Stand | Ready | Rematch => guest.seat.is_some(),
            // During a match, people may only return to their own chair.
            Sit if self.phase == Phase::Playing => guest.seat.is_none() && has_chair,
            _ => true,
        };
        permissions
            .map(|(.., permissions)| permissions.iter().copied().filter(possible).collect())
            .unwrap_or_default()
    }

    /// Checks that a guest may send this message now.
    pub(super) fn allowed(&self, guest: &Guest, message: &ToServer) -> Result<(), Refusal> {
        let Some(permission) = needed(message) else { return Ok(()) };
        if self.may(guest).contains(&permission) {
            return Ok(());
        }
        let host_might = PERMISSIONS.iter().any(|(phase, role, permissions)| {
            (*phase, *role) == (self.phase, Role::Host) && permissions.contains(&permission)
        });
        Err(match permission {
            Chat if self.settings.chat => Refusal::NotAdmitted,
            Chat => Refusal::ChatOff,
            Sit if !self.is_admitted(guest.person) => Refusal::NotAdmitted,
            Bot | Kick | Admit | Start | Change | Set if host_might => Refusal::HostOnly,
            Stand | Ready | Rematch if host_might && guest.seat.is_none() => Refusal::SeatedOnly,
            Sit => Refusal::OwnChairOnly,
            _ => match self.phase {
                Phase::Gathering => Refusal::NotBeforeMatch,
                Phase::Playing => Refusal::NotDuringMatch,
                Phase::Over => Refusal::NotAfterMatch,
            },
        })
    }
}
