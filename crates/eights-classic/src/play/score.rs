//! Scores a hand and decides how the match continues.

use eights::{After, BySeat, Final, Opening, Outcome, Seat, Seats};

use crate::{
    play::state::{State, Step},
    rules::{Classic, Course},
    sheet::{BlockedWins, NextDealer, ScoreMode, Teams, Tie},
};

/// The maximum number of hands in a match. (CE-SCORE-5)
pub(crate) const MAX_HANDS: u32 = 1000;

impl Classic {
    /// The outcome of a finished hand.
    pub(crate) fn outcome(&self, state: &State) -> Outcome {
        let n = state.public.seats;
        let seats = || Seat::first(n);
        let mut held = BySeat::all(n, 0);
        seats().for_each(|seat| held[seat] = self.points_in(state, seat));
        let blocked = matches!(state.public.step, Step::Blocked);
        let winners = if blocked { self.blocked_winners(state, &held) } else { self.first_out(state) };
        let mut points = BySeat::all(n, 0);
        let differences = blocked && self.rules.choices.blocked == BlockedWins::LowestDifference;
        match self.rules.choices.score {
            _ if winners.is_empty() => (),
            ScoreMode::None => (),
            ScoreMode::WinnerCollects | ScoreMode::WinnerAverage if differences => {
                self.share_differences(state, &held, winners, &mut points);
            }
            ScoreMode::WinnerCollects | ScoreMode::WinnerAverage => {
                let losers = seats().filter(|seat| !winners.has(*seat));
                let sum: i32 = losers.clone().map(|seat| held[seat]).sum();
                let average = self.rules.choices.score == ScoreMode::WinnerAverage;
                let sum = if average { sum / losers.count().max(1) as i32 } else { sum };
                winners.iter().for_each(|seat| points[seat] = sum);
            }
            ScoreMode::HandWon => winners.iter().for_each(|seat| points[seat] = 1),
            ScoreMode::OwnCards => {
                seats().for_each(|seat| points[seat] = held[seat] + self.pressure_on(state, seat));
            }
            ScoreMode::BelowHighest => {
                let most = held.as_slice().iter().copied().max().unwrap_or(0);
                seats().for_each(|seat| points[seat] = most - held[seat]);
            }
            ScoreMode::Places => {
                let place = |seat| match state.public.places[seat] {
                    0 => 17,
                    place => place,
                };
                for seat in seats() {
                    points[seat] = seats().filter(|other| place(*other) > place(seat)).count() as i32;
                }
            }
        }
        if self.rules.choices.teams == Teams::Pairs && !collects(self.rules.choices.score) {
            // Partners win and lose together, so each gets the points of both.
            let alone = points;
            seats().for_each(|seat| {
                points[seat] = self.with_partner(state, seat).iter().map(|member| alone[member]).sum()
            });
        }
        if self.rules.choices.course == Course::Countdown {
            winners.iter().for_each(|seat| points[seat] = 1);
        }
        let on_wild = !blocked && state.top().is_some_and(|top| self.rules.wild & top.bit() != 0);
        if self.rules.choices.doubles_on_wild && on_wild {
            seats().for_each(|seat| points[seat] *= 2);
        }
        Outcome { winners, points, blocked }
    }

    /// The points that a seat has written down for reshuffles: 5, then 10, 20 and so on. (FA-CRAITS-6)
    pub(crate) fn pressure_on(&self, state: &State, seat: Seat) -> i32 {
        let n = state.reshuffles[seat].min(16);
        i32::from(self.rules.choices.pressure) * ((1 << n) - 1)
    }

    /// The points of the cards in a seat's hand.
    pub(crate) fn points_in(&self, state: &State, seat: Seat) -> i32 {
        state
            .printed
            .faces(state.faces(seat))
            .map(|face| i32::from(self.rules.values[face.index()]) * i32::from(state.copies(seat, face)))
            .sum()
    }

    /// The teams, each listed once; empty if everybody plays alone.
    pub(crate) fn teams(&self, state: &State) -> Vec<Seats> {
        match self.rules.choices.teams {
            Teams::None => Vec::new(),
            Teams::Pairs => {
                Seat::first(state.public.seats / 2).map(|seat| self.with_partner(state, seat)).collect()
            }
        }
    }

    fn with_partner(&self, state: &State, seat: Seat) -> Seats {
        let partner = match self.rules.choices.teams {
            Teams::None => seat,
            Teams::Pairs => state.opposite(seat),
        };
        [seat, partner].into_iter().collect()
    }

    /// The player who went out first, with the partner; if everybody else is bust, the last one
    /// holding cards.
    fn first_out(&self, state: &State) -> Seats {
        let seats = || Seat::first(state.public.seats);
        let out = |seat| (1..=16).contains(&state.public.places[seat]);
        // If the hand is played on, a team wins as soon as both partners are out.
        let both = |seat: &Seat| {
            self.rules.choices.teams == Teams::Pairs && self.with_partner(state, *seat).iter().all(out)
        };
        let first = seats().find(both).or_else(|| seats().find(|seat| state.public.places[*seat] == 1));
        let winner = first.or_else(|| state.public.playing.iter().next());
        winner.map_or(Seats::NONE, |seat| self.with_partner(state, seat))
    }

    /// The winners of a blocked hand. (CE-STOCK-4)
    fn blocked_winners(&self, state: &State, held: &BySeat<i32>) -> Seats {
        let measure = |seat: Seat| {
            let team = self.with_partner(state, seat);
            match self.rules.choices.blocked {
                BlockedWins::FewestCards => team.iter().map(|member| state.n_cards(member) as i32).sum(),
                _ => team.iter().map(|member| held[member]).sum::<i32>(),
            }
        };
        // A player who is out for holding too many cards, or out of the match, cannot win.
        let plays = |seat: &Seat| state.public.playing.has(*seat) || state.public.places[*seat] > 0;
        let candidates =
            || Seat::first(state.public.seats).filter(|seat| state.public.places[*seat] <= 16).filter(plays);
        let least = candidates().map(measure).min();
        match self.rules.choices.blocked {
            BlockedWins::Nobody => Seats::NONE,
            _ => candidates().filter(|seat| Some(measure(*seat)) == least).collect(),
        }
    }

