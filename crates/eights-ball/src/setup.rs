//! Sets up positions for tests and checks facts about them.

use eights::{
    CardSet, Cards, End, Eyes, Fact, Game, Opening, Place as _, Position, PositionError, Referee, Seat,
    Setup, Sight, Silent, Viewer, sort,
};

use crate::{
    Ball,
    color::{Color, Colors},
    face::Face,
    place::{PLACES, Place, Top},
    play::state::{Ending, Event, Public, State, Step, View, other},
    sheet::DealerTakes,
    spot::Spot,
};

impl Setup for Ball {
    fn set_up(&self, position: &Position) -> Result<(Opening, State), PositionError> {
        let known = ["discard", "stock", "turn", "solids", "table"];
        position.only(&known, &["pocketed"])?;
        let opening = position.opening()?;
        let mut public = self.public_of(position, opening.dealer)?;
        let mut layout = Layout { ball: self, cards: Cards::new(self.pack.all(), Place::Out) };
        for (seat, hand) in Seat::first(2).zip(&position.hands) {
            layout.lay(&faces(hand)?, Place::Hand(seat), End::Top)?;
            public.rows[seat] =
                Colors::ALL.without(balls(position.of_seat("pocketed", seat).unwrap_or("none"))?);
        }
        layout.lay(&faces(position.get("discard").unwrap_or("none"))?, Place::Discard, End::Top)?;
        for (spot, pocket, closed) in entries(position.get("table").unwrap_or("none"))? {
            if spot.shape() != pocket.shape().unwrap_or(spot.shape()) {
                return Err(
                    format!("{pocket} does not fit {spot}, which is a {}", spot.shape().name()).into()
                );
            }
            if public.tops[spot].open().is_some() {
                return Err(format!("{spot} holds an open pocket already").into());
            }
            layout.lay(&[pocket], Place::Table(spot), End::Top)?;
            public.tops[spot] = if closed { Top::Something } else { Top::Pocket(pocket) };
        }
        layout.stock(position)?;
        if layout.cards.len(Place::Hand(public.turn)) == 0 {
            return Err(format!("{} is to move and has no card", public.turn).into());
        }
        let mut state = State { public, cards: layout.cards };
        if self.is_dead(&state) {
            state.public.step = Step::Over(Ending::Stalemate);
        }
        Ok((opening, state))
    }

    fn all_cards(&self, _: u8) -> CardSet {
        self.pack.all()
    }

    fn check(&self, state: &State, fact: &Fact) -> Result<(), PositionError> {
        let truth = self.view(state, Viewer::Referee(Referee::trusted()));
        match fact {
            Fact::Is { key, value } => is(&truth, key, value),
            Fact::Sees { viewer, place, cards } => {
                let place = place_named(place).ok_or_else(|| format!("there is no place {place:?}"))?;
                lies(&self.view(state, *viewer), place, cards)
            }
            Fact::Owes { .. } => Err("nobody owes cards in this game".into()),
        }
    }
}

impl Ball {
    /// The public part of a position; `solids: none` means that the dealer has yet to choose.
    fn public_of(&self, position: &Position, dealer: Seat) -> Result<Public, PositionError> {
        if position.get("solids") != Some("none") {
            let solids = position.seat("solids")?.unwrap_or(Seat::A);
            let turn = position.seat("turn")?.unwrap_or(other(dealer));
            return Ok(Public::fresh(turn, solids));
        }
        if self.dealer_takes != DealerTakes::Choice {
            return Err("solids: by these rules the dealer is not asked".into());
        }
        if position.get("turn").is_some() {
            return Err("turn: nobody's turn has begun while the dealer chooses".into());
        }
        Ok(Public::undivided(dealer))
    }
}

/// A position being set up. Cards that are not placed yet are in [`Place::Out`].
struct Layout<'a> {
    ball: &'a Ball,
    cards: Cards<Place, PLACES>,
}

impl Layout<'_> {
    /// Places cards at one end of a place, one after the other.
    fn lay(&mut self, faces: &[Face], to: Place, end: End) -> Result<(), PositionError> {
        for face in faces {
            let copies = self.ball.pack.cards_of(*face);
            let card = copies.and(self.cards.set(Place::Out)).first();
            let card = card.ok_or_else(|| match copies.len() {
                1 => format!("there is only one {face}"),
                n => format!("there are only {n} of {face}"),
            })?;
            self.cards.shift::<Event, _>(card, Place::Out, to, end, &mut Silent);
        }
        Ok(())
    }

    /// Sets up the draw pile, next card first. If the list ends in `...`, all remaining cards go below
    /// it; otherwise they are out of the game.
    fn stock(&mut self, position: &Position) -> Result<(), PositionError> {
        let text = position.get("stock").unwrap_or("...");
        let text = text.trim();
        let rest = text.strip_suffix("...");
        self.lay(&faces(rest.unwrap_or(text))?, Place::Stock, End::Bottom)?;
        let beside: CardSet = self.cards.set(Place::Out);
        for card in position.in_order(beside) {
            if rest.is_some() {
                self.cards.shift::<Event, _>(card, Place::Out, Place::Stock, End::Bottom, &mut Silent);
            } else {
                self.cards.show::<Event, _>(card, Place::Out, Eyes::ALL, &mut Silent);
            }
        }
        Ok(())
    }
}

