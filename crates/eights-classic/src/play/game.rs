//! Implements the core's traits for Crazy Eights.

use std::ops::RangeInclusive;

use eights::{
    After, CardEvent, Cards, Dice, Game, Glimpse, HiddenDeal, Illegal, Imagine, Log, Offer, Opening, Outcome,
    Seat, Sight, Turn, Viewer, laws::Lawful,
};

use crate::{
    face::Face,
    play::{
        action::Action,
        event::Event,
        state::{PLACES, Pile, State, Step, View},
    },
    rules::Classic,
    sheet::{AfterDraw, FirstDrawn},
};

impl Game for Classic {
    type State = State;
    type Action = Action;
    type Event = Event<Glimpse>;
    type View = View;
    type Seen = Event<Sight<Face>>;

    fn seats(&self) -> RangeInclusive<u8> {
        self.rules.seats.0..=self.rules.seats.1
    }

    fn can_seat(&self, n_seats: u8) -> bool {
        let even = self.rules.choices.teams == crate::sheet::Teams::None || n_seats.is_multiple_of(2);
        even && self.seats().contains(&n_seats)
    }

    fn deal(&self, opening: &Opening, dice: &mut Dice, log: &mut impl Log<Self::Event>) -> State {
        self.deal_hand(opening, dice, log)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.is_over() { Turn::Over(self.outcome(state)) } else { Turn::Act(state.public.turn) }
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
        self.play_out(state, seat, action, dice, log)
    }

    fn after(&self, opening: &Opening, outcome: &Outcome) -> After {
        self.what_follows(opening, outcome)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let sees_fresh = match viewer {
            Viewer::Seat(seat) => seat == state.public.turn,
            Viewer::Public => false,
            Viewer::Referee(_) => true,
        };
        // Digests are computed from the referee's view; adding teams or names would break the digests of old
        // journals.
        let (names, teams) = match viewer {
            Viewer::Referee(_) => (None, Vec::new()),
            Viewer::Seat(_) | Viewer::Public => (self.names.clone(), self.teams(state)),
        };
        View {
            public: state.public,
            table: state.cards.view(state.printed, viewer),
            fresh: state
                .fresh
                .filter(|_| sees_fresh && self.fresh_matters(state.public.step, state.public.drawn)),
            reshuffles: state.reshuffles,
            absent: state.absent,
            binding: state.binding,
            laid_by: state.laid_by,
            printed: state.printed,
            names,
            teams,
        }
    }

    fn witness(&self, event: &Event<Glimpse>, viewer: Viewer) -> Event<Sight<Face>> {
        event.map(|glimpse| {
            glimpse.sight(|card| eights::Faces::face(self.rules.choices.printed, card), viewer)
        })
    }

    fn notate(&self, action: Action) -> String {
        // Shortcut: most answers are a single card, whose notation is a constant.
        let card = action.as_card().filter(|(_, name)| !name.is_some()).and_then(|(face, _)| face.notation());
        card.map_or_else(|| action.to_string(), str::to_owned)
    }

    fn offer(&self, action: Action) -> Offer {
        action.offer()
    }

    fn tell(&self, seen: &Event<Sight<Face>>, you: Option<Seat>) -> Option<String> {
        crate::words::tell::tell(seen, you)
    }

    fn why_not(&self, view: &View, seat: Seat, said: &str) -> String {
        self.explain(view, seat, said)
    }
}

impl Classic {
    /// Whether the card just drawn determines what the player may do.
    pub(crate) fn fresh_matters(&self, step: Step, drawn: u8) -> bool {
        let asked = match step {
            Step::Play => self.rules.choices.after_draw != AfterDraw::MayPlayAny,
            Step::Answer { .. } => true,
            _ => false,
        };
        asked && drawn > 0
    }

    /// The state for a view and a full set of cards.
    pub(crate) fn around(&self, view: &View, cards: Cards<Pile, PLACES>) -> State {
        let (public, fresh) = (view.public, view.fresh);
        let mut state = State {
            public,
            cards,
            printed: self.rules.choices.printed,
            follow: 0,
            fresh,
            guilty: false,
            reshuffles: view.reshuffles,
            absent: view.absent,
            binding: view.binding,
            laid_by: view.laid_by,
        };
        self.follow_top(&mut state);
        state
    }

    /// Computes the faces that fit, from the top card and what was named for it.
    pub(crate) fn follow_top(&self, state: &mut State) {
        if let Some(top) = state.top_as() {
            state.follow = self.follow(top, state.public.named);
        }
    }
}

impl Imagine for Classic {
    type Place = Pile;

    fn imagine_by(&self, view: &View, viewer: Viewer, dealer: &mut dyn HiddenDeal<Pile>) -> State {
        let pack = self.rules.layout(view.public.seats).pack;
        // Like `around`, but with the cards made in place: as an argument they would be copied twice, 2 % of the
        // instructions (`make counts`).
        let mut state = State {
            cards: Cards::imagine(&view.table, self.rules.choices.printed, pack, viewer, dealer),
            printed: self.rules.choices.printed,
            public: view.public,
            follow: 0,
            fresh: view.fresh,
            guilty: false,
            reshuffles: view.reshuffles,
            absent: view.absent,
            binding: view.binding,
            laid_by: view.laid_by,
        };
        self.follow_top(&mut state);
        imagined_fresh(self, &mut state);
        imagined_guilt(self, &mut state);
        state
    }
}

/// Picks the card that another player has just drawn: any card of the hand, since nobody can tell
/// whether it fits. The hand was dealt at random, so its bits serve as the random number.
pub(crate) fn imagined_fresh(game: &Classic, state: &mut State) {
    if state.fresh.is_none() && game.fresh_matters(state.public.step, state.public.drawn) {
        let mut hand = state.faces(state.public.turn);
        if let Step::Answer { family, least, .. } = state.public.step {
            // The question tells that it passes the penalty on. (FA-CHOD-5)
            hand &= game.passing_on(state, family, least);
        }
        let nth = hand.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        state.fresh = state.printed.faces(hand).nth(nth as usize % hand.count_ones().max(1) as usize);
    }
}

/// Judges a card that may be doubted by the imagined hand of its player.
pub(crate) fn imagined_guilt(game: &Classic, state: &mut State) {
    if let Step::Doubt { by, suit, .. } = state.public.step {
        state.guilty = game.could_follow(state, by, suit);
    }
}

impl Lawful for Classic {
    type Face = Face;

    fn before_the_deal(&self) -> (usize, Pile) {
        (PLACES, Pile::Stock)
    }

    fn n_cards(&self, n_seats: u8) -> usize {
        self.rules.layout(n_seats).pack.len()
    }

    fn pile(view: &View, place: Pile) -> &[Sight<Face>] {
        view.table.pile(place)
    }

    /// A drawn card that fits may or must be played at once; otherwise the turn ends. (CE-TURN-5) The same holds
    /// for the first card of a penalty. (FA-CHOD-5)
    fn next_question_tells(&self, _: &State, action: Action) -> bool {
        let choices = &self.rules.choices;
        let told = matches!(choices.after_draw, AfterDraw::MayPlayDrawn | AfterDraw::MustPlayDrawn)
            || choices.first_drawn == FirstDrawn::MayAnswer;
        action == Action::DRAW && told
    }

    fn discloses(seen: &Event<Sight<Face>>) -> bool {
        matches!(seen, Event::Challenged { .. })
    }

    fn card_event(seen: &Event<Sight<Face>>) -> Option<&CardEvent<Pile, Sight<Face>>> {
        match seen {
            Event::Card(event) => Some(event),
            _ => None,
        }
    }
}