    /// Adds each loser's difference to the winners' points. Winners who tie for the lowest hand
    /// share each difference, rounded down separately. The hands of a team count as one.
    fn share_differences(&self, state: &State, held: &BySeat<i32>, winners: Seats, points: &mut BySeat<i32>) {
        let team = |seat| self.with_partner(state, seat);
        let sum = |seat| team(seat).iter().map(|member| held[member]).sum::<i32>();
        let leads = |seat: &Seat| team(*seat).iter().next() == Some(*seat);
        let lowest = winners.iter().map(sum).min().unwrap_or(0);
        let share = winners.iter().filter(leads).count().max(1) as i32;
        for seat in Seat::first(state.public.seats).filter(|seat| !winners.has(*seat)).filter(leads) {
            winners.iter().for_each(|winner| points[winner] += (sum(seat) - lowest).max(0) / share);
        }
    }

    /// What follows a hand: another one, or the end of the match. (CE-SCORE-2 to 5, CE-SET-7)
    pub(crate) fn what_follows(&self, opening: &Opening, outcome: &Outcome) -> After {
        let mut scores = opening.scores;
        outcome.points.iter().for_each(|(seat, points)| scores[seat] = scores[seat].saturating_add(points));
        let choices = &self.rules.choices;
        let goal = self.rules.layout(opening.n_seats).target;
        // Otherwise a match in which every hand is blocked or tied would never end.
        let last = opening.hand + 1 >= MAX_HANDS;
        let over = match choices.course {
            _ if last => true,
            Course::Single => true,
            Course::Target | Course::Limit | Course::Countdown => self.is_reached(&scores),
            Course::Elimination => self.remaining(&scores).len() <= 1,
            Course::Hands => opening.hand + 1 >= goal,
            Course::Minutes => opening.time_is_up,
        };
        let winners = match choices.course {
            Course::Single => outcome.winners,
            Course::Elimination if over && self.remaining(&scores).len() == 1 => self.remaining(&scores),
            _ => self.ahead(&scores),
        };
        let nobody_left = choices.course == Course::Elimination && self.remaining(&scores).is_empty();
        if over && (self.is_one_side(winners) || last || nobody_left || choices.tie == Tie::Shared) {
            return After::Over(Final { winners, points: scores });
        }
        After::Deal(opening.next(self.next_dealer(opening, outcome, &scores), scores))
    }

    /// Whether a player has reached the points at which the match ends.
    fn is_reached(&self, scores: &BySeat<i32>) -> bool {
        let goal = self.rules.layout(scores.as_slice().len() as u8).target;
        scores.as_slice().iter().any(|score| *score >= goal.min(i32::MAX as u32) as i32)
    }

    /// Whether a seat has reached the points at which it is out of the match.
    pub(crate) fn is_out(&self, scores: &BySeat<i32>, seat: Seat) -> bool {
        let goal = self.rules.layout(scores.as_slice().len() as u8).target;
        scores[seat] >= goal.min(i32::MAX as u32) as i32
    }

    /// The seats that are still in a match by elimination.
    fn remaining(&self, scores: &BySeat<i32>) -> Seats {
        scores.iter().map(|(seat, _)| seat).filter(|seat| !self.is_out(scores, *seat)).collect()
    }

    /// Whether a match that ends at a number of points is over with these scores.
    pub(crate) fn is_decided(&self, scores: &BySeat<i32>) -> bool {
        let choices = &self.rules.choices;
        if choices.course == Course::Elimination {
            return self.remaining(scores).len() <= 1;
        }
        matches!(choices.course, Course::Target | Course::Limit | Course::Countdown)
            && self.is_reached(scores)
            && (choices.tie == Tie::Shared || self.is_one_side(self.ahead(scores)))
    }

    /// Whether the winners are one player or one team.
    fn is_one_side(&self, winners: Seats) -> bool {
        match self.rules.choices.teams {
            Teams::None => winners.len() == 1,
            Teams::Pairs => winners.len() == 2,
        }
    }

    /// The seats with the best score.
    fn ahead(&self, scores: &BySeat<i32>) -> Seats {
        let few = self.rules.choices.score == ScoreMode::OwnCards;
        let best = if few { scores.as_slice().iter().min() } else { scores.as_slice().iter().max() };
        scores.iter().filter(|(_, score)| Some(score) == best).map(|(seat, _)| seat).collect()
    }

    fn next_dealer(&self, opening: &Opening, outcome: &Outcome, scores: &BySeat<i32>) -> Seat {
        let left = opening.dealer.left(opening.n_seats);
        let mut dealer = match self.rules.choices.next_dealer {
            NextDealer::Left => left,
            NextDealer::Same => opening.dealer,
            NextDealer::Winner => outcome.winners.iter().next().unwrap_or(left),
        };
        if self.rules.choices.course == Course::Elimination && !self.remaining(scores).is_empty() {
            while self.is_out(scores, dealer) {
                dealer = dealer.left(opening.n_seats);
            }
        }
        dealer
    }
}

/// Whether only the winners of a hand score, together with their partners.
fn collects(score: ScoreMode) -> bool {
    matches!(
        score,
        ScoreMode::WinnerCollects | ScoreMode::WinnerAverage | ScoreMode::HandWon | ScoreMode::None
    )
}
