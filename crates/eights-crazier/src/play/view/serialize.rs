//! Serializes views and events: cards by name, and only the useful parts of the agenda.

use std::borrow::Cow;

use eights::{BySeat, CardEvent, CardId, CardSet, Place as _, Seat, Sight, Table};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::ability::Extra;
use crate::card::Colour;
use crate::play::event::{Event, Seen};
use crate::play::place::{Chairs, Face, Names, PLACES, Pile, SECOND};
use crate::play::resolve::agenda::Question;
use crate::play::state::{Phase, Public, View};

/// What a seat is asked, as views say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Question")]
pub enum QuestionKind {
    /// Play, discard or end the turn.
    Main,
    /// Whether to do something.
    May,
    /// Which player.
    Who,
    /// Whose hand.
    WhoseHand,
    /// Which card.
    Card,
    /// Which card to put back.
    PutBack,
    /// Which card comes next in an order.
    Order,
    /// Which card to take out of the draw pile.
    Search,
    /// Which of one's own cards.
    OwnCard,
    /// Which card of another player.
    TheirCard,
    /// Which card to play.
    Play,
    /// Which text is carried out first.
    WhichFirst,
    /// Which text replaces what would happen.
    WhichInstead,
}

impl From<Question> for QuestionKind {
    fn from(question: Question) -> QuestionKind {
        match question {
            Question::May => QuestionKind::May,
            Question::Who | Question::Found => QuestionKind::Who,
            Question::Whom => QuestionKind::WhoseHand,
            Question::Pick | Question::Focus => QuestionKind::Card,
            Question::PutBack => QuestionKind::PutBack,
            Question::Order => QuestionKind::Order,
            Question::Search => QuestionKind::Search,
            Question::Own => QuestionKind::OwnCard,
            Question::Theirs => QuestionKind::TheirCard,
            Question::Play => QuestionKind::Play,
            Question::Which => QuestionKind::WhichFirst,
            Question::Instead => QuestionKind::WhichInstead,
        }
    }
}

impl Public {
    /// The open question, if a seat must answer.
    pub fn question(&self) -> Option<QuestionKind> {
        self.asked()?;
        Some(self.ask.map_or(QuestionKind::Main, |ask| ask.what.into()))
    }
}

/// A view as it is written.
#[derive(serde::Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "View")]
struct WrittenView<'a> {
    /// The number of seats.
    seats: u8,
    /// The number of the game in the match, from 0.
    game: u32,
    /// How many turns have begun.
    turns: u16,
    /// The player whose turn it is; on a team's turn, the member who acts.
    turn: Seat,
    /// The phase of the turn.
    phase: Phase,
    /// The colour named for the top card.
    named: Option<Colour>,
    /// The seat that must answer.
    asked: Option<Seat>,
    /// What it is asked.
    question: Option<QuestionKind>,
    /// The card whose text is being carried out.
    speaking: Option<CardName<'a>>,
    /// The seats still playing.
    #[schemars(with = "Vec<Seat>")]
    playing: Chairs,
    /// The seats whose turn it is, together.
    #[schemars(with = "Vec<Seat>")]
    team: Chairs,
    /// What each of them has done this turn.
    #[schemars(with = "BySeat<Done>")]
    this_turn: ThisTurn<'a>,
    /// The match score: without this game while it is played, with it once it is over.
    scores: BySeat<i32>,
    /// The cards as the viewer sees them.
    #[schemars(with = "Table<Pile, Sight<CardName>, PLACES>")]
    table: Named<'a>,
}

/// What one seat has done this turn, and what more it may do.
#[derive(serde::Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
struct Done {
    /// Cards discarded.
    discarded: u16,
    /// Cards played.
    played: u16,
    /// Extra discards granted this turn.
    more_discards: u16,
    /// Extra plays granted this turn.
    more_plays: u16,
}

/// What the seats on turn have done, written as a map.
struct ThisTurn<'a>(&'a Public);

impl Serialize for ThisTurn<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.on_turn().iter().map(|seat| {
            let tally = self.0.tally(seat);
            let (more_discards, more_plays) = (tally.more_discards, tally.more_plays);
            (seat, Done { discarded: tally.discarded, played: tally.played, more_discards, more_plays })
        }))
    }
}

/// The name of a card as it is written.
#[derive(serde::Serialize)]
struct CardName<'a>(&'a str);

eights::text_schema!(
    CardName<'_>,
    "CardName",
    r"^[^\s?~]+(~2)?$",
    "The name of a card with hyphens, such as `devious-dragon`; `~2` marks the second of two equal cards."
);

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let public = &self.public;
        let view = WrittenView {
            seats: public.seats,
            game: public.game,
            turns: public.turns,
            turn: public.turn,
            phase: public.phase,
            named: public.named,
            asked: public.asked(),
            question: public.question(),
            speaking: public.speaking().map(|face| CardName(self.names.of(face))),
            playing: public.alive,
            team: public.on_turn(),
            this_turn: ThisTurn(public),
            scores: public.scores,
            table: Named(&self.table, &self.names),
        };
        view.serialize(serializer)
    }
}

