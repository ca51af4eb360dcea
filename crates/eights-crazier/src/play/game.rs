//! Implements the `Game` trait for Crazier Eights.

use std::ops::RangeInclusive;

use eights::{
    After, BySeat, CardEvent, Cards, Dice, End, Final, Game, Glimpse, HiddenDeal, Illegal, Imagine, Log,
    Offer, Opening, Outcome, Place as _, Seat, Seats, Sight, Turn, Viewer, laws::Lawful,
};

use crate::play::action::Action;
use crate::play::event::{Event, Seen};
use crate::play::moves::Run;
use crate::play::place::{Face, PLACES, Pile, Printed};
use crate::play::resolve::agenda::Question;
use crate::play::state::{Phase, Public, State, View};
use crate::rules::Crazier;
use crate::sheet::MatchEnd;

impl Game for Crazier {
    type State = State;
    type Action = Action;
    type Event = Event<Glimpse>;
    type View = View;
    type Seen = Seen;

    fn seats(&self) -> RangeInclusive<u8> {
        self.seats.0..=self.seats.1
    }

    /// Deals the cards and begins the first turn. (XE-SET-1)
    fn deal(&self, opening: &Opening, dice: &mut Dice, log: &mut impl Log<Self::Event>) -> State {
        let n = opening.n_seats.clamp(2, 8);
        let first = opening.dealer.left(n);
        let public = Public::new(n, opening.hand, first, self.teams(n), opening.scores);
        let mut state = State { public, cards: Cards::new(self.pack(n), Pile::Stock) };
        state.cards.shuffle(Pile::Stock, dice, log);
        let mut run = Run { game: self, s: &mut state, dice, log };
        for _ in 0..self.sheet.deal.hand {
            for seat in run.s.public.alive.clockwise(first) {
                if let Some(top) = run.s.cards.top(Pile::Stock) {
                    run.shift(top, Pile::Stock, Pile::Hand(seat), End::Top);
                }
            }
        }
        if let Some(top) = run.s.cards.top(Pile::Stock) {
            run.shift(top, Pile::Stock, Pile::Discard, End::Top);
        }
        run.begin(first);
        run.run();
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.public.asked() {
            Some(seat) => Turn::Act(seat),
            None => Turn::Over(self.outcome(state)),
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
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Illegal> {
        Run { game: self, s: state, dice, log }.answer(seat, action)?;
        if state.is_over() {
            for (seat, points) in self.outcome(state).points.iter() {
                state.public.scores[seat] += points;
            }
        }
        Ok(())
    }

    /// A match for points lasts a fixed number of games; the player with the most points starts the
    /// next one. (XE-PTS-1)
    fn after(&self, opening: &Opening, outcome: &Outcome) -> After {
        let games = match self.sheet.match_.end {
            MatchEnd::SingleGame => {
                return After::Over(Final { winners: outcome.winners, points: outcome.points });
            }
            MatchEnd::Games(games) => u32::from(games),
        };
        let mut scores = opening.scores;
        outcome.points.iter().for_each(|(seat, points)| scores[seat] += points);
        if opening.hand + 1 < games && !opening.time_is_up {
            let n = opening.n_seats;
            let most = scores.as_slice().iter().copied().max().unwrap_or(0);
            // Among players with equal points, the previous starter comes last.
            let mut first = opening.dealer.left(n).left(n);
            while scores[first] != most {
                first = first.left(n);
            }
            return After::Deal(opening.next(first.right(n), scores));
        }
        let teams = self.teams(opening.n_seats);
        let total = |seat: Seat| teams[seat.index() & 7].iter().map(|ally| scores[ally]).sum::<i32>();
        let fewest = Seat::first(opening.n_seats).map(total).min().unwrap_or(0);
        let winners: Seats = Seat::first(opening.n_seats).filter(|seat| total(*seat) == fewest).collect();
        After::Over(Final { winners, points: scores })
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View {
            public: state.masked(viewer),
            table: state.cards.view(Printed, viewer),
            names: self.names.clone(),
        }
    }

    fn witness(&self, event: &Event<Glimpse>, viewer: Viewer) -> Seen {
        Seen { event: event.map(|glimpse| glimpse.sight(Face::of, viewer)), names: self.names.clone() }
    }

    fn notate(&self, action: Action) -> String {
        action.say(&self.names)
    }

    fn offer(&self, action: Action) -> Offer {
        action.offer(&self.names)
    }

    fn tell(&self, seen: &Seen, you: Option<Seat>) -> Option<String> {
        self.told(seen, you)
    }

    fn why_not(&self, view: &View, seat: Seat, said: &str) -> String {
        self.why(view, seat, said)
    }
}

impl Crazier {
    /// The result of the game: one point for each card left in hand, none for the winners.
    fn outcome(&self, state: &State) -> Outcome {
        let public = &state.public;
        let mut points = BySeat::all(public.seats, 0);
        for seat in Seat::first(public.seats).filter(|seat| !public.winners.has(*seat)) {
            let left = if public.alive.has(seat) {
                state.in_hand(seat)
            } else {
                public.left_with[seat.index() & 7].into()
            };
            points[seat] = left as i32;
        }
        Outcome { winners: public.winners.seats(), points, blocked: public.impossible || public.endless }
    }

    /// Rebuilds a state from a view and the given cards.
    pub(crate) fn around(&self, view: &View, cards: Cards<Pile, PLACES>, viewer: Viewer) -> State {
        let mut state = State { public: view.public, cards };
        state.unmask(viewer);
        self.invent_choices(&mut state);
        state
    }
}

impl Imagine for Crazier {
    type Place = Pile;

    fn imagine_by(&self, view: &View, viewer: Viewer, dealer: &mut dyn HiddenDeal<Pile>) -> State {
        let pack = self.pack(view.public.seats);
        let cards = Cards::imagine(&view.table, Printed, pack, viewer, dealer);
        self.around(view, cards, viewer)
    }
}

impl Lawful for Crazier {
    type Face = Face;

    fn before_the_deal(&self) -> (usize, Pile) {
        (PLACES, Pile::Stock)
    }

    fn n_cards(&self, n_seats: u8) -> usize {
        self.pack(n_seats).len()
    }

    fn pile(view: &View, place: Pile) -> &[Sight<Face>] {
        view.table.pile(place)
    }

    fn watches(view: &View, viewer: Viewer, place: Pile) -> bool {
        match place {
            Pile::Hand(seat) => view.public.watchers(seat).has(viewer),
            place => place.open_to().has(viewer),
        }
    }

    fn is_secret(&self, state: &State, action: Action, viewer: Viewer) -> bool {
        let (Action::Card { .. }, Some(ask), Some(frame)) = (action, state.public.ask, state.public.frame())
        else {
            return false;
        };
        let watches = |seat: Option<Seat>| seat.is_some_and(|seat| state.public.watchers(seat).has(viewer));
        match ask.what {
            Question::PutBack | Question::Own => !watches(Some(frame.doer)),
            Question::Theirs => !watches(Some(frame.doer)) && !watches(frame.they),
            Question::Order | Question::Search => viewer != Viewer::Seat(ask.seat),
            _ => false,
        }
    }

    /// A play names its card before the card moves, and a search reveals that there is nothing more to find.
    fn discloses(seen: &Seen) -> bool {
        matches!(seen.event, Event::Played { .. } | Event::Searched { .. })
    }

    fn card_event(seen: &Seen) -> Option<&CardEvent<Pile, Sight<Face>>> {
        match &seen.event {
            Event::Card(event) => Some(event),
            _ => None,
        }
    }
}

impl State {
    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.public.phase == Phase::Over
    }
}
