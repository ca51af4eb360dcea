//! How long a search goes on: a count of imagined games, or until somebody says stop.

/// More than anybody counts: with a budget of time.
pub(super) const UNLIMITED: u32 = u32::MAX / 128;

/// A budget of imagined games or of time.
pub(super) struct Budget<'a> {
    /// How many imagined games are left; all that can be counted when there is a budget of time.
    left: u32,
    /// How many there were.
    round: u32,
    keep_going: &'a mut (dyn FnMut() -> bool + 'a),
}

impl<'a> Budget<'a> {
    /// So many imagined games, and no more once `keep_going` says no.
    pub(super) fn new(games: u32, keep_going: &'a mut (dyn FnMut() -> bool + 'a)) -> Budget<'a> {
        Budget { left: games, round: 0, keep_going }
    }

    /// How many imagined games there are, unless time decides.
    pub(super) fn games(&self) -> Option<u32> {
        (self.left < UNLIMITED).then_some(self.left)
    }

    /// Whether there is another imagined game. Every so many of them it is
    /// asked whether there is time, though never before the first.
    #[inline]
    pub(super) fn spend(&mut self, every: u32) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.round += 1;
        !self.round.is_multiple_of(every) || (self.keep_going)()
    }
}
