//! Sets up positions from text and checks facts about them.

mod plausible;

use eights::{
    BySeat, Cards, Dice, Fact, Game, Opening, Position, PositionError, Seat, Seats, Seed, Setup, Sight,
    Silent, Viewer, sort,
};

use crate::{
    face::{Face, Printed},
    play::{
        action::Name,
        effects::previous,
        state::{Pile, State, Step},
    },
    rules::Classic,
    sheet::{JumpIn, StarterOpening, Teams, Whom},
};

impl Setup for Classic {
    fn set_up(&self, position: &Position) -> Result<(Opening, State), PositionError> {
        position.only(&["discard", "stock", "turn", "naming", "direction", "owes", "teams"], &[])?;
        let opening = position.opening()?;
        self.check_score(&opening)?;
        position.get("teams").map_or(Ok(()), |text| self.check_teams(opening.n_seats, text))?;
        let mut public = self.public_at_start(&opening);
        let mut laying = Laying::new(self, opening.n_seats);
        for (seat, text) in Seat::first(opening.n_seats).zip(&position.hands) {
            let cards = laying.pick(&format!("hand {seat}"), text)?;
            let plays = public.playing.has(seat);
            if !plays && !cards.is_empty() {
                return Err(format!("hand {seat}: this player is out of the match").into());
            }
            if plays && cards.is_empty() {
                return Err(format!("hand {seat}: a player without cards does not play any more").into());
            }
            laying.put(&cards, Pile::Hand(seat));
        }
        let discard = position.get("discard").ok_or("a position needs a discard pile")?;
        let discard = laying.pick("discard", discard)?;
        let opens = discard.is_empty() && self.rules.choices.starter_opening != StarterOpening::TurnedUp;
        if discard.is_empty() && !opens {
            return Err("the discard pile needs a card".into());
        }
        laying.put(&discard, Pile::Discard);
        laying.stock(position)?;

        public.cards = laying.n as u16;
        public.fewest = position.hands.iter().map(|text| cards_in(text).count() as u16).sum();
        (public.played, public.jumpable) = (true, true);
        public.clockwise = position.get("direction").map_or(public.clockwise, |text| text == "clockwise");
        if let Some(text) = position.get("direction").filter(|text| !is_direction(text)) {
            return Err(format!("direction: {text:?} is neither clockwise nor counter-clockwise").into());
        }
        let mut state = State {
            public,
            cards: laying.cards,
            printed: self.rules.choices.printed,
            follow: 0,
            fresh: None,
            guilty: false,
            reshuffles: BySeat::all(public.seats, 0),
            absent: BySeat::all(public.seats, 0),
            binding: 0,
            laid_by: None,
        };
        state.public.turn = position.seat("turn")?.unwrap_or(state.onward(opening.dealer, 1));
        let name = position.get("naming").map_or(Ok(Name::NONE), |text| named(state.printed, text))?;
        let Some(last) = discard.last().copied() else {
            if name.is_some() || position.get("owes").is_some() {
                return Err("before the first card nothing is named and nobody owes anything".into());
            }
            (state.public.played, state.public.jumpable) = (false, false);
            let turn = state.public.turn;
            self.open(&mut state);
            state.public.turn = turn;
            return Ok((opening, state));
        };
        let below = discard.iter().rev().copied();
        let top = below.clone().find(|face| !self.copies_below(*face)).unwrap_or(last);
        let suited = || below.clone().find(|face| !face.is_joker());
        let top = match (self.rules.effect_of(top).counts_as, suited()) {
            (Some(rank), Some(card)) => Face::of(rank, card.suit()),
            _ => top,
        };
        state.public.copied = (top != last).then_some(top);
        self.check_name(&state, top, name)?;
        self.set_follow(&mut state, top, name, self.rules.wild & top.bit() != 0);
        if name.is_some() && self.rules.effect_of(top).binds_all {
            // As if it had just been named.
            state.binding = state.public.playing.len() as u8;
        }
        if let Some(owed) = position.get("owes") {
            let owed = owed.parse().map_err(|_| format!("owes: {owed:?} is not a number of cards"))?;
            self.check_owed(opening.n_seats, top, owed)?;
            let effect_of = self.rules.effect_of(top);
            let after = state.onward(state.public.turn, 1);
            state.public.step = Step::Answer {
                owed,
                family: effect_of.family,
                least: effect_of.draw,
                by: (effect_of.whom == Whom::PreviousAsked).then_some(after),
            };
        }
        if self.rules.choices.jump_in == JumpIn::Matched {
            let turn = state.public.turn;
            state.laid_by = Some(previous(&mut state, turn));
        }
        let begun = ["turn", "naming", "direction", "owes"].iter().any(|key| position.get(key).is_some());
        let turned_up = self.rules.choices.starter_opening == StarterOpening::TurnedUp;
        if discard.len() == 1 && !begun && turned_up {
            // A single discarded card is the starter, whose effect has not happened yet. (CE-SET-5,
            // CE-SET-6)
            (state.public.played, state.public.jumpable) = (false, false);
            self.start(&mut state, top, &mut Dice::at(&Seed::from_number(0), 0), &mut Silent);
        }
        Ok((opening, state))
    }