/// Splits words separated by spaces or commas; `none` means no words.
fn words(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    if words == ["none"] { Vec::new() } else { words }
}

fn faces(text: &str) -> Result<Vec<Face>, PositionError> {
    words(text)
        .into_iter()
        .map(|word| Face::parse(word).ok_or_else(|| format!("{word:?} is not a card").into()))
        .collect()
}

fn balls(text: &str) -> Result<Colors, PositionError> {
    words(text)
        .into_iter()
        .map(|word| Color::from_name(word).ok_or_else(|| format!("{word:?} is not a colour").into()))
        .collect()
}

/// Parses `NW blue-red, N red closed`.
fn entries(text: &str) -> Result<Vec<(Spot, Face, bool)>, PositionError> {
    let entry = |part: &str| {
        let words: Vec<&str> = part.split_whitespace().collect();
        let (spot, pocket, closed) = match words[..] {
            [spot, pocket] => (spot, pocket, false),
            [spot, pocket, "closed"] => (spot, pocket, true),
            _ => return None,
        };
        Some((Spot::from_name(spot)?, Face::parse_pocket(pocket)?, closed))
    };
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != "none");
    parts
        .map(|part| entry(part).ok_or_else(|| format!("{part:?} is not a position with a pocket").into()))
        .collect()
}

/// Parses the name of a place: a seat's hand, a pile, or a position of the table.
fn place_named(name: &str) -> Option<Place> {
    let hand = Seat::from_letter(name).filter(|seat| seat.index() < 2).map(Place::Hand);
    hand.or_else(|| (0..PLACES).map(Place::at).find(|place| place.to_string().eq_ignore_ascii_case(name)))
}

fn is(truth: &View, key: &str, value: &str) -> Result<(), PositionError> {
    let same =
        |so: String, told: String| if so == told { Ok(()) } else { Err(format!("{key}: {so}").into()) };
    if key == "top" {
        let top = truth.top().map_or("none".into(), |face| face.to_string());
        return same(top, value.to_ascii_lowercase());
    }
    if key == "solids" {
        let so = truth.public.solids.map_or("none".into(), |seat| seat.to_string());
        return same(so, value.to_owned());
    }
    if key == "table" {
        return same(told(table(truth)), told(entries(value)?));
    }
    if let Some(seat) =
        key.strip_prefix("pocketed ").and_then(Seat::from_letter).filter(|seat| seat.index() < 2)
    {
        return same(truth.public.pocketed(seat).to_string(), balls(value)?.to_string());
    }
    match place_named(key) {
        Some(place @ (Place::Hand(_) | Place::Stock | Place::Discard)) => lies(truth, place, value),
        _ => Err(format!("unknown key {key:?}").into()),
    }
}

/// Every position with a pocket: the topmost pocket, and whether it is closed.
fn table(truth: &View) -> Vec<(Spot, Face, bool)> {
    let topmost = |spot: Spot| {
        truth.table.pile(Place::Table(spot)).iter().rev().find_map(|sight| match sight {
            Sight::Face(face) if face.is_pocket() => Some(*face),
            _ => None,
        })
    };
    let entry = |spot| Some((spot, topmost(spot)?, truth.public.tops[spot].open().is_none()));
    Spot::ALL.into_iter().filter_map(entry).collect()
}

/// A table as written in a position, sorted.
fn told(mut entries: Vec<(Spot, Face, bool)>) -> String {
    sort(&mut entries);
    let entry = |(spot, pocket, closed): &(Spot, Face, bool)| {
        format!("{spot} {}{}", pocket.pocket_name(), if *closed { " closed" } else { "" })
    };
    let told: Vec<String> = entries.iter().map(entry).collect();
    if told.is_empty() { "none".into() } else { told.join(", ") }
}

/// Checks that a view shows these cards at a place, or this many: `stick-red ??`, `12 cards`.
fn lies(view: &View, place: Place, told: &str) -> Result<(), PositionError> {
    let mut pile: Vec<Sight<Face>> = view.table.pile(place).to_vec();
    let n = told.strip_suffix("cards").or_else(|| told.strip_suffix("card")).map(str::trim);
    if let Some(n) = n {
        let n: usize = n.parse().map_err(|_| format!("{n:?} is not a number"))?;
        return if n == pile.len() { Ok(()) } else { Err(format!("{place}: {} cards", pile.len()).into()) };
    }
    let sight = |word: &str| match word {
        "??" => Ok(Sight::Back),
        _ => Face::parse(word).map(Sight::Face).ok_or_else(|| format!("{word:?} is not a card").into()),
    };
    let mut wanted = words(told).into_iter().map(sight).collect::<Result<Vec<_>, PositionError>>()?;
    match place {
        Place::Stock => pile.reverse(),
        _ if !place.is_ordered() => sort(&mut wanted),
        _ => (),
    }
    if pile == wanted {
        return Ok(());
    }
    let so: Vec<String> = pile
        .iter()
        .map(|sight| match sight {
            Sight::Face(face) => face.to_string(),
            Sight::Back => "??".into(),
        })
        .collect();
    Err(format!("{place}: {}", if so.is_empty() { "none".into() } else { so.join(" ") }).into())
}
