//! Implements the [`Game`] trait: dealing, turns, outcomes, views and imagined worlds.

use std::ops::RangeInclusive;

use eights::{
    After, BySeat, CardEvent, Cards, Dice, End, Eyes, Final, Game, HiddenDeal, Illegal, Imagine, Log, Offer,
    Opening, Outcome, Seat, Seats, Sight, Silent, Turn, Viewer, laws::Lawful,
};

use crate::{
    Ball,
    face::Face,
    place::{PLACES, Place},
    play::{
        action::Action,
        state::{Ending, Event, Happening, Public, Seen, State, Step, View, other},
    },
    sheet::{DealerTakes, StalemateWinner},
};

impl Game for Ball {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Seen = Seen;

    fn seats(&self) -> RangeInclusive<u8> {
        2..=2
    }

    fn deal(&self, opening: &Opening, dice: &mut Dice, log: &mut impl Log<Event>) -> State {
        let mut cards = Cards::new(self.pack.all(), Place::Stock);
        cards.shuffle(Place::Stock, dice, log);
        let first = other(opening.dealer);
        for _ in 0..self.hand {
            for seat in [first, opening.dealer] {
                if let Some(card) = cards.top(Place::Stock) {
                    cards.shift(card, Place::Stock, Place::Hand(seat), End::Top, log);
                }
            }
        }
        let public = match self.dealer_takes {
            DealerTakes::Choice => Public::undivided(opening.dealer),
            DealerTakes::Solids => Public::fresh(first, opening.dealer),
            DealerTakes::Stripes => Public::fresh(first, first),
        };
        State { public, cards }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.public.step {
            Step::Over(ending) => Turn::Over(self.outcome(&state.public, ending)),
            _ => Turn::Act(state.public.turn),
        }
    }

    #[inline]
    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.list(state, seat, out);
    }

    #[inline]
    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        if !self.allows(state, seat, action) {
            return Err(Illegal);
        }
        self.play(state, action, dice, log);
        Ok(())
    }

    fn after(&self, opening: &Opening, outcome: &Outcome) -> After {
        let mut scores = opening.scores;
        for (seat, points) in outcome.points.iter() {
            scores[seat] += points;
        }
        let next = opening.next(other(opening.dealer), scores);
        let most = scores.as_slice().iter().copied().max().unwrap_or(0);
        let n_games = i32::from(self.best_of);
        if 2 * most <= n_games && i64::from(next.hand) < i64::from(n_games) {
            return After::Deal(next);
        }
        let ahead: Vec<Seat> =
            scores.iter().filter(|(_, wins)| *wins == most).map(|(seat, _)| seat).collect();
        let winners = if let [winner] = ahead[..] { Seats::only(winner) } else { Seats::NONE };
        After::Over(Final { winners, points: scores })
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View { public: state.public, table: state.cards.view(&self.pack, viewer) }
    }

    fn witness(&self, event: &Event, viewer: Viewer) -> Seen {
        match event {
            Happening::Card(event) => {
                Happening::Card(event.map(|card| card.sight(|card| self.pack.face_of(card), viewer)))
            }
            Happening::Chose { seat, balls } => Happening::Chose { seat: *seat, balls: *balls },
            Happening::Ball { seat, color, at } => Happening::Ball { seat: *seat, color: *color, at: *at },
            Happening::Eight { seat, at } => Happening::Eight { seat: *seat, at: *at },
            Happening::Over(ending) => Happening::Over(*ending),
        }
    }

    fn notate(&self, action: Action) -> String {
        action.to_string()
    }

    fn offer(&self, action: Action) -> Offer {
        action.offer()
    }

    fn tell(&self, seen: &Seen, you: Option<Seat>) -> Option<String> {
        crate::words::tell::tell(seen, you)
    }

    fn why_not(&self, view: &View, seat: Seat, said: &str) -> String {
        crate::words::why::why_not(view, seat, said)
    }
}

impl Imagine for Ball {
    type Place = Place;

    fn imagine_by(&self, view: &View, viewer: Viewer, dealer: &mut dyn HiddenDeal<Place>) -> State {
        let mut cards = Cards::imagine(&view.table, &self.pack, self.pack.all(), viewer, dealer);
        // A known card in another player's hand came from the discard pile, so everybody knows it.
        for seat in [Seat::A, other(Seat::A)].into_iter().filter(|seat| viewer != Viewer::Seat(*seat)) {
            let mut hand = cards.set(Place::Hand(seat));
            for face in view.hand(seat) {
                if let Some(card) = hand.and(self.pack.cards_of(face)).first() {
                    hand.remove(card);
                    cards.show::<Event, _>(card, Place::Hand(seat), Eyes::ALL, &mut Silent);
                }
            }
        }
        State { public: view.public, cards }
    }
}

impl Lawful for Ball {
    type Face = Face;

    fn before_the_deal(&self) -> (usize, Place) {
        (PLACES, Place::Stock)
    }

    fn n_cards(&self, _: u8) -> usize {
        self.pack.all().len()
    }

    fn pile(view: &View, place: Place) -> &[Sight<Face>] {
        view.table.pile(place)
    }

    fn card_event(seen: &Seen) -> Option<&CardEvent<Place, Sight<Face>>> {
        match seen {
            Happening::Card(event) => Some(event),
            _ => None,
        }
    }
}

impl Ball {
    /// The outcome of an ending; a won game is one point in the match.
    fn outcome(&self, public: &Public, ending: Ending) -> Outcome {
        let winner = match ending {
            Ending::Eight(seat) => Some(seat),
            _ if self.stalemate == StalemateWinner::Draw => None,
            _ => {
                let left = [Seat::A, other(Seat::A)].map(|seat| public.rows[seat].len());
                (left[0] != left[1]).then(|| Seat::new((left[1] < left[0]) as usize))
            }
        };
        let mut points = BySeat::all(2, 0);
        if let Some(seat) = winner {
            points[seat] = 1;
        }
        let winners = winner.map_or(Seats::NONE, Seats::only);
        Outcome { winners, points, blocked: !matches!(ending, Ending::Eight(_)) }
    }
}
