//! Shuffles that anyone can verify.

use eights_match::{
    hex,
    shuffle::{Shuffle, ShuffleError, commitment, seed, verify},
};

fn entropy(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn the_seed_depends_on_the_secret_and_on_every_text() {
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
fn verify_finds_every_manipulation() {
    let fair = Shuffle::open(&[3; 32], entropy(&["x", "y"]));
    let seed = seed(&[3; 32], &fair.entropy);
    assert_eq!(verify(&fair, &seed), Ok(()));
    let other = Shuffle { secret: hex::encode(&[4; 32]), ..fair.clone() };
    assert_eq!(verify(&other, &seed), Err(ShuffleError::OtherSecret));
    let other = Shuffle { entropy: entropy(&["x", "z"]), ..fair.clone() };
    assert_eq!(verify(&other, &seed), Err(ShuffleError::OtherSeed));
    let other = Shuffle { secret: "3".into(), ..fair.clone() };
    assert_eq!(verify(&other, &seed), Err(ShuffleError::NoSecret));
    let long = Shuffle::open(&[3; 32], vec!["é".repeat(65)]);
    assert_eq!(verify(&long, &seed), Err(ShuffleError::TooMuch));
}

/// Old journals must stay verifiable, so these values never change.
#[test]
fn the_derivation_is_frozen() {
    assert_eq!(commitment(&[7; 32]), "0237a96cb648acabb8101c3c0bd110f4fad056d0b8240c98553caf066bb58f11");
    assert_eq!(
        hex::encode(seed(&[7; 32], &entropy(&["one", "", "drei"])).expose()),
        "426e4ea189ac2594014ff7830c0580fcd10e3b1f9cec38480348f0654a5cf451"
    );
}
