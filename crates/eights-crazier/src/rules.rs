//! The compiled rules: the cards, and tables for finding the ones that matter quickly.

use std::sync::OnceLock;

use eights::{CardId, CardSet};
use eights_kit::ValueNetwork;
use serde::Serialize;

use crate::ability::{Ability, Edge, Extra, Fate, Kindred, Moment, Noun, Pattern};
use crate::card::{Card, Colour, Rank};
use crate::need::{Need, needs};
use crate::play::place::{Chairs, Face, MAX_SEATS, Names};
use crate::play::resolve::agenda::What;
use crate::sheet::{Sheet, Teams};

/// A rule set with its cards, ready to play.
#[derive(Clone, Debug)]
pub struct Crazier {
    pub(crate) sheet: Sheet,
    pub(crate) cards: Vec<Card>,
    pub(crate) names: Names,
    pub(crate) seats: (u8, u8),
    pub(crate) tables: Tables,
    /// The network for these cards, computed when a bot first needs it.
    pub(crate) value_network: OnceLock<Box<ValueNetwork>>,
}

/// What a "when" ability waits for, as a table index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    Beginning,
    End,
    Play,
    Discard,
    Enter,
    Draw,
    Destroy,
    Capture,
    Recall,
    Lose,
}

impl Cue {
    const COUNT: usize = 10;

    fn of(moment: &Moment) -> Cue {
        match moment {
            Moment::Turn { edge: Edge::Beginning, .. } => Cue::Beginning,
            Moment::Turn { edge: Edge::End, .. } => Cue::End,
            Moment::Play(..) => Cue::Play,
            Moment::Discard(..) => Cue::Discard,
            Moment::Enter(_) => Cue::Enter,
            Moment::After(pattern) => match pattern_of(pattern) {
                What::Draw => Cue::Draw,
                What::Destroy => Cue::Destroy,
                What::Capture => Cue::Capture,
                What::Recall => Cue::Recall,
                What::Lose => Cue::Lose,
            },
        }
    }
}

/// The kind of deed that a pattern matches.
pub(crate) fn pattern_of(pattern: &Pattern) -> What {
    match pattern {
        Pattern::Draw(_) => What::Draw,
        Pattern::Lose(_) => What::Lose,
        Pattern::Blow(blow) => what_befalls(blow.fate),
    }
}

pub(crate) fn what_befalls(fate: Fate) -> What {
    match fate {
        Fate::Destroyed => What::Destroy,
        Fate::Captured => What::Capture,
        Fate::Recalled => What::Recall,
    }
}

/// Precomputed card sets for every lookup by the engine.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(crate) nouns: [CardSet; 16],
    pub(crate) colours: [CardSet; 4],
    pub(crate) eights: CardSet,
    pub(crate) assets: CardSet,
    /// The cards that match each card as a discard.
    pub(crate) fits: Vec<CardSet>,
    /// Cards with requirements or needs, which cannot always be played.
    pub(crate) picky: CardSet,
    pub(crate) needs: Vec<Vec<Need>>,
    pub(crate) whens: [CardSet; Cue::COUNT],
    pub(crate) nevers: [CardSet; 5],
    pub(crate) lesses: CardSet,
    /// Cards with "would" abilities, by kind of deed.
    pub(crate) substitutions: [CardSet; 5],
    pub(crate) allows: [CardSet; 2],
    pub(crate) checks: CardSet,
}

impl Tables {
    pub(crate) fn new(cards: &[Card]) -> Tables {
        let mut tables = Tables {
            nouns: [CardSet::NONE; 16],
            colours: [CardSet::NONE; 4],
            eights: CardSet::NONE,
            assets: CardSet::NONE,
            fits: Vec::new(),
            picky: CardSet::NONE,
            needs: cards.iter().map(|card| needs(&card.abilities)).collect(),
            whens: [CardSet::NONE; Cue::COUNT],
            nevers: [CardSet::NONE; 5],
            lesses: CardSet::NONE,
            substitutions: [CardSet::NONE; 5],
            allows: [CardSet::NONE; 2],
            checks: CardSet::NONE,
        };
        for (number, card) in cards.iter().enumerate() {
            Face::new(number).copies().iter().for_each(|id| tables.enter(id, card, number));
        }
        tables.eights = tables.nouns[noun_index(Noun::Rank(Rank::Eight))];
        tables.assets = tables.nouns[noun_index(Noun::Asset)];
        for card in cards {
            let mut fits = tables.eights;
            for colour in card.colours.iter() {
                fits = fits.or(tables.colours[colour as usize]);
            }
            if let Some(rank) = card.rank {
                fits = fits.or(tables.nouns[noun_index(Noun::Rank(rank))]);
            }
            tables.fits.push(fits);
        }
        tables
    }

