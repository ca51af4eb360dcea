//! Ids of matches and people: 63-bit numbers, written in Crockford's base 32.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Crockford's alphabet in lower case, without letters that are easily confused.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// 63 bits at five bits per digit.
const LENGTH: usize = 13;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u64);

        impl $name {
            /// The id with this number; the highest bit is dropped, since SQLite's integers are
            /// signed.
            pub const fn new(number: u64) -> $name {
                $name(number & (u64::MAX >> 1))
            }

            pub const fn number(self) -> u64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                (0..LENGTH).rev().try_for_each(|i| {
                    let digit = DIGITS[(self.0 >> (5 * i)) as usize & 31];
                    write!(f, "{}", digit as char)
                })
            }
        }

        impl FromStr for $name {
            type Err = ();
            fn from_str(text: &str) -> Result<$name, ()> {
                read(text).map($name).ok_or(())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(|()| D::Error::custom("this is no id"))
            }
        }
    };
}

id! {
    /// The id of a match.
    MatchId
}
id! {
    /// The id of a person.
    PersonId
}

fn read(text: &str) -> Option<u64> {
    if text.len() != LENGTH {
        return None;
    }
    let digit = |byte: u8| DIGITS.iter().position(|digit| *digit == byte);
    let number = text.bytes().try_fold(0u128, |sum, byte| Some(sum << 5 | digit(byte)? as u128))?;
    u64::try_from(number).ok().filter(|number| number >> 63 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_written_and_read() {
        for number in [0, 1, 31, 32, u64::MAX >> 1, 0x0123_4567_89ab_cdef] {
            let id = MatchId::new(number);
            assert_eq!(id.to_string().len(), LENGTH);
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for text in ["", "0", "00000000000000", "000000000000u", "zzzzzzzzzzzzz", "00000000000é"] {
            assert_eq!(text.parse::<MatchId>(), Err(()), "{text}");
        }
    }
}