impl JsonSchema for View {
    fn schema_name() -> Cow<'static, str> {
        WrittenView::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        WrittenView::json_schema(generator)
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

/// An event as it is written: a card event bare, any other with its kind as `event`.
#[derive(serde::Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Event")]
enum WrittenEvent<'a> {
    Card(#[schemars(with = "CardEvent<Pile, Sight<CardName>>")] CardEvent<Pile, CardName<'a>>),
    Note(Note<'a>),
}

/// An event other than a card event.
#[derive(serde::Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Note<'a> {
    /// A turn began.
    Began { seat: Seat },
    /// A card was played for its effect.
    Played { seat: Seat, card: CardName<'a> },
    /// A card was discarded, and perhaps a colour named.
    Discarded {
        seat: Seat,
        card: CardName<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        named: Option<Colour>,
    },
    /// The text of a card is carried out.
    Speaks { seat: Seat, card: CardName<'a> },
    /// The text of a card does nothing because its condition does not hold.
    Lapsed { seat: Seat, card: CardName<'a> },
    /// The text of a card ends because it needs a decision of a player who has lost.
    Dropped { seat: Seat, card: CardName<'a> },
    /// What a card says was replaced by another card.
    Replaced { card: CardName<'a> },
    /// A player drew or chose fewer than the card says.
    Shrunk { seat: Seat, number: u8 },
    /// What a card says cannot be done.
    Cannot { card: CardName<'a> },
    /// A player drew cards, perhaps because of a card of another player.
    Drew {
        seat: Seat,
        number: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// A card in play was destroyed, perhaps because of a card of another player.
    Destroyed {
        seat: Seat,
        card: CardName<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// A player searched the draw pile and found this many cards.
    Searched { seat: Seat, number: u8 },
    /// A player took control of a card.
    Captured { seat: Seat, card: CardName<'a> },
    /// A player may play more cards this turn.
    GrantedPlay { seat: Seat, number: u8 },
    /// A player may discard more cards this turn.
    GrantedDiscard { seat: Seat, number: u8 },
    /// A player ended the turn.
    Ended { seat: Seat },
    /// A player lost the game.
    Lost { seat: Seat },
    /// A player won the game.
    Won { seat: Seat },
    /// A card had to be drawn, but none was left.
    Impossible,
    /// Card texts triggered each other without end.
    Endless,
    /// A turn with too many plays and discards was ended.
    CutShort { seat: Seat },
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |face: Face| CardName(self.names.of(face));
        let note = match self.event {
            Event::Card(ref event) => {
                return WrittenEvent::Card(named_event(event, &self.names)).serialize(serializer);
            }
            Event::Began { seat } => Note::Began { seat },
            Event::Played { seat, card } => Note::Played { seat, card: name(card) },
            Event::Discarded { seat, card, named } => Note::Discarded { seat, card: name(card), named },
            Event::Speaks { seat, card } => Note::Speaks { seat, card: name(card) },
            Event::Lapsed { seat, card } => Note::Lapsed { seat, card: name(card) },
            Event::Dropped { seat, card } => Note::Dropped { seat, card: name(card) },
            Event::Replaced { card } => Note::Replaced { card: name(card) },
            Event::Shrunk { seat, fewer } => Note::Shrunk { seat, number: fewer },
            Event::Cannot { card } => Note::Cannot { card: name(card) },
            Event::Drew { seat, cards, by } => Note::Drew { seat, number: cards, by },
            Event::Destroyed { seat, card, by } => Note::Destroyed { seat, card: name(card), by },
            Event::Searched { seat, cards } => Note::Searched { seat, number: cards },
            Event::Captured { seat, card } => Note::Captured { seat, card: name(card) },
            Event::Granted { seat, number, extra: Extra::Play } => Note::GrantedPlay { seat, number },
            Event::Granted { seat, number, extra: Extra::Discard } => Note::GrantedDiscard { seat, number },
            Event::Ended { seat } => Note::Ended { seat },
            Event::Lost { seat } => Note::Lost { seat },
            Event::Won { seat } => Note::Won { seat },
            Event::Impossible => Note::Impossible,
            Event::Endless => Note::Endless,
            Event::CutShort { seat } => Note::CutShort { seat },
        };
        WrittenEvent::Note(note).serialize(serializer)
    }
}

impl JsonSchema for Seen {
    fn schema_name() -> Cow<'static, str> {
        WrittenEvent::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        WrittenEvent::json_schema(generator)
    }
}

fn named_event<'a>(event: &CardEvent<Pile, Sight<Face>>, names: &'a Names) -> CardEvent<Pile, CardName<'a>> {
    event.map(|sight| CardName(name(sight, names)))
}

/// Parses the name of a place: `stock`, `discard`, `resolving`, `hand A` or `in play A`.
pub(crate) fn place_named(text: &str) -> Option<Pile> {
    (0..PLACES).map(Pile::at).find(|pile| pile.to_string().eq_ignore_ascii_case(text))
}
