//! Statistics of one hand, recorded while it is played.

use eights::{CardId, CardSet, MAX_SEATS, Seat};

/// Statistics of one hand. A seat's standing is a number of which less is
/// better: cards in hand, or balls left on the table.
#[derive(Clone, Debug)]
pub struct HandStats {
    n_seats: u8,
    /// True until the first question: cards taken until then are dealt, not drawn.
    dealing: bool,
    standing: [i16; MAX_SEATS],
    /// The most that each seat was ever behind the leader.
    max_deficit: [i16; MAX_SEATS],
    /// The last seat that was alone in the lead.
    leader: Option<Seat>,
    /// The seat of the last answer.
    last: Option<Seat>,
    /// The seat that was asked first.
    pub first: Option<Seat>,
    /// A turn is a run of answers by one seat.
    pub turns: u32,
    /// Answers given by all seats.
    pub answers: u32,
    /// Answers whose options were counted.
    pub counted: u32,
    /// Counted answers with at least two options.
    pub choices: u32,
    /// The sum of all counted options.
    pub options: u32,
    /// How often another seat took the lead.
    pub lead_changes: u32,
    /// Cards drawn after the deal.
    pub cards_drawn: u32,
    /// How often the discard pile became the stock.
    pub reshuffles: u32,
    /// Whether a chain of abilities was cut off by the fuel limit.
    pub fuel_spent: bool,
    /// Whether a card had to be drawn and none was left.
    pub nothing_left: bool,
    /// The cards each seat was dealt.
    pub dealt: [CardSet; MAX_SEATS],
    /// The cards each seat drew after the deal.
    pub drawn: [CardSet; MAX_SEATS],
    /// The cards each seat played.
    pub played: [CardSet; MAX_SEATS],
}

impl HandStats {
    /// Statistics before the deal.
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

    /// Starts over for a new hand.
    pub fn begin(&mut self, n_seats: u8) {
        *self = HandStats { n_seats, ..HandStats::new() };
    }

    /// A seat takes a card from the stock; `None` if the card is not known.
    #[inline]
    pub fn record_draw(&mut self, seat: Seat, card: Option<CardId>) {
        let sets = if self.dealing { &mut self.dealt } else { &mut self.drawn };
        if let Some(card) = card {
            sets[seat.index()].insert(card);
        }
        self.cards_drawn += u32::from(!self.dealing);
    }

    /// A seat plays a card; `None` if the card is not known.
    #[inline]
    pub fn record_play(&mut self, seat: Seat, card: Option<CardId>) {
        if let Some(card) = card {
            self.played[seat.index()].insert(card);
        }
    }

    /// A seat's standing improves (negative) or worsens (positive).
    #[inline]
    pub fn change_standing(&mut self, seat: Seat, by: i16) {
        self.standing[seat.index()] += by;
    }

    /// Hands are passed on: each seat's standing goes to the next in the list,
    /// the last one's to the first.
    pub fn rotate_standings(&mut self, seats: &[Seat]) {
        let before: Vec<i16> = seats.iter().map(|seat| self.standing[seat.index()]).collect();
        for (at, seat) in seats.iter().enumerate() {
            self.standing[seat.index()] = before[(at + seats.len() - 1) % seats.len()];
        }
    }

    /// A seat is asked; `options` is 0 if they were not counted.
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
        // A tie does not take the lead away from its last holder.
        if alone && ahead != self.leader {
            self.lead_changes += u32::from(self.leader.is_some());
            self.leader = ahead;
        }
    }

    /// The most that a seat was ever behind the leader.
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
    fn the_lead_changes_when_another_seat_is_alone_in_front() {
        let mut stats = HandStats::new();
        stats.begin(2);
        let (a, b) = (Seat::new(0), Seat::new(1));
        for seat in [a, b] {
            stats.change_standing(seat, 5);
        }
        stats.record_question(a, 2);
        stats.change_standing(a, -1);
        stats.record_question(b, 1); // A leads; before, nobody did.
        stats.change_standing(b, -1);
        stats.record_question(a, 1); // A tie: A led last.
        stats.record_question(b, 1);
        stats.change_standing(b, -2);
        stats.record_question(a, 3); // B leads.
        assert_eq!((stats.lead_changes, stats.turns, stats.answers), (1, 5, 5));
        assert_eq!((stats.max_deficit(a), stats.max_deficit(b)), (2, 1));
        assert_eq!((stats.choices, stats.options, stats.first), (2, 8, Some(a)));
    }

    #[test]
    fn standings_move_with_passed_on_hands() {
        let mut stats = HandStats::new();
        stats.begin(3);
        let seats: Vec<Seat> = Seat::first(3).collect();
        seats.iter().enumerate().for_each(|(at, seat)| stats.change_standing(*seat, at as i16));
        stats.rotate_standings(&seats);
        assert_eq!(stats.standing[..3], [2, 0, 1]);
    }
}
