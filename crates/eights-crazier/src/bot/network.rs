//! What the network sees of a position in which all cards are known, and who it thinks will win.
//!
//! A card is seen in a role, such as in a hand or in play, and by what is printed on it: its rank, its colours, and the
//! words of its sentences. Sentences are written in one way only, so equal words mean the same, and the network
//! also reads cards that it has not seen before. It sees the table from one seat.

use std::sync::OnceLock;

use eights::{CardSet, Seat};
use eights_kit::{CardShape, CardValueNetwork, FactRows, Shares, ValueNetwork};

use crate::{
    card::Kind,
    play::{
        place::{Face, Pile},
        state::{Phase, Public, State},
    },
    rules::Crazier,
    sheet::{EarlyDiscard, Teams},
};

/// The roles of cards: in a hand and fitting on the discard pile, in a hand and not, in play, and so on.
const MY_FITS: usize = 0;
const MY_OTHER: usize = 1;
const NEXT_FITS: usize = 2;
const NEXT_OTHER: usize = 3;
const OTHERS_HOLD: usize = 4;
const MY_PLAY: usize = 5;
const NEXT_PLAY: usize = 6;
const OTHERS_PLAY: usize = 7;
const ON_TOP: usize = 8;
const RUNNING: usize = 9;
const ROLES: usize = 10;

/// The features of a card: 13 ranks, 4 colours, what kind of card it is, what it is worth, and its words.
const FIRST_WORD: usize = 26;
/// Words, and pairs of words that follow each other, share this many features by their hash.
const WORDS: usize = 160;

/// What the weights must have been made for.
pub const SHAPE: CardShape = CardShape { features: FIRST_WORD + WORDS, roles: ROLES, sheet: 1, facts: 221 };

/// After how many turns of each player hands are played on instead. The network has hardly seen later positions: one
/// hand in 250 of two experts never ended, since both saw an advantage in waiting.
const LONG: u16 = 40;

/// Written by `train/train.py`; see `train/MODEL.md`. In the browser it is loaded when a strong bot sits down.
static NETWORK: OnceLock<CardValueNetwork> = OnceLock::new();

#[cfg(not(target_family = "wasm"))]
fn current() -> Option<&'static CardValueNetwork> {
    let shipped = || CardValueNetwork::parse(include_bytes!("network.bin"), SHAPE).expect("a test reads it");
    Some(NETWORK.get_or_init(shipped))
}

#[cfg(target_family = "wasm")]
fn current() -> Option<&'static CardValueNetwork> {
    NETWORK.get()
}

/// Takes weights if there are none yet: in the browser those that ship, in training others, before any position is
/// valued. Returns whether they are used from now on.
pub fn load_network(weights: &[u8]) -> bool {
    CardValueNetwork::parse(weights, SHAPE).is_ok_and(|network| NETWORK.set(network).is_ok())
}

impl Crazier {
    /// The network for these cards, unless the rules are unlike those that it was trained on.
    pub(super) fn network(&self) -> Option<&ValueNetwork> {
        let network = current().filter(|_| self.is_known_to_network())?;
        let for_cards = || Box::new(network.for_cards(&self.network_cards(), &[1.0]));
        Some(&**self.value_network.get_or_init(for_cards))
    }

    fn is_known_to_network(&self) -> bool {
        self.sheet.teams == Teams::None && self.sheet.turn.early_discard == EarlyDiscard::Never
    }

    /// Whether the network knows such rules, but its weights are not loaded.
    pub(super) fn lacks_network(&self) -> bool {
        self.is_known_to_network() && current().is_none()
    }

    /// The share of the win of each seat, for sampled worlds.
    pub(super) fn value_by_network(&self, state: &State) -> Option<Shares> {
        let public = &state.public;
        let network = self.network().filter(|_| !is_long(public))?;
        let seats = Seat::first(public.seats).filter(|seat| public.plays(*seat));
        let mut rows = |seat, row: &mut dyn FnMut(usize)| self.network_rows(state, seat, row);
        Some(network.shares(seats, public.seats, public.asked()?, &mut rows))
    }

    /// What is known about every card.
    pub fn network_cards(&self) -> Vec<Vec<f32>> {
        let worth = self.usual_worth();
        self.faces().map(|face| self.card_features(face, worth[face.number()])).collect()
    }

    fn card_features(&self, face: Face, worth: i32) -> Vec<f32> {
        let card = self.card(face);
        let mut features = vec![0.0; SHAPE.features];
        let mut set = |at: usize, holds: bool| features[at] = f32::from(u8::from(holds));
        if let Some(rank) = card.rank {
            set(rank as usize, true);
        }
        card.colours.iter().for_each(|colour| set(13 + colour as usize, true));
        set(17, card.kind == Kind::Asset);
        set(18, card.is_eight());
        set(19, self.tables.picky.has(face.copy(0)));
        set(20, self.tables.checks.has(face.copy(0)));
        set(21, self.tables.allows.iter().any(|cards| cards.has(face.copy(0))));
        set(22, self.tables.nevers.iter().any(|cards| cards.has(face.copy(0))));
        set(23, card.abilities.len() > 1);
        features[24] = worth.clamp(-40, 80) as f32 / 20.0;
        features[25] = 1.0;
        let words = || card.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        for (word, next) in words().zip(words().skip(1).chain([""])) {
            for text in [[word, ""], [word, next]] {
                features[FIRST_WORD + hash(text) % WORDS] += 0.5;
            }
        }
        features
    }

