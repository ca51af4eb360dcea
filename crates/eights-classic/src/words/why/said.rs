//! Parses what a player said, including what cannot be played.

use eights::Seat;

use crate::{
    face::{Face, Printed},
    play::action::Name,
};

/// A parsed answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Lay(Laid),
    Name(Name),
    Draw,
    Pass,
    Done,
    Challenge,
    Catch(Whom),
}

/// The player named in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Whom {
    Seat(Seat),
    /// A text that is not a seat.
    Unknown(String),
}

/// Cards with name, target and call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Laid {
    /// At least one card; the last ends up on top.
    pub(super) faces: Vec<Face>,
    pub(super) name: Option<Name>,
    pub(super) whom: Option<Seat>,
    pub(super) call: bool,
}

impl Laid {
    pub(super) fn top(&self) -> Face {
        self.faces[self.faces.len() - 1]
    }
}

impl Said {
    /// Parses an answer, ignoring case and accepting `T` for `10`.
    pub(super) fn read(printed: Printed, text: &str) -> Option<Said> {
        let text = text.trim().to_ascii_uppercase();
        match text.as_str() {
            "DRAW" => return Some(Said::Draw),
            "PASS" => return Some(Said::Pass),
            "DONE" => return Some(Said::Done),
            "CHALLENGE" => return Some(Said::Challenge),
            _ => (),
        }
        if let Some(seat) = text.strip_prefix("CATCH ") {
            let seat = seat.trim();
            return Some(Said::Catch(
                Seat::from_letter(seat).map_or_else(|| Whom::Unknown(seat.to_owned()), Whom::Seat),
            ));
        }
        match text.strip_prefix('=') {
            Some(name) => Name::parse(printed, name.trim()).map(Said::Name),
            None => laid(printed, &text).map(Said::Lay),
        }
    }
}

/// Parses `5C+5H`, `8S=H` or `7H>B`, each optionally with `!`.
fn laid(printed: Printed, text: &str) -> Option<Laid> {
    let (text, call) = match text.strip_suffix('!') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (text, whom) = match text.split_once('>') {
        Some((text, seat)) => (text, Some(Seat::from_letter(seat.trim())?)),
        None => (text, None),
    };
    let (text, name) = match text.split_once('=') {
        Some((text, name)) => (text, Some(Name::parse(printed, name.trim())?)),
        None => (text, None),
    };
    let faces = text.split('+').map(|card| printed.parse(card.trim())).collect::<Option<_>>()?;
    Some(Laid { faces, name, whom, call })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Printed::French;

    #[test]
    fn answers_are_parsed() {
        let Some(Said::Lay(laid)) = Said::read(French, " 5c+TH=s>b! ") else { panic!("cards") };
        assert_eq!(laid.faces, [Face::of(4, 0), Face::of(9, 2)]);
        assert_eq!(
            (laid.name, laid.whom, laid.call),
            (Some(Name::suit(French, 3)), Some(Seat::new(1)), true)
        );
        assert_eq!(Said::read(French, "=10"), Some(Said::Name(Name::rank(French, 9))));
        assert_eq!(Said::read(French, "Draw"), Some(Said::Draw));
        assert_eq!(Said::read(French, "catch b"), Some(Said::Catch(Whom::Seat(Seat::new(1)))));
        assert_eq!(Said::read(French, "catch Z"), Some(Said::Catch(Whom::Unknown("Z".into()))));
        assert_eq!(Said::read(Printed::Shapes, "=t"), Some(Said::Name(Name::suit(Printed::Shapes, 1))));
        for nonsense in ["", "+", "5H+", "=", "8S=", "8S=X", "7H>", "7H>Z", "!", "foo", "5H>B=S", "ß", "*0"]
        {
            assert_eq!(Said::read(French, nonsense), None, "{nonsense:?}");
        }
    }
}