    fn enter(&mut self, id: CardId, card: &Card, number: usize) {
        let kind = match card.kind {
            crate::Kind::Asset => Noun::Asset,
            crate::Kind::Event => Noun::Event,
        };
        self.nouns[noun_index(Noun::Card)].insert(id);
        self.nouns[noun_index(kind)].insert(id);
        if let Some(rank) = card.rank {
            self.nouns[noun_index(Noun::Rank(rank))].insert(id);
        }
        card.colours.iter().for_each(|colour| self.colours[colour as usize].insert(id));
        if !self.needs[number].is_empty() {
            self.picky.insert(id);
        }
        for ability in &card.abilities {
            match ability {
                Ability::Require(_) => self.picky.insert(id),
                Ability::Do(_) => (),
                Ability::When { moment, .. } => self.whens[Cue::of(moment) as usize].insert(id),
                Ability::Never { blow, .. } => self.nevers[what_befalls(blow.fate) as usize].insert(id),
                Ability::Less { .. } => {
                    self.lesses.insert(id);
                    self.substitutions[What::Draw as usize].insert(id);
                }
                Ability::Instead { deed, .. } => self.substitutions[pattern_of(deed) as usize].insert(id),
                Ability::Allow { extra, .. } => self.allows[(*extra == Extra::Play) as usize].insert(id),
                Ability::Check { .. } => self.checks.insert(id),
            }
        }
    }
}

fn noun_index(noun: Noun) -> usize {
    match noun {
        Noun::Card => 0,
        Noun::Asset => 1,
        Noun::Event => 2,
        Noun::Rank(rank) => 3 + rank as usize,
    }
}

impl Crazier {
    /// The sheet that the rules were compiled from.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The names of the cards.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The definition of a card.
    #[inline]
    pub fn card(&self, face: Face) -> &Card {
        &self.cards[face.number()]
    }

    /// The distinct cards of the game.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The faces of all cards, in order.
    pub fn faces(&self) -> impl Iterator<Item = Face> {
        (0..self.cards.len()).map(Face::new)
    }

    /// The cards used with this many seats.
    pub fn pack(&self, n_seats: u8) -> CardSet {
        if n_seats >= self.sheet.deck.two_decks_from {
            self.faces().flat_map(|face| face.copies().iter()).collect()
        } else {
            self.faces().map(|face| face.copy(0)).collect()
        }
    }

    /// Everything that matters for play, as a serializable value. Titles and descriptions are left out.
    pub fn meaning(&self) -> impl Serialize + use<> {
        let plain = Sheet {
            extends: None,
            title: String::new(),
            about: String::new(),
            source: String::new(),
            deck: crate::sheet::DeckOf { cards: Vec::new(), ..self.sheet.deck.clone() },
            ..self.sheet.clone()
        };
        let cards: Vec<_> = self
            .cards
            .iter()
            .map(|card| (card.id(), card.rank, card.colours, card.kind, card.text.clone()))
            .collect();
        (plain, cards)
    }

    #[inline]
    pub(crate) fn def(&self, card: u8) -> &Card {
        &self.cards[Face::of_id(card).number()]
    }

    #[inline]
    pub(crate) fn number(&self, card: CardId) -> usize {
        Face::of(card).number()
    }

    /// The cards of a kind, where `speaking` is the card with the text.
    #[inline]
    pub(crate) fn kin(&self, what: &Kindred, speaking: u8) -> CardSet {
        let mut set = self.tables.nouns[noun_index(what.noun)];
        if let Some(colour) = what.colour {
            set = set.and(self.tables.colours[colour as usize]);
        }
        if what.other
            && let Some(card) = crate::play::resolve::agenda::card(speaking)
        {
            set.remove(card);
        }
        set
    }

    #[inline]
    pub(crate) fn waits_for(&self, cue: Cue) -> CardSet {
        self.tables.whens[cue as usize]
    }

    /// The cards that may be discarded on the top card, or on a named colour.
    #[inline]
    pub(crate) fn fitting(&self, top: Option<CardId>, named: Option<Colour>) -> CardSet {
        match (top, named) {
            (_, Some(colour)) => self.tables.colours[colour as usize].or(self.tables.eights),
            (Some(top), None) => self.tables.fits[self.number(top)],
            (None, None) => self.tables.nouns[0],
        }
    }

    /// The teams that the rules prescribe, as the allies of each seat.
    pub(crate) fn teams(&self, n_seats: u8) -> [Chairs; MAX_SEATS] {
        let n = n_seats as usize;
        let n_teams = match self.sheet.teams {
            Teams::None => n,
            teams => n / teams.size() as usize,
        };
        std::array::from_fn(|seat| {
            let members = (0..n).filter(|other| other % n_teams.max(1) == seat % n_teams.max(1));
            members.fold(Chairs::NONE, |all, other| all.with(eights::Seat::new(other)))
        })
    }
}
