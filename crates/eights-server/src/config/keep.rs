//! How long things are kept: `"90 days"`, or `"for ever"`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// How long something is kept, counted while the server runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Keep {
    #[default]
    ForEver,
    Minutes(u64),
}

/// A text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeepError {
    #[error(
        "{0:?} is not a time like \"90 days\": write a number of hours, days, weeks or years, or \"for ever\""
    )]
    Unreadable(String),
    #[error("{0:?} is not between one hour and a hundred years")]
    OutOfRange(String),
}

const FOR_EVER: &str = "for ever";
const HOUR: u64 = 60;
const YEAR: u64 = 365 * 24 * HOUR;
/// Units by their name in the singular, longest first, in minutes.
const UNITS: [(&str, u64); 4] = [("year", YEAR), ("week", 7 * 24 * HOUR), ("day", 24 * HOUR), ("hour", HOUR)];

impl Keep {
    /// None for ever.
    pub(crate) fn minutes(self) -> Option<u64> {
        match self {
            Keep::ForEver => None,
            Keep::Minutes(minutes) => Some(minutes),
        }
    }
}

impl FromStr for Keep {
    type Err = KeepError;

    fn from_str(text: &str) -> Result<Keep, KeepError> {
        if text.trim() == FOR_EVER {
            return Ok(Keep::ForEver);
        }
        let unreadable = || KeepError::Unreadable(text.to_owned());
        let (number, unit) = text.trim().split_once(' ').ok_or_else(unreadable)?;
        let number: u64 = number.parse().map_err(|_| unreadable())?;
        let unit = unit.trim();
        let unit = unit.strip_suffix('s').unwrap_or(unit);
        let (_, each) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(unreadable)?;
        let minutes = number.checked_mul(*each).filter(|minutes| (HOUR..=100 * YEAR).contains(minutes));
        minutes.map(Keep::Minutes).ok_or_else(|| KeepError::OutOfRange(text.to_owned()))
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Keep::Minutes(minutes) = *self else { return f.write_str(FOR_EVER) };
        let (name, each) =
            UNITS.iter().find(|(_, each)| minutes.is_multiple_of(*each)).unwrap_or(&("hour", HOUR));
        match minutes / each {
            1 => write!(f, "1 {name}"),
            n => write!(f, "{n} {name}s"),
        }
    }
}

impl TryFrom<String> for Keep {
    type Error = KeepError;

    fn try_from(text: String) -> Result<Keep, KeepError> {
        text.parse()
    }
}

impl From<Keep> for String {
    fn from(keep: Keep) -> String {
        keep.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written_in_words() {
        for (text, minutes) in [
            ("1 hour", 60),
            ("36 hours", 36 * 60),
            ("90 days", 90 * 24 * 60),
            ("1 day", 24 * 60),
            ("2 weeks", 14 * 24 * 60),
            ("1 year", 365 * 24 * 60),
        ] {
            assert_eq!(text.parse(), Ok(Keep::Minutes(minutes)), "{text}");
            assert_eq!(Keep::Minutes(minutes).to_string(), text);
        }
        assert_eq!("for ever".parse(), Ok(Keep::ForEver));
        assert_eq!("7 days".parse::<Keep>().map(|keep| keep.to_string()), Ok("1 week".into()));
        for text in ["", "90", "days", "90days", "-1 days", "90 moons", "0 days", "101 years", "1e9 days"] {
            assert!(text.parse::<Keep>().is_err(), "{text}");
        }
    }
}
