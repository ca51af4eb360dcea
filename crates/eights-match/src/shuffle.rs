//! The verifiable shuffle, a commitment scheme: neither the table nor a seat can choose the deal.
//!
//! The table first publishes the [`commitment`] to a secret. Then every seat adds a text of its
//! own. The [`seed`] is derived from both, so that neither the table nor any seat alone decides
//! it. After the match the table reveals the secret, and [`verify`] checks that it fits the
//! commitment and the seed. This module generates nothing random: the caller supplies the
//! secret.
//!
//! ```
//! use eights_match::shuffle::{self, Shuffle};
//!
//! let secret = [7; 32];
//! let promised = shuffle::commitment(&secret);
//! let shuffle = Shuffle::open(&secret, vec!["my own luck".into(), String::new()]);
//! assert_eq!(shuffle.commitment, promised);
//! let seed = shuffle::seed(&secret, &shuffle.entropy);
//! assert!(shuffle::verify(&shuffle, &seed).is_ok());
//! ```

use eights::Seed;
use serde::{Deserialize, Serialize};

use crate::hex;

/// The maximum length of the text that a seat may add.
pub const MAX_ENTROPY_CHARS: usize = 64;

/// BLAKE3 context string of the commitment, so that no other hash of the secret equals it.
const COMMITMENT: &str = "eights commitment 1";
/// BLAKE3 context string of the seed.
const SEED: &str = "eights shuffle 1";

/// Everything needed to check a shuffle after the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Shuffle {
    /// The hash of the secret, which the table published before the seats added their texts.
    pub commitment: String,
    /// The table's secret, as 64 hexadecimal digits.
    pub secret: String,
    /// The text of each seat, in seat order; empty where a seat added nothing.
    pub entropy: Vec<String>,
}

impl Shuffle {
    /// Reveals a shuffle: the secret, its commitment and the texts of the seats.
    pub fn open(secret: &[u8; 32], entropy: Vec<String>) -> Shuffle {
        Shuffle { commitment: commitment(secret), secret: hex::encode(secret), entropy }
    }
}

/// The reason why a shuffle is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShuffleError {
    /// The secret cannot be parsed.
    #[error("the secret is not 64 hexadecimal digits")]
    NoSecret,
    /// The secret does not fit the published commitment.
    #[error("the secret does not fit the commitment that was published before the deal")]
    OtherSecret,
    /// The cards were dealt from a different seed.
    #[error("the seed does not come from the secret and what the seats added")]
    OtherSeed,
    /// The text of a seat is too long.
    #[error("a seat added more than {MAX_ENTROPY_CHARS} characters")]
    TooMuch,
}

/// The hash of the secret that a table publishes before the deal.
pub fn commitment(secret: &[u8; 32]) -> String {
    hex::encode(&blake3::derive_key(COMMITMENT, secret))
}

/// Derives the seed of a match. Every text is hashed together with its length, so that no two
/// lists of texts hash the same bytes.
pub fn seed(secret: &[u8; 32], entropy: &[String]) -> Seed {
    let mut hasher = blake3::Hasher::new_derive_key(SEED);
    hasher.update(secret);
    hasher.update(&(entropy.len() as u64).to_le_bytes());
    for text in entropy {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    Seed::from_bytes(*hasher.finalize().as_bytes())
}

/// Checks that the secret fits the commitment and that the seed is derived from it.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn verify(shuffle: &Shuffle, seed: &Seed) -> Result<(), ShuffleError> {
    let secret = hex::decode(&shuffle.secret).ok_or(ShuffleError::NoSecret)?;
    if commitment(&secret) != shuffle.commitment {
        return Err(ShuffleError::OtherSecret);
    }
    if shuffle.entropy.iter().any(|text| text.chars().count() > MAX_ENTROPY_CHARS) {
        return Err(ShuffleError::TooMuch);
    }
    if self::seed(&secret, &shuffle.entropy).expose() != seed.expose() {
        return Err(ShuffleError::OtherSeed);
    }
    Ok(())
}
