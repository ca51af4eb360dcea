//! People and addresses that the operator has banned from the server.

use std::{
    fmt,
    net::IpAddr,
    str::FromStr,
    sync::{PoisonError, RwLock},
};

use eights_store::{PersonId, Store, StoreError};

use crate::net::address::Network;

/// Who is banned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ban {
    Person(PersonId),
    Network(Network),
}

/// A text that names neither a person nor an address.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is neither the id of a person nor an address like 192.0.2.7 or 192.0.2.0/24")]
pub(crate) struct BanError(String);

impl FromStr for Ban {
    type Err = BanError;

    fn from_str(text: &str) -> Result<Ban, BanError> {
        let person = text.parse().map(Ban::Person);
        person
            .or_else(|()| text.parse().map(|network: Network| Ban::Network(network.of_clients())))
            .map_err(|_| BanError(text.to_owned()))
    }
}

impl fmt::Display for Ban {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Ban::Person(id) => id.fmt(f),
            Ban::Network(network) => network.fmt(f),
        }
    }
}

impl Ban {
    /// Whether it concerns this person, or a client with this address.
    pub(crate) fn is_of(&self, person: PersonId, address: Option<IpAddr>) -> bool {
        match self {
            Ban::Person(id) => *id == person,
            Ban::Network(network) => address.is_some_and(|address| network.contains(address)),
        }
    }
}

/// All bans.
#[derive(Default)]
pub(crate) struct Bans(RwLock<Vec<Ban>>);

impl Bans {
    /// Reads the bans from the store.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub(crate) fn load(&self, store: &dyn Store) -> Result<(), StoreError> {
        let bans = store.bans()?.iter().filter_map(|text| text.parse().ok()).collect();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = bans;
        Ok(())
    }

    pub(crate) fn list(&self) -> Vec<Ban> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn has_address(&self, address: IpAddr) -> bool {
        let is_of = |ban: &Ban| matches!(ban, Ban::Network(network) if network.contains(address));
        self.0.read().unwrap_or_else(PoisonError::into_inner).iter().any(is_of)
    }

    pub(crate) fn has_person(&self, person: PersonId) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains(&Ban::Person(person))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_and_addresses_are_told_apart() {
        let ban = |text: &str| text.parse::<Ban>().unwrap();
        let person = PersonId::new(7);
        assert_eq!(ban(&person.to_string()), Ban::Person(person));
        assert_eq!(ban("192.0.2.7").to_string(), "192.0.2.7/32");
        assert_eq!(ban("192.0.2.9/24").to_string(), "192.0.2.0/24");
        assert_eq!(
            ban("2001:db8:1:2:3:4:5:6").to_string(),
            "2001:db8:1:2::/64",
            "a client has the whole /64"
        );
        for text in ["", "Ada", "192.0.2.700", "192.0.2.0/33"] {
            assert!(text.parse::<Ban>().is_err(), "{text}");
        }
        let address = |text: &str| Some(text.parse().unwrap());
        assert!(ban("192.0.2.0/24").is_of(person, address("192.0.2.7")));
        assert!(!ban("192.0.2.0/24").is_of(person, address("192.0.3.7")));
        assert!(!ban("192.0.2.0/24").is_of(person, None));
    }
}
