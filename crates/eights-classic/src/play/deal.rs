//! Shuffles, deals and turns up the starter.

use eights::{BySeat, Cards, Dice, End, Glimpse, Log, Opening, Seat, Seats};

use crate::{
    face::{Face, faces_of},
    play::{
        action::{Lay, Name},
        event::Event,
        state::{Pile, Public, State, Step},
    },
    rules::{Classic, Course},
    sheet::{
        Direction, JumpIn, StarterCounts, StarterExchange, StarterOpening, StarterReverse, StarterSpecial,
        StarterWild,
    },
};

impl Classic {
    /// Deals a hand.
    pub(crate) fn deal_hand(
        &self,
        opening: &Opening,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) -> State {
        let n_seats = opening.n_seats;
        let layout = self.rules.layout(n_seats);
        let mut state = State {
            public: self.public_at_start(opening),
            cards: Cards::shuffled(layout.pack, Pile::Stock, dice, log),
            printed: self.rules.choices.printed,
            follow: 0,
            fresh: None,
            guilty: false,
            reshuffles: BySeat::all(n_seats, 0),
            absent: BySeat::all(n_seats, 0),
            binding: 0,
            laid_by: None,
        };
        let first = opening.dealer.left(n_seats);
        let each = BySeat::<u8>::all(n_seats, 0);
        let each = Seat::first(n_seats).fold(each, |mut each, seat| {
            each[seat] = if state.public.playing.has(seat) { self.n_dealt(opening, seat) } else { 0 };
            each
        });
        let rounds = each.as_slice().iter().copied().max().unwrap_or(0);
        for round in 0..rounds {
            let mut seat = first;
            for _ in 0..n_seats {
                if round < each[seat]
                    && let Some(card) = state.cards.top(Pile::Stock)
                {
                    state.cards.shift(card, Pile::Stock, Pile::Hand(seat), End::Top, log);
                }
                seat = seat.left(n_seats);
            }
        }
        state.public.fewest = each.as_slice().iter().map(|n| u16::from(*n)).sum();
        if self.rules.choices.starter_opening == StarterOpening::TurnedUp {
            self.turn_up(&mut state, dice, log);
        } else {
            self.open(&mut state);
        }
        state
    }

    /// Begins with a round in which everybody lays a card of one suit. (FA-PIS-1)
    pub(crate) fn open(&self, state: &mut State) {
        let first = state.onward(state.public.dealer, 1);
        self.begin(state, first);
        state.public.step = Step::Opening { left: state.public.playing.len() as u8 };
    }

    /// The public part of the state before the deal.
    pub(crate) fn public_at_start(&self, opening: &Opening) -> Public {
        let n_seats = opening.n_seats;
        let clockwise = self.rules.choices.direction == Direction::Clockwise;
        let dealer = opening.dealer;
        let playing = self.in_the_match(opening);
        Public {
            seats: n_seats,
            hand: opening.hand,
            dealer,
            turn: if clockwise { dealer.left(n_seats) } else { dealer.right(n_seats) },
            step: Step::Play,
            clockwise,
            named: Name::NONE,
            drawn: 0,
            passes: 0,
            playing,
            places: BySeat::all(n_seats, 0),
            uncalled: None,
            barred: Seats::NONE,
            waiting: Seats::NONE,
            copied: None,
            played: false,
            jumpable: false,
            quiet: 0,
            fewest: 0,
            cards: self.rules.layout(n_seats).pack.len() as u16,
            scores: opening.scores,
        }
    }

    /// The seats that have not been eliminated. (FA-LO-8)
    fn in_the_match(&self, opening: &Opening) -> Seats {
        match self.rules.choices.course {
            Course::Elimination => {
                Seat::first(opening.n_seats).filter(|seat| !self.is_out(&opening.scores, *seat)).collect()
            }
            _ => Seats::first(opening.n_seats),
        }
    }

    /// The number of cards that a seat in the match is dealt.
    fn n_dealt(&self, opening: &Opening, seat: Seat) -> u8 {
        let layout = self.rules.layout(opening.n_seats);
        if self.rules.choices.course == Course::Countdown {
            return (layout.target as i32 - opening.scores[seat]).clamp(1, 30) as u8;
        }
        match self.rules.schedule.len() {
            0 => layout.deal,
            n => self.rules.schedule[opening.hand as usize % n],
        }
    }

