//! The agenda: running texts, waiting abilities, a suspended deed and the open question.

use eights::{CardId, CardSet, MAX_CARDS, Seat};

use crate::play::place::Chairs;
pub(crate) use crate::play::resolve::list::{List, NO_CARD, Used, card};

/// How many texts can run nested. A text that ends by playing a card makes room for that card's text,
/// so the shipped cards need one frame, plus one for each replacement.
pub(crate) const MAX_FRAMES: usize = 8;

/// How many abilities can wait. The worst case with the shipped cards is Eclipse destroying all cards
/// of a player with a Thornback Boar while the draws trigger Ledgers of Debts: fewer than 80 with one deck.
pub(crate) const MAX_WAITING: usize = 128;

/// The number used in a view for a card that the viewer neither knows nor can locate.
const HIDDEN: u8 = u8::MAX - 1;

/// What a viewer may know about a card on the agenda.
pub(crate) enum Hint {
    /// The card's identity.
    Card(CardId),
    /// The card's depth in the draw pile.
    Depth(usize),
    /// Nothing.
    Hidden,
}

/// The kinds of deeds that pass the gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A card makes a player draw.
    Draw,
    /// A card in play is destroyed.
    Destroy,
    /// A player takes control of a card in play.
    Capture,
    /// A card in play is taken into a hand.
    Recall,
    /// A player loses the game.
    Lose,
}

/// Something about to happen: what, to which player or card, who causes it, and how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deed {
    pub(crate) what: What,
    /// Who draws or loses; for a card, its controller.
    pub(crate) of: Seat,
    /// The player who causes it, if any.
    pub(crate) by: Option<Seat>,
    /// The player who takes the card.
    pub(crate) to: Seat,
    /// The card it happens to.
    pub(crate) card: u8,
    /// How many cards are drawn.
    pub(crate) amount: u8,
    pub(crate) used: Used,
}

impl Deed {
    /// Maps every card number in the deed.
    pub(crate) fn each_card(&mut self, mut change: impl FnMut(u8) -> u8) {
        let Deed { what: _, of: _, by: _, to: _, card, amount: _, used } = self;
        *card = change(*card);
        used.each_card(change);
    }
}

/// The stage of a step being carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// Before the step: its link or condition is evaluated.
    Open,
    /// Determine who does it.
    Who,
    /// Go on to the next doer.
    Next,
    /// The doer acts.
    Act,
    /// Cards are being chosen.
    Pick,
    /// The act is applied to the chosen cards.
    Work,
}

/// A text being carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The card with the text, and the index of the ability.
    pub(crate) card: u8,
    pub(crate) ability: u8,
    pub(crate) step: u8,
    pub(crate) at: At,
    pub(crate) you: Seat,
    /// The player in focus.
    pub(crate) they: Option<Seat>,
    /// The card in focus, and whether it has moved since.
    pub(crate) it: u8,
    pub(crate) moved: bool,
    /// The amount of the deed that triggered or is replaced.
    pub(crate) amount: u8,
    pub(crate) doers: Chairs,
    pub(crate) doer: Seat,
    /// Whether the previous step moved or drew a card, and whether the current one did.
    pub(crate) done: bool,
    pub(crate) doing: bool,
    /// Whether any step did so far.
    pub(crate) any: bool,
    /// How many cards may still be chosen.
    pub(crate) left: u8,
    /// The doer's own card in an exchange.
    pub(crate) own: u8,
    pub(crate) them: List,
    /// What remains to be processed: chosen cards …
    pub(crate) todo: List,
    /// … or all cards of a kind, in play or in the discard pile.
    pub(crate) all: CardSet,
    /// The deed that this text replaces.
    pub(crate) deed: Option<Deed>,
}

impl Frame {
    /// Fills unused slots.
    pub(crate) const IDLE: Frame = Frame {
        card: NO_CARD,
        ability: 0,
        step: 0,
        at: At::Open,
        you: Seat::A,
        they: None,
        it: NO_CARD,
        moved: false,
        amount: 0,
        doers: Chairs::NONE,
        doer: Seat::A,
        done: false,
        doing: false,
        any: false,
        left: 0,
        own: NO_CARD,
        them: List::NONE,
        todo: List::NONE,
        all: CardSet::NONE,
        deed: None,
    };

    /// The abilities already applied to what this text does. A text that replaces a deed inherits those
    /// of the deed and adds its own, so that no ability applies twice.
    pub(crate) fn used(&self) -> Used {
        self.deed.map_or(Used::NONE, |deed| deed.used.with(self.card, self.ability))
    }

