//! Who knows which card, the table in somebody's eyes, and the tables that would look the same.

use super::{Cards, NO_CARD, card, collect};
use crate::{
    event::End,
    lots::Lots,
    seat::{Eyes, MAX_SEATS, Seat, Viewer},
    set::{CardId, CardSet, MAX_CARDS},
    table::{Faces, Place, Sight, Table},
};

impl<P: Place, const PLACES: usize> Cards<P, PLACES> {
    /// Who knows a card.
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

    /// The table in a viewer's eyes. Piles without order are sorted: the place
    /// of a known card among unknown ones must not tell anything.
    pub fn view<F: Faces>(&self, faces: F, viewer: Viewer) -> Table<P, Sight<F::Face>, PLACES> {
        let known = self.known_to(viewer);
        let sight = |card| if known.has(card) { Sight::Face(faces.face(card)) } else { Sight::Back };
        Table::new(const { [Sight::Back; MAX_CARDS] }, |index, pile| {
            let n = self.piles[index].len as usize;
            // Of most piles a viewer sees only the backs.
            if n == 0 || known.and(self.at[index]).is_empty() {
                return n;
            }
            let place = P::at(index);
            let pile = &mut pile[..n];
            if place.is_ordered() {
                pile.iter_mut().rev().zip(self.from_top(place)).for_each(|(slot, card)| *slot = sight(card));
            } else {
                pile.iter_mut().zip(self.set(place).iter()).for_each(|(slot, card)| *slot = sight(card));
                pile.sort_unstable();
            }
            n
        })
    }

    /// A full set of cards that agrees with what the viewer sees, the rest as
    /// the lots fall: the one determinizer, shared by every game and every bot.
    /// `pack` is every card in the game.
    pub fn imagine<F: Faces>(
        seen: &Table<P, Sight<F::Face>, PLACES>,
        faces: F,
        pack: CardSet,
        viewer: Viewer,
        lots: &mut dyn Lots<P>,
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
                        // What spectators know, everybody knows.
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
        lots.fall(&mut rest[..n], &gaps[..n_gaps.min(n)]);
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