    /// Turns up the top card of the stock to start the discard pile. (CE-SET-4 to 6)
    fn turn_up(&self, state: &mut State, dice: &mut Dice, log: &mut impl Log<Event<Glimpse>>) {
        let choices = &self.rules.choices;
        let mut unwanted = match choices.starter_wild {
            StarterWild::Bury | StarterWild::Reshuffle => self.rules.wild,
            _ => 0,
        };
        if choices.starter_special == StarterSpecial::Redraw {
            unwanted |= self.rules.special & !self.rules.wild;
        }
        unwanted |= choices.back_cards;
        if faces_of(&state.cards.set(Pile::Stock)) & !unwanted == 0 {
            // Every remaining card would go back, so the top one stays. (CE-SET-5)
            unwanted = 0;
        }
        let Some(mut card) = state.cards.top(Pile::Stock) else { return };
        state.cards.shift(card, Pile::Stock, Pile::Discard, End::Top, log);
        while state.printed.at(card.index() as u8).bit() & unwanted != 0 {
            state.cards.bury(card, Pile::Discard, Pile::Stock, dice, log);
            if choices.starter_wild == StarterWild::Reshuffle {
                state.cards.shuffle(Pile::Stock, dice, log);
            }
            card = state.cards.top(Pile::Stock).expect("a card was just put there");
            state.cards.shift(card, Pile::Stock, Pile::Discard, End::Top, log);
        }
        self.start(state, state.printed.at(card.index() as u8), dice, log);
    }

    /// Continues once the starter is turned up: the dealer may exchange it, or the hand begins.
    pub(crate) fn start(
        &self,
        state: &mut State,
        top: Face,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        if self.rules.choices.starter_exchange == StarterExchange::DealerMay {
            self.set_follow(state, top, Name::NONE, false);
            state.public.turn = state.public.dealer;
            state.public.step = Step::Exchange;
        } else {
            self.start_with(state, top, dice, log);
        }
    }

    /// The dealer takes the starter into the hand and lays a card instead. (FA-SCREW-2)
    pub(crate) fn exchange(
        &self,
        state: &mut State,
        seat: Seat,
        face: Face,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let Some(starter) = state.cards.top(Pile::Discard) else { return };
        let twins = face.cards();
        state.cards.shift_twin(twins, Pile::Hand(seat), Pile::Discard, log);
        state.cards.shift(starter, Pile::Discard, Pile::Hand(seat), End::Top, log);
        self.leave_starter(state, dice, log);
    }

    /// The dealer leaves the starter as it is now.
    #[cold]
    pub(crate) fn leave_starter(
        &self,
        state: &mut State,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let Some(top) = state.top() else { return };
        self.start_with(state, top, dice, log);
    }

    /// Begins the hand with this starter: a player names what follows it, or the first turn begins.
    #[inline(always)]
    fn start_with(&self, state: &mut State, top: Face, dice: &mut Dice, log: &mut impl Log<Event<Glimpse>>) {
        let choices = &self.rules.choices;
        let wild = self.rules.wild & top.bit() != 0;
        let name = if wild && choices.starter_wild == StarterWild::AnythingFollows {
            Name::ANYTHING
        } else if wild && counts_with_own_suit(choices.starter_wild)
            || choices.starter_counts == StarterCounts::OnlySuit
        {
            Name::suit_of(top)
        } else {
            Name::NONE
        };
        self.set_follow(state, top, name, wild);
        let named_by = match choices.starter_wild {
            _ if !wild || !self.names_something(state, state.public.dealer, top) => None,
            StarterWild::DealerNames => Some(state.public.dealer),
            StarterWild::FirstPlayerNames => Some(state.onward(state.public.dealer, 1)),
            _ => None,
        };
        match named_by {
            Some(seat) => {
                state.public.turn = seat;
                state.public.step = Step::NameStarter;
            }
            None => self.first_turn(state, top, dice, log),
        }
    }

    /// Begins the first turn, after the effect of the starter. With `as-dealer-play` it acts as if
    /// the dealer had played it, except for effects that need a choice of the dealer or let the
    /// dealer lay another card. (CE-SET-6)
    pub(crate) fn first_turn(
        &self,
        state: &mut State,
        top: Face,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let dealer = state.public.dealer;
        self.begin(state, state.onward(dealer, 1));
        if self.rules.choices.jump_in == JumpIn::Matched {
            // The first card can be matched like any other. (FA-SIGNS-4)
            (state.laid_by, state.public.jumpable) = (Some(dealer), true);
        }
        let effect_of = self.rules.effect_of(top);
        let works = self.rules.choices.starter_special == StarterSpecial::AsDealerPlay
            && self.rules.special & top.bit() != 0;
        let chooses = effect_of.gives_the_dealer_a_choice();
        if works && !chooses {
            self.carry_out(state, dealer, &Lay::card(top), (0, Name::NONE), dice, log);
            let two = state.public.playing.len() == 2;
            let reversed = effect_of.reverse && !two && effect_of.skip == 0 && effect_of.draw == 0;
            if reversed && self.rules.choices.starter_reverse == StarterReverse::DealerBegins {
                self.begin(state, dealer);
            }
        }
    }
}

/// Whether a wild starter must be followed by its own suit: if the rules say so, and if it should
/// have gone back but nothing else could be turned up. (CE-SET-5)
pub(crate) fn counts_with_own_suit(starter: StarterWild) -> bool {
    matches!(starter, StarterWild::OwnSuit | StarterWild::Bury | StarterWild::Reshuffle)
}