    /// Describes a position from a seat by rows of the network.
    pub fn network_rows(&self, state: &State, me: Seat, row: &mut dyn FnMut(usize)) {
        let public = &state.public;
        let next = self.next_opponent(state, me);
        let others =
            || Seat::first(public.seats).filter(|seat| public.plays(*seat) && *seat != me && *seat != next);
        let top = state.cards.top(Pile::Discard);
        let fits = self.fitting(top, public.named);
        self.facts_of(state, [me, next], fits, row);
        let mut cards = |set: CardSet, role: usize| {
            set.iter().for_each(|card| row(SHAPE.facts + Face::of(card).number() * ROLES + role));
        };
        for (seat, fitting, other, played) in
            [(me, MY_FITS, MY_OTHER, MY_PLAY), (next, NEXT_FITS, NEXT_OTHER, NEXT_PLAY)]
        {
            cards(state.hand(seat).and(fits), fitting);
            cards(state.hand(seat).without(fits), other);
            cards(state.played(seat), played);
        }
        for seat in others() {
            cards(state.hand(seat), OTHERS_HOLD);
            cards(state.played(seat), OTHERS_PLAY);
        }
        cards(top.into_iter().collect(), ON_TOP);
        if let Some(face) = public.speaking() {
            row(SHAPE.facts + face.number() * ROLES + RUNNING);
        }
    }

    /// The next player who is still in the game.
    fn next_opponent(&self, state: &State, me: Seat) -> Seat {
        let public = &state.public;
        let after = |seat: &Seat| Some(seat.left(public.seats));
        let mut seats = std::iter::successors(after(&me), after).take(usize::from(public.seats));
        seats.find(|seat| public.plays(*seat)).unwrap_or(me)
    }

    /// Everything that is not about single cards. Each line is one group of rows.
    fn facts_of(&self, state: &State, [me, next]: [Seat; 2], fits: CardSet, row: &mut dyn FnMut(usize)) {
        let public = &state.public;
        let who = |seat: Seat| if seat == me { 0 } else { 1 + usize::from(seat != next) };
        let others = || Seat::first(public.seats).filter(|seat| public.plays(*seat) && who(*seat) == 2);
        let mut facts = FactRows::new(row);
        facts.one_of(14, state.in_hand(me));
        facts.one_of(14, state.in_hand(next));
        facts.one_of(12, others().map(|seat| state.in_hand(seat)).min().unwrap_or(0));
        facts.one_of(7, public.alive.len().saturating_sub(2) as usize);
        facts.one_of(6, state.played(me).len());
        facts.one_of(6, state.played(next).len());
        facts.one_of(6, others().map(|seat| state.played(seat).len()).max().unwrap_or(0));
        let phase = match public.phase {
            Phase::Beginning => 0,
            Phase::Early | Phase::Draw => 1,
            Phase::Main => 2,
            Phase::End | Phase::Over => 3,
        };
        facts.one_of(12, who(public.turn) * 4 + phase);
        facts.one_of(46, public.ask.map_or(0, |ask| 1 + who(ask.seat) * 15 + ask.what as usize));
        let tally = public.tally(public.turn);
        facts.one_of(9, who(public.turn) * 3 + usize::from(tally.discarded.min(2)));
        facts.one_of(9, who(public.turn) * 3 + usize::from(tally.plays.min(2)));
        facts.one_of(4, usize::from(tally.more_discards));
        facts.one_of(4, usize::from(tally.more_plays));
        facts.one_of(8, state.cards.len(Pile::Stock).div_ceil(5));
        for seat in [me, next] {
            let hand = state.hand(seat);
            facts.one_of(6, hand.and(fits).without(self.tables.eights).len());
            facts.one_of(4, hand.and(self.tables.eights).len());
            // What could still be discarded after the first of two cards of the longest colour.
            let longest = self.tables.colours.iter().map(|colour| hand.and(*colour).len()).max();
            facts.one_of(6, longest.unwrap_or(0));
            facts.one_of(6, hand.and(self.tables.assets).len());
        }
        facts.one_of(2, usize::from(public.named.is_some()));
        facts.one_of(3, public.n_frames.into());
        facts.one_of(3, public.n_waiting.into());
        facts.one_of(10, usize::from(public.turns) / 6);
        facts.one_of(2, usize::from(public.seats >= self.sheet.deck.two_decks_from));
        debug_assert_eq!(facts.len(), SHAPE.facts);
    }
}

/// Whether the hand has lasted longer than almost any that the network has seen.
pub(super) fn is_long(public: &Public) -> bool {
    public.turns > LONG * u16::from(public.seats)
}

/// FNV-1a.
fn hash(words: [&str; 2]) -> usize {
    let bytes = words.iter().flat_map(|word| word.bytes().chain([0]));
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    });
    (hash >> 8) as usize
}
