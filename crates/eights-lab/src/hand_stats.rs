//! What is written down while a hand is played.

use eights::{CardId, CardSet, MAX_SEATS, Seat};

/// The notes of one hand. How well a seat stands is a number of which less is
/// better: cards in hand, or balls still on the table.
#[derive(Clone, Debug)]
pub struct HandStats {
    n_seats: u8,
    dealing: bool,
    standing: [i16; MAX_SEATS],
    /// The most that each seat was behind the best.
    max_deficit: [i16; MAX_SEATS],
    leader: Option<Seat>,
    last: Option<Seat>,
    /// Who was asked first.
    pub first: Option<Seat>,
    /// Turns: runs of answers of one seat.
    pub turns: u32,
    /// Answers.
    pub answers: u32,
    /// Answers for which the options were counted.
    pub counted: u32,
    /// Answers with at least two options.
    pub choices: u32,
    /// All options.
    pub options: u32,
    /// How often the lead changed.
    pub lead_changes: u32,
    /// Cards drawn after the deal.
    pub cards_drawn: u32,
    /// How often the discard pile became the stock.
    pub reshuffles: u32,
    /// Whether abilities went on and on until they were dropped.
    pub fuel_spent: bool,
    /// Whether a card had to be drawn and none was left.
    pub nothing_left: bool,
    /// What each seat held from the deal, drew later, and played.
    pub dealt: [CardSet; MAX_SEATS],
    /// What each seat drew after the deal.
    pub drawn: [CardSet; MAX_SEATS],
    /// What each seat played.
    pub played: [CardSet; MAX_SEATS],
}

impl HandStats {
    /// Nothing yet.
    pub fn new() -> HandStats {
        HandStats {
            n_seats: 0,
            dealing: true,
            standing: [0; MAX_SEATS],
            max_deficit: [0; MAX_SEATS],
            leader: None,
            last: None,
            first: None,
            turns: 0,
            answers: 0,
            counted: 0,
            choices: 0,
            options: 0,
            lead_changes: 0,
            cards_drawn: 0,
            reshuffles: 0,
            fuel_spent: false,
            nothing_left: false,
            dealt: [CardSet::NONE; MAX_SEATS],
            drawn: [CardSet::NONE; MAX_SEATS],
            played: [CardSet::NONE; MAX_SEATS],
        }
    }

    /// A new hand for so many.
    pub fn begin(&mut self, n_seats: u8) {
        *self = HandStats { n_seats, ..HandStats::new() };
    }

    /// A seat takes a card from the stock.
    #[inline]
    pub fn record_draw(&mut self, seat: Seat, card: Option<CardId>) {
        let sets = if self.dealing { &mut self.dealt } else { &mut self.drawn };
        if let Some(card) = card {
            sets[seat.index()].insert(card);
        }
        self.cards_drawn += u32::from(!self.dealing);
    }

    /// A seat plays a card.
    #[inline]
    pub fn record_play(&mut self, seat: Seat, card: Option<CardId>) {
        if let Some(card) = card {
            self.played[seat.index()].insert(card);
        }
    }

    /// A seat comes to stand better (less) or worse (more).
    #[inline]
    pub fn change_standing(&mut self, seat: Seat, by: i16) {
        self.standing[seat.index()] += by;
    }

    /// What each of these seats had goes to the next one, and that of the last to the first.
    pub fn rotate_standings(&mut self, seats: &[Seat]) {
        let had: Vec<i16> = seats.iter().map(|seat| self.standing[seat.index()]).collect();
        for (at, seat) in seats.iter().enumerate() {
            self.standing[seat.index()] = had[(at + seats.len() - 1) % seats.len()];
        }
    }

    /// A seat is asked, with so many options if they were counted.
    #[inline]
    pub fn record_question(&mut self, seat: Seat, options: usize) {
        if self.dealing {
            self.dealing = false;
            self.first = Some(seat);
        }
        if self.last != Some(seat) {
            self.last = Some(seat);
            self.turns += 1;
            self.update_lead();
        }
        self.answers += 1;
        if options > 0 {
            self.counted += 1;
            self.choices += u32::from(options > 1);
            self.options += options as u32;
        }
    }

    /// Who leads now, and how far behind the others are.
    #[inline]
    fn update_lead(&mut self) {
        let n = self.n_seats as usize;
        let best = self.standing[..n].iter().copied().min().unwrap_or(0);
        let mut ahead = None;
        let mut alone = true;
        for index in 0..n {
            let behind = self.standing[index] - best;
            if behind == 0 {
                alone &= ahead.is_none();
                ahead = Some(Seat::new(index));
            } else if behind > self.max_deficit[index] {
                self.max_deficit[index] = behind;
            }
        }
        if alone && ahead != self.leader {
            self.lead_changes += u32::from(self.leader.is_some());
            self.leader = ahead;
        }
    }

    /// The most that a seat was behind the best.
    pub fn max_deficit(&self, seat: Seat) -> i16 {
        self.max_deficit[seat.index()]
    }
}

impl Default for HandStats {
    fn default() -> HandStats {
        HandStats::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lead_changes_when_somebody_else_is_alone_in_front() {
        let mut hand_stats = HandStats::new();
        hand_stats.begin(2);
        let (a, b) = (Seat::new(0), Seat::new(1));
        for seat in [a, b] {
            hand_stats.change_standing(seat, 5);
        }
        hand_stats.record_question(a, 2);
        hand_stats.change_standing(a, -1);
        notes.asks(b, 1); // A leads: nobody led before.
        hand_stats.change_standing(b, -1);
        notes.asks(a, 1); // Level: A led last.
        hand_stats.record_question(b, 1);
        hand_stats.change_standing(b, -2);
        notes.asks(a, 3); // B leads.
        assert_eq!((hand_stats.lead_changes, hand_stats.turns, hand_stats.answers), (1, 5, 5));
        assert_eq!((hand_stats.max_deficit(a), hand_stats.max_deficit(b)), (2, 1));
        assert_eq!((hand_stats.choices, hand_stats.options, hand_stats.first), (2, 8, Some(a)));
    }

    #[test]
    fn hands_that_are_passed_on_take_the_standing_along() {
        let mut hand_stats = HandStats::new();
        hand_stats.begin(3);
        let seats: Vec<Seat> = Seat::first(3).collect();
        seats.iter().enumerate().for_each(|(at, seat)| hand_stats.change_standing(*seat, at as i16));
        hand_stats.rotate_standings(&seats);
        assert_eq!(hand_stats.standing[..3], [2, 0, 1]);
    }
}
