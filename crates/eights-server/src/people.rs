//! People: nobody needs an account. A cookie that nobody can guess is who one is.
//!
//! The cookie holds a number and a token of 256 bits. Only the token's hash is
//! kept; comparing hashes takes the same time wherever they differ.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::http::{HeaderMap, header};
use eights_match::journal::{hex, unhex};
use eights_store::{Op, PersonId, PersonRow, StoreError};

use crate::{
    hub::{Hub, luck},
    room::Millis,
};

/// The name of the cookie.
const COOKIE: &str = "eights";
/// A year, in seconds.
const AGE: u64 = 365 * 24 * 3600;
/// How long a link code holds, in milliseconds.
const LINK: u64 = 10 * 60_000;

/// Codes by which somebody moves to another device.
#[derive(Default)]
pub(crate) struct Links(Mutex<HashMap<String, (PersonId, u64)>>);

impl Links {
    /// A new code for somebody; the one before is void.
    pub(crate) fn make(&self, person: PersonId, now: Millis) -> String {
        let code = PersonId::new(u64::from_le_bytes(luck()[..8].try_into().expect("eight of 32 bytes")));
        let code = code.to_string().to_ascii_uppercase()[3..].to_owned();
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, (of, until)| *of != person && *until > now);
        codes.insert(code.clone(), (person, now + LINK));
        code
    }

    /// Whose code it is. It holds once.
    pub(crate) fn take(&self, code: &str, now: Millis) -> Option<PersonId> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
        let (person, until) = codes.remove(&code.to_ascii_uppercase())?;
        (until > now).then_some(person)
    }
}

/// Somebody new.
///
/// # Errors
///
/// When they cannot be kept.
pub(crate) async fn welcome(hub: &Hub) -> Result<(PersonRow, String), StoreError> {
    let number = u64::from_le_bytes(luck()[..8].try_into().expect("eight of 32 bytes"));
    let name = format!("Guest {:04}", number % 10_000);
    renew(hub, PersonRow { id: PersonId::new(number), token: [0; 32], name, since: 0 }).await
}

/// Gives somebody a new token; the one before is void. Returns the cookie to set.
///
/// # Errors
///
/// When it cannot be kept.
pub(crate) async fn renew(hub: &Hub, mut person: PersonRow) -> Result<(PersonRow, String), StoreError> {
    let token = luck();
    person.token = *blake3::hash(&token).as_bytes();
    person.since = hub.clock.date();
    hub.store.write(vec![Op::Person(person.clone())]).await?;
    let cookie = set_cookie(hub, person.id, &token);
    Ok((person, cookie))
}

/// The cookie that a request came with, to be set again so that it lasts for another year.
pub(crate) fn extended_cookie(hub: &Hub, headers: &HeaderMap) -> Option<String> {
    cookie(headers).map(|(id, token)| set_cookie(hub, id, &token))
}

/// The value of `Set-Cookie`.
fn set_cookie(hub: &Hub, id: PersonId, token: &[u8; 32]) -> String {
    let secure = match hub.config.public_url.as_deref() {
        Some(url) if url.starts_with("https:") => "; Secure",
        _ => "",
    };
    let token = hex(token);
    format!("{COOKIE}={id}.{token}; Path=/; Max-Age={AGE}; HttpOnly; SameSite=Lax{secure}")
}

/// Who sent this, if they have been here before.
///
/// # Errors
///
/// When the store cannot be asked.
pub(crate) async fn known(hub: &Arc<Hub>, headers: &HeaderMap) -> Result<Option<PersonRow>, StoreError> {
    let Some((id, token)) = cookie(headers) else { return Ok(None) };
    let person = stored(hub, id).await?;
    let person = person.filter(|person| blake3::Hash::from_bytes(person.token) == blake3::hash(&token));
    person.iter().for_each(|person| hub.seen.add(person.id));
    Ok(person)
}

/// Whether the cookie that somebody came with has not been replaced since.
pub(crate) async fn is_current(hub: &Arc<Hub>, person: PersonRow) -> bool {
    let stored = stored(hub, person.id).await;
    stored.is_ok_and(|stored| stored.is_some_and(|stored| stored.token == person.token))
}

async fn stored(hub: &Arc<Hub>, id: PersonId) -> Result<Option<PersonRow>, StoreError> {
    let hub = hub.clone();
    let person = tokio::task::spawn_blocking(move || hub.store.person(id)).await;
    person.unwrap_or_else(|_| Err(StoreError::Failed("asking the store failed".into())))
}

fn cookie(headers: &HeaderMap) -> Option<(PersonId, [u8; 32])> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let own = |pair: &str| {
        let (name, value) = pair.trim().split_once('=')?;
        let (id, token) = value.split_once('.').filter(|_| name == COOKIE)?;
        Some((id.parse().ok()?, unhex(token)?))
    };
    cookies.flat_map(|text| text.split(';')).find_map(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_code_holds_once_and_the_newest_only() {
        let links = Links::default();
        let person = PersonId::new(5);
        let (old, new) = (links.make(person, 1), links.make(person, 2));
        assert_eq!(links.take(&old, 3), None);
        assert_eq!(links.take(&new.to_ascii_lowercase(), 3), Some(person));
        assert_eq!(links.take(&new, 3), None);
        let late = links.make(person, 4);
        assert_eq!(links.take(&late, 4 + LINK), None);
    }
}
