//! People without accounts: an unguessable cookie identifies a person.
//!
//! The cookie holds an id and a token of 256 bits. Only the token's hash is stored, and hashes are
//! compared in constant time.

pub(crate) mod names;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::http::{HeaderMap, header};
use eights_match::hex;
use eights_store::{Op, PersonId, PersonRow, StoreError};

use crate::{hub::Hub, random::random_bytes, room::Millis};

const COOKIE: &str = "eights";
/// One year, in seconds.
const COOKIE_MAX_AGE: u64 = 365 * 24 * 3600;
/// In milliseconds.
const LINK_CODE_LIFETIME: u64 = 10 * 60_000;

/// Codes by which people move to another device.
#[derive(Default)]
pub(crate) struct Links(Mutex<HashMap<String, (PersonId, u64)>>);

impl Links {
    /// Makes a new code for a person; the previous one is void.
    pub(crate) fn make(&self, person: PersonId, now: Millis) -> String {
        let code =
            PersonId::new(u64::from_le_bytes(random_bytes()[..8].try_into().expect("eight of 32 bytes")));
        let code = code.to_string().to_ascii_uppercase()[3..].to_owned();
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, (of, until)| *of != person && *until > now);
        codes.insert(code.clone(), (person, now + LINK_CODE_LIFETIME));
        code
    }

    /// Redeems a code, which works once. Returns the person it belongs to.
    pub(crate) fn take(&self, code: &str, now: Millis) -> Option<PersonId> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
        let (person, until) = codes.remove(&code.to_ascii_uppercase())?;
        (until > now).then_some(person)
    }
}

/// Creates a person with a generated name. Returns the cookie to set.
///
/// # Errors
///
/// When the store fails.
pub(crate) async fn welcome(hub: &Hub) -> Result<(PersonRow, String), StoreError> {
    let number = u64::from_le_bytes(random_bytes()[..8].try_into().expect("eight of 32 bytes"));
    let name = format!("Guest {:04}", number % 10_000);
    renew(hub, PersonRow { id: PersonId::new(number), token: [0; 32], name, since: 0 }).await
}

/// Gives a person a new token; the previous one is void. Returns the cookie to set.
///
/// # Errors
///
/// When the store fails.
pub(crate) async fn renew(hub: &Hub, mut person: PersonRow) -> Result<(PersonRow, String), StoreError> {
    let token = random_bytes();
    person.token = *blake3::hash(&token).as_bytes();
    person.since = hub.clock.date();
    hub.store.write(vec![Op::Person(person.clone())]).await?;
    let cookie = set_cookie(hub, person.id, &token);
    Ok((person, cookie))
}

/// The request's own cookie, to be set again so that it lasts another year.
pub(crate) fn extended_cookie(hub: &Hub, headers: &HeaderMap) -> Option<String> {
    cookie(headers).map(|(id, token)| set_cookie(hub, id, &token))
}

/// Removes the cookie.
pub(crate) fn no_cookie(hub: &Hub) -> String {
    format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{}", secure(hub))
}

fn set_cookie(hub: &Hub, id: PersonId, token: &[u8; 32]) -> String {
    let (token, secure) = (hex::encode(token), secure(hub));
    format!("{COOKIE}={id}.{token}; Path=/; Max-Age={COOKIE_MAX_AGE}; HttpOnly; SameSite=Lax{secure}")
}

/// What marks the cookie as one for `https` only.
fn secure(hub: &Hub) -> &'static str {
    let config = hub.config();
    let by_url = config.public_url.as_deref().is_some_and(|url| url.starts_with("https:"));
    if by_url || config.tls.is_on() { "; Secure" } else { "" }
}

/// The person whose cookie this request carries, if it is valid.
///
/// # Errors
///
/// When the store fails.
pub(crate) async fn known(hub: &Arc<Hub>, headers: &HeaderMap) -> Result<Option<PersonRow>, StoreError> {
    let Some((id, token)) = cookie(headers) else { return Ok(None) };
    let person = stored(hub, id).await?;
    let person = person.filter(|person| blake3::Hash::from_bytes(person.token) == blake3::hash(&token));
    person.iter().for_each(|person| hub.seen.add(person.id));
    Ok(person)
}

/// Whether a person's cookie has not been replaced since it was checked.
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
        Some((id.parse().ok()?, hex::decode(token)?))
    };
    cookies.flat_map(|text| text.split(';')).find_map(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_link_code_works_and_only_once() {
        let links = Links::default();
        let person = PersonId::new(5);
        let (old, new) = (links.make(person, 1), links.make(person, 2));
        assert_eq!(links.take(&old, 3), None);
        assert_eq!(links.take(&new.to_ascii_lowercase(), 3), Some(person));
        assert_eq!(links.take(&new, 3), None);
        let late = links.make(person, 4);
        assert_eq!(links.take(&late, 4 + LINK_CODE_LIFETIME), None);
    }
}
