//! Serializes views and events: cards by name, and only the useful parts of the agenda.

use std::borrow::Cow;

use eights::{CardEvent, CardId, CardSet, Place as _, Seat, Sight, Table};
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

use super::agenda::Question;
use super::event::{Event, Seen};
use super::place::{Face, Names, PLACES, Pile, SECOND};
use super::state::{Public, View};
use crate::ability::Extra;

impl Question {
    /// The word used for this question in views.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Question::May => "may",
            Question::Who | Question::Found => "who",
            Question::Whom => "whose-hand",
            Question::Pick | Question::Focus => "card",
            Question::PutBack => "put-back",
            Question::Order => "order",
            Question::Search => "search",
            Question::Own => "own-card",
            Question::Theirs => "their-card",
            Question::Play => "play",
            Question::Which => "which-first",
            Question::Instead => "which-instead",
        }
    }
}

/// What one seat has done this turn.
#[derive(serde::Serialize)]
#[serde(rename_all = "kebab-case")]
struct Done {
    discarded: u16,
    played: u16,
    more_discards: u16,
    more_plays: u16,
}

impl Public {
    /// The open question as a word; `main` in the main phase.
    pub fn question(&self) -> Option<&'static str> {
        self.asked()?;
        Some(self.ask.map_or("main", |ask| ask.what.word()))
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let public = &self.public;
        let on_turn: Vec<(Seat, Done)> = public
            .on_turn()
            .iter()
            .map(|seat| {
                let tally = public.tally(seat);
                let (more_discards, more_plays) = (tally.more_discards, tally.more_plays);
                (seat, Done { discarded: tally.discarded, played: tally.played, more_discards, more_plays })
            })
            .collect();
        let mut out = serializer.serialize_struct("View", 14)?;
        out.serialize_field("seats", &public.seats)?;
        out.serialize_field("game", &public.game)?;
        out.serialize_field("turns", &public.turns)?;
        out.serialize_field("turn", &public.turn)?;
        out.serialize_field("phase", &public.phase)?;
        out.serialize_field("named", &public.named)?;
        out.serialize_field("asked", &public.asked())?;
        out.serialize_field("question", &public.question())?;
        out.serialize_field("speaking", &public.speaking().map(|face| self.names.of(face)))?;
        out.serialize_field("playing", &public.alive)?;
        out.serialize_field("team", &public.on_turn())?;
        out.serialize_field("this-turn", &Pairs(&on_turn))?;
        out.serialize_field("scores", &public.scores)?;
        out.serialize_field("table", &Named(&self.table, &self.names))?;
        out.end()
    }
}

struct Pairs<'a>(&'a [(Seat, Done)]);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(seat, done)| (seat, done)))
    }
}

/// A table with card names. A pile of unknown cards is written as their number. The second of two equal
/// face-up cards gets the same suffix as in answers.
struct Named<'a>(&'a Table<Pile, Sight<Face>, PLACES>, &'a Names);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        // The discard pile is written first, but its cards count as coming after those in play.
        let rows = (0..PLACES).map(Pile::at).filter(|place| matches!(place, Pile::Play(_)));
        let mut before_discard: CardSet =
            rows.flat_map(|row| self.0.pile(row).iter().filter_map(first_copy)).collect();
        let mut before_play = CardSet::NONE;
        for (place, pile) in self.0.piles() {
            if pile.iter().all(|sight| *sight == Sight::Back) {
                map.serialize_entry(&place.to_string(), &pile.len())?;
                continue;
            }
            let names: Vec<Cow<str>> = pile
                .iter()
                .map(|sight| {
                    let before = match place {
                        Pile::Discard => &mut before_discard,
                        Pile::Play(_) => &mut before_play,
                        _ => return name(sight, self.1).into(),
                    };
                    let Some(copy) = first_copy(sight) else { return name(sight, self.1).into() };
                    let second = before.has(copy);
                    before.insert(copy);
                    let name = name(sight, self.1);
                    if second { format!("{name}{SECOND}").into() } else { name.into() }
                })
                .collect();
            map.serialize_entry(&place.to_string(), &names)?;
        }
        map.end()
    }
}

/// The first copy of a visible card, regardless of which copy it is: one id per face.
fn first_copy(sight: &Sight<Face>) -> Option<CardId> {
    match sight {
        Sight::Face(face) => Some(face.copy(0)),
        Sight::Back => None,
    }
}

pub(crate) fn name<'a>(sight: &Sight<Face>, names: &'a Names) -> &'a str {
    match sight {
        Sight::Face(face) => names.of(*face),
        Sight::Back => "??",
    }
}

/// An event other than a card movement, as written.
#[derive(serde::Serialize, Default)]
#[serde(rename_all = "kebab-case")]
struct Note<'a> {
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    named: Option<crate::Colour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Seat>,
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = &self.names;
        let note = |event, seat, card: Option<Face>| Note {
            event,
            seat,
            card: card.map(|face| names.of(face)),
            ..Note::default()
        };
        let note = match self.event {
            Event::Card(ref event) => return named_event(event, names).serialize(serializer),
            Event::Began { seat } => note("began", Some(seat), None),
            Event::Played { seat, card } => note("played", Some(seat), Some(card)),
            Event::Discarded { seat, card, named } => {
                Note { named, ..note("discarded", Some(seat), Some(card)) }
            }
            Event::Speaks { seat, card } => note("speaks", Some(seat), Some(card)),
            Event::Lapsed { seat, card } => note("lapsed", Some(seat), Some(card)),
            Event::Dropped { seat, card } => note("dropped", Some(seat), Some(card)),
            Event::Replaced { card } => note("replaced", None, Some(card)),
            Event::Shrunk { seat, fewer } => Note { number: Some(fewer), ..note("shrunk", Some(seat), None) },
            Event::Cannot { card } => note("cannot", None, Some(card)),
            Event::Drew { seat, cards, by } => {
                Note { number: Some(cards), by, ..note("drew", Some(seat), None) }
            }
            Event::Destroyed { seat, card, by } => Note { by, ..note("destroyed", Some(seat), Some(card)) },
            Event::Searched { seat, cards } => {
                Note { number: Some(cards), ..note("searched", Some(seat), None) }
            }
            Event::Captured { seat, card } => note("captured", Some(seat), Some(card)),
            Event::Granted { seat, number, extra } => {
                let event = if extra == Extra::Play { "granted-play" } else { "granted-discard" };
                Note { number: Some(number), ..note(event, Some(seat), None) }
            }
            Event::Ended { seat } => note("ended", Some(seat), None),
            Event::Lost { seat } => note("lost", Some(seat), None),
            Event::Won { seat } => note("won", Some(seat), None),
            Event::Impossible => note("impossible", None, None),
            Event::Endless => note("endless", None, None),
            Event::CutShort { seat } => note("cut-short", Some(seat), None),
        };
        note.serialize(serializer)
    }
}

/// A card as written: its name, or `??` for a back.
#[derive(serde::Serialize)]
struct Word<'a>(&'a str);

fn named_event<'a>(event: &CardEvent<Pile, Sight<Face>>, names: &'a Names) -> CardEvent<Pile, Word<'a>> {
    event.map(|sight| Word(name(sight, names)))
}

/// Parses the name of a place: `stock`, `discard`, `resolving`, `hand A` or `in play A`.
pub(crate) fn place_named(text: &str) -> Option<Pile> {
    (0..PLACES).map(Pile::at).find(|pile| pile.to_string().eq_ignore_ascii_case(text))
}