    /// Notes that a card is no longer where the text saw it.
    pub(crate) fn moved(&mut self, card: u8) {
        self.moved |= self.it == card;
        if !self.them.is_empty() {
            self.them.remove(card);
        }
    }

    /// Maps every card number in the frame.
    pub(crate) fn each_card(&mut self, mut change: impl FnMut(u8) -> u8) {
        let Frame { card: speaking, it: in_focus, own, them, todo, all, deed, .. } = self;
        for id in [speaking, in_focus, own] {
            *id = change(*id);
        }
        them.each(&mut change);
        todo.each(&mut change);
        *all = all.iter().filter_map(|id| card(change(id.index() as u8))).collect();
        if let Some(deed) = deed {
            deed.each_card(change);
        }
    }

    /// Hides the doer's own card in an exchange, if already chosen.
    pub(crate) fn hide_own(&mut self) {
        if self.own != NO_CARD {
            self.own = HIDDEN;
        }
    }

    /// Hides the cards chosen so far.
    pub(crate) fn hide_chosen(&mut self) {
        self.todo.each(|_| HIDDEN);
    }

    /// The inverse of [`Frame::hide_chosen`]: fills the hidden choices with some of the candidates.
    pub(crate) fn choose_hidden(&mut self, candidates: CardSet) {
        let mut any = candidates.iter();
        let number = |card: Option<CardId>| card.map_or(HIDDEN, |card| card.index() as u8);
        self.todo.each(|id| if id == HIDDEN { number(any.next()) } else { id });
    }

    /// Replaces every card by what a viewer may know of it.
    pub(crate) fn hint(&mut self, know: impl Fn(CardId) -> Hint) {
        let change = |id: u8| match card(id).map(&know) {
            None => id,
            Some(Hint::Card(card)) => card.index() as u8,
            Some(Hint::Depth(depth)) if depth + MAX_CARDS < HIDDEN as usize => (MAX_CARDS + depth) as u8,
            Some(_) => HIDDEN,
        };
        self.it = change(self.it);
        if self.moved && self.it as usize >= MAX_CARDS && self.it != NO_CARD {
            // A card that has moved must not be located: the text did not see where it went.
            self.it = HIDDEN;
        }
        self.own = change(self.own);
        self.them.each(change);
        self.todo.each(change);
    }

    /// The inverse of [`Frame::hint`]: fills in cards consistent with the hints.
    pub(crate) fn reveal(&mut self, at: impl Fn(usize) -> Option<CardId>, held: Option<CardId>) {
        let number = |card: Option<CardId>| card.map_or(NO_CARD, |card| card.index() as u8);
        let change = |id: u8| match id {
            NO_CARD => NO_CARD,
            HIDDEN => held.map_or(HIDDEN, |card| card.index() as u8),
            id => card(id).map_or_else(|| number(at(id as usize - MAX_CARDS)), |_| id),
        };
        if !self.moved {
            self.it = change(self.it);
        }
        self.own = change(self.own);
        self.them.each(change);
        self.todo.each(|id| if id == HIDDEN { HIDDEN } else { change(id) });
    }
}

/// A triggered ability that waits until it is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    /// The number of the deed that triggered it.
    pub(crate) serial: u16,
    pub(crate) card: u8,
    pub(crate) ability: u8,
    pub(crate) you: Seat,
    pub(crate) they: Seat,
    pub(crate) it: u8,
    pub(crate) moved: bool,
    pub(crate) amount: u8,
}

impl Waiting {
    /// Fills unused slots.
    pub(crate) const IDLE: Waiting = Waiting {
        serial: 0,
        card: NO_CARD,
        ability: 0,
        you: Seat::A,
        they: Seat::A,
        it: NO_CARD,
        moved: false,
        amount: 0,
    };
}

/// An open question, and who must answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ask {
    pub(crate) seat: Seat,
    pub(crate) what: Question,
}

/// The kinds of questions; the answers follow from the text that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Yes or no.
    May,
    /// Who does the step.
    Who,
    /// Which of the players found by a condition is meant.
    Found,
    /// Whose hand to look at or exchange with.
    Whom,
    /// A card for the step to act on.
    Pick,
    /// A card that becomes *it*.
    Focus,
    /// A card to put from the hand onto the draw pile.
    PutBack,
    /// The next card from the top when reordering.
    Order,
    /// A card found in the draw pile.
    Search,
    /// The doer's own card in an exchange.
    Own,
    /// The other player's card in an exchange.
    Theirs,
    /// A card to play from the hand.
    Play,
    /// Which of several waiting abilities takes effect next.
    Which,
    /// Which of several abilities replaces the deed about to happen.
    Instead,
}
