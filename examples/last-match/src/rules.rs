//! The rules: dealing, legal answers, applying one, and scoring.

use std::{fmt, ops::RangeInclusive};

use eights::{
    After, BySeat, CardEvent, Cards, Dice, End, Final, Game, HiddenDeal, Illegal, Imagine, Log, Offer,
    Opening, Outcome, Seat, Seats, Sight, Turn, Verb, Viewer, laws::Lawful,
};

use crate::{
    card::{Face, Pack},
    sheet::Sheet,
    state::{Event, Happening, PLACES, Pile, Public, Seen, State, View},
    words,
};

/// The compiled rules of Last Match.
#[derive(Clone)]
pub struct LastMatch {
    pub(crate) sheet: Sheet,
}

/// One answer to the question what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Plays a card.
    Play(Face),
    /// Draws a card, which ends the turn.
    Draw,
    /// Passes, because there is nothing to draw.
    Pass,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Action::Play(face) => face.fmt(f),
            Action::Draw => f.write_str("draw"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl Game for LastMatch {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Seen = Seen;

    fn seats(&self) -> RangeInclusive<u8> {
        2..=6
    }

    fn deal(&self, opening: &Opening, dice: &mut Dice, log: &mut impl Log<Event>) -> State {
        let n_seats = opening.n_seats;
        let mut cards = Cards::shuffled(Pack::all(), Pile::Stock, dice, log);
        let first = opening.dealer.left(n_seats);
        let mut seat = first;
        for _ in 0..self.sheet.hand * n_seats {
            take(&mut cards, seat, log);
            seat = seat.left(n_seats);
        }
        if let Some(starter) = cards.top(Pile::Stock) {
            cards.shift(starter, Pile::Stock, Pile::Discard, End::Top, log);
        }
        State { public: Public { seats: n_seats, turn: first, passes: 0, scores: opening.scores }, cards }
    }

    fn turn(&self, state: &State) -> Turn {
        let out = Seat::first(state.public.seats).find(|seat| state.cards.len(Pile::Hand(*seat)) == 0);
        match out {
            Some(winner) => Turn::Over(outcome(state, Some(winner))),
            None if state.public.passes >= state.public.seats => Turn::Over(outcome(state, None)),
            None => Turn::Act(state.public.turn),
        }
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if self.turn(state) != Turn::Act(seat) {
            return;
        }
        let hand = state.cards.set(Pile::Hand(seat));
        let top = state.top();
        let fits = |face: &Face| top.is_none_or(|top| face.fits(top));
        let before = out.len();
        out.extend(hand.iter().map(Face::of).filter(fits).map(Action::Play));
        if out.len() == before {
            out.push(if state.can_draw() { Action::Draw } else { Action::Pass });
        }
    }

    fn apply(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        dice: &mut Dice,
        log: &mut impl Log<Event>,
    ) -> Result<(), Illegal> {
        let mut legal = Vec::new();
        self.legal(state, seat, &mut legal);
        if !legal.contains(&action) {
            return Err(Illegal);
        }
        let mut again = false;
        match action {
            Action::Play(face) => {
                again = self.sheet.again && state.top().is_some_and(|top| top.rank() == face.rank());
                state.cards.shift(face.card(), Pile::Hand(seat), Pile::Discard, End::Top, log);
                if state.cards.len(Pile::Hand(seat)) == 0 {
                    log.note(Happening::WentOut { seat });
                } else if again {
                    log.note(Happening::Again { seat });
                }
            }
            Action::Draw => {
                if state.cards.len(Pile::Stock) == 0 {
                    state.cards.gather(Pile::Discard, Pile::Stock, 1, log);
                    state.cards.shuffle(Pile::Stock, dice, log);
                }
                take(&mut state.cards, seat, log);
            }
            Action::Pass => log.note(Happening::Passed { seat }),
        }
        state.public.passes = if action == Action::Pass { state.public.passes + 1 } else { 0 };
        if state.public.passes >= state.public.seats {
            log.note(Happening::Blocked);
        }
        if !again {
            state.public.turn = seat.left(state.public.seats);
        }
        Ok(())
    }

    fn after(&self, opening: &Opening, outcome: &Outcome) -> After {
        let mut scores = opening.scores;
        for (seat, points) in outcome.points.iter() {
            scores[seat] += points;
        }
        let winner = scores.iter().find(|(_, points)| *points >= i32::from(self.sheet.target));
        match winner {
            Some((winner, _)) => After::Over(Final { winners: Seats::only(winner), points: scores }),
            None => After::Deal(opening.next(opening.dealer.left(opening.n_seats), scores)),
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View { public: state.public, table: state.cards.view(Pack, viewer) }
    }

    fn witness(&self, event: &Event, viewer: Viewer) -> Seen {
        match event {
            Happening::Card(event) => Happening::Card(event.map(|card| card.sight(Face::of, viewer))),
            Happening::Again { seat } => Happening::Again { seat: *seat },
            Happening::Passed { seat } => Happening::Passed { seat: *seat },
            Happening::WentOut { seat } => Happening::WentOut { seat: *seat },
            Happening::Blocked => Happening::Blocked,
        }
    }

    fn notate(&self, action: Action) -> String {
        action.to_string()
    }

    fn offer(&self, action: Action) -> Offer {
        let say = action.to_string();
        match action {
            Action::Play(face) => Offer { cards: vec![face.name().into()], ..Offer::new(say, Verb::Play) },
            Action::Draw => Offer::new(say, Verb::Draw),
            Action::Pass => Offer::new(say, Verb::Pass),
        }
    }

    fn tell(&self, seen: &Seen, you: Option<Seat>) -> Option<String> {
        words::tell(seen, you)
    }

    fn why_not(&self, view: &View, seat: Seat, said: &str) -> String {
        words::why_not(view, seat, said)
    }
}

impl Imagine for LastMatch {
    type Place = Pile;

    fn imagine_by(&self, view: &View, viewer: Viewer, dealer: &mut dyn HiddenDeal<Pile>) -> State {
        let cards = Cards::imagine(&view.table, Pack, Pack::all(), viewer, dealer);
        State { public: view.public, cards }
    }
}

impl Lawful for LastMatch {
    type Face = Face;

    fn before_the_deal(&self) -> (usize, Pile) {
        (PLACES, Pile::Stock)
    }

    fn n_cards(&self, _: u8) -> usize {
        52
    }

    fn pile(view: &View, place: Pile) -> &[Sight<Face>] {
        view.table.pile(place)
    }

    fn card_event(seen: &Seen) -> Option<&CardEvent<Pile, Sight<Face>>> {
        if let Happening::Card(event) = seen { Some(event) } else { None }
    }
}

impl State {
    pub(crate) fn top(&self) -> Option<Face> {
        self.cards.top(Pile::Discard).map(Face::of)
    }

    /// Whether a card is left in the stock, or under the top of the discard pile.
    fn can_draw(&self) -> bool {
        self.cards.len(Pile::Stock) > 0 || self.cards.len(Pile::Discard) > 1
    }
}

/// Moves the top card of the stock into a hand.
fn take(cards: &mut Cards<Pile, PLACES>, seat: Seat, log: &mut impl Log<Event>) {
    if let Some(card) = cards.top(Pile::Stock) {
        cards.shift(card, Pile::Stock, Pile::Hand(seat), End::Top, log);
    }
}

/// The winner scores a point for each card that the others still hold.
fn outcome(state: &State, winner: Option<Seat>) -> Outcome {
    let left: usize = Seat::first(state.public.seats).map(|seat| state.cards.len(Pile::Hand(seat))).sum();
    let mut points = BySeat::all(state.public.seats, 0);
    if let Some(winner) = winner {
        points[winner] = left as i32;
    }
    Outcome { winners: winner.map_or(Seats::NONE, Seats::only), points, blocked: winner.is_none() }
}
