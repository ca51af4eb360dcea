//! What is still to be done: texts being carried out, abilities that wait, a deed that hangs, a question.

use eights::{CardId, CardSet, MAX_CARDS, Seat};

pub(crate) use super::list::{List, Used};
use super::place::Chairs;

/// How many texts can be carried out inside one another. A text that ends by playing a card makes room
/// for the text of that card, so the shipped cards need one, and one for each substitution.
pub(crate) const MOST_FRAMES: usize = 8;

/// How many abilities can wait in line. The shipped cards need the most when Eclipse destroys all cards of
/// a player with a Thornback Boar and the draws trigger Ledgers of Debts: with one deck fewer than 80.
pub(crate) const MOST_WAITING: usize = 128;

/// Stands where no card is.
pub(crate) const NO_CARD: u8 = u8::MAX;

/// Stands, in a view, where a card is that the viewer does not know and cannot place.
const HIDDEN: u8 = u8::MAX - 1;

/// What a viewer may know of a card on the agenda.
pub(crate) enum Hint {
    /// Which it is.
    Card(CardId),
    /// How deep it lies in the draw pile.
    Depth(usize),
    /// Nothing.
    Hidden,
}

/// The card of a number, unless it stands for none.
#[inline]
pub(crate) fn card(id: u8) -> Option<CardId> {
    ((id as usize) < MAX_CARDS).then(|| CardId::new(id as usize))
}

/// What happens in a deed that passes the gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Somebody is made to draw.
    Draw,
    /// A card in play is destroyed.
    Destroy,
    /// Somebody takes control of a card in play.
    Capture,
    /// A card in play is taken into a hand.
    Recall,
    /// Somebody loses the game.
    Lose,
}

/// One thing about to happen: what, to whom or which card, whose doing, and how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deed {
    pub(crate) what: What,
    /// Who draws or loses; of a card, who controls it.
    pub(crate) of: Seat,
    /// Whose doing it is, if anybody's.
    pub(crate) by: Option<Seat>,
    /// Who takes the card.
    pub(crate) to: Seat,
    /// The card it happens to.
    pub(crate) card: u8,
    /// How many cards are drawn.
    pub(crate) amount: u8,
    pub(crate) used: Used,
}

impl Deed {
    /// Changes every card it names.
    pub(crate) fn each_card(&mut self, mut change: impl FnMut(u8) -> u8) {
        let Deed { what: _, of: _, by: _, to: _, card, amount: _, used } = self;
        *card = change(*card);
        used.each_card(change);
    }
}

/// Where the carrying out of a step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// Before the step: its link or condition is read.
    Open,
    /// Who does it is settled.
    Who,
    /// The next of those who do it.
    Next,
    /// The doer does it.
    Act,
    /// Cards are being chosen.
    Pick,
    /// It is done to the cards chosen.
    Work,
}

/// A text being carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The card that speaks, and which of its abilities.
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
    /// The amount of the deed it comes from.
    pub(crate) amount: u8,
    pub(crate) doers: Chairs,
    pub(crate) doer: Seat,
    /// Whether the step before moved or drew a card, and whether this one did.
    pub(crate) done: bool,
    pub(crate) doing: bool,
    /// Whether any step did.
    pub(crate) any: bool,
    /// How many cards may still be chosen.
    pub(crate) left: u8,
    /// The own card of an exchange.
    pub(crate) own: u8,
    pub(crate) them: List,
    /// What is still to be done to whom: cards chosen …
    pub(crate) todo: List,
    /// … or all of a kind, in play or in the discard pile.
    pub(crate) all: CardSet,
    /// The deed that this text replaces.
    pub(crate) deed: Option<Deed>,
}

impl Frame {
    /// Stands where no text is.
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

    /// The abilities that have been applied to what this text does: a text that replaces a deed remembers
    /// those of the deed, and its own.
    pub(crate) fn used(&self) -> Used {
        self.deed.map_or(Used::NONE, |deed| deed.used.with(self.card, self.ability))
    }

    /// A card is no longer where the text saw it.
    pub(crate) fn moved(&mut self, card: u8) {
        self.moved |= self.it == card;
        if !self.them.is_empty() {
            self.them.remove(card);
        }
    }

    /// Changes every card it names.
    pub(crate) fn each_card(&mut self, mut change: impl FnMut(u8) -> u8) {
        let Frame { card: speaking, it, own, them, todo, all, deed, .. } = self;
        for id in [speaking, it, own] {
            *id = change(*id);
        }
        them.each(&mut change);
        todo.each(&mut change);
        *all = all.iter().filter_map(|id| card(change(id.index() as u8))).collect();
        if let Some(deed) = deed {
            deed.each_card(change);
        }
    }

    /// Hides the own card of an exchange, if it is chosen.
    pub(crate) fn hide_own(&mut self) {
        if self.own != NO_CARD {
            self.own = HIDDEN;
        }
    }

    /// Hides the cards that are chosen so far.
    pub(crate) fn hide_chosen(&mut self) {
        self.todo.each(|_| HIDDEN);
    }

    /// The other way: chooses some of these in their place.
    pub(crate) fn choose_hidden(&mut self, candidates: CardSet) {
        let mut any = candidates.iter();
        let number = |card: Option<CardId>| card.map_or(HIDDEN, |card| card.index() as u8);
        self.todo.each(|id| if id == HIDDEN { number(any.next()) } else { id });
    }

    /// Replaces every card by what may be known of it.
    pub(crate) fn hint(&mut self, know: impl Fn(CardId) -> Hint) {
        let change = |id: u8| match card(id).map(&know) {
            None => id,
            Some(Hint::Card(card)) => card.index() as u8,
            Some(Hint::Depth(depth)) if depth + MAX_CARDS < HIDDEN as usize => (MAX_CARDS + depth) as u8,
            Some(_) => HIDDEN,
        };
        self.it = change(self.it);
        if self.moved && self.it as usize >= MAX_CARDS && self.it != NO_CARD {
            // Where the card went is no part of what the text saw.
            self.it = HIDDEN;
        }
        self.own = change(self.own);
        self.them.each(change);
        self.todo.each(change);
    }

    /// The other way: cards that could be meant.
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

/// An ability whose condition was met, locked in until its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    /// The deed that triggered it.
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
    /// Stands where nothing waits.
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

/// What is asked of whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ask {
    pub(crate) seat: Seat,
    pub(crate) what: Question,
}

/// Every kind of question; the answers follow from the text that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Yes or no.
    May,
    /// Who does the step.
    Who,
    /// Which of the players that a condition found is meant.
    Found,
    /// Whose hand.
    Whom,
    /// A card for the step.
    Pick,
    /// A card that becomes *it*.
    Focus,
    /// A card to put from the hand onto the draw pile.
    PutBack,
    /// Which card comes next from the top.
    Order,
    /// A card found in the draw pile.
    Search,
    /// The own card of an exchange.
    Own,
    /// The other's card of an exchange.
    Theirs,
    /// A card to play from the hand.
    Play,
    /// Which of several abilities takes effect next.
    Which,
    /// Which of several abilities replaces what is about to happen.
    Instead,
}
