//! Limits a search by a number of simulated games, or by time.

/// A budget of at least this many games is limited by time.
pub(super) const UNLIMITED: u32 = u32::MAX / 128;

/// A budget of simulated games or of time.
pub(super) struct Budget<'a> {
    /// Games left; effectively unlimited with a time limit.
    left: u32,
    spent: u32,
    keep_going: &'a mut (dyn FnMut() -> bool + 'a),
}

impl<'a> Budget<'a> {
    /// Allows this many games, and none after `keep_going` returns false.
    pub(super) fn new(games: u32, keep_going: &'a mut (dyn FnMut() -> bool + 'a)) -> Budget<'a> {
        Budget { left: games, spent: 0, keep_going }
    }

    /// How many games are left, unless time is the limit.
    pub(super) fn games(&self) -> Option<u32> {
        (self.left < UNLIMITED).then_some(self.left)
    }

    /// Spends one game; false if none is left or time is up. The clock is
    /// polled only every `poll_every` games, so that polling costs nothing.
    #[inline]
    pub(super) fn spend(&mut self, poll_every: u32) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.spent += 1;
        !self.spent.is_multiple_of(poll_every) || (self.keep_going)()
    }
}
