//! Who knows which card, the table as a viewer sees it, and sampling of tables that look the same.

use super::{Cards, NO_CARD, card, collect};
use crate::{
    event::End,
    hidden_deal::HiddenDeal,
    seat::{MAX_SEATS, Seat},
    set::{CardId, CardSet, MAX_CARDS},
    sort::sort,
    table::{Faces, Place, Sight, Table},
    viewer::{Eyes, Viewer},
};

impl<P: Place, const PLACES: usize> Cards<P, PLACES> {
    /// The viewers who know a card.
    pub fn seen_by(&self, card: CardId) -> Eyes {
        if self.open.has(card) {
            return Eyes::ALL;
        }
        Eyes::seats((0..MAX_SEATS).map(Seat::new).filter(|seat| self.known[seat.index()].has(card)).collect())
    }

    /// The cards whose faces a viewer knows.
    pub fn known_to(&self, viewer: Viewer) -> CardSet {
        match viewer {
            Viewer::Seat(seat) => self.open.or(self.known[seat.index()]),
            Viewer::Public => self.open,
            Viewer::Referee(_) => CardSet::from_words([u64::MAX; 3]),
        }
    }

    /// The table as a viewer sees it. Unordered piles are sorted, because the position of a known
    /// card among unknown ones could reveal something.
    pub fn view<F: Faces>(&self, faces: F, viewer: Viewer) -> Table<P, Sight<F::Face>, PLACES> {
        let known = self.known_to(viewer);
        let sight = |card| if known.has(card) { Sight::Face(faces.face(card)) } else { Sight::Back };
        Table::new(const { [Sight::Back; MAX_CARDS] }, |index, pile| {
            let n = self.piles[index].len as usize;
            // Shortcut: in most piles the viewer knows no card, and `Table::new` starts with backs.
            if n == 0 || known.and(self.at[index]).is_empty() {
                return n;
            }
            let place = P::at(index);
            let pile = &mut pile[..n];
            if place.is_ordered() {
                pile.iter_mut().rev().zip(self.from_top(place)).for_each(|(slot, card)| *slot = sight(card));
            } else {
                pile.iter_mut().zip(self.set(place).iter()).for_each(|(slot, card)| *slot = sight(card));
                sort(pile);
            }
            n
        })
    }

    /// Samples a determinization: a full table that agrees with what the viewer sees, with the
    /// hidden cards assigned by `dealer`. Every game and every bot uses this function. `pack` is the
    /// set of all cards in the game.
    pub fn imagine<F: Faces>(
        seen: &Table<P, Sight<F::Face>, PLACES>,
        faces: F,
        pack: CardSet,
        viewer: Viewer,
        dealer: &mut dyn HiddenDeal<P>,
    ) -> Cards<P, PLACES> {
        let mut spare = pack;
        let mut placed = [NO_CARD; MAX_CARDS];
        let mut gaps = [P::at(0); MAX_CARDS];
        let (mut at, mut n_gaps) = (0, 0);
        let mut cards = Cards::none();
        for (place, pile) in seen.piles() {
            for sight in pile {
                if let Sight::Face(face) = sight
                    && let Some(card) = faces.bearing(*face).and(spare).first()
                {
                    spare.remove(card);
                    placed[at] = card.index() as u8;
                    match viewer {
                        Viewer::Seat(me) => cards.known[me.index()].insert(card),
                        // A card that spectators know is known to everybody.
                        Viewer::Public | Viewer::Referee(_) => cards.open.insert(card),
                    }
                } else {
                    gaps[n_gaps] = place;
                    n_gaps += 1;
                }
                at += 1;
            }
        }
        let mut rest = [CardId::new(0); MAX_CARDS];
        let n = collect(spare, &mut rest);
        dealer.assign(&mut rest[..n], &gaps[..n_gaps.min(n)]);
        let mut unseen = rest[..n].iter();
        let mut placed = placed.iter();
        for (place, pile) in seen.piles() {
            for _ in pile {
                let drawn = placed.next().and_then(|known| card(*known)).or_else(|| unseen.next().copied());
                let Some(drawn) = drawn else { continue };
                cards.put(drawn, place, End::Top);
                cards.open_up(drawn, place.open_to());
            }
        }
        cards
    }
}