    fn cards_named(&self, text: &str) -> Option<eights::CardSet> {
        self.rules.choices.printed.parse(text).map(Face::cards)
    }

    fn all_cards(&self, n_seats: u8) -> eights::CardSet {
        self.rules.layout(n_seats).pack
    }

    fn check(&self, state: &State, fact: &Fact) -> Result<(), PositionError> {
        match fact {
            Fact::Is { key, value } => self.check_key(state, key, value),
            Fact::Sees { viewer, place, cards } => self.check_sight(state, *viewer, place, cards),
            Fact::Owes { seat, n } => match state.public.step {
                Step::Answer { owed, .. } if state.public.turn == *seat && u32::from(owed) == *n => Ok(()),
                Step::Answer { owed, .. } => Err(format!("{} owes {owed}", state.public.turn).into()),
                _ => Err("nobody owes anything".into()),
            },
        }
    }
}

impl Classic {
    /// Checks that the teams of a position, such as `A C / B D`, are those of the rules.
    fn check_teams(&self, n_seats: u8, text: &str) -> Result<(), PositionError> {
        let n = n_seats as usize;
        let apart = if self.rules.choices.teams == Teams::Pairs { n / 2 } else { 0 };
        let team = |words: &str| words.split_whitespace().map(Seat::from_letter).collect::<Option<Seats>>();
        let said: Option<Vec<Seats>> = text.split('/').map(team).collect();
        let mut said =
            said.ok_or_else(|| format!("teams: {text:?} is not a list of teams such as A C / B D"))?;
        let so = (0..n).map(|i| [i, (i + apart) % n].map(Seat::new).into_iter().collect::<Seats>());
        said.retain(|team| !team.is_empty());
        let agrees = apart > 0 && said.len() == n / 2 && so.into_iter().all(|team| said.contains(&team));
        if agrees { Ok(()) } else { Err(format!("teams: {text:?} are not the teams of these rules").into()) }
    }

    fn check_key(&self, state: &State, key: &str, value: &str) -> Result<(), PositionError> {
        let printed = state.printed;
        let face_of = |card: eights::CardId| printed.at(card.index() as u8);
        let from_top = |pile| state.cards.from_top(pile).map(face_of).collect::<Vec<Face>>();
        match key {
            "top" => {
                let name = state.public.named;
                let naming = if name.is_some() { format!(" naming {name}") } else { String::new() };
                let so = state.top().map_or("none".to_owned(), |top| format!("{top}{naming}"));
                let said = value.split_whitespace().collect::<Vec<_>>().join(" ");
                if so.eq_ignore_ascii_case(&said) { Ok(()) } else { Err(format!("the top is {so}").into()) }
            }
            "discard" => {
                let mut pile = from_top(Pile::Discard);
                pile.reverse();
                compare(printed, &pile, value)
            }
            "stock" => compare(printed, &from_top(Pile::Stock), value),
            "direction" => {
                let so = if state.public.clockwise { "clockwise" } else { "counter-clockwise" };
                if so == value { Ok(()) } else { Err(format!("play goes {so}").into()) }
            }
            _ => {
                let seat = key.strip_prefix("hand ").and_then(Seat::from_letter);
                let seat = seat.filter(|seat| seat.index() < state.public.seats as usize);
                let seat = seat.ok_or_else(|| format!("unknown key {key:?}"))?;
                let mut hand: Vec<Face> = state.cards.set(Pile::Hand(seat)).iter().map(face_of).collect();
                sort(&mut hand);
                match faces_in(printed, value) {
                    Ok(mut wanted) => {
                        sort(&mut wanted);
                        if hand == wanted { Ok(()) } else { Err(format!("it is {}", listed(&hand)).into()) }
                    }
                    Err(_) => compare(printed, &hand, value),
                }
            }
        }
    }

