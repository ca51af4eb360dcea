//! The draw deck: maps cards to faces and back.

use eights::{CardId, CardSet, Faces, MAX_CARDS};

use crate::{
    color::{Color, N_COLORS},
    face::{Face, N_FACES},
};

/// The most pocket cards in a pack, so that a set of them fits into one word.
pub(crate) const MAX_POCKETS: usize = 64;

/// The cards of the draw deck. Pocket cards have the lowest numbers, so any set of them is the first
/// word of a [`CardSet`].
#[derive(Clone)]
pub(crate) struct Pack {
    faces: [Face; MAX_CARDS],
    bearing: [CardSet; N_FACES],
    all: CardSet,
    with_color: [u64; N_COLORS],
    pockets: u64,
}

impl Pack {
    /// Builds a pack with this many cards of each face: at most 192 cards, of which at most 64 are pockets.
    pub(crate) fn new(counts: &[u8; N_FACES]) -> Pack {
        let mut pack = Pack {
            faces: [Face::WILD_BLOCK; MAX_CARDS],
            bearing: [CardSet::NONE; N_FACES],
            all: CardSet::NONE,
            with_color: [0; N_COLORS],
            pockets: 0,
        };
        let (pockets, others): (Vec<Face>, Vec<Face>) = Face::all().partition(|face| face.is_pocket());
        let cards = pockets.into_iter().chain(others);
        let cards = cards.flat_map(|face| std::iter::repeat_n(face, counts[face.index()] as usize));
        for (index, face) in cards.enumerate() {
            let card = CardId::new(index);
            pack.faces[index] = face;
            pack.bearing[face.index()].insert(card);
            pack.all.insert(card);
        }
        for face in Face::all().filter(|face| face.is_pocket()) {
            let word = pack.bearing[face.index()].words()[0];
            pack.pockets |= word;
            face.colors().iter().for_each(|color| pack.with_color[color.index()] |= word);
        }
        pack
    }

    pub(crate) fn all(&self) -> CardSet {
        self.all
    }

    #[inline]
    pub(crate) fn face_of(&self, card: CardId) -> Face {
        self.faces[card.index()]
    }

    #[inline]
    pub(crate) fn cards_of(&self, face: Face) -> CardSet {
        self.bearing[face.index()]
    }

    /// The pocket cards with this colour.
    #[inline]
    pub(crate) fn pockets_with(&self, color: Color) -> u64 {
        self.with_color[color.index()]
    }

    #[inline]
    pub(crate) fn pockets(&self) -> u64 {
        self.pockets
    }

    /// The faces in a set of cards, as bits.
    #[inline]
    pub(crate) fn faces_of(&self, cards: CardSet) -> u64 {
        let mut faces = 0;
        for (number, word) in cards.words().iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                faces |= self.faces[number * 64 + rest.trailing_zeros() as usize].bit();
                rest &= rest - 1;
            }
        }
        faces
    }
}

impl Faces for &Pack {
    type Face = Face;

    fn face(self, card: CardId) -> Face {
        self.face_of(card)
    }

    fn bearing(self, face: Face) -> CardSet {
        self.cards_of(face)
    }
}
