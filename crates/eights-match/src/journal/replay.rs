//! Plays journals again and checks every digest.

use eights::Seed;

use super::format::{Actor, Entry, Head, JournalError, read};
use crate::{
    any::AnyMatch,
    catalog::{Catalog, RuleSet},
    hex, shuffle,
};

/// Sets up the match of a journal's head, before its first step.
///
/// # Errors
///
/// If the engine, the rules, the seed or the number of seats do not fit.
pub fn start(catalog: &Catalog, head: &Head) -> Result<(RuleSet, Box<dyn AnyMatch>), JournalError> {
    let fail = |why: String| JournalError { line: 1, why };
    let game = Catalog::game(&head.game).map_err(|problem| fail(problem.to_string()))?;
    if game.engine != head.engine {
        return Err(fail(format!("this was played by engine {}; here is {}", head.engine, game.engine)));
    }
    let rules = catalog.sheet(&head.game, head.rules.clone(), "").map_err(|problems| {
        let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
        fail(format!("the rules in the journal cannot be read: {}", list.join("; ")))
    })?;
    if rules.hash != head.hash {
        return Err(fail(format!("the rules mean {}, but the journal says {}", rules.hash, head.hash)));
    }
    let seed = hex::decode(&head.seed).ok_or_else(|| fail("the seed is not 64 hexadecimal digits".into()))?;
    let seed = Seed::from_bytes(seed);
    if let Some(shuffle) = &head.shuffle {
        shuffle::verify(shuffle, &seed).map_err(|why| fail(why.to_string()))?;
    }
    let table = match &head.position {
        Some(position) if position.n_seats() != head.seats => {
            return Err(fail(format!(
                "the position has {} hands for {} seats",
                position.n_seats(),
                head.seats
            )));
        }
        Some(position) => rules.start_at(position, seed).map_err(|why| fail(why.to_string()))?,
        None => rules.start(head.seats, seed).map_err(|why| fail(why.to_string()))?,
    };
    Ok((rules, table))
}

/// Plays one journal entry and checks its digest.
///
/// # Errors
///
/// If the entry is refused or leads to another digest.
pub fn replay_entry(table: &mut dyn AnyMatch, entry: &Entry) -> Result<(), JournalError> {
    let fail = |why: String| JournalError { line: entry.step as usize + 1, why };
    let done = match entry.by {
        Actor::Seat(seat) => table.act(seat, &entry.said),
        Actor::Table => table.time_is_up(),
    };
    let done = done.map_err(|why| fail(format!("{} cannot do {:?}: {why}", entry.by, entry.said)))?;
    if done.digest != entry.digest {
        return Err(fail(format!(
            "after {:?} of {} the digest is {}, but the journal says {}",
            entry.said, entry.by, done.digest, entry.digest
        )));
    }
    Ok(())
}

/// Replays a whole journal and checks every digest.
///
/// # Errors
///
/// The first line that cannot be parsed, is refused or leads to another digest.
pub fn replay(catalog: &Catalog, text: &str) -> Result<Box<dyn AnyMatch>, JournalError> {
    let (head, entries) = read(text)?;
    let (_, mut table) = start(catalog, &head)?;
    for entry in &entries {
        replay_entry(table.as_mut(), entry)?;
    }
    Ok(table)
}
