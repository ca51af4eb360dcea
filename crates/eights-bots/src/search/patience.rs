//! How long a search goes on: a count of imagined games, or until somebody says stop.

/// More than anybody counts: with a budget of time.
pub(super) const ENDLESS: u32 = u32::MAX / 128;

/// A budget of imagined games or of time.
pub(super) struct Patience<'a> {
    /// How many imagined games are left; all that can be counted when there is a budget of time.
    left: u32,
    /// How many there were.
    round: u32,
    go_on: &'a mut (dyn FnMut() -> bool + 'a),
}

impl<'a> Patience<'a> {
    /// So many imagined games, and no more once `go_on` says no.
    pub(super) fn new(games: u32, go_on: &'a mut (dyn FnMut() -> bool + 'a)) -> Patience<'a> {
        Patience { left: games, round: 0, go_on }
    }

    /// How many imagined games there are, unless time decides.
    pub(super) fn games(&self) -> Option<u32> {
        (self.left < ENDLESS).then_some(self.left)
    }

    /// Whether there is another imagined game. Every so many of them it is
    /// asked whether there is time, though never before the first.
    #[inline]
    pub(super) fn goes_on(&mut self, every: u32) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.round += 1;
        !self.round.is_multiple_of(every) || (self.go_on)()
    }
}
