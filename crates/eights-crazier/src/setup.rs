//! Sets up positions for tests and checks facts about them.

use eights::{
    CardId, CardSet, Cards, Dice, Fact, Game, Glimpse, Opening, Position, PositionError, Seat, Seed, Setup,
    Sight, Silent, Viewer, sort,
};

use crate::card::Colour;
use crate::play::moves::Run;
use crate::play::place::{Chairs, Face, MAX_SEATS, PLACES, Pile};
use crate::play::state::{Public, State};
use crate::play::view::serialize::{name, place_named};
use crate::rules::Crazier;

impl Setup for Crazier {
    fn set_up(&self, position: &Position) -> Result<(Opening, State), PositionError> {
        position.only(&["discard", "stock", "turn", "teams", "naming"], &["in play"])?;
        let opening = position.opening()?;
        let n = opening.n_seats;
        let mut laying = Laying { game: self, cards: Cards::none(), rest: self.pack(n) };
        for (seat, text) in Seat::first(n).zip(&position.hands) {
            if cards_in(text).next().is_none() {
                return Err(format!("hand {seat}: a player without cards has won").into());
            }
            laying.lay(&format!("hand {seat}"), text, Pile::Hand(seat))?;
            let text = position.of_seat("in play", seat).unwrap_or("none");
            laying.lay(&format!("in play {seat}"), text, Pile::Play(seat))?;
        }
        let discard = position.get("discard").ok_or("a position needs a discard pile")?;
        laying.lay("discard", discard, Pile::Discard)?;
        if laying.cards.len(Pile::Discard) == 0 {
            return Err("the discard pile needs a card".into());
        }
        laying.stock(position)?;
        let teams = match position.get("teams") {
            Some(text) => teams(text, n)?,
            None => self.teams(n),
        };
        let first = position.seat("turn")?.unwrap_or(opening.dealer.left(n));
        let public = Public::new(n, opening.hand, first, teams, opening.scores);
        let mut state = State { public, cards: laying.cards };
        state.public.named = position.get("naming").map(colour).transpose()?;
        self.share_hands(&mut state);
        let mut dice = Dice::at(&Seed::from_number(0), 0);
        let mut run = Run { game: self, s: &mut state, dice: &mut dice, log: &mut Silent };
        run.begin(first);
        run.run();
        Ok((opening, state))
    }

    fn cards_named(&self, text: &str) -> Option<CardSet> {
        self.names.find(text).map(Face::copies)
    }

    fn all_cards(&self, n_seats: u8) -> CardSet {
        self.pack(n_seats)
    }

    fn check(&self, state: &State, fact: &Fact) -> Result<(), PositionError> {
        match fact {
            Fact::Is { key, value } => self.check_key(state, key, value),
            Fact::Sees { viewer, place, cards } => self.check_sight(state, *viewer, place, cards),
            Fact::Owes { .. } => Err("nobody owes anything in this game".into()),
        }
    }
}

impl Crazier {
    /// Shows the hands of allies to each other.
    fn share_hands(&self, state: &mut State) {
        for seat in Seat::first(state.public.seats) {
            let watchers = state.public.watchers(seat);
            for id in state.hand(seat).iter() {
                state.cards.show::<super::Event<Glimpse>, _>(id, Pile::Hand(seat), watchers, &mut Silent);
            }
        }
    }

    fn check_key(&self, state: &State, key: &str, value: &str) -> Result<(), PositionError> {
        if key == "top" {
            let named = state.public.named.map_or(String::new(), |colour| format!(" naming {colour}"));
            let top = state.cards.top(Pile::Discard).map_or("none", |id| self.names.of(Face::of(id)));
            let so = format!("{top}{named}");
            let said = value.split_whitespace().collect::<Vec<_>>().join(" ");
            return if so.eq_ignore_ascii_case(&said) {
                Ok(())
            } else {
                Err(format!("the top is {so}").into())
            };
        }
        if key == "direction" {
            return if value == "clockwise" { Ok(()) } else { Err("play goes clockwise".into()) };
        }
        let pile = self.pile_named(state, key)?;
        let mut so = self.listed(state, pile);
        if let Some(n) = count(value) {
            return if n == so.len() {
                Ok(())
            } else {
                Err(format!("there are {}: {}", so.len(), so.join(" ")).into())
            };
        }
        let name = |word: &str| match self.names.find(word) {
            Some(face) => Ok(self.names.of(face).to_owned()),
            None => Err(format!("there is no card {word:?}").into()),
        };
        let mut said: Vec<String> = cards_in(value).map(name).collect::<Result<_, PositionError>>()?;
        if !matches!(pile, Pile::Stock | Pile::Discard) {
            sort(&mut so);
            sort(&mut said);
        }
        if so == said {
            Ok(())
        } else {
            Err(format!("it is {}", if so.is_empty() { "none".into() } else { so.join(" ") }).into())
        }
    }

    fn pile_named(&self, state: &State, key: &str) -> Result<Pile, PositionError> {
        let pile = place_named(key).filter(|pile| match pile {
            Pile::Hand(seat) | Pile::Play(seat) => seat.index() < state.public.seats as usize,
            Pile::Stock | Pile::Discard | Pile::Resolving => true,
            Pile::Aside => false,
        });
        pile.ok_or_else(|| format!("there is no pile {key:?}").into())
    }

