//! Sets up positions from text and checks facts about them.

use eights::{
    CardSet, Cards, End, Fact, Game, Opening, Position, PositionError, Referee, Seat, Setup, Sight, Silent,
    Viewer,
};

use crate::{
    card::{Face, Pack},
    rules::LastMatch,
    state::{Event, Pile, Public, State},
};

impl Setup for LastMatch {
    /// Knows `discard` (top card last) and `turn`; every other card is in the stock.
    fn set_up(&self, position: &Position) -> Result<(Opening, State), PositionError> {
        position.only(&["discard", "turn"], &[])?;
        let opening = position.opening()?;
        let n_seats = position.n_seats();
        let mut cards = Cards::new(Pack::all(), Pile::Stock);
        let hands = position.hands.iter().enumerate();
        let mut piles: Vec<(Pile, &str)> =
            hands.map(|(index, hand)| (Pile::Hand(Seat::new(index)), hand.as_str())).collect();
        piles.push((Pile::Discard, position.get("discard").ok_or("discard: name at least one card")?));
        for (pile, text) in piles {
            for face in faces(text)? {
                if !cards.set(Pile::Stock).has(face.card()) {
                    return Err(format!("{pile}: the {face} is named twice").into());
                }
                cards.shift::<Event, _>(face.card(), Pile::Stock, pile, End::Top, &mut Silent);
            }
        }
        let turn = position.seat("turn")?.unwrap_or(opening.dealer.left(n_seats));
        let public = Public { seats: n_seats, turn, passes: 0, scores: opening.scores };
        Ok((opening, State { public, cards }))
    }

    fn check(&self, state: &State, fact: &Fact) -> Result<(), PositionError> {
        let (viewer, place, cards) = match fact {
            Fact::Is { key, value } => (Viewer::Referee(Referee::trusted()), key, value),
            Fact::Sees { viewer, place, cards } => (*viewer, place, cards),
            Fact::Owes { .. } => return Err("nobody owes cards in this game".into()),
        };
        let view = self.view(state, viewer);
        let name = place.strip_prefix("hand ").unwrap_or(place);
        let pile = match name {
            "stock" => Pile::Stock,
            "discard" => Pile::Discard,
            _ => Pile::Hand(Seat::from_letter(name).ok_or_else(|| format!("unknown place {place:?}"))?),
        };
        let found = view.table.pile(pile);
        if let Some(number) = cards.strip_suffix(" cards") {
            let same = number.trim().parse() == Ok(found.len());
            return if same { Ok(()) } else { Err(format!("{place}: {} cards", found.len()).into()) };
        }
        let shown = |sight: &Sight<Face>| match sight {
            Sight::Face(face) => face.name(),
            Sight::Back => "??",
        };
        let mut found: Vec<&str> = found.iter().map(shown).collect();
        let mut expected: Vec<&str> = cards.split_whitespace().collect();
        if matches!(pile, Pile::Hand(_)) {
            found.sort_unstable();
            expected.sort_unstable();
        }
        if found == expected { Ok(()) } else { Err(format!("{place}: {}", found.join(" ")).into()) }
    }

    fn cards_named(&self, text: &str) -> Option<CardSet> {
        Face::parse(text).map(|face| CardSet::from_iter([face.card()]))
    }

    fn all_cards(&self, _: u8) -> CardSet {
        Pack::all()
    }
}

fn faces(text: &str) -> Result<Vec<Face>, PositionError> {
    let parse = |word: &str| Face::parse(word).ok_or_else(|| format!("{word:?} is not a card").into());
    text.split_whitespace().map(parse).collect()
}
