//! Viewers: who looks at a table, sets of them, and the permission to see every card.

use crate::{
    outcome::Outcome,
    seat::{MAX_SEATS, Seat, Seats},
};

/// For whom a view is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player, who sees their own cards and the public ones.
    Seat(Seat),
    /// A spectator, who sees only what is public.
    Public,
    /// A viewer who sees every card. Creating a [`Referee`] requires a reason.
    Referee(Referee),
}

/// Permission to see every card. It can be created for a finished hand, or by code that explicitly
/// declares itself trusted: journals, tests, and programs that drive their own engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Referee(());

impl Referee {
    /// Permission that follows from the end of a hand, when every card may be shown.
    pub const fn after(_: &Outcome) -> Referee {
        Referee(())
    }

    /// Permission for code that keeps what it sees from the players. `xtask tidy` lists the files
    /// that may call this.
    pub const fn trusted() -> Referee {
        Referee(())
    }
}

/// A set of viewers: one bit per seat, and one bit for spectators. If spectators see a card,
/// everybody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes(u32);

impl Eyes {
    /// Nobody.
    pub const NONE: Eyes = Eyes(0);
    /// Everybody, spectators included.
    pub const ALL: Eyes = Eyes(u32::MAX);

    /// The set of this seat alone.
    pub const fn of(seat: Seat) -> Eyes {
        Eyes(1 << seat.0)
    }

    /// The set of these seats, without spectators.
    pub const fn seats(seats: Seats) -> Eyes {
        Eyes(seats.0 as u32)
    }

    /// The union of the two sets.
    #[must_use]
    pub const fn and(self, others: Eyes) -> Eyes {
        Eyes(self.0 | others.0)
    }

    /// The viewers of this set who are not in the other.
    #[must_use]
    pub const fn without(self, others: Eyes) -> Eyes {
        Eyes(self.0 & !others.0)
    }

    /// Whether a viewer is in the set. A referee always is.
    pub const fn has(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.0 & (1 << seat.0) != 0,
            Viewer::Public => self.are_all(),
            Viewer::Referee(_) => true,
        }
    }

    /// Whether spectators, and therefore everybody, are in the set.
    pub const fn are_all(self) -> bool {
        self.0 & (1 << MAX_SEATS) != 0
    }

    /// The seats in the set.
    pub const fn as_seats(self) -> Seats {
        Seats(self.0 as u16)
    }
}