    /// The names of the cards of a pile: the stock from the top, all others from the bottom.
    fn listed(&self, state: &State, pile: Pile) -> Vec<String> {
        let name = |id: CardId| self.names.of(Face::of(id)).to_owned();
        let mut names: Vec<String> = match pile {
            Pile::Hand(_) => state.cards.set(pile).iter().map(name).collect(),
            _ => state.cards.from_top(pile).map(name).collect(),
        };
        if pile != Pile::Stock {
            names.reverse();
        }
        names
    }

    fn check_sight(
        &self,
        state: &State,
        viewer: Viewer,
        place: &str,
        cards: &str,
    ) -> Result<(), PositionError> {
        let view = self.view(state, viewer);
        let pile = match Seat::from_letter(place) {
            Some(seat) => self.pile_named(state, &format!("hand {seat}"))?,
            None => self.pile_named(state, place)?,
        };
        let mut seen: Vec<Sight<Face>> = view.table.pile(pile).to_vec();
        if pile == Pile::Stock {
            seen.reverse();
        }
        let so = seen.iter().map(|sight| name(sight, &self.names)).collect::<Vec<_>>();
        let wrong = Err(format!("the view shows {} ({} cards)", so.join(" "), so.len()).into());
        if let Some(n) = count(cards) {
            return if n == seen.len() { Ok(()) } else { wrong };
        }
        let (said, open) = match cards.trim().strip_suffix("...") {
            Some(said) => (said, true),
            None => (cards, false),
        };
        let read = |word: &str| match word {
            "??" => Ok(Sight::Back),
            _ => {
                self.names.find(word).map(Sight::Face).ok_or_else(|| format!("{word:?} is not a card").into())
            }
        };
        let mut wanted: Vec<Sight<Face>> = cards_in(said).map(read).collect::<Result<_, PositionError>>()?;
        if open && pile == Pile::Stock {
            seen.truncate(wanted.len());
        }
        if matches!(pile, Pile::Hand(_)) {
            sort(&mut seen);
            sort(&mut wanted);
        }
        if seen == wanted { Ok(()) } else { wrong }
    }
}

/// A position being set up: the cards placed so far, and the rest of the deck.
struct Laying<'a> {
    game: &'a Crazier,
    cards: Cards<Pile, PLACES>,
    rest: CardSet,
}

impl Laying<'_> {
    fn pick(&mut self, key: &str, text: &str) -> Result<Vec<CardId>, PositionError> {
        cards_in(text)
            .map(|word| {
                let face =
                    self.game.names.find(word).ok_or_else(|| format!("{key}: {word:?} is not a card"))?;
                let Some(id) = self.rest.and(face.copies()).first() else {
                    return Err(format!("{key}: there is no {word} left in this deck").into());
                };
                self.rest.remove(id);
                Ok(id)
            })
            .collect()
    }

    fn lay(&mut self, key: &str, text: &str, pile: Pile) -> Result<(), PositionError> {
        for id in self.pick(key, text)? {
            if matches!(pile, Pile::Play(_)) && !self.game.tables.assets.has(id) {
                return Err(format!(
                    "{key}: {} is an event, which is never in play",
                    self.game.names.of(Face::of(id))
                )
                .into());
            }
            self.cards.place(id, pile);
        }
        Ok(())
    }

    /// Sets up the stock: the next card first, `...` for all remaining cards.
    fn stock(&mut self, position: &Position) -> Result<(), PositionError> {
        let text = position.get("stock").unwrap_or("...");
        let (named, all) = match text.trim().strip_suffix("...") {
            Some(named) => (named, true),
            None => (text, false),
        };
        let named = self.pick("stock", named)?;
        if all {
            position.in_order(self.rest).into_iter().for_each(|id| self.cards.place(id, Pile::Stock));
            self.rest = CardSet::NONE;
        }
        named.into_iter().rev().for_each(|id| self.cards.place(id, Pile::Stock));
        Ok(())
    }
}

/// Reads `A C / B D`: teams of two or three that together include every player.
fn teams(text: &str, n: u8) -> Result<[Chairs; MAX_SEATS], PositionError> {
    let mut allies = [Chairs::NONE; MAX_SEATS];
    let wrong =
        || format!("teams: {text:?} does not put everybody into a team of two or three, such as A C / B D");
    for team in text.split('/') {
        let seats: Option<Vec<Seat>> = team.split_whitespace().map(Seat::from_letter).collect();
        let seats = seats.filter(|seats| (2..=3).contains(&seats.len())).ok_or_else(wrong)?;
        let team = seats.iter().fold(Chairs::NONE, |all, seat| all.with(*seat));
        for seat in seats {
            let there = seat.index() < n as usize;
            if !there || !allies[seat.index() & 7].is_empty() {
                return Err(wrong().into());
            }
            allies[seat.index() & 7] = team;
        }
    }
    if Seat::first(n).any(|seat| allies[seat.index() & 7].is_empty()) {
        Err(wrong().into())
    } else {
        Ok(allies)
    }
}

fn colour(text: &str) -> Result<Colour, PositionError> {
    let found = Colour::ALL.into_iter().find(|colour| colour.word() == text.trim());
    found.ok_or_else(|| format!("naming: unknown colour {text:?}").into())
}

fn cards_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty() && *word != "none")
}

/// Reads `12 cards`.
fn count(text: &str) -> Option<usize> {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [n, "card" | "cards"] => n.parse().ok(),
        _ => None,
    }
}
