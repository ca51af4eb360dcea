//! The luck of the draw, so that it can be subtracted from a result.
//!
//! Luck is what a draw was worth compared with the other cards that could have been drawn: the value of the
//! position with the cards drawn, minus its value with others. Its expectation is zero whatever the values
//! are, as long as the players do not know the stock. So a result minus its luck has the same mean and less
//! variance, the more so the better the values (AIVAT, Burch et al. 2018). Here a value is the mean result of
//! rollouts from the open position, in which `greedy` plays as it does and everybody else plays the heuristic
//! policy: values help the more, the more they expect what really follows. Each rollout with the cards drawn has a twin
//! with others, in which the rest of the stock and all dice are the same.

use eights::{CardEvent, Dice, MAX_SEATS, Seat, Seats, Seed, Silent, Turn, Viewer};
use eights_bots::BotKind;
use eights_kit::{Playable, Shares};

use crate::{game_loop::Observer, trial::share_of};

/// Adds up the luck of every seat during one hand.
pub struct LuckMeter {
    rollouts: u32,
    /// The seats of the bot `greedy`.
    greedy: Seats,
    dice: Dice,
    luck: [f64; MAX_SEATS],
    /// The cards drawn since the last answer.
    drawn: usize,
}

impl LuckMeter {
    /// Values a draw by this many pairs of rollouts, for a game between these bots. The dice must not be
    /// those of the game or of its bots.
    pub fn new(rollouts: u32, bots: &[BotKind], dice: Dice) -> LuckMeter {
        let seats = bots.iter().enumerate().filter(|(_, bot)| **bot == BotKind::Greedy);
        let greedy = seats.map(|(index, _)| Seat::new(index)).collect();
        LuckMeter { rollouts: rollouts.max(1), greedy, dice, luck: [0.0; MAX_SEATS], drawn: 0 }
    }

    /// What the draws so far were worth to each seat, in shares of a win.
    pub fn luck(&self) -> &[f64; MAX_SEATS] {
        &self.luck
    }
}

/// Gives an answer with another order of the stock, except for the top cards, and plays to the end.
fn rollout<G: Playable>(
    game: &G,
    before: &G::State,
    (seat, answer): (Seat, G::Action),
    (greedy, kept): (Seats, usize),
    seed: &Seed,
) -> Option<Shares> {
    let mut state = before.clone();
    game.reorder_stock(&mut state, kept, &mut Dice::at(seed, 0));
    let mut dice = Dice::at(seed, 1);
    game.apply(&mut state, seat, answer, &mut dice, &mut Silent).ok()?;
    if greedy.is_empty()
        && let Some(shares) = game.fast_rollout(&state, &mut dice)
    {
        return Some(shares);
    }
    for _ in 0..G::ROLLOUT_LIMIT {
        let seat = match game.turn(&state) {
            Turn::Act(seat) => seat,
            Turn::Over(outcome) => {
                let n = outcome.points.n_seats();
                let mut shares = [0.0; MAX_SEATS];
                for seat in Seat::first(n) {
                    shares[seat.index()] = share_of(outcome.winners, seat, n) as f32;
                }
                return Some(shares);
            }
        };
        let seat_view = game.seat_view(&state, seat);
        let answer = if greedy.has(seat) {
            game.greedy(seat_view, &mut dice)
        } else {
            game.heuristic(seat_view, &mut dice)
        };
        game.apply(&mut state, seat, answer, &mut dice, &mut Silent).ok()?;
    }
    Some(std::array::from_fn(|index| game.evaluate(&state, Seat::new(index))))
}

impl<G: Playable> Observer<G> for LuckMeter {
    const WANTS_EVENTS: bool = true;
    const WANTS_OPTIONS: bool = false;
    const WANTS_STATES: bool = true;

    fn on_answer(&mut self, _: &G, _: Seat, _: &[G::Action], _: G::Action) {
        self.drawn = 0;
    }

    fn on_event(&mut self, game: &G, event: &G::Event) {
        let seen = game.witness(event, Viewer::Public);
        let (_, stock) = game.before_the_deal();
        if let Some(CardEvent::Moved { from, .. }) = G::card_event(&seen) {
            self.drawn += usize::from(*from == stock);
        }
    }

    fn on_step(&mut self, game: &G, before: &G::State, answer: (Seat, G::Action)) {
        if self.drawn == 0 {
            return;
        }
        let weight = 1.0 / f64::from(self.rollouts);
        for _ in 0..self.rollouts {
            let seed = Seed::from_number(u64::from(self.dice.below(u32::MAX)));
            let did = rollout(game, before, answer, (self.greedy, self.drawn), &seed);
            let might = rollout(game, before, answer, (self.greedy, 0), &seed);
            // What is legal does not depend on cards that nobody knows.
            let (Some(did), Some(might)) = (did, might) else {
                debug_assert!(false, "the answer was legal");
                return;
            };
            for (luck, (did, might)) in self.luck.iter_mut().zip(did.iter().zip(&might)) {
                *luck += weight * f64::from(did - might);
            }
        }
    }
}
