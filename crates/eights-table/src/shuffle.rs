//! The verifiable shuffle: a secret promised before the deal, and luck that every seat adds.
//!
//! The table first publishes the [`commitment`] to a secret. Then the seats
//! add texts of their own. The [`seed`] comes from both, so that neither the
//! table nor any seat alone decides it; after the match the secret is shown,
//! and [`verify`] tells whether the promise was kept. Nothing random is made
//! here: whoever calls brings the secret.
//!
//! ```
//! use eights_table::shuffle::{self, Shuffle};
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

use crate::journal::{hex, unhex};

/// As long as what a seat adds may be, in characters.
pub const LONGEST: usize = 64;

/// What the commitment is derived under, so that it is the hash of nothing else.
const COMMITMENT: &str = "eights commitment 1";
/// What the seed is derived under.
const SEED: &str = "eights shuffle 1";

/// Everything about a shuffle, for whoever wants to check it after the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Shuffle {
    /// What the table promised before the seats added anything.
    pub commitment: String,
    /// The table's secret, as 64 hexadecimal digits.
    pub secret: String,
    /// What each seat added, in seat order; empty where a seat added nothing.
    pub entropy: Vec<String>,
}

impl Shuffle {
    /// The shuffle of a secret and what the seats added.
    pub fn open(secret: &[u8; 32], entropy: Vec<String>) -> Shuffle {
        Shuffle { commitment: commitment(secret), secret: hex(secret), entropy }
    }
}

/// What is wrong with a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfair {
    /// The secret cannot be read.
    #[error("the secret is not 64 hexadecimal digits")]
    NoSecret,
    /// The secret is another one than was promised.
    #[error("the secret does not fit the commitment that was published before the deal")]
    OtherSecret,
    /// The cards were dealt from another seed.
    #[error("the seed does not come from the secret and what the seats added")]
    OtherSeed,
    /// A seat added more than it may.
    #[error("a seat added more than {LONGEST} characters")]
    TooMuch,
}

/// What a table publishes before the deal.
pub fn commitment(secret: &[u8; 32]) -> String {
    hex(&blake3::derive_key(COMMITMENT, secret))
}

/// The seed of a match. Every part goes in with its length, so that no two
/// lists of texts can mean the same.
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

/// Whether the promise was kept and the seed comes from it.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn verify(shuffle: &Shuffle, seed: &Seed) -> Result<(), Unfair> {
    let secret = unhex(&shuffle.secret).ok_or(Unfair::NoSecret)?;
    if commitment(&secret) != shuffle.commitment {
        return Err(Unfair::OtherSecret);
    }
    if shuffle.entropy.iter().any(|text| text.chars().count() > LONGEST) {
        return Err(Unfair::TooMuch);
    }
    match self::seed(&secret, &shuffle.entropy).expose() == seed.expose() {
        true => Ok(()),
        false => Err(Unfair::OtherSeed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entropy(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn every_part_decides() {
        let seed_of = |secret: u8, texts: &[&str]| *seed(&[secret; 32], &entropy(texts)).expose();
        let seeds = [
            seed_of(1, &["a", "b"]),
            seed_of(2, &["a", "b"]),
            seed_of(1, &["ab", ""]),
            seed_of(1, &["", "ab"]),
            seed_of(1, &["a", "b", ""]),
            seed_of(1, &["b", "a"]),
        ];
        for (i, one) in seeds.iter().enumerate() {
            assert!(seeds[i + 1..].iter().all(|other| one != other));
        }
    }

    #[test]
    fn a_broken_promise_is_seen() {
        let fair = Shuffle::open(&[3; 32], entropy(&["x", "y"]));
        let seed = seed(&[3; 32], &fair.entropy);
        assert_eq!(verify(&fair, &seed), Ok(()));
        let other = Shuffle { secret: hex(&[4; 32]), ..fair.clone() };
        assert_eq!(verify(&other, &seed), Err(Unfair::OtherSecret));
        let other = Shuffle { entropy: entropy(&["x", "z"]), ..fair.clone() };
        assert_eq!(verify(&other, &seed), Err(Unfair::OtherSeed));
        let other = Shuffle { secret: "3".into(), ..fair.clone() };
        assert_eq!(verify(&other, &seed), Err(Unfair::NoSecret));
        let long = Shuffle::open(&[3; 32], vec!["é".repeat(65)]);
        assert_eq!(verify(&long, &seed), Err(Unfair::TooMuch));
    }

    /// Old journals must verify for ever: these values never change.
    #[test]
    fn the_derivation_is_frozen() {
        assert_eq!(commitment(&[7; 32]), "0237a96cb648acabb8101c3c0bd110f4fad056d0b8240c98553caf066bb58f11");
        assert_eq!(
            hex(seed(&[7; 32], &entropy(&["one", "", "drei"])).expose()),
            "426e4ea189ac2594014ff7830c0580fcd10e3b1f9cec38480348f0654a5cf451"
        );
    }
}