    fn check_sight(
        &self,
        state: &State,
        viewer: Viewer,
        place: &str,
        cards: &str,
    ) -> Result<(), PositionError> {
        let view = self.view(state, viewer);
        let pile = match place {
            "stock" => Pile::Stock,
            "discard" => Pile::Discard,
            _ => {
                let seat = Seat::from_letter(place).filter(|seat| seat.index() < state.public.seats as usize);
                Pile::Hand(seat.ok_or_else(|| format!("{place:?} is neither a seat nor a pile"))?)
            }
        };
        let mut seen: Vec<Sight<Face>> = view.table.pile(pile).to_vec();
        let so = || {
            let text = |sight: &Sight<Face>| match sight {
                Sight::Face(face) => face.to_string(),
                Sight::Back => "??".to_owned(),
            };
            let list: Vec<String> = view.table.pile(pile).iter().map(text).collect();
            format!("the view shows {}", list.join(" "))
        };
        if let Some(n) = count(cards) {
            return if n == seen.len() { Ok(()) } else { Err(so().into()) };
        }
        let read = |word: &str| match word {
            "??" => Ok(Sight::Back),
            _ => state
                .printed
                .parse(word)
                .map(Sight::Face)
                .ok_or_else(|| format!("{word:?} is not a card").into()),
        };
        let mut wanted: Vec<Sight<Face>> = cards_in(cards).map(read).collect::<Result<_, PositionError>>()?;
        sort(&mut seen);
        sort(&mut wanted);
        if seen == wanted { Ok(()) } else { Err(so().into()) }
    }
}

/// Cards being set up; limits each face to the copies in the pack.
struct Laying {
    printed: Printed,
    cards: Cards<Pile, 18>,
    rest: eights::CardSet,
    n: usize,
}

impl Laying {
    fn new(game: &Classic, n_seats: u8) -> Laying {
        Laying {
            printed: game.rules.choices.printed,
            cards: Cards::none(),
            rest: game.rules.layout(n_seats).pack,
            n: 0,
        }
    }

    /// Parses the faces of a line and checks that the rest of the pack contains them.
    fn pick(&mut self, key: &str, text: &str) -> Result<Vec<Face>, PositionError> {
        let faces = faces_in(self.printed, text).map_err(|wrong| format!("{key}: {wrong}"))?;
        let mut rest = self.rest;
        for face in &faces {
            let card = face.cards().and(rest).first();
            rest.remove(card.ok_or_else(|| format!("{key}: there are not that many {face} in the pack"))?);
        }
        Ok(faces)
    }

    fn put(&mut self, faces: &[Face], pile: Pile) {
        for face in faces {
            if let Some(card) = face.cards().and(self.rest).first() {
                self.rest.remove(card);
                self.cards.place(card, pile);
                self.n += 1;
            }
        }
    }

    /// Sets up the stock: the next card comes first, and `...` stands for all remaining cards.
    fn stock(&mut self, position: &Position) -> Result<(), PositionError> {
        let text = position.get("stock").unwrap_or("...");
        let (named, all) = match text.trim().strip_suffix("...") {
            Some(named) => (named, true),
            None => (text, false),
        };
        let mut faces = self.pick("stock", named)?;
        faces.reverse();
        let mut named = Laying { printed: self.printed, cards: self.cards.clone(), rest: self.rest, n: 0 };
        named.put(&faces, Pile::Stock);
        if all {
            let others = named.rest;
            for card in position.in_order(others) {
                self.cards.place(card, Pile::Stock);
                self.rest.remove(card);
                self.n += 1;
            }
        }
        self.put(&faces, Pile::Stock);
        Ok(())
    }
}

fn cards_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty() && *word != "none")
}

fn faces_in(printed: Printed, text: &str) -> Result<Vec<Face>, PositionError> {
    cards_in(text)
        .map(|word| printed.parse(word).ok_or_else(|| format!("{word:?} is not a card").into()))
        .collect()
}

/// Parses `12 cards`.
fn count(text: &str) -> Option<usize> {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [n, "card" | "cards"] => n.parse().ok(),
        _ => None,
    }
}

fn compare(printed: Printed, pile: &[Face], value: &str) -> Result<(), PositionError> {
    let holds = match count(value) {
        Some(n) => pile.len() == n,
        None => pile == faces_in(printed, value)?,
    };
    if holds { Ok(()) } else { Err(format!("it is {}", listed(pile)).into()) }
}

fn listed(pile: &[Face]) -> String {
    if pile.is_empty() {
        return "none".into();
    }
    let texts: Vec<String> = pile.iter().map(Face::to_string).collect();
    format!("{} ({} cards)", texts.join(" "), pile.len())
}

fn is_direction(text: &str) -> bool {
    ["clockwise", "counter-clockwise"].contains(&text)
}

fn named(printed: Printed, text: &str) -> Result<Name, PositionError> {
    Name::parse(printed, text).ok_or_else(|| format!("naming: {text:?} is neither a suit nor a rank").into())
}
